import { currencyFor, divideDown, divideUp, minOf, type ListingId } from '../base/amount.ts'
import type { CustomerId } from '../base/ids.ts'
import { add } from './amounts.check.ts'
import { lotsIn, payDebts } from './lots.check.ts'
import { accountOf, type Running } from './state.check.ts'
import { waitsForStop } from './tickets.check.ts'

/* Dividends and new tickers in the model of orders. Written from `docs/MONEY.md`, "A split, a dividend, a new ticker". */

/** A dividend of a listing: so much a share, in ten-thousandths of a unit. */
export interface CheckDividend {
  readonly listing: ListingId
  readonly amount: bigint
}

/** A dividend with the shares that each customer had at its record instant. */
export interface DueDividend extends CheckDividend {
  readonly entitled: ReadonlyMap<CustomerId, bigint>
}

const E4_A_CENT = 100n
const PER_CENT = 100n

/** The shares of now have the dividend, whatever is bought and sold until it is paid. */
export function recordDividend({ accounts }: Running, of: CheckDividend): DueDividend {
  const entitled = [...accounts].map(([customer, account]): [CustomerId, bigint] => [
    customer,
    lotsIn(account, of.listing).reduce((sum, { left }) => sum + left, 0n),
  ])
  return { ...of, entitled: new Map(entitled) }
}

export function payDividend(model: Running, { listing, amount, entitled }: DueDividend): void {
  const currency = currencyFor(listing)
  const tax = listing.startsWith('XMAD:') ? 19n : 15n
  for (const [customer, shares] of entitled) {
    const gross = divideDown(shares * amount, E4_A_CENT)
    if (gross === 0n) continue
    const account = accountOf(model, customer)
    add(account.free, currency, gross - minOf(gross, divideUp(gross * tax, PER_CENT)))
    payDebts(account)
    model.changed.add(customer)
  }
}

/** A new ticker of a listing. */
export interface CheckRenaming {
  readonly listing: ListingId
  readonly successor: ListingId
}

/** Moves the shares and the lots of all customers to the new listing, with the open orders. */
export function rename(model: Running, { listing, successor }: CheckRenaming): void {
  for (const [customer, { free, held, lots }] of model.accounts) {
    const own = lots.get(listing) ?? []
    if (own.length === 0) continue
    lots.set(successor, own)
    lots.delete(listing)
    for (const shares of [free, held]) {
      const moved = shares.get(listing) ?? 0n
      add(shares, listing, -moved)
      add(shares, successor, moved)
    }
    model.changed.add(customer)
  }
  for (const order of model.open) {
    if (order.listing !== listing) continue
    const hold = new Map([...order.hold].map(([asset, units]) => [asset === listing ? successor : asset, units]))
    const best = waitsForStop(order) && !order.trigger ? order.best : null
    Object.assign(order, { listing: successor, hold, best, changes: order.changes + 1 })
    model.changed.add(order.customer)
  }
}
