import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Model } from '@lonja/core/orders/model.check'
import type { CheckOrder } from '@lonja/core/orders/state.check'
import { lastByListing, sayExits, sayHold, sayLot } from './model.house.testing.ts'
import { LISTINGS } from './model.market.testing.ts'

/* Orders and accounts of the model in the words of `model.house.testing.ts`. */

export function sayOrder(order: CheckOrder | undefined): string {
  if (!order) return 'none'
  const { state, filled, shares, timeInForce, endsAt, limit, worst, stop, trail, trailBps, trigger } = order
  const stopText =
    stop !== null
      ? `price ${stop}`
      : trail !== null
        ? `amount ${trail}`
        : trailBps !== null
          ? `share ${trailBps}`
          : null
  const isOpen = state === 'working' || state === 'part_filled'
  return [
    `${state} ${filled}/${shares} ${timeInForce} until ${endsAt} limit ${limit} worst ${worst}`,
    `stop ${stopText}`,
    `best ${isOpen && !trigger ? order.best : null} from ${order.opensAt} place ${order.rank} changes ${order.changes}`,
    trigger
      ? `triggered ${trigger.tick.at} ${trigger.tick.bid} ${trigger.tick.ask} at ${trigger.stop} of ${trigger.best}`
      : 'waits',
    `${order.reason}`,
    `${trail !== null || trailBps !== null ? 'has' : 'has not'} followed a price`,
    isOpen ? sayHold(order.hold) : 'nothing held',
    `profit ${order.profit} leverage ${order.leverage} ${order.exit ? 'exit' : 'order'} of ${order.isOfHouse ? 'the house' : 'the customer'} for ${order.lot ?? 'the oldest'}`,
    sayExits(order.exits, order),
    ...order.fills.map(
      ({ at, shares: some, price, cost, fee, paid, markup, realised, financed }) =>
        `fill ${at} ${some} at ${price}: ${cost} + ${fee}, ${paid} + ${markup}, ${realised}, ${financed}`,
    ),
  ].join('; ')
}

export function sayAccount({ accounts }: Model, customer: CustomerId): string {
  const account = accounts.get(customer)
  assert(account !== undefined, 'the model has the customer')
  return [
    `${account.openOrders} open`,
    ...(['EUR', 'USD', ...LISTINGS] as const).map(
      (asset) =>
        `${asset} ${account.free.get(asset) ?? 0n} + ${account.held.get(asset) ?? 0n} - ${account.owed.get(asset) ?? 0n}`,
    ),
    ...LISTINGS.map((listing) => {
      const lots = account.lots.get(listing) ?? []
      return `lots of ${listing}: ${lots.map(sayLot).join(', ')}`
    }),
    `warned ${account.warned.full} ${account.warned.near}`,
    ...lastByListing(account.closings).map(
      ({ lot, shares, cost, repaid, type }) => `closed ${shares} of ${lot} for ${cost}, repaid ${repaid}, ${type}`,
    ),
  ].join('; ')
}
