import { BPS, minus, type Cents } from '../base/amount.ts'
import { MINUTE, type Instant } from '../base/instant.ts'

/* The course of a live run's value. */

/** The points of a curve at most, and the least time between two of them. */
export const CURVE_POINTS_MOST = 200
const CURVE_EVERY_MS = 5 * MINUTE

/** The highest value so far, and the worst fall below it, in cents and basis points of it. */
export interface Falls {
  readonly peak: Cents
  readonly drawdown: Cents
  readonly drawdownBps: number
}

/** The worst falls after a further value. */
export function drawdownAfter({ peak, drawdown, drawdownBps }: Falls, value: Cents): Falls {
  if (value >= peak) return { peak: value, drawdown, drawdownBps }
  const fall = minus(peak, value)
  return fall > drawdown
    ? { peak, drawdown: fall, drawdownBps: Number((fall * BPS) / peak) }
    : { peak, drawdown, drawdownBps }
}

type Curve = readonly (readonly [at: Instant, cents: number])[]

/** The curve with a further value. A full one loses every second point, and takes points half as often from then on. */
export function curveWith(curve: Curve, at: Instant, value: number): Curve {
  const [first, last] = [curve[0], curve.at(-1)]
  if (!first || !last) return [[at, value]]
  const every = Math.max(CURVE_EVERY_MS, ((last[0] - first[0]) * 2) / CURVE_POINTS_MOST)
  if (at - last[0] < every) return curve
  const thin = curve.length < CURVE_POINTS_MOST ? curve : curve.filter((_point, n) => n % 2 === 0)
  return [...thin, [at, value]]
}
