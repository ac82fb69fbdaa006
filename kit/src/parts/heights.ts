/*
 * Where the rows of a list stand, in pixels from the top of the first, and which of them must exist.
 */

export interface Heights {
  /** Rows all of one height count in the spec's pixels, rows of their own heights in real ones. */
  readonly kind: 'even' | 'own'
  readonly count: number
  readonly total: number
  topOf(row: number): number
  /** The row at a height; the last one below all. */
  rowAt(top: number): number
}

/** Rows that are all of one height. */
export const evenHeights = (count: number, height: number): Heights => ({
  kind: 'even',
  count,
  total: count * height,
  topOf: (row) => row * height,
  rowAt: (top) => Math.max(0, Math.min(Math.floor(top / height), count - 1)),
})

/** Rows of their own heights each. */
export function ownHeights(count: number, heightOf: (row: number) => number): Heights {
  const tops = new Float64Array(count + 1)
  for (let row = 0; row < count; row++) tops[row + 1] = (tops[row] ?? 0) + heightOf(row)
  return {
    kind: 'own',
    count,
    total: tops[count] ?? 0,
    topOf: (row) => tops[row] ?? 0,
    rowAt: (top) => {
      let [low, high] = [0, Math.max(0, count - 1)]
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        if ((tops[middle] ?? 0) <= top) low = middle
        else high = middle - 1
      }
      return low
    },
  }
}

/** The rows from `first` up to, and without, `end`. */
export interface Sight {
  readonly first: number
  readonly end: number
}

/** So many rows exist beyond each edge of what is seen. */
const BEYOND = 7
/** So many are made at once, at each edge: a list that is scrolled far makes them piece by piece. */
const STEP = 1
/** So many rows an edge may be off before a list at rest begins to move: not every row's height scrolled is work. */
const SLACK = 2

/** The rows that a window of `view` pixels shows, `top` pixels below the first row's top. */
export function seenFrom(heights: Heights, top: number, view: number): Sight {
  if (heights.count === 0) return { first: 0, end: 0 }
  return { first: heights.rowAt(top), end: heights.rowAt(top + view) + 1 }
}

/**
 * The rows that should exist next where `seen` are seen and `drawn` exist: a step nearer to all that may be seen soon. The
 * same rows where these are near enough; a list that is `moving` already goes on to the last one.
 */
export function sightFor({ count }: Heights, drawn: Sight, seen: Sight, moving: boolean): Sight {
  const [first, end] = [Math.max(0, seen.first - BEYOND), Math.min(count, seen.end + BEYOND)]
  const slack = moving ? 1 : SLACK
  const rests = near(first, drawn.first, 0, slack) && near(end, drawn.end, count, slack)
  return rests ? drawn : { first: Math.max(first, drawn.first - STEP), end: Math.min(end, drawn.end + STEP) }
}

/** Less than the slack away; the edge of the list itself is reached. */
const near = (wanted: number, drawn: number, edge: number, slack: number): boolean =>
  wanted === edge ? drawn === edge : Math.abs(wanted - drawn) < slack

/** Whether what is `wanted` is all drawn. */
export const covers = (drawn: Sight, wanted: Sight): boolean => drawn.first <= wanted.first && drawn.end >= wanted.end

/**
 * How far the row that stood at `top` has moved, by what is known of heights `now`: so far a reader's place must move with
 * it. Only rows above it count; its own height may change under the eye.
 */
export function movedBy(before: Heights, now: Heights, top: number): number {
  const row = before.rowAt(top)
  return now.topOf(row) - before.topOf(row)
}
