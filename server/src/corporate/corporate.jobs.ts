import type { ListingId, PriceE4 } from '@lonja/core/base/amount'
import type { Topic } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import { noticeOfAnnouncement } from '@lonja/core/corporate/corporate.notices'
import { withholdingOf } from '@lonja/core/corporate/corporate.rules'
import { actionKey, isEffective, type MarketAction } from '@lonja/core/market/actions'
import type { Clock } from '../base/clock.ts'
import type { Events } from '../base/events.ts'
import { BEFORE_ALL_IDS, newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Db, Tx } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { eachInTurn, runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER, type RoundListener } from '../jobs/vitals.ts'
import type { MarketGuard } from '../market/market.guard.ts'
import type { Market } from '../market/market.quotes.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { findOrder } from '../orders/orders.store.ts'
import { carryOutFor, type CarryingParts } from './corporate.actions.ts'
import { hasUndecided, listConcerned, listEntitled, listHolders, type CustomerPage } from './concerned.store.ts'
import {
  insertAction,
  insertTold,
  listActionRows,
  insertBegun,
  saveDone,
  saveTold,
  type ActionRow,
} from './corporate.store.ts'

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
  running: { stop(): Promise<void> } | null
}

const ROUND_MS = SECOND
const AFTER_FAILURE_MS = 5 * SECOND

export function openCorporateActions(options: CorporateOptions): CorporateActions {
  const engine: Running = { ...options, done: new Set(), running: null }
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
const pendingMoves = ({ market, done }: Running): MarketAction[] =>
  market
    .actions()
    .filter((action) => action.kind !== 'dividend' && isEffective(action, market.now()) && !done.has(actionKey(action)))

async function round(engine: Running): Promise<void> {
  const { db, market, guard } = engine
  if (!guard.agrees() || market.actions().length === 0) return
  const rows = await onRecord(engine)
  for (const row of rows) if (row.doneAt !== null) await nowDone(engine, row.action)
  for (const row of rows) if (row.toldAt === null) await announce(engine, row)
  const waiting = new Set<ListingId>()
  for (const row of rows) {
    const { listing, recordAt, kind } = row.action
    if (row.doneAt !== null || !isEffective(row.action, market.settled())) continue
    // The actions of a listing are carried out in order: a later one waits with it.
    if (waiting.has(listing)) continue
    if (kind === 'dividend' && (await db.read((tx) => hasUndecided(tx, listing, recordAt)))) {
      waiting.add(listing)
      continue
    }
    await carryOut(engine, row)
  }
}

/** All announced actions as they are on record; new ones are put there. */
async function onRecord({ db, clock, market }: Running): Promise<ActionRow[]> {
  const known = await db.read(listActionRows)
  const keys = new Set(known.map(({ action }) => actionKey(action)))
  const added = market.actions().filter((action) => !keys.has(actionKey(action)))
  if (added.length === 0) return inOrder(market, known)
  const madeAt = clock.now()
  await db.write(async (tx) => {
    for (const action of added) {
      const withholdingBps = action.kind === 'dividend' ? Number(withholdingOf(action.listing)) : null
      await insertAction(tx, action, { id: newId(), withholdingBps, madeAt })
    }
  })
  return inOrder(market, await db.read(listActionRows))
}

/** The rows in the order in which their source has them carried out. */
function inOrder(market: Market, rows: readonly ActionRow[]): ActionRow[] {
  const byKey = new Map(rows.map((row) => [actionKey(row.action), row]))
  return market.actions().flatMap((action) => byKey.get(actionKey(action)) ?? [])
}

const CUSTOMERS_AT_ONCE = 200

/** Calls `work` with each customer of a list that is read page by page. */
async function eachCustomer(
  { db }: Running,
  list: (tx: Tx, page: CustomerPage) => Promise<CustomerId[]>,
  work: (customer: CustomerId) => Promise<void>,
): Promise<void> {
  for (let after: string | undefined = BEFORE_ALL_IDS; after;) {
    const page = { after, most: CUSTOMERS_AT_ONCE }
    const customers: CustomerId[] = await db.read((tx) => list(tx, page))
    await eachInTurn(customers, work)
    after = customers.length < CUSTOMERS_AT_ONCE ? undefined : customers.at(-1)
  }
}

/** Gives the holders of a listing their notice of a coming action. Whoever has one gets none again. */
async function announce(engine: Running, { id, action }: ActionRow): Promise<void> {
  const { db, clock, market, events } = engine
  const at = clock.now()
  if (!isEffective(action, market.now())) {
    const holders = (tx: Tx, page: CustomerPage) => listHolders(tx, action.listing, page)
    await eachCustomer(engine, holders, async (customer) => {
      await writeFor(db, customer, async (tx) => {
        if (!(await insertTold(tx, customer, id, at))) return
        await insertNotices(tx, [noticeOfAnnouncement({ customer, id: newId(), at }, id, action)])
      })
      events.publish(customer, ['notices'])
    })
  }
  await db.write((tx) => saveTold(tx, id, at))
}

const CHANGED: readonly Topic[] = ['orders', 'balances', 'notices', 'watchlist']

/** Carries an action out for everybody whom it concerns. The record of each customer says for whom it is done. */
async function carryOut(engine: Running, row: ActionRow): Promise<void> {
  const { db, clock, market, events, trading } = engine
  const { listing, recordAt, kind } = row.action
  await db.write((tx) => insertBegun(tx, row.id, clock.now(), kind === 'split' ? closeAt(market, row.action) : null))
  const begun = (await db.read(listActionRows)).find(({ id }) => id === row.id) ?? row
  const list = (tx: Tx, page: CustomerPage) =>
    kind === 'dividend' ? listEntitled(tx, listing, page, recordAt) : listConcerned(tx, listing, page)
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
    const found = await db.read((tx) => findOrder(tx, order))
    if (found) open.take(found)
  }
  done.add(actionKey(action))
}

/** The close before the ex-day, in shares of before it; null if nothing was traded yet. */
const closeAt = (market: Market, { listing, recordAt }: MarketAction): PriceE4 | null =>
  market.dayFiguresAt(listing, recordAt)?.last ?? null
