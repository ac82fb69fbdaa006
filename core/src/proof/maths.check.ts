/*
 * The arithmetic of the practice function, written a second time from docs/PRACTICE.md: the four operations and the
 * square root alone, in the order of that page, so that every engine comes to the same bits.
 */

/** Steps of a log price in one unit of the natural logarithm. */
export const ONE = 2 ** 26

const LN2 = 0.6931471805599453
const ROOT_TWO = 1.414213562373095
const ROOT_HALF = 0.7071067811865476

/** The value of a polynomial by Horner's rule: the coefficient of the highest power comes first. */
const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.slice(1).reduce((value, coefficient) => value * x + coefficient, coefficients[0]!)

/** 1/41, 1/39, … 1/3, 1. */
const ODD_PARTS = Array.from({ length: 21 }, (_, n) => 1 / (41 - 2 * n))

export function ln(x: number): number {
  let [m, twos] = [x, 0]
  for (; m > ROOT_TWO; twos += 1) m /= 2
  for (; m < ROOT_HALF; twos -= 1) m *= 2
  const t = (m - 1) / (m + 1)
  return twos * LN2 + 2 * t * polynomial(ODD_PARTS, t * t)
}

export function exp(x: number): number {
  const twos = Math.floor(x / LN2 + 0.5)
  const rest = x - twos * LN2
  let value = 1
  for (let k = 20; k > 0; k--) value = 1 + (value * rest) / k
  const factor = twos < 0 ? 0.5 : 2
  for (let n = Math.abs(twos); n > 0; n--) value *= factor
  return value
}

export const stepsOf = (price: number): number => Math.floor(ln(price) * ONE + 0.5)

const PARTS = new Map<number, number>()

/** The price of a log price in steps. */
export function priceOf(steps: number): number {
  const whole = Math.floor(steps / 65_536)
  if (!PARTS.has(whole)) PARTS.set(whole, exp(whole / 1_024))
  const r = (steps - 65_536 * whole) / ONE
  return PARTS.get(whole)! * (1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24)))))
}

/** The coefficients of Acklam's approximation: a and b in the middle, c and d in the tails. */
const A = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
]
const B = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1]
const C = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
]
const D = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]

/** The quantile of the normal distribution at p < 1/2. */
function lowerQuantile(p: number): number {
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * ln(p))
    return polynomial(C, q) / polynomial(D, q)
  }
  const q = p - 0.5
  return (polynomial(A, q * q) * q) / polynomial(B, q * q)
}

const chances = Array.from({ length: 4_096 }, (_, i) => (i + 0.5) / 4_096)

export const NORMAL: readonly number[] = chances.map((p) => (p > 0.5 ? -lowerQuantile(1 - p) : lowerQuantile(p)))
export const EXTREME: readonly number[] = chances.map((p) => -2 * ln(p))
