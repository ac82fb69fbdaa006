import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { readWithdrawalFigures } from '@lonja/core/withdrawals/withdrawals.contract'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { shareBps } from '@lonja/core/withdrawals/withdrawals.rules'
import type { Tx } from '../database/db.ts'
import { cacheFor } from '../base/cache.ts'
import { onLook, type Route } from '../door/serve.ts'
import { countReasons, countReviews, countWaiting } from '../review/figures.store.ts'
import { isOnePerson } from '../review/review.actions.ts'
import { reasonIn } from '../review/review.replies.ts'
import { countActiveSeats } from '../staff/seats.store.ts'
import type { WithdrawalSettings } from './withdrawals.actions.ts'

const DAY = 24 * HOUR
/** Periods in days: the last 90, and since the opening (null). */
const PERIODS: readonly (number | null)[] = [90, null]
/**
 * The time for which figures are cached. Counting a long history for each request would let a stranger block the house.
 */
const KEPT_MS = MINUTE / 2

/** The house's own figures of its withdrawals, counted from the rows. */
export function withdrawalFiguresRoutes({ review }: WithdrawalSettings): Route[] {
  const counted = cacheFor<Counts>(KEPT_MS)
  return [
    onLook(readWithdrawalFigures, async ({ db, now, language }) => {
      const { at, value } = counted(now, () => db.read((tx) => count(tx, now)))
      const { periods, waiting, seats } = await value
      return {
        at,
        periods: periods.map(({ reasons, ...period }) => ({
          ...period,
          reasons: reasons.map(({ reason, count: times }) => ({
            reason: reasonIn(language, withdrawalReview, reason),
            count: times,
          })),
        })),
        waiting,
        dueHours: review.dueMs / HOUR,
        limit: review.limitCents,
        onePerson: isOnePerson(review, seats),
      }
    }),
  ]
}

type Counts = Awaited<ReturnType<typeof count>>

async function count(tx: Tx, now: Instant) {
  const periods = []
  for (const days of PERIODS) {
    const since = days === null ? 0 : now - days * DAY
    const figures = await countReviews(tx, withdrawalReview, since)
    const { approved, refused } = figures
    const reasons = await countReasons(tx, withdrawalReview, since)
    periods.push({ days, ...figures, refusedBps: shareBps(refused, approved + refused), reasons })
  }
  return { periods, waiting: await countWaiting(tx, withdrawalReview), seats: await countActiveSeats(tx) }
}
