import { expect, test } from 'vitest'
import { missed, pieces, waitMs } from './live.rules.ts'

test.each([
  [0, 0, 250],
  [0, 1, 500],
  [1, 0.5, 750],
  [4, 0, 4_000],
  [5, 0, 7_500],
  [5, 1, 15_000],
  [1_000, 1, 15_000],
])('after %i tries, with chance %f, it waits %i ms', (tries, chance, wait) => {
  expect(waitMs(tries, chance)).toBe(wait)
})

test.each([
  [0, []],
  [2, [2]],
  [3, [2, 1]],
  [4, [2, 2]],
])('%i listings go in messages of two at most', (count, sizes) => {
  const cut = pieces(
    Array.from({ length: count }, (_, n) => n),
    2,
  )
  expect(cut.map((piece) => piece.length)).toEqual(sizes)
  expect(cut.flat()).toEqual(Array.from({ length: count }, (_, n) => n))
})

const lately = {
  reachesMs: 60_000,
  topics: [
    { topic: 'orders', agoMs: 900 },
    { topic: 'balances', agoMs: 901 },
  ],
} as const

// prettier-ignore
test.each([
  ['a visitor is told nothing',           undefined, 90_000, []],
  ['all of it was told before',           lately,    899,    []],
  ['one was told meanwhile',              lately,    900,    ['orders']],
  ['both were',                           lately,    60_000, ['orders', 'balances']],
  ['the house does not remember so long', lately,    60_001, null],
])('%s', (_line, lately, deafMs, topics) => {
  expect(missed(lately, deafMs)).toEqual(topics)
})
