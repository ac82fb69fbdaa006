import { describe, expect, test } from 'vitest'
import type { RestrictionLevel } from '../base/contract.ts'
import { aCustomer } from '../base/ids.testing.ts'
import { HOUR } from '../base/instant.ts'
import { isRefused } from '../base/refusal.ts'
import {
  aloneMs,
  decideRestriction,
  fateOf,
  type Fate,
  type RestrictionFacts,
  type UnderWay,
} from './restrictions.rules.ts'

const NOW = 1_800_000_000_000
const DAY = 24 * HOUR
const customer = aCustomer('ana')
const calm: RestrictionFacts = { now: NOW, ownAccount: null, inForce: null, alone: [] }
const short = (from: number, to: number) => ({ alone: [{ from: NOW + from, to: NOW + to }] })
const inForce = (level: RestrictionLevel, until: number) => ({ inForce: { level, untilAt: NOW + until } })

// prettier-ignore
test.each<[line: string, level: RestrictionLevel, forMs: number, change: Partial<RestrictionFacts>, answer: number | string]>([
  ['72 hours to the millisecond',            2, 72 * HOUR,     {},                                    1],
  ['a millisecond more',                     2, 72 * HOUR + 1, {},                                    2],
  ['with ten hours before',                  2, 62 * HOUR,     short(-20 * HOUR, -10 * HOUR),         1],
  ['a millisecond more with them',           2, 62 * HOUR + 1, short(-20 * HOUR, -10 * HOUR),         2],
  ['with the one in force, so far',          2, 62 * HOUR,     short(-10 * HOUR, 5 * HOUR),           1],
  ['hours before the window do not count',   2, 72 * HOUR,     short(-40 * DAY, -30 * DAY),           1],
  ['an hour inside the window does',         2, 72 * HOUR,     short(-40 * DAY, -30 * DAY + HOUR),    2],
  ['the same level and end',                 2, HOUR,          inForce(2, HOUR),                      1],
  ['a higher level to the same end',         3, HOUR,          inForce(2, HOUR),                      1],
  ['a lower level',                          1, HOUR,          inForce(2, HOUR),                      2],
  ['an earlier end',                         2, HOUR - 1,      inForce(2, HOUR),                      2],
  ['no time at all',                         2, 0,             {},                                    'until_past'],
  ['90 days',                                2, 90 * DAY,      {},                                    2],
  ['a millisecond beyond them',              2, 90 * DAY + 1,  {},                                    'until_too_far'],
  ['the seat’s own account',                 2, HOUR,          { ownAccount: customer },              'own_account'],
])('restricting: %s', (_line, level, forMs, change, answer) => {
  const decision = decideRestriction({ customer, level, until: NOW + forMs }, { ...calm, ...change })
  expect(isRefused(decision) ? decision.refused : decision.people).toBe(answer)
})

test('the time alone adds what lies in the window, up to now', () => {
  const spans = [
    { from: NOW - 31 * DAY, to: NOW - 29 * DAY },
    { from: NOW - HOUR, to: NOW + HOUR },
  ]
  expect(aloneMs(spans, NOW)).toBe(DAY + HOUR)
})

const order = (side: 'buy' | 'sell'): UnderWay => ({ kind: 'order', side })
const withdrawal = (state: string): UnderWay => ({ kind: 'withdrawal', state })

describe('the fate of what is under way', () => {
  // prettier-ignore
  test.each<[line: string, what: UnderWay, fates: readonly Fate[]]>([
    ['an open buy',             order('buy'),             ['ends', 'ends', 'ends']],
    ['an open sell',            order('sell'),            ['goes_on', 'goes_on', 'goes_on']],
    ['an approved withdrawal',  withdrawal('approved'),   ['goes_on', 'stops', 'stops']],
    ['a withdrawal in review',  withdrawal('in_review'),  ['goes_on', 'waits', 'waits']],
    ['a deposit',               { kind: 'deposit' },      ['goes_on', 'goes_on', 'goes_on']],
    ['an application for a loan', { kind: 'loan' },       ['waits', 'waits', 'waits']],
    ['a repayment of a loan',   { kind: 'loan_repayment' }, ['goes_on', 'goes_on', 'goes_on']],
    ['an application for an offer', { kind: 'ipo' },      ['goes_on', 'goes_on', 'goes_on']],
    ['an application for a block', { kind: 'block' },     ['goes_on', 'goes_on', 'goes_on']],
    ['an option that runs',     { kind: 'option' },       ['goes_on', 'goes_on', 'goes_on']],
    ['a strategy that runs',    { kind: 'run' },          ['ends', 'ends', 'ends']],
  ])('%s, at levels 1 to 3', (_line, what, fates) => {
    expect(([1, 2, 3] as const).map((level) => fateOf(what, level))).toEqual(fates)
  })
})
