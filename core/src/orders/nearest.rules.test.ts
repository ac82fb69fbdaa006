import { expect, test } from 'vitest'
import { priceE4 } from '../base/amount.ts'
import { MINUTE } from '../base/instant.ts'
import type { Quote } from '../market/market.contract.ts'
import { MINUTES_MOST, nearestFor, type Stretch, type Stretches } from './nearest.rules.ts'

const quote = (at: number, bid: bigint, ask: bigint): Quote => ({
  listing: 'XMAD:ESP',
  at,
  bid: priceE4(bid),
  ask: priceE4(ask),
  bidSize: 1n,
  askSize: 1n,
  last: priceE4(bid > 0n ? bid : ask),
})

/** Minutes of quotes, and the days that they make; each minute traded from its lowest bid to its highest ask. */
function marketOf(days: readonly (readonly (readonly Quote[])[])[]): { of: Stretches; asked: number[] } {
  const reads: number[] = []
  const minutes = new Map<Stretch, Quote[]>()
  const whole = days.map((own, day) => {
    const parts = own.map((quotes, n): Stretch => {
      const from = (day * 1_440 + n) * MINUTE
      const lasts = quotes.map(({ last }) => last).toSorted((a, b) => Number(a - b))
      const part = { from, to: from + MINUTE, low: lasts[0] ?? priceE4(0n), high: lasts.at(-1) ?? priceE4(0n) }
      minutes.set(part, [...quotes])
      return part
    })
    const low = parts.reduce((least, part) => (part.low < least ? part.low : least), parts[0]!.low)
    const high = parts.reduce((most, part) => (part.high > most ? part.high : most), parts[0]!.high)
    return { parts, stretch: { from: day * 1_440 * MINUTE, to: (day + 1) * 1_440 * MINUTE, low, high } }
  })
  return {
    asked: reads,
    of: {
      days: whole.map(({ stretch }) => stretch),
      minutesOf: (day) => whole.find(({ stretch }) => stretch === day)?.parts ?? [],
      quotesOf: (minute) => {
        reads.push(minute.from)
        return minutes.get(minute) ?? []
      },
    },
  }
}

const two = [
  [[quote(1, 100n, 110n), quote(2, 99n, 109n)], [quote(60_001, 90n, 112n)]],
  [[quote(86_400_001, 101n, 108n), quote(86_400_002, 104n, 108n)], [quote(86_460_001, 103n, 120n)]],
]

test('a buy is nearest at the lowest ask, a sell at the highest bid, at the first quote that had it', () => {
  expect(nearestFor('buy', marketOf(two).of)).toEqual({ price: 108n, at: 86_400_001 })
  expect(nearestFor('sell', marketOf(two).of)).toEqual({ price: 104n, at: 86_400_002 })
})

test('minutes that cannot have a nearer quote are not gone through', () => {
  const { of, asked } = marketOf([[[quote(1, 200n, 201n)], [quote(60_001, 90n, 91n)], [quote(120_001, 150n, 151n)]]])
  expect(nearestFor('buy', of)).toEqual({ price: 91n, at: 60_001 })
  expect(asked).toEqual([60_000])
})

test('a side without a price is no quote of it, and a market without quotes has none', () => {
  expect(nearestFor('buy', marketOf([[[quote(1, 40n, 0n), quote(2, 40n, 50n)]]]).of)).toEqual({ price: 50n, at: 2 })
  expect(nearestFor('buy', marketOf([[[]]]).of)).toBeNull()
  expect(nearestFor('buy', { days: [], minutesOf: () => [], quotesOf: () => [] })).toBeNull()
})

test('a market whose minutes are all alike is gone through up to a limit, and then nothing is said', () => {
  const alike = (count: number) => [Array.from({ length: count }, (_, n) => [quote(n * MINUTE + 1, 50n, 60n)])]
  expect(nearestFor('buy', marketOf(alike(MINUTES_MOST)).of)).toEqual({ price: 60n, at: 1 })
  expect(nearestFor('buy', marketOf(alike(MINUTES_MOST + 1)).of)).toBeNull()
})
