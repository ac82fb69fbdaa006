import { expect, test } from 'vitest'
import { changeBy, houseDayFor, type AccountSums, type CustomerSums, type SourceSums } from './days.rules.ts'

const source = (account: SourceSums['account'], kind: SourceSums['kind'], received: bigint, paid: bigint) => ({
  account,
  kind,
  received,
  given: paid,
  entries: 2,
})

/** A day on which customers paid in 300.00 and bought for 120.00 with a fee of 0.12, after 1,000.00 of grants. */
const HOUSE: readonly AccountSums[] = [
  { account: 'grants', before: -1_000_00n, change: 0n },
  { account: 'deposits', before: 0n, change: -300_00n },
  { account: 'market', before: 0n, change: 120_00n },
  { account: 'fees', before: 0n, change: 12n },
]
const CUSTOMERS: CustomerSums = {
  now: 1_229_88n,
  since: 50_00n,
  sources: [
    source('deposits', 'deposit', 300_00n, 0n),
    source('market', 'buy', 0n, 120_00n),
    source('fees', 'fee', 0n, 12n),
  ],
}

test('a day opens, moves and closes on both sides, and each end sums to zero', () => {
  const day = houseDayFor('EUR', HOUSE, CUSTOMERS)
  expect(day.customers).toEqual({ opening: 1_000_00n, came: 300_00n, went: 120_12n, closing: 1_179_88n })
  expect(day.sum).toEqual({ opening: 0n, closing: 0n })
  expect(day.accounts.map(({ account }) => account)).toEqual(['deposits', 'fees', 'grants', 'market'])
  expect(day.accounts[0]).toEqual({
    account: 'deposits',
    opening: 0n,
    came: 0n,
    went: 300_00n,
    closing: -300_00n,
    agrees: true,
    sources: [{ kind: 'deposit', came: 0n, went: 300_00n, entries: 2 }],
  })
})

// prettier-ignore
test.each<[string, readonly AccountSums[], CustomerSums, string[], [bigint, bigint]]>([
  ['both sides agree',                        HOUSE,                                                                       CUSTOMERS,                         [],            [0n, 0n]],
  ['a line of the house is a cent short',     HOUSE.map((row) => (row.account === 'fees' ? { ...row, change: 11n } : row)), CUSTOMERS,                         ['fees'],      [0n, -1n]],
  ['an account of the house lost its lines',  HOUSE.filter((row) => row.account !== 'deposits'),                            CUSTOMERS,                         ['deposits'],  [0n, 300_00n]],
  ['the customers have a cent that none gave', HOUSE,                                                                      { ...CUSTOMERS, now: 1_229_89n },  [],            [1n, 1n]],
  ['an entry is of a day after',              HOUSE,                                                                       { ...CUSTOMERS, since: 50_01n },   [],            [-1n, -1n]],
])('%s', (_line, house, customers, unlike, sums) => {
  const day = houseDayFor('EUR', house, customers)
  expect(day.accounts.filter(({ agrees }) => !agrees).map(({ account }) => account)).toEqual(unlike)
  expect([day.sum.opening, day.sum.closing]).toEqual(sums)
})

test('a kind of entry changes the house by what customers gave less what they received, with its number', () => {
  const sources = [...CUSTOMERS.sources, source('withdrawals', 'withdrawal', 0n, 40_00n)]
  const day = houseDayFor('EUR', HOUSE, { ...CUSTOMERS, sources })
  expect(changeBy(day, 'deposit')).toEqual({ units: -300_00n, entries: 2 })
  expect(changeBy(day, 'withdrawal')).toEqual({ units: 40_00n, entries: 2 })
})
