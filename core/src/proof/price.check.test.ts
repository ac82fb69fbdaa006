import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { MINUTE, SECOND, type Day } from '../base/instant.ts'
import { dayNumberOf, localInstant, zoneOf } from '../calendar/days.ts'
import { HOURS } from '../calendar/sessions.ts'
import { practiceMarket } from '../practice/practice.ts'
import { testHouse } from '../practice/practice.testing.ts'
import { makeWorld } from '../practice/world.ts'
import { checkerFor } from './house.check.ts'
import { checkedListings } from './listings.check.ts'
import type { CheckedListing } from './price.check.ts'

/*
 * Two implementations of version 5: the one of the house, and the one that is written from docs/PRACTICE.md. A fault in
 * one of them, or a constant that differs from the page, shows as another price.
 */

const LONG = { timeout: 120_000 }
/** Days of the history, around the opening, and long after it; changes of the clock; a report's day among them. */
const DAYS: readonly Day[] = [
  '2026-09-29',
  '2026-09-30',
  '2026-10-01',
  '2026-10-02',
  '2026-10-26',
  '2026-11-02',
  '2027-03-15',
  '2027-04-14',
]

describe.each(HOURS)('with hours %s', (hours) => {
  const house = testHouse(hours)
  const shares = new Map(house.universe.shares.map((share) => [share.listing, share]))
  const market = practiceMarket(house)
  const world = makeWorld(house)
  const listings = checkedListings(house.universe.shares.map((share) => share.listing))
  const factsOf = (listing: ListingId) => listings.company(listing)!.facts
  const checker = checkerFor(
    { ...house, turnsOn: null, plansFrom: '2026-10-01', splitsFrom: '2026-10-01' },
    house.daySeed,
  )
  const dayIn = (listing: ListingId, number: number) => {
    const { line } = world.rows.get(listing)!
    const at = localInstant(zoneOf(listing.slice(0, 4) as 'XNYS'), number, 0) + 26 * 3_600_000
    line.days.dayAt(at)
    return { line, day: line.days.days.find((of) => of.number === number) }
  }

  /** The quotes and candles of some minutes, and of the day, by both. */
  function compare(
    listing: ListingId,
    number: number,
    checked: CheckedListing | null,
    minutes: readonly number[],
  ): void {
    const { line, day } = dayIn(listing, number)
    if (!day || !checked) {
      expect([day ?? null, checked]).toEqual([null, null])
      return
    }
    for (const part of minutes) {
      const minute = Math.min(day.minutes - 1, Math.floor(part * day.minutes))
      const from = day.open + minute * MINUTE
      const bar = checked.minute(minute)
      const candles = market.candlesAt(listing, 'minute', { from, to: from + 1, most: 1 }, day.close)
      const shown =
        candles.at.length === 0
          ? null
          : [candles.open[0], candles.high[0], candles.low[0], candles.close[0], candles.volume[0]].map(Number)
      expect(bar && [bar.open, bar.high, bar.low, bar.close, bar.volume]).toEqual(shown)
      for (const second of [0, 1, 17, 42, 59]) {
        const quote = checked.quote(minute, second)
        if (!quote) continue
        const { at, bid, ask, bidSize, askSize, last } = market.quoteAt(listing, from + (second + 1) * SECOND - 1)!
        expect({ ...quote }).toEqual({
          at,
          bid: Number(bid),
          ask: Number(ask),
          bidSize: Number(bidSize),
          askSize: Number(askSize),
          last: Number(last),
        })
      }
    }
    expect(checked.day()).toEqual(line.first(day, day.minutes))
  }

  test('shares have the same quotes, minutes and days', LONG, () => {
    const listings = [...shares.keys()].filter((_, n) => n % 29 === 3)
    const part = fc.double({ min: 0, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(
        fc.constantFrom(...listings),
        fc.constantFrom(...DAYS),
        fc.array(part, { minLength: 3, maxLength: 5 }),
        (listing, day, minutes) => {
          compare(listing, dayNumberOf(day), checker.share(factsOf(listing), dayNumberOf(day)), [0, ...minutes, 0.9999])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('indices have the same values', LONG, () => {
    for (const { listing } of house.universe.indices.filter(({ members }) => members.length < 40)) {
      const number = dayNumberOf('2026-10-26')
      compare(listing, number, checker.index(listings.index(listing)!, number), [0, 0.31, 0.77, 0.999])
    }
  })

  if (hours === 'always') {
    test('the exchange rate is the same', () => {
      for (const day of DAYS) {
        const open = localInstant('America/New_York', dayNumberOf(day), 0)
        for (const minutes of [0, 1, 700, 1_379]) {
          expect(checker.rate(dayNumberOf(day), minutes)).toBe(Number(market.rateAt(open + minutes * MINUTE + 1)!.rate))
        }
      }
    })
  } else {
    test('halts and the auctions after them are the same', LONG, () => {
      let seen = 0
      for (const listing of [...shares.keys()]) {
        for (let number = dayNumberOf('2026-10-05'); number < dayNumberOf('2026-10-30') && seen < 4; number++) {
          const { line, day } = dayIn(listing, number)
          const halt = day && line.halt(day)
          if (!day || !halt) continue
          seen++
          const around = [halt.from - 1, halt.from, halt.to - 1, halt.to, halt.to + 1].map(
            (minute) => minute / day.minutes + 1e-9,
          )
          compare(listing, number, checker.share(factsOf(listing), number), around)
        }
      }
      expect(seen).toBe(4)
    })
  }

  test('a house that turned goes on from the last price of version 2', LONG, () => {
    const turnsOn = '2026-10-20'
    const turned = { ...house, turnsOn, plansFrom: turnsOn, splitsFrom: turnsOn } as const
    const after = practiceMarket(turned)
    const before = practiceMarket({ ...house, turnsOn: '9999-01-01' })
    for (const listing of ['XNYS:LMR', 'XMAD:LGM'] as const) {
      const number = dayNumberOf('2026-10-22')
      const turnAt = localInstant(zoneOf(listing.slice(0, 4) as 'XNYS'), dayNumberOf(turnsOn), 0)
      const startOf = () => Number(before.dayFiguresAt(listing, turnAt)!.last)
      const checked = checkerFor(
        { ...house, turnsOn, plansFrom: turnsOn, splitsFrom: turnsOn },
        house.daySeed,
        startOf,
      ).share(factsOf(listing), number)!
      const quote = checked.quote(200, 30)!
      const shown = after.quoteAt(listing, checked.open + 200 * MINUTE + 31 * SECOND - 1)!
      expect([quote.bid, quote.ask, quote.last].map(BigInt)).toEqual([shown.bid, shown.ask, shown.last])
    }
  })
})
