import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { percentFrom } from '../orders/ticket.ts'
import { costPriceOf, exitPricesOf, firstExit, type ExitForm } from './exit.ts'

const form: ExitForm = { by: 'price', stop: priceE4(90_000n), trailBps: 500n, takes: false, profit: priceE4(110_000n) }
const NONE = { limit: null, stop: null, trail: null, trailBps: null, profit: null }

// prettier-ignore
test.each<[string, Partial<ExitForm>, object | null]>([
  ['a stop',                              {},                                { ...NONE, stop: 90_000n }],
  ['a stop and a profit',                 { takes: true },                   { ...NONE, stop: 90_000n, profit: 110_000n }],
  ['a stop that follows',                 { by: 'share' },                   { ...NONE, trailBps: 500 }],
  ['one that follows, and a profit',      { by: 'share', takes: true },      { ...NONE, trailBps: 500, profit: 110_000n }],
  ['a profit alone is a limit',           { by: 'none', takes: true },       { ...NONE, limit: 110_000n }],
  ['neither',                             { by: 'none' },                    null],
  ['a stop that is not written',          { stop: null },                    null],
  ['a profit that is not written',        { takes: true, profit: null },     null],
  ['a profit of nothing',                 { takes: true, profit: priceE4(0n) }, null],
  ['a distance of nothing',               { by: 'share', trailBps: 0n },     null],
  ['half the price',                      { by: 'share', trailBps: 5_000n }, { ...NONE, trailBps: 5_000 }],
  ['more than half',                      { by: 'share', trailBps: 5_001n }, null],
])('an exit of %s', (_what, change, prices) => {
  expect(exitPricesOf({ ...form, ...change })).toEqual(prices)
})

test('opens ten per cent on each side of the bid, in the decimals of the listing', () => {
  expect(firstExit(priceE4(174_600n), null)).toMatchObject({
    by: 'price',
    stop: 157_100n,
    takes: false,
    profit: 192_000n,
  })
  expect(percentFrom(priceE4(9_876n), -5)).toBe(9_382n)
})

// prettier-ignore
test.each<[string, bigint, bigint, [stop: bigint, trailBps: bigint]]>([
  ['far below',                    100_000n, 60_000n, [90_000n, 1_000n]],
  ['a ten-thousandth below it',    100_000n, 89_999n, [90_000n, 1_000n]],
  ['at it: half-way',              100_000n, 90_000n, [95_000n, 500n]],
  ['above it, in whole halves',    100_000n, 93_100n, [97_000n, 300n]],
  ['nearer than one per cent',     100_000n, 99_500n, [99_700n, 25n]],
  ['that has been reached',        100_000n, 100_000n, [90_000n, 1_000n]],
])('opens above a close-out %s', (_where, bid, closeOut, [stop, trailBps]) => {
  expect(firstExit(priceE4(bid), priceE4(closeOut))).toMatchObject({ stop, trailBps })
})

// prettier-ignore
test.each([[900_60n, 60n, 150_100n], [900_61n, 60n, 150_200n], [100n, 3n, 3_334n]])('%s cents for %s shares are %s a share', (cost, shares, price) => {
  expect(costPriceOf(cost, shares)).toBe(price)
})
