/*
 * The bubble's possible places: whole where nothing is under it, otherwise in the gutter with 12 of its 34 px visible.
 * Places are real pixels from the column's top left.
 */

export interface Place {
  readonly x: number
  readonly y: number
}

const BUBBLE = 34
const IN_SIGHT = 12
/** The initial place: the spec's x 372, y 810.864 in a column of 375 × 812, given as its far corner. */
export const firstPlace = ({ right, bottom }: Room): Place => ({ x: right - 3, y: bottom - 1.136 })
const MARGIN = 12
const CLEAR = 4
const SAMPLES = 4

const CONTROLS =
  'a, button, input, select, textarea, label, canvas, svg, [role="button"], [role="slider"], [role="tab"], [data-figure], [data-dock]'

export interface Room {
  readonly right: number
  readonly bottom: number
  /** The top of the dock. */
  readonly floor: number
}

/** The area in which it may move: the column, down to the top of the dock. */
export function roomFor(shell: Element): Room {
  const { width, height, top, bottom } = shell.getBoundingClientRect()
  const docks = [...document.querySelectorAll('[data-dock]')]
    .map((dock) => dock.getBoundingClientRect())
    .filter((dock) => dock.height > 0 && dock.top > (top + bottom) / 3)
  return { right: width, bottom: height, floor: Math.min(bottom, ...docks.map((dock) => dock.top)) - top }
}

/** The place clamped to the area, 12 px from its edges. */
export function clampedPlace({ x, y }: Place, { right, floor }: Room, size: number): Place {
  const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))
  return {
    x: within(x, MARGIN, right - size - MARGIN),
    y: within(y, MARGIN, floor - size - MARGIN),
  }
}

/** The same height in the nearer gutter. */
export function gutterPlace({ x, y }: Place, { right }: Room, size: number): Place {
  const inSight = (size * IN_SIGHT) / BUBBLE
  const nearLeft = x + size / 2 < right / 2
  return { x: nearLeft ? inSight - size : right - inSight, y }
}

/** True if no text or control lies under the bubble, or within 4 px of it. */
export function isFree({ x, y }: Place, size: number, bubble: Element, shell: Element): boolean {
  const { left, top } = shell.getBoundingClientRect()
  const box = {
    left: left + x - CLEAR,
    right: left + x + size + CLEAR,
    top: top + y - CLEAR,
    bottom: top + y + size + CLEAR,
  }
  const seen = new Set<Element>()
  for (let row = 0; row <= SAMPLES; row++) {
    for (let column = 0; column <= SAMPLES; column++) {
      const px = box.left + ((box.right - box.left) * column) / SAMPLES
      const py = box.top + ((box.bottom - box.top) * row) / SAMPLES
      const under = document.elementsFromPoint(px, py).find((element) => !bubble.contains(element))
      if (under) seen.add(under)
    }
  }
  return [...seen].every((element) => !element.closest(CONTROLS) && !hasTextIn(element, box))
}

function hasTextIn(element: Element, box: { left: number; right: number; top: number; bottom: number }): boolean {
  const range = document.createRange()
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return false
    range.selectNodeContents(node)
    return [...range.getClientRects()].some(
      (line) => line.left < box.right && line.right > box.left && line.top < box.bottom && line.bottom > box.top,
    )
  })
}
