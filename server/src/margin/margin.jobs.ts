import type { ListingId } from '@lonja/core/base/amount'
import type { Topic } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import { decideWarnings, isClosedOut, judgementOf } from '@lonja/core/margin/judging.rules'
import { isEffective } from '@lonja/core/market/actions'
import type { Clock } from '../base/clock.ts'
import type { Events } from '../base/events.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { eachInTurn, runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER, type RoundListener } from '../jobs/vitals.ts'
import type { MarketGuard } from '../market/market.guard.ts'
import { NEVER_JUDGED, accountAt, judgeNow, type JudgingParts, type Minute } from './margin.actions.ts'
import { findAccount, findProgress, listCandidates, saveJudgedUntil } from './margin.store.ts'
import { settleNow } from './settling.actions.ts'
import { listDebtors } from './settlements.store.ts'

/**
 * Judges every account with lots that the house has financed at each whole minute of the market's clock, and settles the
 * debts that financing left. On several servers each judges; what an account's judgement changes, it changes once.
 */
export interface MarginJobs {
  /** Judges the minutes that are over, and settles debts. */
  round(): Promise<void>
  /** Runs rounds until it is stopped. */
  start(): void
  stop(): Promise<void>
}

export interface MarginOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly guard: Pick<MarketGuard, 'agrees'>
  readonly events: Pick<Events, 'publish'>
  readonly parts: JudgingParts
  readonly heard?: RoundListener
}

interface Running extends MarginOptions {
  settledAt: Instant
}

const ROUND_MS = SECOND / 2
const AFTER_FAILURE_MS = 5 * SECOND
/** Between two looks for debts, by the server's clock. */
const SETTLE_EVERY_MS = 5 * SECOND
const CHANGED: readonly Topic[] = ['orders', 'balances', 'notices']

export function openMargin(options: MarginOptions): MarginJobs {
  const engine: Running = { ...options, settledAt: -Infinity }
  let running: { stop(): Promise<void> } | null = null
  return {
    round: () => round(engine),
    start: () => {
      running = runRounds(() => round(engine), {
        pauseMs: ROUND_MS,
        afterFailureMs: AFTER_FAILURE_MS,
        log: options.log,
        waits: 'the accounts with financed lots wait for the database',
        failed: 'a round of judging accounts failed',
        heard: options.heard ?? NO_LISTENER,
      })
    },
    stop: async () => {
      await running?.stop()
    },
  }
}

async function round(engine: Running): Promise<void> {
  const { guard, clock } = engine
  if (!guard.agrees()) return
  await judgeDue(engine)
  if (clock.now() - engine.settledAt < SETTLE_EVERY_MS) return
  await settleAll(engine)
  engine.settledAt = clock.now()
}

const minuteBefore = (at: Instant): Instant => Math.floor(at / MINUTE) * MINUTE
const minuteAfter = (at: Instant): Instant => Math.ceil(at / MINUTE) * MINUTE

/** Judges the minutes since the last one that is judged, in order. A house that never judged begins with the present one. */
async function judgeDue(engine: Running): Promise<void> {
  const { db, parts } = engine
  const until = minuteBefore(parts.market.settled())
  let from = (await db.read(findProgress)) ?? until - MINUTE
  while (from < until) {
    const candidates = await db.read(listCandidates)
    const minute = minuteOfNext(engine, candidates, from, until)
    if (minute !== null) await judgeAll(engine, candidates, { from, at: minute, isMissed: minute < until })
    from = minute ?? until
    const judged = from
    await db.write((tx) => saveJudgedUntil(tx, judged))
  }
}

/** The first minute at or after a new quote event of any listing that a candidate holds; null if there is none. */
function minuteOfNext(
  { parts }: Running,
  candidates: ReadonlyMap<CustomerId, readonly ListingId[]>,
  from: Instant,
  until: Instant,
): Instant | null {
  let first = Infinity
  for (const listing of new Set([...candidates.values()].flat())) {
    const [event] = parts.market.nextQuotes(listing, from, until, 1)
    if (event) first = Math.min(first, event.at)
  }
  return first <= until ? minuteAfter(first) : null
}

interface DueMinute extends Minute {
  readonly from: Instant
}

async function judgeAll(
  engine: Running,
  candidates: ReadonlyMap<CustomerId, readonly ListingId[]>,
  minute: DueMinute,
): Promise<void> {
  const due = [...candidates].filter(([, listings]) => isDue(engine, listings, minute)).map(([customer]) => customer)
  await eachInTurn(due, (customer) => judge(engine, customer, minute))
}

/**
 * Whether an account is judged at a minute: a listing of it has an event since the last one. A minute up to a split or
 * symbol change that is carried out is not judged: the lots are those of after it, and the prices those of before.
 */
function isDue({ parts }: Running, listings: readonly ListingId[], { from, at }: DueMinute): boolean {
  const { market } = parts
  const isBefore = market
    .actions()
    .some(
      (action) =>
        action.kind !== 'dividend' &&
        action.recordAt >= at &&
        isEffective(action, market.settled()) &&
        listings.some(
          (listing) => listing === action.listing || (action.kind === 'symbol' && listing === action.successor),
        ),
    )
  return !isBefore && listings.some((listing) => market.nextQuotes(listing, from, at, 1).length > 0)
}

/** Judges an account. Most need nothing, so it is looked at first, and locked only if the judgement changes anything. */
async function judge(engine: Running, customer: CustomerId, minute: DueMinute): Promise<void> {
  const { db, clock, events, parts } = engine
  const needsLock = await db.read(async (tx) => {
    const judged = judgementOf(await accountAt(tx, customer, parts.market, minute.at))
    if (!judged) return false
    if (isClosedOut(judged)) return true
    const before = ((await findAccount(tx, customer)) ?? NEVER_JUDGED).warned
    const { warned } = decideWarnings(judged, before)
    return warned.full !== before.full || warned.near !== before.near
  })
  if (!needsLock) return
  const { orders, isChanged } = await writeFor(db, customer, (tx) =>
    judgeNow(tx, customer, minute, { parts, now: clock.now() }),
  ).catch((error: unknown) => {
    parts.doubtful.push(...parts.open.doubtClaims(customer))
    throw error
  })
  parts.open.takeClaims(customer)
  for (const order of orders) parts.open.take(order)
  if (isChanged) events.publish(customer, CHANGED)
}

async function settleAll({ db, clock, events, parts }: Running): Promise<void> {
  await eachInTurn(await db.read(listDebtors), async (customer) => {
    const isMoved = await writeFor(db, customer, (tx) =>
      settleNow(tx, customer, { market: parts.market, now: clock.now() }),
    )
    if (isMoved) events.publish(customer, CHANGED)
  })
}
