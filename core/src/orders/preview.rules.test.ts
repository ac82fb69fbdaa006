import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eur, priceE4, rateE6, usd, wholeShares, basisPoints, type Asset } from '../base/amount.ts'
import { aCustomer, anOrder, aLot } from '../base/ids.testing.ts'
import { decideOrder } from './placing.rules.ts'
import { estimatedResult, mostSharesFor, partOf, previewFor, type Draft, type PreviewFacts } from './preview.rules.ts'

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

test('estimates a sell against its oldest lots', () => {
  const lots = [
    { lot: aLot('b'), openedAt: 2, shares: wholeShares(100n), cost: 120_000n, reserved: wholeShares(0n) },
    { lot: aLot('a'), openedAt: 1, shares: wholeShares(50n), cost: 40_000n, reserved: wholeShares(0n) },
  ]
  const preview = previewFor(sell, owning({ 'XNAS:KLD': 150n }))
  // 999.00 less a fee of 1.00, less 400.00 for the older lot and 600.00 for half of the newer
  expect(estimatedResult(lots, preview, 100n)).toBe(99_900n - 100n - 40_000n - 60_000n)
  expect(estimatedResult(lots, preview, 151n)).toBeNull()
})

test('estimates a sell of a lot against that lot, and a sell of the oldest without what is reserved in them', () => {
  const lots = [
    { lot: aLot('b'), openedAt: 2, shares: wholeShares(100n), cost: 120_000n, reserved: wholeShares(0n) },
    { lot: aLot('a'), openedAt: 1, shares: wholeShares(50n), cost: 40_000n, reserved: wholeShares(40n) },
  ]
  const preview = { cost: usd(50_000n), fee: usd(100n) }
  expect(estimatedResult(lots, preview, 50n, { lot: aLot('b') })).toBe(49_900n - 60_000n)
  expect(estimatedResult(lots, preview, 50n, { lot: aLot('a') })).toBe(49_900n - 40_000n)
  expect(estimatedResult(lots, preview, 51n, { lot: aLot('a') })).toBeNull()
  // Ten of the older lot, 8.00 each, and 40 of the younger.
  expect(estimatedResult(lots, preview, 50n)).toBe(49_900n - 8_000n - 48_000n)
  expect(estimatedResult(lots, preview, 110n)).not.toBeNull()
  expect(estimatedResult(lots, preview, 111n)).toBeNull()
})
