/** The distribution of a session's variance and volume over its minutes: high after the open, and again before the close. */

const sixth = (x: number): number => x * x * x * x * x * x

const volumeAt = (u: number): number => 0.6 + 2 * sixth(1 - u) + 1.5 * sixth(u) * u * u
const varianceAt = (u: number): number => 0.75 + 0.9 * sixth(1 - u) + 0.4 * sixth(u) * u * u

function partsOf(minutes: number, at: (u: number) => number): Float64Array {
  const parts = Float64Array.from({ length: minutes }, (_, minute) => at((minute + 0.5) / minutes))
  const sum = parts.reduce((total, part) => total + part, 0)
  return parts.map((part) => part / sum)
}

/** For each minute of a session: its part of the volume, and of the variance. Each adds up to 1. */
export const volumeParts = (minutes: number): Float64Array => partsOf(minutes, volumeAt)
export const varianceParts = (minutes: number): Float64Array => partsOf(minutes, varianceAt)
