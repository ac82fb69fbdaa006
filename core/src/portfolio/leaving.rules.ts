import { CURRENCIES, currencyFor, isCurrency, type Amount, type ListingId } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { formatDate } from '../base/dates.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { freeLine, type Balance, type Line } from '../ledger/ledger.rules.ts'
import type { Lot } from '../orders/lots.rules.ts'
import type { AgainstClosing } from './leaving.contract.ts'

/** Once a day at most: a day's losses are part of what practice teaches. */
export const START_OVER_EVERY = 24 * HOUR

/** What an account owns, as far as leaving it or starting over asks. */
export interface Owned {
  readonly balances: readonly Pick<Balance, 'asset' | 'free' | 'held'>[]
  readonly lots: readonly Pick<Lot, 'listing' | 'left' | 'costLeft'>[]
  readonly orders: number
  readonly withdrawalsUnderWay: number
  readonly depositsUnderWay: number
}

export interface StartOverFacts extends Owned {
  readonly now: Instant
  /** When it was done last; null for never. */
  readonly lastAt: Instant | null
  readonly grant: Amount | null
}

type StartOverRefusal = 'withdrawal_under_way' | 'deposit_under_way' | 'started_over_lately' | 'nothing_to_start_over'

/** Let a customer start over, or say what stands against it. What staff have before them is decided first: it is real money's rule. */
export function decideStartOver(facts: StartOverFacts): { startOver: true } | Refused<StartOverRefusal> {
  const { now, lastAt, grant } = facts
  if (facts.withdrawalsUnderWay > 0) return refuse('withdrawal_under_way')
  if (facts.depositsUnderWay > 0) return refuse('deposit_under_way')
  if (lastAt !== null && now < lastAt + START_OVER_EVERY)
    return refuse('started_over_lately', { at: formatDate(lastAt + START_OVER_EVERY) })
  const owns = facts.orders > 0 || facts.balances.some(({ free, held }) => free + held > 0n)
  if (!owns && !grant) return refuse('nothing_to_start_over')
  return { startOver: true } // From here on it must be done.
}

/** Shares of one instrument that go back: how many, and what they had cost. */
export interface Returned {
  readonly listing: ListingId
  readonly shares: bigint
  readonly cost: bigint
}

/** Open lots by instrument, in the order of their codes: those that go back together. */
export function byListing<Own extends Pick<Lot, 'listing' | 'left' | 'costLeft'>>(
  lots: readonly Own[],
): (Returned & { readonly lots: readonly Own[] })[] {
  const listings = [...new Set(lots.map(({ listing }) => listing))].sort()
  return listings.map((listing) => {
    const own = lots.filter((lot) => lot.listing === listing)
    const sum = (of: (lot: Own) => bigint): bigint => own.reduce((total, lot) => total + of(lot), 0n)
    return { listing, shares: sum(({ left }) => left), cost: sum(({ costLeft }) => costLeft), lots: own }
  })
}

/** What some amounts of each currency come to; a currency without any is left out. */
export const sumsOf = (amounts: readonly Amount[]): Amount[] =>
  CURRENCIES.map((asset) => ({
    asset,
    units: amounts.reduce((sum, own) => (own.asset === asset ? sum + own.units : sum), 0n),
  })).filter(({ units }) => units > 0n)

/** What starting over takes and gives, in figures: the same for the screen before and the receipt after. */
export function handedBackFor({ balances, lots, orders }: Owned, grant: Amount | null) {
  const returned = byListing(lots)
  return {
    orders,
    positions: returned.length,
    cost: sumsOf(returned.map(({ listing, cost }) => ({ asset: currencyFor(listing), units: cost }))),
    cash: sumsOf(cashOf(balances).map(({ asset, free, held }) => ({ asset, units: free + held }))),
    grant,
  }
}

const cashOf = (balances: Owned['balances']) => balances.filter(({ asset }) => isCurrency(asset))

/**
 * Shares of one instrument go back at what they had cost: the market's account takes them and gives their cost. So no price is
 * needed that somebody could choose; what they had gained or lost on paper is never booked.
 */
export function returnLines({ listing, shares, cost }: Returned): Line[] {
  const out = freeLine('handed_back', 'market', { asset: listing, units: -shares })
  return cost === 0n ? [out] : [out, freeLine('handed_back', 'market', { asset: currencyFor(listing), units: cost })]
}

/**
 * All cash goes back to the account that grants, and the grant comes again. Asserts that nothing is held any more: orders were
 * cancelled, and nothing else may be under way.
 */
export function payOutLines(balances: Owned['balances'], grant: Amount | null): Line[] {
  assert(
    balances.every(({ held }) => held === 0n),
    'what goes back is held by nothing',
  )
  const cash = cashOf(balances).filter(({ free }) => free > 0n)
  const out = cash.map(({ asset, free }) => freeLine('handed_back', 'grants', { asset, units: -free }))
  return grant ? [...out, freeLine('grant', 'grants', grant)] : out
}

/** All that stands against closing an account, in the order of the screens that end it. */
export function againstClosing(owned: Owned, minimum: bigint): Exclude<AgainstClosing, 'account_restricted'>[] {
  const { withdrawable } = cashFor(owned, minimum)
  return [
    ...(owned.orders > 0 ? (['orders_open'] as const) : []),
    ...(owned.lots.length > 0 ? (['shares_owned'] as const) : []),
    ...(owned.withdrawalsUnderWay > 0 ? (['withdrawal_under_way'] as const) : []),
    ...(owned.depositsUnderWay > 0 ? (['deposit_under_way'] as const) : []),
    ...(withdrawable.length > 0 ? (['cash_left'] as const) : []),
  ]
}

/** Free cash that can be withdrawn, and the rest below the minimum, which nobody could ever take out: it goes back with the closing. */
export function cashFor({ balances }: Owned, minimum: bigint): { withdrawable: Amount[]; rest: Amount[] } {
  const cash = sumsOf(cashOf(balances).map(({ asset, free }) => ({ asset, units: free })))
  return {
    withdrawable: cash.filter(({ units }) => units >= minimum),
    rest: cash.filter(({ units }) => units < minimum),
  }
}

/** Let an account be closed, or refuse it by the first thing that stands against it. */
export function decideClosing(
  owned: Owned,
  minimum: bigint,
): { close: true } | Refused<Exclude<AgainstClosing, 'account_restricted'>> {
  const [first] = againstClosing(owned, minimum)
  return first ? refuse(first) : { close: true }
}
