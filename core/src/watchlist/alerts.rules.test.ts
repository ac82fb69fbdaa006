import { expect, test } from 'vitest'
import { priceE4 } from '../base/amount.ts'
import { aCustomer } from '../base/ids.testing.ts'
import type { Day } from '../base/instant.ts'
import {
  ALERTS_MAX,
  decideRoom,
  decideTerms,
  firstLevelFor,
  joinedReach,
  levelStepFor,
  roundLevelsFor,
  reachFor,
  reaches,
  fires,
  type Alert,
  type AlertTerms,
  type AlertQuote,
} from './alerts.rules.ts'

const above: AlertTerms = { kind: 'above', level: priceE4(174_000n), percentBps: null, repeats: 'once', note: null }
const below: AlertTerms = { ...above, kind: 'below' }
const percent: AlertTerms = { ...above, kind: 'percent', level: null, percentBps: 300 }
const armed = {
  customer: aCustomer('c'),
  id: 'a',
  listing: 'XMAD:BVE' as const,
  madeAt: 0,
  armedAt: 1_000,
  paused: false,
  firedAt: null,
  firedDay: null,
}
const daily = (terms: AlertTerms, firedDay: Day | null = null): Alert => ({
  ...armed,
  ...terms,
  repeats: 'daily',
  firedAt: firedDay && 1_500,
  firedDay,
})
const TODAY: Day = '2026-11-20'
const quote = (last: bigint, change: Partial<AlertQuote> = {}): AlertQuote => ({
  at: 2_000,
  last: priceE4(last),
  day: TODAY,
  previousClose: priceE4(100_000n),
  ...change,
})

// prettier-ignore
test.each<[string, Alert, AlertQuote, boolean]>([
  ['above, one ten-thousandth short',     { ...armed, ...above },                      quote(173_999n),                           false],
  ['above, at the level',                 { ...armed, ...above },                      quote(174_000n),                           true],
  ['above, a jump over the level',        { ...armed, ...above },                      quote(999_999n),                           true],
  ['below, one ten-thousandth short',     { ...armed, ...below },                      quote(174_001n),                           false],
  ['below, at the level',                 { ...armed, ...below },                      quote(174_000n),                           true],
  ['below, a fall through it',            { ...armed, ...below },                      quote(1n),                                 true],
  ['percent, just under, up',             { ...armed, ...percent },                    quote(102_999n),                           false],
  ['percent, up',                         { ...armed, ...percent },                    quote(103_000n),                           true],
  ['percent, just under, down',           { ...armed, ...percent },                    quote(97_001n),                            false],
  ['percent, down',                       { ...armed, ...percent },                    quote(97_000n),                            true],
  ['percent of nothing',                  { ...armed, ...percent },                    quote(103_000n, { previousClose: null }),  false],
  ['a hundred per cent down is never',    { ...armed, ...percent, percentBps: 10_000 },quote(1n),                                 false],
  ['the quote it was made on',            { ...armed, ...above },                      quote(174_000n, { at: 1_000 }),            false],
  ['a millisecond later',                 { ...armed, ...above },                      quote(174_000n, { at: 1_001 }),            true],
  ['paused',                              { ...armed, ...above, paused: true },        quote(174_000n),                           false],
  ['it has told already',                 { ...armed, ...above, firedAt: 1_500, firedDay: TODAY }, quote(174_000n),               false],
  ['it has told once, on another day',    { ...armed, ...above, firedAt: 1_500, firedDay: '2026-11-19' }, quote(174_000n),        false],
  ['daily, for the first time',           daily(above),                                quote(174_000n),                           true],
  ['daily, told today',                   daily(above, TODAY),                         quote(174_000n),                           false],
  ['daily, told yesterday',               daily(above, '2026-11-19'),                  quote(174_000n),                           true],
  ['daily, an older day than it told of', daily(above, TODAY),                         quote(174_000n, { day: '2026-11-19' }),    false],
  ['daily and paused',                    { ...daily(above), paused: true },           quote(174_000n),                           false],
])('%s', (_line, alert, seen, expected) => expect(fires(alert, seen)).toBe(expected))

test('a reach agrees with the percentage rule for every previous close', () => {
  for (const previous of [1n, 2n, 33n, 99_999n, 100_000n, 1_234_567n]) {
    for (const percentBps of [10, 33, 300, 9_999, 10_000]) {
      const reach = reachFor({ ...percent, percentBps }, priceE4(previous))
      for (const last of [1n, previous - 1n, previous, previous + 1n, (previous * 103n) / 100n, previous * 3n]) {
        if (last < 1n) continue
        const moved = last > previous ? last - previous : previous - last
        expect(reaches(reach, last), `${previous} ${percentBps} ${last}`).toBe(
          moved * 10_000n >= BigInt(percentBps) * previous,
        )
      }
    }
  }
})

test('a joined reach is met exactly if one of its parts is met', () => {
  const all = [above, { ...above, level: priceE4(180_000n) }, { ...below, level: priceE4(90_000n) }, percent]
  const none = { top: null, bottom: null }
  const reach = all.map((terms) => reachFor(terms, priceE4(100_000n))).reduce(joinedReach, none)
  expect(reach).toEqual({ top: 103_000n, bottom: 97_000n })
  expect(joinedReach(none, none)).toEqual(none)
  expect([
    reaches(reach, 97_001n, 102_999n),
    reaches(reach, 97_000n, 98_000n),
    reaches(reach, 98_000n, 103_000n),
  ]).toEqual([false, true, true])
})

const flat = { last: priceE4(170_000n), previousClose: priceE4(169_000n) }
const up = { last: priceE4(180_000n), previousClose: priceE4(169_000n) }

// prettier-ignore
test.each<[string, AlertTerms, typeof flat | { last: null; previousClose: null }, object]>([
  ['above the price',                   above,                                     flat, { fromNextDay: false }],
  ['at the price',                      { ...above, level: priceE4(170_000n) },    flat, { refused: 'alert_met_already', field: 'level' }],
  ['one ten-thousandth above it',       { ...above, level: priceE4(170_001n) },    flat, { fromNextDay: false }],
  ['below a price that is lower',       below,                                     flat, { refused: 'alert_met_already', field: 'level' }],
  ['below the price',                   below,                                     up,   { fromNextDay: false }],
  ['a level that is met, daily',        { ...above, repeats: 'daily' },            up,   { refused: 'alert_met_already', field: 'level' }],
  ['a move that is still to come',      percent,                                   flat, { fromNextDay: false }],
  ['a move that is there, once',        percent,                                   up,   { refused: 'alert_met_already', field: 'percentBps' }],
  ['a move that is there, daily',       { ...percent, repeats: 'daily' },          up,   { fromNextDay: true }],
  ['without a price',                   above, { last: null, previousClose: null },      { refused: 'no_price' }],
  ['without a level',                   { ...above, level: null },                 flat, { refused: 'missing_information', field: 'level' }],
  ['a level of nothing',                { ...above, level: priceE4(0n) },          flat, { refused: 'missing_information', field: 'level' }],
  ['without a percentage',              { ...percent, percentBps: null },          flat, { refused: 'missing_information', field: 'percentBps' }],
  ['a level and a percentage',          { ...above, percentBps: 300 },             flat, { refused: 'missing_information', field: 'kind' }],
  ['a percentage and a level',          { ...percent, level: priceE4(1n) },        flat, { refused: 'missing_information', field: 'kind' }],
])('%s', (_line, terms, facts, answer) => expect(decideTerms(terms, facts)).toMatchObject(answer))

test('accepts items up to the limit', () => {
  expect(decideRoom(ALERTS_MAX - 1)).toEqual({ room: true })
  expect(decideRoom(ALERTS_MAX)).toMatchObject({ refused: 'too_many_alerts' })
})

// prettier-ignore
test.each<[bigint, bigint, bigint[], bigint[]]>([
  // price      step      above                                below
  [174_600n,    1_000n,   [176_000n, 178_000n, 180_000n],      [173_000n, 172_000n, 170_000n]],
  [1n,          1n,       [2n, 3n, 4n],                        []],
  [100n,        1n,       [101n, 102n, 105n],                  [99n, 98n, 95n]],
  [9_999n,      100n,     [10_050n, 10_200n, 10_400n],         [9_900n, 9_800n, 9_600n]],
  [10_000n,     100n,     [10_100n, 10_200n, 10_500n],         [9_900n, 9_800n, 9_500n]],
  [2_314_800n,  10_000n,  [2_340_000n, 2_350_000n, 2_400_000n], [2_300_000n, 2_250_000n, 2_200_000n]],
])('a form at %s steps by %s and proposes %s and %s', (last, step, above, below) => {
  const price = priceE4(last)
  expect([levelStepFor(price), roundLevelsFor('above', price), roundLevelsFor('below', price)]).toEqual([step, above, below])
  expect([firstLevelFor('above', price), firstLevelFor('below', price)]).toEqual([above[0], below[0] ?? 1n])
})

test('every proposed level is beyond the price, and each farther than the one before', () => {
  for (let last = 2n; last < 40_000_000n; last += last / 7n + 1n) {
    const [above, below] = [roundLevelsFor('above', priceE4(last)), roundLevelsFor('below', priceE4(last))]
    expect([last, ...above].every((level, n, all) => n === 0 || level > all[n - 1]!)).toBe(true)
    expect([last, ...below].every((level, n, all) => n === 0 || (level < all[n - 1]! && level > 0n))).toBe(true)
    // From 10.00 on the nearest level is at most 2 % away.
    if (last >= 100_000n) expect((above[0]! - last) * 50n).toBeLessThanOrEqual(last)
  }
})
