import { expect, test } from 'vitest'
import { accountOf, type LoanHistory } from './account.rules.ts'

const LOAN: LoanHistory = { units: 120_000_00n, paidOutAt: 10, nights: [], bookings: [], left: null }
const night = (day: number, interest: bigint) => ({ day, interest, at: day * 10 + 5 })
const figures = (history: LoanHistory) =>
  accountOf(history).map(({ kind, nights, amount, owed }) => [kind, nights, amount, owed])

test('begins with the pay-out', () => {
  expect(figures(LOAN)).toEqual([['paid_out', null, 120_000_00n, 120_000_00n]])
})

test('nights that cost the same are one step, until something else happens', () => {
  const nights = [night(2, 19_73n), night(3, 19_73n), night(4, 19_73n), night(5, 16_52n), night(6, 16_52n)]
  const bookings = [{ units: 20_000_00n, returned: 3_21n, at: 47 }]
  expect(figures({ ...LOAN, nights, bookings })).toEqual([
    ['paid_out', null, 120_000_00n, 120_000_00n],
    ['interest', 3, 59_19n, 120_059_19n],
    ['repaid', null, -20_000_00n, 100_059_19n],
    ['returned', null, -3_21n, 100_055_98n],
    ['interest', 2, 33_04n, 100_089_02n],
  ])
})

test('nights that cost the same on both sides of a repayment are two steps', () => {
  const nights = [night(2, 19_73n), night(4, 19_73n)]
  const bookings = [{ units: 5n, returned: 0n, at: 30 }]
  expect(accountOf({ ...LOAN, nights, bookings }).map(({ kind, day }) => [kind, day])).toEqual([
    ['paid_out', null],
    ['interest', '1970-01-03'],
    ['repaid', null],
    ['interest', '1970-01-05'],
  ])
})

// prettier-ignore
test.each<[line: string, writtenOff: bigint, steps: [string, bigint, bigint][]]>([
  ['nothing of it',  0n,           [['repaid', -120_000_00n, 0n]]],
  ['a part of it',   20_000_00n,   [['repaid', -100_000_00n, 20_000_00n], ['written_off', -20_000_00n, 0n]]],
  ['all of it',      120_000_00n,  [['written_off', -120_000_00n, 0n]]],
])('ends at zero where its customer left and the house let go %s', (_line, writtenOff, steps) => {
  const account = accountOf({ ...LOAN, left: { writtenOff, at: 99 } })
  expect(account.slice(1).map(({ kind, amount, owed }) => [kind, amount, owed])).toEqual(steps)
})
