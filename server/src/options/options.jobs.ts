import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { BEFORE_ALL_IDS } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import type { Lane } from '../database/lane.ts'
import { runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import type { MarketGuard } from '../market/market.guard.ts'
import type { Market } from '../market/market.quotes.ts'
import { settlingOf, strikeOf } from './events.actions.ts'
import { listToSettle, type DuePlace, type NewOption } from './options.store.ts'
import { settling } from './settling.lane.ts'

/** The parts of the rounds of options. */
export interface OptionJobParts {
  readonly db: Db
  readonly lane: Pick<Lane, 'submit'>
  readonly market: Market
  /** While the clocks disagree nothing is settled. */
  readonly guard: Pick<MarketGuard, 'agrees'>
}

export const OPTIONS_EVERY_MS = SECOND
const AT_ONCE = 1_000

/** Runs the rounds of options until they are stopped. Every server of a house may run them: each option is settled once. */
export const runOptions = (parts: OptionJobParts, log: Log, heard = NO_LISTENER): { stop(): Promise<void> } =>
  runRounds(() => optionsRound(parts), {
    pauseMs: OPTIONS_EVERY_MS,
    afterFailureMs: MINUTE / 2,
    log,
    waits: 'the options that have expired wait for the database',
    failed: 'settling options failed',
    heard,
  })

/** Settles the options that have expired. Those of one listing and instant have the same last events, which are read once. */
export async function optionsRound(parts: OptionJobParts): Promise<void> {
  const { db, market, guard, lane } = parts
  if (!guard.agrees()) return
  const until = market.settled()
  let behind: DuePlace = { expiresAt: 0, customer: BEFORE_ALL_IDS, id: BEFORE_ALL_IDS }
  for (;;) {
    const after = behind
    const due: NewOption[] = await db.read((tx) => listToSettle(tx, until, after, AT_ONCE))
    const eventsOf = remembered(market)
    await Promise.all(
      due.map((option) =>
        lane.submit(settling(option, { strike: strikeOf(market, option), events: eventsOf(option) })),
      ),
    )
    const last = due.at(-1)
    if (due.length < AT_ONCE || !last) return
    behind = last
  }
}

function remembered(market: Market): (option: NewOption) => ReturnType<typeof settlingOf> {
  const known = new Map<string, ReturnType<typeof settlingOf>>()
  return (option) => {
    const key = `${option.listing} ${option.expiresAt}`
    const events = known.get(key) ?? settlingOf(market, option)
    known.set(key, events)
    return events
  }
}
