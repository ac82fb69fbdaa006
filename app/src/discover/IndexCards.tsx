import type { Venue } from '@lonja/core/base/amount'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { useRead } from '@lonja/kit/reads'
import { LiveChange, LivePrice, instrumentHref } from '../market/LiveRow.tsx'
import { rowsOf } from './lists.ts'
import styles from './discover.module.css'

/** The indices of a market: name, value, the day's change. Nothing where the source has none. */
export function IndexCards({ venue }: { venue?: Venue | 'us' }) {
  const read = useRead(listInstruments, { list: 'indices', ...(venue ? { venue } : {}) }, { quiet: true })
  const rows = read.data ? rowsOf(read.data) : []
  if (read.data && rows.length === 0) return null
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
