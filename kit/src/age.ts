import { OPENED_AT } from './kept.ts'
import { queries } from './reads.ts'

/**
 * The time of the oldest answer on the screen that an earlier visit of this device left; null if there is none. Reads
 * of the frame around the screen do not count.
 */
export function keptSince(): number | null {
  const times = queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(
      ({ meta, state }) => meta?.['aside'] !== true && state.data !== undefined && state.dataUpdatedAt < OPENED_AT,
    )
    .map(({ state }) => state.dataUpdatedAt)
  return times.length === 0 ? null : Math.min(...times)
}

export const followReads = (changed: () => void): (() => void) => queries.getQueryCache().subscribe(changed)
