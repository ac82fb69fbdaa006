import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eur, priceE4, rateE6, usd, wholeShares, basisPoints, type Asset } from '../base/amount.ts'
import { aCustomer, anOrder, aLot } from '../base/ids.testing.ts'
import { decideOrder } from './placing.rules.ts'
import {
  estimatedSale,
  mostSharesFor,
  partOf,
  previewFor,
  resultAt,
  type Draft,
  type PreviewFacts,
} from './preview.rules.ts'

const quote = { bid: priceE4(99_900n), ask: priceE4(100_000n) }
const rate = { rate: rateE6(1_080_000n), markupBps: basisPoints(20n) }
const owning = (cents: Partial<Record<Asset, bigint>>): PreviewFacts => ({
  quote,
  rate,
  free: (asset) => cents[asset] ?? 0n,
  feeTable: 2,
})
const buy: Draft = { side: 'buy', listing: 'XNAS:KLD', shares: wholeShares(100n), limit: null }
const sell: Draft = { ...buy, side: 'sell' }

test('a buy at market: cost at the ask, fee, hold with the collar, what is left', () => {
  const preview = previewFor(buy, owning({ USD: 500_000n, EUR: 7_00n }))
  expect(preview).toEqual({
    price: 100_000n,
    cost: usd(100_000n),
    fee: usd(100n),
    financed: usd(0n),
    total: usd(100_100n),
    conversion: null,
    held: [usd(102_102n)],
    isMarginShort: false,
    worst: usd(-100_100n),
    left: [usd(399_900n), eur(7_00n)],
  })
})

test('a buy with too few dollars buys the rest with euros, markup included', () => {
  const { conversion, held, left } = previewFor(buy, owning({ USD: 50_000n, EUR: 100_000n }))
  // 501.00 USD are missing: 463.89 EUR at 1.08, plus 0.93 EUR of markup.
  expect(conversion).toEqual({ received: usd(50_100n), paid: eur(46_389n + 93n), rate: 1_080_000n })
  expect(held?.[0]).toEqual(usd(50_000n))
  expect(left).toEqual([usd(0n), eur(100_000n - 46_482n)])
})

// prettier-ignore
test.each<[string, bigint, bigint]>([
  // 100 shares that cost 1,740.00 and 1.74
  ['a stop at 16.60: 1,660.00 less 1.66',        166_000n, -83_40n],
  ['a profit at 18.50: 1,850.00 less 1.85',      185_000n, 106_41n],
  ['the price of the buy loses both fees',       174_000n, -3_48n],
  ['a ten-thousandth: its fee takes the cent',   1n,       -1_741_74n],
])('the result of a buy sold at %s', (_what, price, result) => {
  const bought = { listing: 'XMAD:BVE', shares: wholeShares(100n), total: eur(1_741_74n), feeTable: 2 } as const
  expect(resultAt(priceE4(price), bought)).toBe(result)
})

test('a draft that cannot be covered has no hold and shows the missing amount', () => {
  const { held, left } = previewFor(buy, { ...owning({ USD: 1_00n }), rate: null })
  expect(held).toBeNull()
  expect(left[0]).toEqual(usd(-100_000n))
})

test('a sell: proceeds at the bid less the fee, shares held', () => {
  const preview = previewFor(sell, owning({ 'XNAS:KLD': 120n }))
  expect(preview.total).toEqual(usd(99_900n - 100n))
  expect(preview.held).toEqual([{ asset: 'XNAS:KLD', units: 100n }])
  expect(preview.left).toEqual([{ asset: 'XNAS:KLD', units: 20n }])
  expect(previewFor(sell, owning({ 'XNAS:KLD': 99n })).held).toBeNull()
})

// prettier-ignore
test.each<[string, bigint, bigint]>([
  // the hold of one share: 10.20 and a fee of 0.02
  ['not quite one', 10_21n, 0n],
  ['one',           10_22n, 1n],
])('with cash for %s', (_line, cents, most) => {
  expect(mostSharesFor(buy, owning({ USD: cents }))).toBe(most)
})

test('accepts the most shares offered, and refuses one more', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 9n), fc.bigInt(0n, 10n ** 9n), fc.bigInt(1n, 10n ** 8n), (dollars, euros, ask) => {
      const facts = { ...owning({ USD: dollars, EUR: euros }), quote: { bid: priceE4(ask), ask: priceE4(ask) } }
      const most = mostSharesFor(buy, facts)
      const refusedAt = (shares: bigint) => {
        const decision = decideOrder(aCustomer('c'), { ...buy, id: anOrder('i'), timeInForce: 'day', shares: wholeShares(shares) }, {
          node: 'one', now: 1, marketNow: 1, kind: 'share', halted: false, pausedSince: null, publicUntil: null, staleAfterMs: 30_000, isUnquoted: false, hasRates: true, openOrders: 0, lot: null, free: facts.free, feeTable: facts.feeTable, covers: null,
          session: { venue: 'XNAS', day: '2026-11-20', open: 0, close: 2 }, sessionAfter: () => null,
          quote: { ...facts.quote, listing: 'XNAS:KLD', at: 1, bidSize: 1n, askSize: 1n, last: priceE4(ask) },
          rate: { ...rate, at: 1, source: 'practice' },
        }) // prettier-ignore
        return 'refused' in decision ? decision.refused : null
      }
      if (most > 0n) expect(refusedAt(most)).toBeNull()
      expect(refusedAt(most + 1n)).toBe('insufficient_balance')
    }),
  )
})

test.each<[bigint, number, bigint]>([
  [60n, 25, 15n],
  [3n, 25, 1n],
  [0n, 25, 0n],
  [7n, 100, 7n],
  [7n, 0, 0n],
])('of %s, %s %% is %s', (most, percent, part) => {
  expect(partOf(most, percent)).toBe(part)
})

test('estimates a sell against its oldest lots, and what it pays back of their financing', () => {
  const lots = [
    {
      lot: aLot('b'),
      openedAt: 2,
      shares: wholeShares(100n),
      cost: 120_000n,
      financed: 60_001n,
      reserved: wholeShares(0n),
    },
    { lot: aLot('a'), openedAt: 1, shares: wholeShares(50n), cost: 40_000n, financed: 0n, reserved: wholeShares(0n) },
  ]
  const preview = previewFor(sell, owning({ 'XNAS:KLD': 150n }))
  // 999.00 less a fee of 1.00, less 400.00 for the older lot and 600.00 for half of the newer, of which half was financed
  expect(estimatedSale(lots, preview, 100n)).toEqual({ result: 99_900n - 100n - 40_000n - 60_000n, repaid: 30_000n })
  expect(estimatedSale(lots, preview, 150n)?.repaid).toBe(60_001n)
  expect(estimatedSale(lots, preview, 151n)).toBeNull()
})

test('a buy with leverage: its own part is held and leaves, and the worst case is the whole cost', () => {
  const preview = previewFor({ ...buy, leverage: 5, limit: priceE4(100_000n) }, owning({ USD: 500_000n }))
  expect(preview).toMatchObject({
    total: usd(100_100n),
    financed: usd(80_080n),
    held: [usd(20_020n)],
    worst: usd(-100_100n),
    left: [usd(479_980n), eur(0n)],
  })
})

// prettier-ignore
test.each<[string, Partial<Draft>, bigint | null, bigint, boolean]>([
  // 1,000.00 of cash; a share holds 10.22, of which 2.05 are its own part at 5
  ['whole',                            {},              null,    97n,  false],
  ['by cash alone',                    { leverage: 5 }, null,    489n, false],
  ['an equity that covers all of it',  { leverage: 5 }, 1_100_00n, 489n, false],
  ['an equity that covers 200.00',     { leverage: 5 }, 200_00n, 97n,  true],
  ['an equity that covers nothing',    { leverage: 2 }, 0n,      0n,   true],
  ['without leverage none is needed',  {},              0n,      97n,  false],
])('the most shares, %s', (_what, change, room, most, isShort) => {
  const facts = { ...owning({ USD: 1_000_00n }), ...(room === null ? {} : { covers: ({ units }: { units: bigint }) => units <= room }) }
  expect(mostSharesFor({ ...buy, ...change }, facts)).toBe(most)
  expect(previewFor({ ...buy, ...change, shares: wholeShares(most + 1n) }, facts).isMarginShort).toBe(isShort)
})

test('a sell of a lot asks for what other sells leave of it, and for no more than is free', () => {
  const own = { lot: aLot('a'), shares: wholeShares(50n), reserved: 40n }
  const most = (lot: string, free: bigint) =>
    mostSharesFor({ ...sell, lot: aLot(lot) }, owning({ 'XNAS:KLD': free }), [own])
  expect([most('a', 60n), most('a', 9n), most('b', 60n)]).toEqual([10n, 9n, 0n])
})

test('estimates a sell of a lot against that lot, and a sell of the oldest without what is reserved in them', () => {
  const lots = [
    { lot: aLot('b'), openedAt: 2, shares: wholeShares(100n), cost: 120_000n, financed: 0n, reserved: wholeShares(0n) },
    { lot: aLot('a'), openedAt: 1, shares: wholeShares(50n), cost: 40_000n, financed: 0n, reserved: wholeShares(40n) },
  ]
  const preview = { cost: usd(50_000n), fee: usd(100n) }
  const result = (shares: bigint, lot: string | null = null) =>
    estimatedSale(lots, preview, shares, { lot: lot === null ? null : aLot(lot) })?.result ?? null
  expect(result(50n, 'b')).toBe(49_900n - 60_000n)
  expect(result(50n, 'a')).toBe(49_900n - 40_000n)
  expect(result(51n, 'a')).toBeNull()
  // Ten of the older lot, 8.00 each, and 40 of the younger.
  expect(result(50n)).toBe(49_900n - 8_000n - 48_000n)
  expect(result(110n)).not.toBeNull()
  expect(result(111n)).toBeNull()
})
