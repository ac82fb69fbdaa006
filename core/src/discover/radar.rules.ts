/*
 * The hot radar: instruments whose move and volume are unusual. Both are measured against the instrument's own days,
 * so that a small move qualifies a quiet instrument and a volatile one does not qualify every day.
 */

/** The number of past days that define an instrument's usual day: three weeks. */
export const USUAL_DAYS = 15
/** With fewer days nothing counts as usual. */
export const USUAL_DAYS_LEAST = 5
/** The least daily change that is unusual, */
export const MOVE_LEAST = 0.02
/** and the least multiple of the usual change; */
export const MOVE_TIMES_LEAST = 2
/** the least multiple of the volume that is usual by this time of day. */
export const VOLUME_TIMES_LEAST = 1.5
/** Volumes are not judged until the venue has traded this part of a usual day. */
const PACE_LEAST = 0.01

/** An instrument's usual whole day. */
export interface Usual {
  /** The root mean square of its daily changes. */
  readonly move: number
  /** Its mean volume, in shares. */
  readonly volume: number
}

/** Multiples of the usual move and volume: 2 is twice the usual. */
export interface Unusual {
  readonly move: number
  readonly volume: number
}

/**
 * The usual day from the closes and volumes of the latest completed days, oldest first; null if there are too few days.
 */
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
 * The part of its usual day that a venue has traded so far: the median of its instruments' parts (0.5 is half). A day
 * that is busy for all makes no instrument unusual, and the code needs no model of volume over the day.
 */
export function paceFor(parts: readonly number[]): number {
  const sorted = parts.filter((part) => part >= 0).sort((a, b) => a - b)
  const middle = sorted.length / 2
  if (sorted.length === 0) return 0
  return ((sorted[Math.floor(middle - 0.5)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** True if a day's change is large enough for the radar, whatever is usual. */
export const mayBeUnusual = (change: number): boolean => Math.abs(change) >= MOVE_LEAST

/** The multiples of an instrument's day so far; null if it is not on the radar. `pace` is its venue's. */
export function unusualFor(today: { change: number; volume: number }, usual: Usual, pace: number): Unusual | null {
  if (!mayBeUnusual(today.change) || pace < PACE_LEAST) return null
  const move = Math.abs(today.change) / usual.move
  const volume = today.volume / (usual.volume * pace)
  return move >= MOVE_TIMES_LEAST && volume >= VOLUME_TIMES_LEAST ? { move, volume } : null
}

/** The radar's sort key: the product of both multiples. */
export const radarScore = ({ move, volume }: Unusual): number => move * volume
