import {
  basisPoints,
  cents,
  currencyFor,
  divideDown,
  divideHalfEven,
  divideUp,
  E4_PER_CENT,
  minus,
  negated,
  partFor,
  rateOf,
  venueOf,
  wholeShares,
  type BasisPoints,
  type Cents,
  type ListingId,
  type PriceE4,
  type Shares,
  type Venue,
} from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { freeLine, type Line } from '../ledger/ledger.rules.ts'
import { splitPrice, type Ratio } from '../market/actions.ts'
import { repaymentLines } from '../orders/financing.rules.ts'
import { byAge, type Lot } from '../orders/lots.rules.ts'

/** The most actions of a listing that are shown: it has a few a year. */
export const ACTIONS_SHOWN = 100

/** A lot before and after an action. One that is left without a share is closed. */
export interface LotChange {
  readonly before: Lot
  readonly after: Lot
}

/** A position after a split: its lots, and the fraction of a share that was paid in cash. */
export interface SplitPosition {
  readonly lots: readonly LotChange[]
  readonly sharesBefore: Shares
  readonly sharesAfter: Shares
  /** The cash for the fraction, and the part of the cost that fell to it; both zero without one. */
  readonly cash: Cents
  readonly cost: Cents
  /** The financing of the fraction, which is paid back. */
  readonly repaid: Cents
}

/**
 * Splits the open lots of one listing, oldest first. The ratio applies to the running sum of the shares, so the position
 * has at most one fraction, and no border between lots makes another. A new share costs what the old shares cost that it
 * is made of; the parts add up to the cent. The fraction is paid at the close before the ex-day, rounded down, as every
 * amount that a customer receives; without a close, at its cost. Asserts that the lots are open and of one listing.
 */
export function splitLots(lots: readonly Lot[], ratio: Ratio, close: PriceE4 | null): SplitPosition {
  const { from, to } = ratio
  const own = lots.toSorted(byAge)
  assert(
    own.every(({ left, listing }) => left > 0n && listing === own[0]?.listing),
    'open lots of one listing are split together',
  )
  const changes: LotChange[] = []
  let [shares, whole, costOfLots, costOfWhole, financed, financedOfWhole] = [0n, 0n, 0n, 0n, 0n, 0n]
  for (const before of own) {
    const wholeAfter = ((shares + before.left) * to) / from
    const upTo = { lots: own, parts: to, upTo: wholeAfter * from }
    const costAfter = sumUpTo({ ...upTo, of: ({ costLeft }) => costLeft })
    const financedAfter = sumUpTo({ ...upTo, of: ({ financedLeft }) => financedLeft })
    const after = splitLot(before, ratio, {
      left: wholeAfter - whole,
      costLeft: costAfter - costOfWhole,
      financedLeft: financedAfter - financedOfWhole,
    })
    changes.push({ before, after })
    shares += before.left
    costOfLots += before.costLeft
    whole = wholeAfter
    costOfWhole = costAfter
    financed += before.financedLeft
    financedOfWhole = financedAfter
  }
  const cost = cents(costOfLots - costOfWhole)
  const rest = (shares * to) % from
  const cash = close === null ? cost : cents(divideDown(close * rest, to * E4_PER_CENT))
  const repaid = cents(financed - financedOfWhole)
  const fraction = rest === 0n ? { cash: cents(0n), cost: cents(0n), repaid } : { cash, cost, repaid }
  return { lots: changes, sharesBefore: wholeShares(shares), sharesAfter: wholeShares(whole), ...fraction }
}

interface UpTo {
  readonly lots: readonly Lot[]
  readonly parts: bigint
  readonly upTo: bigint
  readonly of: (lot: Lot) => bigint
}

/** An amount of the oldest shares up to a point, counted in parts of a share; a part of a lot is rounded half to even. */
function sumUpTo({ lots, parts, upTo, of }: UpTo): bigint {
  let [passed, sum] = [0n, 0n]
  for (const lot of lots) {
    const end = passed + lot.left * parts
    if (end > upTo) return sum + divideHalfEven(of(lot) * (upTo - passed), lot.left * parts)
    passed = end
    sum += of(lot)
  }
  return sum
}

/** The open part of a lot becomes the whole lot; its price and its fee are for display. */
function splitLot(
  lot: Lot,
  ratio: Ratio,
  { left, costLeft, financedLeft }: Readonly<Record<'left' | 'costLeft' | 'financedLeft', bigint>>,
): Lot {
  const fee = partFor(lot.fee, lot.left, lot.shares)
  const shares = wholeShares(left)
  const cost = cents(costLeft)
  return {
    ...lot,
    price: splitPrice(lot.price, ratio),
    shares,
    left: shares,
    cost,
    costLeft: cost,
    fee: fee < cost ? fee : cost,
    financedLeft: cents(financedLeft),
  }
}

/** The result of the fraction of a split: its cash less its cost. */
export const fractionResult = ({ cash, cost }: Pick<SplitPosition, 'cash' | 'cost'>): Cents => minus(cash, cost)

/**
 * The lines of a split: the shares that are added or taken away, the cash for the fraction, and what is paid back of what
 * was financed of it. `free` is the customer's free cash in the listing's currency.
 */
export function splitLines(
  listing: ListingId,
  { sharesBefore, sharesAfter, cash, repaid }: Omit<SplitPosition, 'lots' | 'cost'>,
  free: bigint,
): Line[] {
  return [
    freeLine('split', 'issuers', { asset: listing, units: sharesAfter - sharesBefore }),
    freeLine('split', 'issuers', { asset: currencyFor(listing), units: cash }),
    ...repaymentLines({ asset: currencyFor(listing), units: repaid }, free + cash),
  ].filter(({ free }) => free !== 0n)
}

/**
 * The tax that is withheld from a dividend, by the venue of its listing. Madrid: 19 % (Spain's income tax act, article
 * 101.4). New York: 15 %, as of a resident of Spain who has filed the form W-8BEN (the treaty of the United States and
 * Spain, article 10).
 */
const WITHHOLDING: Readonly<Record<Venue, BasisPoints>> = {
  XMAD: basisPoints(1_900n),
  XNYS: basisPoints(1_500n),
  XNAS: basisPoints(1_500n),
  XASE: basisPoints(1_500n),
}

export const withholdingOf = (listing: ListingId): BasisPoints => WITHHOLDING[venueOf(listing)]

/** A dividend on some shares: what is paid, and the part of it that is withheld. */
export interface PaidDividend {
  readonly gross: Cents
  readonly withheld: Cents
}

/**
 * A dividend is paid on a position, not on each of its lots. The gross amount is received and rounded down; the tax is
 * paid and rounded up, and is never more than the gross amount.
 */
export function dividendOn(shares: Shares, amount: PriceE4, rate: BasisPoints): PaidDividend {
  const gross = cents(divideDown(amount * shares, E4_PER_CENT))
  return { gross, withheld: rateOf(gross, rate, divideUp) }
}

export function dividendLines(listing: ListingId, { gross, withheld }: PaidDividend): Line[] {
  const asset = currencyFor(listing)
  return [
    freeLine('dividend', 'issuers', { asset, units: gross }),
    freeLine('withholding', 'withheld', { asset, units: negated(withheld) }),
  ].filter(({ free }) => free !== 0n)
}

/**
 * The shares that have a dividend: those held at its record instant. Shares bought on a later quote event have none, and
 * shares sold on a later one still have it.
 */
export function entitledShares({ open, bought, sold }: Readonly<Record<'open' | 'bought' | 'sold', bigint>>): Shares {
  const shares = open + sold - bought
  return wholeShares(shares > 0n ? shares : 0n)
}

/** The lots of a listing that has changed its ticker: the same lots of its new one. */
export const renameLots = (lots: readonly Lot[], successor: ListingId): LotChange[] =>
  lots.map((before) => ({ before, after: { ...before, listing: successor } }))

/**
 * The lines of a symbol change: all shares leave the old listing and come in the new one, the free ones and those that
 * sells hold. Each asset sums to zero with the house's side.
 */
export function symbolLines(
  listing: ListingId,
  successor: ListingId,
  { shares, held }: { readonly shares: Shares; readonly held: Shares },
): Line[] {
  const line = { kind: 'symbol_change', counter: 'issuers' } as const
  const [free, own] = [shares - held, BigInt(held)]
  return [
    { ...line, asset: listing, free: -free, held: 0n },
    { ...line, asset: listing, free: 0n, held: -own },
    { ...line, asset: successor, free, held: 0n },
    { ...line, asset: successor, free: 0n, held: own },
  ].filter((moves) => moves.free !== 0n || moves.held !== 0n)
}
