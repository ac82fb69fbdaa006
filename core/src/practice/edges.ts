/**
 * The earnings of a bet that prices turn, or that they go on. Each figure is compared with the same figure in
 * universes whose steps happen in another order, the same for all names: these have neither trend nor reversal.
 */

/** The steps of each name: log returns of days, or changes of the middle between bid and ask over some seconds. */
export type Steps = readonly Float64Array[]

/** The mean return of a tenth of the names, less that of all, in the days after it was chosen. */
export interface TenthEdge {
  readonly winners: number
  readonly losers: number
}

/** Each `hold` days choose the tenths that rose and fell most over the last `back` days, and hold them. */
export function tenthEdge(paths: Paths, back: number, hold: number): TenthEdge {
  const tenth = Math.max(1, Math.floor(paths.length / 10))
  const moved = new Float64Array(paths.length)
  const next = new Float64Array(paths.length)
  let [winners, losers, periods] = [0, 0, 0]
  for (let day = back; day + hold < paths[0]!.length; day += hold) {
    for (const [name, path] of paths.entries()) {
      moved[name] = path[day]! - path[day - back]!
      next[name] = Math.expm1(path[day + hold]! - path[day]!)
    }
    const sorted = moved.toSorted()
    const [most, least] = [sorted[sorted.length - tenth]!, sorted[tenth - 1]!]
    const all = next.reduce((sum, of) => sum + of, 0) / next.length
    winners += meanWhere(next, (name) => moved[name]! >= most) - all
    losers += meanWhere(next, (name) => moved[name]! <= least) - all
    periods++
  }
  return { winners: winners / periods, losers: losers / periods }
}

function meanWhere(values: Float64Array, isMeant: (place: number) => boolean): number {
  let [sum, count] = [0, 0]
  for (let place = 0; place < values.length; place++) {
    if (!isMeant(place)) continue
    sum += values[place]!
    count++
  }
  return sum / count
}

/** The gain of betting against the last step, in the names' own units, and the part of its bets that win. */
export interface StepEdge {
  readonly gain: number
  readonly wins: number
}

/** Bet against each step, for the next `ahead` steps. */
export function stepEdge(paths: Paths, ahead: number): StepEdge {
  let [bets, won, lost, gain] = [0, 0, 0, 0]
  for (const path of paths) {
    for (let at = 1; at + ahead < path.length; at += ahead) {
      const past = path[at]! - path[at - 1]!
      const next = path[at + ahead]! - path[at]!
      const earned = past > 0 ? -next : past < 0 ? next : 0
      bets++
      gain += earned
      if (earned > 0) won++
      if (earned < 0) lost++
    }
  }
  return { gain: gain / bets, wins: won / Math.max(1, won + lost) }
}

/** The path of each name: entry n is the sum of its first n steps. */
export type Paths = readonly Float64Array[]

/** The paths of names whose steps happen in an order. */
export const pathsOf = (steps: Steps, order: Uint32Array): Paths => steps.map((of) => summed(of, order))

function summed(of: Float64Array, order: Uint32Array): Float64Array {
  const sum = new Float64Array(order.length + 1)
  for (let n = 0; n < order.length; n++) sum[n + 1] = sum[n]! + of[order[n]!]!
  return sum
}

/** The order in which steps happened. */
export const asHappened = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, n) => n)

/** Another order of the same steps, by a source of numbers from 0 to below 1. */
export function shuffled(count: number, random: () => number): Uint32Array {
  const order = asHappened(count)
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const step = order[last]!
    order[last] = order[other]!
    order[other] = step
  }
  return order
}
