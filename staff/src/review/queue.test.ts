import { expect, test } from 'vitest'
import { aCustomer } from '@lonja/core/base/ids.testing'
import { linesOf, nextOf, type QueueRow } from './queue.ts'

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

const ana = { id: aCustomer('ana'), name: 'A•• G•••••', phone: '••••••482' }

// prettier-ignore
test.each<[string, typeof ana | null, string | null, [title: string, line: string]]>([
  ['cash of somebody with a name',        ana,                 '5,00 €', ['5,00 €',     'R-1 · A•• G•••••']],
  ['cash of somebody without a name',     { ...ana, name: '' }, '5,00 €', ['5,00 €',     'R-1 · …482']],
  ['papers of somebody with a name',      ana,                 null,     ['A•• G•••••', 'R-1 · ••••••482']],
  ['papers of somebody without a name',   { ...ana, name: '' }, null,     ['••••••482',  'R-1']],
  ['an amount of the house',              null,                '10 ABC', ['10 ABC',     'R-1 · The house']],
  ['a thing of the house, no amount',     null,                null,     ['The house',  'R-1']],
])('a row says %s', (_line, customer, amount, [title, line]) => {
  const words = { amount, house: 'The house', act: null }
  expect(linesOf({ number: 'R-1', customer, about: null }, words)).toEqual({ title, line })
})

// prettier-ignore
test.each<[string, QueueRow['about'], [title: string, line: string]]>([
  ['the company, what would be done, and the market', { act: 'postpone', name: 'Ría', listing: 'XMAD:RIA' }, ['Ría',      'Postpone · XMAD:RIA · R-1']],
  ['the title of a text to everybody',                { act: 'message', name: 'Hours', listing: null },      ['Hours',    'Postpone · R-1']],
  ['the listing of a file',                           { act: 'actions', name: null, listing: 'XMAD:RIA' },   ['XMAD:RIA', 'Postpone · R-1']],
  ['what a file of several listings is',              { act: 'actions', name: null, listing: null },         ['Postpone', 'R-1']],
])('a row of the house says %s', (_line, about, [title, line]) => {
  const words = { amount: null, house: 'The house', act: 'Postpone' }
  expect(linesOf({ number: 'R-1', customer: null, about }, words)).toEqual({ title, line })
})
