/* The parts of a level chart that are known before its code is fetched. */

/** A price that a line is compared with: an order's limit or stop. */
export interface Level {
  readonly value: number
  readonly name: string
  /** Its value in words, on the dark tag at the right. */
  readonly tag: string
}

export interface LevelChartProps {
  /** One sentence for screen readers: what the line is, and where it stands against its levels. */
  readonly summary: string
  /** Oldest first, at equal steps; at least two. */
  readonly values: readonly number[]
  readonly levels: readonly Level[]
  /** The newest value in words. */
  readonly last: string
  /** The words under the first and the newest value. */
  readonly from: string
  readonly to: string
  /** The place of the value at which the levels were set: a dotted line down to the axis. */
  readonly since?: number | undefined
  readonly ahead?: Ahead | undefined
}

/** The time that is still to come, as far as an instant that decides. */
export interface Ahead {
  /** Its length in steps of the values, at least 0. */
  readonly steps: number
  /** The side of the first level on which it is won, or of the newest value if there is no level. */
  readonly side: 'above' | 'below'
  /** The word on that side. */
  readonly word: string
}

/** In the spec's pixels, without the axis. */
export const LEVEL_HEIGHT = 132

/** The axis below it, in the same pixels. */
export const AXIS_HEIGHT = 24
