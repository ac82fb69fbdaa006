import { expect, test } from 'vitest'
import { keptKeysFrom, keyStandingFor, withKey, type DeviceKey, type KeyStanding } from './kept.rules.ts'

const [ONE, TWO, THREE] = ['1a', '2b', '3c'].map((digits) => digits.repeat(32)) as [string, string, string]
const NOW = Date.UTC(2026, 10, 26, 12)
const first: DeviceKey = { key: ONE, since: NOW }
const second: DeviceKey = { key: TWO, since: NOW + 1 }

// prettier-ignore
test.each<[string, readonly DeviceKey[], string, KeyStanding]>([
  ['nothing is kept',                         [],              ONE,   { state: 'new' }],
  ['the key that is kept',                    [first],         ONE,   { state: 'same', since: NOW, before: null }],
  ['another than is kept',                    [first],         TWO,   { state: 'other', kept: first }],
  ['the accepted one',                        [second, first], TWO,   { state: 'same', since: NOW + 1, before: first }],
  ['the replaced one comes back',             [second, first], ONE,   { state: 'other', kept: second }],
  ['a third one',                             [second, first], THREE, { state: 'other', kept: second }],
  ['it differs in its last digit',            [first],         `${ONE.slice(0, -1)}b`, { state: 'other', kept: first }],
])('%s', (_what, keys, key, standing) => {
  expect(keyStandingFor(keys, key)).toEqual(standing)
})

test('the first key, an accepted one before it, and not the one before those', () => {
  const one = withKey([], ONE, NOW)
  expect(one).toEqual([first])
  const two = withKey(one, TWO, NOW + 1)
  expect(two).toEqual([second, first])
  expect(withKey(two, THREE, NOW + 2)).toEqual([{ key: THREE, since: NOW + 2 }, second])
})

// prettier-ignore
test.each<[string, unknown, number]>([
  ['what was kept',             [second, first],                       2],
  ['more than is kept',         [second, first, first],                2],
  ['nothing',                   null,                                  0],
  ['no list',                   first,                                 0],
  ['a key that is too short',   [{ key: ONE.slice(1), since: NOW }],   0],
  ['a key that is no hex',      [{ key: 'g'.repeat(64), since: NOW }], 0],
  ['a time that is none',       [{ key: ONE, since: '1' }],            0],
  ['one that cannot be read',   [second, null],                        0],
])('reads %s', (_what, stored, count) => {
  expect(keptKeysFrom(stored)).toHaveLength(count)
})
