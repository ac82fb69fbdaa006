import { describe, expect, test } from 'vitest'
import { cents } from '../base/amount.ts'
import { MINUTE } from '../base/instant.ts'
import { isRefused } from '../base/refusal.ts'
import {
  BEGUN,
  BUDGET_LEAST,
  BUDGET_MOST,
  RUN_STATES,
  STOP_REASONS,
  decideHold,
  decideStep,
  decideTerms,
  isFlattening,
  isHistory,
  type Application,
  type RunAct,
  type RunPhase,
} from './running.rules.ts'

const strategy = { parameters: { spans: { unit: 'steps', least: 2, most: 9, usual: 3 } } } as const
const calm: Application = {
  parameters: {},
  budget: cents(500_00n),
  lossStop: cents(50_00n),
  most: cents(500_00n),
}
const free = 1_000_000_000_00n

// prettier-ignore
test.each<[string, Partial<Record<'budget' | 'lossStop' | 'most' | 'free' | 'spans', bigint>>, bigint | string]>([
  ['a calm one',                    {},                                   500_00n],
  ['the least',                     { budget: BUDGET_LEAST, most: 1n },   BUDGET_LEAST],
  ['a cent less',                   { budget: BUDGET_LEAST - 1n },        'run_budget'],
  ['the most',                      { budget: BUDGET_MOST },              BUDGET_MOST],
  ['a cent more',                   { budget: BUDGET_MOST + 1n },         'run_budget'],
  ['all may be lost',               { lossStop: 500_00n },                500_00n],
  ['more than all',                 { lossStop: 500_01n },                'run_loss_stop'],
  ['nothing may be lost',           { lossStop: 0n },                     'run_loss_stop'],
  ['a cent in the position',        { most: 1n },                         500_00n],
  ['nothing in the position',       { most: 0n },                         'run_most'],
  ['more in it than there is',      { most: 500_01n },                    'run_most'],
  ['a parameter out of its bounds', { spans: 10n },                       'parameter_out_of_range'],
  ['just enough free',              { free: 500_00n },                    500_00n],
  ['a cent too few free',           { free: 499_99n },                    'insufficient_balance'],
])('an application: %s', (_line, { spans, free: own = free, ...amounts }, answer) => {
  const parameters = spans === undefined ? {} : { spans: Number(spans) }
  const application = { ...calm, ...(amounts as Partial<Application>), parameters }
  const terms = decideTerms(strategy, application, 'USD')
  const decision = isRefused(terms) ? terms : decideHold(application.budget, { currency: 'USD', free: own })
  expect(isRefused(decision) ? decision.refused : decision).toEqual(
    typeof answer === 'string' ? answer : { asset: 'USD', units: answer },
  )
  if (!isRefused(terms)) expect(terms).toEqual({ spans: 3 })
})

const phase = (state: RunPhase['state']): RunPhase =>
  state === 'running' || state === 'paused' ? { ...BEGUN, state } : { state, reason: 'loss_stop', sells: true }

describe('the steps of a run', () => {
  // prettier-ignore
  const table: Record<RunPhase['state'], Record<RunAct['act'], string>> = {
    running:  { pause: 'paused',   resume: 'running',  stop: 'stopping', end: 'run_not_stopping' },
    paused:   { pause: 'paused',   resume: 'running',  stop: 'stopping', end: 'run_not_stopping' },
    stopping: { pause: 'run_over', resume: 'run_over', stop: 'stopping', end: 'stopped' },
    stopped:  { pause: 'run_over', resume: 'run_over', stop: 'stopped',  end: 'stopped' },
  }

  test.each(RUN_STATES.flatMap((state) => Object.entries(table[state]).map(([act, answer]) => [state, act, answer])))(
    '%s: %s is %s',
    (state, name, answer) => {
      const act = (name === 'stop' ? { act: name, reason: 'by_customer' } : { act: name }) as RunAct
      const next = decideStep(phase(state as RunPhase['state']), act)
      expect(isRefused(next) ? next.refused : next.state).toBe(answer)
    },
  )

  test.each(STOP_REASONS.flatMap((reason) => [[reason, true] as const, [reason, false] as const]))(
    'a stop for %s, asked to sell: %s',
    (reason, sells) => {
      const next = decideStep(BEGUN, { act: 'stop', reason, sells })
      expect(next).toEqual({
        state: 'stopping',
        reason,
        sells: reason === 'loss_stop' ? true : reason === 'by_customer' && sells,
      })
    },
  )

  test('keep the first reason', () => {
    expect(decideStep(phase('stopping'), { act: 'stop', reason: 'restricted' })).toEqual(phase('stopping'))
    expect(decideStep(phase('stopping'), { act: 'end' })).toEqual({ ...phase('stopping'), state: 'stopped' })
  })
})

test('an event is history once the next minute is over', () => {
  expect(isHistory(1_000, 1_000 + MINUTE - 1)).toBe(false)
  expect(isHistory(1_000, 1_000 + MINUTE)).toBe(true)
})

test('an intraday run gives up its position in the last fifteen minutes', () => {
  const session = { open: 0, close: 100 * MINUTE }
  expect(isFlattening(85 * MINUTE - 1, session)).toBe(false)
  expect(isFlattening(85 * MINUTE, session)).toBe(true)
})
