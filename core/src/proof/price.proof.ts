import { hexToBytes } from '@noble/hashes/utils.js'
import { priceE4, type ListingId } from '../base/amount.ts'
import type { ReplyOf } from '../base/contract.ts'
import type { Day, Instant } from '../base/instant.ts'
import { DAY_MS } from '../calendar/days.ts'
import type { Hours } from '../calendar/sessions.ts'
import type { Quote } from '../market/market.contract.ts'
import { offeredCompany, practiceUniverse, type Universe } from '../universe/universe.ts'
import { dayNumberOf } from './calendar.check.ts'
import { CHECKED_VERSION, priceAt, type BarAt, type PublishedOffer } from './house.check.ts'
import type { CheckedQuote } from './price.check.ts'
import type { CheckedCandle } from './price.differences.ts'
import { lastOfTwo, priceByTwo } from './price.two.ts'
import type { readAbout } from './proof.contract.ts'
import { revealedSeeds, type CheckedChain } from './seeds.check.ts'

/**
 * Recompute any past price of a practice house from its publications, by a second implementation of the price function
 * (`house.check.ts`). The function and the history's seed are public, and every revealed seed hashes to the end that was
 * published before the house opened. The check runs in the browser and on the command line and needs nothing else from
 * the house. Of the program of the house it takes the codes of the listings and of the offers, in their order.
 */

/** The publications of a house from which a check starts. */
export interface PriceProof {
  readonly functionVersion: number
  /** The first day that can be checked, if an earlier version that is no longer run priced the days before; else null. */
  readonly checkableFrom: Day | null
  /** The first day that version 3 prices, if version 2 prices the days before it; null if it prices all. */
  readonly turnsOn: Day | null
  /** The first day of version 4, which has dividends. */
  readonly plansFrom: Day | null
  /** The first day of version 5, which has splits. */
  readonly splitsFrom: Day | null
  readonly hours: Hours
  readonly openingDay: Day
  readonly historySeed: Uint8Array
  readonly chains: readonly ProofChain[]
  /** The offers that operations made. */
  readonly houseOffers: readonly PublishedOffer[]
}

/** A chain of day seeds with its published end and its newest revealed seed. Earlier seeds are hashes of that one. */
export type ProofChain = CheckedChain

export type PriceCheck =
  /** The function's result. `quote` is null for an index; the candles are those of the quote's whole minute and day. */
  | {
      readonly result: 'computed'
      readonly quote: Quote | null
      readonly minute: CheckedCandle
      readonly day: CheckedCandle
    }
  /** The house has no such listing. */
  | { readonly result: 'unknown_listing' }
  /** The house runs another version of the function than this program. */
  | { readonly result: 'other_version'; readonly version: number }
  /** An earlier version of the function priced it; `from` is the first day that can be checked. */
  | { readonly result: 'earlier_version'; readonly from: Day }
  /** It is before the first price of the history. */
  | { readonly result: 'too_early' }
  /** The day's seed is revealed once the day is over in every venue. */
  | { readonly result: 'not_yet'; readonly day: Day; readonly from: Instant }
  /** A seed that the house supplied does not hash to its published end. */
  | { readonly result: 'broken_seed'; readonly day: Day }

/** Recompute the price of a listing at an instant. `universe` defaults to this version's own. */
export function checkPrice(
  proof: PriceProof,
  listing: ListingId,
  at: Instant,
  universe: Universe = practiceUniverse(),
): PriceCheck {
  if (proof.functionVersion !== CHECKED_VERSION) return { result: 'other_version', version: proof.functionVersion }
  const two = houseOfTwo(proof, universe)
  const codes = universe.shares.map((share) => share.listing)
  const offered = codes.includes(listing) ? [] : offeredBy(proof, at)
  const outcome = priceAt({ ...proof, codes, offered }, listing, at, (of) => two && lastOfTwo(two, of as ListingId))
  if (outcome.result === 'version_two') return priceByTwo(two!, listing, at)
  if (outcome.result !== 'computed') return outcome
  const { quote, minute, day } = outcome
  return {
    result: 'computed',
    quote: quote && { listing, at: quote.at, ...pricesOf(quote), ...sizesOf(quote) },
    minute: candleOf(minute),
    day: candleOf(day),
  }
}

/** The codes of the offers that a house may have made up to an instant: one each second day, as far as they are published. */
function offeredBy({ openingDay }: PriceProof, at: Instant): ListingId[] {
  const days = Math.min(OFFERS_DAYS, Math.floor(at / DAY_MS) - dayNumberOf(openingDay))
  return Array.from({ length: Math.max(0, Math.ceil(days / 2)) }, (_offer, number) => offeredCompany(number).listing)
}

/** The days of the offers whose codes are published: 2,000, one each second day. */
const OFFERS_DAYS = 4_000

/** A house that turned, for the days before its turn and the last price on them; null for any other. */
function houseOfTwo({ chains, turnsOn, ...house }: PriceProof, universe: Universe) {
  const revealed = revealedSeeds(chains)
  if (turnsOn === null || 'brokenOn' in revealed) return null
  const daySeed = (day: Day): Uint8Array | null => revealed.seeds.get(dayNumberOf(day)) ?? null
  return { ...house, turnsOn, universe, daySeed }
}

const price = (units: number) => priceE4(BigInt(units))
const pricesOf = ({ bid, ask, last }: CheckedQuote) => ({ bid: price(bid), ask: price(ask), last: price(last) })
const sizesOf = ({ bidSize, askSize }: CheckedQuote) => ({ bidSize: BigInt(bidSize), askSize: BigInt(askSize) })
const candleOf = ({ at, open, high, low, close, volume }: BarAt): CheckedCandle => ({
  at,
  open: price(open),
  high: price(high),
  low: price(low),
  close: price(close),
  volume: BigInt(volume),
})

/** A house's seeds as a proof; null for a house without seeds, whose prices do not come from the practice market. */
export function proofFrom({ seeds, source }: ReplyOf<typeof readAbout>): PriceProof | null {
  if (!seeds || source.name !== 'practice') return null
  return {
    functionVersion: seeds.functionVersion,
    checkableFrom: seeds.checkableFrom as Day | null,
    turnsOn: seeds.turnsOn as Day | null,
    plansFrom: seeds.plansFrom as Day | null,
    splitsFrom: seeds.splitsFrom as Day | null,
    hours: source.hours,
    openingDay: seeds.openingDay as Day,
    historySeed: hexToBytes(seeds.historySeed),
    houseOffers: seeds.houseOffers.map(({ price: units, ...offer }) => ({ ...offer, price: Number(units) })),
    chains: seeds.chains.map(({ firstDay, links, end, newest }) => ({
      firstDay: firstDay as Day,
      links,
      end: hexToBytes(end),
      newest: newest && { day: newest.day as Day, seed: hexToBytes(newest.seed) },
    })),
  }
}
