import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MODEL } from '@lonja/core/strategies/model'
import { filesOf } from '@lonja/core/strategies/model.writing'
import { MODEL_RECORD } from '@lonja/core/strategies/model.record'

const textOf = (file: string): string =>
  readFileSync(new URL(`../../../core/src/strategies/${file}`, import.meta.url), 'utf8')

test('the saved model and its record are what the command writes of them', () => {
  expect(filesOf(MODEL, MODEL_RECORD)).toEqual({ model: textOf('model.ts'), record: textOf('model.record.ts') })
})
