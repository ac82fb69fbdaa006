import { expect, test } from 'vitest'
import { priceE4 } from '../base/amount.ts'
import { HOUR } from '../base/instant.ts'
import { NO_CHARGES } from './charges.rules.ts'
import { decideExpiry, type ExpiryFacts } from './ending.rules.ts'
import type { Order } from './orders.rules.ts'
import { NOW, buy, stopped, withConditions } from './orders.testing.ts'

const session = { close: NOW + HOUR }
const order = buy
const later = (change: Partial<ExpiryFacts>): ExpiryFacts => ({
  now: NOW,
  marketNow: session.close + 1,
  closedForGood: false,
  lastQuoteAt: null,
  charges: NO_CHARGES,
  ...change,
})
const market: Order = { ...order, limit: null }
const forEver: Order = { ...order, endsAt: null, timeInForce: 'gtc' }

// prettier-ignore
test.each<[string, Order, Partial<ExpiryFacts>, string | null]>([
  ['at its last instant it still lives',       order,   { marketNow: session.close },        null],
  ['a millisecond later it ends',              order,   {},                                  'end_of_day'],
  ['at market, and no quote came',             market,  {},                                  'end_of_day'],
  ['at market, the quote it was placed on',    market,  { lastQuoteAt: NOW },                'end_of_day'],
  ['at market, and quotes were above',         market,  { lastQuoteAt: NOW + 1 },            'beyond_collar'],
  ['with a limit, and quotes were above',      order,   { lastQuoteAt: NOW + 1 },            'end_of_day'],
  ['a sell at market has no collar',           { ...market, side: 'sell', worst: null }, { lastQuoteAt: NOW + 1 }, 'end_of_day'],
  ['until cancelled',                          forEver, {},                                  null],
  ['until cancelled, closed for good',         forEver, { closedForGood: true },             'market_closed_for_good'],
  ['a stop that was never reached',             stopped(market, { by: 'price', price: priceE4(1n) }), { lastQuoteAt: NOW + 1 }, 'end_of_day'],
  ['at the close, beyond its collar',           withConditions(market, { opensAt: NOW - 1 }), { lastQuoteAt: NOW + 1 }, 'beyond_collar'],
  ['at the close, with a limit',                withConditions(order, { opensAt: NOW - 1 }), { lastQuoteAt: NOW + 1 }, 'auction_over'],
  ['filled before',                            { ...order, state: 'filled' }, {},            null],
  ['cancelled before',                         { ...order, state: 'cancelled' }, {},         null],
])('expiry: %s', (_line, what, change, reason) => {
  const decision = decideExpiry(what, later(change))
  expect(decision?.order.endReason ?? null).toBe(reason)
  if (decision) expect(decision.order.state).toBe('expired')
})
