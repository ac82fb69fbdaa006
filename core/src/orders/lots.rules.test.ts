import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceE4, cents, wholeShares, type PriceE4 } from '../base/amount.ts'
import { aCustomer, anOrder, aFill, aLot } from '../base/ids.testing.ts'
import type { LotId } from '../base/ids.ts'
import { guard, reserve } from './asking.rules.ts'
import { byAge, closeLots, lotNumberFor, positionFor, standingOf, type Aim, type Lot } from './lots.rules.ts'

const customer = aCustomer('01890000-0000-7000-8000-00000000000a')
const idOf = (n: number): string => `01890000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const lot = (n: number, left: bigint, costLeft: bigint, openedAt = n): Lot => ({
  customer,
  id: aLot(idOf(n)),
  listing: 'XMAD:ESP',
  order: anOrder(idOf(999)),
  openedAt,
  price: priceE4(10_000n),
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
const sale = (shares: bigint, proceeds: bigint, fee: bigint, lot: LotId | null = null) => ({
  fill: aFill(idOf(500)),
  order: anOrder(idOf(501)),
  at: 1_000,
  price: priceE4(20_000n),
  shares: wholeShares(shares),
  proceeds: cents(proceeds),
  fee: cents(fee),
  lot,
  sellType: 'customer' as const,
})

test('oldest first; of one instant by id', () => {
  const lots = [lot(3, 1n, 1n, 5), lot(1, 1n, 1n, 5), lot(2, 1n, 1n, 4)]
  expect(lots.toSorted(byAge).map(({ id }) => id)).toEqual([idOf(2), idOf(1), idOf(3)])
})

// prettier-ignore
test.each<[string, bigint, [left: bigint, costLeft: bigint][]]>([
  ['one share less than the first has', 9n,  [[1n, 11n]]],
  ['all that the first has',            10n, [[0n, 0n]]],
  ['one share more',                    11n, [[0n, 0n], [9n, 90n]]],
  ['everything',                        20n, [[0n, 0n], [0n, 0n]]],
])('a sell of %s', (_line, shares, left) => {
  const closed = closeLots([lot(2, 10n, 100n), lot(1, 10n, 105n)], sale(shares, shares * 20n, 2n))
  expect(closed.lots.map((one) => [one.left, one.costLeft])).toEqual(left)
})

/** The first lot, the older one, has ten shares, and five of them are reserved; the second has ten. */
const reservedLots = (): Lot[] => [{ ...lot(1, 10n, 100n), reserved: wholeShares(5n) }, lot(2, 10n, 110n)]

// prettier-ignore
test.each<[string, bigint, LotId | null, [left: bigint, reserved: bigint][] | RegExp]>([
  ['the oldest leaves what is reserved', 6n,  null,         [[5n, 5n], [9n, 0n]]],
  ['the oldest takes all the others',    15n, null,         [[5n, 5n], [0n, 0n]]],
  ['one more than the others',           16n, null,         /lots hold what is sold/],
  ['the lot takes what is reserved',     3n,  aLot(idOf(1)), [[7n, 2n]]],
  ['the lot takes all of it',            5n,  aLot(idOf(1)), [[5n, 0n]]],
  ['the lot takes no more than that',    6n,  aLot(idOf(1)), /lots hold what is sold/],
])('a sell of %s', (_line, shares, of, left) => {
  const close = () => closeLots(reservedLots(), sale(shares, 100n, 1n, of))
  if (left instanceof RegExp) return expect(close).toThrow(left)
  expect(close().lots.map((one) => [one.left, one.reserved])).toEqual(left)
})

// prettier-ignore
test.each<[string, number, bigint, bigint | RegExp | null]>([
  ['all that is left of it',  1, 5n,  10n],
  ['one more than is left',   1, 6n,  /has what is asked/],
  ['all that was asked back', 1, -5n, 0n],
  ['one more back',           1, -6n, /has what is asked/],
  ['nothing',                 1, 0n,  null],
  ['a lot that is not there', 3, 1n,  /is open/],
])('a lot is asked for %s', (_line, n, more, reserved) => {
  const ask = () => reserve(reservedLots(), { lot: aLot(idOf(n)) }, more)
  if (reserved instanceof RegExp) return expect(ask).toThrow(reserved)
  expect(ask()?.reserved ?? null).toBe(reserved)
})

/** Two lots of one buy, of ten shares each, and an older one of another buy; the exit asks for five and ten. */
const guardedLots = (): Lot[] => [
  { ...lot(1, 10n, 100n), order: 'other' as never, guarded: wholeShares(4n) },
  { ...lot(2, 10n, 100n), order: 'buy' as never, reserved: wholeShares(3n), guarded: wholeShares(5n) },
  { ...lot(3, 10n, 100n), order: 'buy' as never, guarded: wholeShares(10n) },
]

// prettier-ignore
test.each<[string, bigint, number | null, bigint[] | RegExp]>([
  ['more, of the oldest with any free', 2n,   null, [7n]],
  ['one more than they have',           3n,   null, /have what its exit asks/],
  ['fewer, of the newest on',           -12n, null, [0n, 3n]],
  ['fewer, of the named one first',     -7n,  2,    [0n, 8n]],
  ['fewer than it asks for',            -16n, null, /have what its exit asks/],
  ['nothing',                           0n,   null, []],
])('the lots of a buy are asked for %s', (_line, more, first, guarded) => {
  const ask = () => guard(guardedLots(), 'buy' as never, more, first === null ? null : aLot(idOf(first)))
  if (guarded instanceof RegExp) return expect(ask).toThrow(guarded)
  expect(ask().map((each) => each.guarded)).toEqual(guarded)
})

// prettier-ignore
test.each<[string, bigint, Partial<Aim>, [left: bigint, guarded: bigint][] | RegExp]>([
  ['the exit takes what it asks for, oldest first', 6n,  { ofBuy: 'buy' as never }, [[5n, 0n], [9n, 9n]]],
  ['the exit takes all of it',                      15n, { ofBuy: 'buy' as never }, [[5n, 0n], [0n, 0n]]],
  ['the exit takes no more',                        16n, { ofBuy: 'buy' as never }, /lots hold what is sold/],
  ['the oldest leaves it',                          8n,  {},                        [[4n, 4n], [8n, 5n]]],
  ['the oldest leaves all of it',                   9n,  {},                        /lots hold what is sold/],
])('beside the exit of a buy a sell of %s', (_line, shares, aim, left) => {
  const close = () => closeLots(guardedLots(), { ...sale(shares, 100n, 1n), ...aim })
  if (left instanceof RegExp) return expect(close).toThrow(left)
  expect(close().lots.map((one) => [one.left, one.guarded])).toEqual(left)
})

test('skips closed lots', () => {
  const { closings } = closeLots([lot(1, 0n, 0n), lot(2, 5n, 50n)], sale(5n, 100n, 1n))
  expect(closings.map(({ lot: id }) => id)).toEqual([idOf(2)])
})

test('one share more than all lots have is a bug', () => {
  expect(() => closeLots([lot(1, 10n, 105n)], sale(11n, 1n, 0n))).toThrow(/lots hold what is sold/)
})

test('any partial closings add up to the cent: shares, cost, proceeds and fee', () => {
  const lots = fc.array(fc.tuple(fc.bigInt(1n, 1_000n), fc.bigInt(0n, 1_000_000n)), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(
      lots,
      fc.array(fc.bigInt(1n, 400n), { maxLength: 12 }),
      fc.bigInt(0n, 999_999n),
      (buys, sells, money) => {
        let open = buys.map(([left, cost], n) => lot(n + 1, left, cost))
        const cost = buys.reduce((sum, [, each]) => sum + each, 0n)
        let closedCost = 0n
        for (const quantity of sells) {
          const { shares } = positionFor(open)
          const part = quantity < shares ? quantity : shares
          if (part === 0n) break
          const { lots: changed, closings } = closeLots(open, sale(part, money, money / 7n))
          open = open.map((one) => changed.find(({ id }) => id === one.id) ?? one)
          expect(closings.reduce((sum, one) => sum + one.shares, 0n)).toBe(part)
          expect(closings.reduce((sum, one) => sum + one.proceeds, 0n)).toBe(money)
          expect(closings.reduce((sum, one) => sum + one.fee, 0n)).toBe(money / 7n)
          closedCost += closings.reduce((sum, one) => sum + one.cost, 0n)
        }
        expect(closedCost + positionFor(open).cost).toBe(cost)
        for (const one of open) expect(one.left > 0n || one.costLeft === 0n).toBe(true)
      },
    ),
    { numRuns: 500, verbose: true },
  )
})

test('a position is the sum of its open lots, its average in 1/10,000', () => {
  expect(positionFor([lot(1, 3n, 1_000n), lot(2, 0n, 0n)])).toEqual({ shares: 3n, cost: 1_000n, average: 33_333n })
  expect(positionFor([])).toEqual({ shares: 0n, cost: 0n, average: 0n })
})

test('a trade number is eight plain letters and digits of the id', () => {
  expect(lotNumberFor('01890000-0000-7000-8000-000000000001')).toBe('0000-0001')
  expect(lotNumberFor('01890000-0000-7000-8000-00ffffffffff')).toBe('ZZZZ-ZZZZ')
})

// prettier-ignore
test.each<[string, bigint, bigint, PriceE4 | null, bigint | null, bigint | null]>([
  // 100 shares that cost 1,001.00 including the fee
  ['a gain',           100n, 100_100n, priceE4(110_000n), 9_900n,    989n],
  ['a loss',           100n, 100_100n, priceE4(100_000n), -100n,     -10n],
  ['to the cent even', 100n, 100_100n, priceE4(100_100n), 0n,        0n],
  ['no price',         100n, 100_100n, null,              null,      null],
  ['worth nothing',    100n, 100_100n, priceE4(0n),       -100_100n, -10_000n],
])('open shares at a price: %s', (_line, shares, cost, last, result, yieldBps) => {
  const standing = standingOf(shares, cost, last)
  expect([standing.result, standing.yieldBps]).toEqual([result, yieldBps])
})
