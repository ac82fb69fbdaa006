import { currencyFor, tickerOf, type PriceE4 } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { lotNumberFor } from '@lonja/core/orders/lots.rules'
import { estimatedSale, previewFor, type Draft } from '@lonja/core/orders/preview.rules'
import { useFormats } from '@lonja/kit/formats'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { useText } from '@lonja/kit/text'
import type { TicketFacts } from './facts.ts'
import { TakesOver } from './TakesOver.tsx'
import { receivedOf } from './leverageRows.ts'

/** The spec's question before a sale (section 8), with its expected proceeds. */
export function ConfirmSell(props: {
  draft: Draft
  facts: TicketFacts
  busy: boolean
  onSell: () => void
  onClose: () => void
}) {
  const { draft, facts, busy, onSell, onClose } = props
  const t = useText('orders')
  const f = useFormats()
  const currency = currencyFor(draft.listing)
  const preview = previewFor(draft, facts.preview!)
  const sale = estimatedSale(facts.lots, preview, draft.shares, { lot: draft.lot ?? null })
  const result = sale?.result ?? null
  const repaid = sale?.repaid ?? 0n
  const what = { count: Number(draft.shares), shares: f.count(draft.shares), code: tickerOf(draft.listing) }
  const how = useHow()(draft)
  return (
    <Confirm
      title={t('confirmSell')}
      text={t('confirmSellText', { ...what, how })}
      note={<TakesOver sale={{ listing: draft.listing, shares: draft.shares, lot: draft.lot ?? null }} />}
      rows={[
        ...(draft.lot ? [{ label: t('lot'), value: lotNumberFor(draft.lot) }] : []),
        ...(repaid > 0n ? [{ label: t('paidBack'), value: f.amount({ asset: currency, units: -repaid }) }] : []),
        { label: t('youReceive'), value: f.amount(receivedOf(preview.total, repaid)) },
        ...(result === null
          ? []
          : [
              {
                label: t('estimatedResult'),
                value: f.amount({ asset: currency, units: result }, 'results'),
                tone: toneFor(result),
              },
            ]),
      ]}
      confirm={`${t('sell')} ${what.shares}`}
      cancel={t('back')}
      busy={busy}
      onConfirm={onSell}
      onCancel={onClose}
    />
  )
}

/** The way in which a draft sells, as the end of a sentence. */
function useHow(): (draft: Draft) => string {
  const t = useText('orders')
  const f = useFormats()
  return ({ listing, limit, stop = null, trail = null, trailBps = null }) => {
    const price = (of: PriceE4): string => f.price(of, currencyFor(listing))
    if (trail !== null) return t('howTrailing', { distance: price(trail) })
    if (trailBps !== null) return t('howTrailing', { distance: f.rate(BigInt(trailBps)) })
    if (stop !== null && limit !== null) return t('howStopLimit', { stop: price(stop), limit: price(limit) })
    if (stop !== null) return t('howStop', { stop: price(stop) })
    return limit === null ? t('howMarket') : t('howLimit', { price: price(limit) })
  }
}
