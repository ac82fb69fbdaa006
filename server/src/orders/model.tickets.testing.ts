import { currencyFor, type ListingId } from '@lonja/core/base/amount'
import type { OrderId } from '@lonja/core/base/ids'
import type { CheckTicket } from '@lonja/core/orders/tickets.check'
import { FORCES, exitsFor, pricesFor, sharesFor, standingFor } from './model.draws.testing.ts'
import { ORDER_GROUPS, orderIdOf } from './model.ids.testing.ts'
import type { World } from './model.world.testing.ts'
import { INDEX } from './orders.testing.ts'

/** So many shares that cash, with what the house finances, just pays for them. */
const allFor = (cash: bigint, price: bigint): bigint => {
  const shares = (cash * 97n) / (price + 1n)
  return shares < 1n ? 1n : shares > SHARES_MOST ? SHARES_MOST : shares
}
const SHARES_MOST = 5_000n

/** A ticket of any kind, mostly such as a customer would send. */
export function ticketFor(world: World): CheckTicket {
  const { dice, market, model } = world
  const customer = dice.one(world.customers)
  const listing: ListingId = dice.once(200) ? dice.one([INDEX, 'XNYS:NONE']) : dice.one(market.listings())
  const account = model.accounts.get(customer)
  const lots = account?.lots.get(listing) ?? []
  // Shares in exits may be sold by hand too.
  const owned = dice.once(2) ? (account?.free.get(listing) ?? 0n) : lots.reduce((sum, { left }) => sum + left, 0n)
  const side = owned > 0n && dice.once(2) ? 'sell' : dice.once(12) ? 'sell' : 'buy'
  const price = market.source.quoteAt(listing, market.now())?.last ?? 100_000n
  const prices = pricesFor(dice, side, price)
  const isStop = prices.stop !== null || prices.trail !== null || prices.trailBps !== null
  const timeInForce = isStop && !dice.once(40) ? dice.one(['day', 'gtc'] as const) : dice.one(FORCES)
  const standing = standingFor(
    dice,
    { side, ...prices },
    lots.map(({ name }) => name),
  )
  const cash = account?.free.get(currencyFor(listing)) ?? 0n
  const size = standing.leverage > 1n && dice.once(2) ? allFor(cash * standing.leverage, price) : sharesFor(dice)
  const most = lots.find(({ name }) => name === standing.lot)?.left ?? owned
  const shares = side === 'sell' && size > most && most > 0n && !dice.once(10) ? most : size
  const id = newOrder(world)
  const exits = exitsFor(dice, { side, ...prices }, price)
  return { customer, id, listing, side, shares, timeInForce, ...prices, ...standing, exits }
}

export const newOrder = ({ dice, made }: World): OrderId => orderIdOf(dice.below(ORDER_GROUPS), made)
