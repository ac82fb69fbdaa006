import { VENUES } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import { lastNightAt, nightAfter, type Night } from '@lonja/core/interest/interest.rules'
import type { Clock } from '../base/clock.ts'
import type { Events } from '../base/events.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { eachInTurn, runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER, type RoundListener } from '../jobs/vitals.ts'
import type { MarketGuard } from '../market/market.guard.ts'
import type { Market } from '../market/market.quotes.ts'
import { listFinancedSince } from '../orders/lots.store.ts'
import { hasUndecidedOrders } from '../orders/open.store.ts'
import { chargeNight } from './interest.actions.ts'
import { findLastNight, insertNight } from './interest.store.ts'

export interface InterestOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly market: Pick<Market, 'settled' | 'session'>
  readonly guard: Pick<MarketGuard, 'agrees'>
  readonly events: Pick<Events, 'publish'>
  readonly heard?: RoundListener
}

/** Charges the interest of each night, once for each customer, on however many servers. */
export interface InterestByNight {
  /** Goes through the nights that have begun and are not charged. */
  round(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export const INTEREST_EVERY_MS = 10 * SECOND

export function openInterest(options: InterestOptions): InterestByNight {
  const round = async (): Promise<void> => {
    const { db, clock, market, guard } = options
    if (!guard.agrees()) return
    const last = await db.read(findLastNight)
    if (last === null) {
      const before = lastNightAt(market.settled())
      await db.write((tx) => insertNight(tx, before, { isCharged: false, doneAt: clock.now() }))
      return
    }
    for (let night = nightAfter(last); night.at <= market.settled(); night = nightAfter(night)) {
      const { at } = night
      if (await db.read((tx) => hasUndecidedOrders(tx, at))) return
      // Once every market is closed for good nobody can sell any more.
      const isCharged = VENUES.some((venue) => market.session(venue, at) !== null)
      if (isCharged) await charge(options, night)
      await db.write((tx) => insertNight(tx, night, { isCharged, doneAt: clock.now() }))
    }
  }
  let running: { stop(): Promise<void> } | null = null
  return {
    round,
    start: () => {
      running = runRounds(round, {
        pauseMs: INTEREST_EVERY_MS,
        afterFailureMs: INTEREST_EVERY_MS,
        log: options.log,
        waits: 'the interest of the night waits for the database',
        failed: 'charging the interest of a night failed',
        heard: options.heard ?? NO_LISTENER,
      })
    },
    stop: async () => {
      await running?.stop()
    },
  }
}

/** Charges everybody, also customers who closed their lots between a midnight and its charge: they had that night too. */
async function charge({ db, clock, events }: InterestOptions, night: Night): Promise<void> {
  const customers = await db.read((tx) => listFinancedSince(tx, night.at))
  await eachInTurn(customers, async (customer) => {
    const isCharged = await writeFor(db, customer, (tx) => chargeNight(tx, customer, night, clock.now()))
    if (isCharged) events.publish(customer, ['balances'])
  })
}
