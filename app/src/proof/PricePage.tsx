import { useEffect, useRef, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import { Listing, Price, Shares } from '@lonja/core/base/wire'
import type { QuoteFigures } from '@lonja/core/proof/price.differences'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, useQuery } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Field, focusFirstError } from '@lonja/kit/parts/Field'
import { Screen } from '@lonja/kit/parts/Screen'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { readInstant } from './instant.ts'
import { ListingChoice } from './ListingChoice.tsx'
import { PriceVerdict } from './PriceVerdict.tsx'
import { checkShown, openWorkbench, type CheckResult } from './working.ts'
import styles from './proof.module.css'

type About = ReplyOf<typeof readAbout>

/** Check a past price: recompute it here from the revealed seeds, and compare it with the house's. */
export function PricePage() {
  const t = useText('proof')
  const aboutText = useText('about')
  const about = useRead(readAbout, {}, { quiet: true })
  return (
    <Screen title={t('title')} onBack={back} onRefresh={() => about.refetch()}>
      <div className={styles.page}>
        <p>{t('intro')}</p>
        {about.data ? (
          <Check about={about.data} />
        ) : about.error ? (
          <ErrorView title={aboutText('failed')} text={about.error.msg} onRetry={() => void about.refetch()} />
        ) : (
          <Loading />
        )}
        <h2>{aboutText('limits')}</h2>
        <p className={styles.soft}>{aboutText('limitsWhy')}</p>
        <p className={styles.soft}>{t('shows')}</p>
        <h2>{aboutText('check')}</h2>
        <p className={styles.soft}>{aboutText('checkHow')}</p>
        <p className={styles.soft}>{t('command')}</p>
      </div>
    </Screen>
  )
}

/** The outcome of the newest check: none yet, running, its result, or the error. */
type Outcome = { state: 'none' | 'working' | 'failed' } | { state: 'done'; checked: CheckResult }

function Check({ about }: { about: About }) {
  const t = useText('proof')
  const prefill = useGiven()
  const { outcome, check, forget } = useCheck(about, prefill)
  if (!about.seeds) return <Notice>{t('recorded')}</Notice>
  return (
    <>
      <Form
        prefill={prefill}
        latest={latestFor(about.seeds)}
        isBusy={outcome.state === 'working'}
        check={check}
        forget={forget}
      />
      <div role="status">
        {outcome.state === 'failed' && (
          <Notice tone="loss" title={t('failed')}>
            {t('failedWhy')}
          </Notice>
        )}
        {outcome.state === 'done' && <PriceVerdict checked={outcome.checked} />}
      </div>
    </>
  )
}

interface FormProps {
  prefill: PriceQuestion
  latest: Instant
  isBusy: boolean
  check: (listing: ListingId, at: Instant) => void
  /** Drop the last outcome, which does not belong to the text typed now. */
  forget: () => void
}

function Form({ prefill, latest, isBusy, check, forget }: FormProps) {
  const t = useText('proof')
  const f = useFormats()
  const form = useRef<HTMLFormElement>(null)
  const [listing, setListing] = useState<ListingId | null>(prefill.listing)
  const [time, setTime] = useState(() => textOf(f, prefill.at ?? latest))
  const [tried, setTried] = useState(false)
  const at = readInstant(time)
  const submit = () => {
    setTried(true)
    if (listing !== null && at !== null) check(listing, at)
    else requestAnimationFrame(() => focusFirstError(form.current))
  }
  const choose = (chosen: ListingId | null) => {
    setListing(chosen)
    forget()
  }
  const type = (typed: string) => {
    setTime(typed)
    forget()
  }
  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ListingChoice listing={listing} error={tried && !listing ? t('listingWrong') : null} onChoose={choose} />
      <Field
        label={t('instant')}
        hint={t('instantHint')}
        value={time}
        error={tried && at === null ? t('instantWrong', { example: f.date(latest) }) : null}
        ok={at !== null}
        autoComplete="off"
        maxLength={40}
        onChange={type}
      />
      <Button type="submit" label={t('check')} busy={isBusy} busyLabel={t('checking')} />
    </form>
  )
}

/** Prices are computed in a worker that lives as long as the page. */
function useCheck(about: About, prefill: PriceQuestion) {
  const [workbench] = useState(openWorkbench)
  const [outcome, setOutcome] = useState<Outcome>({ state: 'none' })
  const newest = useRef(0)
  useEffect(() => () => workbench.close(), [workbench])
  const check = (listing: ListingId, at: Instant) => {
    const number = ++newest.current
    const tell = (next: Outcome) => {
      if (number === newest.current) setOutcome(next)
    }
    const used = listing === prefill.listing && at === prefill.at ? prefill.used : null
    setOutcome({ state: 'working' })
    checkShown(workbench, { about, listing, at }, used).then(
      (checked) => tell({ state: 'done', checked }),
      () => tell({ state: 'failed' }),
    )
  }
  const forget = () => {
    newest.current += 1
    setOutcome({ state: 'none' })
  }
  useEffect(() => {
    if (about.seeds && prefill.listing !== null && prefill.at !== null) check(prefill.listing, prefill.at)
    // Once, for the address's values.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return { outcome, check, forget }
}

interface PriceQuestion {
  readonly listing: ListingId | null
  readonly at: Instant | null
  /** The quote of the fill's evidence. */
  readonly used: QuoteFigures | null
}

/** The values of the page's address: a listing, an instant, the quote of a fill. */
function useGiven(): PriceQuestion {
  const query = useQuery()
  const [prefill] = useState((): PriceQuestion => {
    const listing = Listing.safeParse(query.get('listing'))
    const at = Number(query.get('at') ?? NaN)
    const [bid, ask] = [query.get('bid'), query.get('ask')].map((text) => Price.safeParse(text ?? ''))
    const [bidSize, askSize] = [query.get('bidSize'), query.get('askSize')].map((text) => Shares.safeParse(text ?? ''))
    const used: QuoteFigures = {
      ...(bid?.success && { bid: bid.data }),
      ...(ask?.success && { ask: ask.data }),
      ...(bidSize?.success && { bidSize: bidSize.data }),
      ...(askSize?.success && { askSize: askSize.data }),
    }
    return {
      listing: listing.success ? listing.data : null,
      at: Number.isSafeInteger(at) && at > 0 ? at : null,
      used: Object.keys(used).length > 0 ? used : null,
    }
  })
  return prefill
}

/**
 * An instant that can certainly be checked: in the newest revealed day, otherwise in the last day before the opening.
 */
function latestFor({ chains, openingDay }: NonNullable<About['seeds']>): Instant {
  const newest = chains.map((chain) => chain.newest?.day).findLast((day) => day !== undefined)
  const noon = Date.parse(`${newest ?? openingDay}T15:00:00Z`)
  return newest === undefined ? noon - 86_400 * SECOND : noon
}

const textOf = (f: ReturnType<typeof useFormats>, at: Instant): string => {
  const ms = at % SECOND
  return ms === 0 ? f.date(at) : `${f.date(at)},${String(ms).padStart(3, '0')}`
}
