import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../base/instant.ts'
import { NOW } from '../orders/orders.testing.ts'
import { bookWith, runWith } from './running.testing.ts'
import { keep } from './events.ts'
import { orderIdFor } from './passing.rules.ts'
import { hearTick, type Tick, type TickingRun } from './ticks.rules.ts'

/** Two listings: one at 10.00 and one at 20.00. */
const prices = [100_000, 200_000]
const tick: Tick = {
  bars: { at: [NOW, NOW], open: prices, high: prices, low: prices, close: prices, volume: [100, 100] },
  quotes: { at: [NOW, NOW], bid: prices, ask: prices, bidSize: [1_000, 1_000], askSize: [1_000, 1_000], last: prices },
  sessionOf: () => ({ open: NOW - HOUR, close: NOW + HOUR }),
  marketNow: NOW,
  wallTimeOf: (at) => at + 7,
  feeTable: 2,
}

const counting = {
  ...runWith().strategy,
  onBar: (count: unknown) => keep(Number(count) + 1),
  onQuote: (count: unknown) => keep(Number(count) + 100),
}
const heardAll: TickingRun = { row: 0, run: runWith({ strategy: counting }), barsThrough: NOW, quotesThrough: NOW }
const fresh: TickingRun = { ...heardAll, barsThrough: NOW - MINUTE, quotesThrough: NOW - 1_000 }

// prettier-ignore
test.each<[string, TickingRun, Partial<Tick>, unknown]>([
  ['a new minute and a new quote',        fresh,                                   {},                                           101],
  ['the minute alone',                    { ...fresh, quotesThrough: NOW },        {},                                           1],
  ['the quote alone',                     { ...fresh, barsThrough: NOW },          {},                                           100],
  ['nothing twice',                       heardAll,                                {},                                           null],
  ['an event a millisecond later',        { ...heardAll, quotesThrough: NOW - 1 }, {},                                           100],
  ['a quote without a side is none',      { ...fresh, barsThrough: NOW },          { quotes: { ...tick.quotes, bid: [0], ask: [0] } }, null],
])('a run hears %s', (_line, run, change, memory) => {
  expect(hearTick([run], { ...tick, ...change })[0]?.ticking.run.memory ?? null).toBe(memory)
})

test('a minute with an effect leaves the quote to the next tick', () => {
  const run = runWith()
  const [step] = hearTick([{ ...fresh, run }], tick)
  expect(step?.ticking).toMatchObject({ barsThrough: NOW, quotesThrough: NOW - 1_000, run: { memory: 1 } })
  const place = { run: run.terms.id, cause: 'bar', at: NOW, wallAt: NOW + 7 } as const
  expect(step?.effect?.tickets.map(({ id, shares }) => [id, shares])).toEqual([[orderIdFor(place, 0), 10n]])
})

test('each run hears its own listing, and its loss stop is judged on a quote that its strategy does not hear', () => {
  const deaf = {
    ...fresh,
    barsThrough: NOW,
    run: runWith({ strategy: { ...counting, onQuote: undefined as never } }, bookWith({ free: 0n, shares: 46n })),
  }
  const steps = hearTick([deaf, { ...deaf, row: 1 }], tick)
  expect(steps.map(({ effect }) => effect?.stop ?? null)).toEqual(['loss_stop', null])
})
