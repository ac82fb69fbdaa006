/** A rectangle on a chart, in real pixels. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Where a label of a level stands: at an end of its line, on the line or under it. */
export interface LabelPlace {
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
  /** Its value alone: nowhere along its line was room for its words too. */
  readonly short: boolean
}

const HIGH = 14
/** From the level to the letters' foot. */
const FOOT_ABOVE = 7
const FOOT_BELOW = 15

/** Where along its line it is tried: the ends, then the middle, then ever finer between. */
const ALONG = [1, 0, 1 / 2, 1 / 4, 3 / 4, 7 / 8, 5 / 8, 3 / 8, 1 / 8]

interface Place {
  /** The lines it keeps clear of, each from left to right. */
  readonly lines: readonly (readonly { readonly x: number; readonly y: number }[])[]
  readonly baseline: number
  readonly width: number
  readonly unit: number
  /** Its width in the spec's pixels, and that of its value alone. */
  readonly wide: number
  readonly shortWide: number
  /** Where other labels stand. */
  readonly taken: readonly Box[]
}

/**
 * The place of the previous close's label that covers the least of the line, and no other label where that can be: at
 * the right above its own line, else below it, then at the left, then in between. Five days that go up and down through
 * their close leave no room for words on a narrow chart: then its value stands alone where that covers less.
 */
export function placeLabel(of: Place): LabelPlace {
  const whole = leastCovering(of, of.wide)
  const value = whole.cost === 0 ? whole : leastCovering(of, of.shortWide)
  const short = value.cost < whole.cost
  return { ...(short ? value : whole).place, short }
}

function leastCovering({ lines, baseline, width, unit, taken }: Place, wide: number) {
  const long = Math.min(width, wide * unit)
  const lefts = ALONG.map((share) => share * (width - long))
  let best: { cost: number; place: Omit<LabelPlace, 'short'> } | null = null
  for (const left of lefts) {
    for (const foot of [-FOOT_ABOVE * unit, FOOT_BELOW * unit]) {
      const bottom = baseline + foot + 3 * unit
      const box = { left, right: left + long, top: bottom - HIGH * unit, bottom }
      const cost =
        lines.reduce((sum, drawn) => sum + covered(drawn, box), 0) +
        taken.filter((other) => meet(box, other)).length * width
      if (best && cost >= best.cost) continue
      const anchor = left === 0 ? 'start' : left === width - long ? 'end' : 'middle'
      const x = anchor === 'start' ? 0 : anchor === 'end' ? width : left + long / 2
      best = { cost, place: { x, y: baseline + foot, anchor } }
    }
  }
  return best!
}

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** How many pixels of the line, seen from above, lie in a box. */
function covered(drawn: readonly { x: number; y: number }[], box: Box): number {
  let sum = 0
  for (let n = 0; n < drawn.length; n++) {
    const [to, from] = [drawn[n]!, drawn[Math.max(0, n - 1)]!]
    if (to.x < box.left || from.x > box.right) continue
    const crosses = Math.min(from.y, to.y) <= box.bottom && Math.max(from.y, to.y) >= box.top
    if (crosses) sum += Math.max(1, Math.min(to.x, box.right) - Math.max(from.x, box.left))
  }
  return sum
}
