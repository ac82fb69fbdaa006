/** A rectangle on a chart, in real pixels. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The place of a level's label: at an end of its line, on the line or under it. */
export interface LabelPlace {
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
  /** Shows the value only, because no position along the line had room for the words too. */
  readonly short: boolean
}

const HIGH = 14
/** From the level to the text's baseline. */
const FOOT_ABOVE = 7
const FOOT_BELOW = 15

/** The positions tried along the line: the ends, the middle, then ever finer steps between. */
const ALONG = [1, 0, 1 / 2, 1 / 4, 3 / 4, 7 / 8, 5 / 8, 3 / 8, 1 / 8]

interface Place {
  /** The lines to keep clear of, each from left to right. */
  readonly lines: readonly (readonly { readonly x: number; readonly y: number }[])[]
  readonly baseline: number
  readonly width: number
  readonly unit: number
  /** Its width in spec pixels, and the width of its value alone. */
  readonly wide: number
  readonly shortWide: number
  /** The boxes of the labels already placed. */
  readonly others: readonly Box[]
}

/**
 * The place where the previous close's label covers the least of the line, and no other label if possible: at the right
 * above its own line, then below it, then at the left, then in between. Five days that cross their close up and down
 * leave no room for words on a narrow chart; the value is then drawn alone if that covers less.
 */
export function placeLabel(of: Place): LabelPlace {
  const whole = leastCovering(of, of.wide)
  const value = whole.cost === 0 ? whole : leastCovering(of, of.shortWide)
  const short = value.cost < whole.cost
  return { ...(short ? value : whole).place, short }
}

function leastCovering({ lines, baseline, width, unit, others }: Place, wide: number) {
  const long = Math.min(width, wide * unit)
  const lefts = ALONG.map((share) => share * (width - long))
  let best: { cost: number; place: Omit<LabelPlace, 'short'> } | null = null
  for (const left of lefts) {
    for (const foot of [-FOOT_ABOVE * unit, FOOT_BELOW * unit]) {
      const bottom = baseline + foot + 3 * unit
      const box = { left, right: left + long, top: bottom - HIGH * unit, bottom }
      const cost =
        lines.reduce((sum, drawn) => sum + covered(drawn, box), 0) +
        others.filter((other) => meet(box, other)).length * width
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

/** The horizontal pixels of the line that lie in a box. */
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
