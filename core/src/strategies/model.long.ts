import { expect, test } from 'vitest'
import { MINUTE } from '../base/instant.ts'
import { MODEL } from './model.ts'
import { trainModel } from './model.writing.ts'
import { MODEL_RECORD } from './model.record.ts'
import { resultIn } from './model.results.ts'

/* The model is trained anew, and tested anew in each tenth of its houses. `npm run train-model` does so in all of them. */

const TIMEOUT = { timeout: 30 * MINUTE }

test('the training comes to the saved model, to the last bit', TIMEOUT, () => {
  const { weights, spread, samples, hash } = MODEL
  expect(trainModel()).toEqual({ weights, spread, samples, hash })
})

test('each tenth house has its saved result', TIMEOUT, () => {
  const tenths = MODEL_RECORD.filter(({ house }) => house % 10 === 0)
  expect(tenths.map(({ house }) => resultIn(house, MODEL))).toEqual(tenths)
})
