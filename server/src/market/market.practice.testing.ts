import { dayNumberOf, dayOf } from '@lonja/core/calendar/days'
import { openingDayAt, type Hours } from '@lonja/core/calendar/sessions'
import { PRACTICE_VERSION } from '@lonja/core/practice/practice'
import type { Instant } from '@lonja/core/base/instant'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import { openLog } from '../base/log.ts'
import { keyFor } from '../secrets/secret.ts'
import type { ListOffered } from './market.listing.ts'
import { openMarket, type OpenedMarket } from './market.opening.ts'
import { sealedChain } from './market.seeds.ts'
import { insertChain, insertOpening } from './market.store.ts'

/** The secret of a test house. The secrets of its seed chains are sealed with a key made from it. */
export const TEST_SECRET = Buffer.alloc(32, 7)
const KEY = keyFor(TEST_SECRET, 'day seeds')

export interface TestPractice {
  readonly hours: Hours
  readonly openedAt: Instant
  /** The secrets of its chains and how many days each lasts, the first from the opening on. */
  readonly chains?: readonly { readonly secret: Uint8Array; readonly links: number }[]
  /** The companies that offers bring to it. */
  readonly offered?: ListOffered
}

/** A practice market with the same seeds in every run, opened on a test database. */
export const testPractice =
  ({ hours, openedAt, chains = [{ secret: Buffer.alloc(32, 5), links: 200 }], offered }: TestPractice) =>
  async (db: Db, clock: Clock): Promise<OpenedMarket> => {
    const openingDay = dayOf(openingDayAt(openedAt))
    const practice = {
      functionVersion: PRACTICE_VERSION,
      checkableFrom: null,
      turnsOn: null,
      plansFrom: openingDay,
      splitsFrom: openingDay,
      historySeed: Buffer.alloc(32, 3),
      openingDay,
    }
    await db.write(async (tx) => {
      await insertOpening(tx, { openedAt, source: 'practice', hours, practice, replay: null, feed: null })
      let first = dayNumberOf(openingDay)
      for (const { secret, links } of chains) {
        await insertChain(tx, sealedChain({ firstDay: first, secret, links }, KEY, openedAt))
        first += links
      }
    })
    const config = { source: 'practice', practiceHours: hours, replay: null, feed: null } as const
    return openMarket({
      db,
      config,
      clock,
      secret: TEST_SECRET,
      log: openLog('silent'),
      ...(offered ? { offered } : {}),
    })
  }
