/* The first days of new shares: how the close of the first session stands against the price of the offer. */

/** The most first days that are shown together. */
export const FIRST_DAYS_MOST = 14

/** Fewer of them say nothing about their spread: those of the rule are shown instead. */
export const FIRST_DAYS_LEAST = 5

/**
 * Fourteen equally likely first days by the rule of the practice market (docs/PRACTICE.md), in basis points, the worst first: the
 * middles of the fourteenths of 15,552 of them. Their mean is 2 %, and 35 in 100 close below the price of the offer.
 */
export const FIRST_DAYS_BY_RULE: readonly number[] = [
  -696, -416, -256, -136, -36, 48, 136, 224, 316, 420, 532, 664, 836, 1144,
] // prettier-ignore

/** The spread of some first days, in basis points. */
export interface FirstDaySpread {
  readonly count: number
  /** Those that closed below the price of their offer. */
  readonly lost: number
  readonly worst: number
  readonly best: number
  /** The middle one; of an even number, the mean of the two in the middle, rounded down. */
  readonly median: number
  /** All of them, the worst first. */
  readonly sorted: readonly number[]
}

/** The spread of one first day or more. */
export function spreadOf(firstDays: readonly [number, ...number[]]): FirstDaySpread {
  const sorted = firstDays.toSorted((a, b) => a - b)
  const at = (place: number): number => sorted[place] ?? 0
  const count = sorted.length
  return {
    count,
    lost: sorted.filter((bps) => bps < 0).length,
    worst: at(0),
    best: at(count - 1),
    median: Math.floor((at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2),
    sorted,
  }
}
