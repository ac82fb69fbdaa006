import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  eur,
  priceE4,
  rateE6,
  usd,
  cents,
  wholeShares,
  basisPoints,
  type Amount,
  type Asset,
  type ListingId,
} from '../base/amount.ts'
import { aCustomer, aFill, aLot, anOrder } from '../base/ids.testing.ts'
import { HOUR } from '../base/instant.ts'
import { emptyBalance, holdLine, move, type Balance, type Line } from '../ledger/ledger.rules.ts'
import type { ExchangeRate, Quote } from '../market/market.contract.ts'
import { decideFill, actOf, sightOf, type FillFacts } from './fills.rules.ts'
import { NO_CHARGES } from './charges.rules.ts'
import type { FeeTableVersion } from './fees.rules.ts'
import type { Lot } from './lots.rules.ts'
import { FEE_TABLE_VERSIONS } from './fees.names.ts'
import { holdFor, splitHold, worstFor } from './holds.rules.ts'
import type { Order } from './orders.rules.ts'

const ABC: ListingId = 'XNYS:ABC'
const NOW = Date.UTC(2026, 10, 20, 15)
const customer = aCustomer('01890000-0000-7000-8000-00000000000a')
const id = anOrder('01890000-0000-7000-8000-000000000001')
const fillId = aFill('01890000-0000-7000-8000-0000000000f1')

const quoteOf = (bid: bigint, ask: bigint, at = NOW + 1): Quote => ({
  listing: ABC,
  at,
  bid: priceE4(bid),
  ask: priceE4(ask),
  bidSize: 1n,
  askSize: 1n,
  last: priceE4(ask),
})
const rate: ExchangeRate = { rate: rateE6(1_080_000n), markupBps: basisPoints(20n), at: NOW, source: 'practice' }

const buy: Order = {
  node: 'one',
  id,
  customer,
  listing: ABC,
  side: 'buy',
  shares: wholeShares(100n),
  limit: priceE4(100_000n),
  timeInForce: 'day',
  placedAt: NOW,
  marketAt: NOW,
  endsAt: NOW + HOUR,
  worst: priceE4(100_000n),
  asset: 'USD',
  held: [usd(100_100n)],
  feeTable: 2,
  fillRule: 'shared',
  conditions: null,
  through: 0,
  state: 'working',
  filled: wholeShares(0n),
  endedAt: null,
  endReason: null,
}
const sell: Order = { ...buy, side: 'sell', worst: null, asset: ABC, held: [{ asset: ABC, units: 100n }] }

// prettier-ignore
test.each<[string, Order, Quote, boolean]>([
  ['a buy at its limit',                  buy,  quoteOf(99_000n, 100_000n),            true],
  ['a buy, a ten-thousandth above',       buy,  quoteOf(99_000n, 100_001n),            false],
  ['a buy without an ask',                buy,  quoteOf(99_000n, 0n),                  false],
  ['a market buy at its worst price',     { ...buy, limit: null, worst: priceE4(102_000n) }, quoteOf(1n, 102_000n), true],
  ['a market buy above its worst price',  { ...buy, limit: null, worst: priceE4(102_000n) }, quoteOf(1n, 102_001n), false],
  ['a sell at its limit',                 sell, quoteOf(100_000n, 100_100n),           true],
  ['a sell, a ten-thousandth below',      sell, quoteOf(99_999n, 100_100n),            false],
  ['a market sell at any bid',            { ...sell, limit: null }, quoteOf(1n, 100_000n), true],
  ['a market sell without a bid',         { ...sell, limit: null }, quoteOf(0n, 100_000n), false],
  ['the quote it was placed on',          buy,  quoteOf(1n, 1n, NOW),                  false],
  ['a millisecond after it was placed',   buy,  quoteOf(1n, 1n, NOW + 1),              true],
  ['at its last instant',                 buy,  quoteOf(1n, 1n, NOW + HOUR),           true],
  ['a millisecond after its end',         buy,  quoteOf(1n, 1n, NOW + HOUR + 1),       false],
  ['until cancelled, much later',         { ...buy, endsAt: null }, quoteOf(1n, 1n, NOW + 900 * HOUR), true],
  ['cancelled',                           { ...buy, state: 'cancelled' }, quoteOf(1n, 1n), false],
  ['filled',                              { ...buy, state: 'filled' },    quoteOf(1n, 1n), false],
  ['a quote of another listing',          buy,  { ...quoteOf(1n, 1n), listing: 'XNYS:ABD' }, false],
])('does it fill: %s', (_line, order, quote, fills) => {
  expect(actOf(order, quote, sightOf(order))).toBe(fills ? 'fill' : null)
})

const facts = (quote: Quote, change: Partial<FillFacts> = {}): FillFacts => ({
  now: NOW + 9,
  quote,
  source: 'practice',
  rate,
  lots: [],
  fillId,
  posting: 4,
  free: 0n,
  before: NO_CHARGES,
  ...change,
})
/** Fills all shares of an order on an event. */
const fillAll = (order: Order, facts: FillFacts) => decideFill(order, order.shares, facts)
const lot = (left: bigint, costLeft: bigint, openedAt: number, last = '1'): Lot => ({
  customer,
  id: aLot(`01890000-0000-7000-8000-00000000010${last}`),
  listing: ABC,
  order: id,
  openedAt,
  price: priceE4(100_000n),
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

const shown = (lines: readonly Line[]): string[] =>
  lines.map(({ kind, counter, asset, free, held }) => `${kind} ${asset} ${free} ${held} ${counter}`)

describe('a buy', () => {
  test('pays the ask, not its limit, and gets the rest of its hold back', () => {
    const filled = fillAll(buy, facts(quoteOf(98_000n, 99_000n)))
    expect(filled?.fill).toMatchObject({ price: 99_000n, cost: 99_000n, fee: 99n, feeTable: 2, source: 'practice' })
    expect(filled?.fill.quote.at).toBe(NOW + 1)
    expect(shown(filled?.lines ?? [])).toEqual([
      'buy USD 0 -99000 market',
      'fee USD 0 -99 fees',
      'release USD 1001 -1001 hold',
      'buy XNYS:ABC 100 0 market',
    ])
    expect(filled?.lots[0]).toMatchObject({ id: fillId, cost: 99_099n, fee: 99n, left: 100n, costLeft: 99_099n })
    expect(filled?.order).toMatchObject({ state: 'filled', filled: 100n, endedAt: NOW + 9 })
  })

  const mixed: Order = { ...buy, held: [usd(50_000n), eur(47_000n)] }
  test('spends its own cash first and converts what is missing, with the markup as a figure of its own', () => {
    const filled = fillAll(mixed, facts(quoteOf(99_000n, 100_000n)))
    expect(filled?.fill.conversion).toEqual({
      paid: eur(46_389n),
      received: usd(50_100n),
      markup: eur(93n),
      rate: rate.rate,
      rateAt: NOW,
    })
    expect(shown(filled?.lines ?? [])).toEqual([
      'conversion EUR 0 -46389 conversion',
      'conversion EUR 0 -93 markup',
      'conversion USD 0 50100 conversion',
      'buy USD 0 -100000 market',
      'fee USD 0 -100 fees',
      'release EUR 518 -518 hold',
      'buy XNYS:ABC 100 0 market',
    ])
  })
  // prettier-ignore
  test.each<[string, FeeTableVersion, bigint, bigint, bigint]>([
    // where the line is              table   cents of the cost   paid      the markup of 20 ten-thousandths
    ['a little below half a cent',    1,      1_248n,             1_249n,   2n],
    ['half a cent, to the even one',  1,      1_249n,             1_250n,   2n],
    ['a little above half a cent',    1,      1_250n,             1_251n,   3n],
    ['half a cent, up to the even',   1,      1_748n,             1_750n,   4n],
    ['half a cent, the least one',    1,      250n,               250n,     0n],
    ['a whole cent stays one',        2,      499n,               500n,     1n],
    ['a little above goes up',        2,      500n,               501n,     2n],
    ['a little below goes up',        2,      1_247n,             1_249n,   3n],
    ['the least cost of all',         2,      1n,                 2n,       1n],
  ])('the markup is rounded half to even by table 1, up by table 2: %s', (_line, feeTable, cost, paid, markup) => {
    const one: Order = { ...buy, feeTable, shares: wholeShares(1n), limit: null, worst: priceE4(1_000_000n), held: [eur(47_000n)] }
    const equal: ExchangeRate = { ...rate, rate: rateE6(1_000_000n) }
    const filled = fillAll(one, facts(quoteOf(1n, cost * 100n), { rate: equal }))
    expect(filled?.fill.conversion).toMatchObject({ paid: eur(paid), markup: eur(markup) })
  })
  test('that its own cash pays after all converts nothing', () => {
    const filled = fillAll(mixed, facts(quoteOf(49_000n, 49_900n)))
    expect(filled?.fill.conversion).toBeNull()
    expect(shown(filled?.lines ?? []).slice(2, 4)).toEqual(['release USD 50 -50 hold', 'release EUR 47000 -47000 hold'])
  })

  // prettier-ignore
  test.each<[string, Amount, ExchangeRate | null, boolean]>([
    ['the hold to the cent',      eur(46_482n), rate, true],
    ['a cent less than it needs', eur(46_481n), rate, false],
    ['no rate at that moment',    eur(47_000n), null, false],
  ])('never costs more than is held: %s', (_line, held, rateAtFill, fills) => {
    const order = { ...buy, held: [usd(50_000n), held] }
    expect(fillAll(order, facts(quoteOf(99_000n, 100_000n), { rate: rateAtFill })) !== null).toBe(fills)
  })
})

describe('a sell', () => {
  test('gets the bid, pays its fee, and closes the oldest lots first', () => {
    const lots = [lot(80n, 80_080n, NOW - 1, '2'), lot(60n, 30_001n, NOW - 2, '1')]
    const filled = fillAll({ ...sell, limit: null }, facts(quoteOf(110_000n, 111_000n), { lots }))
    expect(filled?.fill).toMatchObject({ price: 110_000n, cost: 110_000n, fee: 110n })
    expect(shown(filled?.lines ?? [])).toEqual([
      'sell XNYS:ABC 0 -100 market',
      'sell USD 110000 0 market',
      'fee USD -110 0 fees',
    ])
    expect(
      filled?.closings.map(({ lot: which, shares, cost, proceeds, fee, realised }) => [
        which.slice(-1),
        shares,
        cost,
        proceeds,
        fee,
        realised,
      ]),
    ).toEqual([
      ['1', 60n, 30_001n, 66_000n, 66n, 35_933n],
      ['2', 40n, 40_040n, 44_000n, 44n, 3_916n],
    ])
    expect(filled?.fill.realised).toBe(39_849n)
    expect(filled?.lots.map(({ left, costLeft }) => [left, costLeft])).toEqual([
      [0n, 0n],
      [40n, 40_040n],
    ])
  })
  // prettier-ignore
  test.each<[string, FeeTableVersion, bigint, bigint, bigint, bigint]>([
    //                                    table   shares   bid         proceeds   fee
    ['half a cent goes to the even one',  1,      200n,    1_248n,     2_496n,    2n],
    ['a part of a cent is lost',          2,      3n,      1_248n,     37n,       1n],
    ['the fee goes up to the cent',       2,      200n,    1_248n,     2_496n,    3n],
    ['the fee is at most what comes in',  2,      1n,      101n,       1n,        1n],
    ['less than a cent is nothing',       2,      1n,      99n,        0n,        0n],
  ])('receives down, and its fee is at most that: %s', (_line, feeTable, count, bid, proceeds, fee) => {
    const order: Order = { ...sell, feeTable, limit: null, shares: wholeShares(count), held: [{ asset: ABC, units: count }] }
    const filled = fillAll(order, facts(quoteOf(bid, bid), { lots: [lot(count, count, NOW - 1)] }))
    expect(filled?.fill).toMatchObject({ cost: proceeds, fee, feeTable, realised: proceeds - fee - count })
    expect(filled?.lines.filter(({ asset }) => asset === 'USD').reduce((sum, line) => sum + line.free, 0n)).toBe(proceeds - fee)
  })
  test('of shares that its lots do not have is a bug', () => {
    expect(() => fillAll(sell, facts(quoteOf(100_000n, 100_000n), { lots: [lot(99n, 1n, NOW)] }))).toThrow(/lots hold/)
  })
})

describe('whatever the figures', () => {
  const price = fc.oneof(fc.bigInt(1n, 20_000n), fc.bigInt(1n, 50_000_000n))
  test('a fill within its worst price never exceeds the hold, and its lines leave nothing held', () => {
    fc.assert(
      fc.property(
        price,
        fc.bigInt(1n, 1_000_000n).map(wholeShares),
        fc.bigInt(0n, 20_000n),
        fc.bigInt(0n, 10_000_000_000n),
        fc.bigInt(500_000n, 2_000_000n),
        fc.constantFrom(...FEE_TABLE_VERSIONS),
        (ask, shares, betterBps, ownCash, rateUnits, feeTable) => {
          const atOrder = quoteOf(ask, ask, NOW)
          const rateAtFill = { ...rate, rate: rateE6(rateUnits) }
          const need = holdFor({ ...buy, limit: null, shares }, atOrder, feeTable)
          const free = (asset: Asset): bigint => (asset === 'USD' ? ownCash : 10n ** 18n)
          const held = splitHold(need, free, rateAtFill) ?? []
          const worst = worstFor({ side: 'buy', limit: null }, atOrder) ?? 0n
          const paid = worst - (worst * betterBps) / 20_001n
          const order: Order = { ...buy, feeTable, limit: null, shares, worst: priceE4(worst), held }
          const filled = fillAll(order, facts(quoteOf(paid, paid), { rate: rateAtFill }))
          expect(filled).not.toBeNull()
          const balances = new Map<Asset, Balance>()
          const posting = { customer, cause: { kind: 'order', id } as const, at: NOW }
          let version = 0
          for (const { asset, units } of held) {
            balances.set(asset, { ...emptyBalance(customer, asset), free: units })
          }
          for (const line of [...held.map(holdLine), ...(filled?.lines ?? [])]) {
            const before = balances.get(line.asset) ?? emptyBalance(customer, line.asset)
            balances.set(line.asset, move(before, posting, line, { version: (version += 1), posting: 1 }).balance) // throws below zero
          }
          for (const balance of balances.values()) expect(balance.held).toBe(0n)
          expect(balances.get(ABC)?.free).toBe(shares)
        },
      ),
      { numRuns: 500, verbose: true },
    )
  })
})
