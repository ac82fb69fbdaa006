import { describe, expect, test } from 'vitest'
import { isRefused } from '../base/refusal.ts'
import { decideParameters, sharesFor } from './events.ts'
import { STRATEGIES, findStrategy } from './listed.ts'

const strategy = { parameters: { minutes: { unit: 'minutes', least: 5, most: 120, usual: 30 } } } as const

// prettier-ignore
test.each<[string, Record<string, number>, object | string]>([
  ['none chosen: the usual one', {},                  { minutes: 30 }],
  ['the least',                  { minutes: 5 },      { minutes: 5 }],
  ['less than the least',        { minutes: 4 },      'parameter_out_of_range'],
  ['the most',                   { minutes: 120 },    { minutes: 120 }],
  ['more than the most',         { minutes: 121 },    'parameter_out_of_range'],
  ['no whole number',            { minutes: 30.5 },   'parameter_out_of_range'],
  ['no number',                  { minutes: NaN },    'parameter_out_of_range'],
  ['one that it does not have',  { hours: 1 },        'unknown_parameter'],
  ['one of every object',        { toString: 1 },     'unknown_parameter'],
])('parameters: %s', (_line, chosen, answer) => {
  const decision = decideParameters(strategy, chosen)
  expect(isRefused(decision) ? decision.refused : decision).toEqual(answer)
})

// prettier-ignore
test.each([
  ['an amount to the cent', 10_000, 100_000, 10],
  ['a cent less',            9_999, 100_000, 9],
  ['no price',              10_000, 0,       0],
])('shares for %s', (_line, cents, price, shares) => {
  expect(sharesFor(cents, price)).toBe(shares)
})

describe('the strategies of the house', () => {
  test.each(STRATEGIES.map((each) => [each.id, each] as const))(
    '%s has bounds around its usual parameters',
    (_id, each) => {
      for (const { least, most, usual } of Object.values(each.parameters)) {
        expect([least, usual, most]).toEqual([least, usual, most].toSorted((a, b) => a - b))
        expect([least, usual, most].every(Number.isInteger)).toBe(true)
      }
      expect(isRefused(decideParameters(each, {}))).toBe(false)
      expect(each.onBar ?? each.onQuote).toBeDefined()
    },
  )

  test('are found by id and version', () => {
    expect(findStrategy('grid', 1)?.name).toBe('grid')
    expect(findStrategy('grid', 2)).toBeNull()
    expect(new Set(STRATEGIES.map(({ id, version }) => `${id} ${version}`)).size).toBe(STRATEGIES.length)
  })
})
