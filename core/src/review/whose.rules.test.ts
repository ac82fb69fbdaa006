import { expect, test } from 'vitest'
import { HOUR } from '../base/instant.ts'
import type { SeatId } from '../base/ids.ts'
import { aCustomer, aSeat } from '../base/ids.testing.ts'
import type { SecondFacts, SeatOrigin } from '../staff/hands.rules.ts'
import { newSince, turnFor, type Turn } from './whose.rules.ts'

const [ONE, TWO] = [aSeat('one'), aSeat('two')]
const [ANA, BEA] = [aCustomer('ana'), aCustomer('bea')]
const origin = { customer: null, letInBy: null, isConfirmed: false, claimedAt: 0 }
const facts: SecondFacts = {
  now: 100 * HOUR,
  firstSeatAt: 0,
  origins: new Map<SeatId, SeatOrigin>([
    [ONE, { ...origin, seat: ONE }],
    [TWO, { ...origin, seat: TWO }],
  ]),
}
const first = { seat: ONE, customer: null }
const second = { seat: TWO, customer: null, mayDecide: true }
const secondIs = (more: Partial<SeatOrigin>): SecondFacts => ({
  ...facts,
  origins: new Map(facts.origins).set(TWO, { ...origin, seat: TWO, ...more }),
})
const letIn = secondIs({ letInBy: ONE })
const claimedAt = (at: number) => secondIs({ claimedAt: at })

// prettier-ignore
test.each<[string, Parameters<typeof turnFor>, Turn]>([
  ['another seat’s opinion waits for this seat',          [ANA, first, second, facts],                                     'second'],
  ['a thing of the house too',                            [null, first, second, facts],                                    'second'],
  ['its own opinion waits for another',                   [ANA, first, { ...second, seat: ONE }, facts],                   'given'],
  ['a role that only reads it',                           [ANA, first, { ...second, mayDecide: false }, facts],            'barred'],
  ['the seat’s own account',                              [ANA, first, { ...second, customer: ANA }, facts],               'barred'],
  ['an account of another customer',                      [BEA, first, { ...second, customer: ANA }, facts],               'second'],
  ['the same person at another seat',                     [BEA, { ...first, customer: ANA }, { ...second, customer: ANA }, facts], 'barred'],
  ['a seat that the first one let in',                    [ANA, first, second, letIn],                                     'barred'],
  ['a seat that is a day old',                            [ANA, first, second, claimedAt(76 * HOUR)],                      'second'],
  ['a seat that is a millisecond younger',                [ANA, first, second, claimedAt(76 * HOUR + 1)],                  'barred'],
])('whose turn: %s', (_line, facts, turn) => {
  expect(turnFor(...facts)).toBe(turn)
})

test('a customer is new for seven days', () => {
  expect(newSince(200 * HOUR)).toBe(32 * HOUR)
})
