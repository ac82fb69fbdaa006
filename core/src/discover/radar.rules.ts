/*
 * The hot radar: what moves, and is traded, as it seldom does. Both are measured by the instrument's own days, so that a
 * quiet name is found by a small move and a wild one is not found every day.
 */

/** So many days that are over say what is usual for an instrument: three weeks. */
export const USUAL_DAYS = 15
/** Fewer say nothing. */
export const USUAL_DAYS_LEAST = 5
/** A day's change is unusual from so much on, */
export const MOVE_LEAST = 0.02
/** and from so many times the usual one on; */
export const MOVE_TIMES_LEAST = 2
/** its volume from so many times what is usual for it by this time of the day on. */
export const VOLUME_TIMES_LEAST = 1.5
/** Before a venue has traded so much of a usual day nothing can be said of any volume. */
const PACE_LEAST = 0.01

/** What is usual for an instrument in a whole day. */
export interface Usual {
  /** The root of the mean square of its daily changes. */
  readonly move: number
  /** Its mean volume, in shares. */
  readonly volume: number
}

/** How many times what is usual, each a multiple: 2 is twice. */
export interface Unusual {
  readonly move: number
  readonly volume: number
}

/** What is usual by the closes and volumes of its latest days that are over, oldest first; null where they are too few. */
export function usualFor(closes: ArrayLike<number>, volumes: ArrayLike<number>): Usual | null {
  const first = Math.max(1, closes.length - USUAL_DAYS)
  const days = closes.length - first
  if (days < USUAL_DAYS_LEAST) return null
  let [squares, traded] = [0, 0]
  for (let day = first; day < closes.length; day++) {
    const change = (closes[day] as number) / (closes[day - 1] as number) - 1
    squares += change * change
    traded += volumes[day] as number
  }
  const usual = { move: Math.sqrt(squares / days), volume: traded / days }
  return usual.move > 0 && usual.volume > 0 ? usual : null
}

/**
 * How much of its usual day a venue has traded so far: the median of its instruments' own parts (0.5 is half of it). A day
 * that is lively for everyone makes no name unusual, and no clock has to know how volume is spread over a day.
 */
export function paceFor(parts: readonly number[]): number {
  const sorted = parts.filter((part) => part >= 0).sort((a, b) => a - b)
  const middle = sorted.length / 2
  if (sorted.length === 0) return 0
  return ((sorted[Math.floor(middle - 0.5)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** Whether a day's change is large enough for the radar at all, whatever is usual. */
export const mayBeUnusual = (change: number): boolean => Math.abs(change) >= MOVE_LEAST

/** How unusual an instrument's day is so far; null where it is not on the radar. `pace` is its venue's. */
export function unusualFor(today: { change: number; volume: number }, usual: Usual, pace: number): Unusual | null {
  if (!mayBeUnusual(today.change) || pace < PACE_LEAST) return null
  const move = Math.abs(today.change) / usual.move
  const volume = today.volume / (usual.volume * pace)
  return move >= MOVE_TIMES_LEAST && volume >= VOLUME_TIMES_LEAST ? { move, volume } : null
}

/** What the radar is sorted by: both multiples together. */
export const radarScore = ({ move, volume }: Unusual): number => move * volume
