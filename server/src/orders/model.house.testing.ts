import type { Asset, ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId, LotId, OrderId } from '@lonja/core/base/ids'
import { aLot } from '@lonja/core/base/ids.testing'
import { isRefused, type Refused } from '@lonja/core/base/refusal'
import { freeLine } from '@lonja/core/ledger/ledger.rules'
import { NO_CHARGES, chargesOf } from '@lonja/core/orders/charges.rules'
import { holdLeft } from '@lonja/core/orders/holds.rules'
import { byAge, type Closing, type Lot } from '@lonja/core/orders/lots.rules'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { isOpen, rankOf, type Order } from '@lonja/core/orders/orders.rules'
import type { Replacement } from '@lonja/core/orders/replacing.contract'
import { settableClock } from '../base/clock.ts'
import { openLog } from '../base/log.ts'
import { openBook, type Book } from '../database/book.ts'
import type { Db } from '../database/db.ts'
import { openOrdersOf, post } from '../ledger/ledger.actions.ts'
import { balances } from '../ledger/ledger.store.ts'
import { NOTHING_HEARD } from '../market/market.heard.ts'
import { marketFor } from '../market/market.quotes.ts'
import { cancelling, replacing } from './ending.lane.ts'
import { fills, fillsOn, type EventKey } from './fills.store.ts'
import { closings, lots } from './lots.store.ts'
import { actionsInMemory } from './model.actions.testing.ts'
import { exitIdOf } from './model.ids.testing.ts'
import { laneInMemory } from './model.lane.testing.ts'
import { marginInMemory } from './model.margin.testing.ts'
import { LISTINGS, type WalkedMarket } from './model.market.testing.ts'
import { cancel, cancelAllIn, replace, type TradingParts } from './orders.actions.ts'
import { openFillEngine } from './orders.jobs.ts'
import { openOrders } from './orders.open.ts'
import { orders } from './orders.store.ts'
import { placeOrTakeOver } from './taking.actions.ts'

/*
 * The orders of a server without its database: the real commands, engine, open orders and books. One book of the lane
 * lasts for the whole run, where a server reads and writes one for each batch.
 */

/** The database of this house: there is none, and whoever asks for it fails. */
const NO_DATABASE = new Proxy(
  {},
  {
    get: (_db, name) => {
      throw new Error(`the house of the model has no database (${String(name)})`)
    },
  },
) as Db

/** The database of orders of other servers, of which there are none. */
const NO_OTHERS = { read: () => Promise.resolve([]) } as unknown as Db
/** A round has ended an order between two looks at memory: a server finds it in its database then. */
const GONE = new Error('the order has left memory')
const unlessGone = <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (error !== GONE) throw error
    return null
  })

/**
 * The database for commands at once, where one has ended the order of another in between, as an exit does that is reached:
 * no order is open that is not in memory.
 */
const NONE_OPEN = {
  read: (work: (tx: unknown) => unknown) =>
    work({
      run: ({ name }: { readonly name: string }) => {
        if (name === 'find_order') throw GONE
        assert(name === 'list_order_group', `the house of the model has no database (${name})`)
        return Promise.resolve([])
      },
    }),
} as unknown as Db
const UNKNOWN_LOT = aLot('00000000-0000-7000-8000-0000000000aa')
/** The last closings of each listing. Events of two listings that one round goes through have no order. */
export const lastByListing = <Closed extends { readonly listing: ListingId }>(closings: readonly Closed[]): Closed[] =>
  LISTINGS.flatMap((listing) => closings.filter((closing) => closing.listing === listing).slice(-CLOSINGS_SAID))
const CLOSINGS_SAID = 3

interface LotFigures {
  readonly left: bigint
  readonly costLeft: bigint
  readonly financedLeft: bigint
  readonly reserved: bigint
  readonly guarded: bigint
}

export const sayLot = ({ left, costLeft, financedLeft, reserved, guarded }: LotFigures): string =>
  `${left} for ${costLeft} of ${financedLeft} less ${reserved} and ${guarded}`

/** The exit that is attached to a buy, and the orders that it connects. */
export const sayExits = (
  exits: {
    readonly stop: bigint | null
    readonly trailBps?: number | null | undefined
    readonly profit: bigint | null
  } | null,
  { exitOrder, ofBuy }: { readonly exitOrder: OrderId | null; readonly ofBuy: OrderId | null },
): string =>
  `exits ${exits ? `${exits.stop} ${exits.trailBps ?? null} ${exits.profit}` : 'none'}, by ${exitOrder}, of ${ofBuy}`

/** A book whose closings are kept. */
function heardBook(closed: Map<CustomerId, Closing[]>): Book {
  const book = openBook()
  return {
    ...book,
    append: (log, row) => {
      if ((log as unknown) === closings) {
        const closing = row as Closing
        closed.set(closing.customer, [...(closed.get(closing.customer) ?? []), closing])
      }
      book.append(log, row)
    },
  }
}

function ownerOf(placed: ReadonlyMap<CustomerId, readonly OrderId[]>, id: OrderId): CustomerId {
  const owner = [...placed].find(([, ids]) => ids.includes(id))
  assert(owner !== undefined, 'the house knows whose an order is')
  return owner[0]
}

export type HouseInMemory = ReturnType<typeof houseInMemory>

export function houseInMemory(walked: WalkedMarket) {
  const closed = new Map<CustomerId, Closing[]>()
  const book = heardBook(closed)
  const changed = new Set<CustomerId>()
  const market = marketFor(walked.source)
  const placed = new Map<CustomerId, OrderId[]>()
  /** Reads the fills of a customer on an event, which the database finds among those of all orders. */
  const readEvent = ({ customer, listing, quoteAt }: EventKey): void => {
    for (const id of placed.get(customer) ?? [])
      for (const fill of book.on(fills).list({ customer, order: id }))
        if (fill.listing === listing && fill.quote.at === quoteAt) book.on(fillsOn).put(fill)
  }
  /** The lots of a customer. One that has moved to a new ticker stands empty under the old one. */
  const lotsIn = (customer: CustomerId): readonly Lot[] => {
    const all = LISTINGS.flatMap((listing) => book.on(lots).list({ customer, listing }))
    return [...new Map(all.map((lot) => [lot.id, lot])).values()]
  }
  const names = new Map<LotId, string>()
  /** The name of a lot: its order, and which of its fills it is of. */
  const nameOf = (customer: CustomerId, id: LotId): string => {
    const known = names.get(id)
    if (known !== undefined) return known
    const all = lotsIn(customer)
    const one = all.find((lot) => lot.id === id)
    const ofOrder = all.filter((lot) => lot.order === one?.order)
    const name = one ? `${one.order} ${ofOrder.indexOf(one) + 1}` : 'none'
    names.set(id, name)
    return name
  }
  const ordersOf = (customer: CustomerId): Order[] =>
    (placed.get(customer) ?? []).flatMap((id) => book.on(orders).find({ customer, id }) ?? [])
  const lane = laneInMemory({ book, walked, changed, readEvent, lotsIn, ordersOf })
  const guard = { agrees: () => true, workedThrough: () => {} }
  const fees = [{ version: 2, announcedAt: 0, from: 0 }] as const
  const open = openOrders()
  open.meets(false)
  const trading: TradingParts = {
    db: NO_DATABASE,
    lane,
    market,
    fees,
    heardEvents: NOTHING_HEARD,
    open,
    guard,
    doubtful: [],
    exitId: (buy, at) => {
      const id = exitIdOf(buy, at)
      const customer = ownerOf(placed, buy)
      placed.set(customer, [...(placed.get(customer) ?? []), id])
      return id
    },
  }
  // Its clock stands, so it never stores its progress.
  const engine = openFillEngine(trading, { clock: settableClock(0), log: openLog('silent') })
  const orderOf = (customer: CustomerId, id: OrderId): Order | undefined => book.on(orders).find({ customer, id })
  const ended = (customer: CustomerId, id: OrderId) => {
    const order = orderOf(customer, id)
    return order ? { ...order, members: [] } : null
  }
  const margin = marginInMemory({ book, trading, lotsIn, walked, changed, placed })
  return {
    changed,
    grant: (customer: CustomerId, cash: readonly (readonly [Asset, bigint])[]): void => {
      const lines = cash.flatMap(([asset, units]) =>
        units > 0n ? [freeLine('grant', 'grants', { asset, units })] : [],
      )
      const cause = { kind: 'grant', id: null } as const
      if (lines.length > 0) post(book, { customer, cause, at: walked.now(), lines })
    },
    place: async (customer: CustomerId, ticket: Ticket): Promise<Order | Refused> => {
      const answer = await placeOrTakeOver({ ...trading, db: NO_OTHERS }, { customer }, ticket)
      // A ticket that is placed again is the same order.
      const own = placed.get(customer) ?? []
      if (!isRefused(answer) && !own.includes(ticket.id)) placed.set(customer, [...own, ticket.id])
      return answer
    },
    // An order that is not in memory has ended; a server would read it from its database.
    cancel: async (customer: CustomerId, id: OrderId): Promise<Order | Refused> => {
      const known = open.find({ customer, id }) !== undefined
      const inTime = known ? await unlessGone(cancel({ ...trading, db: NONE_OPEN }, { customer }, id)) : null
      if (inTime) return inTime
      const answer = await lane.submit(cancelling({ customer }, id, ended(customer, id), trading))
      return isRefused(answer) ? answer : answer.order
    },
    replace: async (customer: CustomerId, replacement: Replacement): Promise<Order | Refused> => {
      const { id } = replacement
      const known = open.find({ customer, id }) !== undefined
      const inTime = known ? await unlessGone(replace({ ...trading, db: NONE_OPEN }, { customer }, replacement)) : null
      if (inTime) return inTime
      const answer = await lane.submit(replacing({ customer }, replacement, ended(customer, id), trading))
      return isRefused(answer) ? answer : answer.order
    },
    /** Cancels open orders of a customer at once. Returns them as they ended, cancelled or filled. */
    cancelAll: async (customer: CustomerId, which: (order: Order) => boolean): Promise<readonly Order[]> => {
      const terms = { reason: 'by_customer', isNoticed: true, which } as const
      const all = await lane.write(customer, (write) => cancelAllIn(write, customer, trading, terms))
      for (const order of all) open.take(order)
      return all
    },
    sweep: () => engine.sweep(),
    /** The id of the lot that the model calls by a name. */
    lotOf: (customer: CustomerId, name: string): LotId =>
      lotsIn(customer).find((lot) => nameOf(customer, lot.id) === name)?.id ?? UNKNOWN_LOT,
    margin,
    ...actionsInMemory({ book, trading, walked, changed, ordersOf }),
    idsOf: open.idsOf,
    /** An order as it stands, with its fills and what it holds. */
    sayOrder: (customer: CustomerId, id: OrderId): string => {
      const order = orderOf(customer, id)
      if (!order) return 'none'
      const ownFills = [...book.on(fills).list({ customer, order: id })].toSorted((a, b) => a.quote.at - b.quote.at)
      const charges = ownFills.length > 0 ? chargesOf(order, ownFills) : NO_CHARGES
      const { conditions: also, state, filled, shares, limit, timeInForce, endsAt, worst, endReason } = order
      const { stop = null, trigger = null, changes = 0 } = also ?? {}
      const known = open.find({ customer, id })
      const watched = known && stop && stop.by !== 'price' ? open.watched(known).best : null
      return [
        `${state} ${filled}/${shares} ${timeInForce} until ${endsAt} limit ${limit} worst ${worst}`,
        `stop ${stop ? `${stop.by} ${stop.by === 'price' ? stop.price : stop.by === 'amount' ? stop.distance : stop.bps}` : null}`,
        `best ${isOpen(order) && !trigger ? watched : null} from ${also?.opensAt ?? null} place ${rankOf(order)} changes ${changes}`,
        trigger
          ? `triggered ${trigger.at} ${trigger.bid} ${trigger.ask} at ${trigger.stop} of ${trigger.best}`
          : 'waits',
        `${endReason}`,
        `${also?.best ? 'has' : 'has not'} followed a price`,
        isOpen(order) ? sayHold(holdLeft(order, charges).map(({ asset, units }) => [asset, units])) : 'nothing held',
        `profit ${also?.profit ?? null} leverage ${also?.leverage ?? 1} ${also?.isExit ? 'exit' : 'order'} of ${also?.isCloseOut ? 'the house' : 'the customer'} for ${also?.lot ? nameOf(customer, also.lot) : 'the oldest'}`,
        sayExits(also?.exits ?? null, also ?? { exitOrder: null, ofBuy: null }),
        ...ownFills.map(
          ({ quote, price, shares: some, cost, fee, conversion, realised, financed }) =>
            `fill ${quote.at} ${some} at ${price}: ${cost} + ${fee}, ${conversion?.paid.units ?? 0n} + ${conversion?.markup.units ?? 0n}, ${realised}, ${financed}`,
        ),
      ].join('; ')
    },
    /** A customer's balances, lots and number of open orders. */
    sayAccount: (customer: CustomerId): string =>
      [
        `${openOrdersOf(book, customer)} open`,
        ...(['EUR', 'USD', ...LISTINGS] as const).map((asset) => {
          const { free = 0n, held = 0n, owed = 0n } = book.on(balances).find({ customer, asset }) ?? {}
          return `${asset} ${free} + ${held} - ${owed}`
        }),
        ...LISTINGS.map((listing) => {
          const own = book.on(lots).list({ customer, listing })
          const left = own.filter((lot) => lot.left > 0n).toSorted(byAge)
          return `lots of ${listing}: ${left.map(sayLot).join(', ')}`
        }),
        margin.sayWarned(customer),
        ...lastByListing(closed.get(customer) ?? []).map(
          ({ lot, shares, cost, repaid, sellType }) =>
            `closed ${shares} of ${nameOf(customer, lot)} for ${cost}, repaid ${repaid}, ${sellType}`,
        ),
      ].join('; '),
  }
}

/** The amounts of a hold that are above zero, in the order of their assets. */
export const sayHold = (hold: Iterable<readonly [Asset, bigint]>): string =>
  [...hold]
    .filter(([, units]) => units > 0n)
    .map(([asset, units]) => `${units} ${asset}`)
    .toSorted()
    .join(' + ')
