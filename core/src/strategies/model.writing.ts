import {
  HORIZON_MINUTES,
  MODEL_VERSION,
  SPAN_MINUTES,
  WINDOW_MINUTES,
  type Model,
  type OutOfSample,
} from './model.features.ts'
import { listingsIn, marketOf, minutesIn, seedOf, sessionsIn, TEST_HOUSES, TRAINING_HOUSE } from './model.houses.ts'
import { outOfSampleOf, resultIn, type HouseResult } from './model.results.ts'
import { train, type Training } from './model.training.ts'

/* The files that `npm run train-model` writes: the model, and its result in each house. */

const LISTINGS = 40
const SESSIONS = 10

/** The training of the model, anew. */
export function trainModel(): Training {
  const market = marketOf(TRAINING_HOUSE)
  return train(
    listingsIn(market, TRAINING_HOUSE, LISTINGS).map((listing) =>
      minutesIn(market, listing, sessionsIn(market, listing, SESSIONS)),
    ),
  )
}

export interface ModelFiles {
  readonly model: string
  readonly record: string
}

/** Trains the model and tests it in each house. Yields a line of progress after each part. */
export function* modelFileSteps(): Generator<string, ModelFiles, void> {
  const training = trainModel()
  yield `trained on ${training.samples} samples`
  const results: HouseResult[] = []
  for (let house = 1; house <= TEST_HOUSES; house++) {
    results.push(resultIn(house, training))
    if (house % 20 === 0) yield `tested in ${house} houses`
  }
  return filesOf(training, results)
}

export const filesOf = (training: Training, results: readonly HouseResult[]): ModelFiles => ({
  model: modelText(modelOf(training, outOfSampleOf(results))),
  record: recordText(results),
})

const modelOf = ({ weights, spread, samples, hash }: Training, outOfSample: OutOfSample): Model => ({
  version: MODEL_VERSION,
  seed: seedOf(TRAINING_HOUSE),
  listings: LISTINGS,
  sessions: SESSIONS,
  samples,
  hash,
  spanMinutes: SPAN_MINUTES,
  windowMinutes: WINDOW_MINUTES,
  horizonMinutes: HORIZON_MINUTES,
  weights,
  spread,
  outOfSample,
})

const NOTE = '/* Written by `npm run train-model`, which writes the same bytes each time. Nobody edits it. */'

function modelText({ weights, outOfSample, ...rest }: Model): string {
  const { net, gross, ...counts } = outOfSample
  return [
    "import type { Model } from './model.features.ts'",
    '',
    NOTE,
    '',
    'export const MODEL: Model = {',
    ...linesOf(rest, '  '),
    '  weights: [',
    ...weights.map((weight) => `    ${inLine(weight)},`),
    '  ],',
    '  outOfSample: {',
    ...linesOf(counts, '    '),
    `    net: ${inLine(net)},`,
    `    gross: ${inLine(gross)},`,
    '  },',
    '}',
    '',
  ].join('\n')
}

const recordText = (results: readonly HouseResult[]): string =>
  [
    "import type { HouseResult } from './model.results.ts'",
    '',
    NOTE,
    '',
    '/** The result of the model in each house that tested it. */',
    'export const MODEL_RECORD: readonly HouseResult[] = [',
    ...results.map((result) => `  ${inLine(result)},`),
    ']',
    '',
  ].join('\n')

type Value = number | string | readonly number[]

const textOf = (value: Value): string =>
  typeof value === 'string' ? `'${value}'` : typeof value === 'number' ? String(value) : `[${value.join(', ')}]`

const fieldsOf = (record: object): string[] =>
  Object.entries(record).map(([name, value]: [string, Value]) => `${name}: ${textOf(value)}`)

const inLine = (record: object): string => `{ ${fieldsOf(record).join(', ')} }`

const linesOf = (record: object, indent: string): string[] => fieldsOf(record).map((field) => `${indent}${field},`)
