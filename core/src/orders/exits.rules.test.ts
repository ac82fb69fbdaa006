import { describe, expect, test } from 'vitest'
import { priceE4 } from '../base/amount.ts'
import { actOf } from './fills.rules.ts'
import { checkProfit, kindOf, kindTermsOf, type Stop } from './kinds.rules.ts'
import { sellTypeOf } from './lots.rules.ts'
import { kindOfOrder, statedIn, type Conditions, type Order } from './orders.rules.ts'
import { NOW, dollars, event, sell, withConditions } from './orders.testing.ts'

/* A pair: a profit at 11.00 and a stop at 9.00, or one that follows. */

const fixed: Stop = { by: 'price', price: dollars(900n) }
const follows: Stop = { by: 'amount', distance: dollars(100n) }
const profit = dollars(1_100n)
const trigger = { at: NOW, bid: dollars(900n), ask: dollars(901n), stop: dollars(900n), best: null }
const pair = (change: Partial<Conditions> = {}): Order =>
  withConditions({ ...sell, limit: null, timeInForce: 'gtc' }, { stop: fixed, profit, isExit: true, ...change })

describe('the prices of a ticket', () => {
  // prettier-ignore
  test.each<[string, Parameters<typeof kindTermsOf>[0], string]>([
    ['a profit and a stop',             { limit: null, stop: dollars(900n), profit },    'pair'],
    ['a profit and an amount',          { limit: null, trail: dollars(10n), profit },    'pair'],
    ['a profit and a share',            { limit: null, trailBps: 500, profit },          'pair'],
    ['a profit alone',                  { limit: null, profit },                         'terms_mixed profit'],
    ['a profit, a stop and a limit',    { limit: profit, stop: dollars(900n), profit },  'terms_mixed profit'],
    ['a profit and two stops',          { limit: null, stop: dollars(900n), trailBps: 500, profit }, 'terms_mixed stop'],
    ['no profit',                       { limit: null, stop: dollars(900n), profit: null }, 'stop'],
  ])('with %s', (_what, prices, kind) => {
    const terms = kindTermsOf(prices)
    expect('refused' in terms ? `${terms.refused} ${terms.field}` : terms.kind).toBe(kind)
    if (!('refused' in terms)) expect(kindOf(terms)).toBe(kind)
  })

  test('are those that the order states', () => {
    expect(kindOfOrder(pair())).toBe('pair')
    expect(statedIn(pair())).toEqual({ stop: dollars(900n), trail: null, trailBps: null, profit })
    expect(statedIn(sell)).toEqual({ stop: null, trail: null, trailBps: null, profit: null })
  })

  // prettier-ignore
  test.each<[string, Stop, bigint, bigint | null, string | null]>([
    ['a ten-thousandth above its stop',  fixed,   90_001n,    null,     null],
    ['at its stop',                      fixed,   90_000n,    null,     'profit_below_stop'],
    ['above a stop that follows',        follows, 90_001n,    100_000n, null],
    ['at a stop that follows',           follows, 90_000n,    100_000n, 'profit_below_stop'],
  ])('may have a profit %s', (_what, stop, of, best, refused) => {
    const answer = checkProfit({ stop, profit: priceE4(of) }, best === null ? null : priceE4(best))
    expect(answer?.refused ?? null).toBe(refused)
    if (answer) expect(answer.field).toBe('profit')
  })
})

describe('an event', () => {
  // prettier-ignore
  test.each<[string, Order, bigint, ReturnType<typeof actOf>]>([
    ['at its profit',                                pair(),                                    1_100n, 'fill'],
    ['above its profit',                             pair(),                                    1_200n, 'fill'],
    ['a cent below its profit',                      pair(),                                    1_099n, null],
    ['a cent above its stop',                        pair(),                                    901n,   null],
    ['at its stop',                                  pair(),                                    900n,   'trigger'],
    ['without a bid',                                pair(),                                    0n,     null],
    ['above its stop, once that was reached',        pair({ trigger }),                         950n,   'fill'],
    ['at both: the profit comes first',              pair({ stop: follows, best: dollars(1_250n) }), 1_120n, 'fill'],
    ['at its profit, for one without',               pair({ profit: null }),                    1_100n, null],
  ])('%s', (_what, order, bid, act) => {
    expect(actOf(order, event(1, bid, bid + 1n), { best: order.conditions?.best ?? null, closing: null })).toBe(act)
  })
})

// prettier-ignore
test.each<[string, Order, string]>([
  ['a sell without conditions',          sell,                              'customer'],
  ['a stop of the customer’s',           pair({ isExit: false, profit: null, trigger }), 'customer'],
  ['an exit whose stop was reached',     pair({ trigger }),                 'stop_loss'],
  ['a pair before that',                 pair(),                            'take_profit'],
  ['an exit with a limit',               withConditions(sell, { isExit: true }), 'take_profit'],
])('the sell type of %s', (_what, order, way) => {
  expect(sellTypeOf(order)).toBe(way)
})
