import type { Venue } from '@lonja/core/base/amount'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { useRead } from '@lonja/kit/reads'
import { Skeleton } from '@lonja/kit/parts/states'
import { LiveChange, LivePrice, instrumentHref } from '../market/LiveRow.tsx'
import { indicesRequest, rowsOf } from './lists.ts'
import styles from './discover.module.css'

/**
 * The indices of a market: name, value, the day's change. Nothing if the source has none, or if they cannot be loaded.
 */
export function IndexCards({ venue }: { venue?: Venue | 'us' }) {
  const read = useRead(listInstruments, indicesRequest(venue), { quiet: true })
  if (!read.data) return read.error ? null : <Waiting count={venue ? 1 : 3} />
  const rows = rowsOf(read.data)
  if (rows.length === 0) return null
  return (
    <div className={styles.cards}>
      {rows.map((row) => (
        <a key={row.listing} className={styles.card} href={instrumentHref(row.listing)}>
          <span>{row.name}</span>
          <strong>
            <LivePrice of={row} />
          </strong>
          <LiveChange of={row} />
        </a>
      ))}
    </div>
  )
}

/** Placeholder cards: as many as a phone shows; a single one fills the row. */
function Waiting({ count }: { count: 1 | 3 }) {
  return (
    <div className={styles.cards} aria-hidden>
      {Array.from({ length: count }, (_, card) => (
        <div key={card} className={styles.card}>
          <Skeleton width={80} />
          <Skeleton width={64} height={19} />
          <Skeleton width={40} />
        </div>
      ))}
    </div>
  )
}
