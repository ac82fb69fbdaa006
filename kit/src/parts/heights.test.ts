import { describe, expect, test } from 'vitest'
import { covers, evenHeights, ownHeights, seenFrom, sightFor, type Heights, type Sight } from './heights.ts'

describe('where rows stand', () => {
  test.each([
    { top: -10, row: 0 },
    { top: 0, row: 0 },
    { top: 49.9, row: 0 },
    { top: 50, row: 1 },
    { top: 499, row: 9 },
    { top: 9_999, row: 9 },
  ])('ten rows of 50: at $top stands row $row', ({ top, row }) => {
    const even = evenHeights(10, 50)
    expect(even.rowAt(top)).toBe(row)
    expect(ownHeights(10, () => 50).rowAt(top)).toBe(row)
    expect(even.total).toBe(500)
  })

  test('rows of their own heights', () => {
    const own = ownHeights(4, (row) => [30, 70, 20, 80][row]!)
    expect([0, 1, 2, 3].map(own.topOf)).toEqual([0, 30, 100, 120])
    expect([0, 29, 30, 99, 100, 119, 120, 500].map(own.rowAt)).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
    expect(own.total).toBe(200)
  })

  test('a list without rows', () => {
    for (const none of [evenHeights(0, 50), ownHeights(0, () => 50)]) {
      expect(none.total).toBe(0)
      expect(seenFrom(none, 0, 500)).toEqual({ first: 0, end: 0 })
      expect(sightFor(none, { first: 0, end: 9 }, seenFrom(none, 0, 500))).toEqual({ first: 0, end: 0 })
    }
  })
})

describe('which rows exist', () => {
  const thousand = evenHeights(1_000, 50)

  /** Step after step until it rests. */
  const settled = (heights: Heights, drawn: Sight, seen: Sight): Sight => {
    const next = sightFor(heights, drawn, seen)
    return next === drawn ? drawn : settled(heights, next, seen)
  }

  test('at the top: what is seen, and what comes next two by two', () => {
    const seen = seenFrom(thousand, 0, 500)
    expect(seen).toEqual({ first: 0, end: 11 })
    expect(sightFor(thousand, seen, seen)).toEqual({ first: 0, end: 13 })
    expect(settled(thousand, seen, seen)).toEqual({ first: 0, end: 17 })
  })

  test('scrolled, what is seen is always there, and never more than two rows are made at once', () => {
    let drawn: Sight = { first: 0, end: 18 }
    for (const way of [25, -25]) {
      for (let at = 0; at <= 200; at++) {
        const top = way > 0 ? at * way : 5_000 + at * way
        const next = sightFor(thousand, drawn, seenFrom(thousand, top, 500))
        expect(covers(next, seenFrom(thousand, top, 500))).toBe(true)
        expect(Math.max(0, drawn.first - next.first) + Math.max(0, next.end - drawn.end)).toBeLessThanOrEqual(2)
        expect(next.end - next.first).toBeLessThan(30)
        drawn = next
      }
    }
    expect(drawn.first).toBe(0)
  })

  test('at the end every last row is there', () => {
    const seen = seenFrom(thousand, 49_500, 500)
    expect(settled(thousand, seen, seen)).toEqual({ first: 984, end: 1_000 })
  })

  test('a list that became short keeps no row it does not have', () => {
    const short = evenHeights(5, 50)
    expect(sightFor(short, { first: 0, end: 18 }, seenFrom(short, 0, 500))).toEqual({ first: 0, end: 5 })
  })
})
