import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { basisPoints, divideUp, priceE4, rateE6, wholeShares, type PriceE4, type Shares } from '../base/amount.ts'
import {
  NO_CHARGES,
  postedBetween,
  withConversion,
  withFill,
  type ChargedOrder,
  type Charges,
} from './charges.rules.ts'
import type { FeeTableVersion } from './fees.rules.ts'
import { conversionHold, holdFor } from './holds.rules.ts'
import { FEE_TABLE_VERSIONS } from './fees.names.ts'

type Part = readonly [price: bigint, shares: bigint]

const buyer = (feeTable: FeeTableVersion): ChargedOrder => ({ feeTable, side: 'buy', currency: 'USD', leverage: 1 })
const seller = (feeTable: FeeTableVersion): ChargedOrder => ({ feeTable, side: 'sell', currency: 'USD', leverage: 1 })

/** The sums after each fill of an order, in turn. */
function afterEach(order: ChargedOrder, parts: readonly Part[]): Charges[] {
  const sums: Charges[] = []
  for (const [price, shares] of parts) {
    sums.push(withFill(order, sums.at(-1) ?? NO_CHARGES, { price: priceE4(price), shares: wholeShares(shares) }))
  }
  return sums
}

const posted = (sums: readonly Charges[]) => sums.map((after, n) => postedBetween(sums[n - 1] ?? NO_CHARGES, after))

// prettier-ignore
test.each<[string, ChargedOrder, readonly Part[], readonly [cost: bigint, fee: bigint][]]>([
  ['three parts of a cent make one cent',   buyer(2),  [[40n, 1n], [30n, 1n], [30n, 1n]],          [[1n, 1n], [0n, 0n], [0n, 0n]]],
  ['the fourth begins another',             buyer(2),  [[40n, 1n], [60n, 1n], [1n, 1n]],           [[1n, 1n], [0n, 0n], [1n, 0n]]],
  ['the fee follows the sum of the costs',  buyer(2),  [[100_000n, 1n], [100n, 1n], [100n, 100n]], [[1_000n, 1n], [1n, 1n], [100n, 0n]]],
  ['half a cent, by table 1',               buyer(1),  [[50n, 1n], [50n, 1n], [50n, 1n]],          [[0n, 0n], [1n, 0n], [1n, 0n]]],
  ['a sale waits for its whole cent',       seller(2), [[40n, 1n], [50n, 1n], [10n, 1n]],          [[0n, 0n], [0n, 0n], [1n, 1n]]],
  ['its fee is taken from the first cent',  seller(2), [[110n, 1n], [190n, 1n], [99_700n, 10n]],   [[1n, 1n], [2n, 0n], [9_970n, 9n]]],
])('fills post the differences of the sums: %s', (_line, order, parts, expected) => {
  expect(posted(afterEach(order, parts)).map(({ cost, fee }) => [cost, fee])).toEqual(expected)
})

const at = (rate: bigint) => ({ rate: rateE6(rate), markupBps: basisPoints(20n) })

// prettier-ignore
test.each<[string, FeeTableVersion, readonly (readonly [cost: bigint, own: bigint, rate: bigint])[], readonly (readonly bigint[])[]]>([
  //                                                 cost with fee, own cash, rate               received, paid, markup
  ['its own cash comes first',              2, [[1_000n, 1_001n, 1_080_000n]],                   [[0n, 0n, 0n]]],
  ['a third of a cent goes up',             2, [[999n, 0n, 3_000_000n]],                         [[1_000n, 334n, 1n]]],
  ['and the next two thirds are paid for',  2, [[999n, 0n, 3_000_000n], [1n, 0n, 3_000_000n], [1n, 0n, 3_000_000n]], [[1_000n, 334n, 1n], [1n, 0n, 0n], [2n, 1n, 0n]]],
  ['the least bit above a cent goes up',    2, [[1n, 0n, 1_999_999n]],                           [[2n, 2n, 1n]]],
  ['the rest of its own cash, then the other', 2, [[500n, 600n, 1_000_000n], [500n, 600n, 1_000_000n]], [[0n, 0n, 0n], [401n, 401n, 1n]]],
  ['two rates in one order',                2, [[999n, 0n, 3_000_000n], [998n, 0n, 1_500_000n]], [[1_000n, 334n, 1n], [999n, 666n, 1n]]],
  ['each to the nearest, by table 1',       1, [[1_000n, 0n, 3_000_000n], [999n, 0n, 1_500_000n]], [[1_001n, 334n, 1n], [1_000n, 667n, 1n]]],
])('a conversion is rounded on the sums of the order: %s', (_line, feeTable, parts, expected) => {
  const order = buyer(feeTable)
  const sums: Charges[] = []
  for (const [cost, own, rate] of parts) {
    const before = sums.at(-1) ?? NO_CHARGES
    const filled = withFill(order, before, { price: priceE4(cost * 100n), shares: wholeShares(1n) })
    sums.push(filled.cost + filled.fee > own ? withConversion(order, filled, own, at(rate)) : filled)
  }
  expect(posted(sums).map(({ received, paid, markup }) => [received, paid, markup])).toEqual(expected)
})

describe('whatever the parts', () => {
  const price = fc.oneof(fc.bigInt(1n, 200n), fc.bigInt(1n, 20_000n), fc.bigInt(1n, 50_000_000n))
  const shares = fc.bigInt(1n, 5_000n)
  const parts = fc.array(fc.tuple(price, shares), { minLength: 1, maxLength: 30 })
  const table = fc.constantFrom(...FEE_TABLE_VERSIONS)
  const runs = { numRuns: 1_000, verbose: true } as const

  test('an order in parts costs to the cent what it costs at once', () => {
    fc.assert(
      fc.property(table, fc.constantFrom('buy', 'sell'), price, fc.array(shares, { minLength: 1, maxLength: 30 }), (feeTable, side, at, counts) => {
        const order: ChargedOrder = { feeTable, side, currency: 'EUR', leverage: 1 }
        const whole = afterEach(order, [[at, counts.reduce((sum, count) => sum + count, 0n)]]).at(-1)
        expect(afterEach(order, counts.map((count): Part => [at, count])).at(-1)).toEqual(whole)
      }),
      runs,
    ) // prettier-ignore
  })

  test('no part of a buy posts less than nothing, and all together never more than its hold', () => {
    fc.assert(
      fc.property(table, parts, (feeTable, sold) => {
        const sums = afterEach(buyer(feeTable), sold)
        for (const { cost, fee } of posted(sums)) expect(cost >= 0n && fee >= 0n).toBe(true)
        const worst = priceE4(sold.reduce((most, [at]) => (at > most ? at : most), 0n))
        const all = wholeShares(sold.reduce((sum, [, count]) => sum + count, 0n))
        const hold = holdFor({ side: 'buy', listing: 'XNYS:ABC', shares: all, limit: worst }, { ask: worst }, feeTable)
        const last = sums.at(-1) ?? NO_CHARGES
        expect(last.cost + last.fee).toBeLessThanOrEqual(hold.units)
      }),
      runs,
    )
  })

  test('no part of a sale takes more in fees than it brings', () => {
    fc.assert(
      fc.property(table, parts, (feeTable, sold) => {
        for (const { cost, fee } of posted(afterEach(seller(feeTable), sold))) {
          expect(fee >= 0n && fee <= cost).toBe(true)
        }
      }),
      runs,
    )
  })

  test('a conversion in parts at the rate of its hold never takes more than the hold', () => {
    const own = fc.bigInt(0n, 100_000n)
    fc.assert(
      fc.property(parts, own, fc.bigInt(500_000n, 2_000_000n), (sold, cash, rate) => {
        const order = buyer(2)
        let sums = NO_CHARGES
        for (const [at_, count] of sold) {
          const filled = withFill(order, sums, { price: priceE4(at_), shares: wholeShares(count) })
          const after = withConversion(order, filled, cash, at(rate))
          const { paid, markup, received } = postedBetween(sums, after)
          expect(paid >= 0n && markup >= 0n && received >= 0n).toBe(true)
          sums = after
        }
        const missing = sums.cost + sums.fee - cash
        expect(sums.received).toBe(missing > 0n ? missing : 0n)
        expect(sums.paid + sums.markup).toBeLessThanOrEqual(conversionHold({ asset: 'USD', units: sums.received }, at(rate)))
        // Paid in full: never less than the exact price of the dollars.
        expect(sums.paid * rate).toBeGreaterThanOrEqual(sums.received * 1_000_000n)
      }),
      runs,
    ) // prettier-ignore
  })

  test('a conversion in parts at one rate costs what it costs at once, or a cent more', () => {
    const counts = fc.array(shares, { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(fc.constantFrom('EUR', 'USD'), price, counts, fc.bigInt(0n, 50_000n), fc.bigInt(500_000n, 2_000_000n), (currency, units, split, cash, rate) => {
        const order: ChargedOrder = { feeTable: 2, side: 'buy', currency, leverage: 1 }
        const after = (counts_: readonly bigint[]) =>
          counts_.reduce((sums, count) => {
            const filled = withFill(order, sums, { price: priceE4(units), shares: wholeShares(count) })
            return withConversion(order, filled, cash, at(rate))
          }, NO_CHARGES)
        const [parted, whole] = [after(split), after([split.reduce((sum, count) => sum + count, 0n)])]
        expect(parted.received).toBe(whole.received)
        const more = parted.paid - whole.paid
        expect(more === 0n || more === 1n).toBe(true)
      }),
      runs,
    ) // prettier-ignore
  })

  test('an order is never dearer than its parts as orders of their own, and its sale brings no less', () => {
    const counts = fc.array(shares, { minLength: 1, maxLength: 12 })
    const net = (order: ChargedOrder, at: PriceE4, count: Shares) => {
      const { cost, fee } = withFill(order, NO_CHARGES, { price: at, shares: count })
      return order.side === 'buy' ? -(cost + fee) : cost - fee
    }
    fc.assert(
      fc.property(fc.constantFrom('buy', 'sell'), price, counts, (side, units, split) => {
        const order: ChargedOrder = { feeTable: 2, side, currency: 'EUR', leverage: 1 }
        const at = priceE4(units)
        const whole = net(order, at, wholeShares(split.reduce((sum, count) => sum + count, 0n)))
        const parted = split.reduce((sum, count) => sum + net(order, at, wholeShares(count)), 0n)
        expect(parted).toBeLessThanOrEqual(whole)
      }),
      runs,
    )
  })
})

test('a hundredth of a cent is a cent to pay', () => {
  expect(divideUp(1n, 100n)).toBe(1n)
  expect(withFill(buyer(2), NO_CHARGES, { price: priceE4(49n), shares: wholeShares(100n) }).cost).toBe(49n)
  expect(withFill(buyer(2), NO_CHARGES, { price: priceE4(1n), shares: wholeShares(1n) }).cost).toBe(1n)
})

describe('what the house finances', () => {
  const leveraged = (leverage: ChargedOrder['leverage']): ChargedOrder => ({ ...buyer(2), currency: 'EUR', leverage })

  // 100 shares at 17.40: 1,740.00 and a fee of 1.74.
  test.each<[ChargedOrder['leverage'], bigint, bigint]>([
    [1, 0n, 1_741_74n],
    [2, 870_87n, 870_87n],
    [5, 1_393_39n, 348_35n],
  ])('of a cost of 1,741.74 with leverage %s: %s, and the customer pays %s', (leverage, financed, own) => {
    const sums = withFill(leveraged(leverage), NO_CHARGES, { price: priceE4(174_000n), shares: wholeShares(100n) })
    expect([sums.financed, sums.cost + sums.fee - sums.financed]).toEqual([financed, own])
  })

  test('is the same in one fill or in many, and no fill takes back what was financed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(2, 5),
        fc.bigInt(1n, 10_000_000n),
        fc.array(fc.bigInt(1n, 500n), { minLength: 1, maxLength: 20 }),
        (leverage, price, parts) => {
          const order = leveraged(leverage)
          const at = (shares: bigint) => ({ price: priceE4(price), shares: wholeShares(shares) })
          let sums = NO_CHARGES
          for (const shares of parts) {
            const after = withFill(order, sums, at(shares))
            expect(after.financed).toBeGreaterThanOrEqual(sums.financed)
            sums = after
          }
          const whole = withFill(order, NO_CHARGES, at(parts.reduce((sum, shares) => sum + shares, 0n)))
          expect(sums).toEqual(whole)
        },
      ),
    )
  })
})
