import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../base/instant.ts'
import { NOW } from '../orders/orders.testing.ts'
import type { BarEvent, StrategyOrder } from './events.ts'
import { hearBar, hearQuote, type HearingFacts, type HearingRun } from './hearing.rules.ts'
import type { RunBook } from './passing.rules.ts'
import { BEGUN, type RunPhase } from './running.rules.ts'
import { always, bookWith, facts, runWith, terms } from './running.testing.ts'

const bar: Omit<BarEvent, 'own'> = {
  at: NOW,
  session: { open: NOW - HOUR, close: NOW + HOUR },
  open: 100_000,
  high: 100_000,
  low: 100_000,
  close: 100_000,
  volume: 100,
}

const atClose = { ...bar, session: { open: NOW - HOUR, close: NOW + 15 * MINUTE } }
const before = { ...bar, session: { open: NOW - HOUR, close: NOW + 15 * MINUTE + 1 } }
const intraday = { strategy: { ...always, intraday: true } }
const selling: RunPhase = { state: 'stopping', reason: 'loss_stop', sells: true }
const stopping: RunPhase = { state: 'stopping', reason: 'restricted', sells: false }
const asks = (orders: readonly StrategyOrder[]): Partial<HearingRun> => ({
  strategy: { ...always, onBar: (count) => ({ state: count, orders }) },
})

// 90 shares at a bid of 10.00 are 900.00, the value at which the run stops.
const lossBook = bookWith({ free: 0n, shares: 90n, costLeft: 950_00n })

interface Change {
  readonly run?: Partial<HearingRun>
  readonly book?: RunBook
  readonly at?: typeof bar
  readonly facts?: Partial<HearingFacts>
}

// prettier-ignore
test.each<[string, Change, string]>([
  ['a running one places its orders',          {},                                                                    'buy 10'],
  ['a minute late: history',                   { facts: { marketNow: NOW + MINUTE } },                                ''],
  ['a millisecond less',                       { facts: { marketNow: NOW + MINUTE - 1 } },                            'buy 10'],
  ['without a quote',                          { facts: { quote: () => null } },                                      ''],
  ['stopped',                                  { run: { phase: { ...stopping, state: 'stopped' } } },                 ''],
  ['paused',                                   { run: { phase: { ...BEGUN, state: 'paused' } } },                     ''],
  ['paused with an order',                     { run: { phase: { ...BEGUN, state: 'paused' } }, book: bookWith({ buying: 1n }) }, 'cancels'],
  ['paused with an order, asked for nothing',  { run: { ...asks([]), phase: { ...BEGUN, state: 'paused' } }, book: bookWith({ buying: 1n }) }, 'cancels'],
  ['stopping, asked for nothing',              { run: { ...asks([]), phase: selling }, book: bookWith({ shares: 5n }) }, 'sell 5'],
  ['intraday in its last minutes, asked for nothing', { run: { strategy: { ...asks([]).strategy!, intraday: true } }, at: atClose, book: bookWith({ shares: 5n }) }, 'sell 5'],
  ['a value above its loss stop',              { book: bookWith({ ...lossBook, free: 1n }) },                         'buy 0'],
  ['a value at its loss stop',                 { book: lossBook },                                                    'loss_stop, sell 90'],
  ['so while it is paused',                    { book: lossBook, run: { phase: { ...BEGUN, state: 'paused' } } },     'loss_stop, sell 90'],
  ['so with an order',                         { book: bookWith({ ...lossBook, selling: 5n }) },                      'loss_stop, cancels, sell 90'],
  ['a loss in an old bar is not judged',       { book: lossBook, facts: { marketNow: NOW + MINUTE } },                ''],
  ['without a bid nothing is judged',          { book: lossBook, facts: { bid: 0 } },                                 'buy 0'],
  ['stopping with its lots to sell',           { run: { phase: selling }, book: bookWith({ shares: 5n }) },           'sell 5'],
  ['all of them being sold',                   { run: { phase: selling }, book: bookWith({ shares: 5n, selling: 5n }) }, ''],
  ['some of them being sold',                  { run: { phase: selling }, book: bookWith({ shares: 5n, selling: 4n }) }, 'cancels, sell 5'],
  ['being sold at a limit',                    { run: { phase: selling }, book: { ...bookWith({ shares: 5n, selling: 5n }), hasLimits: true } }, 'cancels, sell 5'],
  ['stopping without a sale',                  { run: { phase: stopping }, book: bookWith({ shares: 5n }) },          ''],
  ['stopping without a sale, with an order',   { run: { phase: stopping }, book: bookWith({ shares: 5n, buying: 1n }) }, 'cancels'],
  ['intraday, before its last minutes',        { run: intraday, at: before },                                         'buy 10'],
  ['intraday in them buys nothing',            { run: intraday, at: atClose },                                        ''],
  ['intraday in them sells',                   { run: intraday, at: atClose, book: bookWith({ shares: 5n }) },        'sell 5'],
  ['so while it is paused',                    { run: { ...intraday, phase: { ...BEGUN, state: 'paused' } }, at: atClose, book: bookWith({ shares: 5n }) }, 'sell 5'],
  ['one over the close buys in them',          { at: atClose },                                                       'buy 10'],
  ['an order of no form',                      { run: asks([{ side: 'buy', shares: 0.5, limit: null }]), book: bookWith({ shares: 5n, buying: 2n }) }, 'fault, cancels'],
])('%s', (_line, change, answer) => {
  const run = runWith(change.run, change.book)
  const hearing = hearBar(run, { ...(change.at ?? bar), own: run.standing.own }, { ...facts, ...change.facts })
  const { stop, cancels, tickets } = hearing
  const lines = tickets.map(({ side, shares }) => `${side} ${shares}`)
  const line = [...(stop ? [stop] : []), ...(cancels ? ['cancels'] : []), ...lines].join(', ')
  expect(line).toBe(answer === 'buy 0' ? '' : answer)
  if (change.run?.strategy !== undefined) return
  expect(hearing.memory).toBe(1) // Its strategy heard the event in every case.
})

test('an event at one instant has other orders as a bar than as a quote, and its end one', () => {
  const run = runWith()
  const quote = { ...bar, own: run.standing.own, bid: 100_000, ask: 100_200, bidSize: 1, askSize: 1 }
  const ids = [hearBar(run, quote, facts), hearQuote(run, quote, facts)].map(({ tickets }) => tickets[0]?.id)
  const ends = [hearBar, hearQuote].map((hear) =>
    hear({ ...run, phase: selling, standing: runWith({}, lossBook).standing }, quote, facts),
  )
  expect(new Set(ids).size).toBe(2)
  expect(new Set(ends.map(({ tickets }) => tickets[0]?.id)).size).toBe(1)
  expect(terms.budget).toBe(1_000_00n)
})
