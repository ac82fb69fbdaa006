import { describe, expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { dayNumberOf, localInstant } from './calendar.days.ts'
import { HOURS } from './calendar.sessions.ts'
import { EXTREME, FAT, LOG_ONE, NORMAL, exp, expOfSteps, ln } from './practice.maths.ts'
import { drawWords, mix } from './practice.noise.ts'
import { closeOf } from './practice.bars.ts'
import { testHouse } from './practice.testing.ts'
import { practiceMarket } from './practice.ts'
import { makeWorld } from './practice.world.ts'

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const moment = (values: readonly number[], power: number): number => {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** power))
}
const correlation = (a: readonly number[], b: readonly number[]): number => {
  const [ma, mb] = [mean(a), mean(b)]
  return mean(a.map((value, n) => (value - ma) * (b[n]! - mb))) / Math.sqrt(moment(a, 2) * moment(b, 2))
}

describe.each(HOURS)('sixteen years with hours %s', { timeout: 60_000 }, (hours) => {
  const house = testHouse(hours)
  const { rows } = makeWorld(house)
  const end = Date.UTC(2037, 8, 1)
  const closes = house.universe.shares.map(({ listing }) => {
    const share = rows.get(listing)!.share!
    share.days.dayAt(end)
    return share.days.days.map((day) => closeOf(share, day))
  })
  const returns = closes.map((prices) => prices.slice(1).map((price, n) => Math.log(price / prices[n]!)))

  test('prices stay between one and two thousand', () => {
    for (const prices of closes) {
      expect(Math.min(...prices)).toBeGreaterThan(10_000)
      expect(Math.max(...prices)).toBeLessThan(20_000_000)
    }
  })

  test('a day moves a share by 0.8 to 6 %, with tails fatter than the normal', () => {
    for (const moves of returns) {
      const variance = moment(moves, 2)
      expect(Math.sqrt(variance)).toBeGreaterThan(0.008)
      expect(Math.sqrt(variance)).toBeLessThan(0.06)
      expect(moment(moves, 4) / variance ** 2 - 3).toBeGreaterThan(1)
      expect(Math.max(...moves.map(Math.abs))).toBeLessThan(0.7)
    }
  })

  test('shares of one market move together a little, those of different markets do not', () => {
    const pairs: number[] = []
    const across: number[] = []
    for (let a = 0; a < 40; a++) {
      for (let b = a + 1; b < 40; b++) pairs.push(correlation(returns[a]!, returns[b]!))
      if (hours === 'always') across.push(correlation(returns[a]!, returns[264 + a]!))
    }
    expect(mean(pairs)).toBeGreaterThan(0.1)
    expect(mean(pairs)).toBeLessThan(0.4)
    // Nobody can read New York's day off Madrid's, which is six hours ahead.
    if (hours === 'always') expect(Math.abs(mean(across))).toBeLessThan(0.03)
  })

  test('a day’s move says nothing about the next one', () => {
    const own = returns.map((moves) => correlation(moves.slice(1), moves.slice(0, -1)))
    expect(Math.abs(mean(own))).toBeLessThan(0.02)
  })
})

test('the first half hour trades much more than midday, and the last one more too', () => {
  const market = practiceMarket(testHouse('exchange'))
  const day = dayNumberOf('2026-11-18')
  const open = localInstant('America/New_York', day, 9.5 * 3_600_000)
  const close = open + 6.5 * 3_600_000
  const between = (listing: ListingId, from: number): number => {
    const { volume } = market.candlesAt(listing, 'minute', { from, to: from + 1_800_000, most: 30 }, close)
    return Number(volume.reduce((sum, shares) => sum + shares, 0n))
  }
  for (const listing of ['XNYS:LMR', 'XNAS:MRVD', 'XASE:ZPH'] as const) {
    const midday = between(listing, open + 3 * 3_600_000)
    expect(between(listing, open)).toBeGreaterThan(1.8 * midday)
    expect(between(listing, close - 1_800_000)).toBeGreaterThan(1.3 * midday)
  }
})

test('what the last seconds did is worth less than the spread to know', () => {
  const market = practiceMarket(testHouse('exchange'))
  for (const listing of ['XNYS:LMR', 'XNAS:MRVD', 'XMAD:LGM', 'XNAS:BRMH'] as const) {
    const close = market.sessionAt(listing.slice(0, 4) as 'XNYS', Date.UTC(2026, 10, 18, 14))!.close
    const quotes = market.quotesIn(listing, close - 5 * 3_600_000, close, 20_000)
    const lasts = quotes.map(({ last }) => Number(last))
    const spread = mean(quotes.map(({ bid, ask }) => Number(ask - bid)))
    for (const seconds of [1, 5, 15, 30]) {
      const moves = lasts.slice(seconds).map((last, n) => last - lasts[n]!)
      const foretold = correlation(moves.slice(seconds), moves.slice(0, -seconds)) * Math.sqrt(moment(moves, 2))
      expect(Math.abs(foretold)).toBeLessThan(spread / 2)
    }
  }
})

test('the rate of exchange stays near 1.08 for years and moves less than two per cent a day', () => {
  const market = practiceMarket(testHouse('exchange'))
  const rates: number[] = []
  for (let at = Date.UTC(2022, 0, 1, 12); at < Date.UTC(2036, 0, 1); at += 86_400_000) {
    rates.push(Number(market.rateAt(at)!.rate) / 1e6)
  }
  expect(Math.min(...rates)).toBeGreaterThan(0.85)
  expect(Math.max(...rates)).toBeLessThan(1.4)
  expect(Math.max(...rates.slice(1).map((rate, n) => Math.abs(rate / rates[n]! - 1)))).toBeLessThan(0.035)
})

describe('the arithmetic', () => {
  test('logarithm and exponential are right to the last digits', () => {
    for (let value = 0.0001; value < 1e8; value *= 1.37) {
      expect(Math.abs(ln(value) - Math.log(value))).toBeLessThan(1e-14 * Math.max(1, Math.abs(Math.log(value))))
      expect(Math.abs(exp(ln(value)) / value - 1)).toBeLessThan(1e-13)
    }
  })

  test('a higher log price is never a lower price', () => {
    for (let steps = 9 * LOG_ONE; steps < 17 * LOG_ONE; steps += 3_333_331) {
      for (let next = 0; next < 20; next++)
        expect(expOfSteps(steps + next + 1)).toBeGreaterThan(expOfSteps(steps + next))
    }
    for (let edge = 9 * 65_536; edge < 17 * 65_536; edge += 4_099) {
      expect(expOfSteps(edge * 1_024)).toBeGreaterThan(expOfSteps(edge * 1_024 - 1))
    }
  })

  test('the tables of chance have the moments they should have', () => {
    const [normal, fat, extreme] = [[...NORMAL], [...FAT], [...EXTREME]]
    expect(mean(normal)).toBeCloseTo(0, 9)
    expect(moment(normal, 2)).toBeCloseTo(1, 2)
    expect(moment(fat, 2)).toBeCloseTo(1, 9)
    expect(moment(fat, 4)).toBeGreaterThan(5)
    expect(mean(extreme)).toBeCloseTo(2, 2)
  })

  test('the block function is ChaCha’s with eight rounds', () => {
    // Key and counter of zero: the published first block of ChaCha8 with a 256-bit key begins 3e00ef2f 895f40d6.
    const words = drawWords(new Uint32Array(8), new Uint32Array(4), new Uint32Array(16))
    expect([...words.slice(0, 2)].map(littleEndian)).toEqual(['3e00ef2f', '895f40d6'])
  })

  test('the places of a day get even and unlike bits', () => {
    const counts = new Array<number>(16).fill(0)
    let flipped = 0
    const draws = 32_000
    for (let place = 0; place < draws; place++) {
      const draw = mix(1, 2, 3, 4, place)
      counts[draw >>> 28]!++
      for (let bits = draw ^ mix(1, 2, 3, 5, place); bits !== 0; bits &= bits - 1) flipped++
    }
    for (const count of counts) expect(Math.abs(count / (draws / 16) - 1)).toBeLessThan(0.1)
    expect(flipped / draws).toBeGreaterThan(14)
    expect(flipped / draws).toBeLessThan(18)
  })
})

const littleEndian = (word: number): string =>
  [0, 8, 16, 24].map((shift) => ((word >>> shift) & 255).toString(16).padStart(2, '0')).join('')
