import { performance } from 'node:perf_hooks'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { dayNumberOf } from '@lonja/core/calendar/days'
import type { Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import type { MarketGuard } from './market.guard.ts'
import type { DaySeeds } from './market.seeds.ts'
import type { Market } from './market.quotes.ts'
import { insertChain, insertRevealed, listChains, listRevealed } from './market.store.ts'

/** Reveals the seeds of all days that are over in every venue and not revealed yet. Returns how many. */
export async function revealSeeds(db: Db, seeds: DaySeeds, now: Instant): Promise<number> {
  const [latest] = await db.read((tx) => listRevealed(tx, 1))
  const over = seeds.overBy(now, latest ? dayNumberOf(latest.day) : null)
  if (over.length > 0) await db.write((tx) => insertRevealed(tx, over, now))
  return over.length
}

/** Publishes the end of the next chain if the last one ends soon, before any day needs it. Returns how many. */
export async function publishChains(db: Db, seeds: DaySeeds, now: Instant): Promise<number> {
  let published = 0
  for (let next = seeds.nextChain(now); next; next = seeds.nextChain(now)) {
    const chain = next
    await db.write((tx) => insertChain(tx, chain))
    seeds.take(await db.read(listChains))
    published += 1
  }
  return published
}

/**
 * Checks every minute whether a day is over or a chain ends soon. A failed write is retried a minute later. A revealed
 * seed cannot be taken back, so nothing is revealed while the clock of this server is in doubt.
 */
export function revealSeedsDaily(
  db: Db,
  seeds: DaySeeds,
  guard: Pick<MarketGuard, 'now' | 'mayReveal'>,
  log: Log,
  heard = NO_LISTENER,
): { stop(): Promise<void> } {
  const round = async (): Promise<void> => {
    if (!(await guard.mayReveal())) return
    await revealSeeds(db, seeds, guard.now())
    const published = await publishChains(db, seeds, guard.now())
    if (published > 0) log.warn({ end: latestEnd(seeds) }, 'the end of the next chain of seeds is published')
  }
  return runRounds(round, {
    pauseMs: MINUTE,
    afterFailureMs: MINUTE,
    log,
    waits: 'the seeds of days that are over wait for the database',
    failed: 'no seed could be revealed',
    heard,
  })
}

const latestEnd = (seeds: DaySeeds): string => Buffer.from(seeds.chains().at(-1)?.end ?? []).toString('hex')

const WARM_DAYS = 400
const DAYS_AT_ONCE = 2
const REST_MS = 50
const SHORT_REST_MS = 3
/** If the server is busy for more than this part of its time, it warms only once in so many rests. */
const BUSY = 0.5
const RESTS_WHILE_BUSY = 20

type WarmMarket = Pick<Market, 'instruments' | 'now' | 'board' | 'warmBoard' | 'candles'>

/**
 * Requests the slow data before anyone else does: the figures of all instruments, then the days of the indices, a
 * little at a time, and seldom while the server is busy. An index is built from every minute of its members, so its
 * first chart would take a second. Data that is not available now is left to the first request for it.
 */
export function warmMarket(market: WarmMarket, log: Log): { stop(): void } {
  const indices = market.instruments.filter(({ kind }) => kind === 'index')
  const now = market.now()
  const pieces = indices.flatMap(({ listing }) =>
    Array.from({ length: WARM_DAYS / DAYS_AT_ONCE }, (_piece, n) => ({
      listing,
      from: now - (n + 1) * DAYS_AT_ONCE * 24 * HOUR,
      to: now - n * DAYS_AT_ONCE * 24 * HOUR,
      most: DAYS_AT_ONCE + 1,
    })),
  )
  const warm = (work: () => unknown): void => {
    try {
      work()
    } catch (err) {
      log.error({ err }, 'the market could not be warmed')
      stop()
    }
  }
  const steps = market.warmBoard()[Symbol.iterator]()
  const first = setInterval(
    () =>
      warm(() => {
        if (!steps.next().done) return
        clearInterval(first)
        market.board()
      }),
    SHORT_REST_MS,
  )
  first.unref()
  let before = performance.eventLoopUtilization()
  let rests = 0
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    rests += 1
    if (utilization > BUSY && rests < RESTS_WHILE_BUSY) return
    rests = 0
    const piece = pieces.shift()
    if (piece) warm(() => market.candles(piece.listing, 'day', piece))
    else clearInterval(timer)
    before = performance.eventLoopUtilization()
  }, REST_MS)
  timer.unref()
  const stop = (): void => {
    clearInterval(first)
    clearInterval(timer)
  }
  return { stop }
}
