import { currencyFor, tickerOf, type Amount, type Currency, type ListingId } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { estimatedSale, partOf, type Draft, type Preview } from '@lonja/core/orders/preview.rules'
import { useAway } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { useFeeText } from './fees.ts'
import { useHeldText } from './held.ts'
import { ownPartOf, receivedOf, useLeverageRows } from './leverageRows.ts'
import { boughtIn, lacksPrice, mostIn, previewIn, type TicketProps } from './facts.ts'
import { useNoSharesText } from './AmountField.tsx'
import { wrongExitIn } from './exits.ts'
import { amountOf, lacksExitPrice, lacksStop, lotOf, pricesOf } from './ticket.ts'
import { usePriceKeys } from './price-keys.ts'
import { TicketDock } from './TicketDock.tsx'

/** The preview, always in sight, with the one button that names the act, and our own number keys. */
export function TicketPreview(
  props: TicketProps & {
    draft: Draft | null
    busy: boolean
    onPlace: () => void
    /** Called with what the form lacks, in words, instead of placing it. */
    onLacking: (what: string) => void
  },
) {
  const { instrument, facts, form, change, draft, busy, onPlace, onLacking } = props
  const t = useText('orders')
  const f = useFormats()
  const away = useAway()
  const preview = previewIn(form, draft, facts)
  const most = mostIn(form, instrument.listing, facts)
  const held = useHeldText()
  const sale =
    draft && preview && form.side === 'sell'
      ? estimatedSale(facts.lots, preview, draft.shares, { lot: lotOf(form) })
      : null
  const moved = preview && (form.side === 'buy' ? ownPartOf(preview) : receivedOf(preview.total, sale?.repaid ?? 0n))
  const shared = { ...props, preview, sale, moved }
  return (
    <TicketDock
      short={[
        [t(form.side === 'buy' ? 'youPay' : 'youGet'), moved ? f.amount(moved) : '-'],
        [t('youKeep'), preview?.held ? held(leftOf(preview.left)) : '-'],
      ]}
      button={
        <PlaceButton
          {...shared}
          isShort={draft !== null && draft.shares > most}
          away={away !== null}
          busy={busy}
          onPlace={onPlace}
          onLacking={onLacking}
        />
      }
      put={(percent) => change({ shares: partOf(most, percent) })}
      prices={usePriceKeys(props)}
    >
      <Rows {...shared} />
    </TicketDock>
  )
}

type PreviewProps = TicketProps & {
  draft: Draft | null
  preview: Preview | null
  /** The result of a sell, and what it pays back. */
  sale: ReturnType<typeof estimatedSale>
  /** The customer's part of a buy, or what they receive of a sell. */
  moved: Amount | null
}

/** The lines of the preview. A figure not known yet is '-', so that nothing moves. */
function Rows(props: PreviewProps) {
  const { facts, form, preview } = props
  const t = useText('orders')
  const held = useHeldText()
  const buying = form.side === 'buy'
  const plain = usePlainRows(currencyFor(props.instrument.listing))(props)
  const leveraged = useLeverageRows()(preview, form.leverage, facts.terms)
  const { costs, holds } = buying && form.leverage > 1 ? leveraged : plain
  const rows: Definition[] = [
    ...costs,
    ...useConversionRow()(props),
    ...holds,
    ...useAmountRow()(props),
    {
      label: t(buying ? 'leftAvailable' : 'leftShares'),
      value: preview?.held ? held(leftOf(preview.left)) : '-',
      total: true,
    },
  ]
  return <DefinitionRows tight rows={rows} />
}

/** The part of the money that a buy is for which its shares do not need. */
function useAmountRow() {
  const t = useText('orders')
  const f = useFormats()
  return ({ instrument, facts, form }: PreviewProps): Definition[] => {
    const amount = amountOf(form)
    if (!amount) return []
    const money = (units: bigint | null | undefined) =>
      units === null || units === undefined ? '-' : f.amount({ asset: instrument.currency, units })
    const rest = boughtIn(form, instrument.listing, facts)?.rest
    return [{ label: t('amountRest'), note: t('ofAmount', { amount: money(amount.units) }), value: money(rest) }]
  }
}

/** The lines of a sell, and of a buy without leverage. */
function usePlainRows(currency: Currency) {
  const t = useText('orders')
  const f = useFormats()
  const held = useHeldText()
  const feeText = useFeeText(currency)
  const amount = (of: Amount | null | undefined) => (of ? f.amount(of) : '-')
  return ({ facts, form, draft, preview, sale, moved }: PreviewProps) => {
    const buying = form.side === 'buy'
    const limited = form.kind === 'limit' || form.kind === 'stop_limit'
    const cost = buying
      ? t(limited ? 'worstCost' : 'estimatedCost')
      : t(limited ? 'leastProceeds' : 'estimatedProceeds')
    const times = preview && draft ? `${f.count(draft.shares)} × ${f.price(preview.price)}` : undefined
    const fees = facts.terms && feeText(facts.terms)
    const result = preview && sale && { ...preview.total, units: sale.result }
    const costs: Definition[] = [
      { label: cost, note: times, value: amount(preview?.cost) },
      { label: t('fee'), note: fees, value: amount(preview?.fee) },
    ]
    if (sale && sale.repaid > 0n && preview && moved) {
      costs.push({ label: t('paidBack'), value: f.amount({ ...preview.total, units: -sale.repaid }) })
      costs.push({ label: t('youReceive'), note: moved.units < 0n ? t('fromOther') : undefined, value: amount(moved) })
    }
    const holds: Definition[] = [
      { label: t(buying ? 'heldAtMost' : 'heldShares'), value: preview?.held ? held(preview.held) : '-' },
      ...(buying
        ? [
            { label: t('usedMargin'), value: amount(preview && { ...preview.total, units: 0n }) },
            { label: t('worstCase'), note: t('ifZero'), value: amount(preview?.worst), tone: 'loss' as const },
          ]
        : [
            {
              label: t('estimatedResult'),
              value: result ? f.amount(result, 'results') : '-',
              tone: result ? toneFor(result.units) : ('ink' as const),
            },
          ]),
    ]
    return { costs, holds }
  }
}

/** The conversion that pays for a buy, if its own currency does not suffice. */
function useConversionRow() {
  const t = useText('orders')
  const f = useFormats()
  return ({ facts, preview }: PreviewProps): Definition[] => {
    if (!preview?.conversion) return []
    const { paid, rate } = preview.conversion
    const markup = f.rate(facts.preview?.rate?.markupBps ?? 0n)
    const note = t('conversionOf', { rate: f.exchange(rate), markup })
    return [{ label: t('conversion'), note, value: f.amount(paid) }]
  }
}

/** Each currency with cash left; its own currency if none is. */
export function leftOf(left: readonly Amount[]): readonly Amount[] {
  const some = left.filter(({ units }) => units !== 0n)
  return some.length > 0 ? some : left.slice(0, 1)
}

/** The field that a form lacks, in words. */
export function useMissing(): (form: TicketProps['form']) => string {
  const t = useText('orders')
  return (form) => {
    const { kind, limit, shares } = form
    if (shares === null || shares < 1n) return t('sharesMissing')
    if (pricesOf(form) !== null && lacksExitPrice(form))
      return t(form.exits.follows && lacksStop(form.exits) ? 'trailMissing' : 'exitPriceMissing')
    if (kind === 'trailing') return t('trailMissing')
    return kind === 'limit' || (kind === 'stop_limit' && limit === null) ? t('limitMissing') : t('stopMissing')
  }
}

/** The act of a draft: `Comprar 100 BVE a 17,40 € o menos`, `Vender 60 QLN si baja a 58,00`. */
function useActText(): (listing: ListingId, draft: Draft | null) => string | null {
  const t = useText('orders')
  const f = useFormats()
  return (listing, draft) => {
    if (!draft) return null
    const { side, limit, stop = null, trail = null, trailBps = null } = draft
    const currency = currencyFor(listing)
    const buying = side === 'buy'
    const what = { shares: f.count(draft.shares), code: tickerOf(listing) }
    const distance = trail === null ? f.rate(BigInt(trailBps ?? 0)) : f.price(trail, currency)
    if (trail !== null || trailBps !== null) return t(buying ? 'buyTrailing' : 'sellTrailing', { ...what, distance })
    if (stop !== null) return t(buying ? 'buyAtStop' : 'sellAtStop', { ...what, price: f.price(stop, currency) })
    if (limit === null) return t(buying ? 'buyAtMarket' : 'sellAtMarket', what)
    return t(buying ? 'buyAtLimit' : 'sellAtLimit', { ...what, price: f.price(limit, currency) })
  }
}

interface PlaceProps extends PreviewProps {
  isShort: boolean
  away: boolean
  busy: boolean
  onPlace: () => void
  onLacking: (what: string) => void
}

function PlaceButton(props: PlaceProps) {
  const { instrument, form, draft, preview, moved, busy, onPlace, onLacking } = props
  const t = useText('orders')
  const f = useFormats()
  const buying = form.side === 'buy'
  const label = useActText()(instrument.listing, draft) ?? t(buying ? 'buy' : 'sell')
  const total = moved ? f.amount(moved) : ''
  const putIn = t(draft?.limit ? 'putIn' : 'putInAbout', { leverage: form.leverage, amount: total })
  const second = !preview
    ? undefined
    : buying && form.leverage > 1
      ? [putIn, ...(instrument.session.state === 'closed' ? [t('leaveFor')] : [])].join(' · ')
      : instrument.session.state === 'closed'
        ? t('leaveFor')
        : t(draft?.limit ? (buying ? 'atMost' : 'atLeast') : buying ? 'aboutWithFee' : 'aboutLessFee', {
            amount: total,
          })
  const waitsFor = useObstacle()(props)
  const lacking = useLacking()(props)
  return (
    <Button
      label={label}
      second={lacking ?? second}
      waitsFor={waitsFor}
      busy={busy}
      busyLabel={t('sending')}
      onClick={() => (lacking === undefined ? onPlace() : onLacking(lacking))}
    />
  )
}

/** The field that a ticket lacks, in words; undefined for one that is filled in. */
function useLacking(): (ticket: PlaceProps) => string | undefined {
  const missing = useMissing()
  const noShares = useNoSharesText()
  return (ticket) => (ticket.draft ? undefined : (noShares(ticket) ?? missing(ticket.form)))
}

/** The obstacle of a ticket that no field is to blame for, in words; undefined for one that can be sent or filled in. */
function useObstacle(): (ticket: PlaceProps) => string | undefined {
  const t = useText('orders')
  return (ticket) => {
    const { facts, form, draft, preview, away, isShort } = ticket
    if (away) return t('waitsForNetwork')
    if (lacksPrice(form, facts)) return t('waitsForAsk')
    if (!draft) return undefined
    if (facts.halted && form.kind === 'market') return t('limitOnly')
    if (!facts.quote) return t('waitsForQuote')
    if (!preview?.held || isShort) return t(form.side === 'buy' ? 'insufficientBalance' : 'insufficientShares')
    if (preview.isMarginShort) return t('marginNotCovered')
    const wrong = wrongExitIn(form, facts)
    return wrong ? t('lookAt', { field: t(wrong.field === 'exits.stop' ? 'cutLosses' : 'takeGain') }) : undefined
  }
}
