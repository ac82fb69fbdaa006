import { describe, expect, test } from 'vitest'
import { venueOf } from '../base/amount.ts'
import { MINUTE, SECOND } from '../base/instant.ts'
import { localInstant, zoneOf } from '../calendar/days.ts'
import { HOURS } from '../calendar/sessions.ts'
import { practiceListing } from '../ipo/practice.rules.ts'
import { practiceMarket } from '../practice/practice.ts'
import { testHouse } from '../practice/practice.testing.ts'
import { SECTORS } from '../market/instruments.ts'
import { offeredCompany, spreadBpsOf } from '../universe/universe.ts'
import { dayNumberOf } from './calendar.check.ts'
import { checkerFor } from './house.check.ts'
import { checkedOffer } from './offers.check.ts'

/* New listings by the house and by the second implementation. */

const LONG = { timeout: 120_000 }

describe.each(HOURS)('with hours %s', (hours) => {
  const house = testHouse(hours)
  const listings = Array.from({ length: 120 }, (_offer, n) => practiceListing(n, house, offeredCompany(n)))
  const facts = { openingDay: dayNumberOf(house.openingDay), hours }
  const checked = listings.map(({ company }, n) => checkedOffer(company.listing, n, facts))

  test('companies, first days and prices of offers are the same', LONG, () => {
    const expected = listings.map(({ company: { listing, sector, traits, sharesInIssue }, first }) => ({
      company: {
        sharesInIssue: Number(sharesInIssue),
        facts: {
          listing,
          zone: zoneOf(venueOf(listing)),
          basePrice: traits.basePrice,
          growth: traits.growth,
          beta: traits.beta,
          sector: sector === 'none' ? -1 : SECTORS.indexOf(sector),
          volatility: traits.volatility,
          turnover: traits.turnover,
          reportsOn: traits.reportsOn,
          spreadBps: spreadBpsOf(traits.liquidity),
        },
      },
      first: { ...first, isOffer: true },
    }))
    expect(checked).toEqual(expected)
  })

  test('the first day and later ones have the same quotes and candles', LONG, () => {
    const market = practiceMarket(house)
    market.list(listings)
    const checker = checkerFor({ ...house, turnsOn: null, plansFrom: house.openingDay, splitsFrom: house.openingDay }, house.daySeed) // prettier-ignore
    let compared = 0
    for (const [n, { company, first }] of [...checked.entries()].filter(([n]) => n % 8 === 3)) {
      const { listing } = listings[n]!.company
      expect(checker.share(company.facts, first.day - 1, first)).toBeNull()
      for (const day of [first.day, first.day + 1, first.day + 100, first.day + 250]) {
        const of = checker.share(company.facts, day, first)
        if (!of) continue
        const end = localInstant(company.facts.zone, day, 0) + 26 * 60 * MINUTE
        const candles = market.candlesAt(listing, 'day', { from: of.open, to: of.open + 1, most: 1 }, end)
        const bar = of.day()
        expect([candles.at[0], bar.open, bar.high, bar.low, bar.close, bar.volume]).toEqual(
          [of.open, candles.open[0], candles.high[0], candles.low[0], candles.close[0], candles.volume[0]].map(Number),
        )
        for (const minute of [0, 77]) {
          const quote = of.quote(minute, 31)
          if (!quote) continue
          const { at, bid, ask, bidSize, askSize, last } = market.quoteAt(listing, of.open + minute * MINUTE + 32 * SECOND - 1)! // prettier-ignore
          expect(quote).toEqual({ at, bid: Number(bid), ask: Number(ask), bidSize: Number(bidSize), askSize: Number(askSize), last: Number(last) }) // prettier-ignore
          compared++
        }
      }
    }
    expect(compared).toBeGreaterThan(50)
  })
})
