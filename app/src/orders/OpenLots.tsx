import type { ReplyOf } from '@lonja/core/base/contract'
import { toneFor } from '@lonja/core/base/formats'
import { standingOf } from '@lonja/core/orders/lots.rules'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { LotResult, LotTable } from './LotTable.tsx'
import type { OrderStory } from './story.ts'
import styles from './OrderDetail.module.css'

type Position = ReplyOf<typeof listPositions>['rows'][number]
type Lot = Position['lots'][number]
type Last = Position['last']

interface LotsProps {
  readonly lots: readonly Lot[]
  readonly currency: Position['currency']
  readonly last: Last
}

const sumOf = (lots: readonly Lot[], figure: (lot: Lot) => bigint): bigint =>
  lots.reduce((sum, lot) => sum + figure(lot), 0n)

/** The lots that a purchase opened and that are still held, at the newest price. Nothing once all are sold. */
export function OpenLots({ order }: { order: OrderStory['order'] }) {
  const t = useText('portfolio')
  const { id, listing, currency } = order
  const position = useRead(listPositions, { listing }, { quiet: true }).data?.rows[0]
  const live = useQuote(listing)
  const last = live?.last ?? position?.last ?? null
  const lots = (position?.lots ?? []).filter((lot) => lot.order === id)
  const [first] = lots
  if (!first) return null
  return (
    <section aria-label={t('stillHeld')}>
      <h3 className={styles.heading}>{t('stillHeld')}</h3>
      {lots.length === 1 ? (
        <OneLot lot={first} currency={currency} last={last} />
      ) : (
        <SeveralLots lots={lots} currency={currency} last={last} />
      )}
    </section>
  )
}

function OneLot({ lot, currency, last }: Omit<LotsProps, 'lots'> & { lot: Lot }) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  const standing = useStandingRows()
  const cents = (units: bigint) => f.amount({ asset: currency, units })
  return (
    <DefinitionRows
      rows={[
        { label: t('tradeNumber'), value: lot.number },
        { label: orders('shares'), note: f.price(lot.price, currency), value: f.count(lot.shares) },
        { label: t('boughtAt'), value: f.date(lot.openedAt) },
        { label: t('costWithFee'), note: cents(lot.fee), value: cents(lot.cost) },
        ...(lot.financed > 0n ? [{ label: t('financed'), note: `${lot.leverage}×`, value: cents(lot.financed) }] : []),
        ...standing({ lots: [lot], currency, last }),
      ]}
    />
  )
}

/** One row for each part that was filled, and the sums of them. */
function SeveralLots({ lots, currency, last }: LotsProps) {
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  const standing = useStandingRows()
  const cents = (units: bigint) => f.amount({ asset: currency, units })
  const financed = sumOf(lots, (lot) => lot.financed)
  return (
    <>
      <LotTable
        lots={lots.map((lot) => ({
          ...lot,
          note: t('lotCost', { cost: cents(lot.cost), fee: cents(lot.fee) }),
          result: <LotResult lot={lot} currency={currency} last={last} />,
        }))}
      />
      <DefinitionRows
        rows={[
          { label: orders('shares'), value: f.count(sumOf(lots, (lot) => lot.shares)) },
          {
            label: t('costWithFee'),
            note: cents(sumOf(lots, (lot) => lot.fee)),
            value: cents(sumOf(lots, (lot) => lot.cost)),
          },
          ...(financed > 0n ? [{ label: t('financed'), note: `${lots[0]?.leverage}×`, value: cents(financed) }] : []),
          ...standing({ lots, currency, last }),
        ]}
      />
    </>
  )
}

/** The price of lots, their value and their result. A figure without a price is '-'. */
function useStandingRows(): (props: LotsProps) => Definition[] {
  const t = useText('portfolio')
  const f = useFormats()
  return ({ lots, currency, last }) => {
    const shares = sumOf(lots, (lot) => lot.shares)
    const cost = sumOf(lots, (lot) => lot.cost)
    const { value, result, yieldBps } = standingOf(shares, cost, last)
    return [
      { label: t('marketPrice'), value: f.price(last, currency) },
      { label: t('marketValue'), value: value === null ? '-' : f.amount({ asset: currency, units: value }) },
      {
        label: t('unrealised'),
        note: f.bps(yieldBps),
        value: result === null ? '-' : f.amount({ asset: currency, units: result }, 'results'),
        tone: result === null ? 'ink' : toneFor(result),
        total: true,
      },
    ]
  }
}
