/**
 * The crosshair's index after a key: arrows move by one, Page keys by a twelfth, Home and End to the ends; null for
 * other keys.
 */
export function steppedBy(key: string, from: number, last: number): number | null {
  const far = Math.max(1, Math.round((last + 1) / 12))
  const to: Partial<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    PageDown: from - far,
    PageUp: from + far,
    Home: 0,
    End: last,
  }
  const index = Object.hasOwn(to, key) ? to[key] : undefined
  return index === undefined ? null : Math.max(0, Math.min(last, index))
}
