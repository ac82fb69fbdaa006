import fc from 'fast-check'
import { expect, test } from 'vitest'
import { basisPoints, cents, priceE4, wholeShares, type ListingId } from '../base/amount.ts'
import { aCustomer, aLot, anOrder } from '../base/ids.testing.ts'
import { splitPrice, type Ratio } from '../market/actions.ts'
import type { Lot } from '../orders/lots.rules.ts'
import {
  dividendLines,
  dividendOn,
  entitledShares,
  fractionResult,
  renameLots,
  splitLines,
  splitLots,
  symbolLines,
  withholdingOf,
} from './corporate.rules.ts'

const ABC: ListingId = 'XNYS:ABC'
const lot = (n: number, left: bigint, costLeft: bigint, price = 100_000n): Lot => ({
  customer: aCustomer('c'),
  id: aLot(`l${n}`),
  listing: ABC,
  order: anOrder('o'),
  openedAt: n,
  price: priceE4(price),
  shares: wholeShares(left),
  cost: cents(costLeft),
  fee: cents(0n),
  left: wholeShares(left),
  costLeft: cents(costLeft),
  leverage: 1,
  financedLeft: cents(0n),
  reserved: wholeShares(0n),
  guarded: wholeShares(0n),
  run: null,
})
const ratio = (from: bigint, to: bigint): Ratio => ({ from, to })
const CLOSE = priceE4(120_050n) // 12.005

type Lots = readonly (readonly [shares: bigint, cost: bigint])[]

// prettier-ignore
test.each<[string, Lots, Ratio, Lots, [cash: bigint, cost: bigint]]>([
  // the split                                 lots before                   ratio          lots after                    fraction: cash, cost
  ['four of one',                              [[10n, 241_041n]],            ratio(1n, 4n),  [[40n, 241_041n]],           [0n, 0n]],
  ['four of one, two lots',                    [[10n, 100n], [3n, 31n]],     ratio(1n, 4n),  [[40n, 100n], [12n, 31n]],   [0n, 0n]],
  ['three of two, an odd share',               [[5n, 500n]],                 ratio(2n, 3n),  [[7n, 467n]],                [400n, 33n]],
  ['three of two, a border at half a share',   [[5n, 500n], [5n, 500n]],     ratio(2n, 3n),  [[7n, 467n], [8n, 533n]],    [0n, 0n]],
  ['one of ten, nothing left over',            [[20n, 2_001n]],              ratio(10n, 1n), [[2n, 2_001n]],              [0n, 0n]],
  ['one of ten, half a share left over',       [[15n, 1_500n]],              ratio(10n, 1n), [[1n, 1_000n]],              [6_002n, 500n]],
  ['one of ten, made of two lots',             [[7n, 700n], [8n, 1_600n]],   ratio(10n, 1n), [[0n, 0n], [1n, 1_300n]],    [6_002n, 1_000n]],
  ['one share short of one of ten',            [[9n, 900n]],                 ratio(10n, 1n), [[0n, 0n]],                  [10_804n, 900n]],
  ['a part of a lot that costs half a cent',   [[3n, 3n]],                   ratio(2n, 1n),  [[1n, 2n]],                  [1_200n, 1n]],
])('a split of %s', (_line, before, of, after, fraction) => {
  const split = splitLots(before.map(([shares, cost], n) => lot(n, shares, cost)), of, CLOSE)
  expect(split.lots.map(({ after: { left, costLeft } }) => [left, costLeft])).toEqual(after)
  expect([split.cash, split.cost]).toEqual(fraction)
  const sum = (lots: Lots): bigint => lots.reduce((total, [shares]) => total + shares, 0n)
  expect([split.sharesBefore, split.sharesAfter]).toEqual([sum(before), sum(after)])
})

test('the oldest shares make the first new ones, whatever the order of the lots', () => {
  const split = splitLots([lot(2, 8n, 1_600n), lot(1, 7n, 700n)], ratio(10n, 1n), CLOSE)
  expect(split.lots.map(({ before }) => before.id)).toEqual([aLot('l1'), aLot('l2')])
})

test('without a close a fraction is paid at its cost, and its result is zero', () => {
  const split = splitLots([lot(1, 15n, 1_500n)], ratio(10n, 1n), null)
  expect([split.cash, split.cost, fractionResult(split)]).toEqual([500n, 500n, 0n])
})

test('any split keeps the cost to the cent, and pays a fraction of less than one new share', () => {
  const lots = fc.array(fc.tuple(fc.bigInt(1n, 5_000n), fc.bigInt(0n, 10_000_000n)), { minLength: 1, maxLength: 8 })
  const parts = fc.tuple(fc.bigInt(1n, 100n), fc.bigInt(1n, 100n)).filter(([from, to]) => from !== to)
  fc.assert(
    fc.property(lots, parts, fc.bigInt(1n, 10_000_000n), (own, [from, to], close) => {
      const before = own.map(([shares, cost], n) => lot(n, shares, cost))
      const split = splitLots(before, ratio(from, to), priceE4(close))
      const cost = (of: readonly Lot[]): bigint => of.reduce((sum, { costLeft }) => sum + costLeft, 0n)
      const after = split.lots.map((change) => change.after)
      expect(cost(after) + split.cost).toBe(cost(before))
      expect(after.every(({ left, costLeft }) => costLeft >= 0n && (left > 0n || costLeft === 0n))).toBe(true)
      expect(split.sharesAfter).toBe((split.sharesBefore * to) / from)
      // Never more than the value of the shares that the fraction was, and never less by a cent.
      const worthE4 = close * ((split.sharesBefore * to) % from)
      expect(split.cash * 100n * to).toBeLessThanOrEqual(worthE4)
      expect((split.cash + 1n) * 100n * to).toBeGreaterThan(worthE4)
    }),
  )
})

// prettier-ignore
test.each<[string, bigint, Ratio, bigint]>([
  ['four of one',                2_408_000n, ratio(1n, 4n),    602_000n],
  ['one of ten',                    12_345n, ratio(10n, 1n),   123_450n],
  ['a half, to the even one',            5n, ratio(1n, 2n),         2n],
  ['never below the least price',        1n, ratio(1n, 100n),       1n],
])('a price of before a split of %s', (_line, before, of, after) => {
  expect(splitPrice(priceE4(before), of)).toBe(after)
})

// prettier-ignore
test.each<[string, bigint, bigint, bigint, readonly [gross: bigint, withheld: bigint]]>([
  // the dividend                            shares   for a share  tax        gross, withheld
  ['of whole cents',                         100n,    2_500n,      1_500n,    [2_500n, 375n]],
  ['gross down, tax up',                     3n,      1_234n,      1_900n,    [37n, 8n]],
  ['of less than a cent',                    1n,      99n,         1_900n,    [0n, 0n]],
  ['of one cent: the tax takes it',          1n,      100n,        1_900n,    [1n, 1n]],
])('a dividend %s', (_line, shares, amount, rate, paid) => {
  const { gross, withheld } = dividendOn(wholeShares(shares), priceE4(amount), basisPoints(rate))
  expect([gross, withheld]).toEqual(paid)
})

// prettier-ignore
test.each<[string, bigint, bigint, bigint, bigint]>([
  // the position now                            open, bought after, sold after, entitled
  ['unchanged since',                             10n,          0n,         0n,      10n],
  ['bought on the ex-day',                        10n,         10n,         0n,       0n],
  ['sold on the ex-day',                           0n,          0n,        10n,      10n],
  ['sold, and bought again',                       4n,          4n,        10n,      10n],
  ['handed back, and bought again',                3n,          5n,         0n,       0n],
])('a dividend on shares that were %s', (_line, open, bought, sold, entitled) => {
  expect(entitledShares({ open, bought, sold })).toBe(entitled)
})

test.each<[ListingId, bigint]>([
  ['XMAD:ESP', 1_900n],
  ['XNYS:ABC', 1_500n],
  ['XNAS:ABC', 1_500n],
  ['XASE:ABC', 1_500n],
])('of a dividend of %s %i basis points are withheld', (listing, rate) => {
  expect(withholdingOf(listing)).toBe(rate)
})

const line = (kind: string, counter: string, asset: string, free: bigint) => ({ asset, kind, counter, free, held: 0n })

// prettier-ignore
test.each<[string, unknown[], unknown[]]>([
  ['a split',                     splitLines(ABC, { sharesBefore: wholeShares(10n), sharesAfter: wholeShares(40n), cash: cents(0n), repaid: cents(0n) }, 0n), [line('split', 'issuers', ABC, 30n)]],
  ['a reverse one with cash',     splitLines(ABC, { sharesBefore: wholeShares(15n), sharesAfter: wholeShares(1n), cash: cents(7n), repaid: cents(0n) }, 0n),  [line('split', 'issuers', ABC, -14n), line('split', 'issuers', 'USD', 7n)]],
  ['one that only pays cash',     splitLines(ABC, { sharesBefore: wholeShares(1n), sharesAfter: wholeShares(1n), cash: cents(7n), repaid: cents(0n) }, 0n),   [line('split', 'issuers', 'USD', 7n)]],
  ['one that pays financing',     splitLines(ABC, { sharesBefore: wholeShares(15n), sharesAfter: wholeShares(1n), cash: cents(7n), repaid: cents(6n) }, 0n),  [line('split', 'issuers', ABC, -14n), line('split', 'issuers', 'USD', 7n), line('financing', 'financing', 'USD', -6n)]],
  ['one whose cash is too little', splitLines(ABC, { sharesBefore: wholeShares(15n), sharesAfter: wholeShares(1n), cash: cents(7n), repaid: cents(10n) }, 1n), [line('split', 'issuers', ABC, -14n), line('split', 'issuers', 'USD', 7n), line('debt', 'debts', 'USD', 2n), line('financing', 'financing', 'USD', -10n)]],
  ['a dividend',                  dividendLines(ABC, { gross: cents(100n), withheld: cents(15n) }), [line('dividend', 'issuers', 'USD', 100n), line('withholding', 'withheld', 'USD', -15n)]],
  ['a dividend of nothing',       dividendLines(ABC, { gross: cents(0n), withheld: cents(0n) }),    []],
  ['a symbol change',             symbolLines(ABC, 'XNYS:XYZ', { shares: wholeShares(5n), held: wholeShares(0n) }), [line('symbol_change', 'issuers', ABC, -5n), line('symbol_change', 'issuers', 'XNYS:XYZ', 5n)]],
  ['one of shares that are held', symbolLines(ABC, 'XNYS:XYZ', { shares: wholeShares(5n), held: wholeShares(2n) }), [line('symbol_change', 'issuers', ABC, -3n), { ...line('symbol_change', 'issuers', ABC, 0n), held: -2n }, line('symbol_change', 'issuers', 'XNYS:XYZ', 3n), { ...line('symbol_change', 'issuers', 'XNYS:XYZ', 0n), held: 2n }]],
])('the lines of %s', (_line, lines, expected) => {
  expect(lines).toEqual(expected)
})

test('a symbol change moves lots as they are', () => {
  const [change] = renameLots([lot(1, 5n, 50n)], 'XNYS:XYZ')
  expect(change?.after).toEqual({ ...lot(1, 5n, 50n), listing: 'XNYS:XYZ' })
})
