import { expect, test } from 'vitest'
import { aCustomer, aSeat } from '../base/ids.testing.ts'
import { HOUR } from '../base/instant.ts'
import { areOneHand, decideSecond, type SeatOrigin } from './hands.rules.ts'

const NOW = 1_800_000_000_000
const DAY = 24 * HOUR

/** `two<one` was let in by `one`; `two<one!` was confirmed by a second admin besides; `two=Ana` names Ana's account. */
function originsOf(written: string, ages: Readonly<Record<string, number>> = {}) {
  const origins = written.split(' ').map((each): SeatOrigin => {
    const [line = '', person] = each.replace('!', '').split('=')
    const [name = '', maker] = line.split('<')
    const letInBy = maker === undefined ? null : aSeat(maker)
    const customer = person === undefined ? null : aCustomer(person)
    return {
      seat: aSeat(name),
      customer,
      letInBy,
      isConfirmed: each.endsWith('!'),
      claimedAt: NOW - (ages[name] ?? 9 * DAY),
    }
  })
  return new Map(origins.map((origin) => [origin.seat, origin]))
}

// prettier-ignore
test.each<[string, string, boolean]>([
  // case                                                   the seats and who let them in    are one and two one hand
  ['both from the command line',                            'one two',                       false],
  ['one let two in',                                        'one two<one',                   true],
  ['two let one in',                                        'one<two two',                   true],
  ['one let two in, and a second admin confirmed it',       'one two<one!',                  true],
  ['a third let both in',                                   'top one<top two<top',           true],
  ['a third let both in, and one is confirmed',             'top one<top! two<top',          false],
  ['a third let both in, and both are confirmed',           'top one<top! two<top!',         false],
  ['one is the grandparent of two',                         'one mid<one two<mid',           true],
  ['the seat between them is confirmed',                    'one mid<one! two<mid',          false],
  ['both at the end of chains from one seat',               'top a<top one<a b<top two<b',   true],
  ['one of the chains has a confirmed seat',                'top a<top! one<a b<top two<b',  false],
  ['both under the same confirmed seat',                    'top a<top! one<a two<a',        true],
  ['chains from two seats of the command line',             'top one<top other two<other',   false],
  ['both are seats of one person',                          'one=Ana two=Ana',               true],
  ['the person of one let two in by another seat',          'one=Ana a=Ana two<a',           true],
  ['that seat is itself of another hand',                   'one=Ana top a<top=Ana two<a',   true],
  ['one person answers for both by two seats',              'a=Ana one<a b=Ana two<b',       true],
  ['the person of one let in the seat that let two in',     'one=Ana top a<top=Ana b<a two<b', true],
  ['that seat is confirmed',                                'one=Ana top a<top=Ana b<a! two<b', false],
  ['another person let two in',                             'one=Ana a=Leo two<a',           false],
  ['a second admin has confirmed two since',                'one a=Ana b=Ana two<a!',        false],
])('one hand: %s', (_case, written, answer) => {
  const origins = originsOf(written)
  expect(areOneHand(aSeat('one'), aSeat('two'), origins)).toBe(answer)
  expect(areOneHand(aSeat('two'), aSeat('one'), origins)).toBe(answer)
})

// prettier-ignore
test.each<[string, string, Record<string, number>, number, string | null]>([
  // case                                     the seats       their ages         the house's age    refused
  ['both a day old',                          'one two',      { two: DAY },      9 * DAY,           null],
  ['the second a millisecond younger',        'one two',      { two: DAY - 1 },  9 * DAY,           'seat_too_new'],
  ['the first is new, which does not matter', 'one two',      { one: 1 },        9 * DAY,           null],
  ['a new second on the first day',           'one two',      { two: 1 },        DAY - 1,           null],
  ['a new second a day after the first seat', 'one two',      { two: 1 },        DAY,               'seat_too_new'],
  ['one hand on the first day',               'one two<one',  { two: 1 },        DAY - 1,           'let_in_by'],
])('two people: %s', (_case, written, ages, age, answer) => {
  const facts = { origins: originsOf(written, ages), now: NOW, firstSeatAt: NOW - age }
  expect(decideSecond(aSeat('one'), aSeat('two'), facts)?.refused ?? null).toBe(answer)
})
