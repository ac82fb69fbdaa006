import { describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '../base/amount.ts'
import { isRefused } from '../base/refusal.ts'
import { checkExits, exitOrderFor, pricesExpected, sameExits } from './attached.rules.ts'
import { grownExit, isReached, isRemoved } from './growing.rules.ts'
import { kindTermsOf, stopPrice, type KindTerms } from './kinds.rules.ts'
import type { Exits } from './orders.contract.ts'
import { NO_CONDITIONS, type Order } from './orders.rules.ts'

/* Prices are in ten-thousandths: the market stands at 9.99 to 10.00, and the last price is 9.99. */

const market = { bid: priceE4(99_900n), ask: priceE4(100_000n), last: priceE4(99_900n) }
const within = (price: bigint, last: bigint) => price <= last * 10n && price * 10n >= last
const exits = (stop: bigint | null, profit: bigint | null): Exits => ({
  stop: stop === null ? null : priceE4(stop),
  profit: profit === null ? null : priceE4(profit),
})
const follows = (trailBps: number, profit: bigint | null = null): Exits => ({ ...exits(null, profit), trailBps })

type Prices = Partial<Record<'limit' | 'stop' | 'trail', bigint>>

function termsOf(prices: Prices): KindTerms {
  const [limit, stop, trail] = [prices.limit, prices.stop, prices.trail].map((price) =>
    price === undefined ? null : priceE4(price),
  )
  const terms = kindTermsOf({ limit: limit ?? null, stop: stop ?? null, trail: trail ?? null })
  if (isRefused(terms)) throw new Error(terms.refused)
  return terms
}

// prettier-ignore
test.each<[string, Prices, Exits | null, 'buy' | 'sell', string | null]>([
  // the buy                                  its prices                            the exit                    side    the refusal and its field
  ['without any',                             {},                                   null,                       'buy',  null],
  ['of a sell',                               {},                                   exits(90_000n, null),       'sell', 'exits_for_buys exits'],
  ['of no price',                             {},                                   exits(null, null),          'buy',  'exits_empty exits'],
  ['at market, below the bid',                {},                                   exits(99_899n, 100_001n),   'buy',  null],
  ['at market, at the bid',                   {},                                   exits(99_900n, null),       'buy',  'exit_stop_too_high exits.stop'],
  ['at market, a profit at the ask',          {},                                   exits(null, 100_000n),      'buy',  'exit_profit_too_low exits.profit'],
  ['with a limit below the market',           { limit: 90_000n },                   exits(89_999n, 90_001n),    'buy',  null],
  ['with a limit, a stop at it',              { limit: 90_000n },                   exits(90_000n, null),       'buy',  'exit_stop_too_high exits.stop'],
  ['with a limit, a profit at it',            { limit: 90_000n },                   exits(null, 90_000n),       'buy',  'exit_profit_too_low exits.profit'],
  ['with a limit that the market meets',      { limit: 100_000n },                  exits(99_900n, null),       'buy',  'exit_stop_too_high exits.stop'],
  ['with one above it, a profit at that',     { limit: 105_000n },                  exits(null, 105_000n),      'buy',  'exit_profit_too_low exits.profit'],
  ['that waits for a stop',                   { stop: 110_000n },                   exits(109_999n, 110_001n),  'buy',  null],
  ['that waits for a stop, a stop at it',     { stop: 110_000n },                   exits(110_000n, null),      'buy',  'exit_stop_too_high exits.stop'],
  ['that waits for a stop, with a limit',     { stop: 110_000n, limit: 112_000n },  exits(109_999n, 112_001n),  'buy',  null],
  ['the same, a profit at the limit',         { stop: 110_000n, limit: 112_000n },  exits(null, 112_000n),      'buy',  'exit_profit_too_low exits.profit'],
  ['with a limit below its stop',             { stop: 110_000n, limit: 108_000n },  exits(108_000n, null),      'buy',  'exit_stop_too_high exits.stop'],
  ['whose stop follows at 0.50',              { trail: 5_000n },                    exits(104_999n, 105_001n),  'buy',  null],
  ['whose stop follows, a stop at it',        { trail: 5_000n },                    exits(105_000n, null),      'buy',  'exit_stop_too_high exits.stop'],
  ['a stop as far as it may be',              {},                                   exits(9_990n, null),        'buy',  null],
  ['a stop out of reach on the wrong side',  {},                                   exits(9_999_900n, null),    'buy',  'exit_stop_too_high exits.stop'],
  ['a profit out of reach on that side',     {},                                   exits(null, 100n),          'buy',  'exit_profit_too_low exits.profit'],
  ['a stop out of reach',                     {},                                   exits(9_989n, null),        'buy',  'exits_out_of_range exits.stop'],
  ['a profit as far as it may be',            {},                                   exits(null, 999_000n),      'buy',  null],
  ['a profit out of reach',                   {},                                   exits(null, 999_001n),      'buy',  'exits_out_of_range exits.profit'],
  ['whose stop follows at any share',         {},                                   follows(1),                 'buy',  null],
  ['whose stop follows at half of it',        { limit: 90_000n },                   follows(5_000, 90_001n),    'buy',  null],
  ['whose stop follows, a profit at the ask', {},                                   follows(500, 100_000n),     'buy',  'exit_profit_too_low exits.profit'],
  ['with two stops',                          {},                                   { ...follows(500), stop: priceE4(90_000n) }, 'buy', 'terms_mixed exits.trailBps'],
])('the exit of a buy %s', (_what, prices, attached, side, refusal) => {
  const refused = checkExits(attached, { side, terms: termsOf(prices), quote: market }, within)
  expect(refused && `${refused.refused} ${refused.field}`).toBe(refusal)
})

describe('the prices at which a buy is expected to fill', () => {
  test('are those of the market once its own stop was reached', () => {
    const terms = termsOf({ stop: 110_000n })
    expect(pricesExpected({ terms, quote: market, isTriggered: true })).toEqual({ lowest: 99_900n, highest: 100_000n })
  })

  test('are the last price where nobody offers', () => {
    const quote = { bid: priceE4(0n), ask: priceE4(0n), last: priceE4(99_900n) }
    expect(pricesExpected({ terms: termsOf({}), quote })).toEqual({ lowest: 99_900n, highest: 99_900n })
    expect(pricesExpected({ terms: termsOf({ limit: 105_000n }), quote }).lowest).toBe(105_000n)
  })
})

test.each<[Exits | null, Exits | null, boolean]>([
  [null, null, true],
  [exits(1n, null), null, false],
  [exits(1n, 2n), exits(1n, 2n), true],
  [exits(1n, 2n), exits(1n, null), false],
  [follows(5), { ...exits(null, null), trailBps: 5 }, true],
  [follows(5), follows(6), false],
  [follows(5), exits(null, null), false],
  [exits(1n, null), { ...exits(1n, null), trailBps: null }, true],
])('%o and %o are the same: %s', (one, other, same) => expect(sameExits(one, other)).toBe(same))

const buy = (attached: Exits): Pick<Order, 'customer' | 'id' | 'listing' | 'conditions'> => ({
  customer: 'c' as never,
  id: 'b' as never,
  listing: 'XNYS:ABC',
  conditions: { ...NO_CONDITIONS, exits: attached, leverage: 5 },
})
const head = { id: 'x' as never, node: 'n', placedAt: 2_000, feeTable: 2 } as const
const event = { at: 1_000, ...market }
const placed = (attached: Exits, quote = event) => exitOrderFor(buy(attached), { shares: wholeShares(5n), quote }, head)

describe('the exit that a fill places', () => {
  // prettier-ignore
  test.each<[string, Exits, Partial<Order['conditions'] & object>, bigint | null]>([
    ['of both prices is a pair',       exits(90_000n, 110_000n), { stop: { by: 'price', price: priceE4(90_000n) }, profit: priceE4(110_000n) }, null],
    ['of a stop is a stop',            exits(90_000n, null),     { stop: { by: 'price', price: priceE4(90_000n) }, profit: null },              null],
    ['of a profit is a limit',         exits(null, 110_000n),    { stop: null, profit: null },                                                  110_000n],
    ['whose stop follows starts at the bid', follows(500),        { stop: { by: 'share', bps: 500 }, best: priceE4(99_900n), profit: null },     null],
    ['that follows and takes a profit is a pair', follows(500, 110_000n), { stop: { by: 'share', bps: 500 }, best: priceE4(99_900n), profit: priceE4(110_000n) }, null],
  ])('%s', (_what, attached, conditions, limit) => {
    const { order, lines } = placed(attached)
    expect(order).toMatchObject({ side: 'sell', shares: 5n, limit, timeInForce: 'gtc', endsAt: null, marketAt: 1_000, through: 1_000, worst: null })
    expect(order.conditions).toEqual({ ...NO_CONDITIONS, ...conditions, isExit: true, ofBuy: 'b' })
    expect(lines).toMatchObject([{ asset: 'XNYS:ABC', free: -5n, held: 5n }])
  })

  // prettier-ignore
  test.each<[string, bigint, bigint, bigint]>([
    ['the bid',                              99_900n, 100_000n, 99_900n],
    ['the ask where nobody bids',            0n,      100_000n, 100_000n],
    ['two ten-thousandths, and nothing less', 1n,     2n,       2n],
  ])('whose stop follows begins at %s', (_what, bid, ask, best) => {
    const { order } = placed(follows(5_000), { ...event, bid: priceE4(bid), ask: priceE4(ask) })
    expect(order.conditions?.best).toBe(best)
    expect(stopPrice('sell', order.conditions!.stop!, order.conditions!.best)).toBeGreaterThan(0n)
  })

  test('goes on following when it grows', () => {
    const { order } = placed(follows(500))
    const bought = { shares: wholeShares(3n), quote: { at: 1_500 } }
    expect(grownExit({ order, best: priceE4(120_000n) }, bought, 'f' as never).order.conditions?.best).toBe(120_000n)
  })

  test('grows with a further fill, at its place, and what it was is kept with the fill', () => {
    const { order } = placed(exits(90_000n, 110_000n))
    const grown = grownExit({ order, best: null }, { shares: wholeShares(3n), quote: { at: 1_500 } }, 'f' as never)
    expect(grown.order).toMatchObject({ shares: 8n, held: [{ units: 8n }], through: 1_500, marketAt: 1_000, conditions: { changes: 1, rankAt: 1_000 } }) // prettier-ignore
    expect(grown.lines).toMatchObject([{ free: -3n, held: 3n }])
    expect(grown.old).toEqual({ change: 1, until: 1_500, order, fill: 'f' })
  })

  // prettier-ignore
  test.each<[string, Partial<Order>, boolean, boolean]>([
    ['waits',                                   {},                                                                       false, false],
    ['has sold a part',                         { filled: wholeShares(1n) },                                              true,  false],
    ['was taken away by its customer',          { state: 'cancelled', endReason: 'by_customer' },                         false, true],
    ['was closed by hand',                      { state: 'cancelled', endReason: 'closed_by_hand' },                      false, false],
    ['whose stop was reached',                  { conditions: { ...NO_CONDITIONS, trigger: { at: 1, bid: priceE4(1n), ask: priceE4(1n), stop: priceE4(1n), best: null } } }, true, false],
  ])('that %s', (_what, change, reached, removed) => {
    const exit = { ...placed(exits(90_000n, null)).order, ...change }
    expect([isReached(exit), isRemoved(exit)]).toEqual([reached, removed])
  })
})
