/** The first place in ascending numbers that is not below `least`. */
export function lowerBound(ascending: ArrayLike<number>, least: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
