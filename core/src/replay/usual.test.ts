import { expect, test } from 'vitest'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { scanDayBars } from './csv.ts'

// In a file of its own: no date may be read before this one.
test('a date of zeros is none, also as the first that is read', () => {
  const scan = scanDayBars()
  const fault = scan.take(utf8ToBytes('date,open,high,low,close,volume\n0000-00-00,14,14,14,14,1\n')) ?? scan.end()
  expect(fault).toMatchObject({ line: 2, broken: expect.stringContaining('calendar') })
})
