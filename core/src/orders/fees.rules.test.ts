import { expect, test } from 'vitest'
import { cents, type Currency } from '../base/amount.ts'
import { HOUR, MINUTE } from '../base/instant.ts'
import { MARKUP_BPS } from '../market/market.rules.ts'
import { FEE_TABLES, NEWEST_FEE_TABLE, feeFor, feeTablesAt, newestFeeTableFor } from './fees.rules.ts'
import type { FeeTableDay, FeeTableVersion } from './fees.rules.ts'
import { FEE_TABLE_VERSIONS } from './fees.names.ts'

// prettier-ignore
test.each<[string, FeeTableVersion, 'buy' | 'sell', bigint, bigint]>([
  //                               table   side    cost or proceeds   the fee
  ['nothing',                        1,    'buy',  0n,                0n],
  ['less than half a cent of fee',   1,    'buy',  499n,              0n],
  ['half a cent, to the even nil',   1,    'buy',  500n,              0n],
  ['more than half a cent',          1,    'buy',  501n,              1n],
  ['one and a half, to two',         1,    'sell', 1_500n,            2n],
  ['two and a half, to two',         1,    'sell', 2_500n,            2n],
  ['a thousand dollars',             1,    'buy',  100_000n,          100n],
  ['the least cost',                 2,    'buy',  1n,                1n],
  ['a whole cent',                   2,    'buy',  1_000n,            1n],
  ['a little above it',              2,    'buy',  1_001n,            2n],
  ['a thousand dollars',             2,    'buy',  100_000n,          100n],
  ['a little above them',            2,    'sell', 100_001n,          101n],
  ['the least proceeds',             2,    'sell', 1n,                1n],
  ['no proceeds',                    2,    'sell', 0n,                0n],
])('the fee on %s, by table %s, of a %s', (_line, version, side, value, fee) => {
  expect(feeFor(version, side, cents(value), 'USD')).toBe(fee)
})

test('the tables are what they were announced as', () => {
  const rows = FEE_TABLE_VERSIONS.map((version) => {
    const { bps, least, markupBps, rounding } = FEE_TABLES[version]
    const leastOf = (currency: Currency) => least[currency]
    return [version, bps, leastOf('EUR'), leastOf('USD'), markupBps, rounding]
  })
  expect(rows).toEqual([
    [1, 10n, 0n, 0n, 20n, 'half_even'],
    [2, 10n, 1n, 1n, 20n, 'against_customer'],
  ])
})

test('the markup of the newest table is the one that rates carry: another markup is another table', () => {
  expect(FEE_TABLES[NEWEST_FEE_TABLE].markupBps).toBe(MARKUP_BPS)
})

const OPENED = Date.UTC(2026, 0, 5, 9)
const first: FeeTableDay = { version: 1, announcedAt: OPENED, from: OPENED }
const midnight = (day: string): number => Date.parse(`${day}T00:00:00+01:00`)

// prettier-ignore
test.each<[string, readonly FeeTableDay[], number, FeeTableDay | null]>([
  ['a new house has it from its opening',      [],      OPENED + MINUTE,                  { version: 2, announcedAt: OPENED, from: OPENED }],
  ['another one from a midnight a week on',    [first], Date.UTC(2026, 10, 20, 15),       { version: 2, announcedAt: Date.UTC(2026, 10, 20, 15), from: midnight('2026-11-28') }],
  ['a minute before midnight in Madrid',       [first], midnight('2026-11-21') - MINUTE,  { version: 2, announcedAt: midnight('2026-11-21') - MINUTE, from: midnight('2026-11-28') }],
  ['at midnight in Madrid',                    [first], midnight('2026-11-21'),           { version: 2, announcedAt: midnight('2026-11-21'), from: midnight('2026-11-29') }],
  ['a day that is fixed stays',                [first, { version: 2, announcedAt: 1, from: 2 }], OPENED, null],
])('the first day of the newest table: %s', (_line, known, now, day) => {
  expect(newestFeeTableFor(known, { openedAt: OPENED, now })).toEqual(day)
})

const later: FeeTableDay = { version: 2, announcedAt: OPENED + HOUR, from: OPENED + 200 * HOUR }

// prettier-ignore
test.each<[string, readonly FeeTableDay[], number, FeeTableVersion, FeeTableVersion | null]>([
  ['a millisecond before the day',  [first, later], later.from - 1,  1, 2],
  ['the first instant of the day',  [first, later], later.from,      2, null],
  ['a clock that was set back',     [first, later], OPENED - HOUR,   1, 2],
  ['one table since the opening',   [{ ...later, from: OPENED }], OPENED, 2, null],
  ['one table, clock set back',     [{ ...later, from: OPENED }], OPENED - 1, 2, null],
])('the table in force: %s', (_line, days, at, version, next) => {
  const tables = feeTablesAt(days, at)
  expect([tables.current.version, tables.next?.version ?? null]).toEqual([version, next])
})

test('a house without a fee table is a bug', () => {
  expect(() => feeTablesAt([], OPENED)).toThrow('a house has a fee table')
})
