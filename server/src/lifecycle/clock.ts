import type { Instant } from '@lonja/core/base/instant'
import { judgeStart } from '@lonja/core/market/clock.rules'
import { CannotOpen } from '../base/cannot.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import { findLastEntryTime } from '../ledger/house.store.ts'
import { findHouseClock, holdSeeds, saveRan } from '../market/clock.store.ts'
import { findLastRevealTime, findOpening } from '../market/market.store.ts'
import { findLastPlacedAfter } from '../orders/placed.store.ts'

/**
 * Judges the clock of this machine before the market opens. A clock earlier than anything that this house has written
 * stops the house with one line. After a long absence the clock may be wrong without a sign of it, so seeds are held
 * back.
 */
export async function checkClock({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Promise<void> {
  const now = clock.now()
  const { house, opening, written } = await db.read(async (tx) => {
    const opening = await findOpening(tx)
    const house = await findHouseClock(tx)
    const reveal = await findLastRevealTime(tx)
    const entry = await findLastEntryTime(tx)
    const order = await findLastPlacedAfter(tx, now)
    return { house, opening, written: latestOf([opening?.openedAt, house?.ranAt, reveal, entry, order]) }
  })
  const judged = judgeStart(now, { written, ranAt: house?.ranAt ?? written })
  if (judged === 'behind' && written !== null) {
    throw new CannotOpen(
      `The clock of this machine says ${textOf(now)}, and this house has written at ${textOf(written)}: set the clock right; if it is right, the clock was ahead then, so wait until that time or restore a backup from before (docs/OPERATING.md).`,
    )
  }
  if (judged !== 'away' || opening?.practice === null) return
  await db.write(async (tx) => {
    await saveRan(tx, now)
    await holdSeeds(tx, now, 'house_away')
  })
  log.warn(
    { last: textOf(house?.ranAt ?? written ?? now), now: textOf(now) },
    'this house last ran more than 26 hours ago: no seed is revealed for 24 hours, in case the clock is wrong; npm run reveal reveals them now',
  )
}

const latestOf = (instants: readonly (Instant | null | undefined)[]): Instant | null => {
  const known = instants.filter((at) => at !== null && at !== undefined)
  return known.length === 0 ? null : Math.max(...known)
}

const textOf = (at: Instant): string => new Date(at).toISOString()
