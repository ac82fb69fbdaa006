import { describe, expect, test } from 'vitest'
import { HOURS } from '../calendar/sessions.ts'
import { EXTREME, FAT, LOG_ONE, NORMAL, exp, expOfSteps, ln } from '../base/maths.ts'
import { drawWords, mix } from '../base/noise.ts'
import { busyness, correlation, mean, pairCorrelations, quantile } from '../market/measures.ts'
import { portraitOfPractice } from './portrait.ts'
import { testHouse } from './practice.testing.ts'
import type { TradingDay } from './days.ts'
import type { Line } from './lines.ts'
import { practiceMarket } from './practice.ts'
import { makeWorld } from './world.ts'
import { practiceUniverse } from '../universe/universe.ts'

const moment = (values: readonly number[], power: number): number => {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** power))
}

/** The number of listings of each country examined, drawn evenly from all. */
const LOOKED_AT = 90
const evenly = <T>(all: readonly T[]): T[] => all.filter((_one, n) => n % Math.ceil(all.length / LOOKED_AT) === 0)

describe.each(HOURS)('sixteen years with hours %s', { timeout: 60_000 }, (hours) => {
  // A split moves no holder's worth, and would be a day's largest move.
  const house = { ...testHouse(hours), splitsFrom: null }
  const { rows } = makeWorld(house)
  const end = Date.UTC(2037, 8, 1)
  const closesIn = (inMadrid: boolean): number[][] =>
    evenly(house.universe.shares.filter(({ listing }) => listing.startsWith('XMAD') === inMadrid)).map(
      ({ listing }) => {
        const { line } = rows.get(listing)!
        line.days.dayAt(end)
        return line.days.days.map((day) => line.close(day))
      },
    )
  const [american, spanish] = [closesIn(false), closesIn(true)]
  const closes = [...american, ...spanish]
  const returnsOf = (prices: readonly number[]): number[] =>
    prices.slice(1).map((price, n) => Math.log(price / prices[n]!))
  const returns = closes.map(returnsOf)

  test('no price falls to nothing, and most stay where a share’s price usually is', () => {
    const prices = closes.flat()
    expect(prices.every((price) => price >= 10 && price < 100_000_000)).toBe(true)
    expect(quantile(prices, 0.02)).toBeGreaterThan(10_000)
    expect(quantile(prices, 0.98)).toBeLessThan(10_000_000)
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

  test('shares of one market move together a little', () => {
    const [here, there] = [american.slice(0, 40).map(returnsOf), spanish.slice(0, 40).map(returnsOf)]
    for (const pairs of [pairCorrelations(here), pairCorrelations(there)]) {
      expect(mean(pairs)).toBeGreaterThan(0.1)
      expect(mean(pairs)).toBeLessThan(0.4)
    }
  })

  test('a day’s move says nothing about the next one', () => {
    const autocorrelations = returns.map((moves) => correlation(moves.slice(1), moves.slice(0, -1)))
    expect(Math.abs(mean(autocorrelations))).toBeLessThan(0.02)
  })
})

describe('the portrait of a market with sessions, as the documentation shows it', { timeout: 60_000 }, () => {
  const portrait = portraitOfPractice(
    { ...testHouse('exchange'), universe: practiceUniverse() },
    150,
    Date.UTC(2031, 10, 21),
  )
  const volatilities = portrait.names.map(({ volatility }) => volatility)

  test('every name moves by 0.8 to 6 % a day, quiet ones half as much as wild ones', () => {
    expect(Math.min(...volatilities)).toBeGreaterThan(0.008)
    expect(Math.max(...volatilities)).toBeLessThan(0.06)
    expect(quantile(volatilities, 0.95)).toBeGreaterThan(2 * quantile(volatilities, 0.05))
  })

  test('every name has fatter tails than the normal, and pairs move together a little', () => {
    for (const { kurtosis } of portrait.names) expect(kurtosis).toBeGreaterThan(1)
    expect(mean(portrait.pairs)).toBeGreaterThan(0.1)
    expect(mean(portrait.pairs)).toBeLessThan(0.4)
  })

  test('the first half hour trades at least 1.8 times as much as midday, and the last one more too', () => {
    expect(portrait.shape).toHaveLength(13)
    expect(portrait.shape.reduce((sum, part) => sum + part)).toBeCloseTo(1, 9)
    const { first, last } = busyness(portrait.shape)
    expect(first).toBeGreaterThan(1.8)
    expect(last).toBeGreaterThan(1.8)
    expect(Math.min(...portrait.shape)).toBeGreaterThan(0.03)
  })

  test('the more is traded, the closer bid and ask', () => {
    const [high, medium, low] = portrait.spreads.map(({ bps }) => bps)
    expect(high).toBeGreaterThan(1)
    expect(high).toBeLessThan(6)
    expect(medium).toBeGreaterThan(1.5 * high!)
    expect(low).toBeGreaterThan(1.5 * medium!)
    expect(low).toBeLessThan(60)
  })
})

test('knowing the last seconds is worth less than the spread', () => {
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

test('a quote offers about a five-thousandth of what its listing trades in a day, large or small', () => {
  const house = testHouse('exchange')
  const market = practiceMarket(house)
  const at = Date.UTC(2026, 10, 18, 15)
  const parts = evenly(house.universe.shares).flatMap(({ listing }) => {
    const days = market.candlesAt(listing, 'day', { from: 0, to: at, most: 40 }, at)
    const volume = mean([...days.volume].map(Number))
    const sizes = market
      .quotesIn(listing, at, at + 600_000, 1_000)
      .flatMap(({ bidSize, askSize }) => [bidSize, askSize])
    // A listing that trades less than one share in 5,000 quotes still offers one.
    return volume < 20_000 || sizes.length === 0 ? [] : [mean(sizes.map(Number)) / volume]
  })
  expect(parts.length).toBeGreaterThan(50)
  for (const part of parts) {
    expect(part).toBeGreaterThan(1 / 30_000)
    expect(part).toBeLessThan(1 / 1_000)
  }
  expect(mean(parts) * 5_000).toBeGreaterThan(0.7)
  expect(mean(parts) * 5_000).toBeLessThan(1.4)
})

/** The listings of one country of which the mean move is taken, and the days. */
const TOGETHER = 20
const DAYS_TOGETHER = 900

describe.each(HOURS)('New York and Madrid with hours %s', { timeout: 60_000 }, (hours) => {
  const house = testHouse(hours)
  const { rows } = makeWorld(house)
  const end = Date.UTC(2026, 9, 1) + DAYS_TOGETHER * 86_400_000
  const linesOf = (inMadrid: boolean): Line[] =>
    house.universe.shares
      .filter(({ listing }) => listing.startsWith('XMAD') === inMadrid)
      .slice(0, TOGETHER)
      .map(({ listing }) => rows.get(listing)!.line)
  const [newYork, madrid] = [linesOf(false), linesOf(true)]
  const daysOf = ([line]: Line[]): Map<number, TradingDay> => {
    line!.days.dayAt(end)
    return new Map(line!.days.days.slice(line!.days.historyDays() + 1).map((day) => [day.number, day]))
  }
  const [american, spanish] = [daysOf(newYork), daysOf(madrid)]
  const both = [...american.keys()].filter((number) => spanish.has(number))
  const meanMove = (lines: Line[], from: (line: Line) => number, to: (line: Line) => number): number =>
    mean(lines.map((line) => Math.log(to(line) / from(line))))
  const dayMove = (lines: Line[], day: TradingDay): number =>
    meanMove(
      lines,
      (line) => line.close(line.days.days[day.index - 1]!),
      (line) => line.close(day),
    )

  test('move together as the real ones do, from close to close', () => {
    const moves = both.map((number) => [dayMove(newYork, american.get(number)!), dayMove(madrid, spanish.get(number)!)])
    const together = correlation(
      moves.map(([one]) => one!),
      moves.map(([, other]) => other!),
    )
    expect(together).toBeGreaterThan(0.3)
    expect(together).toBeLessThan(0.65)
  })

  test('Madrid’s day says nothing about what New York does after Madrid’s close', () => {
    const moves = both.flatMap((number) => {
      const [here, there] = [american.get(number)!, spanish.get(number)!]
      const minute = (there.close - here.open) / 60_000
      if (minute <= 0 || minute >= here.minutes) return []
      const after = meanMove(
        newYork,
        (line) => line.minute(here, minute).open,
        (line) => line.close(here),
      )
      return [[dayMove(madrid, there), after]]
    })
    expect(moves.length).toBeGreaterThan(500)
    const foretold = correlation(
      moves.map(([one]) => one!),
      moves.map(([, other]) => other!),
    )
    expect(Math.abs(foretold)).toBeLessThan(3 / Math.sqrt(moves.length))
  })
})

test('the exchange rate of a new house begins near 1.10 and moves as the real one does', () => {
  for (const [n, openingDay] of (['2026-10-01', '2027-03-01', '2028-06-01', '2030-01-01'] as const).entries()) {
    const market = practiceMarket(testHouse('exchange', openingDay))
    const opened = Date.parse(openingDay) + 6 * 3_600_000
    const rates: number[] = []
    const end = n === 0 ? Date.UTC(2038, 0, 1) : opened + 400 * 86_400_000
    for (let at = opened; at < end; at += 86_400_000) rates.push(Number(market.rateAt(at)!.rate) / 1e6)
    expect(Math.abs(rates[0]! / 1.1 - 1)).toBeLessThan(0.04)
    const moves = rates.slice(1).map((rate, at) => Math.log(rate / rates[at]!))
    expect(Math.sqrt(moment(moves, 2))).toBeGreaterThan(0.003)
    expect(Math.sqrt(moment(moves, 2))).toBeLessThan(0.007)
    expect(Math.max(...moves.map(Math.abs))).toBeLessThan(0.06)
    expect(Math.min(...rates)).toBeGreaterThan(0.6)
    expect(Math.max(...rates)).toBeLessThan(2)
  }
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

  test('the random tables have the right moments', () => {
    const [normal, fat, extreme] = [[...NORMAL], [...FAT], [...EXTREME]]
    expect(mean(normal)).toBeCloseTo(0, 9)
    expect(moment(normal, 2)).toBeCloseTo(1, 2)
    expect(moment(fat, 2)).toBeCloseTo(1, 9)
    expect(moment(fat, 4)).toBeGreaterThan(5)
    expect(mean(extreme)).toBeCloseTo(2, 2)
  })

  test('the block function is ChaCha’s with eight rounds', () => {
    // Key and counter of zero: the published first block of ChaCha8 with a 256-bit key starts with 3e00ef2f 895f40d6.
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
