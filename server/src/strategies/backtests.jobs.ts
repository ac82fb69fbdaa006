import { MINUTE, SECOND } from '@lonja/core/base/instant'
import type { RunId } from '@lonja/core/base/ids'
import { findStrategy } from '@lonja/core/strategies/listed'
import { BACKTEST_TURNS_MOST } from '@lonja/core/strategies/requests.rules'
import type { Clock } from '../base/clock.ts'
import type { Events } from '../base/events.ts'
import { newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import { threadsOf, type BacktestThread, type StartThread } from './backtest.thread.ts'
import { readMinutes, type MinutesMarket } from './minutes.actions.ts'
import { findVersion } from './own.store.ts'
import { sandboxThreads, type RunSandbox } from './sandbox.thread.ts'
import { findBacktest, type BacktestRow, type Progress } from './strategies.store.ts'
import {
  endTurn,
  findNext,
  releaseTurn,
  renewTurn,
  takeTurn,
  type BacktestEnd,
  type StoppedEnd,
  type Turn,
} from './queue.store.ts'

/** The parts of the queue of backtests. */
export interface BacktestJobParts {
  readonly db: Db
  readonly clock: Clock
  readonly events: Pick<Events, 'publish'>
  readonly market: MinutesMarket
  readonly start?: StartThread
  readonly runSandbox?: RunSandbox
}

export const BACKTESTS_EVERY_MS = SECOND
/** The time after which another server takes a backtest over whose lease was not renewed. */
export const LEASE_MS = MINUTE / 2

/** A backtest that this server works out. */
interface Work {
  readonly turn: Turn
  progress: Progress | null
  /** Its result; null while it goes on. */
  end: BacktestEnd | null
  stop(): void
}

/** One server's part in the queue: it works out one backtest at a time. */
export interface BacktestServer {
  /** Stores what the work has come to, or takes the next one. */
  round(): Promise<void>
  /** Gives the work under way back to the queue. */
  stop(): Promise<void>
}

/** Works backtests out until it is stopped. Every server of a house may: the lease of a turn decides which one. */
export function runBacktests(parts: BacktestJobParts, log: Log, heard = NO_LISTENER): { stop(): Promise<void> } {
  const server = openBacktests(parts, { log, ended: () => rounds.hurry() })
  const rounds = runRounds(server.round, {
    pauseMs: BACKTESTS_EVERY_MS,
    afterFailureMs: 5 * SECOND,
    log,
    waits: 'the queue of backtests waits for the database',
    failed: 'a step of a backtest failed',
    heard,
  })
  return {
    stop: async () => {
      await rounds.stop()
      await server.stop()
    },
  }
}

export function openBacktests(
  parts: BacktestJobParts,
  { log, ended = () => {} }: { readonly log: Log; readonly ended?: () => void },
): BacktestServer {
  const { db, clock } = parts
  let current: Work | null = null

  const store = async (work: Work): Promise<void> => {
    const { turn, end, progress } = work
    const now = clock.now()
    const isOurs = await writeFor(db, turn.customer, (tx) =>
      end === null ? renewTurn(tx, turn, { until: now + LEASE_MS, progress }) : endTurn(tx, turn, end, now),
    )
    if (isOurs) parts.events.publish(turn.customer, ['strategies'])
    else work.stop()
    // A removed backtest, or one that another server has taken over, is none of this server's any more.
    if (!isOurs || end !== null) current = null
  }

  /** Leaves a backtest whose minutes could not be read: once its lease is over, it is taken anew. */
  const failed = (work: Work, err: unknown): void => {
    log.error({ err }, 'a backtest failed')
    if (current === work) current = null
  }

  return {
    round: async () => {
      if (current) await store(current)
      if (current) return
      const next = await take(parts)
      if (next) current = begin(parts, next, { ended, failed })
    },
    stop: async () => {
      const work = current
      current = null
      work?.stop()
      if (work) await writeFor(db, work.turn.customer, (tx) => releaseTurn(tx, work.turn))
    },
  }
}

/** A backtest in the turn of this server. */
interface TakenBacktest {
  readonly backtest: BacktestRow
  readonly turn: Turn
  readonly turns: number
}

async function take({ db, clock }: BacktestJobParts): Promise<TakenBacktest | null> {
  const now = clock.now()
  const next = await db.read((tx) => findNext(tx, now))
  if (!next) return null
  const turn = { ...next, turn: newId() }
  return writeFor(db, next.customer, async (tx) => {
    const turns = await takeTurn(tx, turn, { now, until: now + LEASE_MS })
    const backtest = turns === null ? null : await findBacktest(tx, next)
    return turns !== null && backtest ? { backtest, turn, turns } : null
  })
}

interface WorkListener {
  ended(): void
  /** A failure of this server, not of the strategy. */
  failed(work: Work, err: unknown): void
}

function begin(
  parts: BacktestJobParts,
  { backtest, turn, turns }: TakenBacktest,
  { ended, failed }: WorkListener,
): Work {
  let thread: BacktestThread | null = null
  let isOver = false
  const work: Work = {
    turn,
    progress: null,
    end: null,
    stop: () => {
      isOver = true
      thread?.stop()
    },
  }
  const carryOut = async (): Promise<BacktestEnd | null> => {
    if (turns > BACKTEST_TURNS_MOST) return 'servers_ended'
    const task = await taskOf(parts, backtest, () => isOver)
    if (task === null || isOver) return null
    if (task === 'no_minutes' || 'fault' in task) return task
    const all = task.minutes.at.length - task.history
    work.progress = { minutes: 0, all }
    thread = (parts.start ?? threadsOf())(task, (minutes) => (work.progress = { minutes, all }))
    const end = await thread.end
    return end === 'stopped' ? null : end
  }
  void carryOut().then(
    (end) => {
      work.end = end
      if (end !== null) ended()
    },
    (err: unknown) => failed(work, err),
  )
  return work
}

/** The minutes that the strategy of a backtest wants before its first, and a customer's text once it compiles. */
async function codeOf(
  { db, runSandbox = sandboxThreads() }: BacktestJobParts,
  { customer, strategy: id, version, own, parameters, from }: BacktestRow,
): Promise<{ readonly text: string | null; readonly warmUp: number } | 'no_minutes' | StoppedEnd> {
  if (own === null) {
    const strategy = findStrategy(id, version)
    return strategy ? { text: null, warmUp: strategy.warmUp(parameters) } : 'no_minutes'
  }
  const saved = await db.read((tx) => findVersion(tx, { customer, id: own }, version))
  if (!saved) return 'no_minutes'
  const { diagnostics, warmUp } = await runSandbox({ text: saved.text, hearing: null })
  const [fault] = diagnostics
  return fault ? { fault: 'threw', stop: JSON.stringify({ ...fault, at: from }) } : { text: saved.text, warmUp }
}

async function taskOf(parts: BacktestJobParts, backtest: BacktestRow, isOver: () => boolean) {
  const { customer, id, listing, parameters, from, to, budget, most, lossStop, feeTable } = backtest
  const code = await codeOf(parts, backtest)
  if (code === 'no_minutes' || 'fault' in code) return code
  const range = { listing, from, to, before: code.warmUp }
  const known = await readMinutes(parts.market, range, isOver)
  if (!known) return null
  const { minutes, history } = known
  if (minutes.at.length <= history) return 'no_minutes'
  const run = {
    id: id as RunId,
    customer,
    listing,
    strategy: backtest.strategy,
    version: backtest.version,
    parameters,
    budget,
    lossStop,
    most,
  }
  return { run, minutes, history, feeTable, text: code.text }
}
