import { MINUTE, SECOND, type Day, type Instant } from '@lonja/core/base/instant'
import { overEverywhere } from '@lonja/core/calendar/sessions'
import { dayNumberOf } from '@lonja/core/calendar/days'
import {
  REVEAL_WAIT_MS,
  beginClocks,
  readClocks,
  type ClockState,
  type HoldCause,
} from '@lonja/core/market/clock.rules'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Db, Tx } from '../database/db.ts'
import { runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER, type RoundListener } from '../jobs/vitals.ts'
import {
  findHouseClock,
  holdSeeds,
  releaseSeeds,
  savePublicThrough,
  saveRan,
  saveWaited,
  type HouseClock,
} from './clock.store.ts'
import { listRevealed } from './market.store.ts'

/** Whether trading stands, and on which days there is none. */
export interface TradingStops {
  /** The instant since which no order is taken; null while trading is open. */
  pausedSince(): Instant | null
  /** True for a day whose seed was public before it was over: nothing trades on it. */
  isPublic(day: Day): boolean
}

/** A market that nothing stops, for a source on a clock of its own. */
export const NO_STOPS: TradingStops = { pausedSince: () => null, isPublic: () => false }

/**
 * Watches the clocks of this server. While the wall clock and elapsed time disagree, the market's clock stands, no
 * order is taken and no seed is revealed. Afterwards the fill engine works through what was missed before orders are
 * taken again.
 */
export interface MarketGuard extends TradingStops {
  /** The market's clock: the wall clock while it can be believed. It never goes back. */
  now(): Instant
  /** True while the wall clock and elapsed time agree. */
  agrees(): boolean
  /** The fill engine has worked through every event up to this instant of the source. */
  workedThrough(until: Instant): void
  /** The last such instant; null before the first round of the fill engine. */
  throughAt(): Instant | null
  state(): GuardState
  /** True if seeds may be revealed now: the clocks agree, and no hold is in force. Reads the house's row. */
  mayReveal(): Promise<boolean>
  /** Reads the clocks. At once after a jump, else every minute, stores what follows and reads what others have stored. */
  round(how?: { readonly isLast: boolean }): Promise<void>
}

/** The time by which the fill engine is behind the market, in milliseconds; 0 before its first round. */
export function lagOf(market: { now(): Instant }, guard: Pick<MarketGuard, 'throughAt'>): number {
  const throughAt = guard.throughAt()
  return throughAt === null ? 0 : Math.max(0, market.now() - throughAt)
}

/** The state of the clock for the pages of the house. */
export interface GuardState {
  readonly pausedSince: Instant | null
  /** The wall clock less elapsed time, while trading is paused for it; 0 otherwise. */
  readonly differenceMs: number
  readonly hold: { readonly since: Instant; readonly cause: HoldCause; readonly leftMs: number } | null
  /** The last day that is not traded because its seed is public, while that day is not over; else null. */
  readonly publicThrough: Day | null
}

const STORE_EVERY_MS = MINUTE

interface Running {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** Only a practice market has seeds to hold back. */
  readonly hasSeeds: boolean
  clocks: ClockState
  /** After a pause: since when, and the instant up to which the fill engine must have worked. */
  catchingUp: { readonly since: Instant; readonly until: Instant } | null
  throughAt: Instant | null
  /** A jump that is not stored yet: until it is, no seed is revealed. */
  jumpedAt: Instant | null
  house: HouseClock | null
  /** The elapsed time at which the hold in force began for this server, less what was waited before. */
  waitsFrom: { readonly heldAt: Instant; readonly elapsedMs: number } | null
  storedAtMs: number
}

export function openGuard({
  db,
  clock,
  log,
  hasSeeds,
}: Pick<Running, 'db' | 'clock' | 'log' | 'hasSeeds'>): MarketGuard {
  const guard: Running = {
    db,
    clock,
    log,
    hasSeeds,
    clocks: beginClocks({ wall: clock.now(), elapsedMs: clock.elapsed() }),
    catchingUp: null,
    throughAt: null,
    jumpedAt: null,
    house: null,
    waitsFrom: null,
    storedAtMs: -Infinity,
  }
  const pausedSince = (): Instant | null => read(guard).pause?.since ?? guard.catchingUp?.since ?? null
  const isPublic = (day: Day): boolean => {
    const through = guard.house?.publicThrough ?? null
    return through !== null && day <= through
  }
  return {
    now: () => read(guard).now,
    agrees: () => read(guard).pause === null,
    pausedSince,
    isPublic,
    throughAt: () => guard.throughAt,
    workedThrough: (until) => {
      guard.throughAt = until
      if (guard.catchingUp === null || guard.clocks.pause || until < guard.catchingUp.until) return
      guard.catchingUp = null
      log.warn('what was missed is worked through: orders are taken again')
    },
    state: () => stateOf(guard, pausedSince()),
    mayReveal: async () => {
      if (read(guard).pause !== null || guard.jumpedAt !== null) return false
      const house = await db.read(findHouseClock)
      return house !== null && house.hold === null && read(guard).pause === null
    },
    round: ({ isLast } = { isLast: false }) => round(guard, isLast),
  }
}

/** Reads both clocks. Every question about the market's time does so, so that no order passes a jump. */
function read(guard: Running): ClockState {
  const { clock, log } = guard
  const before = guard.clocks
  const after = readClocks(before, { wall: clock.now(), elapsedMs: clock.elapsed() })
  guard.clocks = after
  if (!before.pause && after.pause) {
    const { since, differenceMs } = after.pause
    guard.jumpedAt = since
    log.error(
      { since, differenceMs },
      'the clock of this machine differs from the time that has passed: trading and revealing pause; set the clock right',
    )
  }
  if (before.pause && !after.pause) {
    guard.catchingUp = { since: guard.catchingUp?.since ?? before.pause.since, until: after.now }
    log.warn('the clocks agree again: what was missed is worked through, then orders are taken')
  }
  return after
}

function stateOf({ clocks, house, waitsFrom, clock }: Running, pausedSince: Instant | null): GuardState {
  const { hold = null, publicThrough: through = null } = house ?? {}
  const waitedMs = hold && waitsFrom?.heldAt === hold.at ? clock.elapsed() - waitsFrom.elapsedMs : hold?.waitedMs
  return {
    pausedSince,
    differenceMs: Math.round(clocks.pause?.differenceMs ?? 0),
    hold: hold && {
      since: hold.at,
      cause: hold.cause,
      leftMs: Math.max(0, Math.round(REVEAL_WAIT_MS - (waitedMs ?? 0))),
    },
    publicThrough: through !== null && overEverywhere(dayNumberOf(through)) > clocks.now ? through : null,
  }
}

async function round(guard: Running, isLast: boolean): Promise<void> {
  const { clock, db } = guard
  const { now, pause } = read(guard)
  const elapsedMs = clock.elapsed()
  const { jumpedAt } = guard
  if (!isLast && jumpedAt === null && elapsedMs - guard.storedAtMs < STORE_EVERY_MS) return
  await db.write(async (tx) => {
    if (pause === null || guard.house === null) await saveRan(tx, now)
    if (!guard.hasSeeds) return
    if (jumpedAt !== null) await holdSeeds(tx, jumpedAt, 'clock_jumped')
    await keepHold(guard, tx)
    await keepPublic(guard, tx, now)
  })
  guard.house = await db.read(findHouseClock)
  if (guard.jumpedAt === jumpedAt) guard.jumpedAt = null
  guard.storedAtMs = elapsedMs
}

/** Counts the elapsed time of a hold, and ends it after 24 hours. */
async function keepHold(guard: Running, tx: Tx): Promise<void> {
  const hold = (await findHouseClock(tx))?.hold ?? null
  if (hold === null) {
    guard.waitsFrom = null
    return
  }
  const elapsedMs = guard.clock.elapsed()
  const from = guard.waitsFrom?.heldAt === hold.at ? guard.waitsFrom.elapsedMs : elapsedMs - hold.waitedMs
  guard.waitsFrom = { heldAt: hold.at, elapsedMs: from }
  if (elapsedMs - from < REVEAL_WAIT_MS || guard.clocks.pause) return saveWaited(tx, hold.at, elapsedMs - from)
  await releaseSeeds(tx, hold.at)
  guard.log.warn({ since: hold.at }, 'a day has passed since seeds were held back: they are revealed again')
}

/** A newest seed whose day is not over was revealed by a wrong clock. No day up to it is traded any more. */
async function keepPublic(guard: Running, tx: Tx, now: Instant): Promise<void> {
  const [newest] = await listRevealed(tx, 1)
  if (!newest || overEverywhere(dayNumberOf(newest.day)) <= now) return
  if (guard.house?.publicThrough !== newest.day) {
    guard.log.error({ through: newest.day }, 'the seed of a day that is not over is public: that day is not traded')
  }
  await savePublicThrough(tx, newest.day)
}

/** Reads the clocks every second, and stores the last running instant at the end. */
export function watchClocks(
  guard: MarketGuard,
  log: Log,
  heard: RoundListener = NO_LISTENER,
): { stop(): Promise<void> } {
  const rounds = runRounds(() => guard.round(), {
    pauseMs: SECOND,
    afterFailureMs: SECOND,
    log,
    waits: 'the state of the clock waits for the database',
    failed: 'the state of the clock could not be stored',
    heard,
  })
  return {
    stop: async () => {
      await rounds.stop()
      await guard.round({ isLast: true })
    },
  }
}
