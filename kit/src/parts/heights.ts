/* The positions of a list's rows, in pixels from the top of the first, used to decide which rows must exist. */

export interface Heights {
  /** Equal rows count in spec pixels, rows with their own heights in real ones. */
  readonly kind: 'even' | 'own'
  readonly count: number
  readonly total: number
  topOf(row: number): number
  /** The row at a height; the last one for anything below. */
  rowAt(top: number): number
}

/** Rows of equal height. */
export const evenHeights = (count: number, height: number): Heights => ({
  kind: 'even',
  count,
  total: count * height,
  topOf: (row) => row * height,
  rowAt: (top) => Math.max(0, Math.min(Math.floor(top / height), count - 1)),
})

/** Rows that each have their own height. */
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

/** The rows from `first` up to but not including `end`. */
export interface RowRange {
  readonly first: number
  readonly end: number
}

/** The number of rows kept beyond each edge of the visible part. */
const BEYOND = 7
/** The number of rows created per step at each edge: a list scrolled far fills up piece by piece. */
const STEP = 1
/**
 * The number of rows by which an edge may be off before a list at rest updates, so that not every small scroll causes
 * work.
 */
const SLACK = 2

/** The rows visible in a window of `view` pixels, `top` pixels below the first row's top. */
export function seenFrom(heights: Heights, top: number, view: number): RowRange {
  if (heights.count === 0) return { first: 0, end: 0 }
  return { first: heights.rowAt(top), end: heights.rowAt(top + view) + 1 }
}

/**
 * The rows that should exist next, given the `seen` and the `drawn` ones: one step nearer to all rows that may be seen
 * soon. The same object if these are near enough; a list already `moving` continues to the last row.
 */
export function sightFor({ count }: Heights, drawn: RowRange, seen: RowRange, moving: boolean): RowRange {
  const [first, end] = [Math.max(0, seen.first - BEYOND), Math.min(count, seen.end + BEYOND)]
  const slack = moving ? 1 : SLACK
  const rests = near(first, drawn.first, 0, slack) && near(end, drawn.end, count, slack)
  return rests ? drawn : { first: Math.max(first, drawn.first - STEP), end: Math.min(end, drawn.end + STEP) }
}

/** True within the slack, or at the list's edge. */
const near = (target: number, drawn: number, edge: number, slack: number): boolean =>
  target === edge ? drawn === edge : Math.abs(target - drawn) < slack

/** True if all `wanted` rows are drawn. */
export const covers = (drawn: RowRange, visible: RowRange): boolean =>
  drawn.first <= visible.first && drawn.end >= visible.end

/**
 * The distance that the row at `top` has moved under the heights `now`. The scroll position must move by the same. Only
 * rows above it count; its own height may change in view.
 */
export function movedBy(before: Heights, now: Heights, top: number): number {
  const row = before.rowAt(top)
  return now.topOf(row) - before.topOf(row)
}
