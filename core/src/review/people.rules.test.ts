import { expect, test } from 'vitest'
import { areTwoSeats } from './people.rules.ts'

const step = (number: number | null, person: number | null) => ({ seat: number === null ? null : { number }, person })

// prettier-ignore
test.each<[string, ReturnType<typeof step>[], boolean]>([
  ['nobody',                                    [],                                false],
  ['one decides alone',                         [step(1, null), step(1, 1)],       false],
  ['another only opened it',                    [step(2, null), step(1, 1)],       false],
  ['two decide',                                [step(1, 1), step(2, 2)],          true],
  ['one again after a recall by the operator',  [step(1, 1), step(null, null), step(1, 1)], false],
])('two seats: %s', (_case, steps, answer) => expect(areTwoSeats(steps)).toBe(answer))
