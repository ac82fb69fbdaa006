import { expect, test } from 'vitest'
import { priceE4, type PriceE4 } from '../base/amount.ts'
import { bestAfter, checkStop, kindOf, kindTermsOf, reachesStop, stopPrice, type Stop } from './kinds.rules.ts'
import { dollars, event } from './orders.testing.ts'

type Prices = Parameters<typeof kindTermsOf>[0]
const limit = dollars(1_000n)
const stop = dollars(900n)

// prettier-ignore
test.each<[string, Prices, string]>([
  ['no price',                      { limit: null },                                     'market'],
  ['nulls as well',                 { limit: null, stop: null, trail: null, trailBps: null }, 'market'],
  ['a limit',                       { limit },                                           'limit'],
  ['a stop',                        { limit: null, stop },                               'stop'],
  ['both',                          { limit, stop },                                     'stop_limit'],
  ['a trail of an amount',          { limit: null, trail: dollars(50n) },                'trailing'],
  ['a trail of a share',            { limit: null, trailBps: 500 },                      'trailing'],
  ['two trails',                    { limit: null, trail: dollars(50n), trailBps: 500 }, 'terms_mixed trail'],
  ['a trail and a stop',            { limit: null, stop, trailBps: 500 },                'terms_mixed stop'],
  ['a trail and a limit',           { limit, trailBps: 500 },                            'terms_mixed limit'],
])('a ticket with %s is of the kind %s', (_line, prices, kind) => {
  const terms = kindTermsOf(prices)
  expect('refused' in terms ? `${terms.refused} ${terms.field}` : terms.kind).toBe(kind)
  if (!('refused' in terms)) expect(kindOf(terms)).toBe(kind)
})

const fixed: Stop = { by: 'price', price: stop }
const amount: Stop = { by: 'amount', distance: dollars(50n) }
const share: Stop = { by: 'share', bps: 500 }

// prettier-ignore
test.each<[string, 'buy' | 'sell', Stop, bigint | null, bigint]>([
  ['a fixed stop, whatever the market did',       'sell', fixed,  null,    90_000n],
  ['below the best bid by an amount',             'sell', amount, 100_000n, 95_000n],
  ['above the best ask by an amount',             'buy',  amount, 100_000n, 105_000n],
  ['below the best bid by five per cent',         'sell', share,  100_000n, 95_000n],
  ['above the best ask by five per cent',         'buy',  share,  100_000n, 105_000n],
  ['a share is rounded down to a ten-thousandth', 'sell', share,  100_019n, 95_019n],
  ['a share is at least a ten-thousandth',        'sell', { by: 'share', bps: 1 }, 9n, 8n],
])('a stop is at: %s', (_line, side, of, best, at) => {
  expect(stopPrice(side, of, best === null ? null : priceE4(best))).toBe(at)
})

// prettier-ignore
test.each<[string, 'buy' | 'sell', bigint, bigint, boolean]>([
  ['a sell, the bid at its stop',        'sell', 900n, 999n, true],
  ['a sell, the bid below it',           'sell', 899n, 999n, true],
  ['a sell, the bid a cent above',       'sell', 901n, 902n, false],
  ['a sell, the ask below, the bid not', 'sell', 901n, 899n, false],
  ['a sell without a bid',               'sell', 0n,   899n, false],
  ['a buy, the ask at its stop',         'buy',  100n, 900n, true],
  ['a buy, the ask above it',            'buy',  100n, 901n, true],
  ['a buy, the ask a cent below',        'buy',  100n, 899n, false],
  ['a buy, the bid above, the ask not',  'buy',  901n, 899n, false],
  ['a buy without an ask',               'buy',  901n, 0n,   false],
])('is a stop at 9.00 reached: %s', (_line, side, bid, ask, reached) => {
  expect(reachesStop(side, fixed, null, event(1, bid, ask))).toBe(reached)
})

test('a trailing stop follows the market and never goes back', () => {
  let [sells, buys]: PriceE4[] = [dollars(1_000n), dollars(1_000n)]
  const seen: [bigint, bigint][] = []
  for (const [bid, ask] of [
    [990n, 1_010n],
    [1_020n, 1_030n],
    [1_005n, 980n],
    [0n, 0n],
    [1_019n, 979n],
  ] as const) {
    sells = bestAfter('sell', sells as PriceE4, event(1, bid, ask))
    buys = bestAfter('buy', buys as PriceE4, event(1, bid, ask))
    seen.push([sells / 100n, buys / 100n])
  }
  expect(seen).toEqual([
    [1_000n, 1_000n],
    [1_020n, 1_000n],
    [1_020n, 980n],
    [1_020n, 980n],
    [1_020n, 979n],
  ])
})

const near = (price: PriceE4, last: PriceE4): boolean => price <= last * 10n && price * 10n >= last
// prettier-ignore
test.each<[string, 'buy' | 'sell', Stop, bigint, bigint, string | null]>([
  ['a sell below the bid',                'sell', fixed,  901n,   910n,   null],
  ['a sell at the bid',                   'sell', fixed,  900n,   910n,   'stop_on_wrong_side stop'],
  ['a buy above the ask',                 'buy',  fixed,  890n,   899n,   null],
  ['a buy at the ask',                    'buy',  fixed,  890n,   900n,   'stop_on_wrong_side stop'],
  ['a sell, no bid to compare with',      'sell', fixed,  0n,     910n,   null],
  ['a stop of a tenth of the price',      'sell', fixed,  8_999n, 9_000n, null],
  ['a stop of less than that',            'sell', fixed,  9_000n, 9_001n, 'stop_out_of_range stop'],
  ['a trail of less than the price',      'sell', amount, 56n,    57n,    null],
  ['a trail of all the price',            'sell', amount, 50n,    51n,    'trail_too_wide trail'],
  ['a trail below a tenth of the price',  'sell', amount, 55n,    56n,    'trail_too_wide trail'],
  ['a trail to buy, beyond ten times',    'buy',  amount, 1n,     5n,     'trail_too_wide trail'],
  ['a trail without a price to follow',   'sell', share,  0n,     100n,   'no_price'],
])('a stop that is placed: %s', (_line, side, of, bid, ask, refusal) => {
  const wrong = checkStop(side, of, event(1, bid, ask), near)
  expect(wrong && [wrong.refused, wrong.field].filter(Boolean).join(' ')).toBe(refusal)
})
