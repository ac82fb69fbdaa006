import { expect, test } from 'vitest'
import { nextOf } from './queue.ts'

const rows = ['a', 'b', 'c'].map((id) => ({ id }))

// prettier-ignore
test.each<[string, string | null, 1 | -1, string | null]>([
  ['nothing opened: the first',     null, 1,  'a'],
  ['nothing opened: none before',   null, -1, null],
  ['the one after',                 'a',  1,  'b'],
  ['the one before',                'b',  -1, 'a'],
  ['none after the last',           'c',  1,  null],
  ['none before the first',         'a',  -1, null],
  ['one that left: the first',      'x',  1,  'a'],
])('%s', (_line, id, by, next) => {
  expect(nextOf(rows, id, by)).toBe(next)
})

test('an empty queue has no next one', () => {
  expect(nextOf([], null, 1)).toBeNull()
})
