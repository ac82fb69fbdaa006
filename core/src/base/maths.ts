/**
 * Logarithms, exponentials and random tables, made of the four operations and the square root only. Those are exact to
 * the last bit in every engine; `Math.log` and `Math.exp` are not, and a price that is checked must not depend on them.
 */

/** Log prices are whole steps of 2^-26, about 0.0000015 %, so that days add up without an error. */
export const LOG_ONE = 67_108_864

const LN2 = 0.693_147_180_559_945_3

/** Natural logarithm of a positive number. */
export function ln(value: number): number {
  let mantissa = value
  let twos = 0
  while (mantissa > 1.414_213_562_373_095) {
    mantissa /= 2
    twos++
  }
  while (mantissa < 0.707_106_781_186_547_6) {
    mantissa *= 2
    twos--
  }
  const t = (mantissa - 1) / (mantissa + 1)
  const square = t * t
  let sum = 0
  for (let k = 41; k >= 1; k -= 2) sum = sum * square + 1 / k
  return twos * LN2 + 2 * t * sum
}

const taylor = (x: number): number => {
  let sum = 1
  for (let k = 20; k >= 1; k--) sum = 1 + (sum * x) / k
  return sum
}

/** The exponential of a number between -60 and 60. */
export function exp(value: number): number {
  const twos = Math.round(value / LN2)
  let result = taylor(value - twos * LN2)
  for (let n = 0; n < twos; n++) result *= 2
  for (let n = 0; n > twos; n--) result /= 2
  return result
}

/** exp(j / 1024) for j from 0 to 24 · 1024: enough for any price or index in ten-thousandths. */
const EXP_STEPS = Float64Array.from({ length: 24 * 1024 + 1 }, (_, j) => exp(j / 1024))

const STEP = 1 / LOG_ONE

/** The exponential of a log price in steps of 2^-26, between 0 and 24. Grows strictly from step to step. */
export function expOfSteps(steps: number): number {
  const r = (steps & 0xffff) * STEP
  return EXP_STEPS[steps >>> 16]! * (1 + r * (1 + r * (0.5 + r * (1 / 6 + r * (1 / 24)))))
}

/** A log price, in steps of 2^-26, of a price. */
export const stepsOf = (price: number): number => Math.round(ln(price) * LOG_ONE)

/** The quantile of the normal distribution (Acklam's rational approximation, relative error 1.15e-9). */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p)
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * ln(p))
    const top =
      ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
        4.374664141464968) *
        q +
      2.938163982698783
    return (
      top /
      ((((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1)
    )
  }
  const q = p - 0.5
  const r = q * q
  const top =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
    2.506628277459239
  const bottom =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1
  return (top * q) / bottom
}

const TABLE_BITS = 12
const TABLE_SIZE = 1 << TABLE_BITS
export const TABLE_SHIFT = 32 - TABLE_BITS

const table = (value: (p: number) => number): Float64Array =>
  Float64Array.from({ length: TABLE_SIZE }, (_, index) => value((index + 0.5) / TABLE_SIZE))

/** 4,096 equally likely draws of a normal variable, at most 3.7 either side. */
export const NORMAL = table(normalQuantile)

/** 4,096 equally likely draws of -2 ln U, from which the extremes of a Brownian bridge are made. Their mean is 2. */
export const EXTREME = table((p) => -2 * ln(p))

/** 4,096 equally likely draws with fat tails (Student's t with 4 degrees of freedom) and variance 1, at most 7 either side. */
export const FAT = fatTails()

function fatTails(): Float64Array {
  const raw = table((p) => {
    const z = normalQuantile(p)
    const square = z * z
    const first = (z * (square + 1)) / 16
    const second = (z * ((5 * square + 16) * square + 3)) / 1_536
    return z + first + second
  })
  let sum = 0
  for (const value of raw) sum += value * value
  const scale = 1 / Math.sqrt(sum / raw.length)
  return raw.map((value) => value * scale)
}
