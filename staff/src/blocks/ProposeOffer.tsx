import { useState } from 'react'
import { isListing, wholeShares } from '@lonja/core/base/amount'
import { DAY_MS } from '@lonja/core/calendar/days'
import { DISCOUNT_LEAST_BPS, DISCOUNT_MOST_BPS, LOCK_DAYS_MOST, OFFER_DAYS_MOST } from '@lonja/core/blocks/blocks.rules'
import { proposeBlockOffer } from '@lonja/core/blocks/blocks.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { useMay } from '@lonja/kit/may'
import { Button } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { Field } from '@lonja/kit/parts/Field'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { toast } from '@lonja/kit/parts/toast'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import styles from '../news/Articles.module.css'
import own from './blocks.module.css'

/** Opens the form for the terms of a block offer, for a seat that may propose them. */
export function ProposeOffer() {
  const t = useText('blocks')
  const [isOpen, setOpen] = useState(false)
  if (!useMay(proposeBlockOffer)) return null
  return (
    <>
      <Button look="outline" small label={t('propose')} onClick={() => setOpen(true)} />
      {isOpen && <Form onClose={() => setOpen(false)} />}
    </>
  )
}

const FIGURES = ['discountBps', 'shares', 'least', 'most', 'lockDays', 'openDays'] as const
type Figure = (typeof FIGURES)[number]

/** The figures of the form; null where nothing readable is written. */
type Figures = Readonly<Record<Figure, bigint | null>>
const EMPTY: Figures = { discountBps: null, shares: null, least: null, most: null, lockDays: 30n, openDays: 10n }

function Form({ onClose }: { onClose: () => void }) {
  const t = useText('blocks')
  const [id] = useState(newId)
  const [listing, setListing] = useState('')
  const [figures, setFigures] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const propose = useWrite(proposeBlockOffer, {
    quiet: true,
    onReply: () => {
      markAllStale()
      toast(t('proposed'), { kind: 'done' })
      onClose()
    },
  })
  const named = listing.trim().toUpperCase()
  const submit = () => {
    setTried(true)
    const terms = termsOf(figures)
    if (isListing(named) && terms) propose.mutate({ id, listing: named, ...terms })
  }
  return (
    <Dialog
      title={t('propose')}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button label={t('proposeIt')} busy={propose.isPending} onClick={submit} />
        </>
      }
    >
      <p>{t('proposeWhy')}</p>
      <Field
        label={t('listing')}
        hint={t('listingHint')}
        firstFocus
        value={listing}
        onChange={setListing}
        maxLength={20}
        error={(tried && !isListing(named) ? t('missing') : null) ?? propose.mistake('listing')}
      />
      <Figures
        figures={figures}
        onChange={setFigures}
        wrong={(figure) =>
          tried && figures[figure] === null ? t('missing') : propose.mistake(figure === 'openDays' ? 'endsAt' : figure)
        }
      />
      <p className={styles.wrong} role="alert">
        {propose.refusal?.msg}
      </p>
    </Dialog>
  )
}

/** The terms that the figures say; null while one is missing. */
function termsOf({ discountBps, shares, least, most, lockDays, openDays }: Figures) {
  if (discountBps === null || shares === null || least === null) return null
  if (most === null || lockDays === null || openDays === null) return null
  return {
    discountBps: Number(discountBps),
    shares: wholeShares(shares),
    least: wholeShares(least),
    most: wholeShares(most),
    lockDays: Number(lockDays),
    endsAt: Date.now() + Number(openDays) * DAY_MS,
  }
}

function Figures(props: {
  figures: Figures
  onChange: (figures: Figures) => void
  wrong: (figure: Figure) => string | undefined
}) {
  const { figures, onChange, wrong } = props
  const t = useText('blocks')
  const f = useFormats()
  const range = { least: f.rate(BigInt(DISCOUNT_LEAST_BPS)), most: f.rate(BigInt(DISCOUNT_MOST_BPS)) }
  const fields: Readonly<Record<Figure, { label: string; hint?: string; decimals?: number; unit?: string }>> = {
    discountBps: { label: t('discount'), hint: t('discountHint', range), decimals: 2, unit: '%' },
    shares: { label: t('size') },
    least: { label: t('least') },
    most: { label: t('most') },
    lockDays: { label: t('lock'), hint: t('lockHint', { most: BigInt(LOCK_DAYS_MOST) }) },
    openDays: { label: t('openDays'), hint: t('openHint', { most: BigInt(OFFER_DAYS_MOST) }) },
  }
  return (
    <div className={own.figures}>
      {FIGURES.map((figure) => (
        <NumberField
          key={figure}
          decimals={0}
          {...fields[figure]}
          value={figures[figure]}
          onChange={(value) => onChange({ ...figures, [figure]: value })}
          error={wrong(figure)}
        />
      ))}
    </div>
  )
}
