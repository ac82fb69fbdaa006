import { SECOND, type Instant } from '@lonja/core/base/instant'
import type { Alert, AlertQuote } from '@lonja/core/watchlist/alerts.rules'
import { noticeOfAlert } from '@lonja/core/watchlist/alerts.notices'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import type { Events } from '../base/events.ts'
import { newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { runRounds } from '../jobs/rounds.ts'
import { lockCustomers } from '../database/locks.ts'
import { takeTurns } from '../base/turns.ts'
import { NO_LISTENER, type RoundListener } from '../jobs/vitals.ts'
import type { Market } from '../market/market.quotes.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { keyOf, openAlerts, type AlertBook, type LoadedAlert, type OpenAlerts } from './alerts.open.ts'
import {
  findAlertProgress,
  listChangedAlerts,
  listWatchingAlerts,
  saveAlertProgress,
  saveFirings,
  type Firing,
} from './alerts.store.ts'
import { reachingQuotes, type WalkedMarket } from './alerts.walk.ts'

/**
 * Checks every quote against the customers' alerts. Each alert fires once for a quote, whichever node sees it first.
 */
export interface AlertEngine {
  /**
   * Runs one round up to the market's settled instant. The first round loads all alerts and also checks the quotes
   * since the saved progress.
   */
  sweep(): Promise<void>
  /** Runs rounds until `stop`. */
  start(): void
  /** Resolves when the current round has ended. */
  stop(): Promise<void>
}

export interface AlertEngineOptions {
  readonly db: Db
  readonly market: WalkedMarket & Pick<Market, 'settled' | 'name'>
  readonly events: Pick<Events, 'publish'>
  readonly clock: Clock
  readonly log: Log
  readonly heard?: RoundListener
}

const ROUND_MS = SECOND
const AFTER_FAILURE_MS = 5 * SECOND
/**
 * Each reading goes back this far again: transactions of other nodes may commit out of order, and clocks may differ.
 */
const OVERLAP_MS = 10 * SECOND
/** After this time every node has loaded an alert that was written, so the progress may be saved. */
const SETTLED_MS = 60 * SECOND
const SAVE_EVERY_MS = 5 * SECOND
const TOLD_AT_ONCE = 200

interface Running extends AlertEngineOptions {
  readonly open: OpenAlerts
  /** Null until all alerts have been loaded. */
  readAt: Instant | null
  /** Ends of rounds in the server's clock (`at`) and the source's (`until`), oldest first, not settled yet. */
  rounds: { at: Instant; until: Instant }[]
  savedAt: Instant
  stopped: boolean
  running: { stop(): Promise<void> } | null
}

export function openAlertEngine(options: AlertEngineOptions): AlertEngine {
  const engine: Running = {
    ...options,
    open: openAlerts(),
    readAt: null,
    rounds: [],
    savedAt: options.clock.now(),
    stopped: false,
    running: null,
  }
  return {
    sweep: () => sweep(engine),
    // A failed round is repeated from the place where each alert stood: no quote is skipped, and no alert fires twice.
    start: () => {
      engine.running = runRounds(() => sweep(engine), {
        pauseMs: ROUND_MS,
        afterFailureMs: AFTER_FAILURE_MS,
        log: options.log,
        waits: 'the alerts wait for the database',
        failed: 'a round of the alerts failed',
        heard: options.heard ?? NO_LISTENER,
      })
    },
    stop: async () => {
      engine.stopped = true
      await engine.running?.stop()
    },
  }
}

async function sweep(engine: Running): Promise<void> {
  const at = engine.clock.now()
  const until = engine.market.settled()
  await takeIn(engine, at)
  for (const book of engine.open.books()) {
    if (engine.stopped) return
    await sweepBook(engine, book, until)
    await takeTurns()
  }
  engine.rounds.push({ at, until })
  await keepProgress(engine, at)
}

/** Load all alerts the first time, then those that this node or another one has changed since. */
async function takeIn(engine: Running, at: Instant): Promise<void> {
  const { db, open, readAt } = engine
  if (readAt !== null) {
    for (const alert of await db.read((tx) => listChangedAlerts(tx, readAt - OVERLAP_MS))) open.take(alert)
    engine.readAt = at
    return
  }
  const through = (await db.read(findAlertProgress)) ?? undefined
  let page = await db.read((tx) => listWatchingAlerts(tx))
  while (page.length > 0) {
    for (const alert of page) open.take(alert, through)
    const last = page.at(-1)
    page = await db.read((tx) => listWatchingAlerts(tx, last))
  }
  engine.readAt = at
}

async function sweepBook(engine: Running, book: AlertBook, until: Instant): Promise<void> {
  await settleFresh(engine, book, until)
  for await (const seen of reachingQuotes(engine.market, book, book.through, until)) {
    const met = book.met(seen)
    if (met.length > 0) await publish(engine, met, seen)
    if (engine.stopped) return
    book.through = seen.at
  }
  book.through = Math.max(book.through, until)
}

/** Bring new alerts up to where the others of the book are, then merge them into the book. */
async function settleFresh(engine: Running, book: AlertBook, until: Instant): Promise<void> {
  if (book.fresh.size === 0) return
  const fresh = [...book.fresh]
  const from = fresh.reduce((least, { seen }) => Math.min(least, seen), Infinity)
  if (book.through === -Infinity) book.through = Math.min(from, until)
  const late = fresh.filter(({ seen }) => seen < book.through)
  if (late.length > 0) await catchUp(engine, book, late, from)
  book.settle()
}

/** Check the quotes that late alerts missed, up to where the others are, in a walk of their own. */
async function catchUp(engine: Running, book: AlertBook, late: readonly LoadedAlert[], from: Instant): Promise<void> {
  const alone = openAlerts()
  const since = new Map(late.map(({ alert, seen }) => [keyOf(alert), seen]))
  for (const { alert, seen } of late) alone.take({ ...alert, removedAt: null }, seen)
  for (const own of alone.books()) {
    own.settle()
    own.previous = book.previous
    for await (const seen of reachingQuotes(engine.market, own, from, book.through)) {
      const still = own.met(seen).filter((alert) => (since.get(keyOf(alert)) ?? Infinity) < seen.at)
      if (still.length === 0) continue
      await publish(engine, still, seen)
      for (const alert of still) alone.markTold(alert, seen.at, seen.day)
    }
  }
}

/** Fire alerts: notice and evidence are written in one transaction, then the customers' topics are published. */
async function publish(engine: Running, met: readonly Alert[], seen: AlertQuote): Promise<void> {
  for (let from = 0; from < met.length; from += TOLD_AT_ONCE) {
    const some = met.slice(from, from + TOLD_AT_ONCE)
    const newFirings = await engine.db.write(async (tx) => {
      await lockCustomers(tx, [...new Set(some.map(({ customer }) => customer))])
      const now = engine.clock.now()
      const firings = await saveFirings(
        tx,
        some.map((alert): Firing => ({
          alert,
          quoteAt: seen.at,
          day: seen.day,
          last: seen.last,
          source: engine.market.name,
          notice: newId(),
          now,
        })),
      )
      await insertNotices(
        tx,
        firings.map((firing) => noticeFor(engine, firing, seen)),
      )
      return firings
    })
    // An alert that was changed meanwhile is corrected by the next reading of changes.
    for (const alert of some) engine.open.markTold(alert, seen.at, seen.day)
    for (const customer of new Set(newFirings.map(({ alert }) => alert.customer)))
      engine.events.publish(customer, ['notices', 'alerts'])
  }
}

function noticeFor({ market }: Running, { alert, notice, now }: Firing, quote: AlertQuote) {
  const { customer, kind, listing, level, percentBps, note } = alert
  const isIndex = market.find(listing)?.kind === 'index'
  return noticeOfAlert({ customer, id: notice, at: now }, { kind, listing, isIndex, level, percentBps, note, quote })
}

/** Save every few seconds how far all alerts have been checked: the next start continues from there. */
async function keepProgress(engine: Running, at: Instant): Promise<void> {
  if (at - engine.savedAt < SAVE_EVERY_MS) return
  const settled = engine.rounds.findLast((round) => round.at <= at - SETTLED_MS)
  engine.savedAt = at
  if (!settled) return
  engine.rounds = engine.rounds.filter((round) => round.at > settled.at)
  await engine.db.write((tx) => saveAlertProgress(tx, settled.until))
}
