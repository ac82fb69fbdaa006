import { expect, test } from 'vitest'
import { basisPoints, eur, priceE4, rateE6, usd, wholeShares, type ListingId } from '../base/amount.ts'
import { aCustomer, aFill, anOrder } from '../base/ids.testing.ts'
import { HOUR } from '../base/instant.ts'
import type { Quote } from '../market/market.contract.ts'
import type { FillFacts } from './fills.rules.ts'
import type { Order } from './orders.rules.ts'
import { overtakingEvent } from './overtaken.rules.ts'

const NOW = Date.UTC(2026, 10, 20, 15)
const ABC: ListingId = 'XNYS:ABC'

/** A buy of ten shares at 10.00 at most, which holds 100.10 dollars. */
const buy: Order = {
  node: 'one',
  id: anOrder('o'),
  customer: aCustomer('c'),
  listing: ABC,
  side: 'buy',
  shares: wholeShares(10n),
  limit: priceE4(100_000n),
  timeInForce: 'day',
  placedAt: NOW,
  marketAt: NOW,
  endsAt: NOW + HOUR,
  worst: priceE4(100_000n),
  asset: 'USD',
  held: [usd(10_010n)],
  feeTable: 2,
  through: 0,
  state: 'working',
  filled: wholeShares(0n),
  endedAt: null,
  endReason: null,
}
const sell: Order = { ...buy, side: 'sell', worst: null, asset: ABC, held: [{ asset: ABC, units: 10n }] }
/** The hold in euros covers a rate of 1.08 dollars and not one of 1.00. */
const converted: Order = { ...buy, held: [eur(9_381n)] }

/** An event some milliseconds after the order, with a bid and an ask in whole cents. */
const event = (ms: number, bid: bigint, ask: bigint): Quote => ({
  listing: ABC,
  at: NOW + ms,
  bid: priceE4(bid * 100n),
  ask: priceE4(ask * 100n),
  bidSize: 1n,
  askSize: 1n,
  last: priceE4(ask * 100n),
})
const factsAt =
  (rate: bigint) =>
  (quote: Quote): FillFacts => ({
    now: NOW,
    quote,
    source: 'practice',
    // The rate falls to the one named after the first second.
    rate: {
      rate: rateE6(quote.at > NOW + 1_000 ? 1_080_000n : rate),
      markupBps: basisPoints(20n),
      at: quote.at,
      source: 'practice',
    },
    lots: [],
    fillId: aFill('f'),
    posting: 1,
  })

// prettier-ignore
test.each<[string, Order, readonly Quote[], number, number | null]>([
  ['no event',                              buy,       [],                                                2_000, null],
  ['one that meets it',                     buy,       [event(500, 999n, 1_000n)],                        2_000, 500],
  ['one at the very instant of the end',    buy,       [event(2_000, 999n, 1_000n)],                      2_000, 2_000],
  ['one a millisecond later',               buy,       [event(2_001, 999n, 1_000n)],                      2_000, null],
  ['the first of two that meet it',         buy,       [event(500, 998n, 999n), event(600, 990n, 991n)],  2_000, 500],
  ['the second, where the first is dearer', buy,       [event(500, 999n, 1_001n), event(600, 990n, 991n)], 2_000, 600],
  ['none that meets it',                    buy,       [event(500, 999n, 1_001n)],                        2_000, null],
  ['the quote that it was placed on',       buy,       [event(0, 990n, 991n)],                            2_000, null],
  ['one after its own end',                 buy,       [event(HOUR + 1, 990n, 991n)],                     2 * HOUR, null],
  ['one at its own end',                    buy,       [event(HOUR, 990n, 991n)],                         2 * HOUR, HOUR],
  ['a sell at its limit',                   sell,      [event(500, 1_000n, 1_001n)],                      2_000, 500],
  ['a sell a cent below it',                sell,      [event(500, 999n, 1_000n)],                        2_000, null],
  ['an order that was filled',              { ...buy, state: 'filled' },    [event(500, 999n, 1_000n)],   2_000, null],
  ['an order that was cancelled',           { ...buy, state: 'cancelled' }, [event(500, 999n, 1_000n)],   2_000, null],
  ['a conversion within the hold',          converted, [event(1_500, 999n, 1_000n)],                      2_000, 1_500],
  ['a conversion above the hold',           converted, [event(500, 999n, 1_000n)],                        2_000, null],
  ['above the hold, then within it',        converted, [event(500, 999n, 1_000n), event(1_500, 999n, 1_000n)], 2_000, 1_500],
])('%s', (_line, order, events, until, at) => {
  expect(overtakingEvent(order, events, NOW + until, factsAt(1_000_000n))?.at ?? null).toBe(at === null ? null : NOW + at)
})

test('no event after the one that fills is asked for', () => {
  let asked = 0
  function* events() {
    for (const ms of [100, 200, 300]) {
      asked += 1
      yield event(ms, 999n, 1_000n)
    }
  }
  expect(overtakingEvent(buy, events(), NOW + 2_000, factsAt(1_000_000n))?.at).toBe(NOW + 100)
  expect(asked).toBe(1)
})
