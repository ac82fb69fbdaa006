import { expect, test } from 'vitest'
import { priceE4, wholeShares } from '../base/amount.ts'
import { aLot } from '../base/ids.testing.ts'
import { saleFor, sumSales, type SaleFacts, type SaleObstacle, type Sellable } from './sales.rules.ts'

const NOW = 1_000_000
const session = { open: NOW - 1_000, close: NOW + 1_000 }
const later = { open: NOW + 500, close: NOW + 2_000 }

/** Two lots: 60 shares for 600.60, and 40 younger ones for 480.48. The bid is 11.00. */
const position: Sellable = {
  listing: 'XMAD:ESP',
  shares: 100n,
  held: 0n,
  lots: [
    { lot: aLot('2'), openedAt: 2_000, shares: wholeShares(40n), cost: 480_48n, reserved: wholeShares(0n) },
    { lot: aLot('1'), openedAt: 1_000, shares: wholeShares(60n), cost: 600_60n, reserved: wholeShares(0n) },
  ],
}

const calm: SaleFacts = {
  now: NOW,
  isPaused: false,
  isPublic: false,
  isUnquoted: false,
  quote: { bid: priceE4(110_000n), ask: priceE4(110_100n) },
  isHalted: false,
  session,
  isStale: false,
  feeTable: 2,
}

// prettier-ignore
test.each<[string, Partial<SaleFacts>, bigint, SaleObstacle | null, number | null]>([
  // the market                             what differs from a calm day                       held   obstacle                 waits until
  ['open',                                  {},                                                0n,    null,                    null],
  ['open, all but one share held',          {},                                                99n,   null,                    null],
  ['open, every share held',                {},                                                100n,  'held',                  null],
  ['shut: the order waits for the open',    { session: later },                                0n,    null,                    NOW + 500],
  ['in its last instant',                   { session: { open: 0, close: NOW } },              0n,    null,                    null],
  ['shut a millisecond ago',                { now: NOW + 1, session: { open: NOW + 2, close: NOW + 3 } }, 0n, null,            NOW + 2],
  ['shut, every share held',                { session: later },                                100n,  'held',                  null],
  ['shut for good',                         { session: null },                                 0n,    'market_closed_for_good', null],
  ['halted',                                { isHalted: true },                                0n,    'market_halted',         null],
  ['halted, every share held',              { isHalted: true },                                100n,  'market_halted',         null],
  ['with a stale quote',                    { isStale: true },                                 0n,    'price_stale',           null],
  ['without a quote',                       { quote: null, isHalted: true },                   0n,    'no_price',              null],
  ['of a share without quotes',             { isUnquoted: true, quote: null },                 0n,    'never_quoted',          null],
  ['on a day that is public',               { isPublic: true, isUnquoted: true },              0n,    'day_public',            null],
  ['paused',                                { isPaused: true, isPublic: true },                0n,    'trading_paused',        null],
])('%s', (_market, change, held, obstacle, waitsUntil) => {
  const sale = saleFor({ ...position, held }, { ...calm, ...change })
  expect([sale.obstacle, sale.waitsUntil, sale.selling]).toEqual([obstacle, waitsUntil, 100n - held])
})

test('all shares: the proceeds at the bid, the fee, and the result against all lots', () => {
  // 100 × 11.00, less 0.1 %; the lots cost 1,081.08.
  expect(saleFor(position, calm).estimate).toEqual({
    price: 110_000n,
    proceeds: 1_100_00n,
    fee: 1_10n,
    total: 1_098_90n,
    result: 17_82n,
  })
})

test('with shares held by open sells the oldest of the rest are sold, and those held stay', () => {
  // 60 × 11.00 less 0.66, against the older lot.
  expect(saleFor({ ...position, held: 40n }, calm).estimate).toMatchObject({ proceeds: 660_00n, result: 58_74n })
})

test('without free shares or a quote nothing is estimated', () => {
  expect(saleFor({ ...position, held: 100n }, calm).estimate).toBeNull()
  expect(saleFor(position, { ...calm, quote: null }).estimate).toBeNull()
})

test('sums are by currency, and count only what can be placed now', () => {
  const ready = { ...saleFor(position, calm), currency: 'EUR' as const }
  const waits = { ...saleFor(position, { ...calm, session: later }), currency: 'EUR' as const }
  const halted = { ...saleFor(position, { ...calm, isHalted: true }), currency: 'EUR' as const }
  const dollars = { ...ready, currency: 'USD' as const }
  expect(sumSales([ready, halted, dollars, waits])).toEqual([
    { currency: 'EUR', count: 2, proceeds: 2_200_00n, fee: 2_20n, total: 2_197_80n, result: 35_64n },
    { currency: 'USD', count: 1, proceeds: 1_100_00n, fee: 1_10n, total: 1_098_90n, result: 17_82n },
  ])
  expect(sumSales([halted])).toEqual([])
})
