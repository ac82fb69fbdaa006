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
import type { Line } from '@lonja/core/ledger/ledger.rules'
import type { NewNotice } from '@lonja/core/notices/notices.rules'
import type { Order } from '@lonja/core/orders/orders.rules'
import { newId } from '../base/ids.ts'
import type { LockedTx } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { lastVersion, listBalances } from '../ledger/ledger.store.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { changeLots } from '../orders/lot-changes.store.ts'
import { sumFillsAfter } from '../orders/fills.store.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { cancelAllNow, type EndingParts } from '../orders/orders.actions.ts'
import { listAlertRows, saveAlertMove } from '../watchlist/alerts.store.ts'
import { findPart, insertPart, type ActionPart, type ActionRow } from './corporate.store.ts'

/** The parts that carrying out an action needs. */
export interface CarryingParts extends Omit<EndingParts, 'market'> {
  readonly market: EndingParts['market']
}

/** The result of carrying an action out for a customer: the orders that ended, and whether anything else changed. */
export interface CarriedOut {
  readonly ended: readonly Order[]
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
): Promise<CarriedOut> {
  const { action } = row
  if (await findPart(tx, customer, row.id)) return { ended: [], isConcerned: false }
  if (action.kind === 'dividend') return payDividend(tx, customer, { row, action, now })
  const reason = action.kind === 'split' ? 'split' : 'symbol_changed'
  const ended = await endOrders(tx, customer, { action, reason, parts, now })
  await moveAlerts(tx, customer, action, now)
  const lots = await listOpenLots(tx, customer, action.listing)
  if (lots.length > 0) {
    if (action.kind === 'split') await split(tx, customer, { row, action, now, orders: ended.length })
    else await rename(tx, customer, { row, action, now, orders: ended.length })
  }
  return { ended, isConcerned: lots.length > 0 }
}

interface Ending {
  readonly action: MarketAction
  readonly reason: 'split' | 'symbol_changed'
  readonly parts: CarryingParts
  readonly now: Instant
}

/**
 * Ends the open orders on the listing, as of the record instant: a quote event up to then fills those that it meets. An
 * order that was placed after it has met no event, and ends as of its own instant.
 */
async function endOrders(tx: LockedTx, customer: CustomerId, { action, reason, parts, now }: Ending): Promise<Order[]> {
  const { listing, recordAt } = action
  const ended: Order[] = []
  const later = new Set<Instant>()
  const endAt = async (until: Instant, which: (order: Order) => boolean): Promise<void> => {
    const market = { ...parts.market, now: () => until }
    ended.push(...(await cancelAllNow(tx, customer, { ...parts, market }, { now, reason, isNoticed: true, which })))
  }
  await endAt(recordAt, (order) => {
    if (order.listing === listing && order.marketAt > recordAt) later.add(order.marketAt)
    return order.listing === listing && order.marketAt <= recordAt
  })
  for (const at of later) await endAt(at, (order) => order.listing === listing && order.marketAt === at)
  return ended
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
  readonly orders?: number
}

async function split(tx: LockedTx, customer: CustomerId, carrying: Carrying<Of<'split'>>): Promise<void> {
  const { row, action, now } = carrying
  const { lots, ...made } = splitLots(await listOpenLots(tx, customer, action.listing), action.ratio, row.close)
  const { sharesBefore, sharesAfter, cash, cost } = made
  const currency = currencyFor(action.listing)
  const free = (await listBalances(tx, customer)).find(({ asset }) => asset === currency)?.free ?? 0n
  await record(tx, customer, { ...carrying, lines: splitLines(action.listing, made, free), lots, sharesBefore, sharesAfter, cash, cost }) // prettier-ignore
  await notify(tx, noticeOfSplit(headOf(customer, now), { id: row.id, action, split: made }))
}

async function rename(tx: LockedTx, customer: CustomerId, carrying: Carrying<Of<'symbol'>>): Promise<void> {
  const { row, action, now } = carrying
  const { listing, successor } = action
  const lots = renameLots(await listOpenLots(tx, customer, listing), successor)
  const shares = wholeShares(lots.reduce((sum, { before }) => sum + before.left, 0n))
  const lines = symbolLines(listing, successor, shares)
  await record(tx, customer, { ...carrying, lines, lots, sharesBefore: shares, sharesAfter: shares })
  await notify(tx, noticeOfSymbol(headOf(customer, now), { id: row.id, action, shares }))
}

async function payDividend(
  tx: LockedTx,
  customer: CustomerId,
  carrying: Carrying<Of<'dividend'>>,
): Promise<CarriedOut> {
  const { row, action, now } = carrying
  const { listing, amount, recordAt } = action
  assert(row.withholdingBps !== null, 'a dividend names the tax that is withheld')
  const lots = await listOpenLots(tx, customer, listing)
  const open = lots.reduce((sum, { left }) => sum + left, 0n)
  const shares = entitledShares({ open, ...(await sumFillsAfter(tx, customer, listing, recordAt)) })
  if (shares === 0n) return { ended: [], isConcerned: false }
  const paid = dividendOn(shares, amount, basisPoints(BigInt(row.withholdingBps)))
  const lines = dividendLines(listing, paid)
  await record(tx, customer, { ...carrying, lines, lots: [], sharesBefore: shares, sharesAfter: shares, ...paid })
  await notify(tx, noticeOfDividend(headOf(customer, now), { id: row.id, action, shares, paid }))
  return { ended: [], isConcerned: true }
}

type Changed = Carrying<MarketAction> &
  Partial<Pick<ActionPart, 'gross' | 'withheld' | 'cash' | 'cost'>> & {
    readonly lines: readonly Line[]
    readonly lots: readonly LotChange[]
    readonly sharesBefore: Shares
    readonly sharesAfter: Shares
  }

/** Posts what an action moves, and puts its part on record with the lots that it changes. */
async function record(tx: LockedTx, customer: CustomerId, changed: Changed): Promise<void> {
  const { row, now, lines, lots, sharesBefore, sharesAfter, orders = 0 } = changed
  const none = cents(0n)
  const { gross = none, withheld = none, cash = none, cost = none } = changed
  const cause = { kind: 'action', id: row.id } as const
  const posting = lines.length > 0 ? await postNow(tx, { customer, cause, at: now, lines }) : null
  const version = await lastVersion(tx, customer)
  const shares = { sharesBefore, sharesAfter }
  await insertPart(tx, { customer, action: row.id, posting, version, ...shares, gross, withheld, cash, cost, orders, madeAt: now }) // prettier-ignore
  await changeLots(tx, { action: row.id, version }, lots)
}

const headOf = (customer: CustomerId, at: Instant) => ({ customer, id: newId(), at })
const notify = (tx: LockedTx, notice: NewNotice): Promise<void> => insertNotices(tx, [notice])
