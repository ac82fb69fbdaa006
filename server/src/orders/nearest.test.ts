import { describe, expect, test } from 'vitest'
import { priceE4, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { practiceMarket } from '@lonja/core/practice/practice'
import { dayOf } from '@lonja/core/calendar/days'
import { openingDayAt } from '@lonja/core/calendar/sessions'
import { practiceUniverse } from '@lonja/core/universe/universe'
import type { Order } from '@lonja/core/orders/orders.rules'
import { settableClock } from '../base/clock.ts'
import { marketFor, type Market } from '../market/market.quotes.ts'
import { recordedMarket } from '../market/market.testing.ts'
import { nearestOf } from './nearest.actions.ts'

const DAY = 24 * HOUR
const NOW = Date.parse('2026-11-25T14:32:07Z')

function practiceAt(now: Instant): Market {
  const openingDay = dayOf(openingDayAt(NOW - 20 * DAY))
  const source = practiceMarket({
    universe: practiceUniverse(),
    hours: 'always',
    openingDay,
    historySeed: Buffer.alloc(32, 3),
    turnsOn: null,
    plansFrom: openingDay,
    splitsFrom: openingDay,
    daySeed: (day) => Buffer.alloc(32, day.charCodeAt(9)),
  })
  return marketFor({ ...source, label: '', now: () => now, wallTimeOf: (at) => at })
}

const order = (change: Partial<Order>): Order =>
  ({
    side: 'buy',
    limit: priceE4(1n),
    timeInForce: 'gtc',
    state: 'working',
    conditions: null,
    through: 0,
    marketAt: 0,
    ...change,
  }) as Order

/** Every quote after an instant, one by one. */
function bruteForce(market: Market, listing: ListingId, side: 'buy' | 'sell', since: Instant) {
  let best: { price: PriceE4; at: Instant } | null = null
  for (let from = since; ;) {
    const quotes = market.nextQuotes(listing, from, market.now(), 5_000)
    for (const { at, bid, ask } of quotes) {
      const price = side === 'buy' ? ask : bid
      if (price > 0n && (best === null || (side === 'buy' ? price < best.price : price > best.price)))
        best = { price, at }
    }
    const last = quotes.at(-1)
    if (!last) return best
    from = last.at
  }
}

describe('the nearest approach to a limit', () => {
  const market = practiceAt(NOW)
  const [spanish, american] = ['XMAD:', 'XNYS:'].map(
    (venue) => practiceUniverse().shares.find(({ listing }) => listing.startsWith(venue))!.listing,
  ) as [ListingId, ListingId]

  // prettier-ignore
  test.each<[string, ListingId, 'buy' | 'sell', Instant]>([
    ['a buy since some seconds',        spanish,  'buy',  NOW - 40_500],
    ['a buy within a minute’s turn',    spanish,  'buy',  NOW - 3 * MINUTE - 7_001],
    ['a buy since yesterday',           spanish,  'buy',  NOW - 20 * HOUR],
    ['a sell of the other market',      american, 'sell', NOW - 20 * HOUR],
    ['a sell over two midnights',       spanish,  'sell', NOW - 40 * HOUR],
  ])('%s is that of all its quotes', (_line, listing, side, since) => {
    const expected = bruteForce(market, listing, side, since)
    expect(expected).not.toBeNull()
    expect(nearestOf(order({ listing, side, marketAt: since }), market)).toEqual({ nearest: expected, since })
  })

  test('begins after the last change or fill, and a month ago at most', () => {
    const since = NOW - 2 * HOUR
    const changed = nearestOf(order({ listing: spanish, marketAt: NOW - 9 * HOUR, through: since }), market)
    expect(changed).toEqual({ nearest: bruteForce(market, spanish, 'buy', since), since })
    expect(nearestOf(order({ listing: spanish, marketAt: NOW - 90 * DAY }), market).since).toBe(NOW - 31 * DAY)
  })

  test.each<[string, Partial<Order>]>([
    ['has ended', { state: 'cancelled' }],
    ['is at market', { limit: null }],
  ])('is not said of an order that %s', (_line, change) => {
    expect(nearestOf(order({ listing: spanish, marketAt: NOW - HOUR, ...change }), market).nearest).toBeNull()
  })

  test('is not said on a live feed, which keeps no quotes', () => {
    const feed = { ...market, name: 'alpaca' as const }
    expect(nearestOf(order({ listing: spanish, marketAt: NOW - HOUR }), feed).nearest).toBeNull()
  })

  test('of a replay is among its quotes, one a minute, whatever was traded between them', () => {
    const begin = Date.parse('2013-10-08T14:00:00Z')
    const minutes = [
      'time,open,high,low,close,volume,bid,bid_size,ask,ask_size',
      '2013-10-08T14:00:00Z,10,10,10,10,100,9.99,5,10.01,5',
      '2013-10-08T14:01:00Z,10,10,8,10,100,9.95,5,9.97,5',
      '2013-10-08T14:02:00Z,10,12,10,10,100,9.98,5,10.02,5',
    ].join('\n')
    const replay = recordedMarket(settableClock(begin + 10 * MINUTE), { 'XNYS:ABC': { minutes } })
    const of = (side: 'buy' | 'sell') =>
      nearestOf(order({ listing: 'XNYS:ABC', side, marketAt: begin }), replay).nearest
    expect(of('buy')).toEqual({ price: priceE4(99_700n), at: begin + 2 * MINUTE })
    expect(of('sell')).toEqual({ price: priceE4(99_900n), at: begin + MINUTE })
  })
})
