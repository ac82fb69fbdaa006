import { currencyFor, divideDown, divideHalfEven, divideUp, type ListingId } from '../base/amount.ts'
import type { CustomerId } from '../base/ids.ts'
import { add } from './amounts.check.ts'
import { lotsIn, pay, payDebts, type CheckAccount, type CheckLot } from './lots.check.ts'
import { accountOf, end, holdAnew, isOpen, type CheckOrder, type Running } from './state.check.ts'
import { waitsForStop } from './tickets.check.ts'

/* Splits in the model of orders. Written from `docs/MONEY.md`, "A split, a dividend, a new ticker". */

/** A split of a listing: `from` shares become `to`. */
export interface CheckSplit {
  readonly listing: ListingId
  readonly from: bigint
  readonly to: bigint
  /** The last price before it, at which the fraction is paid; null if there was none. */
  readonly close: bigint | null
}

const E4_A_CENT = 100n

/** Splits the positions of all customers, and adjusts their open orders or ends them. */
export function split(model: Running, of: CheckSplit): void {
  for (const customer of model.accounts.keys()) splitOne(model, customer, of)
}

function splitOne(model: Running, customer: CustomerId, of: CheckSplit): void {
  const account = accountOf(model, customer)
  const orders = [...model.open].filter((order) => order.customer === customer && order.listing === of.listing)
  if (orders.length > 0 || lotsIn(account, of.listing).length > 0) model.changed.add(customer)
  for (const order of orders) {
    const terms = termsAfter(order, of)
    if (terms) Object.assign(order, terms, { changes: order.changes + 1 })
    else end(model, order, 'cancelled', 'split')
  }
  const sells = orders.filter((order) => isOpen(order) && order.side === 'sell')
  const hold = (isMore: boolean): void => {
    for (const order of sells) {
      const left = order.shares - order.filled
      const before = order.hold.get(of.listing) ?? 0n
      if (left !== before && left > before === isMore) holdAnew(model, order, new Map([[of.listing, left]]))
    }
  }
  // Shares that a sell holds more come with the split of the position; those that it holds less go with it.
  hold(false)
  splitLots(account, of)
  hold(true)
}

/** The terms of an order after a split; null if they would not be whole. Shares that were filled stay as they were. */
function termsAfter(order: CheckOrder, { from, to }: CheckSplit): Partial<CheckOrder> | null {
  const left = order.shares - order.filled
  if ((left * to) % from !== 0n || order.lot !== null || order.ofBuy !== null) return null
  const down = (price: bigint): bigint => divideDown(price * from, to)
  const up = (price: bigint): bigint => divideUp(price * from, to)
  const isBuy = order.side === 'buy'
  const limit = order.limit === null ? null : isBuy ? down(order.limit) : up(order.limit)
  const worst = order.worst === null ? null : (limit ?? down(order.worst))
  const { exits } = order
  const attached = exits && {
    ...exits,
    stop: exits.stop === null ? null : down(exits.stop),
    profit: exits.profit === null ? null : up(exits.profit),
  }
  const terms = { shares: order.filled + (left * to) / from, limit, worst, exits: attached }
  if ([limit, worst, attached?.stop].includes(0n)) return null
  if (!waitsForStop(order) || order.trigger) return terms
  const away = isBuy ? up : down
  const stop = order.stop === null ? null : away(order.stop)
  const best = order.best === null ? null : away(order.best)
  const trail = order.trail === null ? null : up(order.trail)
  if (stop === 0n || best === 0n || (!isBuy && trail !== null && best !== null && trail >= best)) return null
  return { ...terms, stop, best, trail, profit: order.profit === null ? null : up(order.profit) }
}

/**
 * Splits the lots of a position: the ratio applies to the sum of the shares, oldest first. A share has so many parts as
 * the split makes new ones of it, and a new share so many as it takes old ones.
 */
function splitLots(account: CheckAccount, { listing, from, to, close }: CheckSplit): void {
  const old = lotsIn(account, listing).map((lot) => ({ ...lot }))
  const shares = sumOf(old, 'left')
  const [whole, rest] = [(shares * to) / from, (shares * to) % from]
  const upTo = (of: Amount, newShares: bigint): bigint => oldest(old, { of, parts: newShares * from, perShare: to })
  let [sharesBefore, sharesAfter] = [0n, 0n]
  for (const lot of lotsIn(account, listing)) {
    sharesBefore += lot.left
    const after = (sharesBefore * to) / from
    lot.left = after - sharesAfter
    lot.costLeft = upTo('costLeft', after) - upTo('costLeft', sharesAfter)
    lot.financedLeft = upTo('financedLeft', after) - upTo('financedLeft', sharesAfter)
    sharesAfter = after
  }
  account.lots.set(listing, lotsIn(account, listing).filter(({ left }) => left > 0n)) // prettier-ignore
  add(account.free, listing, whole - shares)
  if (rest === 0n) return
  const cost = sumOf(old, 'costLeft') - upTo('costLeft', whole)
  const currency = currencyFor(listing)
  add(account.free, currency, close === null ? cost : divideDown(close * rest, to * E4_A_CENT))
  pay(account, currency, sumOf(old, 'financedLeft') - upTo('financedLeft', whole))
  payDebts(account)
}

type Amount = 'left' | 'costLeft' | 'financedLeft'

const sumOf = (lots: readonly CheckLot[], of: Amount): bigint => lots.reduce((sum, lot) => sum + lot[of], 0n)

interface Oldest {
  readonly of: Amount
  readonly parts: bigint
  readonly perShare: bigint
}

/** An amount of so many parts of the oldest shares; that of a part of a lot is rounded half to even. */
function oldest([lot, ...younger]: readonly CheckLot[], { of, parts, perShare }: Oldest): bigint {
  if (!lot || parts === 0n) return 0n
  const own = lot.left * perShare
  if (parts < own) return divideHalfEven(lot[of] * parts, own)
  return lot[of] + oldest(younger, { of, parts: parts - own, perShare })
}
