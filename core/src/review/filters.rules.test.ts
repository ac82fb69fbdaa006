import { expect, test } from 'vitest'
import { FILTERS_MOST, decideSave, type SeatFilter } from './filters.rules.ts'

const saved = (count: number): SeatFilter[] =>
  Array.from({ length: count }, (_, n) => ({ id: `id-${n}`, kind: 'deposit', name: `Filter ${n}` }))

// prettier-ignore
test.each<[string, string, string, number, string | null]>([
  // case                                kind          name        saved             replaces, or the refusal
  ['the first',                          'deposit',    'Mine',     0,                null],
  ['the last that there is room for',    'deposit',    'Mine',     FILTERS_MOST - 1, null],
  ['one too many',                       'deposit',    'Mine',     FILTERS_MOST,     'too_many_filters'],
  ['a name of this queue',               'deposit',    'Filter 2', 5,                'id-2'],
  ['a name of this queue, without room', 'deposit',    'Filter 2', FILTERS_MOST,     'id-2'],
  ['a name of another queue',            'withdrawal', 'Filter 2', 5,                null],
])('%s', (_line, kind, name, count, answer) => {
  const decision = decideSave({ kind, name }, saved(count))
  expect('refused' in decision ? decision.refused : decision.replaces).toBe(answer)
})
