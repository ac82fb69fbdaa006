import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { venueOf, type ListingId } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { MINUTE, SECOND } from '../base/instant.ts'
import type { Session } from '../market/market.contract.ts'
import { practiceMarket, type PracticeMarket } from '../practice/practice.ts'
import { FIRST_COMPANIES } from '../universe/first.ts'
import { practiceUniverse } from '../universe/universe.ts'
import type { Minutes } from './simulation.rules.ts'

/*
 * The practice markets of the model: house 0 trains it, the others test it. Their seeds are public names, so anybody has the
 * same prices. Their prices have neither dividends nor splits.
 */

/** The house of the training, and those that the model is tested in: 1 to 200. */
export const TRAINING_HOUSE = 0
export const TEST_HOUSES = 200

const OPENING_DAY = '2026-10-01'
/** In the session before the first one that is used. */
const BEGIN = Date.UTC(2026, 9, 5, 16)

/** The seed of a house. The seed of each of its days has the day behind it. */
export const seedOf = (house: number): string => `lonja model ${house}`

/** The market of a house. Even ones have the hours of exchanges; in odd ones each day trades from midnight to midnight. */
export const marketOf = (house: number): PracticeMarket =>
  practiceMarket({
    universe: practiceUniverse(FIRST_COMPANIES),
    hours: house % 2 === 0 ? 'exchange' : 'always',
    openingDay: OPENING_DAY,
    historySeed: sha256(utf8ToBytes(seedOf(house))),
    daySeed: (day) => sha256(utf8ToBytes(`${seedOf(house)} ${day}`)),
  })

/** Listings of New York, evenly spread, beginning with one that follows from the house. */
export function listingsIn({ instruments }: PracticeMarket, house: number, count: number): ListingId[] {
  const shares = instruments.filter(({ kind, listing }) => kind === 'share' && venueOf(listing) !== 'XMAD')
  return Array.from({ length: count }, (_listing, n) => {
    const share = shares[(house * 7 + Math.floor((n * shares.length) / count)) % shares.length]
    assert(share !== undefined, 'a house has shares')
    return share.listing
  })
}

/** The session before the first one that is used, and the given number of sessions after it. */
export function sessionsIn(market: PracticeMarket, listing: ListingId, count: number): Session[] {
  const sessions: Session[] = []
  let at = BEGIN
  while (sessions.length <= count) {
    const session = market.sessionAt(venueOf(listing), at)
    assert(session !== null, 'a practice market has sessions')
    sessions.push(session)
    at = session.close + SECOND
  }
  return sessions
}

/** The last minutes of a session that are history to the next one. */
const HISTORY_MINUTES = 30

/** The minutes of a listing in some sessions after a first one, of which it has the last minutes alone. */
export function minutesIn(market: PracticeMarket, listing: ListingId, sessions: readonly Session[]): Minutes {
  const [from, to] = [(sessions[0]?.close ?? 0) - HISTORY_MINUTES * MINUTE, sessions[sessions.length - 1]?.close ?? 0]
  const candles = market.candlesAt(listing, 'minute', { from, to, most: MINUTES_MOST }, to)
  const at = candles.at.map((start) => start + MINUTE)
  const quotes = at.map((end) => {
    const quote = market.quoteAt(listing, end)
    return quote && quote.at > end - MINUTE ? quote : null
  })
  return {
    listing,
    sessions,
    at,
    open: candles.open.map(Number),
    high: candles.high.map(Number),
    low: candles.low.map(Number),
    close: candles.close.map(Number),
    volume: candles.volume.map(Number),
    bid: quotes.map((quote) => Number(quote?.bid ?? 0)),
    ask: quotes.map((quote) => Number(quote?.ask ?? 0)),
    bidSize: quotes.map((quote) => Number(quote?.bidSize ?? 0)),
    askSize: quotes.map((quote) => Number(quote?.askSize ?? 0)),
  }
}

/** A number above the minutes of any of these series. */
const MINUTES_MOST = 100_000
