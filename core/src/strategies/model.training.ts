import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { assert } from '../base/assert.ts'
import { MINUTE, type Instant } from '../base/instant.ts'
import { futuresOf, spread as spreadOver } from './bias.ts'
import type { Own } from './events.ts'
import {
  FEATURES,
  featuresOf,
  HORIZON_MINUTES,
  NO_SESSION,
  sessionAfter,
  standardOf,
  type Weight,
  type Weights,
} from './model.features.ts'
import { barInto, emptyBar, isQuoted, type Minutes } from './simulation.rules.ts'

/*
 * The training of the model: a ridge regression of the change of the price over the horizon on the features. Its sums have a
 * fixed order and it has no chance, so the same minutes give the same bytes.
 */

/** A bar with its features and what followed it: the change of the middle of bid and ask, in basis points. */
interface Sample {
  readonly features: readonly number[]
  readonly change: number
}

export interface Training extends Weights {
  readonly samples: number
  /** The SHA-256 of all samples, as big-endian doubles: the features of each, then its change. */
  readonly hash: string
}

/** The features of each minute of a series, null where there are none. */
export type FeatureReader = (minutes: Minutes) => readonly (readonly number[] | null)[]

const NOTHING: Own = { shares: 0, buying: 0, selling: 0, room: 0 }

/** The features of a series read minute by minute, as a run hears it. */
export const readFeatures: FeatureReader = (minutes) => {
  let session = NO_SESSION
  let place = 0
  return Array.from({ length: minutes.at.length }, (_features, n) => {
    let span = minutes.sessions[place]
    while (span && (minutes.at[n] ?? 0) > span.close) span = minutes.sessions[++place]
    assert(span !== undefined, 'a minute is in a session')
    const before = session
    const bar = barInto(emptyBar(), minutes, n, span, NOTHING)
    session = sessionAfter(before, bar)
    return featuresOf(before, session, bar)
  })
}

/** The number of minutes of a series that are tested for a leak of later prices. */
const CUTS = 16

/**
 * The first of some minutes whose features change with later prices, null for none. A model of such features would be good in
 * the training alone.
 */
export function findLeak(read: FeatureReader, minutes: Minutes): Instant | null {
  const features = read(minutes)
  const places = features.flatMap((values, n) => (values ? [n] : []))
  const cut = spreadOver(places, CUTS).find((n) =>
    futuresOf(minutes, n).some((future) => JSON.stringify(read(future)[n]) !== JSON.stringify(features[n])),
  )
  return cut === undefined ? null : (minutes.at[cut] ?? 0)
}

/** The samples of a series: each bar with features and a quote that has a quote at the horizon, in the same session. */
function samplesOf(read: FeatureReader, minutes: Minutes): Sample[] {
  const { at, bid, ask, sessions } = minutes
  const places = new Map(Array.from(at, (instant, n) => [instant, n]))
  const middleOf = (n: number): number => ((bid[n] ?? 0) + (ask[n] ?? 0)) / 2
  let place = 0
  return read(minutes).flatMap((features, n) => {
    const instant = at[n] ?? 0
    while (instant > (sessions[place]?.close ?? Infinity)) place++
    const end = instant + HORIZON_MINUTES * MINUTE
    const later = places.get(end)
    if (!features || later === undefined || end > (sessions[place]?.close ?? 0)) return []
    if (!isQuoted(minutes, n) || !isQuoted(minutes, later)) return []
    return [{ features, change: (middleOf(later) / middleOf(n) - 1) * 10_000 }]
  })
}

/** The penalty on large weights, as a part of the number of samples. */
const RIDGE = 0.01

/** Trains on some series. Asserts a sample, and features that know nothing of what follows. */
export function train(series: readonly Minutes[], read: FeatureReader = readFeatures): Training {
  const samples = series.flatMap((minutes) => {
    assert(findLeak(read, minutes) === null, 'a feature knows nothing of the minutes that follow')
    return samplesOf(read, minutes)
  })
  assert(samples.length > 0, 'a training has a sample')
  const mean = meanOf(samples.map(({ change }) => change))
  const columns = FEATURES.map((name, column) => ({ name, ...scaleOf(samples.map(({ features }) => features[column] ?? 0)) })) // prettier-ignore
  const rows = samples.map(({ features }) => columns.map((column, n) => standardOf(features[n] ?? 0, column)))
  const weights = solve(...normalEquations(rows, samples.map(({ change }) => change - mean))) // prettier-ignore
  const forecasts = rows.map((row) => dot(row, weights))
  return {
    weights: columns.map((column, n): Weight => ({ ...column, weight: weights[n] ?? 0 })),
    spread: Math.sqrt(meanOf(forecasts.map((forecast) => forecast * forecast))),
    samples: samples.length,
    hash: hashOf(samples),
  }
}

function meanOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

/** The mean of some values and their standard deviation. */
function scaleOf(values: readonly number[]): { readonly mean: number; readonly scale: number } {
  const mean = meanOf(values)
  return { mean, scale: Math.sqrt(meanOf(values.map((value) => (value - mean) * (value - mean)))) }
}

function dot(one: readonly number[], other: readonly number[]): number {
  let sum = 0
  for (let n = 0; n < one.length; n++) sum += (one[n] ?? 0) * (other[n] ?? 0)
  return sum
}

/** The matrix and the right side whose solution is the weights with the least squares, each a mean over the samples. */
function normalEquations(rows: readonly (readonly number[])[], changes: readonly number[]): [number[][], number[]] {
  const matrix = FEATURES.map((_row, i) =>
    FEATURES.map((_column, j) => meanOf(rows.map((row) => (row[i] ?? 0) * (row[j] ?? 0))) + (i === j ? RIDGE : 0)),
  )
  const side = FEATURES.map((_row, i) => meanOf(rows.map((row, n) => (row[i] ?? 0) * (changes[n] ?? 0))))
  return [matrix, side]
}

/** Solves equations with a symmetric, positive matrix, by Cholesky's root of it. */
function solve(matrix: readonly (readonly number[])[], side: readonly number[]): number[] {
  const size = side.length
  const root: number[][] = []
  for (let i = 0; i < size; i++) {
    const row: number[] = []
    root.push(row)
    for (let j = 0; j <= i; j++) {
      const rest = (matrix[i]?.[j] ?? 0) - dot(row.slice(0, j), (root[j] ?? []).slice(0, j))
      row.push(i === j ? Math.sqrt(rest) : rest / (root[j]?.[j] ?? 1))
    }
  }
  const half: number[] = []
  for (let i = 0; i < size; i++) half.push(((side[i] ?? 0) - dot(half, root[i] ?? [])) / (root[i]?.[i] ?? 1))
  const solution = half.map(() => 0)
  for (let i = size - 1; i >= 0; i--) {
    let rest = half[i] ?? 0
    for (let j = i + 1; j < size; j++) rest -= (root[j]?.[i] ?? 0) * (solution[j] ?? 0)
    solution[i] = rest / (root[i]?.[i] ?? 1)
  }
  return solution
}

function hashOf(samples: readonly Sample[]): string {
  const hash = sha256.create()
  for (const { features, change } of samples) {
    const view = new DataView(new ArrayBuffer((features.length + 1) * 8))
    for (const [n, value] of [...features, change].entries()) view.setFloat64(n * 8, value)
    hash.update(new Uint8Array(view.buffer))
  }
  return bytesToHex(hash.digest())
}
