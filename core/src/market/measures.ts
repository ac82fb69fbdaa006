import type { Instant } from '../base/instant.ts'
import { HOUR } from '../base/instant.ts'

/**
 * Statistics of bars and quotes: the same functions for the practice market and for real bars, so that the two can be
 * compared. Nothing here moves money or makes a price.
 */

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const moment = (values: readonly number[], power: number): number => {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** power))
}

export const deviation = (values: readonly number[]): number => Math.sqrt(moment(values, 2))

/** The weight of the tails relative to the normal distribution, whose excess kurtosis is 0. */
export const excessKurtosis = (values: readonly number[]): number => moment(values, 4) / moment(values, 2) ** 2 - 3

/** The value below which a given part of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN
}

/** A split in raw prices: no market moves a share by that much in a day, and companies split by whole numbers. */
const SPLIT = 0.6

/** Log returns from close to close; a split counts as no move. */
export const logReturns = (closes: readonly number[]): number[] =>
  closes
    .slice(1)
    .map((close, n) => Math.log(close / (closes[n] ?? close)))
    .map((move) => (Math.abs(move) > SPLIT ? 0 : move))

export function correlation(a: readonly number[], b: readonly number[]): number {
  const [middleA, middleB] = [mean(a), mean(b)]
  const together = mean(a.map((value, n) => (value - middleA) * ((b[n] ?? middleB) - middleB)))
  return together / (deviation(a) * deviation(b))
}

/** The correlation of every pair of series of equal length. */
export const pairCorrelations = (series: readonly (readonly number[])[]): number[] =>
  series.flatMap((one, n) => series.slice(n + 1).map((other) => correlation(one, other)))

/** The parts of a session's volume traded in each half hour from its open. */
export function volumeShape(
  bars: readonly { readonly at: Instant; readonly volume: number }[],
  session: { readonly open: Instant; readonly close: Instant },
): number[] {
  const parts = new Array<number>(Math.ceil((session.close - session.open) / (HOUR / 2))).fill(0)
  let total = 0
  for (const { at, volume } of bars) {
    const part = Math.floor((at - session.open) / (HOUR / 2))
    if (part < 0 || part >= parts.length) continue
    parts[part]! += volume
    total += volume
  }
  return parts.map((part) => part / total)
}

/** The mean of several sessions' parts. */
export const meanShape = (shapes: readonly (readonly number[])[]): number[] =>
  (shapes[0] ?? []).map((_part, n) => mean(shapes.map((shape) => shape[n] ?? 0)))

/** The volume of the first and of the last half hour, relative to the middle of the session. */
export function busyness(shape: readonly number[]): { first: number; last: number } {
  const middle = shape[shape.length >> 1] ?? NaN
  return { first: (shape[0] ?? NaN) / middle, last: (shape.at(-1) ?? NaN) / middle }
}

/** The mean spread between bid and ask in ten-thousandths of the mid price, without auctions, where both are equal. */
export function spreadBps(quotes: readonly { readonly bid: number; readonly ask: number }[]): number {
  return mean(quotes.filter(({ bid, ask }) => ask > bid).map(({ bid, ask }) => ((ask - bid) / (ask + bid)) * 20_000))
}
