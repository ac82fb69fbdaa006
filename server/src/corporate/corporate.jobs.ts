import type { ListingId, PriceE4 } from '@lonja/core/base/amount'
import type { Topic } from '@lonja/core/base/contract'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import { noticeOfAnnouncement } from '@lonja/core/corporate/corporate.notices'
import { withholdingOf } from '@lonja/core/corporate/corporate.rules'
import { actionKey, byRecord, isEffective, type MarketAction } from '@lonja/core/market/actions'
import type { Clock } from '../base/clock.ts'
import type { Events } from '../base/events.ts'
import { newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Db, Tx } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER, type RoundListener } from '../jobs/vitals.ts'
import { listHeldListings } from '../ledger/ledger.store.ts'
import type { MarketGuard } from '../market/market.guard.ts'
import type { Market } from '../market/market.quotes.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { listOpenListings } from '../orders/open.store.ts'
import { findOrder } from '../orders/orders.store.ts'
import { carryOutFor, type CarryingParts } from './corporate.actions.ts'
import {
  listConcerned,
  listEntitled,
  listRenamed,
  listToTell,
  listUndecided,
  type CustomerPage,
} from './concerned.store.ts'
import {
  insertAction,
  insertTold,
  findAction,
  listActionRows,
  listOpenActionRows,
  insertBegun,
  saveDone,
  saveTold,
  type ActionRow,
} from './corporate.store.ts'
import { eachCustomer, putWithdrawals } from './withdrawing.jobs.ts'

/**
 * Announces corporate actions and carries each out at the close before its ex-day, once for each customer, on however
 * many servers and however often it is interrupted.
 */
export interface CorporateActions {
  /** Announces and carries out what is due. At an opening it runs before any order is filled. */
  round(): Promise<void>
  /**
   * The record instant of the oldest split or symbol change, of a listing or of all, that is not carried out. No event
   * after it is matched, and no order ends by one: its shares and its price are others.
   */
  heldAt(listing?: ListingId): Instant
  /** Runs rounds until it is stopped. */
  start(): void
  stop(): Promise<void>
}

export interface CorporateOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly market: Market
  readonly guard: Pick<MarketGuard, 'agrees'>
  readonly events: Pick<Events, 'publish'>
  /** The parts that adjust and end orders. */
  readonly trading: Omit<CarryingParts, 'market'>
  readonly heard?: RoundListener
}

interface Running extends CorporateOptions {
  /** The keys of the actions that are carried out, as far as this server knows. */
  readonly done: Set<string>
  /** The market's actions as they were last put on record, their keys, and those that are not told or not carried out. */
  record: {
    readonly of: readonly MarketAction[]
    readonly keys: ReadonlySet<string>
    readonly rows: readonly ActionRow[]
  } | null
  /** The splits and symbol changes among the market's actions. */
  moves: { readonly of: readonly MarketAction[]; readonly moves: readonly MarketAction[] } | null
  /** The withdrawals of the market as they were last put on record. */
  withdrawn: readonly MarketAction[] | null
  running: { stop(): Promise<void> } | null
}

const ROUND_MS = SECOND
const AFTER_FAILURE_MS = 5 * SECOND

export function openCorporateActions(options: CorporateOptions): CorporateActions {
  const engine: Running = { ...options, done: new Set(), record: null, moves: null, withdrawn: null, running: null }
  const pending = (): MarketAction[] => pendingMoves(engine)
  return {
    round: () => round(engine),
    heldAt: (listing) =>
      pending().reduce(
        (least, action) =>
          listing === undefined || action.listing === listing ? Math.min(least, action.recordAt) : least,
        Infinity,
      ),
    start: () => {
      engine.running = runRounds(() => round(engine), {
        pauseMs: ROUND_MS,
        afterFailureMs: AFTER_FAILURE_MS,
        log: options.log,
        waits: 'corporate actions wait for the database',
        failed: 'a round of corporate actions failed',
        heard: options.heard ?? NO_LISTENER,
      })
    },
    stop: async () => {
      await engine.running?.stop()
    },
  }
}

/** A market whose settled events end where the next split or symbol change has to be carried out first. */
export const heldBack = (market: Market, actions: Pick<CorporateActions, 'heldAt'>): Market => ({
  ...market,
  settled: () => Math.min(market.settled(), actions.heldAt()),
  heldAt: (listing) => actions.heldAt(listing),
})

/** The same of a command beside the house, by the actions on record. */
export const heldBy =
  (rows: readonly ActionRow[], now: Instant) =>
  (listing: ListingId): Instant =>
    rows.reduce((least, { action, doneAt }) => {
      const holds = action.listing === listing && action.kind !== 'dividend' && doneAt === null
      return holds && isEffective(action, now) ? Math.min(least, action.recordAt) : least
    }, Infinity)

/** The splits and symbol changes that have taken effect and are not carried out, as far as this server knows. */
function pendingMoves(engine: Running): MarketAction[] {
  const { market, done } = engine
  const all = market.actions()
  if (engine.moves?.of !== all) engine.moves = { of: all, moves: all.filter(({ kind }) => kind !== 'dividend') }
  return engine.moves.moves.filter((action) => isEffective(action, market.now()) && !done.has(actionKey(action)))
}

async function round(engine: Running): Promise<void> {
  const { db, market, guard } = engine
  if (!guard.agrees()) return
  await keepWithdrawals(engine)
  if (market.actions().length === 0) return
  const rows = await openRows(engine)
  for (const row of rows) if (row.doneAt !== null) await nowDone(engine, row.action)
  await announceAll(
    engine,
    rows.filter(({ toldAt }) => toldAt === null),
  )
  const due = rows.filter(({ action, doneAt }) => doneAt === null && isEffective(action, market.settled()))
  const undecided = await undecidedAmong(db, due)
  const waiting = new Set<ListingId>()
  for (const row of due) {
    const { listing, kind } = row.action
    // The actions of a listing are carried out in order: a later one waits with it.
    if (waiting.has(listing)) continue
    if (kind === 'dividend' && undecided.has(row.id)) waiting.add(listing)
    else await carryOut(engine, row)
  }
}

/** Withdrawals go first: the same action may be announced anew, with other terms. */
async function keepWithdrawals(engine: Running): Promise<void> {
  const withdrawn = engine.market.withdrawnActions()
  if (withdrawn.length === 0 || engine.withdrawn === withdrawn) return
  await putWithdrawals(engine, withdrawn)
  engine.withdrawn = withdrawn
  engine.record = null
}

/** The dividends of which an order may still be filled on a quote event up to their record instant. */
async function undecidedAmong(db: Db, due: readonly ActionRow[]): Promise<Set<string>> {
  const dividends = due.filter(({ action }) => action.kind === 'dividend')
  const undecided = new Set<string>()
  for (const recordAt of new Set(dividends.map(({ action }) => action.recordAt))) {
    const own = dividends.filter(({ action }) => action.recordAt === recordAt)
    const listings = await db.read((tx) =>
      listUndecided(
        tx,
        own.map(({ action }) => action.listing),
        recordAt,
      ),
    )
    for (const { id, action } of own) if (listings.has(action.listing)) undecided.add(id)
  }
  return undecided
}

/**
 * The announced actions on record that are not told or not carried out, in order; new ones are put there. A round in
 * which nothing is due reads nothing.
 */
async function openRows(engine: Running): Promise<readonly ActionRow[]> {
  const { db, market } = engine
  const announced = market.actions()
  const isDue = ({ action, toldAt, doneAt }: ActionRow): boolean =>
    toldAt === null || (doneAt === null && isEffective(action, market.settled()))
  const { record } = engine
  if (record?.of === announced && !record.rows.some(isDue)) return []
  const keys = record?.of === announced ? record.keys : await putOnRecord(engine, announced)
  const known = record?.rows.map(({ id }) => id)
  // At the start also those that are carried out: this server has to know them.
  const rows = (await db.read((tx) => (known ? listOpenActionRows(tx, known) : listActionRows(tx))))
    .filter(({ action }) => keys.has(actionKey(action)))
    .toSorted((one, other) => byRecord(one.action, other.action))
  engine.record = { of: announced, keys, rows: rows.filter(({ doneAt, toldAt }) => doneAt === null || toldAt === null) }
  return rows
}

/** Puts the announced actions on record that are not there, and returns the keys of all. */
async function putOnRecord(
  { db, clock, record }: Running,
  announced: readonly MarketAction[],
): Promise<ReadonlySet<string>> {
  const keys = new Set(announced.map(actionKey))
  const known = record?.keys ?? new Set((await db.read(listActionRows)).map(({ action }) => actionKey(action)))
  const added = announced.filter((action) => !known.has(actionKey(action)))
  const madeAt = clock.now()
  if (added.length > 0) {
    await db.write(async (tx) => {
      for (const action of added) {
        const withholdingBps = action.kind === 'dividend' ? Number(withholdingOf(action.listing)) : null
        await insertAction(tx, action, { id: newId(), withholdingBps, madeAt })
      }
    })
  }
  return keys
}

/** Announces actions. Most listings of a large market have no holder and no open order. */
async function announceAll(engine: Running, rows: readonly ActionRow[]): Promise<void> {
  if (rows.length === 0) return
  const { db, clock, market } = engine
  const traded = await db.read(async (tx) => [...(await listHeldListings(tx)), ...(await listOpenListings(tx))])
  const known = new Set(traded)
  const isForSomebody = ({ action }: ActionRow): boolean =>
    known.has(action.listing) && !isEffective(action, market.now())
  for (const row of rows.filter(isForSomebody)) await announce(engine, row)
  const others = rows.filter((row) => !isForSomebody(row)).map(({ id }) => id)
  if (others.length > 0) await db.write((tx) => saveTold(tx, others, clock.now()))
}

/** Sends the customers whom it concerns a notice of a coming action, once each. */
async function announce(engine: Running, { id, action }: ActionRow): Promise<void> {
  const { db, clock, events } = engine
  const at = clock.now()
  const toTell = (tx: Tx, page: CustomerPage) => listToTell(tx, action.listing, page)
  await eachCustomer(engine, toTell, async (customer) => {
    await writeFor(db, customer, async (tx) => {
      if (!(await insertTold(tx, customer, id, at))) return
      await insertNotices(tx, [noticeOfAnnouncement({ customer, id: newId(), at }, id, action)])
    })
    events.publish(customer, ['notices'])
  })
  await db.write((tx) => saveTold(tx, [id], at))
}

const CHANGED: readonly Topic[] = ['orders', 'balances', 'notices', 'watchlist']

/** Carries an action out for everybody whom it concerns. The record of each customer says for whom it is done. */
async function carryOut(engine: Running, row: ActionRow): Promise<void> {
  const { db, clock, market, events, trading } = engine
  const { listing, recordAt, kind } = row.action
  await db.write((tx) => insertBegun(tx, row.id, clock.now(), kind === 'split' ? closeAt(market, row.action) : null))
  const begun = (await db.read((tx) => findAction(tx, row.id))) ?? row
  const listed = { split: listConcerned, symbol: listRenamed, dividend: listEntitled }[kind]
  const list = (tx: Tx, page: CustomerPage) => listed(tx, listing, page, recordAt)
  await eachCustomer(engine, list, async (customer) => {
    const parts = { ...trading, market }
    const { orders, isConcerned } = await writeFor(db, customer, (tx) =>
      carryOutFor(tx, customer, begun, { parts, now: clock.now() }),
    )
    for (const order of orders) trading.open.take(order)
    if (orders.length > 0 || isConcerned) events.publish(customer, CHANGED)
  })
  await db.write((tx) => saveDone(tx, row.id, clock.now()))
  await nowDone(engine, row.action)
}

/**
 * From now on the orders of a listing meet the events of after an action. Another server may have adjusted some that
 * this one fills, so they are read again before.
 */
async function nowDone({ db, done, trading: { open } }: Running, action: MarketAction): Promise<void> {
  if (done.has(actionKey(action))) return
  const book = action.kind === 'dividend' ? undefined : open.books().find(({ listing }) => listing === action.listing)
  for (const { order } of [...(book?.fresh ?? []), ...(book?.settled ?? [])]) {
    const current = await db.read((tx) => findOrder(tx, order))
    if (current) open.take(current)
  }
  done.add(actionKey(action))
}

/** The close before the ex-day, in shares of before it; null if nothing was traded yet. */
const closeAt = (market: Market, { listing, recordAt }: MarketAction): PriceE4 | null =>
  market.dayFiguresAt(listing, recordAt)?.last ?? null
