import type { Currency, PriceE4, RateE6 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { standingOf } from '@lonja/core/orders/lots.rules'
import type { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { inDisplay } from '@lonja/core/portfolio/portfolio.rules'

export type Position = ReplyOf<typeof listPositions>['rows'][number]
export type Lot = Position['lots'][number]

export const POSITION_SORTS = ['value', 'result', 'name'] as const
export type PositionSort = (typeof POSITION_SORTS)[number]

/** Largest first by value or yield, or by name. Positions without a price come last. */
export function sortPositions(
  rows: readonly Position[],
  by: PositionSort,
  lastOf: (row: Position) => PriceE4 | null,
  locale: string,
): readonly Position[] {
  if (by === 'name') return rows.toSorted((a, b) => a.name.localeCompare(b.name, locale))
  const key = (row: Position): bigint | null => {
    const standing = standingOf(row.shares, row.cost, lastOf(row))
    return by === 'value' ? standing.value : standing.yieldBps
  }
  return rows.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)]
    if (left === right) return 0
    if (left === null) return 1
    if (right === null) return -1
    return left > right ? -1 : 1
  })
}

export interface Sums {
  readonly value: bigint
  readonly result: bigint
  /** The change of the value since the positions were read. */
  readonly since: bigint
}

/**
 * All positions at the newest prices in the display currency. Without a price a position counts at cost; without a rate
 * it is left out.
 */
export function sumsOf(
  rows: readonly Position[],
  display: Currency,
  rate: RateE6 | null,
  lastOf: (row: Position) => PriceE4 | null,
): Sums {
  let [value, cost, read] = [0n, 0n, 0n]
  for (const row of rows) {
    const shown = (cents: bigint) => inDisplay({ asset: row.currency, units: cents }, display, rate) ?? 0n
    const now = standingOf(row.shares, row.cost, lastOf(row)).value ?? row.cost
    value += shown(now)
    cost += shown(row.cost)
    read += shown(row.marketValue ?? row.cost)
  }
  return { value, result: value - cost, since: value - read }
}
