import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { pixels } from './gestures.ts'
import { covers, evenHeights, movedBy, ownHeights, seenFrom, sightFor, type Heights, type RowRange } from './heights.ts'

/*
 * Decides which rows of a long list exist while it scrolls. New rows are created ahead of the finger, a few at a time
 * between frames, so that no frame waits for them. Only a jump to a part without rows makes a frame wait.
 */

type Element = RefObject<HTMLElement | null>

/** The window's height, stored because reading it while rows are drawn would force a layout of the page. */
let windowHeight = 0
if (typeof window !== 'undefined') {
  const measure = () => {
    windowHeight = innerHeight
  }
  measure()
  addEventListener('resize', measure)
}

/**
 * The number of first rows before any measurement: as many as fit two thirds of the window; headers and bars fill the
 * rest.
 */
const firstSight = (rowHeight: number): RowRange => ({ first: 0, end: Math.ceil((windowHeight * 2) / 3 / rowHeight) })

/**
 * The distance of the rows from the top of the scrolling element, the visible height, and real pixels per spec pixel.
 */
interface Room {
  readonly above: number
  readonly view: number
  readonly unit: number
}

/** The rows that exist; they are in `box`, which `scroller` scrolls. `keyAt` gives a row's key. */
export function useSight(
  scroller: Element,
  box: Element,
  heights: Heights,
  list: Pick<Rows, 'rowHeight' | 'keyAt'>,
): RowRange {
  const { rowHeight, keyAt } = list
  const [range, setRange] = useState(() => firstSight(rowHeight))
  // A short list has grown: draw a windowful at once.
  const full = Math.max(range.end, range.first + firstSight(rowHeight).end)
  const sight = { first: Math.min(range.first, heights.count), end: Math.min(full, heights.count) }
  const room = useRef<Room>({ above: 0, view: 0, unit: 1 })
  useKeptPlace(scroller, room, heights, keyAt)
  const latest = useRef({ heights, sight })
  const look = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    latest.current = { heights, sight }
  })
  useEffect(() => {
    const [outer, inner] = [scroller.current, box.current]
    if (!outer || !inner) return
    let timer = 0
    let moving = false
    const seen = () => seenIn(outer, room.current, latest.current.heights)
    const step = () => {
      timer = 0
      const { heights: now, sight: drawn } = latest.current
      const next = sightFor(now, drawn, seen(), moving)
      moving = next !== drawn
      if (room.current.view === 0 || !moving) return
      flushSync(() => setRange(next))
      // Force the layout in this task, so that the frame that shows the rows need not do it.
      outer.getBoundingClientRect()
    }
    look.current = () => {
      timer ||= window.setTimeout(step)
    }
    const scrolled = () => {
      const visible = seen()
      if (room.current.view > 0 && !covers(latest.current.sight, visible)) flushSync(() => setRange(visible))
      look.current?.()
    }
    outer.addEventListener('scroll', scrolled, { passive: true })
    const stop = followRoom(outer, inner, (above, view) => {
      room.current = { above, view, unit: pixels(1) }
      look.current?.()
    })
    return () => {
      clearTimeout(timer)
      stop()
      outer.removeEventListener('scroll', scrolled)
    }
  }, [scroller, box])
  // Repeat until all rows that may be seen soon exist.
  useEffect(() => look.current?.(), [range, heights])
  return sight
}

function seenIn({ scrollTop }: HTMLElement, { above, view, unit }: Room, heights: Heights): RowRange {
  const pixel = heights.kind === 'even' ? unit : 1
  return seenFrom(heights, (scrollTop - above) / pixel, view / pixel)
}

/**
 * Keep the visible text in place when a row above it turns out higher or lower than expected. The browser's scroll
 * anchoring skips rows that we position ourselves.
 */
function useKeptPlace(
  scroller: Element,
  room: RefObject<Room>,
  heights: Heights,
  keyAt: (row: number) => string,
): void {
  const latest = useRef({ heights, keyAt })
  useLayoutEffect(() => {
    const before = latest.current
    latest.current = { heights, keyAt }
    if (before.heights === heights || before.heights.kind !== 'own' || heights.kind !== 'own') return
    if (!scroller.current || room.current.view === 0) return
    const top = scroller.current.scrollTop - room.current.above
    const row = before.heights.rowAt(top)
    // A changed order of rows is no change of heights.
    if (row >= heights.count || before.keyAt(row) !== keyAt(row)) return
    const moved = movedBy(before.heights, heights, top)
    if (moved !== 0) scroller.current.scrollTop += moved
  })
}

/**
 * The distance of the rows from the top of the scrolling element, and the visible height: reported at first and on
 * every change.
 */
function followRoom(scroller: HTMLElement, box: HTMLElement, tell: (above: number, view: number) => void): () => void {
  const measure = () => {
    // A page behind another one has no height.
    if (scroller.clientHeight > 0) tell(offsetIn(scroller, box), scroller.clientHeight)
  }
  const sizes = new ResizeObserver(measure)
  // Content above the list may still load or grow, so everything that scrolls is observed.
  const watch = () => {
    sizes.observe(scroller)
    for (const child of scroller.children) sizes.observe(child)
  }
  watch()
  const arrivals = new MutationObserver(watch)
  arrivals.observe(scroller, { childList: true })
  return () => {
    sizes.disconnect()
    arrivals.disconnect()
  }
}

const offsetIn = (scroller: HTMLElement, element: HTMLElement): number =>
  Math.round(element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)

interface Rows {
  readonly count: number
  readonly keyAt: (row: number) => string
  /** In spec pixels: the height of every row, or of one not measured yet. */
  readonly rowHeight: number
  readonly measured: boolean
}

/** The positions of the rows: by spec pixels, or in real ones if each row is measured when it appears in `box`. */
export function useHeights(box: Element, { count, keyAt, rowHeight, measured }: Rows): Heights {
  const [heightByKey, setHeightByKey] = useState<ReadonlyMap<string, number>>(() => new Map())
  useLayoutEffect(() => {
    const list = box.current
    if (!measured || !list) return
    const measure = () => setHeightByKey((before) => learned(before, list, keyAt))
    // New rows are measured before they are visible, and observed from then on.
    measure()
    const sizes = new ResizeObserver(measure)
    for (const row of list.children) sizes.observe(row)
    return () => sizes.disconnect()
  })
  return useMemo(() => {
    if (!measured) return evenHeights(count, rowHeight)
    const usual = pixels(rowHeight)
    return ownHeights(count, (row) => heightByKey.get(keyAt(row)) ?? usual)
  }, [count, keyAt, rowHeight, measured, heightByKey])
}

/** The known heights plus those of the existing rows; the same map if nothing changed. */
function learned(
  before: ReadonlyMap<string, number>,
  list: HTMLElement,
  keyAt: (row: number) => string,
): ReadonlyMap<string, number> {
  const news = [...list.children]
    .map((row) => [keyAt(Number((row as HTMLElement).dataset['index'])), row.getBoundingClientRect().height] as const)
    .filter(([key, height]) => height > 0 && before.get(key) !== height)
  return news.length === 0 ? before : new Map([...before, ...news])
}
