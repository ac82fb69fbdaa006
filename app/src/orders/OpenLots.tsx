import { standingOf } from '@lonja/core/orders/lots.rules'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { toneFor } from '@lonja/core/base/formats'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import type { OrderStory } from './story.ts'
import styles from './OrderDetail.module.css'

/** The lots that a purchase opened and that are still held, each at the newest price. Nothing once all are sold. */
export function OpenLots({ order }: { order: OrderStory['order'] }) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  const { id, listing, currency } = order
  const position = useRead(listPositions, { listing }, { quiet: true }).data?.rows[0]
  const live = useQuote(listing)
  const last = live?.last ?? position?.last ?? null
  const lots = (position?.lots ?? []).filter((lot) => lot.order === id)
  const cents = (units: bigint, sign?: 'results') => f.amount({ asset: currency, units }, sign)
  return lots.map((lot) => {
    const { value, result, yieldBps } = standingOf(lot.shares, lot.cost, last)
    return (
      <section key={lot.lot} aria-label={lots.length > 1 ? `${t('stillHeld')} ${lot.number}` : t('stillHeld')}>
        <h3 className={styles.heading}>{t('stillHeld')}</h3>
        <DefinitionRows
          rows={[
            { label: t('tradeNumber'), value: lot.number },
            { label: orders('shares'), note: f.price(lot.price, currency), value: f.count(lot.shares) },
            { label: t('boughtAt'), value: f.date(lot.openedAt) },
            { label: t('costWithFee'), note: cents(lot.fee), value: cents(lot.cost) },
            ...(lot.financed > 0n
              ? [{ label: t('financed'), note: `${lot.leverage}×`, value: cents(lot.financed) }]
              : []),
            { label: t('marketPrice'), value: f.price(last, currency) },
            { label: t('marketValue'), value: value === null ? '-' : cents(value) },
            {
              label: t('unrealised'),
              note: f.bps(yieldBps),
              value: result === null ? '-' : cents(result, 'results'),
              tone: result === null ? 'ink' : toneFor(result),
              total: true,
            },
          ]}
        />
      </section>
    )
  })
}
