import { venueOf, type ListingId } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { MINUTE, type Day, type Instant } from '../base/instant.ts'
import { dayNumberOf, localInstant, zoneOf } from '../calendar/days.ts'
import type { Hours } from '../calendar/sessions.ts'
import type { Interval, Quote } from '../market/market.contract.ts'
import { practiceMarket } from '../practice/practice.ts'
import type { Universe } from '../universe/universe.ts'
import { candleIn, type CheckedCandle } from './price.differences.ts'

/*
 * The days that version 2 prices in a house that turned. Version 2 has one implementation, the house's own: here it
 * runs again, from the revealed seeds. No other file of the check knows the price function of the house.
 */

/** A house that turned, as far as the prices of version 2 depend on it. */
export interface HouseOfTwo {
  readonly universe: Universe
  readonly hours: Hours
  readonly openingDay: Day
  readonly historySeed: Uint8Array
  readonly daySeed: (day: Day) => Uint8Array | null
  readonly turnsOn: Day
}

/** A turn so late that version 2 prices every day. */
const LAST_DAY = '9999-12-31'

/** A market of a listing alone, or of an index with its members, that never turned. */
function marketOfTwo(house: HouseOfTwo, listing: ListingId) {
  const { universe } = house
  const index = universe.indices.find((one) => one.listing === listing)
  const listings = new Set<ListingId>(index ? index.members : [listing])
  const shares = universe.shares.filter((share) => listings.has(share.listing))
  return practiceMarket({
    ...house,
    turnsOn: LAST_DAY,
    universe: { ...universe, shares, indices: index ? [index] : [] },
  })
}

/** The last price before the turn, in ten-thousandths. Version 3 goes on from there. */
export function lastOfTwo(house: HouseOfTwo, listing: ListingId): number | null {
  const turn = localInstant(zoneOf(venueOf(listing)), dayNumberOf(house.turnsOn), 0)
  const figures = marketOfTwo(house, listing).dayFiguresAt(listing, turn)
  return figures && Number(figures.last)
}

/** The newest quote event of a day of version 2, with the candles of its whole minute and day. */
export function priceByTwo(house: HouseOfTwo, listing: ListingId, at: Instant) {
  const market = marketOfTwo(house, listing)
  const figures = market.dayFiguresAt(listing, at)
  assert(figures !== null, 'a listing with a known seed has a price')
  const session = market.sessionAt(venueOf(listing), figures.at)!
  const candle = (interval: Interval, from: Instant): CheckedCandle =>
    candleIn(market.candlesAt(listing, interval, { from, to: from + 1, most: 1 }, session.close))!
  const quote: Quote | null = market.quoteAt(listing, at)
  return {
    result: 'computed' as const,
    quote,
    minute: candle('minute', Math.floor(figures.at / MINUTE) * MINUTE),
    day: candle('day', session.open),
  }
}
