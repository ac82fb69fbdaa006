import { currencyFor, tickerOf, type Amount, type ListingId } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import {
  estimatedResult,
  previewFor,
  mostSharesFor,
  partOf,
  type Draft,
  type Preview,
} from '@lonja/core/orders/preview.rules'
import { useAway } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { useFeeText } from './fees.ts'
import { useHeldText } from './held.ts'
import type { TicketProps } from './facts.ts'
import { NO_PRICES, pricesOf } from './ticket.ts'
import { TicketDock } from './TicketDock.tsx'

/** The preview, always in sight, with the one button that names the act, and our own number keys. */
export function TicketPreview(props: TicketProps & { draft: Draft | null; busy: boolean; onPlace: () => void }) {
  const { instrument, facts, form, change, draft, busy, onPlace } = props
  const t = useText('orders')
  const f = useFormats()
  const away = useAway()
  const preview = draft && facts.preview ? previewFor(draft, facts.preview) : null
  const prices = pricesOf(form) ?? NO_PRICES
  const most = mostSharesFor({ side: form.side, listing: instrument.listing, ...prices }, facts.preview!)
  const held = useHeldText()
  return (
    <TicketDock
      short={[
        [t(form.side === 'buy' ? 'youPay' : 'youGet'), preview ? f.amount(preview.total) : '-'],
        [t('youKeep'), preview?.held ? held(leftOf(preview.left)) : '-'],
      ]}
      button={<PlaceButton {...props} preview={preview} away={away !== null} busy={busy} onPlace={onPlace} />}
      put={(percent) => change({ shares: partOf(most, percent) })}
    >
      <Rows {...props} preview={preview} />
    </TicketDock>
  )
}

type Reckoned = TicketProps & { draft: Draft | null; preview: Preview | null }

/** The lines of the preview. A figure not known yet is '-', so that nothing moves. */
function Rows({ instrument, facts, form, draft, preview }: Reckoned) {
  const t = useText('orders')
  const f = useFormats()
  const held = useHeldText()
  const amount = (of: Amount | null | undefined) => (of ? f.amount(of) : '-')
  const feeText = useFeeText(currencyFor(instrument.listing))
  const times = preview && draft ? `${f.count(draft.shares)} × ${f.price(preview.price)}` : undefined
  const buying = form.side === 'buy'
  const limited = form.kind === 'limit' || form.kind === 'stop_limit'
  const cost = buying ? t(limited ? 'worstCost' : 'estimatedCost') : t(limited ? 'leastProceeds' : 'estimatedProceeds')
  const conversion = preview?.conversion
  const result = preview && draft && !buying ? estimatedResult(facts.lots, preview, draft.shares) : null
  const rows: Definition[] = [
    { label: cost, note: times, value: amount(preview?.cost) },
    { label: t('fee'), note: facts.terms && feeText(facts.terms), value: amount(preview?.fee) },
    ...(conversion
      ? [
          {
            label: t('conversion'),
            note: t('conversionOf', {
              amount: f.amount(conversion.received),
              rate: f.exchange(conversion.rate),
              markup: f.rate(facts.preview?.rate?.markupBps ?? 0n),
            }),
            value: amount(conversion.paid),
          },
        ]
      : []),
    {
      label: t(buying ? 'heldAtMost' : 'heldShares'),
      value: preview?.held ? held(preview.held) : '-',
    },
    ...(buying
      ? [
          { label: t('usedMargin'), value: amount(preview && { ...preview.total, units: 0n }) },
          { label: t('worstCase'), note: t('ifZero'), value: amount(preview?.worst), tone: 'loss' as const },
        ]
      : [
          {
            label: t('estimatedResult'),
            value: result === null ? '-' : f.amount({ asset: preview!.total.asset, units: result }, 'results'),
            tone: result === null ? ('ink' as const) : toneFor(result),
          },
        ]),
    {
      label: t(buying ? 'leftAvailable' : 'leftShares'),
      value: preview?.held ? held(leftOf(preview.left)) : '-',
      total: true,
    },
  ]
  return <DefinitionRows tight rows={rows} />
}

/** Each currency with cash left; its own currency if none is. */
export function leftOf(left: readonly Amount[]): readonly Amount[] {
  const some = left.filter(({ units }) => units !== 0n)
  return some.length > 0 ? some : left.slice(0, 1)
}

/** The field that a form lacks, in words. */
export function useMissing(): (form: TicketProps['form']) => string {
  const t = useText('orders')
  return ({ kind, limit, shares }) => {
    if (shares === null || shares < 1n) return t('sharesMissing')
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

function PlaceButton(props: Reckoned & { away: boolean; busy: boolean; onPlace: () => void }) {
  const { instrument, facts, form, draft, preview, away, busy, onPlace } = props
  const t = useText('orders')
  const f = useFormats()
  const buying = form.side === 'buy'
  const missing = useMissing()
  const label = useActText()(instrument.listing, draft) ?? t(buying ? 'buy' : 'sell')
  const total = preview ? f.amount(preview.total) : ''
  const second = !preview
    ? undefined
    : instrument.session.state === 'closed'
      ? t('leaveFor')
      : t(draft?.limit ? (buying ? 'atMost' : 'atLeast') : buying ? 'aboutWithFee' : 'aboutLessFee', { amount: total })
  const waitsFor = away
    ? t('waitsForNetwork')
    : !draft
      ? missing(form)
      : facts.halted && form.kind === 'market'
        ? t('limitOnly')
        : !facts.quote
          ? t('waitsForQuote')
          : !preview?.held
            ? t(buying ? 'insufficientBalance' : 'insufficientShares')
            : undefined
  return (
    <Button label={label} second={second} waitsFor={waitsFor} busy={busy} busyLabel={t('sending')} onClick={onPlace} />
  )
}
