import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { draftFor, levelShown, placesFor, shownLevel, termsOf } from './alert.ts'

const last = priceE4(174_600n)

test('a form begins a little off the price, on either side, and asks for the chosen kind alone', () => {
  const draft = draftFor(last, undefined)
  expect(termsOf(draft)).toEqual({ kind: 'above', level: 176_000n, percentBps: null, repeats: 'once', note: null })
  expect(termsOf({ ...draft, kind: 'below' }).level).toBe(173_000n)
  expect(termsOf({ ...draft, kind: 'percent', note: '  ' })).toEqual({
    kind: 'percent',
    level: null,
    percentBps: 300,
    repeats: 'once',
    note: null,
  })
  expect(draftFor(null, undefined)).toMatchObject({ above: null, below: null })
})

test('one that is changed begins with what it says', () => {
  const terms = { kind: 'below', level: priceE4(100_000n), percentBps: null, repeats: 'daily', note: 'mira' } as const
  expect(termsOf(draftFor(last, terms))).toEqual(terms)
  const percent = { kind: 'percent', level: null, percentBps: 250, repeats: 'once', note: null } as const
  expect(termsOf(draftFor(last, percent))).toEqual(percent)
})

test.each([
  [priceE4(9_999n), 4],
  [priceE4(10_000n), 2],
] as const)('a level at %s is shown in %s places, and read back as it was', (price, places) => {
  expect(placesFor(price)).toBe(places)
  for (const level of [price, null]) {
    const shown = shownLevel(level, places)
    expect(levelShown(shown, places)).toBe(level === null ? null : places === 4 ? price : (price / 100n) * 100n)
  }
})
