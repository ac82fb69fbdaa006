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
const STEP = 2

/** The rows that a window of `view` pixels shows, `top` pixels below the first row's top. */
export function seenFrom(heights: Heights, top: number, view: number): Sight {
  if (heights.count === 0) return { first: 0, end: 0 }
  return { first: heights.rowAt(top), end: heights.rowAt(top + view) + 1 }
}

/**
 * The rows that should exist next where `seen` are seen and `drawn` exist: a step nearer to all that may be seen soon. The
 * same rows where these are near enough.
 */
export function sightFor({ count }: Heights, drawn: Sight, seen: Sight): Sight {
  const [first, end] = [Math.max(0, seen.first - BEYOND), Math.min(count, seen.end + BEYOND)]
  const rests = near(first, drawn.first, 0) && near(end, drawn.end, count)
  return rests ? drawn : { first: Math.max(first, drawn.first - STEP), end: Math.min(end, drawn.end + STEP) }
}

/** Less than a step away; the edge of the list itself is reached. */
const near = (wanted: number, drawn: number, edge: number): boolean =>
  wanted === edge ? drawn === edge : Math.abs(wanted - drawn) < STEP

/** Whether what is `wanted` is all drawn. */
export const covers = (drawn: Sight, wanted: Sight): boolean => drawn.first <= wanted.first && drawn.end >= wanted.end
