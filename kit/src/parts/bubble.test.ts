import { expect, test } from 'vitest'
import { firstPlace, clampedPlace, gutterPlace } from './bubble.ts'

const phone = { right: 375, bottom: 812, floor: 762 }

test('it starts at the place the spec gives, pulled above the tab bar', () => {
  expect(firstPlace(phone)).toEqual({ x: 372, y: 810.864 })
  expect(clampedPlace(firstPlace(phone), phone, 34)).toEqual({ x: 329, y: 716 })
})

test.each([
  ['inside, as it is', { x: 100, y: 200 }, { x: 100, y: 200 }],
  ['left and above', { x: -50, y: -50 }, { x: 12, y: 12 }],
  ['below a dock that rose', { x: 100, y: 760 }, { x: 100, y: 716 }],
])('pulled in: %s', (_name, place, pulled) => {
  expect(clampedPlace(place, phone, 34)).toEqual(pulled)
})

test.each([
  ['the right gutter, 12 px in sight', { x: 329, y: 300 }, { x: 363, y: 300 }],
  ['the left gutter, 12 px in sight', { x: 40, y: 300 }, { x: -22, y: 300 }],
])('%s', (_name, place, tucked) => {
  expect(gutterPlace(place, phone, 34)).toEqual(tucked)
})

test('with larger letters the same share of it stays in sight', () => {
  expect(gutterPlace({ x: 300, y: 300 }, phone, 51)).toEqual({ x: 357, y: 300 })
})
