import { assert } from '@lonja/core/base/assert'
import { cents, currencyFor, wholeShares, basisPoints, type ListingId, type Shares } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import {
  dividendLines,
  dividendOn,
  entitledShares,
  renameLots,
  splitLines,
  splitLots,
  symbolLines,
  type LotChange,
} from '@lonja/core/corporate/corporate.rules'
import { noticeOfDividend, noticeOfSplit, noticeOfSymbol } from '@lonja/core/corporate/corporate.notices'
import { NO_SPLIT, splitPrice, type MarketAction, type Ratio } from '@lonja/core/market/actions'
import { holdLine, releaseLine, type Line } from '@lonja/core/ledger/ledger.rules'
import type { NewNotice } from '@lonja/core/notices/notices.rules'
import type { Lot } from '@lonja/core/orders/lots.rules'
import type { Order } from '@lonja/core/orders/orders.rules'
import { newId } from '../base/ids.ts'
import type { LockedTx } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { lastVersion, listBalances } from '../ledger/ledger.store.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { changeLots } from '../orders/lot-changes.store.ts'
import { sumFillsAfter } from '../orders/fills.store.ts'
import { listLotLocks, type LotLock } from '../orders/lot-locks.store.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { listPursesOn, saveMovedPurse } from '../orders/purses.store.ts'
import type { Market } from '../market/market.quotes.ts'
import type { EndingParts } from '../orders/orders.actions.ts'
import { listAlertRows, saveAlertMove } from '../watchlist/alerts.store.ts'
import { moveWatches } from '../watchlist/watchlist.store.ts'
import { moveOrders, splitOrders } from './corporate.orders.actions.ts'
import { findPart, insertPart, type ActionPart, type ActionRow } from './corporate.store.ts'

/** The parts that carrying out an action needs. */
export interface CarryingParts extends Omit<EndingParts, 'market'> {
  readonly market: Market
}

/** The result of carrying an action out for a customer: the orders that it changed, and whether it changed anything else. */
export interface CarryingResult {
  readonly orders: readonly Order[]
  readonly isConcerned: boolean
}

type Of<Kind extends MarketAction['kind']> = Extract<MarketAction, { kind: Kind }>

/**
 * Carries an action out for one customer, in their lock, exactly once: a second call finds the record and changes
 * nothing. After the commit the caller takes the ended orders out of the open ones.
 */
export async function carryOutFor(
  tx: LockedTx,
  customer: CustomerId,
  row: ActionRow,
  { parts, now }: { readonly parts: CarryingParts; readonly now: Instant },
): Promise<CarryingResult> {
  const { action } = row
  if (await findPart(tx, customer, row.id)) return { orders: [], isConcerned: false }
  if (action.kind === 'dividend') return payDividend(tx, customer, { row, action, now })
  await moveAlerts(tx, customer, action, now)
  return action.kind === 'split'
    ? split(tx, customer, { row, action, parts, now })
    : rename(tx, customer, { row, action, parts, now })
}

/** The levels of alerts in shares of after a split, or under the new ticker; they watch quotes after the record instant. */
async function moveAlerts(
  tx: LockedTx,
  customer: CustomerId,
  action: Of<'split'> | Of<'symbol'>,
  now: Instant,
): Promise<void> {
  const ratio: Ratio = action.kind === 'split' ? action.ratio : NO_SPLIT
  const listing: ListingId = action.kind === 'symbol' ? action.successor : action.listing
  const alerts = (await listAlertRows(tx, customer)).filter((alert) => alert.listing === action.listing)
  for (const { id, level, armedAt } of alerts) {
    const moved = level && splitPrice(level, ratio)
    await saveAlertMove(tx, { customer, id, listing, level: moved, armedAt: Math.max(armedAt, action.recordAt) }, now)
  }
}

interface Carrying<Action> {
  readonly row: ActionRow
  readonly action: Action
  readonly now: Instant
  readonly ended?: number
  readonly adjusted?: number
}

type Moving<Action> = Carrying<Action> & { readonly parts: CarryingParts }

/**
 * Splits the position, and adjusts the open orders to it. Shares that a sell holds more are there only after the posting
 * of the split, and those that it holds less are given back before it.
 */
async function split(tx: LockedTx, customer: CustomerId, carrying: Moving<Of<'split'>>): Promise<CarryingResult> {
  const { row, action, now } = carrying
  const { orders, moved, ended } = await splitOrders(tx, customer, {
    ...carrying,
    split: { action: row.id, ratio: action.ratio },
  })
  const post = async (isMore: boolean): Promise<void> => {
    for (const { order, lines } of moved) {
      if (lines.length === 0 || lines.some(({ held }) => held > 0n) !== isMore) continue
      await postNow(tx, { customer, cause: { kind: 'order', id: order.id }, at: now, lines })
    }
  }
  await post(false)
  const before = await listOpenLots(tx, customer, action.listing)
  if (before.length > 0 || moved.length > 0) {
    const locks = await listLotLocks(tx, customer)
    await moveLocked(tx, locks, before, { now, line: releaseLine })
    const { lots: changed, ...outcome } = splitLots(before, action.ratio, row.close)
    const lots = withLocks(changed, locks)
    const { sharesBefore, sharesAfter, cash, cost } = outcome
    const currency = currencyFor(action.listing)
    const free = (await listBalances(tx, customer)).find(({ asset }) => asset === currency)?.free ?? 0n
    const lines = splitLines(action.listing, outcome, free)
    await record(tx, customer, { ...carrying, ended, adjusted: moved.length, lines, lots, sharesBefore, sharesAfter, cash, cost }) // prettier-ignore
    await moveLocked(tx, locks, lots.map(({ after }) => after), { now, line: holdLine }) // prettier-ignore
    await movePurses(tx, customer, action.listing, { listing: action.listing, lots })
    if (before.length > 0)
      await notify(tx, noticeOfSplit(headOf(customer, now), { id: row.id, action, split: outcome }))
  }
  await post(true)
  return { orders, isConcerned: before.length > 0 }
}

/**
 * Moves a position to its new listing with the open orders on it, in one posting: the free shares, and those that sells
 * hold. Locked shares are free for the time of it. The watches of the customer move with it.
 */
async function rename(tx: LockedTx, customer: CustomerId, carrying: Moving<Of<'symbol'>>): Promise<CarryingResult> {
  const { row, action, now } = carrying
  const { listing, successor } = action
  const isWatched = await moveWatches(tx, customer, listing, successor)
  const { orders, moved, ended } = await moveOrders(tx, customer, { ...carrying, move: { action: row.id, successor } })
  const before = await listOpenLots(tx, customer, listing)
  if (before.length === 0 && moved.length === 0) {
    await movePurses(tx, customer, listing, { listing: successor, lots: [] })
    return { orders, isConcerned: isWatched }
  }
  const locks = await listLotLocks(tx, customer)
  await moveLocked(tx, locks, before, { now, line: releaseLine })
  const shares = wholeShares(before.reduce((sum, { left }) => sum + left, 0n))
  const held = wholeShares(moved.reduce((sum, order) => sum + order.held, 0n))
  const lines = symbolLines(listing, successor, { shares, held })
  const lots = renameLots(before, successor)
  await record(tx, customer, { ...carrying, ended, adjusted: moved.length, lines, lots, sharesBefore: shares, sharesAfter: shares }) // prettier-ignore
  await moveLocked(tx, locks, lots.map(({ after }) => after), { now, line: holdLine }) // prettier-ignore
  await movePurses(tx, customer, listing, { listing: successor, lots })
  if (shares > 0n) await notify(tx, noticeOfSymbol(headOf(customer, now), { id: row.id, action, shares }))
  return { orders, isConcerned: true }
}

/** The cause of each locked lot gives up the hold of its shares for the time of an action, or holds what the action left of them. */
async function moveLocked(
  tx: LockedTx,
  locks: readonly LotLock[],
  lots: readonly Lot[],
  { now, line }: { readonly now: Instant; readonly line: typeof holdLine },
): Promise<void> {
  for (const { customer, lot, causeKind, cause } of locks) {
    const own = lots.find(({ id, left }) => id === lot && left > 0n)
    if (!own) continue
    const lines = [line({ asset: own.listing, units: own.left })]
    await postNow(tx, { customer, cause: { kind: causeKind, id: cause }, at: now, lines })
  }
}

/** The purses of runs on a listing after an action: their orders on it have ended, so each has all shares of its lots. */
async function movePurses(
  tx: LockedTx,
  customer: CustomerId,
  before: ListingId,
  { listing, lots }: { readonly listing: ListingId; readonly lots: readonly LotChange[] },
): Promise<void> {
  for (const purse of await listPursesOn(tx, customer, before)) {
    const own = lots.filter(({ after }) => after.run === purse.id)
    const shares = wholeShares(own.reduce((sum, { after }) => sum + after.left, 0n))
    await saveMovedPurse(tx, purse, { listing, shares })
  }
}

/** The lots after a split: of a locked one all shares stay reserved. */
const withLocks = (changes: readonly LotChange[], locks: readonly LotLock[]): LotChange[] =>
  changes.map(({ before, after }) =>
    locks.some(({ lot }) => lot === after.id)
      ? { before, after: { ...after, reserved: after.left } }
      : { before, after },
  )

async function payDividend(
  tx: LockedTx,
  customer: CustomerId,
  carrying: Carrying<Of<'dividend'>>,
): Promise<CarryingResult> {
  const { row, action, now } = carrying
  const { listing, amount, recordAt } = action
  assert(row.withholdingBps !== null, 'a dividend names the tax that is withheld')
  const lots = await listOpenLots(tx, customer, listing)
  const open = lots.reduce((sum, { left }) => sum + left, 0n)
  const shares = entitledShares({ open, ...(await sumFillsAfter(tx, customer, listing, recordAt)) })
  if (shares === 0n) return { orders: [], isConcerned: false }
  const paid = dividendOn(shares, amount, basisPoints(BigInt(row.withholdingBps)))
  const lines = dividendLines(listing, paid)
  await record(tx, customer, { ...carrying, lines, lots: [], sharesBefore: shares, sharesAfter: shares, ...paid })
  await notify(tx, noticeOfDividend(headOf(customer, now), { id: row.id, action, shares, paid }))
  return { orders: [], isConcerned: true }
}

type PositionChange = Carrying<MarketAction> &
  Partial<Pick<ActionPart, 'gross' | 'withheld' | 'cash' | 'cost'>> & {
    readonly lines: readonly Line[]
    readonly lots: readonly LotChange[]
    readonly sharesBefore: Shares
    readonly sharesAfter: Shares
  }

/** Posts what an action moves, and puts its part on record with the lots that it changes. */
async function record(tx: LockedTx, customer: CustomerId, changed: PositionChange): Promise<void> {
  const { row, now, lines, lots, sharesBefore, sharesAfter, ended = 0, adjusted = 0 } = changed
  const none = cents(0n)
  const { gross = none, withheld = none, cash = none, cost = none } = changed
  const cause = { kind: 'action', id: row.id } as const
  const posting = lines.length > 0 ? await postNow(tx, { customer, cause, at: now, lines }) : null
  const version = await lastVersion(tx, customer)
  const shares = { sharesBefore, sharesAfter }
  await insertPart(tx, { customer, action: row.id, posting, version, ...shares, gross, withheld, cash, cost, orders: ended, adjusted, madeAt: now }) // prettier-ignore
  await changeLots(tx, { action: row.id, version }, lots)
}

const headOf = (customer: CustomerId, at: Instant) => ({ customer, id: newId(), at })
const notify = (tx: LockedTx, notice: NewNotice): Promise<void> => insertNotices(tx, [notice])
