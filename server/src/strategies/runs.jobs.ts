import { venueOf } from '@lonja/core/base/amount'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { feeTablesAt } from '@lonja/core/orders/fees.rules'
import type { StopReason } from '@lonja/core/strategies/running.rules'
import { hearTick, type TickStep, type TickingRun } from '@lonja/core/strategies/ticks.rules'
import { newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { ensureLock, HOUSE } from '../database/locks.ts'
import { eachAtOnce, runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import { listPurseChanges } from '../orders/purses.store.ts'
import { tickOf } from './bars.actions.ts'
import { begun, isDone, isOfText, withMissed, type LiveRun } from './live.actions.ts'
import { carryOutTurns, endTurns, hearTexts, openTurns } from './own.turns.ts'
import {
  awake,
  carryOut,
  heard,
  isAwake,
  keyOf,
  missedBy,
  place,
  readAgain,
  rest,
  stop,
  type RunJobParts,
  type Server,
} from './runs.server.ts'
import { listSteps } from './runs.store.ts'
import { endStopping, storeHeard } from './steps.actions.ts'
import { holdTurn, leaveTurn } from './turns.store.ts'

export const RUNS_EVERY_MS = SECOND
/** The time after which another server hears for the runs of one that has ended. */
export const RUN_LEASE_MS = 10 * SECOND
/** The ticks of one round at most: the orders of an event may lead to a further event. */
const TICKS_A_ROUND = 4

/** One server's part in the runs of the house. The server that has the turn hears for all runs. */
export interface RunServer {
  round(): Promise<void>
  /** Stores what the runs have heard, and leaves the turn to another server. */
  stop(): Promise<void>
}

/** Hears for the runs until it is stopped. Every server of a house may: the lease of the turn decides which one does. */
export function runRuns(parts: RunJobParts, log: Log, heard = NO_LISTENER): { stop(): Promise<void> } {
  const server = openRuns(parts, log, () => rounds.hurry())
  const rounds = runRounds(server.round, {
    pauseMs: RUNS_EVERY_MS,
    afterFailureMs: 5 * SECOND,
    log,
    waits: 'the runs of strategies wait for the database',
    failed: 'a round of strategies failed',
    heard,
  })
  return {
    stop: async () => {
      await rounds.stop()
      await server.stop()
    },
  }
}

/** `hurry` begins the next round at once. */
export function openRuns(parts: RunJobParts, log: Log, hurry: () => void = () => {}): RunServer {
  const maps = { live: new Map(), bars: new Map(), resting: new Map() }
  const turns = openTurns()
  const server: Server = { ...parts, ...maps, turns, hurry, log, turn: newId(), leaseUntil: 0, storedAt: 0 }
  return {
    round: () => round(server),
    stop: async () => {
      const { trading, clock, turn, leaseUntil } = server
      endTurns(server)
      if (leaseUntil <= clock.now()) return
      await storeAll(server)
      await trading.db.write(async (tx) => leaveTurn(await ensureLock(tx, HOUSE, clock.now()), turn))
      server.live.clear()
      server.leaseUntil = 0
    },
  }
}

async function round(server: Server): Promise<void> {
  const { trading, clock } = server
  if (!trading.guard.agrees()) return
  if (!(await hasTurn(server))) {
    server.live.clear()
    endTurns(server)
    return
  }
  await sync(server)
  await stopOver(server)
  await carryOutTurns(server)
  await each(server, (live) => (live.row.tickets.length > 0 ? place(server, live) : null))
  hearTexts(server)
  await each(server, (live) => (isOfText(live) ? null : hearMissed(server, live)))
  const ofHouse = awake(server).filter((live) => !isOfText(live))
  for (let n = 0, ready = ofHouse.map(({ row }) => keyOf(row)); n < TICKS_A_ROUND && ready.length > 0; n++)
    ready = await tick(server, ready)
  await each(server, (live) =>
    live.row.state === 'stopping' && isDone(live) ? endStopping(trading, live, clock.now()) : null,
  )
  if (clock.now() - server.storedAt >= MINUTE) await storeAll(server)
}

/** Renews the lease of the turn, well before its end. */
async function hasTurn(server: Server): Promise<boolean> {
  const { trading, clock, turn } = server
  const now = clock.now()
  if (server.leaseUntil - now > RUN_LEASE_MS / 2) return true
  const until = now + RUN_LEASE_MS
  const isOurs = await trading.db.write(async (tx) => holdTurn(await ensureLock(tx, HOUSE, now), { turn, now, until }))
  server.leaseUntil = isOurs ? until : 0
  return isOurs
}

/** Does the same for each run at the same time, so that the commands of all share a batch. */
const each = (server: Server, work: (live: LiveRun) => Promise<unknown> | null): Promise<void> =>
  eachAtOnce(
    awake(server),
    async (live) => work(live),
    ({ row }, err) => rest(server, row, err),
  )

/** Reads the runs that have begun or changed since the last round, and forgets those that are over. */
async function sync(server: Server): Promise<void> {
  const { trading, live, resting } = server
  const [steps, purses] = await trading.db.read(
    async (tx) => [await listSteps(tx), await listPurseChanges(tx)] as const,
  )
  const changes = new Map(purses.map((purse) => [keyOf(purse), purse.changes]))
  const known = new Set(steps.map(keyOf))
  for (const of of [live, resting]) for (const key of of.keys()) if (!known.has(key)) of.delete(key)
  const isNew = (step: (typeof steps)[number]): boolean => {
    const own = live.get(keyOf(step))
    return own?.row.steps !== step.steps || own.purse.changes !== changes.get(keyOf(step))
  }
  await eachAtOnce(
    steps.filter((step) => isAwake(server, step) && isNew(step)),
    (step) => readAgain(server, step),
    (step, err) => rest(server, step, err),
  )
}

/** Stops the runs that cannot go on: strategies are switched off, the market has ended, or the shares were split or renamed. */
async function stopOver(server: Server): Promise<void> {
  const { trading, isOn } = server
  const { market } = trading
  const now = market.now()
  const reasonFor = ({ row, purse }: LiveRun): StopReason | null => {
    if (!isOn) return 'switched_off'
    if (purse.listing !== row.listing) return 'shares_changed'
    const isMoved = market.movesOf(row.listing).some(({ recordAt }) => recordAt > row.marketAt && recordAt < now)
    if (isMoved) return 'shares_changed'
    return market.find(row.listing) && market.session(venueOf(row.listing), now) ? null : 'market_over'
  }
  await each(server, (live) => {
    const reason = reasonFor(live)
    return reason === null ? null : stop(server, live, reason)
  })
}

/**
 * The minutes that a run has missed are heard as history. The newest one is left to the tick, while it is none. Code that
 * throws there is a fault of its strategy as on a tick.
 */
async function hearMissed(server: Server, read: LiveRun): Promise<void> {
  const { trading, clock, live } = server
  const { market, fees } = trading
  const marketNow = market.now()
  const past = { market, marketNow, feeTable: feeTablesAt(fees, clock.now()).current.version }
  try {
    const run = begun(read, past)
    live.set(keyOf(run.row), withMissed(run, missedBy(server, run, marketNow), past))
  } catch (err) {
    await stopFault(server, read, err)
  }
}

/** One tick for some runs. Returns those with an effect: they may hear more of the same tick. */
async function tick(server: Server, ready: readonly string[]): Promise<string[]> {
  const { trading, clock, live, bars } = server
  const listings = [...new Set([...live.values()].map(({ purse }) => purse.listing))]
  const feeTable = feeTablesAt(trading.fees, clock.now()).current.version
  const marketNow = trading.market.now()
  const now = tickOf(trading.market, listings, bars, { marketNow, feeTable, wallNow: clock.now() })
  const ticking = ready.flatMap((key) => {
    const run = live.get(key)
    return run && run.row.tickets.length === 0 ? [{ key, row: listings.indexOf(run.purse.listing), run }] : []
  })
  const stepped = ticking.flatMap(({ key, row, run }) => {
    const { hearing, barsThrough, quotesThrough } = run
    const step = stepOf({ row, run: hearing, barsThrough, quotesThrough }, now)
    return step ? [{ key, run, step, bid: now.quotes.bid[row] ?? 0 }] : []
  })
  const again: string[] = []
  await eachAtOnce(
    stepped,
    async ({ key, run, step, bid }) => {
      if ('fault' in step) return stopFault(server, run, step.fault)
      const after = heard(run, step.ticking, bid)
      if (!step.effect) return void live.set(key, after)
      await carryOut(server, after, step.effect)
      again.push(key)
    },
    ({ run }, err) => rest(server, run.row, err),
  )
  return again
}

/** The step of a run on a tick; null if it has nothing new. Code that throws is a fault of its strategy alone. */
function stepOf(run: TickingRun, now: Parameters<typeof hearTick>[1]): TickStep | { readonly fault: unknown } | null {
  try {
    return hearTick([run], now)[0] ?? null
  } catch (fault) {
    return { fault }
  }
}

function stopFault(server: Server, run: LiveRun, err: unknown): Promise<void> {
  server.log.error({ err, strategy: run.row.strategy }, 'a strategy threw')
  return stop(server, run, 'fault')
}

/** Stores what the runs have heard since. */
async function storeAll(server: Server): Promise<void> {
  const { trading, clock, events, live } = server
  await each(server, async (run) => {
    if (!run.isAhead || run.before.length > 0) return
    await storeHeard(trading, run)
    live.set(keyOf(run.row), { ...run, isAhead: false, row: { ...run.row, memory: { state: run.hearing.memory } } })
    events.publish(run.row.customer, ['strategies'])
  })
  server.storedAt = clock.now()
}
