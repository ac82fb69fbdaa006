import { expect, test } from 'vitest'
import { basisPoints, eur, rateE6, usd } from '../base/amount.ts'
import { conversionOfDebt, financingOwed, isNothingLeft, type DebtMove } from './settling.rules.ts'

const move = (by: DebtMove['by'], units: bigint): DebtMove => ({ by, units })

// prettier-ignore
test.each<[string, DebtMove[], bigint]>([
  ['nothing',                                             [], 0n],
  ['a debt that financing left',                          [move('financing', 100n)], 100n],
  ['one that a reversal left',                            [move('reversal', 100n)], 0n],
  ['a payment of the older one, of a reversal',           [move('reversal', 50n), move('financing', 100n), move('payment', -60n)], 90n],
  ['a payment of the older one, of financing',            [move('financing', 100n), move('reversal', 50n), move('payment', -60n)], 40n],
  ['a settlement, which pays no reversal',                [move('reversal', 50n), move('financing', 100n), move('settlement', -100n)], 0n],
  ['all paid, and a new reversal',                        [move('financing', 100n), move('settlement', -100n), move('reversal', 50n)], 0n],
  ['two of financing, one of them paid',                  [move('financing', 100n), move('financing', 7n), move('payment', -100n)], 7n],
])('financing is owed after %s', (_what, moves, owed) => expect(financingOwed(moves)).toBe(owed))

const rate = { rate: rateE6(1_100_000n), at: 7, source: 'practice' as const, markupBps: basisPoints(20n) }

// prettier-ignore
test.each<[string, bigint, bigint, object | null]>([
  ['all of it',                             1_097n, 5_000n, { received: 1_097n, paid: 998n, markup: 2n }],
  ['all of it, to the last cent',           1_097n, 1_000n, { received: 1_097n, paid: 998n, markup: 2n }],
  ['a cent less than all of it',            1_097n, 999n,   { received: 1_096n, paid: 997n, markup: 2n }],
  ['a cent of it',                          1_097n, 2n,     { received: 1n, paid: 1n, markup: 1n }],
  ['nothing, for want of a cent',           1_097n, 1n,     null],
  ['nothing, for want of a debt',           0n,     5_000n, null],
])('a debt in dollars is paid with euros: %s', (_what, owed, free, conversion) => {
  const outcome = conversionOfDebt(usd(owed), free, rate)
  expect(outcome).toEqual(conversion && { ...conversion, rate: rate.rate, rateAt: 7 })
})

test('a debt in euros is paid with dollars', () => {
  expect(conversionOfDebt(eur(1_000n), 1_102n, rate)).toMatchObject({ received: 999n, paid: 1_099n, markup: 3n })
})

// prettier-ignore
test.each<[string, Parameters<typeof isNothingLeft>[0], boolean]>([
  ['no balance',                  [], true],
  ['cash of two cents',           [{ asset: 'EUR', free: 2n, held: 0n }], true],
  ['cash of three cents',         [{ asset: 'EUR', free: 3n, held: 0n }], false],
  ['cash that is held',           [{ asset: 'EUR', free: 0n, held: 1n }], false],
  ['a share',                     [{ asset: 'XNYS:ABC', free: 1n, held: 0n }], false],
  ['a share that is held',        [{ asset: 'XNYS:ABC', free: 0n, held: 1n }], false],
])('%s', (_what, balances, isNothing) => expect(isNothingLeft(balances)).toBe(isNothing))
