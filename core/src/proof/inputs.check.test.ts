import { expect, test } from 'vitest'
import {
  EXTREME as HOUSE_EXTREME,
  NORMAL as HOUSE_NORMAL,
  exp as houseExp,
  ln as houseLn,
  expOfSteps,
} from '../base/maths.ts'
import { mix as houseMix, drawWords, wordsOfName as houseWordsOfName } from '../base/noise.ts'
import { ZONES } from '../base/zones.ts'
import { dayNumberAt, dayNumberOf as houseNumberOf, dayOf, zoneOf as houseZoneOf } from '../calendar/days.ts'
import { HOURS, overEverywhere, spanOf as houseSpanOf } from '../calendar/sessions.ts'
import { venueOf } from '../base/amount.ts'
import { SECTORS } from '../market/instruments.ts'
import { quarterStart } from '../practice/days.ts'
import { practiceUniverse, spreadBpsOf } from '../universe/universe.ts'
import { dayNumberOf, dayTextOf, localDayAt, overAt, quarterOf, spanOf } from './calendar.check.ts'
import { checkedListings, companyAt } from './listings.check.ts'
import { EXTREME, NORMAL, exp, ln, priceOf } from './maths.check.ts'
import { mix, wordsAt, wordsOfName } from './words.check.ts'

/* The parts of prices, by the house and by the second implementation: both must come to the same bits. */

const LONG = { timeout: 120_000 }

test('every day of 30 years has the same sessions, quarter and text', LONG, () => {
  for (let day = houseNumberOf('2012-01-01'); day < houseNumberOf('2042-01-01'); day++) {
    const text = dayOf(day)
    if (dayTextOf(day) !== text || dayNumberOf(text) !== day) expect(dayTextOf(day)).toBe(text)
    if (overAt(day) !== overEverywhere(day)) expect(overAt(day)).toBe(overEverywhere(day))
    if (quarterOf(day).firstDay !== quarterStart(day)) expect(quarterOf(day).firstDay).toBe(quarterStart(day))
    for (const zone of ZONES) {
      for (const hours of HOURS) expect(spanOf(zone, day, hours)).toEqual(houseSpanOf(zone, day, hours))
      const noon = day * 86_400_000 + 43_200_000
      if (localDayAt(zone, noon) !== dayNumberAt(zone, noon))
        expect(localDayAt(zone, noon)).toBe(dayNumberAt(zone, noon))
    }
  }
})

test('logarithms, exponentials, tables and prices are the same', () => {
  expect([...NORMAL]).toEqual([...HOUSE_NORMAL])
  expect([...EXTREME]).toEqual([...HOUSE_EXTREME])
  const values = Array.from({ length: 20_000 }, (_, n) => 1.0037 ** (n - 10_000))
  expect(values.map(ln)).toEqual(values.map(houseLn))
  const powers = Array.from({ length: 20_000 }, (_, n) => (n - 10_000) * 0.005_9)
  expect(powers.map(exp)).toEqual(powers.map(houseExp))
  const steps = Array.from({ length: 20_000 }, (_, n) => n * 77_777)
  expect(steps.map(priceOf)).toEqual(steps.map(expOfSteps))
})

test('the words of names and their bits are the same', () => {
  const seed = houseWordsOfName('a seed')
  expect(wordsOfName('a seed')).toEqual(seed)
  for (const name of ['', 'XNYS:LMR', 'lonja 3 world', 'EUR/USD']) {
    const words = wordsAt(seed, name)
    expect(words).toEqual(drawWords(seed, houseWordsOfName(name), new Uint32Array(16)))
    const [a, b, c, d] = [words[8]!, words[9]!, words[10]!, words[11]!]
    for (let place = 0; place < 500; place++)
      expect(mix(words, 'seconds', 977 * place)).toBe(houseMix(a, b, c, d, 977 * place))
  }
})

test('every company has the same facts, and every index the same members and divisor', LONG, () => {
  const { shares, indices } = practiceUniverse()
  const codes = shares.map(({ listing }) => listing)
  expect(codes.map(companyAt)).toEqual(
    shares.map(({ listing, sector, traits, sharesInIssue }) => ({
      sharesInIssue: Number(sharesInIssue),
      facts: {
        listing,
        zone: houseZoneOf(venueOf(listing)),
        basePrice: traits.basePrice,
        growth: traits.growth,
        beta: traits.beta,
        sector: sector === 'none' ? -1 : SECTORS.indexOf(sector),
        volatility: traits.volatility,
        turnover: traits.turnover,
        reportsOn: traits.reportsOn,
        spreadBps: spreadBpsOf(traits.liquidity),
      },
    })),
  )
  const listings = checkedListings(codes)
  for (const { listing, members, divisor } of indices) {
    const index = listings.index(listing)!
    expect([index.divisor, index.members.map(({ facts }) => facts.listing)]).toEqual([divisor, members])
  }
  expect([listings.company('XNYS:NONE'), listings.index('XNYS:LMR')]).toEqual([null, null])
})
