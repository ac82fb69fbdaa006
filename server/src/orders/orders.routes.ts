import { currencyFor, divideHalfEven, priceE4, type Amount, type Currency, type PriceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { Language } from '@lonja/core/base/language'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { MARKUP_BPS } from '@lonja/core/market/market.rules'
import type { Fill } from '@lonja/core/orders/fills.rules'
import { chargesOf } from '@lonja/core/orders/charges.rules'
import { stopPrice } from '@lonja/core/orders/kinds.rules'
import { lotNumberFor, type Closing } from '@lonja/core/orders/lots.rules'
import { readTerms } from '@lonja/core/orders/fees.contract'
import { FINANCING_TERMS, FINANCING_VERSION } from '@lonja/core/orders/financing.rules'
import { cancelOrder, listOrders, placeOrder, type OrderRow } from '@lonja/core/orders/orders.contract'
import { readNearest } from '@lonja/core/orders/nearest.contract'
import { readOrder, type FormerTerms } from '@lonja/core/orders/story.contract'
import { cancelOrders, replaceOrder } from '@lonja/core/orders/replacing.contract'
import { COLLAR_BPS, holdLeft } from '@lonja/core/orders/holds.rules'
import {
  isOfCustomer,
  isOpen,
  kindOfOrder,
  leverageOf,
  statedIn,
  ORDERS_PAGE,
  CLOSED_LOTS_SHOWN,
  type Order,
} from '@lonja/core/orders/orders.rules'
import { OPEN_ORDERS_MOST } from '@lonja/core/orders/placing.rules'
import * as z from 'zod/mini'
import { lotOf } from '@lonja/core/base/ids'
import { onLane } from '../door/serve.lane.ts'
import { onLook, onRead, onWrite, type Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { listChangesAmong, type Change } from './changes.store.ts'
import { feesAt } from './fees.actions.ts'
import { listFillsOf } from './fills.store.ts'
import { listClosingsOf, listOpenLots } from './lots.store.ts'
import { nearestOf } from './nearest.actions.ts'
import { listOrdersFor } from './group.actions.ts'
import { cancel, cancelAllNow, replace, type TradingParts } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { placeOrTakeOver } from './taking.actions.ts'

export function ordersRoutes(trading: TradingParts): Route[] {
  const { fees } = trading
  return [
    onLane(placeOrder, async (asker, ticket) => {
      const order = await placeOrTakeOver(trading, asker, ticket)
      return isRefused(order) ? order : receiptOf(order)
    }),

    onLane(cancelOrder, async (asker, { id }) => {
      const order = await cancel(trading, asker, id)
      return isRefused(order) ? order : { id, state: order.state, endedAt: order.endedAt }
    }),

    onLane(replaceOrder, async (asker, replacement) => {
      const order = await replace(trading, asker, replacement)
      return isRefused(order) ? order : receiptOf(order)
    }),

    onWrite(cancelOrders, async ({ tx, customer, now, publish, afterCommit }, { listing = null, side = null }) => {
      const ended = await cancelAllNow(tx, customer, trading, {
        now,
        reason: 'by_customer',
        isNoticed: true,
        which: (order) =>
          isOfCustomer(order) &&
          (listing === null || order.listing === listing) &&
          (side === null || order.side === side),
      })
      afterCommit(() => ended.forEach((order) => trading.open.take(order)))
      if (ended.length > 0) publish('orders', 'balances', 'notices')
      return { ended: ended.map(({ id, state, filled }) => ({ id, state, filled })) }
    }),

    ...readingRoutes(trading),

    onLook(readTerms, ({ now }) => ({
      ...feesAt(fees, now),
      collarBps: Number(COLLAR_BPS),
      markupBps: Number(MARKUP_BPS),
      financingBps: Number(FINANCING_TERMS[FINANCING_VERSION].yearBps),
      openOrdersMax: OPEN_ORDERS_MOST,
    })),
  ]
}

/** The reads of a customer's orders. */
function readingRoutes(trading: TradingParts): Route[] {
  const { market } = trading
  return [
    onRead(
      listOrders,
      async ({ tx, customer, language }, { which, listing = null, from, to, cursor, limit = ORDERS_PAGE }) => {
        const after = cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null
        const list = await listOrdersFor(trading, tx, customer, { which, listing, after, from, to }, limit + 1)
        const page = list.slice(0, limit)
        const fills = await listFillsOf(
          tx,
          customer,
          page.filter(({ filled }) => filled > 0n).map(({ id }) => id),
        )
        const rows = page.map((order) =>
          rowOf(
            order,
            fills.filter((fill) => fill.order === order.id),
            { market, language, best: bestIn(trading.open, order) },
          ),
        )
        return { rows, cursor: list.length > limit ? (page.at(-1)?.id ?? null) : null }
      },
    ),

    onRead(readOrder, async ({ tx, customer, language }, { id }) => {
      const order = await findOrder(tx, { customer, id })
      if (!order) return refuse('unknown_order')
      const ownFills = await listFillsOf(tx, customer, [id])
      const bought = order.side === 'buy' ? ownFills : []
      // A lot may have a new ticker since, which the order that bought it has not.
      const open = bought.length > 0 ? await listOpenLots(tx, customer) : []
      const fills = ownFills.map((fill) => fill.id)
      const closed = order.side === 'sell' ? await listClosingsOf(tx, customer, fills, CLOSED_LOTS_SHOWN) : []
      return {
        order: rowOf(order, ownFills, { market, language, best: bestIn(trading.open, order) }),
        fills: ownFills.map(fillOf),
        feeTable: order.feeTable,
        worst: order.worst,
        former: ((await listChangesAmong(tx, [order])).get(order) ?? []).map(formerOf),
        opened: bought.map((fill) => openedOf(fill, open.find(({ id: lot }) => lot === lotOf(fill.id))?.left ?? 0n)),
        closed: closed.map(closedOf),
      }
    }),

    onRead(readNearest, async ({ tx, customer }, { id }) => {
      const order = await findOrder(tx, { customer, id })
      return order ? nearestOf(order, market) : refuse('unknown_order')
    }),
  ]
}

const receiptOf = (order: Order): ReplyOf<typeof placeOrder> => {
  const { id, listing, side, shares, placedAt, marketAt, endsAt, held } = order
  return {
    id,
    listing,
    side,
    shares,
    leverage: leverageOf(order),
    ...kindIn(order),
    ...exitLinksIn(order),
    placedAt,
    marketAt,
    endsAt,
    held: [...held],
  }
}

/** The terms that a change ended. */
const formerOf = ({ at, order, split, move, fill = null }: Change): FormerTerms => ({
  at,
  shares: order.shares,
  ...kindIn(order),
  held: [...order.held],
  split: split ? { action: split.action, ...split.ratio } : null,
  move: move ? { action: move.action, listing: order.listing, successor: move.successor } : null,
  fill,
})

/** The kind of an order with its prices. */
function kindIn(order: Order) {
  const { limit, timeInForce, conditions } = order
  const exit = conditions?.isExit ?? false
  const { lot = null, exits = null } = conditions ?? {}
  return { kind: kindOfOrder(order), limit, ...statedIn(order), timeInForce, exit, lot, exits }
}

/** The orders that an attached exit connects. */
const exitLinksIn = ({ conditions }: Order) => ({
  exitOrder: conditions?.exitOrder ?? null,
  ofBuy: conditions?.ofBuy ?? null,
})

/** The price that a trailing stop follows at this moment, where this server fills the order; else as it is stored. */
const bestIn = (open: TradingParts['open'], order: Order): PriceE4 | null =>
  open.find(order)?.best ?? order.conditions?.best ?? null

/** A stop at this moment; of one that was reached, where it was. */
function stopNowOf({ side, conditions }: Order, best: PriceE4 | null): PriceE4 | null {
  if (!conditions?.stop) return null
  return conditions.trigger?.stop ?? stopPrice(side, conditions.stop, best)
}

/** An order as lists show it: with the price, fee and total of its fills, and the result of a sell. */
function rowOf(
  order: Order,
  fills: readonly Fill[],
  { market, language, best }: { readonly market: Market; readonly language: Language; readonly best: PriceE4 | null },
): OrderRow {
  const currency = currencyFor(order.listing)
  const money = (units: bigint): Amount => ({ asset: currency, units })
  const sum = (of: (fill: Fill) => bigint): bigint => fills.reduce((total, fill) => total + of(fill), 0n)
  const cost = sum((fill) => fill.cost)
  const fee = sum((fill) => fill.fee)
  const financed = sum((fill) => fill.financed)
  const isFilled = fills.length > 0
  return {
    id: order.id,
    listing: order.listing,
    name: nameOf(market, order.listing, language),
    currency,
    side: order.side,
    shares: order.shares,
    filled: order.filled,
    leverage: leverageOf(order),
    ...kindIn(order),
    ...exitLinksIn(order),
    stopNow: stopNowOf(order, best),
    triggered: order.conditions?.trigger ?? null,
    changes: order.conditions?.changes ?? 0,
    state: order.state,
    endReason: order.endReason,
    placedAt: order.placedAt,
    marketAt: order.marketAt,
    endsAt: order.endsAt,
    endedAt: order.endedAt,
    held: [...order.held],
    heldNow: isOpen(order) ? holdLeft(order, chargesOf(order, fills)) : [],
    fillPrice: isFilled
      ? priceE4(
          divideHalfEven(
            sum((fill) => fill.price * fill.shares),
            sum((fill) => fill.shares),
          ),
        )
      : null,
    filledAt: fills.at(-1)?.at ?? null,
    fee: isFilled ? money(fee) : null,
    total: isFilled ? money(order.side === 'buy' ? cost + fee : cost - fee) : null,
    financed: moneyUnlessNone(financed, currency),
    realised: isFilled && order.side === 'sell' ? money(sum((fill) => fill.realised ?? 0n)) : null,
  }
}

/** An amount that was financed, or paid back, as a positive one; null where there is none. */
const moneyUnlessNone = (units: bigint, asset: Currency): Amount | null =>
  units === 0n ? null : { asset, units: units > 0n ? units : -units }

const fillOf = (fill: Fill): ReplyOf<typeof readOrder>['fills'][number] => ({
  id: fill.id,
  shares: fill.shares,
  price: fill.price,
  at: fill.at,
  cost: { asset: currencyFor(fill.listing), units: fill.cost },
  fee: { asset: currencyFor(fill.listing), units: fill.fee },
  financed: moneyUnlessNone(fill.financed, currencyFor(fill.listing)),
  feeTable: fill.feeTable,
  feeBps: fill.feeBps,
  quote: {
    at: fill.quote.at,
    bid: fill.quote.bid,
    ask: fill.quote.ask,
    bidSize: fill.quote.bidSize,
    askSize: fill.quote.askSize,
    source: fill.source,
  },
  conversion: fill.conversion && {
    paid: fill.conversion.paid,
    received: fill.conversion.received,
    rate: fill.conversion.rate,
    markup: fill.conversion.markup,
  },
  posting: fill.posting,
})

/** The lot that a buy's fill has opened, and the shares of it that are still open. */
const openedOf = (fill: Fill, left: bigint): ReplyOf<typeof readOrder>['opened'][number] => ({
  lot: lotOf(fill.id),
  number: lotNumberFor(fill.id),
  shares: fill.shares,
  left,
  cost: { asset: currencyFor(fill.listing), units: fill.cost + fill.fee },
})

const closedOf = (closing: Closing): ReplyOf<typeof readOrder>['closed'][number] => {
  const money = (units: bigint): Amount => ({ asset: currencyFor(closing.listing), units })
  return {
    lot: closing.lot,
    number: lotNumberFor(closing.lot),
    shares: closing.shares,
    openedAt: closing.openedAt,
    price: closing.openPrice,
    cost: money(closing.cost),
    proceeds: money(closing.proceeds),
    fee: money(closing.fee),
    realised: money(closing.realised),
  }
}
