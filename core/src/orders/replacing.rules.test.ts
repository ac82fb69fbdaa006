import { describe, expect, test } from 'vitest'
import { eur, priceE4, rateE6, usd, wholeShares, basisPoints, type Amount, type Asset } from '../base/amount.ts'
import { HOUR } from '../base/instant.ts'
import { isRefused } from '../base/refusal.ts'
import type { ExchangeRate } from '../market/market.contract.ts'
import { NO_CHARGES, withFill, type Charges } from './charges.rules.ts'
import type { Replacement } from './replacing.contract.ts'
import { holdLeft } from './holds.rules.ts'
import type { Order } from './orders.rules.ts'
import { ABC, NOW, buy, dollars, event, sell, stopped, ticketOf } from './orders.testing.ts'
import { decideReplace, type ReplaceFacts } from './replacing.rules.ts'

const rate: ExchangeRate = { rate: rateE6(1_080_000n), markupBps: basisPoints(20n), at: NOW, source: 'practice' }
const has =
  (...amounts: Amount[]) =>
  (asset: Asset) =>
    amounts.find((amount) => amount.asset === asset)?.units ?? 0n
const calm: ReplaceFacts = {
  now: NOW + 1_000,
  marketNow: NOW + 1_000,
  best: null,
  charges: NO_CHARGES,
  pausedSince: null,
  publicUntil: null,
  session: { venue: 'XNYS', day: '2026-11-20', open: NOW - HOUR, close: NOW + HOUR },
  quote: event(900, 995n, 1_005n),
  rate,
  hasRates: true,
  free: has(usd(1_000_000n), { asset: ABC, units: 50n }),
  lot: null,
}
const asking = (order: Order, change: Partial<Replacement>): Replacement => {
  const { listing: _listing, ...terms } = ticketOf(order)
  return { ...terms, changes: order.conditions?.changes ?? 0, ...change }
}
const replace = (order: Order, change: Partial<Replacement>, facts: Partial<ReplaceFacts> = {}) => {
  const decision = decideReplace(order, asking(order, change), { ...calm, ...facts })
  if (isRefused(decision)) throw new Error(decision.refused)
  return decision
}
const waits = stopped(sell, { by: 'price', price: dollars(900n) })
const paired: Order = { ...waits, limit: null, conditions: { ...waits.conditions!, profit: dollars(1_200n) } }

const refusalOf = (order: Order | undefined, change: Partial<Replacement>, facts: Partial<ReplaceFacts> = {}) => {
  const decision = decideReplace(order, asking(order ?? buy, change), { ...calm, ...facts })
  return isRefused(decision) ? decision.refused : null
}

describe('a replacement', () => {
  // prettier-ignore
  test.each<[string, Order, Partial<Replacement>, [string, bigint][], number]>([
    //                                                              lines: free              place
    ['of a limit, a cent higher',     buy,  { limit: dollars(1_001n) },   [['USD', -11n]],   1_000],
    ['of a limit, a cent lower',      buy,  { limit: dollars(999n) },     [['USD', 10n]],    1_000],
    ['of the shares, more of them',   buy,  { shares: wholeShares(11n) }, [['USD', -1_001n]], 1_000],
    ['of the shares, fewer of them',  buy,  { shares: wholeShares(9n) },  [['USD', 1_001n]], 0],
    ['of the time alone',             buy,  { timeInForce: 'gtc' },       [],                0],
    ['of a sell, more shares',        sell, { shares: wholeShares(12n) }, [[ABC, -2n]],      1_000],
    ['of a sell, fewer shares',       sell, { shares: wholeShares(3n) },  [[ABC, 7n]],       0],
    ['of a sell’s limit',             sell, { limit: dollars(1_100n) },   [],                1_000],
  ])('%s moves the difference of the hold, and keeps its place or loses it', (_line, order, change, moved, place) => {
    const { order: after, lines, old } = replace(order, change)
    expect(lines.map(({ asset, free }) => [asset, free])).toEqual(moved)
    expect(lines.every(({ free, held, counter }) => free + held === 0n && counter === 'hold')).toBe(true)
    expect(after.conditions).toMatchObject({ rankAt: NOW + place, changes: 1 })
    expect(after).toMatchObject({ ...change, through: NOW + 1_000, state: 'working', feeTable: 2 })
    expect(old).toEqual({ change: 1, until: NOW + 1_000, order })
  })

  test('of the time gives the end of the session, or none', () => {
    expect(replace(buy, { timeInForce: 'gtc' }).order.endsAt).toBeNull()
    expect(replace({ ...buy, timeInForce: 'gtc', endsAt: null }, { timeInForce: 'day' }).order.endsAt).toBe(NOW + HOUR)
  })

  test('of an order that is filled in part holds for what is left, and never less than its fills spent', () => {
    const charges: Charges = withFill({ feeTable: 2, side: 'buy', currency: 'USD', leverage: 1 }, NO_CHARGES, {
      price: dollars(990n),
      shares: wholeShares(4n),
    })
    const partly: Order = { ...buy, filled: wholeShares(4n), state: 'part_filled' }
    const { order, lines } = replace(partly, { limit: dollars(1_010n), shares: wholeShares(8n) }, { charges })
    // All eight cost 39.60 + 4 x 10.10 with 0.08 of fee, and 39.64 of it are spent.
    expect(holdLeft(order, charges)).toEqual(
      [usd(8_008n + 0n - 3_964n + 0n)].map(({ asset }) => ({ asset, units: 4_044n })),
    )
    expect(order.held).toEqual([usd(4_044n + 3_964n)])
    expect(lines).toMatchObject([{ asset: 'USD', free: 10_010n - 3_964n - 4_044n }])
  })

  test('takes the other currency where its own falls short, and gives it back where it does not', () => {
    const mixed: Order = { ...buy, held: [usd(5_000n), eur(4_700n)] }
    const dearer = replace(mixed, { limit: dollars(1_010n) }, { free: has(eur(10_000n)) })
    expect(dearer.order.held.map(({ asset }) => asset)).toEqual(['USD', 'EUR'])
    expect(dearer.order.held[0]).toEqual(usd(5_000n))
    const paid = replace(mixed, { limit: dollars(999n) }, { free: has(usd(90_000n)) })
    expect(paid.order.held).toEqual([usd(10_000n)])
    expect(paid.lines.map(({ asset, free }) => [asset, free])).toEqual([
      ['USD', -5_000n],
      ['EUR', 4_700n],
    ])
  })

  test('of a trail follows from the price of that moment; of anything else it goes on from where it is', () => {
    const trailing = stopped(sell, { by: 'amount', distance: dollars(50n) }, dollars(1_000n))
    const wider = replace(trailing, { trail: dollars(60n) }, { best: dollars(1_040n) })
    expect(wider.order.conditions).toMatchObject({
      best: dollars(995n),
      stop: { by: 'amount', distance: dollars(60n) },
    })
    const fewer = replace(trailing, { shares: wholeShares(5n) }, { best: dollars(1_040n) })
    expect(fewer.order.conditions).toMatchObject({ best: dollars(1_040n), rankAt: NOW })
  })

  test('again changes nothing and answers the same, also after the order has ended', () => {
    const replacement = asking(buy, { limit: dollars(1_001n) })
    const first = decideReplace(buy, replacement, calm)
    if (isRefused(first)) throw new Error(first.refused)
    for (const order of [first.order, { ...first.order, state: 'filled' } as Order])
      expect(decideReplace(order, replacement, calm)).toEqual({ order, lines: [], old: null })
    expect(decideReplace(first.order, { ...replacement, limit: dollars(1_002n) }, calm)).toMatchObject({
      refused: 'order_changed',
    })
  })
})

// prettier-ignore
test.each<[string, Order | undefined, Partial<Replacement>, Partial<ReplaceFacts>, string]>([
  ['no such order',                 undefined,                          {},                               {}, 'unknown_order'],
  ['of the other side',             buy,                                { side: 'sell' },                 {}, 'unknown_order'],
  ['an order that has ended',       { ...buy, state: 'expired' },       { limit: dollars(1n) },           {}, 'order_ended'],
  ['one that was changed since',    buy,                                { changes: 1, limit: dollars(1n) }, {}, 'order_changed'],
  ['while trading is paused',       buy,                                { limit: dollars(999n) },         { pausedSince: NOW }, 'trading_paused'],
  ['on a day that is public',       buy,                                { limit: dollars(999n) },         { publicUntil: NOW }, 'day_public'],
  ['a limit made a stop',           buy,                                { limit: null, stop: dollars(1_100n) }, {}, 'kind_stays'],
  ['a limit made a market order',   buy,                                { limit: null },                  {}, 'kind_stays'],
  ['two kinds of stops',            stopped(sell, { by: 'share', bps: 100 }, dollars(999n)), { stop: dollars(900n) }, {}, 'terms_mixed'],
  ['an order for one event',        { ...buy, timeInForce: 'ioc' },     { limit: dollars(999n) },         {}, 'force_stays'],
  ['made one for the open',         buy,                                { timeInForce: 'open' },          {}, 'force_stays'],
  ['fewer shares than filled',      { ...buy, filled: wholeShares(4n), state: 'part_filled' }, { shares: wholeShares(4n) }, {}, 'shares_filled'],
  ['a limit out of reach',          buy,                                { limit: dollars(1n) },           {}, 'limit_out_of_range'],
  ['a stop that is reached now',    stopped(sell, { by: 'price', price: dollars(900n) }), { stop: dollars(995n) }, {}, 'stop_on_wrong_side'],
  ['a profit out of reach first',   paired,                             { stop: dollars(995n), profit: dollars(99_999n) }, {}, 'limit_out_of_range'],
  ['the profit that it has',        { ...paired, conditions: { ...paired.conditions!, profit: dollars(99_999n) } }, { stop: dollars(995n) }, {}, 'stop_on_wrong_side'],
  ['more than is free',             buy,                                { shares: wholeShares(11n) },     { free: has(usd(1_000n)), rate: null }, 'insufficient_balance'],
  ['more, and no rate to convert',  buy,                                { shares: wholeShares(11n) },     { free: has(eur(90_000n)), rate: null }, 'no_rate'],
  ['more shares than are free',     sell,                               { shares: wholeShares(61n) },     {}, 'insufficient_shares'],
  ['no quote to compare with',      buy,                                { limit: dollars(999n) },         { quote: null }, 'no_price'],
  ['a market closed for good',      buy,                                { limit: dollars(999n) },         { session: null }, 'market_closed_for_good'],
  ['more than an order may be',     buy,                                { shares: wholeShares(999_999_999_999n) }, { free: () => 10n ** 17n }, 'amount_too_large'],
])('refused: %s', (_line, order, change, facts, refusal) => {
  expect(refusalOf(order, change, facts)).toBe(refusal)
})

test('a stop that was reached stays; the limit behind it may move', () => {
  const reached: Order = { ...stopped(sell, { by: 'price', price: dollars(900n) }), limit: dollars(890n) }
  const trigger = { at: NOW + 1, bid: dollars(900n), ask: dollars(901n), stop: dollars(900n), best: null }
  const order: Order = { ...reached, conditions: { ...reached.conditions!, trigger } }
  expect(refusalOf(order, { stop: dollars(905n) })).toBe('already_triggered')
  expect(replace(order, { limit: dollars(880n) }).order.conditions?.trigger).toEqual(trigger)
})

test('a trailing stop that was reached keeps the price that it followed when its shares change', () => {
  const trailing = stopped(sell, { by: 'amount', distance: dollars(50n) }, dollars(950n))
  const trigger = { at: NOW + 1, bid: dollars(900n), ask: dollars(901n), stop: dollars(900n), best: dollars(950n) }
  const order: Order = { ...trailing, conditions: { ...trailing.conditions!, trigger } }
  const { order: after } = replace(order, { shares: wholeShares(9n) }, { best: null })
  expect(after.conditions).toMatchObject({ best: dollars(950n), trigger })
})

test('a price in ten-thousandths is held for exactly', () => {
  const { order } = replace(buy, { limit: priceE4(100_001n) })
  // Ten shares at 10.0001 cost 100.001 dollars: 100.01 with the part of a cent, and 0.11 of fee.
  expect(order.held).toEqual([usd(10_012n)])
})
