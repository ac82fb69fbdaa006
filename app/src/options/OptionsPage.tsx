import { tickerOf, type ListingId, isListing, eur } from '@lonja/core/base/amount'
import { readInstrument } from '@lonja/core/market/market.contract'
import { listOptions, readOptionTerms } from '@lonja/core/options/options.contract'
import { isOff } from '@lonja/kit/first'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { ProductOff } from '../accounts/ProductOff.tsx'
import { Restriction } from '../accounts/Restriction.tsx'
import { isHalted } from '../market/halt.ts'
import { useMarketNames } from '../market/names.ts'
import { SessionNotices, Standing } from '../orders/Standing.tsx'
import { EntryDock, EntryFields } from './EntryForm.tsx'
import { ExpectedLoss } from './ExpectedLoss.tsx'
import { OPTION, OPTION_TONES, SEARCH, type Option, type OptionTerms } from './option.ts'
import styles from './options.module.css'
import { OwnRecord } from './OwnRecord.tsx'
import { useEntry } from './useEntry.ts'

const WAITING = [
  ['100%', 150],
  ['100%', 200],
  ['100%', 120],
] as const

/** Enter a binary option on a share, the own record, and the own options. Spec: /subPackages/home/options/options. */
export function OptionsPage() {
  const t = useText('options')
  const named = useQuery().get('listing')
  const listing = isListing(named) ? named : null
  const { data, error, refetch } = useRead(readOptionTerms, {})
  if (data && listing && allowsEntry(data)) return <Entry key={listing} listing={listing} terms={data} />
  return (
    <Screen title={t('title')} onBack={back} onRefresh={refreshAll}>
      {data ? (
        <>
          <Before terms={data} />
          {allowsEntry(data) && (
            <>
              <Section>
                <p>{t('what')}</p>
              </Section>
              <Section flush>
                <Row dense caret title={t('choose')} href={hrefTo(SEARCH, { for: 'option' })} />
              </Section>
            </>
          )}
          <Records terms={data} />
        </>
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

const allowsEntry = ({ off, ofSeat }: OptionTerms): boolean => off === null && !ofSeat && !isOff('options')

/** The loss on average, and why nobody can enter where that is so. */
function Before({ terms }: { terms: OptionTerms }) {
  const t = useText('options')
  const why = terms.off !== null ? t(`off_${terms.off}`) : terms.ofSeat ? t('ofSeat') : null
  return (
    <>
      <Restriction />
      <Section>
        <ExpectedLoss terms={terms.terms} house={terms.house} />
      </Section>
      <ProductOff product="options" />
      {why !== null && !isOff('options') && (
        <Section>
          <Notice tone="ground" title={t('offTitle')}>
            {why}
          </Notice>
        </Section>
      )}
    </>
  )
}

function Entry({ listing, terms }: { listing: ListingId; terms: OptionTerms }) {
  const t = useText('options')
  const names = useMarketNames()
  const form = useEntry(listing, terms)
  const live = useQuote(listing)
  const { data: instrument } = useRead(readInstrument, { listing }, { quiet: true })
  return (
    <Screen
      title={t('title')}
      caption={names.caption(listing)}
      onBack={back}
      onRefresh={refreshAll}
      dock={<EntryDock form={form} terms={terms} close={instrument?.session.close ?? null} />}
    >
      <Before terms={terms} />
      {instrument && (
        <Standing>
          <SessionNotices instrument={instrument} facts={{ halted: isHalted(instrument.session, live?.at) }} />
        </Standing>
      )}
      <EntryFields form={form} listing={listing} terms={terms} />
      <Records terms={terms} />
    </Screen>
  )
}

function Records({ terms }: { terms: OptionTerms }) {
  const t = useText('options')
  const { pages, error, refetch, isPending, more, hasMore, isFetchingMore } = usePages(listOptions, {})
  const rows = pages.flatMap((page) => page.rows)
  return (
    <>
      <OwnRecord limit={terms.limit} totals={terms.totals} />
      {rows.length > 0 && (
        <Section title={t('list')} flush>
          {rows.map((option) => (
            <OptionRow key={option.id} option={option} />
          ))}
          {hasMore && <Button look="text" label={t('more')} busy={isFetchingMore} onClick={more} />}
        </Section>
      )}
      {!isPending && !error && rows.length === 0 && <Empty text={t('none')} />}
      {error && rows.length === 0 && <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />}
      <div className={styles.end} />
    </>
  )
}

function OptionRow({ option }: { option: Option }) {
  const t = useText('options')
  const f = useFormats()
  const { id, listing, side, state, stake, paid, at, expiresAt } = option
  return (
    <Row
      title={t(`row_${side}`, { ticker: tickerOf(listing) })}
      wraps
      caption={`${f.date(at)} · ${t('until', { time: f.time(expiresAt) })}`}
      value={paid === null ? f.amount(eur(stake)) : f.amount(eur(paid - stake), 'results')}
      valueCaption={<StatusChip tone={OPTION_TONES[state]} label={t(`state_${state}`)} />}
      href={hrefTo(OPTION, { id })}
    />
  )
}
