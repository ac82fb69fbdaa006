import { expect, test } from 'vitest'
import { cents, priceE4, rateE6, wholeShares, type ListingId } from '../base/amount.ts'
import { aLot } from '../base/ids.testing.ts'
import {
  NOT_WARNED,
  decideWarnings,
  fallenTo,
  judgementOf,
  levelOf,
  lotsToClose,
  type JudgedAccount,
  type JudgedLot,
  type WarningStates,
} from './judging.rules.ts'

const ABC: ListingId = 'XNYS:ABC'
const ESP: ListingId = 'XMAD:ESP'
const warned = (full: boolean, near: boolean): WarningStates => ({ full, near })

// The used margin is 200.20: 100 % of it, 75 %, 85 % and 110 %, one cent each side.
// prettier-ignore
test.each<[string, bigint, WarningStates, WarningStates, string | null]>([
  ['the whole of it',                20_020n, NOT_WARNED,          NOT_WARNED,          null],
  ['a cent less',                    20_019n, NOT_WARNED,          warned(true, false), 'full'],
  ['a cent less, once more',         20_019n, warned(true, false), warned(true, false), null],
  ['three quarters',                 15_015n, warned(true, false), warned(true, false), null],
  ['a cent less than that',          15_014n, warned(true, false), warned(true, true),  'near'],
  ['both at once',                   15_014n, NOT_WARNED,          warned(true, true),  'near'],
  ['less than nothing',              -1n,     NOT_WARNED,          warned(true, true),  'near'],
  ['a cent less than 85 %',          17_016n, warned(true, true),  warned(true, true),  null],
  ['85 %',                           17_017n, warned(true, true),  warned(true, false), null],
  ['a cent less than 110 %',         22_021n, warned(true, false), warned(true, false), null],
  ['110 %',                          22_022n, warned(true, false), NOT_WARNED,          null],
])('an equity of %s', (_what, equity, before, after, warn) => {
  expect(decideWarnings({ equity, used: 20_020n }, before)).toEqual({ warned: after, warn })
})

// prettier-ignore
test.each([
  [20_020n, null], [20_019n, 'full'], [15_015n, 'full'], [15_014n, 'near'], [10_011n, 'near'], [10_010n, 'closeOut'], [-1n, 'closeOut'],
])('an equity of %s has fallen to %s', (equity, level) => expect(fallenTo({ equity, used: 20_020n })).toBe(level))

test('an account without used margin has fallen to none', () => expect(fallenTo({ equity: -5n, used: 0n })).toBeNull())

test('an account without used margin is never warned, and every warning is armed', () => {
  expect(decideWarnings({ equity: -5n, used: 0n }, warned(true, true))).toEqual({ warned: NOT_WARNED, warn: null })
})

test.each<[bigint, bigint, bigint | null]>([
  [10_010n, 20_020n, 5_000n],
  [10_009n, 20_020n, 4_999n],
  [-1n, 20_020n, -1n],
  [1n, 0n, null],
  [1_000_00n, 1_000_00n, 10_000n],
  [999_99n, 1_000_00n, 9_999n],
  [-1n, 3n, -3_334n],
])('the level of %s against %s is %s', (equity, used, level) => expect(levelOf({ equity, used })).toBe(level))

/** A lot of ABC bought at 10.00 with leverage 5: of each share 10.01, 8.008 are financed. */
const lot = (n: number, change: Partial<JudgedLot> = {}): JudgedLot => ({
  id: aLot(`lot-${n}`),
  listing: ABC,
  openedAt: n,
  left: wholeShares(100n),
  costLeft: cents(100_100n),
  financedLeft: cents(80_080n),
  closing: wholeShares(0n),
  ...change,
})
const cash = (free: bigint, asset: 'USD' | 'EUR' = 'USD', owed = 0n) => ({ asset, free, held: 0n, owed })
const account = (lots: JudgedLot[], free: bigint, price = 10_000n): JudgedAccount => ({
  balances: [cash(free)],
  lots,
  lent: 0n,
  last: (listing) => (listing === ABC ? priceE4(price * 10n) : null),
  rate: null,
})
const chosen = (of: JudgedAccount) => lotsToClose(of).map(({ lot: id, shares }) => [id, shares])
/** The free cash that gives an account of 100 shares at 10.00 and 100.10 of used margin half an equity. */
const HALF = 10_010n - 100_000n + 80_080n

// prettier-ignore
test.each<[string, JudgedAccount, [string, bigint][]]>([
  ['a cent above half of it closes nothing',     account([lot(1)], HALF + 1n),                          []],
  ['half of it closes one share',                account([lot(1)], HALF),                               [['lot-1', 1n]]],
  ['a quarter closes the half, and one more',    account([lot(1)], HALF - 5_005n),                      [['lot-1', 51n]]],
  ['a cent closes all but what it covers',       account([lot(1)], HALF - 10_009n),                     [['lot-1', 100n]]],
  ['nothing closes everything',                  account([lot(1)], HALF - 10_010n),                     [['lot-1', 100n]]],
  ['less than nothing closes everything',        account([lot(1), lot(2)], HALF - 90_000n),             [['lot-1', 100n], ['lot-2', 100n]]],
  ['lots of one loss are closed oldest first',   account([lot(2), lot(1)], 2n * HALF),                  [['lot-1', 1n]]],
  ['what was paid for whole is never closed',    account([lot(1, { financedLeft: cents(0n) })], -90_000n), []],
])('an equity of %s', (_what, of, closed) => {
  expect(chosen(of)).toEqual(closed.map(([id, shares]) => [aLot(id), shares]))
})

test('the lot with the greatest loss against its cost is closed first, and whole before the next', () => {
  const dear = lot(2, { costLeft: cents(120_120n), financedLeft: cents(96_096n) })
  // The used margins are 200.20 and 240.24; with an equity of 100.00, 200.00 of them may stay.
  const free = 10_000n - 200_000n + 176_176n
  expect(chosen(account([lot(1), dear], free))).toEqual([
    [dear.id, 100n],
    [lot(1).id, 1n],
  ])
})

test('a small lot with the greater loss against its cost goes before a large one that lost more money', () => {
  // Losses of 20.12 of 120.12, and of 63.06 of 3,063.06. The used margins are 24.03 and 612.61.
  const small = lot(2, { left: wholeShares(10n), costLeft: cents(12_012n), financedLeft: cents(9_609n) })
  const large = lot(1, { left: wholeShares(300n), costLeft: cents(306_306n), financedLeft: cents(245_045n) })
  const free = 31_832n - 310_000n + 254_654n
  expect(chosen(account([large, small], free))).toEqual([[small.id, 1n]])
})

test('a lot without a price counts as without a loss, and is closed after one with a loss', () => {
  const unpriced = lot(1, { listing: 'XNYS:XYZ' })
  // An equity of half the used margin of one of them: the other is closed whole, and one share of this one.
  const free = 10_010n - 100_100n - 100_000n + 160_160n
  expect(chosen(account([unpriced, lot(2)], free))).toEqual([
    [lot(2).id, 100n],
    [unpriced.id, 1n],
  ])
})

test('shares that are being closed count as closed', () => {
  const closing = lot(1, { closing: wholeShares(51n) })
  const of = account([closing], HALF - 5_005n)
  expect(judgementOf(of)).toMatchObject({ equity: 5_005n, used: 20_020n, usedOpen: 9_810n })
  expect(chosen(of)).toEqual([])
  expect(chosen(account([closing], HALF - 6_005n))).toEqual([[closing.id, 9n]])
})

test('amounts in both currencies are judged in euros, and not at all without a rate', () => {
  const both = { ...account([lot(1)], HALF), balances: [cash(HALF), cash(1n, 'EUR')] }
  expect([judgementOf(both), lotsToClose(both)]).toEqual([null, []])
  expect(judgementOf({ ...both, rate: rateE6(1_100_000n) })).toMatchObject({ currency: 'EUR', used: 18_200n })
})

test('a listing without a price is valued at its cost', () => {
  const unpriced = lot(1, { listing: ESP, costLeft: cents(100_100n) })
  expect(judgementOf({ ...account([unpriced], 0n), balances: [cash(0n, 'EUR')] })).toMatchObject({ equity: 20_020n })
})
