import { describe, expect, test } from 'vitest'
import { covers, evenHeights, movedBy, ownHeights, seenFrom, sightFor, type Heights, type RowRange } from './heights.ts'

describe('where rows stand', () => {
  test.each([
    { top: -10, row: 0 },
    { top: 0, row: 0 },
    { top: 49.9, row: 0 },
    { top: 50, row: 1 },
    { top: 499, row: 9 },
    { top: 9_999, row: 9 },
  ])('ten rows of 50: row $row is at $top', ({ top, row }) => {
    const even = evenHeights(10, 50)
    expect(even.rowAt(top)).toBe(row)
    expect(ownHeights(10, () => 50).rowAt(top)).toBe(row)
    expect(even.total).toBe(500)
  })

  test('rows of their own heights', () => {
    const heights = ownHeights(4, (row) => [30, 70, 20, 80][row]!)
    expect([0, 1, 2, 3].map(heights.topOf)).toEqual([0, 30, 100, 120])
    expect([0, 29, 30, 99, 100, 119, 120, 500].map(heights.rowAt)).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
    expect(heights.total).toBe(200)
  })

  test('a list without rows', () => {
    for (const none of [evenHeights(0, 50), ownHeights(0, () => 50)]) {
      expect(none.total).toBe(0)
      expect(seenFrom(none, 0, 500)).toEqual({ first: 0, end: 0 })
      expect(sightFor(none, { first: 0, end: 9 }, seenFrom(none, 0, 500), false)).toEqual({ first: 0, end: 0 })
    }
  })
})

describe('which rows exist', () => {
  const thousand = evenHeights(1_000, 50)

  /** Repeat steps until nothing changes. */
  const settled = (heights: Heights, drawn: RowRange, seen: RowRange, moving = false): RowRange => {
    const next = sightFor(heights, drawn, seen, moving)
    return next === drawn ? drawn : settled(heights, next, seen, true)
  }

  test('at the top: the visible rows, then the next ones one by one', () => {
    const seen = seenFrom(thousand, 0, 500)
    expect(seen).toEqual({ first: 0, end: 11 })
    expect(sightFor(thousand, seen, seen, false)).toEqual({ first: 0, end: 12 })
    expect(settled(thousand, seen, seen)).toEqual({ first: 0, end: 18 })
  })

  test('while scrolling, visible rows always exist, and at most one row is created at once', () => {
    let drawn: RowRange = { first: 0, end: 18 }
    let moving = false
    for (const way of [25, -25]) {
      for (let at = 0; at <= 200; at++) {
        const top = way > 0 ? at * way : 5_000 + at * way
        const next = sightFor(thousand, drawn, seenFrom(thousand, top, 500), moving)
        expect(covers(next, seenFrom(thousand, top, 500))).toBe(true)
        expect(Math.max(0, drawn.first - next.first) + Math.max(0, next.end - drawn.end)).toBeLessThanOrEqual(1)
        expect(next.end - next.first).toBeLessThan(30)
        moving = next !== drawn
        drawn = next
      }
    }
    expect(drawn.first).toBe(0)
  })

  test('a list at rest stays where one row is wanted, and begins to move where two are', () => {
    const rest: RowRange = { first: 93, end: 118 }
    expect(sightFor(thousand, rest, { first: 101, end: 112 }, false)).toBe(rest)
    expect(sightFor(thousand, rest, { first: 101, end: 112 }, true)).toEqual({ first: 94, end: 119 })
    expect(sightFor(thousand, rest, { first: 102, end: 113 }, false)).toEqual({ first: 95, end: 119 })
  })

  test('at the end every last row is there', () => {
    const seen = seenFrom(thousand, 49_500, 500)
    expect(settled(thousand, seen, seen)).toEqual({ first: 983, end: 1_000 })
  })

  test('a list that became short keeps no row it does not have', () => {
    const short = evenHeights(5, 50)
    expect(sightFor(short, { first: 0, end: 18 }, seenFrom(short, 0, 500), false)).toEqual({ first: 0, end: 5 })
  })
})

describe('the place read from, where a row of 50 becomes 80', () => {
  const before = ownHeights(10, () => 50)
  test.each([
    { row: 0, top: 125, by: 30 },
    { row: 1, top: 125, by: 30 },
    { row: 2, top: 125, by: 0 },
    { row: 3, top: 125, by: 0 },
    { row: 1, top: 99, by: 0 },
    { row: 1, top: 100, by: 30 },
    { row: 0, top: -40, by: 0 },
    { row: 0, top: 9_999, by: 30 },
  ])('row $row, read from $top: $by', ({ row, top, by }) => {
    const now = ownHeights(10, (each) => (each === row ? 80 : 50))
    expect(movedBy(before, now, top)).toBe(by)
    expect(movedBy(now, before, top + by)).toBe(0 - by)
  })
})
