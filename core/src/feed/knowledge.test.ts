import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE, SECOND } from '../base/instant.ts'
import { barred, quoted, scriptedFeed, traded } from './feed.testing.ts'
import { INTERVALS } from '../market/market.contract.ts'

const ABC = 'XNYS:ABC'
const OPEN = Date.UTC(2026, 10, 20, 14, 30)

/** Cents that encode their own second, so that every answer shows its time. */
const centsAt = (second: number): number => 5_000 + second
const secondOf = (price: bigint): number => Number(price / 100n) - 5_000

const arrivals = fc.array(
  fc.record({
    second: fc.integer({ min: 0, max: 1_200 }),
    lag: fc.integer({ min: 0, max: 3_000 }),
    kind: fc.constantFrom('q', 'q', 't', 't', 't', 'b', 'd'),
  }),
  { minLength: 1, maxLength: 60 },
)

test('nothing later than the clock is served, by any call, whatever the order messages come in', () => {
  fc.assert(
    fc.property(arrivals, fc.integer({ min: 0, max: 1_300_000 }), fc.boolean(), (messages, after, isSorted) => {
      const feed = scriptedFeed([ABC], OPEN)
      const sent = messages.map((one) => ({ ...one, at: OPEN + one.second * SECOND + 1 }))
      if (isSorted) sent.sort((a, b) => a.at - b.at)
      for (const { at, second, lag, kind } of sent) {
        const price = centsAt(second) / 100
        if (kind === 'q') feed.say(quoted(price, price), at, { lag })
        else if (kind === 't') feed.say(traded(price), at, { lag })
        else if (kind === 'b') {
          const minute = Math.floor(at / MINUTE) * MINUTE
          feed.say(barred('b', [price, price, price, price], 1), minute, { lag: MINUTE + lag })
        } else {
          const date = Date.UTC(2026, 10, 20, 5)
          feed.say(barred('d', [price, price, price, price], 1), date, { lag: at + lag - date })
        }
      }
      feed.goTo(OPEN + 1_300_000)
      const until = OPEN + after
      const seconds = (until - OPEN) / SECOND
      const { source } = feed
      const late: unknown[] = []
      const record = (what: string, isLate: boolean): unknown => isLate && late.push(what)
      record('quote', (source.quoteAt(ABC, until)?.at ?? 0) > until)
      for (const event of source.quotesIn(ABC, 0, until, 1_000)) record('event', event.at > until)
      // A minute bar reveals prices of its minute once that is over, a day bar those up to its arrival.
      const figures = source.dayFiguresAt(ABC, until)
      for (const price of figures ? [figures.open, figures.high, figures.low, figures.last] : []) {
        record('day', secondOf(price) > seconds)
      }
      record('day at', (figures?.at ?? 0) > until)
      for (const interval of INTERVALS) {
        const range = { from: 0, to: Infinity, most: 2_000 }
        const { at, open, high, low, close } = source.candlesAt(ABC, interval, range, until)
        for (const price of [open, high, low, close].flat()) record(interval, secondOf(price) > seconds)
        for (const [n, start] of at.entries()) record(`${interval} at`, start > until || start <= (at[n - 1] ?? 0))
      }
      record('board', secondOf(BigInt(source.boardAt(until).last[0] ?? 0)) > seconds)
      expect(late).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('a day adds up: candles of five minutes, of the day and of the month are made of the minutes', () => {
  fc.assert(
    fc.property(arrivals, (messages) => {
      const feed = scriptedFeed([ABC], OPEN)
      for (const { second, kind } of messages.toSorted((a, b) => a.second - b.second)) {
        if (kind !== 'd') feed.say(traded(centsAt(second) / 100, second), OPEN + second * SECOND)
      }
      const of = (interval: (typeof INTERVALS)[number]) =>
        feed.source.candlesAt(ABC, interval, { from: 0, to: Infinity, most: 2_000 }, Infinity)
      const sum = (column: readonly bigint[]): bigint => column.reduce((a, b) => a + b, 0n)
      const minutes = of('minute')
      for (const interval of INTERVALS) {
        const candles = of(interval)
        expect(sum(candles.volume)).toBe(sum(minutes.volume))
        expect(candles.open[0]).toBe(minutes.open[0])
        expect(candles.close.at(-1)).toBe(minutes.close.at(-1))
        expect(candles.high.toSorted().at(-1)).toBe(minutes.high.toSorted().at(-1))
      }
    }),
    { numRuns: 100 },
  )
})
