import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '../base/amount.ts'
import type { Ratio } from '../market/actions.ts'
import { feeFor } from './fees.rules.ts'
import type { Stop } from './kinds.rules.ts'
import type { Order } from './orders.rules.ts'
import { ABC, NOW, buy, dollars, sell, stopped, withConditions } from './orders.testing.ts'
import { splitOrder } from './splitting.rules.ts'

const split = (order: Order, from: bigint, to: bigint, best: Order['limit'] = null) =>
  splitOrder(order, { split: { action: 'a', ratio: { from, to } }, recordAt: NOW + 1_000, best })
const of = (order: Order, shares: bigint, limit: bigint | null = order.limit): Order => ({
  ...order,
  shares: wholeShares(shares),
  limit: limit as Order['limit'],
  worst: order.side === 'buy' ? (limit as Order['worst']) : null,
  held: order.side === 'sell' ? [{ asset: ABC, units: shares }] : order.held,
})
const price = (value: bigint): Stop => ({ by: 'price', price: priceE4(value) })
const trail = (value: bigint): Stop => ({ by: 'amount', distance: priceE4(value) })

describe('an open order at a split', () => {
  // prettier-ignore
  test.each<[string, Order, [bigint, bigint], [bigint, bigint] | null]>([
    //                                                ratio         shares, limit
    ['a buy at 4 for 1',          buy,                [1n, 4n],     [40n, 25_000n]],
    ['a sell at 4 for 1',         sell,               [1n, 4n],     [40n, 25_000n]],
    ['a buy, rounded down',       of(buy, 10n, 100_000n),  [1n, 3n], [30n, 33_333n]],
    ['a sell, rounded up',        of(sell, 10n, 100_000n), [1n, 3n], [30n, 33_334n]],
    ['a buy at 1 for 10',         buy,                [10n, 1n],    [1n, 1_000_000n]],
    ['a buy of one too few',      of(buy, 9n),        [10n, 1n],    null],
    ['a sell of one too many',    of(sell, 11n),      [10n, 1n],    null],
    ['3 for 2, whole',            of(buy, 4n),        [2n, 3n],     [6n, 66_666n]],
    ['3 for 2, half a share',     of(buy, 5n),        [2n, 3n],     null],
    ['a price of nothing',        of(buy, 10n, 3n),   [1n, 4n],     null],
    ['the least price',           of(buy, 10n, 4n),   [1n, 4n],     [40n, 1n]],
  ])('%s', (_line, order, [from, to], expected) => {
    const after = split(order, from, to)?.order
    expect(after ? [after.shares, after.limit] : null).toEqual(expected)
  })

  test('keeps its place, its id, its fills and its hold of cash', () => {
    const order = { ...buy, filled: wholeShares(3n), state: 'part_filled' as const }
    const { order: after, lines, old } = split(order, 1n, 4n)!
    expect(after).toMatchObject({
      id: buy.id,
      shares: 31n,
      filled: 3n,
      worst: 25_000n,
      held: buy.held,
      through: NOW + 1_000,
    })
    expect(after.conditions).toMatchObject({ rankAt: NOW, changes: 1 })
    expect([lines, old]).toEqual([[], { change: 1, until: NOW + 1_000, order, split: { action: 'a', ratio: { from: 1n, to: 4n } } }]) // prettier-ignore
  })

  test('of a sell holds the shares that it became, without those that were sold before', () => {
    const order = { ...sell, filled: wholeShares(3n) }
    const { order: after, lines } = split(order, 1n, 4n)!
    expect([after.shares, after.held]).toEqual([31n, [{ asset: ABC, units: 31n }]])
    expect(lines).toMatchObject([{ asset: ABC, kind: 'hold', free: -21n, held: 21n }])
    expect(split(sell, 10n, 1n)?.lines).toMatchObject([{ kind: 'release', free: 9n, held: -9n }])
  })

  // prettier-ignore
  test.each<[string, Order, bigint | null, Stop | null, bigint | null]>([
    //                                                                     best       stop after        best after
    ['a stop to buy goes up',        stopped(buy, price(100_000n)),        null,      price(33_334n),   null],
    ['a stop to sell goes down',     stopped(sell, price(100_000n)),       null,      price(33_333n),   null],
    ['a stop to sell of nothing',    stopped(sell, price(2n)),             null,      null,             null],
    ['a trail to sell gets wider',   stopped(sell, trail(10_000n)),        100_000n,  trail(3_334n),    33_333n],
    ['a trail to buy gets wider',    stopped(buy, trail(10_000n)),         100_000n,  trail(3_334n),    33_334n],
    ['a trail as wide as its price', stopped(sell, trail(3n)),             4n,        null,             null],
    ['a share of the price stays',   stopped(sell, { by: 'share', bps: 500 }), 100_000n, { by: 'share', bps: 500 }, 33_333n],
  ])('%s', (_line, order, best, stop, followed) => {
    const after = split(order, 1n, 3n, best as Order['limit'])?.order.conditions
    expect(after ? [after.stop, after.best] : null).toEqual(stop && [stop, followed])
  })

  test('a buy without a limit has its worst price rounded down', () => {
    const order = { ...stopped(buy, price(100_000n)), worst: priceE4(102_000n) }
    expect(split(order, 1n, 4n)?.order).toMatchObject({ limit: null, worst: 25_500n, held: buy.held })
    expect(split({ ...order, worst: priceE4(3n) }, 1n, 4n)).toBeNull()
  })

  test('the profit of a pair is rounded up, and its stop down', () => {
    const pair = withConditions(stopped(sell, price(80_000n)), { profit: priceE4(100_000n), isExit: true })
    expect(split(pair, 1n, 3n)?.order.conditions).toMatchObject({ stop: price(26_666n), profit: 33_334n })
  })

  test('a stop that was reached stays as it was, and the limit alone is adjusted', () => {
    const trigger = { at: NOW, bid: dollars(900n), ask: dollars(901n), stop: dollars(900n), best: null }
    const order = withConditions(sell, { stop: price(90_000n), trigger })
    expect(split(order, 1n, 4n)?.order).toMatchObject({ limit: 25_000n, conditions: { stop: price(90_000n), trigger } })
  })

  // prettier-ignore
  test.each<[string, Partial<NonNullable<Order['conditions']>>, object | null]>([
    ['of a buy is rounded as that of a sell', { exits: { stop: priceE4(80_000n), profit: priceE4(100_000n) } }, { stop: 26_666n, profit: 33_334n }],
    ['of a buy may have one price',           { exits: { stop: null, profit: priceE4(100_000n) } },             { stop: null, profit: 33_334n }],
    ['that follows keeps its share',          { exits: { stop: null, trailBps: 500, profit: priceE4(100_000n) } }, { stop: null, trailBps: 500, profit: 33_334n }],
    ['of nothing ends the buy',               { exits: { stop: priceE4(2n), profit: null } },                   null],
  ])('the exit attached %s', (_line, conditions, exits) => {
    expect(split(withConditions(buy, conditions), 1n, 3n)?.order.conditions?.exits ?? null).toEqual(exits)
  })

  test('an exit that names its buy ends, as one that names a lot', () => {
    expect(split(withConditions(sell, { isExit: true, ofBuy: buy.id }), 1n, 4n)).toBeNull()
  })

  test('never needs more than its hold', () => {
    const ratio = fc.record({ from: fc.bigInt(1n, 50n), to: fc.bigInt(1n, 50n) })
    fc.assert(
      fc.property(fc.bigInt(1n, 5_000n), fc.bigInt(1n, 9_000_000n), ratio, (shares, limit, { from, to }: Ratio) => {
        const after = split(of(buy, shares * from, limit), from, to)?.order
        if (!after) return
        const costOf = (order: Pick<Order, 'shares' | 'worst'>): bigint => {
          const cost = (order.worst! * order.shares + 99n) / 100n
          return cost + feeFor(2, 'buy', cost as never, 'USD')
        }
        expect(costOf(after) <= costOf(of(buy, shares * from, limit))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
