import { expect, test } from 'vitest'
import { steppedBy } from './crosshair.ts'

test.each([
  ['ArrowLeft', 5, 4],
  ['ArrowRight', 5, 6],
  ['ArrowRight', 99, 99],
  ['ArrowLeft', 0, 0],
  ['PageUp', 5, 13],
  ['PageDown', 5, 0],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['a', 50, null],
  ['toString', 50, null],
])('%s from %i of a hundred', (key, from, to) => {
  expect(steppedBy(key, from, 99)).toBe(to)
})
