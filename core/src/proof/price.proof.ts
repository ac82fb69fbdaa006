import { hexToBytes } from '@noble/hashes/utils.js'
import { venueOf, type ListingId } from '../base/amount.ts'
import type { ReplyOf } from '../base/contract.ts'
import { MINUTE, type Day, type Instant } from '../base/instant.ts'
import { dayNumberAt, dayNumberOf, dayOf, zoneOf, type DayNumber } from '../calendar/days.ts'
import { overEverywhere, type Hours } from '../calendar/sessions.ts'
import type { Interval, Quote } from '../market/market.contract.ts'
import { PRACTICE_VERSION, practiceMarket, type PracticeMarket } from '../practice/practice.ts'
import { SEED_BYTES, follows, seedBefore, type PublishedChain } from '../practice/seeds.ts'
import { practiceUniverse, type Universe } from '../universe/universe.ts'
import { candleIn, type CheckedCandle } from './price.differences.ts'
import type { readAbout } from './proof.contract.ts'

/**
 * Any past price of a practice house, worked out anew from what the house has published: the function is public, the
 * history's seed too, and every revealed seed hashes back to the end that was published before the house opened. Runs in
 * the browser and on the command line, and asks the house for nothing but that.
 */

/** What a house publishes, and all that a check starts from. */
export interface PriceProof {
  readonly functionVersion: number
  /** The first day that was priced by this version of the function alone; null from the beginning. */
  readonly checkableFrom: Day | null
  readonly hours: Hours
  readonly openingDay: Day
  readonly historySeed: Uint8Array
  readonly chains: readonly ProofChain[]
}

/** A chain of day seeds with its published end, and the newest of its seeds that is revealed: the earlier ones are its hashes. */
export interface ProofChain extends PublishedChain {
  readonly newest: { readonly day: Day; readonly seed: Uint8Array } | null
}

export type PriceCheck =
  /** What the function gives. `quote` is null of an index; the candles are those of the quote's whole minute and day. */
  | {
      readonly result: 'computed'
      readonly quote: Quote | null
      readonly minute: CheckedCandle
      readonly day: CheckedCandle
    }
  /** No listing of this house. */
  | { readonly result: 'unknown_listing' }
  /** The house runs another version of the function than this program has. */
  | { readonly result: 'other_version'; readonly version: number }
  /** Priced by an earlier version of the function: the first day that can be checked. */
  | { readonly result: 'earlier_version'; readonly from: Day }
  /** Before the first price of the history. */
  | { readonly result: 'too_early' }
  /** The day's seed is revealed when the day is over in every venue. */
  | { readonly result: 'not_yet'; readonly day: Day; readonly from: Instant }
  /** A seed that the house gave as its own does not lead to the end that it published. */
  | { readonly result: 'broken_seed'; readonly day: Day }

/** Works out the price of a listing at an instant. `universe` is this version's own, made where it is not given. */
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
  const { hours, openingDay, historySeed } = proof
  const daySeed = (day: Day): Uint8Array | null => seeds.get(dayNumberOf(day)) ?? null
  const market = practiceMarket({ universe: part, hours, openingDay, historySeed, daySeed })
  return computed(market, proof, listing, at)
}

/** All revealed seeds of a chain from its newest one, by hashing; false where they do not end at what was published. */
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

/** The part of the universe that a price is made of: the share alone, or an index with its members. */
function partOf(universe: Universe, listing: ListingId): Universe | null {
  const index = universe.indices.find((one) => one.listing === listing)
  const wanted = new Set<ListingId>(index ? index.members : [listing])
  const shares = universe.shares.filter((share) => wanted.has(share.listing))
  return shares.length === 0 ? null : { ...universe, shares, indices: index ? [index] : [] }
}

function computed(market: PracticeMarket, proof: PriceProof, listing: ListingId, at: Instant): PriceCheck {
  const figures = market.dayFiguresAt(listing, at)
  const asked = dayNumberAt(zoneOf(venueOf(listing)), at)
  if (!figures) {
    if (asked < dayNumberOf(proof.openingDay)) return { result: 'too_early' }
    return { result: 'not_yet', day: dayOf(asked), from: overEverywhere(asked) }
  }
  if (proof.checkableFrom && figures.day < proof.checkableFrom) {
    return { result: 'earlier_version', from: proof.checkableFrom }
  }
  const minuteAt = Math.floor(figures.at / MINUTE) * MINUTE
  const session = market.sessionAt(venueOf(listing), figures.at)!
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

/** What a house says about its seeds, as a proof; null of a house that has none, since its prices are not of the practice market. */
export function proofFrom({ seeds, source }: ReplyOf<typeof readAbout>): PriceProof | null {
  if (!seeds || source.name !== 'practice') return null
  return {
    functionVersion: seeds.functionVersion,
    checkableFrom: seeds.checkableFrom as Day | null,
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
