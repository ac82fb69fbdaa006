import type { Instant } from '../base/instant.ts'
import type { BarEvent, SessionSpan } from './events.ts'
import { NO_SAMPLES, sampled, type Samples } from './samples.ts'

/*
 * The features of the model: what it reads from the minutes of a session up to a bar. A live run, a backtest and the training
 * read them by this one function. They are made of the four operations and the square root alone, which are exact to the last
 * bit in every engine, so the training writes the same bytes on each.
 */

/** A change of the features, of the training or of the weights is a new version, as of any strategy. */
export const MODEL_VERSION = 1

/** The minutes between two closes, and the closes of its window: the newest, and one for each span back. */
export const SPAN_MINUTES = 5
const SPANS = 12
export const WINDOW_MINUTES = SPANS * SPAN_MINUTES
/** The minutes over which the model forecasts the change of the price. */
export const HORIZON_MINUTES = 60

export const FEATURES = [
  'change_5',
  'change_15',
  'change_60',
  'deviation_60',
  'from_vwap',
  'place_in_range',
  'range',
  'time',
] as const
export type FeatureName = (typeof FEATURES)[number]

/** A session so far. `value` is the sum of typical price x volume. A session that it joined late has no samples. */
export type SessionSoFar = {
  readonly session: Instant
  readonly isLate: boolean
  readonly value: number
  readonly volume: number
  readonly high: number
  readonly low: number
  readonly samples: Samples
}

export const NO_SESSION: SessionSoFar = {
  session: 0,
  isLate: true,
  value: 0,
  volume: 0,
  high: 0,
  low: 0,
  samples: NO_SAMPLES,
}

/** The session after a bar. */
export function sessionAfter(before: SessionSoFar, bar: BarEvent): SessionSoFar {
  const { high, low, close, volume } = bar
  const { open } = bar.session
  const value = ((high + low + close) / 3) * volume
  if (open !== before.session) {
    // The first bar of a series may be in the middle of its session.
    const isLate = before.session === 0
    const samples = isLate ? NO_SAMPLES : sampled(NO_SAMPLES, bar, SPAN_MINUTES, SPANS + 1)
    return { session: open, isLate, value, volume, high, low, samples }
  }
  return {
    session: open,
    isLate: before.isLate,
    value: before.value + value,
    volume: before.volume + volume,
    high: high > before.high ? high : before.high,
    low: low < before.low ? low : before.low,
    samples: before.isLate ? NO_SAMPLES : sampled(before.samples, bar, SPAN_MINUTES, SPANS + 1),
  }
}

/**
 * The features at a bar, in the order of `FEATURES`. Null between two spans, before the window is full, and in a session without
 * volume: a model decides once a span.
 */
export function featuresOf(before: SessionSoFar, after: SessionSoFar, bar: BarEvent): readonly number[] | null {
  const { samples, value, volume, high, low } = after
  const { closes } = samples
  if (samples === before.samples || closes.length <= SPANS || volume === 0) return null
  const { close } = bar
  return [
    changeOver(closes, 1),
    changeOver(closes, 3),
    changeOver(closes, SPANS),
    deviationOf(closes),
    (close * volume) / value - 1,
    high > low ? (close - low) / (high - low) - 0.5 : 0,
    (high - low) / close,
    timeOf(bar.at, bar.session),
  ]
}

/** The relative change of the close over a number of spans. */
const changeOver = (closes: readonly number[], spans: number): number =>
  (closes[closes.length - 1] ?? 0) / (closes[closes.length - 1 - spans] ?? 1) - 1

/** The root of the mean square of the changes from span to span. */
function deviationOf(closes: readonly number[]): number {
  let squares = 0
  for (let n = 1; n < closes.length; n++) {
    const change = (closes[n] ?? 0) / (closes[n - 1] ?? 1) - 1
    squares += change * change
  }
  return Math.sqrt(squares / (closes.length - 1))
}

/** The place of an instant in its session, from -0.5 to 0.5. */
const timeOf = (at: Instant, { open, close }: SessionSpan): number => (at - open) / (close - open) - 0.5

/** A feature with its mean and its deviation in the training, and its weight: basis points of the forecast a deviation. */
export interface Weight {
  readonly name: FeatureName
  readonly mean: number
  readonly scale: number
  readonly weight: number
}

/** A linear model. `spread` is the deviation of its forecasts in the training, in basis points. */
export interface Weights {
  readonly weights: readonly Weight[]
  readonly spread: number
}

/** The largest distance of a feature from its mean, in deviations. Beyond it the training has no samples. */
const DEVIATIONS_MOST = 4

/** A feature in deviations from its mean. */
export function standardOf(value: number, { mean, scale }: Pick<Weight, 'mean' | 'scale'>): number {
  const deviations = scale > 0 ? (value - mean) / scale : 0
  return deviations > DEVIATIONS_MOST ? DEVIATIONS_MOST : deviations < -DEVIATIONS_MOST ? -DEVIATIONS_MOST : deviations
}

/** The forecast of the change over the horizon, less that of a mean bar, in basis points. */
export function forecastOf(weights: readonly Weight[], features: readonly number[]): number {
  let sum = 0
  for (let n = 0; n < weights.length; n++) {
    const weight = weights[n] as Weight
    sum += weight.weight * standardOf(features[n] ?? 0, weight)
  }
  return sum
}

/** A mean with the ends of its band of 99 %. Basis points of the amount of a run, a session. */
export interface Band {
  readonly mean: number
  readonly lower: number
  readonly upper: number
}

/** The result of the model in houses whose prices it was not trained on. */
export interface OutOfSample {
  readonly houses: number
  readonly days: number
  readonly sessions: number
  readonly fills: number
  /** After fees and spread, and before them. */
  readonly net: Band
  readonly gross: Band
}

/** The model as it is saved: where it was trained, on what, and its result elsewhere. */
export interface Model extends Weights {
  readonly version: number
  /** The seed of the practice market of the training. */
  readonly seed: string
  readonly listings: number
  readonly sessions: number
  readonly samples: number
  /** The SHA-256 of the samples. */
  readonly hash: string
  readonly spanMinutes: number
  readonly windowMinutes: number
  readonly horizonMinutes: number
  readonly outOfSample: OutOfSample
}
