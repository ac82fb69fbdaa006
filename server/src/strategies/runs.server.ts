import type { ListingId } from '@lonja/core/base/amount'
import { MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import type { HearingRun } from '@lonja/core/strategies/hearing.rules'
import { isHistory, type StopReason } from '@lonja/core/strategies/running.rules'
import type { OwnStop } from '@lonja/core/strategies/strategies.contract'
import type { TickStep, TickingRun } from '@lonja/core/strategies/ticks.rules'
import type { Clock } from '../base/clock.ts'
import type { Events } from '../base/events.ts'
import type { Log } from '../base/log.ts'
import { writeFor } from '../database/locks.ts'
import { barsIn, type Bar } from './bars.actions.ts'
import { measured, readLive, refreshed, type LiveRun } from './live.actions.ts'
import type { OwnWork } from './own.hearing.ts'
import type { OwnEnd, OwnThread, StartOwnThread } from './own.thread.ts'
import { END_TOPICS, RUN_TOPICS, stopNow } from './runs.actions.ts'
import { findRun, saveMemory, type RunKey, type RunRow } from './runs.store.ts'
import { placeWaiting, storeEffect, type SteppingParts } from './steps.actions.ts'

/* The server that hears for the runs: what it knows of them, and the steps that it takes for one. Its rounds are in `runs.jobs.ts`. */

/** The parts of the rounds of runs. */
export interface RunJobParts {
  readonly trading: SteppingParts
  readonly clock: Clock
  readonly events: Events
  /** True while the operator has strategies switched on. */
  readonly isOn: boolean
  /** Starts the thread in which own strategies hear. */
  readonly startOwn?: StartOwnThread
}

/** The time for which a run is skipped after a failure of its own. */
export const RUN_REST_MS = 5 * SECOND

export interface Server extends RunJobParts {
  readonly log: Log
  readonly turn: string
  leaseUntil: Instant
  /** The runs that go on, by customer and id. */
  readonly live: Map<string, LiveRun>
  /** The newest minute of each of their listings. */
  readonly bars: Map<ListingId, Bar>
  /** The runs that are skipped after a failure, each until its instant. */
  readonly resting: Map<string, Instant>
  storedAt: Instant
  /** The turns of own strategies at their thread. */
  readonly turns: OwnTurns
  /** Begins the next round without the rest of the pause. */
  readonly hurry: () => void
}

/** The turns of the runs of own strategies at the thread in which their texts hear, by the keys of the runs. */
export interface OwnTurns {
  /** The thread; null while none is needed. */
  thread: OwnThread | null
  /** True while the thread hears for a run. */
  isBusy: boolean
  /** The runs that may have something to hear. */
  readonly waiting: Set<string>
  /** The answers that the next round carries out. */
  readonly answers: Map<string, TurnEnd>
  /** The milliseconds that the last turn of each run took. */
  readonly costs: Map<string, number>
  /** The number of threads that have ended in a turn of each run, one after the other. */
  readonly losses: Map<string, number>
  /** The number of times that all turns were ended. An answer of a turn from before counts no more. */
  ended: number
}

/** The end of a turn, with the run and the work that were sent. */
export interface TurnEnd {
  readonly sent: HearingRun
  readonly work: OwnWork
  readonly end: OwnEnd
}

export const keyOf = ({ customer, id }: RunKey): string => `${customer} ${id}`
export const isAwake = ({ resting, clock }: Server, key: RunKey): boolean =>
  (resting.get(keyOf(key)) ?? 0) <= clock.now()
export const awake = (server: Server): LiveRun[] => [...server.live.values()].filter(({ row }) => isAwake(server, row))

/** Skips a run for a while after a failure of its own, so that the others go on. */
export function rest({ log, resting, clock }: Server, key: RunKey, err: unknown): void {
  log.error({ err, run: key.id }, 'a run failed, and rests')
  resting.set(keyOf(key), clock.now() + RUN_REST_MS)
}

/** Reads a run again. Events that it has heard stay heard, unless a step of it was stored since. */
export async function readAgain({ trading, live }: Server, key: RunKey): Promise<LiveRun | null> {
  const own = live.get(keyOf(key))
  const after = await trading.db.read(async (tx) => (own && (await refreshed(tx, own))) ?? (await readLive(tx, key)))
  if (after) live.set(keyOf(key), after)
  else live.delete(keyOf(key))
  return after
}

/** Stops a run and drops it from memory. A run that still has to sell is read again in the next round. */
export async function stop(
  { trading, clock, events, live }: Server,
  { row }: LiveRun,
  reason: StopReason,
  fault: OwnStop | null = null,
): Promise<void> {
  const orders = await writeFor(trading.db, row.customer, async (tx) => {
    const known = await findRun(tx, row)
    if (known && fault) await saveMemory(tx, known, { ...known, memory: memoryWith(known, fault) })
    return known ? (await stopNow(tx, trading, known, { reason, now: clock.now() })).orders : []
  })
  for (const order of orders) trading.open.take(order)
  live.delete(keyOf(row))
  events.publish(row.customer, END_TOPICS)
}

/** The state of a run with the fault that stops it. */
const memoryWith = ({ memory }: RunRow, stop: OwnStop): RunRow['memory'] => ({
  state: { ...(memory?.state as object | null), stop },
})

export async function place(server: Server, live: LiveRun): Promise<void> {
  await placeWaiting(server.trading, live)
  await readAgain(server, live.row)
  server.events.publish(live.row.customer, RUN_TOPICS)
}

/** A run after an event. Its value is measured with each minute. */
export function heard(
  run: LiveRun,
  { run: hearing, barsThrough, quotesThrough }: Omit<TickingRun, 'row'>,
  bid: number,
): LiveRun {
  const after = { ...run, hearing, barsThrough, quotesThrough, isAhead: true }
  return barsThrough > run.barsThrough ? measured(after, barsThrough, bid) : after
}

/**
 * The minutes that a run has missed. The newest one is left to the tick, while it is no history; it is stored as the newest
 * of its listing.
 */
export function missedBy({ trading, bars }: Server, { purse, barsThrough: from }: LiveRun, marketNow: Instant): Bar[] {
  const { listing } = purse
  const missed = marketNow - from < MINUTE ? [] : barsIn(trading.market, listing, { from, to: marketNow })
  const newest = missed.at(-1)
  if (newest && newest.at > (bars.get(listing)?.at ?? 0)) bars.set(listing, newest)
  return newest && !isHistory(newest.at, marketNow) ? missed.slice(0, -1) : missed
}

/** Carries an effect out. If the run or its purse has changed meanwhile, it is read again and hears the event anew. */
export async function carryOut(server: Server, after: LiveRun, effect: NonNullable<TickStep['effect']>): Promise<void> {
  const { trading, clock, events } = server
  const ended = await storeEffect(trading, after, effect, clock.now())
  for (const order of ended ?? []) trading.open.take(order)
  const stored = await readAgain(server, after.row)
  if (stored && stored.row.tickets.length > 0) await place(server, stored)
  events.publish(after.row.customer, END_TOPICS)
}
