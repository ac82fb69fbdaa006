import {
  basisPoints,
  cents,
  divideDown,
  divideHalfEven,
  divideUp,
  maxOf,
  minOf,
  rateOf,
  type BasisPoints,
  type Cents,
  type Currency,
} from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Instant } from '../base/instant.ts'
import { dayNumberAt, localInstant } from '../calendar/days.ts'
import type { FEE_TABLE_VERSIONS, ROUNDINGS } from './fees.names.ts'

/** A version of the fee table. An order keeps the one that it was placed under. */
export type FeeTableVersion = (typeof FEE_TABLE_VERSIONS)[number]

/**
 * The rule by which the fills of an order are rounded to the cent. `half_even`: to the nearest cent, a half to the even one.
 * `against_customer`: what the customer pays up, what they receive down.
 */
export type Rounding = (typeof ROUNDINGS)[number]

/** The fees of an order, the house's markup on its conversion, and the rule by which its fills are rounded. */
export interface FeeTable {
  readonly bps: BasisPoints
  /** The least fee of an order, in cents of its currency. */
  readonly least: Readonly<Record<Currency, Cents>>
  readonly markupBps: BasisPoints
  readonly rounding: Rounding
}

/** Every fee table that an order may have. A change is a new version from an announced day, never an edit of one. */
export const FEE_TABLES: Readonly<Record<FeeTableVersion, FeeTable>> = {
  1: {
    bps: basisPoints(10n),
    least: { EUR: cents(0n), USD: cents(0n) },
    markupBps: basisPoints(20n),
    rounding: 'half_even',
  },
  2: {
    bps: basisPoints(10n),
    least: { EUR: cents(1n), USD: cents(1n) },
    markupBps: basisPoints(20n),
    rounding: 'against_customer',
  },
}

/** The newest fee table, and the days between its announcement and its first day in a house that had an earlier one. */
export const NEWEST_FEE_TABLE: FeeTableVersion = 2
export const ANNOUNCED_DAYS = 7

/** A fee table of a house, with the instants of its announcement and of its first day. Orders placed from then on have it. */
export interface FeeTableDay {
  readonly version: FeeTableVersion
  readonly announcedAt: Instant
  readonly from: Instant
}

/**
 * The newest fee table's first day, if the house has not fixed one. A house without an earlier table has it from its
 * opening. Others have it from a midnight in Madrid, at least `ANNOUNCED_DAYS` after now. Null if it is fixed.
 */
export function newestFeeTableFor(
  known: readonly FeeTableDay[],
  { openedAt, now }: { readonly openedAt: Instant; readonly now: Instant },
): FeeTableDay | null {
  if (known.some(({ version }) => version === NEWEST_FEE_TABLE)) return null
  if (known.length === 0) return { version: NEWEST_FEE_TABLE, announcedAt: openedAt, from: openedAt }
  const day = dayNumberAt('Europe/Madrid', now) + ANNOUNCED_DAYS + 1
  return { version: NEWEST_FEE_TABLE, announcedAt: now, from: localInstant('Europe/Madrid', day, 0) }
}

/**
 * The fee table in force at an instant, and the next one, if its day is still to come. `days` are in their order.
 * Asserts that there is a table.
 */
export function feeTablesAt(
  days: readonly FeeTableDay[],
  at: Instant,
): { readonly current: FeeTableDay; readonly next: FeeTableDay | null } {
  const current = days.findLast(({ from }) => from <= at) ?? days[0]
  assert(current !== undefined, 'a house has a fee table')
  return { current, next: days.find(({ from }) => from > current.from) ?? null }
}

/** The two directions of a rounding rule: an amount that the customer pays, and one that they receive. */
const DIRECTIONS: Readonly<Record<Rounding, { readonly paid: typeof divideUp; readonly received: typeof divideUp }>> = {
  half_even: { paid: divideHalfEven, received: divideHalfEven },
  against_customer: { paid: divideUp, received: divideDown },
}

export const directionsOf = (version: FeeTableVersion): (typeof DIRECTIONS)[Rounding] =>
  DIRECTIONS[FEE_TABLES[version].rounding]

/**
 * The fee on the cost of a buy or the proceeds of a sell: the table's rate of it, at least the table's minimum. A
 * sell's fee is at most its proceeds.
 */
export function feeFor(version: FeeTableVersion, side: 'buy' | 'sell', value: Cents, currency: Currency): Cents {
  const { bps, least } = FEE_TABLES[version]
  const fee = maxOf(rateOf(value, bps, directionsOf(version).paid), least[currency])
  return side === 'sell' ? minOf(fee, value) : fee
}
