import { expect, test } from 'vitest'
import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import { NOW } from '../orders/orders.testing.ts'
import { keep } from './events.ts'
import { hearPast, type PastMinute, type PastRun } from './past.rules.ts'
import { runWith } from './running.testing.ts'

/** Its memory lists what it has heard. */
const listing = {
  ...runWith().strategy,
  onBar: (heard: unknown, { at }: { at: Instant }) => keep(`${String(heard)} bar ${at - NOW}`),
  onQuote: (heard: unknown, { at }: { at: Instant }) => keep(`${String(heard)} quote ${at - NOW}`),
}
const begun: PastRun = {
  run: runWith({ strategy: listing, memory: '' }),
  barsThrough: NOW,
  quotesThrough: NOW,
  late: 0,
}

/** A minute that ends so many minutes after now, with a quote so long before its end. */
function minuteAt(n: number, quoteBefore: number | null): PastMinute {
  const at = NOW + n * MINUTE
  const [prices, sizes] = [[100_000], [100]]
  return {
    at,
    bar: { at: [at], open: prices, high: prices, low: prices, close: prices, volume: sizes },
    session: { open: NOW - HOUR, close: NOW + HOUR },
    closing:
      quoteBefore === null
        ? null
        : { at: [at - quoteBefore], bid: prices, ask: prices, bidSize: sizes, askSize: sizes },
  }
}

const facts = { marketNow: NOW + HOUR, feeTable: 2 } as const

// prettier-ignore
test.each<[string, Partial<PastRun>, PastMinute[], string, number]>([
  ['each minute with its last quote',  {},                             [minuteAt(1, 5), minuteAt(2, 0)], ' bar 60000 quote 59995 bar 120000 quote 120000', 2],
  ['a minute without a quote',         {},                             [minuteAt(1, null)],              ' bar 60000',                                     1],
  ['no minute again',                  { barsThrough: NOW + MINUTE },  [minuteAt(1, 0), minuteAt(2, 0)], ' bar 120000 quote 120000',                       1],
  ['no quote again',                   { quotesThrough: NOW + MINUTE }, [minuteAt(1, 0)],                ' bar 60000',                                     1],
])('a run hears as history %s', (_line, change, minutes, memory, late) => {
  const after = hearPast({ ...begun, ...change }, minutes, facts)
  expect([after.run.memory, after.late, after.barsThrough]).toEqual([memory, late, minutes.at(-1)?.at])
})

test('in parts a run hears the same as at once', () => {
  const minutes = [1, 2, 3, 4].map((n) => minuteAt(n, n % 2 ? 0 : null))
  const half = hearPast(begun, minutes.slice(0, 2), facts)
  expect(hearPast(half, minutes.slice(2), facts)).toEqual(hearPast(begun, minutes, facts))
})
