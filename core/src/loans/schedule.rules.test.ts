import { expect, test } from 'vitest'
import { basisPoints } from '../base/amount.ts'
import { dayNumberOf, dayOf } from '../calendar/days.ts'
import type { Day } from '../base/instant.ts'
import {
  LOAN_TERMS,
  bookedAsOf,
  firstNights,
  nightOf,
  nightsDue,
  nightsLeft,
  outlookOf,
  repaid,
  savedBy,
  scheduleOf,
} from './schedule.rules.ts'

const TERMS = LOAN_TERMS[1]
const at = (text: string): number => Date.parse(text)

// prettier-ignore
test.each<[line: string, principal: bigint, night: bigint]>([
  ['nothing',                                      0n,              0n],
  ['one cent costs one',                           1n,              1n],
  ['the last sum that costs one cent',             60_83n,          1n],
  ['a cent more costs two',                        60_84n,          2n],
  ['the least loan: 16.438…',                      100_000_00n,     16_44n],
  ['a loan of 120,000: 19.726…',                   120_000_00n,     19_73n],
  ['what is exact is not rounded: 18,250 x 6 % / 365', 18_250_00n,  3_00n],
  ['a cent above what is exact',                   18_250_01n,      3_01n],
  ['the most',                                     8_000_000_00n,   1_315_07n],
])('the interest of a night: %s', (_line, principal, night) => {
  expect(nightOf(principal, TERMS)).toBe(night)
})

test('a year of nights on 120,000 comes to 127,201.45', () => {
  const debt = { principal: 120_000_00n, interest: 0n }
  expect(outlookOf(debt, TERMS, 365)).toEqual({ owed: 120_000_00n, night: 19_73n, nightsLeft: 365, atEnd: 127_201_45n })
})

// prettier-ignore
test.each<[line: string, paidOut: string, through: string, now: string, due: string[]]>([
  ['the evening of the pay-out has no night',           '2026-10-10T12:00:00Z', '2026-10-10', '2026-10-10T21:59:59Z', []],
  ['at midnight of Madrid the first one begins',        '2026-10-10T12:00:00Z', '2026-10-10', '2026-10-10T22:00:00Z', ['2026-10-11']],
  ['a pay-out just before midnight has it too',         '2026-10-10T21:59:59Z', '2026-10-10', '2026-10-10T22:00:00Z', ['2026-10-11']],
  ['nights that were missed are all due',               '2026-10-10T12:00:00Z', '2026-10-10', '2026-10-13T12:00:00Z', ['2026-10-11', '2026-10-12', '2026-10-13']],
  ['a night is due once',                               '2026-10-10T12:00:00Z', '2026-10-13', '2026-10-13T21:59:59Z', []],
  ['the night in which clocks go back is one night',    '2026-10-24T12:00:00Z', '2026-10-24', '2026-10-25T22:59:59Z', ['2026-10-25']],
  ['and the next begins an hour later',                 '2026-10-24T12:00:00Z', '2026-10-24', '2026-10-25T23:00:00Z', ['2026-10-25', '2026-10-26']],
  ['the night in which clocks go forward is one night', '2027-03-27T12:00:00Z', '2027-03-27', '2027-03-28T21:59:59Z', ['2027-03-28']],
  ['a leap day is a night',                             '2028-02-28T12:00:00Z', '2028-02-28', '2028-03-01T12:00:00Z', ['2028-02-29', '2028-03-01']],
  ['the last night of the term',                        '2026-10-10T12:00:00Z', '2027-10-09', '2027-10-20T12:00:00Z', ['2027-10-10']],
  ['none after it',                                     '2026-10-10T12:00:00Z', '2027-10-10', '2028-10-20T12:00:00Z', []],
])('nights due: %s', (_line, paidOut, through, now, due) => {
  const nights = { ...firstNights(at(paidOut), TERMS), chargedThrough: dayNumberOf(through as Day) }
  expect(nightsDue(nights, at(now)).map(dayOf)).toEqual(due)
})

// prettier-ignore
test.each<[line: string, paidOut: string, last: string]>([
  ['a year',                       '2026-10-10T12:00:00Z', '2027-10-10'],
  ['a leap year ends a day early', '2027-10-10T12:00:00Z', '2028-10-09'],
  ['from a leap day',              '2028-02-29T12:00:00Z', '2029-02-28'],
  ['after midnight of Madrid',     '2026-10-10T22:00:00Z', '2027-10-11'],
])('the last night: %s', (_line, paidOut, last) => {
  const nights = firstNights(at(paidOut), TERMS)
  expect(dayOf(nights.lastDay)).toBe(last)
  expect(nightsLeft(nights)).toBe(365)
  expect(nightsLeft({ ...nights, chargedThrough: nights.lastDay - 1 })).toBe(1)
  expect(nightsLeft({ ...nights, chargedThrough: nights.lastDay })).toBe(0)
})

// prettier-ignore
test.each<[line: string, units: bigint, principal: bigint, interest: bigint]>([
  ['a cent of interest',           1n,             100_000_00n, 453_78n],
  ['all interest',                 453_79n,        100_000_00n, 0n],
  ['a cent of the loan',           453_80n,         99_999_99n, 0n],
  ['all but a cent',               100_453_78n,              1n, 0n],
  ['everything',                   100_453_79n,              0n, 0n],
])('a repayment pays interest first: %s', (_line, units, principal, interest) => {
  expect(repaid({ principal: 100_000_00n, interest: 453_79n }, units)).toEqual({ principal, interest })
})

test('a loan of 120,000 with two repayments, to the cent', () => {
  const paidOut = { principal: 120_000_00n, interest: 0n }
  const after23 = { ...paidOut, interest: nightOf(paidOut.principal, TERMS) * 23n }
  expect(after23.interest).toBe(453_79n)
  const first = repaid(after23, 20_000_00n)
  expect(first).toEqual({ principal: 100_453_79n, interest: 0n })
  const after44 = { ...first, interest: nightOf(first.principal, TERMS) * 21n }
  expect(outlookOf(after44, TERMS, 321)).toMatchObject({ owed: 100_800_71n, night: 16_52n, atEnd: 106_103_63n })
  expect(savedBy(after44, 30_000_00n, TERMS, 321)).toBe(1_566_48n)
  expect(outlookOf(repaid(after44, 30_000_00n), TERMS, 321)).toMatchObject({ owed: 70_800_71n, atEnd: 74_537_15n })
})

// prettier-ignore
test.each<[line: string, units: bigint, charged: bigint[], principal: bigint, interest: bigint, returned: bigint]>([
  ['on the same day',                        30_000_00n,  [],                70_453_79n, 0n,     0n],
  ['one night later',                        30_000_00n,  [16_52n],          70_453_79n, 11_59n, 4_93n],
  ['two nights later',                       30_000_00n,  [16_52n, 16_52n],  70_453_79n, 23_18n, 9_86n],
  ['everything, two nights later',           100_453_79n, [16_52n, 16_52n],  0n,         0n,     33_04n],
  ['a cent, which saves nothing of a night', 1n,          [16_52n],          100_453_78n, 16_52n, 0n],
])('a repayment counts from the day of its application: %s', (_line, units, charged, principal, interest, returned) => {
  const since = charged.reduce((sum, night) => sum + night, 0n)
  const booking = bookedAsOf({ principal: 100_453_79n, interest: since }, { units, charged, terms: TERMS })
  expect(booking).toEqual({ debt: { principal, interest }, returned })
})

test('the schedule by day ends where the outlook does', () => {
  const debt = { principal: 70_800_71n, interest: 12n }
  const days = scheduleOf(debt, TERMS, dayNumberOf('2028-02-27'), 3)
  expect(days.map(({ day }) => day)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(days.at(-1)?.owed).toBe(outlookOf(debt, TERMS, 3).atEnd)
  expect(days[0]).toEqual({ day: '2028-02-28', interest: 11_64n, owed: 70_800_83n + 11_64n })
})

test('never more interest than its rate and a cent a night, whatever is repaid when', () => {
  const terms = { yearBps: basisPoints(600n), nights: 365 }
  let debt = { principal: 123_456_78n, interest: 0n }
  let charged = 0n
  let exact = 0n
  for (let night = 1; night <= 365; night += 1) {
    const interest = nightOf(debt.principal, terms)
    exact += debt.principal * 600n
    charged += interest
    debt = { ...debt, interest: debt.interest + interest }
    if (night % 7 === 0) debt = repaid(debt, BigInt(night * 13))
  }
  expect(charged * 3_650_000n).toBeGreaterThanOrEqual(exact)
  expect(charged * 3_650_000n).toBeLessThan(exact + 365n * 3_650_000n)
})
