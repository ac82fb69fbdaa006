import { CURRENCIES, currencyFor, isCurrency, type Amount, type ListingId } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { formatDate } from '../base/dates.ts'
import type { NameIn } from '../base/lists.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { freeLine, type Balance, type Line } from '../ledger/ledger.rules.ts'
import type { Lot } from '../orders/lots.rules.ts'

/** Once a day at most, because living with a day's losses is part of practice. */
export const START_OVER_EVERY = 24 * HOUR

/** A feature's statement in the joined lists: the page that ends what stops a customer from leaving. */
export interface AgainstPart {
  readonly path: `/${string}`
  readonly query?: Readonly<Record<string, string>>
}

type UnderWay = NameIn<'againstStartOver'>
type Open = NameIn<'againstClosing'>

/** An account's assets, as far as starting over and closing need them. */
export interface AccountAssets {
  readonly balances: readonly Pick<Balance, 'asset' | 'free' | 'held' | 'owed'>[]
  readonly lots: readonly Pick<Lot, 'listing' | 'left' | 'costLeft' | 'financedLeft'>[]
  readonly orders: number
  /** The cents of EUR that are owed of loans. */
  readonly lent: bigint
}

export interface StartOverFacts extends AccountAssets {
  /** Things that the customer has under way with features, in the order of the refusals. */
  readonly against: readonly UnderWay[]
  readonly now: Instant
  /** The time of the last one; null for never. */
  readonly lastAt: Instant | null
  readonly grant: Amount | null
}

type StartOverRefusal = UnderWay | 'started_over_lately' | 'nothing_to_start_over'

/** Let a customer start over, or refuse it. Cases with staff are settled first, as they would be with real money. */
export function decideStartOver(facts: StartOverFacts): { startOver: true } | Refused<StartOverRefusal> {
  const { now, lastAt, grant } = facts
  const [first] = facts.against
  if (first !== undefined) return refuse(first)
  if (lastAt !== null && now < lastAt + START_OVER_EVERY)
    return refuse('started_over_lately', { at: formatDate(lastAt + START_OVER_EVERY) })
  if (!ownsAnything(facts) && !grant) return refuse('nothing_to_start_over')
  return { startOver: true } // From here on it must be done.
}

export const ownsAnything = ({ balances, orders }: Pick<AccountAssets, 'balances' | 'orders'>): boolean =>
  orders > 0 || balances.some(({ free, held }) => free + held > 0n)

/** Whether a debt to the house is left. Closing an account writes it off; starting over leaves it. */
export const owesAnything = ({ balances, lent }: Pick<AccountAssets, 'balances' | 'lent'>): boolean =>
  lent > 0n || balances.some(({ owed }) => owed > 0n)

/** Shares of one instrument to return, and their cost. */
export interface ReturnedShares {
  readonly listing: ListingId
  readonly shares: bigint
  readonly cost: bigint
  /** The part of it that is paid back to the house, which financed it. */
  readonly financed: bigint
}

/** Open lots grouped by instrument, in order of listing id. */
export function byListing<Own extends Pick<Lot, 'listing' | 'left' | 'costLeft' | 'financedLeft'>>(
  lots: readonly Own[],
): (ReturnedShares & { readonly lots: readonly Own[] })[] {
  const listings = [...new Set(lots.map(({ listing }) => listing))].sort()
  return listings.map((listing) => {
    const lotsOfListing = lots.filter((lot) => lot.listing === listing)
    const sum = (of: (lot: Own) => bigint): bigint => lotsOfListing.reduce((total, lot) => total + of(lot), 0n)
    return {
      listing,
      shares: sum(({ left }) => left),
      cost: sum(({ costLeft }) => costLeft),
      financed: sum(({ financedLeft }) => financedLeft),
      lots: lotsOfListing,
    }
  })
}

/** The sum of the amounts in each currency; a currency without amounts is left out. */
export const sumsOf = (amounts: readonly Amount[]): Amount[] =>
  CURRENCIES.map((asset) => ({
    asset,
    units: amounts.reduce((sum, amount) => (amount.asset === asset ? sum + amount.units : sum), 0n),
  })).filter(({ units }) => units > 0n)

/** The amounts that starting over or closing hands back: for the preview and for the receipt. */
export function handedBackFor({ balances, lots, orders, lent }: AccountAssets) {
  const returned = byListing(lots)
  return {
    orders,
    positions: returned.length,
    cost: sumsOf(returned.map(({ listing, cost }) => ({ asset: currencyFor(listing), units: cost }))),
    cash: sumsOf(cashOf(balances).map(({ asset, free, held }) => ({ asset, units: free + held }))),
    owed: sumsOf(cashOf(balances).map(({ asset, owed }) => ({ asset, units: owed }))),
    lent: sumsOf([{ asset: 'EUR', units: lent }]),
  }
}

const cashOf = (balances: AccountAssets['balances']) => balances.filter(({ asset }) => isCurrency(asset))

/**
 * The lines that return an instrument's shares at cost: the market account takes the shares and pays their cost. No
 * price is involved that somebody could choose, and the unrealised result is never booked. The part that the house financed
 * is paid back out of their cost.
 */
export function returnLines({ listing, shares, cost, financed }: ReturnedShares): Line[] {
  const out = freeLine('handed_back', 'market', { asset: listing, units: -shares })
  const asset = currencyFor(listing)
  return [
    out,
    freeLine('handed_back', 'market', { asset, units: cost }),
    freeLine('financing', 'financing', { asset, units: -financed }),
  ].filter(({ free }) => free !== 0n)
}

/**
 * The lines that return all cash to the grant account and pay the grant again. Debts were paid from the cost of the shares,
 * as far as it went: closing writes the rest off, and after starting over it is paid from the grant. Asserts that
 * nothing is held: the orders were cancelled, and nothing else may be under way.
 */
export function payOutLines(
  balances: AccountAssets['balances'],
  { why, grant }: { readonly why: 'start_over' | 'closing'; readonly grant: Amount | null },
): Line[] {
  assert(
    balances.every(({ held }) => held === 0n),
    'what goes back is held by nothing',
  )
  const cash = cashOf(balances).filter(({ free }) => free > 0n)
  const out = cash.map(({ asset, free }) => freeLine('handed_back', 'grants', { asset, units: -free }))
  const debts = why === 'closing' ? cashOf(balances).filter(({ owed }) => owed > 0n) : []
  const off = debts.map(({ asset, owed }) => freeLine('written_off', 'write_offs', { asset, units: owed }))
  return [...out, ...off, ...(grant ? [freeLine('grant', 'grants', grant)] : [])]
}

/**
 * Let an account be closed, or refuse it for the first thing that features have open for it. The customer's cash and
 * shares do not block it: closing hands them back, as starting over does.
 */
export function decideClosing(against: readonly Open[]): { close: true } | Refused<Open> {
  const [first] = against
  return first === undefined ? { close: true } : refuse(first)
}
