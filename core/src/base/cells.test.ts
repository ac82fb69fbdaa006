import { expect, test } from 'vitest'
import { guardedCell } from './cells.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+34 600', "'+34 600"],
  ['-cmd', "'-cmd"],
  ['@sum', "'@sum"],
  ['  =A1', "'  =A1"],
  ['\t=A1', "'\t=A1"],
  ['＝A1', "'＝A1"],
  ['Puerto Viejo S.A.', 'Puerto Viejo S.A.'],
  ['a=b', 'a=b'],
  ['', ''],
  ['-1250', '-1250'],
  ['-1250=', "'-1250="],
])('a cell that says %j is written %j', (text, cell) => {
  expect(guardedCell(text)).toBe(cell)
})
