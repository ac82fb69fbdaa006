import { MINUTE } from '@lonja/core/base/instant'
import { dayNumberOf } from '@lonja/core/market/calendar.days'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../base/db.ts'
import type { Log } from '../base/log.ts'
import type { DaySeeds } from './market.seeds.ts'
import { insertRevealed, listRevealed } from './market.store.ts'

/** Reveals the seeds of all days that are over in every venue and were not revealed yet; answers how many. */
export async function revealSeeds(db: Db, seeds: DaySeeds, clock: Clock): Promise<number> {
  const [latest] = await db.read((tx) => listRevealed(tx, 1))
  const over = seeds.overBy(clock.now(), latest ? dayNumberOf(latest.day) : null)
  if (over.length > 0) await db.write((tx) => insertRevealed(tx, over, clock.now()))
  return over.length
}

/** Looks every minute whether a day is over. What could not be written now is written a minute later. */
export function keepRevealing(db: Db, seeds: DaySeeds, clock: Clock, log: Log): { stop(): void } {
  const look = (): void => {
    revealSeeds(db, seeds, clock).catch((err: unknown) => log.warn({ err }, 'no seed could be revealed'))
  }
  look()
  const timer = setInterval(look, MINUTE)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
