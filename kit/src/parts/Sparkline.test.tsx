// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { show, withHouse } from '../screens.testing.tsx'
import { Sparkline } from './Sparkline.tsx'

withHouse()

function drawn(props: { points: readonly number[]; previous?: number; session?: number }) {
  show(<Sparkline tone="gain" {...props} />)
  return {
    line: document.querySelector('polyline')?.getAttribute('points'),
    previous: document.querySelector('line')?.getAttribute('y1') ?? null,
  }
}

test('a previous close above the day is within the picture, and the day below it', () => {
  expect(drawn({ points: [10, 11], previous: 14 })).toEqual({ line: '0.0,24.5 60.0,18.8', previous: '1.5' })
})

test('without a previous close the day has the whole height', () => {
  expect(drawn({ points: [10, 11] })).toEqual({ line: '0.0,24.5 60.0,1.5', previous: null })
})

test('the line stops at now, and in the first hours at no less than a third of the width', () => {
  expect(drawn({ points: [10, 11], session: 3 }).line).toBe('0.0,24.5 30.0,1.5')
  document.body.replaceChildren()
  expect(drawn({ points: [10, 11], session: 100 }).line).toBe('0.0,24.5 20.0,1.5')
})

test('one point is no line', () => {
  expect(drawn({ points: [10] })).toEqual({ line: undefined, previous: null })
})
