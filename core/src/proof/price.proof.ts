import { hexToBytes } from '@noble/hashes/utils.js'
import { priceE4, venueOf, type ListingId } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { ReplyOf } from '../base/contract.ts'
import { MINUTE, SECOND, type Day, type Instant } from '../base/instant.ts'
import { dayNumberAt, dayNumberOf, dayOf, localInstant, zoneOf, type DayNumber } from '../calendar/days.ts'
import { overEverywhere, type Hours } from '../calendar/sessions.ts'
import type { Interval, Quote } from '../market/market.contract.ts'
import { PRACTICE_VERSION, practiceMarket, type PracticeMarket } from '../practice/practice.ts'
import { SEED_BYTES, follows, seedBefore, type PublishedChain } from '../practice/seeds.ts'
import type { PracticeHouse } from '../practice/world.ts'
import type { PracticeShare } from '../universe/companies.ts'
import { practiceUniverse, type Universe } from '../universe/universe.ts'
import { checkerFor, factsOf, indexFactsOf } from './checker.ts'
import type { CheckedBar, CheckedListing, CheckedQuote } from './price.check.ts'
import { candleIn, type CheckedCandle } from './price.differences.ts'
import type { readAbout } from './proof.contract.ts'

/**
 * Recompute any past price of a practice house from its publications, by a second implementation of the price function
 * (`price.check.ts`): the function and the history's seed are public, and every revealed seed hashes to the end that was published before the house opened. The check runs in the
 * browser and on the command line and needs nothing else from the house.
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
  readonly hours: Hours
  readonly openingDay: Day
  readonly historySeed: Uint8Array
  readonly chains: readonly ProofChain[]
}

/** A chain of day seeds with its published end and its newest revealed seed. Earlier seeds are hashes of that one. */
export interface ProofChain extends PublishedChain {
  readonly newest: { readonly day: Day; readonly seed: Uint8Array } | null
}

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
  if (proof.functionVersion !== PRACTICE_VERSION) return { result: 'other_version', version: proof.functionVersion }
  const seeds = new Map<DayNumber, Uint8Array>()
  for (const chain of proof.chains) {
    if (!takeSeeds(chain, seeds)) return { result: 'broken_seed', day: chain.newest?.day ?? chain.firstDay }
  }
  const part = partOf(universe, listing)
  if (!part) return { result: 'unknown_listing' }
  const { hours, openingDay, historySeed, turnsOn, plansFrom } = proof
  const daySeed = (day: Day): Uint8Array | null => seeds.get(dayNumberOf(day)) ?? null
  const house = { universe: part, hours, openingDay, historySeed, daySeed, turnsOn, plansFrom }
  return computed(practiceMarket(house), proof, { house, listing, at })
}

/**
 * Derive all revealed seeds of a chain from its newest one by hashing; false if they do not end at the published end.
 */
function takeSeeds({ firstDay, links, end, newest }: ProofChain, seeds: Map<DayNumber, Uint8Array>): boolean {
  if (!newest) return true
  const first = dayNumberOf(firstDay)
  const latest = dayNumberOf(newest.day)
  if (latest < first || latest >= first + links || newest.seed.length !== SEED_BYTES) return false
  let { seed } = newest
  for (let day = latest; day >= first; day--) {
    seeds.set(day, seed)
    if (day > first) seed = seedBefore(seed)
  }
  return follows(end, seed)
}

/** The part of the universe that a price depends on: the share alone, or an index with its members. */
function partOf(universe: Universe, listing: ListingId): Universe | null {
  const index = universe.indices.find((one) => one.listing === listing)
  const listings = new Set<ListingId>(index ? index.members : [listing])
  const shares = universe.shares.filter((share) => listings.has(share.listing))
  return shares.length === 0 ? null : { ...universe, shares, indices: index ? [index] : [] }
}

/** A price that is asked for, in a house of its listing alone. */
interface Asked {
  readonly house: PracticeHouse & { readonly turnsOn: Day | null; readonly plansFrom: Day | null }
  readonly listing: ListingId
  readonly at: Instant
}

function computed(market: PracticeMarket, proof: PriceProof, asked: Asked): PriceCheck {
  const { listing, at } = asked
  const figures = market.dayFiguresAt(listing, at)
  const requestedDay = dayNumberAt(zoneOf(venueOf(listing)), at)
  if (!figures) {
    if (requestedDay < dayNumberOf(proof.openingDay)) return { result: 'too_early' }
    return { result: 'not_yet', day: dayOf(requestedDay), from: overEverywhere(requestedDay) }
  }
  if (proof.checkableFrom && figures.day < proof.checkableFrom) {
    return { result: 'earlier_version', from: proof.checkableFrom }
  }
  const isOfThree = proof.turnsOn === null || figures.day >= proof.turnsOn
  return isOfThree ? computedAgain(asked, figures) : computedByTwo(market, asked, figures.at)
}

/** The second implementation computes every figure; the first one says only which quote event is the last one by then. */
function computedAgain(
  { house, listing }: Asked,
  { day, at }: { readonly day: string; readonly at: Instant },
): PriceCheck {
  const checked = checkedListing(house, listing, dayNumberOf(day as Day))
  assert(checked !== null, 'a listing with a price has a day')
  const minute = Math.floor((at - checked.open) / MINUTE)
  const quote = checked.quote(minute, Math.floor(((at - checked.open) % MINUTE) / SECOND))
  const running = checked.minute(minute)
  assert(running !== null, 'a quote event lies in a minute with trades')
  return {
    result: 'computed',
    quote: quote && { listing, at: quote.at, ...pricesOf(quote), ...sizesOf(quote) },
    minute: { at: checked.open + minute * MINUTE, ...barOf(running) },
    day: { at: checked.open, ...barOf(checked.day()) },
  }
}

/** A share or an index as the second implementation has it. */
function checkedListing(house: Asked['house'], listing: ListingId, day: DayNumber): CheckedListing | null {
  const checker = checkerFor(house, (of) => lastOfTwo(house, of as ListingId))
  const shareOf = (of: ListingId): PracticeShare => {
    const share = house.universe.shares.find((one) => one.listing === of)
    assert(share !== undefined, 'a listing is in its part of the universe')
    return share
  }
  const index = house.universe.indices.find((one) => one.listing === listing)
  return index ? checker.index(indexFactsOf(index, shareOf), day) : checker.share(factsOf(shareOf(listing)), day)
}

/** The last price of version 2, from which a house that turned goes on. */
function lastOfTwo(house: Asked['house'], listing: ListingId): number | null {
  if (house.turnsOn === null) return null
  const turn = localInstant(zoneOf(venueOf(listing)), dayNumberOf(house.turnsOn), 0)
  const figures = practiceMarket({ ...house, turnsOn: LAST_DAY }).dayFiguresAt(listing, turn)
  return figures && Number(figures.last)
}

/** A turn so late that version 2 prices every day. */
const LAST_DAY = '9999-12-31'

const price = (units: number) => priceE4(BigInt(units))
const pricesOf = ({ bid, ask, last }: CheckedQuote) => ({ bid: price(bid), ask: price(ask), last: price(last) })
const sizesOf = ({ bidSize, askSize }: CheckedQuote) => ({ bidSize: BigInt(bidSize), askSize: BigInt(askSize) })
const barOf = ({ open, high, low, close, volume }: CheckedBar) => ({
  open: price(open),
  high: price(high),
  low: price(low),
  close: price(close),
  volume: BigInt(volume),
})

/** Version 2 has one implementation. */
function computedByTwo(market: PracticeMarket, { listing, at }: Asked, quotedAt: Instant): PriceCheck {
  const minuteAt = Math.floor(quotedAt / MINUTE) * MINUTE
  const session = market.sessionAt(venueOf(listing), quotedAt)!
  return {
    result: 'computed',
    quote: market.quoteAt(listing, at),
    minute: candleOf(market, listing, 'minute', minuteAt, session.close),
    day: candleOf(market, listing, 'day', session.open, session.close),
  }
}

function candleOf(
  market: PracticeMarket,
  listing: ListingId,
  interval: Interval,
  at: Instant,
  until: Instant,
): CheckedCandle {
  return candleIn(market.candlesAt(listing, interval, { from: at, to: at + 1, most: 1 }, until))!
}

/** A house's seeds as a proof; null for a house without seeds, whose prices do not come from the practice market. */
export function proofFrom({ seeds, source }: ReplyOf<typeof readAbout>): PriceProof | null {
  if (!seeds || source.name !== 'practice') return null
  return {
    functionVersion: seeds.functionVersion,
    checkableFrom: seeds.checkableFrom as Day | null,
    turnsOn: seeds.turnsOn as Day | null,
    plansFrom: seeds.plansFrom as Day | null,
    hours: source.hours,
    openingDay: seeds.openingDay as Day,
    historySeed: hexToBytes(seeds.historySeed),
    chains: seeds.chains.map(({ firstDay, links, end, newest }) => ({
      firstDay: firstDay as Day,
      links,
      end: hexToBytes(end),
      newest: newest && { day: newest.day as Day, seed: hexToBytes(newest.seed) },
    })),
  }
}
