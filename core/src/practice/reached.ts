/** Open and close of the days computed so far, as log prices in steps, in the order of computation. */
export interface ComputedDays {
  opens: Int32Array
  closes: Int32Array
  count: number
}

const NOTHING = new Int32Array(0)

export const nothingReached = (): ComputedDays => ({ opens: NOTHING, closes: NOTHING, count: 0 })

/** Make room for a number of days. */
export function makeRoom(reached: ComputedDays, places: number): void {
  if (reached.opens.length >= places) return
  const room = Math.max(8, 2 * places)
  reached.opens = grown(reached.opens, room)
  reached.closes = grown(reached.closes, room)
}

const grown = (from: Int32Array, room: number): Int32Array => {
  const to = new Int32Array(room)
  to.set(from)
  return to
}
