import { tickerOf } from '@lonja/core/base/amount'
import { returnBps } from '@lonja/core/base/formats'
import type { placeOrder } from '@lonja/core/orders/orders.contract'
import type { SaleObstacle } from '@lonja/core/portfolio/sales.rules'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { Row } from '@lonja/kit/parts/Row'
import type { ChangeState } from '@lonja/kit/series'
import { useText, type TextKey } from '@lonja/kit/text'
import { PositionResult } from './PositionResult.tsx'
import type { ConfirmedSale, SaleRow } from './selling.ts'
import many from '../orders/ManyRows.module.css'
import styles from './CloseAll.module.css'

const OBSTACLES: Readonly<Record<Exclude<SaleObstacle, 'held'>, TextKey<'orders'>>> = {
  trading_paused: 'stopped',
  day_public: 'stopped',
  never_quoted: 'noPrice',
  no_price: 'noPrice',
  market_halted: 'halted',
  market_closed_for_good: 'closedForGood',
  price_stale: 'staleQuote',
}

/** One position: the shares that would be sold with their estimate, and what stands against it. */
export function SalePreview({ row }: { row: SaleRow }) {
  const t = useText('portfolio')
  const f = useFormats()
  const { listing, name, currency, selling, estimate, obstacle } = row
  const notes = useNotes(row)
  const shares = `${tickerOf(listing)} · ${t('sharesHeld', { count: selling })}`
  return (
    <li>
      <Row
        wraps
        title={name}
        caption={
          <>
            <span className={many.part}>
              {estimate ? `${shares} · ${t('withFee', { fee: f.cents(estimate.fee) })}` : shares}
            </span>
            {notes.map((note) => (
              <span key={note} className={obstacle === null ? many.part : styles.obstacle}>
                {note}
              </span>
            ))}
          </>
        }
        value={estimate ? f.amount({ asset: currency, units: estimate.proceeds }) : '-'}
        valueCaption={<PositionResult currency={currency} result={estimate?.result ?? null} bps={yieldOf(row)} />}
      />
    </li>
  )
}

/** The estimated result as a share of the cost of the lots: what comes in less the result. */
const yieldOf = ({ estimate }: SaleRow): bigint | null =>
  estimate ? returnBps(estimate.result, estimate.total - estimate.result) : null

/** Why it cannot be sold now, or what its order waits for, and the shares that stay held. */
function useNotes({ obstacle, waitsUntil, resumesAt, held, inExits, selling }: SaleRow): string[] {
  const t = useText('portfolio')
  const orders = useText('orders')
  const f = useFormats()
  const notes: string[] = []
  if (obstacle === 'held') notes.push(t('allHeld'))
  else if (obstacle === 'market_halted' && resumesAt !== null)
    notes.push(orders('haltedUntil', { time: f.clock(resumesAt) }))
  else if (obstacle !== null) notes.push(orders(OBSTACLES[obstacle]))
  if (waitsUntil !== null) notes.push(t('waitsForOpen', { time: f.date(waitsUntil) }))
  const staying = held - inExits
  if (staying > 0n && selling > 0n) notes.push(t('heldStay', { shares: f.count(staying) }))
  if (inExits > 0n) notes.push(t('exitsTaken', { shares: f.count(inExits) }))
  return notes
}

/** One order with its answer: on its way, received, refused with the reason, unknown, or not sent. */
export function SaleOutcome({ sale: { row, ticket }, sent }: { sale: ConfirmedSale; sent: Outcome | undefined }) {
  const t = useText('portfolio')
  const f = useFormats()
  const why = sent?.state === 'refused' ? sent.refusal.msg : sent?.state === 'lost' ? sent.outage.msg : null
  const problem = f.sentences(why, sent?.state === 'lost' && t('lostSale'))
  return (
    <li>
      <Row
        wraps
        {...(sent?.state === 'accepted' ? { href: hrefTo('/subPackages/trade/detail', { id: ticket.id }) } : {})}
        title={row.name}
        caption={
          <>
            <span className={many.part}>
              {`${tickerOf(row.listing)} · ${t('sharesHeld', { count: ticket.shares })}`}
            </span>
            {why !== null && <span className={styles.obstacle}>{problem}</span>}
          </>
        }
        value={<OutcomeChip sent={sent} />}
      />
    </li>
  )
}

type Outcome = ChangeState<typeof placeOrder>

function OutcomeChip({ sent }: { sent: Outcome | undefined }) {
  const t = useText('portfolio')
  const orders = useText('orders')
  switch (sent?.state) {
    case 'accepted':
      return <StatusChip tone="gain" label={orders('placed')} />
    case 'refused':
      return <StatusChip tone="loss" label={t('saleRefused')} />
    case 'lost':
      return <StatusChip tone="warn" label={t('saleUnknown')} />
    case 'sending':
      return <StatusChip tone="grey" label={orders('sending')} />
    case undefined:
      return <StatusChip tone="grey" label={t('saleUnsent')} />
  }
}
