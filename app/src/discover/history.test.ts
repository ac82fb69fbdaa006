import { expect, test } from 'vitest'
import { historyIn, remembered } from './history.ts'

test('what was searched for last stands first, once, and the eleventh is forgotten', () => {
  expect(remembered(['bve', 'kld'], ' KLD ')).toEqual(['KLD', 'bve'])
  expect(remembered(['bve'], '  ')).toEqual(['bve'])
  const ten = Array.from({ length: 10 }, (_, at) => `w${at}`)
  expect(remembered(ten, 'new')).toEqual(['new', ...ten.slice(0, 9)])
})

test.each([
  [null, []],
  ['nonsense', []],
  ['{"a":1}', []],
  ['["a",1,null,"b"]', ['a', 'b']],
])('a device that keeps %j remembers %j', (stored, history) => {
  expect(historyIn(stored)).toEqual(history)
})
