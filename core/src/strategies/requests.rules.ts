import type { Venue } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { dayNumberAt, dayNumberOf, dayOf, localInstant, zoneOf } from '../calendar/days.ts'
import type { Day } from '../base/instant.ts'

/** The days of a backtest at most: a year with its leap day. */
export const BACKTEST_DAYS_MOST = 366
/** The backtests of a customer that wait or run at the same time, at most. */
export const BACKTESTS_OPEN_MOST = 3
/** The stored backtests of a customer: a further one takes the place of the oldest that has ended. */
export const BACKTESTS_STORED_MOST = 20
/** The trades of a backtest that are stored: the first ones. */
export const TRADES_STORED_MOST = 5_000
/** A backtest that ended this number of servers is not begun again. */
export const BACKTEST_TURNS_MOST = 3
export const BACKTESTS_PAGE = 20
export const RUNS_PAGE = 20
export const TRADES_PAGE = 50

/** The instants of a period: from the midnight before its first day to the one after its last. */
export interface Period {
  readonly from: Instant
  readonly to: Instant
}

/** Accept the days of a backtest with their instants, or refuse them. Each day must be over on its venue. */
export function decidePeriod(
  { from, to }: { readonly from: string; readonly to: string },
  venue: Venue,
  marketNow: Instant,
): Period | Refused<'backtest_period' | 'backtest_too_long'> {
  const zone = zoneOf(venue)
  const today = dayNumberAt(zone, marketNow)
  const [first, last] = [dayNumberOf(from as Day), dayNumberOf(to as Day)]
  const areDays = dayOf(first) === from && dayOf(last) === to
  if (!areDays || first > last || last >= today) return refuse('backtest_period', { latest: dayOf(today - 1) })
  if (last - first >= BACKTEST_DAYS_MOST) return refuse('backtest_too_long', { days: String(BACKTEST_DAYS_MOST) })
  return { from: localInstant(zone, first, 0), to: localInstant(zone, last + 1, 0) }
}
