import { expect, test } from 'vitest'
import { cents, wholeShares, type ListingId } from '../base/amount.ts'
import type { Flow } from './portfolio.rules.ts'
import { monthAt, monthsBetween, statementFigures, type FactsThrough } from './statements.rules.ts'

const at = (text: string): number => Date.parse(text)

test.each([
  ['2026-10-31T22:59:59.999Z', '2026-10'],
  ['2026-10-31T23:00:00.000Z', '2026-11'],
  ['2026-11-30T22:59:59.999Z', '2026-11'],
  ['2026-11-30T23:00:00.000Z', '2026-12'],
  // In summer Madrid is two hours ahead.
  ['2026-06-30T21:59:59.999Z', '2026-06'],
  ['2026-06-30T22:00:00.000Z', '2026-07'],
  ['2026-12-31T23:00:00.000Z', '2027-01'],
])('%s lies in %s, to the millisecond', (instant, month) => {
  expect(monthAt(at(instant)).month).toBe(month)
})

test('a month ends where the next one begins, also over both changes of the clock', () => {
  const months = monthsBetween(at('2023-12-31T23:00:00Z'), at('2027-06-15T12:00:00Z'))
  expect(months).toHaveLength(42)
  expect(months[0]?.month).toBe('2027-06')
  expect(months.at(-1)?.month).toBe('2024-01')
  for (const [index, month] of months.entries()) {
    expect(monthAt(month.from).month).toBe(month.month)
    expect(monthAt(month.to - 1).month).toBe(month.month)
    if (index > 0) expect(month.to).toBe(months[index - 1]?.from)
  }
})

const ABC: ListingId = 'XNYS:ABC'
const flow = (kind: Flow['kind'], counter: Flow['counter'], came: bigint, went: bigint): Flow => ({
  asset: 'USD',
  kind,
  counter,
  came,
  went,
})
const none: FactsThrough = { balances: [], lots: [], flows: [], realised: { EUR: 0n, USD: 0n } }

/**
 * 1,000.00 is paid in, and shares are bought for 400.00 with a fee of 1.00; then half is sold for 250.00 with a fee of
 * 0.50.
 */
const bought: FactsThrough = {
  balances: [{ asset: 'USD', free: 59_900n, held: 0n }],
  lots: [{ listing: ABC, left: wholeShares(40n), costLeft: cents(40_100n), financedLeft: cents(0n) }],
  flows: [flow('deposit', 'grants', 100_000n, 0n), flow('buy', 'market', 0n, 40_000n), flow('fee', 'fees', 0n, 100n)],
  realised: { EUR: 0n, USD: 0n },
}
const sold: FactsThrough = {
  balances: [{ asset: 'USD', free: 84_850n, held: 0n }],
  lots: [{ listing: ABC, left: wholeShares(20n), costLeft: cents(20_050n), financedLeft: cents(0n) }],
  flows: [...bought.flows, flow('sell', 'market', 25_000n, 0n), flow('fee', 'fees', 0n, 50n)],
  realised: { EUR: 0n, USD: 4_900n },
}

test('movements lead from the opening to the closing figures, to the cent', () => {
  expect(statementFigures('USD', none, bought)).toMatchObject({
    openingCash: 0n,
    paidIn: 100_000n,
    fees: 100n,
    closingCash: 59_900n,
    closingCost: 40_100n,
    gap: 0n,
  })
  expect(statementFigures('USD', bought, sold)).toMatchObject({
    openingCash: 59_900n,
    openingCost: 40_100n,
    paidIn: 0n,
    fees: 50n,
    realised: 4_900n,
    closingCash: 84_850n,
    closingCost: 20_050n,
    gap: 0n,
  })
  expect(statementFigures('EUR', bought, sold)).toMatchObject({ openingCash: 0n, closingCash: 0n, gap: 0n })
})

test('shows a cent that was not posted', () => {
  const minted = { ...sold, balances: [{ asset: 'USD' as const, free: 84_851n, held: 0n }] }
  expect(statementFigures('USD', bought, minted).gap).toBe(1n)
})
