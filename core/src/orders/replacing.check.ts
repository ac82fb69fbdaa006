import { venueOf, type Asset } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { needOf } from './amounts.check.ts'
import { lotsIn, unaskedOf } from './lots.check.ts'
import {
  accountOf,
  holdAnew,
  isOpen,
  orderOf,
  reserve,
  type CheckOrder,
  type CheckReplacement,
  type Running,
} from './state.check.ts'
import {
  attachedRefusal,
  follows,
  holdFrom,
  isMixed,
  isNear,
  kindOfPrices,
  priceOf,
  profitRefusal,
  stopAt,
  stopRefusal,
  waitsForStop,
  worstOf,
  type CheckExits,
  type CheckPrices,
  type Force,
  type Tick,
} from './tickets.check.ts'

/* Replacing the terms of an order of the model. */

/** Replaces an order's terms as one act, or says why not. */
export function replace(model: Running, replacement: CheckReplacement, now: Instant): string | null {
  const order = orderOf(model, replacement.customer, replacement.id)
  if (order?.side !== replacement.side) return 'unknown_order'
  if (isOpen(order) && order.endsAt !== null && now > order.endsAt) return 'order_ended'
  if (isMixed(replacement)) return 'terms_mixed'
  const exits = replacement.exits === undefined ? order.exits : replacement.exits
  const isSame =
    samePrices(order, replacement) &&
    sameExits(order.exits, exits) &&
    order.shares === replacement.shares &&
    order.timeInForce === replacement.timeInForce
  if (isSame && order.changes === replacement.changes + 1) return null
  if (!isOpen(order)) return 'order_ended'
  if (order.isOfHouse) return 'order_of_house'
  if (order.changes !== replacement.changes) return 'order_changed'
  if (isSame) return null
  const tick = model.market.tickAt(order.listing, now)
  const wrong = changeRefusal(order, replacement, tick)
  if (wrong !== null || !tick) return wrong ?? 'no_price'
  const ofExits = exitsRefusal(order, { ...replacement, exits }, tick)
  if (ofExits !== null) return ofExits
  const session = model.market.session(venueOf(order.listing), now)
  if (!session) return 'market_closed_for_good'
  const isPriced = !samePrices(order, replacement)
  const worst = isPriced ? worstOf(order.side, replacement, tick) : order.worst
  const hold = holdForChange(model, order, { shares: replacement.shares, worst }, now)
  if (typeof hold === 'string') return hold
  const keepsPlace = !isPriced && replacement.shares <= order.shares
  if (!sameStop(order, replacement)) order.best = follows(replacement) ? priceOf(order.side, tick) : null
  if (replacement.timeInForce !== order.timeInForce)
    order.endsAt = replacement.timeInForce === 'gtc' ? null : session.close
  const { shares, limit, stop, trail, trailBps, profit, timeInForce } = replacement
  const terms = { shares, limit, stop, trail, trailBps, profit, timeInForce, worst, exits, changes: order.changes + 1 }
  reserve(model, order, shares - order.shares)
  Object.assign(order, terms, keepsPlace ? {} : { rank: now })
  holdAnew(model, order, hold)
  return null
}

const sameStop = (a: CheckPrices, b: CheckPrices): boolean =>
  a.stop === b.stop && a.trail === b.trail && a.trailBps === b.trailBps
const samePrices = (a: CheckPrices, b: CheckPrices): boolean =>
  a.limit === b.limit && a.profit === b.profit && sameStop(a, b)

const sameExits = (a: CheckExits | null, b: CheckExits | null): boolean =>
  a?.stop === b?.stop && a?.trailBps === b?.trailBps && a?.profit === b?.profit

const NO_STOP = { stop: null, trail: null, trailBps: null }

/** Why the exit of a buy is not changed, or does not go with its new prices; null if it may stand. */
function exitsRefusal(
  order: CheckOrder,
  replacement: CheckPrices & { readonly exits: CheckExits | null },
  tick: Tick,
): string | null {
  const isSame = sameExits(order.exits, replacement.exits)
  if (order.filled > 0n) return isSame ? null : 'exits_placed'
  if (isSame && samePrices(order, replacement)) return null
  return attachedRefusal(
    order.side,
    replacement.exits,
    order.trigger ? { ...replacement, ...NO_STOP } : replacement,
    tick,
  )
}

const isWaiting = (force: Force): boolean => force === 'day' || force === 'gtc'

function changeRefusal(order: CheckOrder, replacement: CheckReplacement, tick: Tick | null): string | null {
  if (!isWaiting(order.timeInForce) || !isWaiting(replacement.timeInForce)) return 'force_stays'
  if (kindOfPrices(order) !== kindOfPrices(replacement)) return 'kind_stays'
  const isSameExit = sameStop(order, replacement) && order.profit === replacement.profit
  if (order.trigger && !isSameExit) return 'already_triggered'
  if (replacement.shares <= order.filled) return 'shares_filled'
  if (!tick) return 'no_price'
  if (replacement.limit !== null && replacement.limit !== order.limit && !isNear(replacement.limit, tick.last))
    return 'limit_out_of_range'
  if (replacement.profit !== null && replacement.profit !== order.profit && !isNear(replacement.profit, tick.last))
    return 'limit_out_of_range'
  if (isSameExit || !waitsForStop(replacement)) return null
  const isSame = sameStop(order, replacement)
  const best = isSame ? order.best : priceOf(order.side, tick)
  const ofStop = isSame ? null : stopRefusal(order.side, replacement, tick)
  if (ofStop !== null || replacement.profit === null) return ofStop
  return profitRefusal(stopAt(order.side, replacement, best), replacement)
}

/** The hold after a replacement, out of what is free together with what the order holds. */
function holdForChange(
  model: Running,
  order: CheckOrder,
  { shares, worst }: Pick<CheckOrder, 'shares' | 'worst'>,
  now: Instant,
): Map<Asset, bigint> | string {
  const { free } = accountOf(model, order.customer)
  const rest = shares - order.filled
  const need = worst === null ? rest : needOf(worst, rest, order.sums, order.leverage)
  const own = lotsIn(accountOf(model, order.customer), order.listing).filter(
    ({ name, buy }) => name === order.lot || buy === order.ofBuy,
  )
  const isOfLots = order.ofBuy !== null || own.length > 0
  const unasked = own.reduce((sum, lot) => sum + unaskedOf(lot), 0n)
  const ofLot = isOfLots && shares - order.shares > unasked ? 'lot_reserved' : null
  const within = (asset: Asset): bigint => (free.get(asset) ?? 0n) + (order.hold.get(asset) ?? 0n)
  return holdFrom(order, need, within, { rate: model.market.rateAt(now), isTooMuch: false, isTooMany: false, ofLot })
}
