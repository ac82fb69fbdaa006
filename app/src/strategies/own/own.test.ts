import { expect, test } from 'vitest'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { bytesOf, fileNameOf, lastDayOf, marksOf, remediedText } from './own.ts'

const fault = (more: Partial<OwnDiagnostic>): OwnDiagnostic => ({
  code: 'unknown_name',
  line: 2,
  column: 5,
  message: '',
  name: 'sel',
  near: 'sell',
  ...more,
})

// prettier-ignore
test.each<[string, string, Partial<OwnDiagnostic>, string | null]>([
  ['the word at its place',         'a\nact.sel(1)',         {},              'a\nact.sell(1)'],
  ['not the same word before it',   'a\nsel(act.sel)',       { column: 9 },   'a\nsel(act.sell)'],
  ['no column',                     'a\nact.sel(1)',         { column: 0 },   'a\nact.sell(1)'],
  ['no near name',                  'a\nact.sel(1)',         { near: null },  null],
  ['no name',                       'a\nact.sel(1)',         { name: null },  null],
  ['a line that the text lacks',    'a',                     {},              null],
  ['a word that does not stand there', 'a\nact.buy(1)',      {},              null],
])('the remedy of a fault replaces %s', (_what, text, more, remedy) => {
  expect(remediedText(text, fault(more))).toBe(remedy)
})

test('a fault is marked where the engine knows its line', () => {
  const faults = [fault({}), fault({ line: 0, column: 0 }), fault({ line: 3, column: 0, name: null })]
  expect(marksOf(faults)).toEqual([
    { line: 2, column: 5, length: 3 },
    { line: 3, column: 1, length: undefined },
  ])
})

// prettier-ignore
test.each([
  ['a Tuesday',                          'XMAD:ABC', '2026-11-24T12:00Z', '2026-11-23'],
  ['a Monday',                           'XMAD:ABC', '2026-11-23T12:00Z', '2026-11-20'],
  ['a Sunday',                           'XMAD:ABC', '2026-11-22T12:00Z', '2026-11-20'],
  ['a Tuesday in Madrid, in New York',   'XNYS:ABC', '2026-11-24T01:00Z', '2026-11-20'],
  ['a Tuesday in Madrid, there',         'XMAD:ABC', '2026-11-24T01:00Z', '2026-11-23'],
] as const)('the last day before %s', (_what, listing, now, day) => {
  expect(lastDayOf(listing, Date.parse(now))).toBe(day)
})

test.each([
  ['Media propia', 'Media-propia-3.js'],
  ['../mañana  50 %', 'mañana-50-3.js'],
  ['均线', '均线-3.js'],
  ['¿?', 'lonja-3.js'],
])('the file of %s', (name, file) => {
  expect(fileNameOf(name, 3)).toBe(file)
})

test('bytes are those of UTF-8', () => expect(bytesOf('ñ均')).toBe(5))
