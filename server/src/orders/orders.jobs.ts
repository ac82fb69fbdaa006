import { venueOf } from '@lonja/core/base/amount'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import { actOf, bestOf } from '@lonja/core/orders/fills.rules'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER, type RoundListener } from '../jobs/vitals.ts'
import { expire, matchOn, type TradingParts } from './orders.actions.ts'
import { pagesOf } from './orders.events.ts'
import type { Open } from './columns.book.ts'
import type { OpenBook } from './orders.book.ts'
import { findOrder } from './orders.store.ts'
import { SETTLED_MS, saveProgress } from './progress.store.ts'
import { openServers, type Servers, type ServersGround } from './servers.jobs.ts'

/** Matches every quote event, in order, against the orders that it could fill. */
export interface FillEngine {
  /**
   * Registers this server, takes over open orders, and processes every event that they have missed. Afterwards new
   * orders may be taken.
   */
  catchUp(): Promise<void>
  /** Runs rounds until it is stopped. */
  start(): void
  /** This server among those that fill the orders of the house. */
  readonly servers: Servers
  /** Runs one round up to the market's now; for tests, and for callers that control the clock. */
  sweep(): Promise<void>
  /** Stops after the running round. */
  stop(): Promise<void>
}

/** The interval at which the engine looks for new quote events. A quote comes once a second. */
const ROUND_MS = 100
const AFTER_FAILURE_MS = 1_000
const SAVE_EVERY_MS = 5 * SECOND

interface Running extends TradingParts {
  readonly servers: Servers
  readonly clock: Clock
  readonly log: Log
  /** Ends of rounds by both clocks, oldest first, that are not settled yet. */
  rounds: { at: Instant; until: Instant }[]
  savedAt: Instant
  running: { stop(): Promise<void> } | null
  readonly filled: () => void
}

interface EngineOptions {
  readonly clock: Clock
  readonly log: Log
  readonly heard?: RoundListener
  readonly servers?: Pick<ServersGround, 'lastStart' | 'heard'>
  /** Called after each fill. */
  readonly filled?: () => void
}

export function openFillEngine(
  trading: TradingParts,
  { clock, log, heard = NO_LISTENER, servers, filled = () => {} }: EngineOptions,
): FillEngine {
  const engine: Running = {
    ...trading,
    servers: openServers({ ...trading, clock, log, ...servers }),
    clock,
    log,
    rounds: [],
    savedAt: clock.now(),
    running: null,
    filled,
  }
  return {
    servers: engine.servers,
    catchUp: async () => {
      await engine.servers.begin()
      await sweep(engine)
    },
    // A failed round is repeated from where each order stood, so no event is skipped.
    start: () => {
      engine.running = runRounds(() => sweep(engine), {
        pauseMs: ROUND_MS,
        afterFailureMs: AFTER_FAILURE_MS,
        log,
        waits: 'the quotes wait for the database',
        failed: 'a round of the fill engine failed',
        heard,
      })
    },
    sweep: () => sweep(engine),
    stop: async () => {
      await engine.running?.stop()
    },
  }
}

/**
 * One round: every event up to the market's now (for a feed, up to when all have arrived), listing by listing, then the
 * expired orders. Nothing is matched while the clocks disagree; the round after that works through what was missed.
 */
async function sweep(engine: Running): Promise<void> {
  await resolveDoubts(engine)
  engine.heardEvents.gather()
  if (!engine.guard.agrees()) return
  // Progress is stored only for what is in the chains of a feed's events.
  await engine.heardEvents.store()
  const until = engine.market.settled()
  const at = engine.clock.now()
  await all(engine.open.books().map((book) => sweepListing(engine, book, until)))
  engine.rounds.push({ at, until })
  engine.guard.workedThrough(until)
  await keepProgress(engine, at)
}

/** Waits for all, then throws the first error, so that no work is left running. */
async function all(work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}

/** Looks up orders whose placing has an unknown outcome, and takes them in as they are in the database. */
async function resolveDoubts({ db, open, doubtful }: Running): Promise<void> {
  // A key leaves the list only after its lookup, so none is lost while the database is away.
  for (let [key] = doubtful; key; [key] = doubtful) {
    const doubt = key
    const order = await db.read((tx) => findOrder(tx, doubt))
    if (order) open.take(order)
    else open.drop(doubt)
    doubtful.shift()
  }
}

async function sweepListing(engine: Running, book: OpenBook, until: Instant): Promise<void> {
  await settleFresh(engine, book)
  await goThrough(engine, book, until)
  book.through = Math.max(book.through, until)
  await endOverdue(engine, book, until)
}

/**
 * Matches orders taken in since the last round against the events that the settled ones have seen, then settles them. So
 * are the exits that their fills place: each meets the events after the fill together with the orders that share them.
 */
async function settleFresh(engine: Running, book: OpenBook): Promise<void> {
  const fresh = new Set(book.fresh)
  const from = [...fresh].reduce((least, { through }) => Math.min(least, through), Infinity)
  if (book.settled.size === 0) book.through = from
  const late = [...fresh].filter(({ through }) => through < book.through)
  const pages = late.length > 0 ? pagesOf(engine, book.listing, from, book.through) : []
  for await (const events of pages) {
    for (const event of events) {
      const met = late.filter((open) => concerns(open, event))
      if (met.length > 0) await meet(engine, met, event)
      for (const open of late) follow(open, event)
      if (met.length === 0) continue
      const placed = [...book.fresh].filter((open) => !fresh.has(open) && open.through >= event.at)
      for (const open of placed) fresh.add(open)
      late.push(...placed)
    }
  }
  for (const open of fresh) book.settle(open)
}

/** Whether an event does anything to an order. */
const concerns = ({ order, through, best }: Open, event: Quote): boolean =>
  event.at > through && actOf(order, event, { best, closing: null }) !== null

/** Moves an order past an event that it has been matched with; a trailing stop follows it. */
function follow(open: Open, event: Quote): void {
  if (event.at <= open.through) return
  open.best = bestOf(open.order, open.best, event)
  open.through = event.at
}

/**
 * Matches every event since the last round, in order, against the settled orders. No event after the last one's end
 * matters. An exit that a fill has placed meets the next event together with the orders that share it.
 */
async function goThrough(engine: Running, book: OpenBook, until: Instant): Promise<void> {
  const lastOf = (): Instant => Math.min(until, book.ends().last)
  for (let last = lastOf(); book.through < last; last = lastOf()) {
    for await (const events of pagesOf(engine, book.listing, book.through, last)) {
      for (const event of events) {
        const touched = book.touched(event)
        if (touched.length === 0) continue
        await meet(engine, touched, event)
        book.through = event.at
        if (book.fresh.size > 0) await settleFresh(engine, book)
      }
    }
    book.through = Math.max(book.through, last)
  }
}

/** Matches the customers whose orders an event concerns, together: a customer's orders on one side as one command. */
async function meet(engine: Running, orders: readonly Open[], event: Quote): Promise<void> {
  const groups = new Map<string, Order>()
  for (const open of orders) {
    const { order } = open
    if (engine.open.find(order) === open && concerns(open, event)) groups.set(`${order.customer} ${order.side}`, order)
  }
  await all([...groups.values()].map((order) => matchOn(engine, order, event).then(engine.filled)))
}

/** Ends orders whose last instant is before `until`, or whose market is closed for good. */
async function endOverdue(engine: Running, book: OpenBook, until: Instant): Promise<void> {
  const closedForGood = engine.market.session(venueOf(book.listing), until) === null
  if (!closedForGood && book.ends().first >= until) return
  const overdue = [...book.settled].filter(
    ({ order }) => closedForGood || (order.endsAt !== null && order.endsAt < until),
  )
  await all(overdue.map(({ order }) => expire(engine, order).then(() => undefined)))
}

/** Stores at intervals up to which instant all orders of this server are processed. The next start resumes there. */
async function keepProgress(engine: Running, at: Instant): Promise<void> {
  if (at - engine.savedAt < SAVE_EVERY_MS) return
  const settled = engine.rounds.findLast((round) => round.at <= at - SETTLED_MS)
  engine.savedAt = at
  if (!settled) return
  engine.rounds = engine.rounds.filter((round) => round.at > settled.at)
  const { db, open } = engine
  // Orders of another server are processed up to this round's end if they were in memory when it began.
  const others = open.takenOver().flatMap((server) => (server.at <= settled.at ? [server.node] : []))
  const nodes = [open.node(), ...others]
  await db.write((tx) => saveProgress(tx, open.node(), { nodes, through: settled.until, at: settled.at }))
}
