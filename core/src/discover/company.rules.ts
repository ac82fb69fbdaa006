import { venueOf, type ListingId } from '../base/amount.ts'
import type { Day } from '../base/instant.ts'
import { zoneOf } from '../calendar/days.ts'

/** Members of an index on a page of the list, unless the call says how many. */
export const MEMBERS_PAGE = 50

/**
 * A company to compare. `industry` and `sector` may be any names that are equal for equal ones, `size` any unit; 0 if
 * unknown.
 */
export interface Peer {
  readonly listing: ListingId
  readonly industry: string
  readonly sector: string
  readonly size: number
}

export const RELATED_MOST = 6

/**
 * The companies most similar to one. Its own venues come before foreign ones; then its industry before its sector; then
 * the closest in size (half is as close as twice). An unknown size comes last; ties are broken by code. An empty sector
 * or industry matches nothing.
 */
export function relatedFor(of: Peer, others: Iterable<Peer>, most = RELATED_MOST): readonly Peer[] {
  const near = [...others].filter(
    (other) => other.listing !== of.listing && (isSame(of.industry, other.industry) || isSame(of.sector, other.sector)),
  )
  const rank = (other: Peer): number => (isAtHome(of, other) ? 0 : 2) + (isSame(of.industry, other.industry) ? 0 : 1)
  return near
    .map((other) => ({ other, rank: rank(other), apart: apartOf(of.size, other.size) }))
    .sort((a, b) => a.rank - b.rank || compared(a.apart, b.apart) || (a.other.listing < b.other.listing ? -1 : 1))
    .slice(0, most)
    .map(({ other }) => other)
}

const isAtHome = (of: Peer, other: Peer): boolean => zoneOf(venueOf(of.listing)) === zoneOf(venueOf(other.listing))

const isSame = (one: string, other: string): boolean => one !== '' && one !== 'none' && one === other

/**
 * The ratio of the larger size to the smaller. It is infinite if one is unknown; if the company's own size is unknown,
 * the largest come closest.
 */
function apartOf(size: number, other: number): number {
  if (other <= 0) return Infinity
  return size > 0 ? Math.max(size / other, other / size) : 1 / other
}

/** Two infinite distances are equal. */
const compared = (a: number, b: number): number => (a === b ? 0 : a - b)

export interface DayClose<Price extends bigint> {
  readonly day: Day
  readonly close: Price
}

export interface ReportMove<Price extends bigint> {
  readonly day: Day
  readonly before: Price
  readonly after: Price
}

export const REPORTS_MOST = 8

/**
 * The price move of each report, newest first: from the close before its day to the close of that day. Days without
 * prices are left out.
 */
export function reportMovesFor<Price extends bigint>(
  reportDays: readonly Day[],
  closes: readonly DayClose<Price>[],
  most = REPORTS_MOST,
): readonly ReportMove<Price>[] {
  const places = new Map(closes.map(({ day }, place) => [day, place]))
  const moves = reportDays.flatMap((day) => {
    const place = places.get(day) ?? 0
    const [before, after] = [closes[place - 1], closes[place]]
    return before && after ? [{ day, before: before.close, after: after.close }] : []
  })
  return moves.reverse().slice(0, most)
}

const WHOLE_BPS = 10_000n

/** Each worth as a share of the total in basis points, rounded down; null if it is zero or unknown. */
export function weightsFor(worths: readonly (bigint | null)[]): readonly (number | null)[] {
  const whole = worths.reduce<bigint>((sum, worth) => sum + (worth ?? 0n), 0n)
  return worths.map((worth) => (worth === null || worth === 0n ? null : Number((worth * WHOLE_BPS) / whole)))
}
