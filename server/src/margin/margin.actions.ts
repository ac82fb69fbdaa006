import { assert } from '@lonja/core/base/assert'
import type { CustomerId, LotId, OrderId } from '@lonja/core/base/ids'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { ListingId } from '@lonja/core/base/amount'
import {
  NOT_WARNED,
  decideWarnings,
  isClosedOut,
  judgementOf,
  lotsToClose,
  OTHER_ORDERS_MOST,
  type JudgedAccount,
  type Judgement,
  type LotToClose,
  type WarningStates,
} from '@lonja/core/margin/judging.rules'
import { noticeOfCloseOut, noticeOfWarning } from '@lonja/core/margin/margin.notices'
import type { Quote } from '@lonja/core/market/market.contract'
import { unasked } from '@lonja/core/orders/asking.rules'
import { isCloseOut, runOf, type Order } from '@lonja/core/orders/orders.rules'
import { wholeShares } from '@lonja/core/base/amount'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { laneWithin } from '../database/within.ts'
import { lastVersion, listBalances } from '../ledger/ledger.store.ts'
import { lentTo } from '../lending/lending.store.ts'
import { NOTHING_HEARD } from '../market/market.heard.ts'
import type { Market } from '../market/market.quotes.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { closingOut, type ClosingOutParts } from '../orders/closeouts.lane.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { cancelAllNow, type EndingParts } from '../orders/orders.actions.ts'
import { listOrdersOf, type OrderKey } from '../orders/orders.store.ts'
import { insertCloseOut, listClosing } from './closeouts.store.ts'
import { findAccount, findLastEvents, saveAccount, type AccountState } from './margin.store.ts'

/** The parts that judging an account needs. */
export interface JudgingParts extends Omit<EndingParts, 'open' | 'market'>, ClosingOutParts {
  readonly market: Market
  readonly open: EndingParts['open']
  /** Orders whose outcome is unknown, which the fill engine looks up. */
  readonly doubtful: OrderKey[]
}

/** A minute of the market's clock, and whether later ones were over when it is judged. */
export interface Minute {
  readonly at: Instant
  readonly isMissed: boolean
}

/** An account as it stands in the database, at the prices of a minute. */
export async function accountAt(
  tx: Tx,
  customer: CustomerId,
  market: Pick<Market, 'quoteAt' | 'rateAt'>,
  at: Instant,
): Promise<JudgedAccount> {
  const closing = await listClosing(tx, customer)
  const lots = await listOpenLots(tx, customer)
  return {
    balances: await listBalances(tx, customer),
    lent: await lentTo(tx, customer),
    lots: lots.map((lot) => ({ ...lot, closing: closing.get(lot.id) ?? wholeShares(0n) })),
    last: (listing) => market.quoteAt(listing, at)?.last ?? null,
    rate: market.rateAt(at)?.rate ?? null,
  }
}

/** The result of judging an account: the orders that ended or were placed, and whether anything changed. */
export interface JudgingResult {
  readonly orders: readonly Order[]
  readonly isChanged: boolean
}

/** The state of an account that was never warned. */
export const NEVER_JUDGED: AccountState = { judgedAt: -Infinity, warned: NOT_WARNED }

const NOTHING: JudgingResult = { orders: [], isChanged: false }

/**
 * Judges an account at a minute, in its customer's lock, once: a second call finds that minute and changes nothing. After
 * the commit the caller takes the orders in.
 */
export async function judgeNow(
  tx: LockedTx,
  customer: CustomerId,
  minute: Minute,
  { parts, now }: { readonly parts: JudgingParts; readonly now: Instant },
): Promise<JudgingResult> {
  const state = (await findAccount(tx, customer)) ?? NEVER_JUDGED
  if (state.judgedAt >= minute.at) return NOTHING
  // The account at a minute that was missed is known if nothing of it was decided on later events.
  if (minute.isMissed && ((await findLastEvents(tx, customer, null)).any ?? 0) > minute.at) return NOTHING
  const account = await accountAt(tx, customer, parts.market, minute.at)
  const judged = judgementOf(account)
  if (!judged) return NOTHING
  const { warned, warn } = decideWarnings(judged, state.warned)
  if (isClosedOut(judged)) return closeOut(tx, { customer, minute, account, warned, parts, now })
  if (warned.full === state.warned.full && warned.near === state.warned.near) return NOTHING
  await saveAccount(tx, customer, { judgedAt: minute.at, warned })
  if (warn !== null) await insertNotices(tx, [noticeOfWarning({ customer, id: newId(), at: now }, warn, judged)])
  return { orders: [], isChanged: warn !== null }
}

interface ClosingOut {
  readonly customer: CustomerId
  readonly minute: Minute
  readonly account: JudgedAccount
  readonly warned: WarningStates
  readonly parts: JudgingParts
  readonly now: Instant
}

/** Closes lots of an account. Orders of the customer that hold the shares are cancelled, in time, and it is judged anew. */
async function closeOut(tx: LockedTx, closing: ClosingOut): Promise<JudgingResult> {
  const { customer, minute, parts, now } = closing
  let { account } = closing
  const ended: Order[] = []
  for (;;) {
    const chosen = lotsToClose(account)
    if (chosen.length === 0) break
    const stopped = await cancelInTheWay(tx, customer, chosen, { parts, now })
    if (stopped.length === 0) return place(tx, { ...closing, account, chosen, ended })
    ended.push(...stopped)
    account = await accountAt(tx, customer, parts.market, minute.at)
  }
  await saveAccount(tx, customer, { judgedAt: minute.at, warned: closing.warned })
  return { orders: ended, isChanged: true }
}

/** Cancels the customer's own sells that hold shares which the house closes: those of these lots, and if shares lack, those of the oldest. */
async function cancelInTheWay(
  tx: LockedTx,
  customer: CustomerId,
  chosen: readonly LotToClose[],
  { parts, now }: Pick<ClosingOut, 'parts' | 'now'>,
): Promise<readonly Order[]> {
  const lots = await listOpenLots(tx, customer)
  const balances = await listBalances(tx, customer)
  // Lots, and the buys of them, of which sells that name either ask for too much.
  const short = new Set<LotId | OrderId>()
  const sharesOf = new Map<ListingId, bigint>()
  for (const { lot, listing, shares } of chosen) {
    const lotOf = lots.find(({ id }) => id === lot)
    if (lotOf && unasked(lotOf) < shares) short.add(lot).add(lotOf.order)
    sharesOf.set(listing, (sharesOf.get(listing) ?? 0n) + shares)
  }
  const lacks = (listing: ListingId): boolean =>
    (sharesOf.get(listing) ?? 0n) > (balances.find(({ asset }) => asset === listing)?.free ?? 0n)
  const isInTheWay = (order: Order): boolean => {
    if (order.side !== 'sell' || isCloseOut(order) || runOf(order) !== null) return false
    const named = order.conditions?.lot ?? order.conditions?.ofBuy ?? null
    return named === null ? lacks(order.listing) : short.has(named)
  }
  if (short.size === 0 && ![...sharesOf.keys()].some(lacks)) return []
  const ended = await cancelAllNow(tx, customer, parts, {
    now,
    reason: 'close_out',
    isNoticed: true,
    which: isInTheWay,
  })
  assert(ended.length > 0, 'shares that are not free are held by orders')
  return ended
}

interface Placing extends ClosingOut {
  readonly chosen: readonly LotToClose[]
  readonly ended: readonly Order[]
}

/** Places the orders of a close-out, and puts it on record with what it was decided on. */
async function place(tx: LockedTx, placing: Placing): Promise<JudgingResult> {
  const { customer, minute, account, chosen, ended, parts, now } = placing
  const judged = judgementOf(account)
  assert(judged !== null, 'an account that is closed out was judged')
  const version = await lastVersion(tx, customer)
  const { submit } = laneWithin(tx, now)
  const placed: Order[] = []
  for (const { lot, listing, shares } of chosen) {
    const marketAt = await placeAt(tx, customer, listing, placing)
    const order = await submit(closingOut({ customer, id: newId(), listing, lot, shares, marketAt }, parts))
    assert(!isRefused(order), 'an order of the house is not refused')
    placed.push(order)
  }
  const id = newId()
  await insertCloseOut(tx, recordOf(placing, judged, placed, { id, version }))
  await saveAccount(tx, customer, { judgedAt: minute.at, warned: { full: true, near: true } })
  await insertNotices(tx, [noticeOfCloseOut({ customer, id: newId(), at: now }, { id, judged, chosen })])
  return { orders: [...ended, ...placed], isChanged: true }
}

function recordOf(
  { customer, minute, account, parts, now }: Placing,
  { currency, equity, used, usedOpen, financed }: Judgement,
  placed: readonly Order[],
  { id, version }: { readonly id: string; readonly version: number },
) {
  const { market } = parts
  const rate = market.rateAt(minute.at)
  const quoteOf = (listing: ListingId): Quote | null => market.quoteAt(listing, minute.at)
  return {
    customer, id, minute: minute.at, currency, equity, used, usedOpen, financed,
    rate: rate?.rate ?? null, rateAt: rate?.at ?? null, version, madeAt: now,
    quotes: [...new Set(account.lots.map(({ listing }) => listing))].map((listing) => {
      const quote = quoteOf(listing)
      return { listing, quoteAt: quote?.at ?? null, last: quote?.last ?? null }
    }),
    lots: account.lots.map(({ id: lot, listing, openedAt, left, costLeft, financedLeft, closing }) => {
      const order = placed.find(({ conditions }) => conditions?.lot === lot)
      const closed = order?.shares ?? wholeShares(0n)
      return { lot, listing, openedAt, left, costLeft, financedLeft, closing, order: order?.id ?? null, closed }
    }),
  } // prettier-ignore
}

/** A minute is judged well within this time of the server's clock, unless its server was away. */
const AT_ONCE_MS = 30 * SECOND

/**
 * The instant after whose events an order of the house fills: the minute. The market's now instead, where events since
 * then are decided already: for the customer's other sells of the listing, which share them, or after the server was
 * away. A feed keeps the events of a listing from the market's now on.
 */
async function placeAt(
  tx: LockedTx,
  customer: CustomerId,
  listing: ListingId,
  { minute, parts, now }: Pick<Placing, 'minute' | 'parts' | 'now'>,
): Promise<Instant> {
  const { market, heardEvents } = parts
  const serverTime = market.serverTimeOf(minute.at)
  if (heardEvents !== NOTHING_HEARD || serverTime === null || now - serverTime > AT_ONCE_MS) return market.now()
  const { sold } = await findLastEvents(tx, customer, listing)
  if ((sold ?? 0) > minute.at) return market.now()
  const page = { which: 'open', listing, after: null } as const
  const others = (await listOrdersOf(tx, customer, page, OTHER_ORDERS_MOST)).filter(
    (order) => order.side === 'sell' && order.marketAt !== minute.at,
  )
  return others.length > 0 ? market.now() : minute.at
}
