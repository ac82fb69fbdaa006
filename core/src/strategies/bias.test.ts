import { describe, expect, test } from 'vitest'
import { atOnce } from '../base/steps.ts'
import { biasSteps, decideListing, type BiasName, type Candidate } from './bias.ts'
import { asks, buyAt, minutesOf, walkOf } from './backtest.testing.ts'
import { sessionOf } from './events.testing.ts'
import {
  buy,
  decideParameters,
  keep,
  sell,
  type BarEvent,
  type Json,
  type Parameters,
  type Step,
  type Strategy,
} from './events.ts'
import { STRATEGIES } from './listed.ts'
import type { Minutes } from './simulation.rules.ts'

const walk = walkOf(7, 6)
const biasesOf = (candidate: Candidate, minutes: Minutes = walk, parameters: Parameters = {}): BiasName[] =>
  atOnce(biasSteps(candidate, minutes, parameters)).map(({ bias }) => bias)

describe.each(STRATEGIES.map((strategy) => [strategy.id, strategy] as const))('%s', (_id, strategy) => {
  const parametersWith = (name: 'least' | 'usual'): Parameters =>
    decideParameters(
      strategy,
      Object.fromEntries(Object.entries(strategy.parameters).map(([key, each]) => [key, each[name]])),
    ) as Parameters

  test.each(['least', 'usual'] as const)('has no bias with its %s parameters', (name) => {
    // The usual ones look back over days.
    const minutes = walkOf(11, name === 'usual' ? 10 : 6)
    expect(biasesOf(() => strategy, minutes, parametersWith(name))).toEqual([])
  })
})

/** A strategy that buys while a signal is above 0, and sells while it is below. The signal knows the place of each minute. */
const by =
  (
    signal: (n: number, bar: BarEvent, state: Json) => number,
    next: (n: number, bar: BarEvent, state: Json) => Json = () => null,
  ) =>
  (minutes: Minutes): Strategy => {
    const places = new Map(Array.from(minutes.at, (at, n) => [at, n]))
    return {
      ...asks({}),
      warmUp: () => 5,
      onBar(state, bar): Step<Json> {
        const n = places.get(bar.at) ?? -1
        const after = next(n, bar, state)
        const sign = signal(n, bar, after)
        return sign > 0 && bar.own.shares === 0
          ? buy(after, 10)
          : sign < 0 && bar.own.shares > 0
            ? sell(after, 10)
            : keep(after)
      },
    }
  }

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const closesOf = ({ close }: Minutes): number[] => Array.from(close)

const honest: Candidate = (minutes) => {
  const close = closesOf(minutes)
  return by((n, bar) => bar.close - (close[n - 1] ?? bar.close))(minutes)
}

/** A mean that never forgets, and one that is of the bars heard so far alone. */
const smoothed = (state: Json, { close }: BarEvent): Json =>
  typeof state === 'number' ? state * 0.98 + close * 0.02 : close

const remembered = new Map<number, number>()

/** It learns the closes of a series as it hears them, and knows them when it hears the series again. */
const learning: Candidate = (minutes) =>
  by((n, bar) => {
    remembered.set(n, bar.close)
    return (remembered.get(n + 1) ?? bar.close) - bar.close
  })(minutes)

/** Its state is a part of itself that JSON does not have. */
const unstorable: Candidate = (minutes) => {
  const counts = (state: Json): number => (state instanceof Map ? Number(state.get('count')) : 0)
  const next = (_n: number, _bar: BarEvent, state: Json): Json =>
    new Map([['count', counts(state) + 1]]) as unknown as Json
  return by((_n, _bar, state) => (counts(state) % 50) - 25, next)(minutes)
}

// prettier-ignore
test.each<[string, Candidate, BiasName[]]>([
  ['the close before: an honest one',         honest, []],
  ['the next close',                          (minutes) => by((n, bar) => (minutes.close[n + 1] ?? bar.close) - bar.close)(minutes), ['look_ahead']],
  ['the next close, to sell alone',           (minutes) => by((n, bar) => ((bar.at / 60_000) % 9 === 0 ? 1 : Math.min((minutes.close[n + 1] ?? bar.close) - bar.close, 0)))(minutes), ['look_ahead']],
  ['the volume of an hour later',             (minutes) => by((n, bar) => (minutes.volume[n + 60] ?? 1_000) - 1_500 + ((bar.at / 60_000) % 7) * 200)(minutes), ['look_ahead']],
  ['the mean of all closes',                  (minutes) => { const all = mean(closesOf(minutes)); return by((_n, bar) => all - bar.close)(minutes) }, ['look_ahead', 'recursive']],
  ['a mean around each minute',               (minutes) => { const close = closesOf(minutes); return by((n, bar) => mean(close.slice(Math.max(n - 5, 0), n + 6)) - bar.close)(minutes) }, ['look_ahead']],
  ['a mean that never forgets',               by((_n, bar, state) => bar.close - Number(state), (_n, bar, state) => smoothed(state, bar)), ['recursive']],
  ['the number of bars that it heard',        by((_n, _bar, state) => (Number(state) % 7) - 3, (_n, _bar, state) => Number(state) + 1), ['recursive']],
  ['what it remembers of another run',        learning, ['recursive', 'repeat', 'stored_state']],
  ['a state that cannot be stored',           unstorable, ['recursive', 'stored_state']],
  ['nothing at all',                          by(() => 0), ['no_decision']],
  ['a part of a share',                       () => asks(Object.fromEntries(Array.from({ length: 3_000 }, (_event, n) => [n, n % 9 === 0 ? [buyAt(0.5)] : []]))), ['recursive', 'order_form']],
])('a strategy by %s', (_line, candidate, biases) => {
  expect(biasesOf(candidate)).toEqual(biases)
})

test('a refusal names the first bias and its minute', () => {
  expect(decideListing([])).toBeNull()
  const refusal = decideListing([{ bias: 'look_ahead', at: sessionOf(0).open }])
  expect(refusal).toMatchObject({
    refused: 'strategy_biased',
    detail: { bias: 'look_ahead', at: '2026-11-20T14:30:00.000Z' },
  })
})

test('a series that is shorter than the history proves nothing of it, and is no bias', () => {
  const minutes = minutesOf(Array.from({ length: 4 }, (_row, n) => ({ minute: n + 1, bid: 1_000 + n, ask: 1_002 + n })))
  expect(biasesOf(honest, minutes)).toEqual([])
})
