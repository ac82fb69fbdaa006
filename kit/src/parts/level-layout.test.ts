import { describe, expect, test } from 'vitest'
import { levelLayout } from './level-layout.ts'

const level = (value: number) => ({ value, name: 'Límite', tag: String(value) })
const place = (values: readonly number[], levels: readonly number[]) =>
  levelLayout({ values, levels: levels.map(level), last: '20', width: 300, height: 132, unit: 1 })

test('the line ends before the tags, and the highest value is above the lowest', () => {
  const { line, last, right, levels } = place([20, 22, 18], [10, 30])
  expect(last.x).toBeLessThanOrEqual(right)
  expect(right).toBeLessThan(300)
  expect(line.startsWith('M')).toBe(true)
  const [low, high] = levels
  expect([high!.y < last.y, last.y < low!.y]).toEqual([true, true])
})

test('a level is named on the side where the line is not', () => {
  const [low, high] = place([20, 22, 18], [10, 30]).levels
  expect([low!.nameY > low!.y, high!.nameY < high!.y]).toEqual([true, true])
})

test('the name of the lowest level stays clear of the axis', () => {
  expect(132 - place([20, 22, 18], [10]).levels[0]!.nameY).toBeGreaterThanOrEqual(16)
})

test('the newest value gives way to the tag of a level beside it, and stays by its mark otherwise', () => {
  const near = place([20, 40, 10.5], [10])
  expect(near.levels[0]!.y - near.last.labelY).toBeGreaterThanOrEqual(20)
  const far = place([20, 40, 30], [10])
  expect(far.last.labelY).toBe(far.last.y)
})

test('a market that has not moved at its limit is drawn in the middle', () => {
  const { last, levels } = place([20, 20], [20])
  expect([last.y, levels[0]!.y]).toEqual([60, 60])
})

describe('a time to come', () => {
  const ahead = (side: 'above' | 'below', levels: readonly number[], since?: number) =>
    levelLayout({ values: [20, 22, 18], levels: levels.map(level), last: '18', width: 300, height: 132, unit: 1, since, ahead: { steps: 6, side, word: '' } }) // prettier-ignore

  test('takes its part of the width behind the newest value', () => {
    const { last, ahead: field, right } = ahead('above', [19])
    expect(last.x).toBeCloseTo(2 + (2 / 8) * (right - 4))
    expect([field?.from, field?.to]).toEqual([last.x, right - 2])
  })

  test.each([
    ['above', [19], 'its level'],
    ['below', [19], 'its level'],
    ['above', [], 'the newest value'],
  ] as const)('%s is won up to its edge from %o: %s', (side, levels, _border) => {
    const { last, levels: drawn, ahead: field } = ahead(side, levels)
    const border = drawn[0]?.y ?? last.y
    expect([field?.top, field?.bottom]).toEqual(side === 'above' ? [0, border] : [border, 132])
  })

  test('begins where the levels were set', () => {
    const { ahead: field, x } = ahead('below', [19], 1)
    expect(field?.from).toBe(x(1))
  })
})
