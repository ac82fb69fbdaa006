import { describe, expect, test } from 'vitest'
import { eur, priceE4, rateE6, usd, wholeShares, basisPoints } from '../base/amount.ts'
import type { Amount, Asset, ListingId } from '../base/amount.ts'
import { aCustomer, aLot, anOrder } from '../base/ids.testing.ts'
import { HOUR, SECOND } from '../base/instant.ts'
import type { ExchangeRate, Quote, Session } from '../market/market.contract.ts'
import type { FeeTableVersion } from './fees.rules.ts'
import { FEE_TABLE_VERSIONS } from './fees.names.ts'
import { ORDER_STATES, type OrderState, type Ticket } from './orders.contract.ts'
import { decideCancel } from './ending.rules.ts'
import { COST_MOST, conversionHold, converted, holdFor, splitHold, worstFor } from './holds.rules.ts'
import { isOpen, type Order } from './orders.rules.ts'
import { OPEN_ORDERS_MOST, decideOrder, sameTicket, type OrderFacts, type OrderRefusal } from './placing.rules.ts'

const ABC: ListingId = 'XNYS:ABC'
const NOW = Date.UTC(2026, 10, 20, 15)
const id = anOrder('01890000-0000-7000-8000-000000000001')
const customer = aCustomer('01890000-0000-7000-8000-00000000000a')

const session: Session = { venue: 'XNYS', day: '2026-11-20', open: NOW - HOUR, close: NOW + HOUR }
const next: Session = { ...session, day: '2026-11-23', open: NOW + 60 * HOUR, close: NOW + 67 * HOUR }
const quote: Quote = {
  listing: ABC,
  at: NOW,
  bid: priceE4(99_900n),
  ask: priceE4(100_000n),
  bidSize: 100n,
  askSize: 100n,
  last: priceE4(100_000n),
}
const rate: ExchangeRate = { rate: rateE6(1_080_000n), markupBps: basisPoints(20n), at: NOW, source: 'practice' }

const shares = wholeShares(100n)
const buy100: Ticket = { id, listing: ABC, side: 'buy', shares, limit: priceE4(100_000n), timeInForce: 'day' }
const atMarket: Ticket = { ...buy100, limit: null }
const sell100: Ticket = { ...buy100, side: 'sell', limit: null }
const lot = aLot('01890000-0000-7000-8000-00000000000b')
const left = (shares: bigint, reserved: bigint) => ({ left: wholeShares(shares), reserved: wholeShares(reserved) })
const pairOf = (stop: bigint, profit: bigint) => ({ ...sell100, timeInForce: 'gtc' as const, stop: priceE4(stop), profit: priceE4(profit) }) // prettier-ignore
const limited = (limit: bigint): Ticket => ({ ...buy100, limit: priceE4(limit) })

const has = (...amounts: Amount[]) => ({
  free: (asset: Asset) => amounts.find((amount) => amount.asset === asset)?.units ?? 0n,
})
const abc = (units: bigint): Amount => ({ asset: ABC, units })
// prettier-ignore
const calm: OrderFacts = {
  node: 'one',
  now: NOW, marketNow: NOW, kind: 'share',
  halted: false, pausedSince: null, publicUntil: null,
  isUnquoted: false, hasRates: true,
  session, sessionAfter: () => null,
  quote,
  staleAfterMs: 30 * SECOND,
  rate,
  openOrders: 0,
  lot: null,
  feeTable: 2,
  covers: null,
  ...has(usd(1_000_000n)),
}
const at = (ms: number) => ({ marketNow: NOW + ms })

// prettier-ignore
test.each<[string, Ticket, Partial<OrderFacts>, Amount[] | OrderRefusal]>([
  // case                              ticket      change from a calm day                          the hold, or the refusal
  ['cash to the cent',                 buy100,     has(usd(100_100n)),                             [usd(100_100n)]],
  ['one cent short, nothing else',     buy100,     has(usd(100_099n)),                             'insufficient_balance'],
  ['one cent short, two euro cents',   buy100,     has(usd(100_099n), eur(2n)),                    'insufficient_balance'],
  ['one cent short, three euro cents', buy100,     has(usd(100_099n), eur(3n)),                    [usd(100_099n), eur(3n)]],
  ['no dollars, euros to the cent',    buy100,     has(eur(93_801n)),                              [eur(93_801n)]],
  ['no dollars, a euro cent short',    buy100,     has(eur(93_800n)),                              'insufficient_balance'],
  ['short, euros, but no rate',        buy100,     { ...has(usd(1n), eur(999_999n)), rate: null }, 'no_rate'],
  ['short, and never a rate',          buy100,     { ...has(usd(1n), eur(999_999n)), rate: null, hasRates: false }, 'no_rate_recorded'],
  ['short, no euros and no rate',      buy100,     { ...has(usd(1n)), rate: null },                'insufficient_balance'],
  ['enough, and no rate needed',       buy100,     { rate: null },                                 [usd(100_100n)]],
  ['at market: ask and collar',        atMarket,   has(usd(102_102n)),                             [usd(102_102n)]],
  ['at market, a cent short',          atMarket,   has(usd(102_101n)),                             'insufficient_balance'],
  ['every share one has',              sell100,    has(abc(100n)),                                 [abc(100n)]],
  ['one share short',                  sell100,    has(abc(99n)),                                  'insufficient_shares'],
  ['as old as a quote may be',         atMarket,   at(30_000),                                     [usd(102_102n)]],
  ['one millisecond older',            atMarket,   at(30_001),                                     'price_stale'],
  ['older, sold at market',            sell100,    { ...at(30_001), ...has(abc(100n)) },            'price_stale'],
  ['older, but with a limit it waits', buy100,     at(30_001),                                     [usd(100_100n)]],
  ['older, at the last instant',       atMarket,   at(HOUR),                                       'price_stale'],
  ['older, but shut since',            atMarket,   { ...at(HOUR + 1), session: next },             [usd(102_102n)]],
  ['at the open it is still shut',     atMarket,   { marketNow: next.open, session: next },        [usd(102_102n)]],
  ['a millisecond after the open',     atMarket,   { marketNow: next.open + 1, session: next },    'price_stale'],
  ['at market, nobody sells',          atMarket,   { quote: { ...quote, ask: priceE4(0n) } },       'no_ask'],
  ['shut, and nobody sold last',       atMarket,   { ...at(HOUR + 1), session: next, quote: { ...quote, ask: priceE4(0n) } }, 'no_ask'],
  ['an ask of a ten-thousandth',       atMarket,   { quote: { ...quote, ask: priceE4(1n) } },       [usd(3n)]],
  ['nobody sells, but a limit waits',  buy100,     { quote: { ...quote, ask: priceE4(0n) } },       [usd(100_100n)]],
  ['nobody sells, and one sells',      sell100,    { quote: { ...quote, ask: priceE4(0n) }, ...has(abc(100n)) }, [abc(100n)]],
  ['no such listing',                  buy100,     { kind: null },                                 'unknown_listing'],
  ['an index is not traded',           buy100,     { kind: 'index' },                              'not_tradable'],
  ['the clock is in doubt',            buy100,     { pausedSince: NOW - 1 },                       'trading_paused'],
  ['the day’s seed is public',         buy100,     { publicUntil: NOW + HOUR },                    'day_public'],
  ['none any more: an old one is none', buy100,    { isUnquoted: true },                           'never_quoted'],
  ['no price yet',                     buy100,     { quote: null },                                'no_price'],
  ['halted, at market',                atMarket,   { halted: true },                               'market_halted'],
  ['halted, sold at market',           sell100,    { halted: true, ...has(abc(100n)) },            'market_halted'],
  ['halted, but with a limit it waits', buy100,    { halted: true, ...at(40_000) },                [usd(100_100n)]],
  ['halted and stale: the halt first', atMarket,   { halted: true, ...at(40_000) },                'market_halted'],
  ['closed for good',                  buy100,     { session: null },                              'market_closed_for_good'],
  ['a tenth of the last price',        limited(10_000n),    {},                                    [usd(10_010n)]],
  ['less than a tenth',                limited(9_999n),     {},                                    'limit_out_of_range'],
  ['ten times the last price',         limited(1_000_000n), has(usd(1_001_000n)),                  [usd(1_001_000n)]],
  ['more than ten times',              limited(1_000_001n), has(usd(9_999_999n)),                  'limit_out_of_range'],
  ['a limit of nothing',               limited(0n),         {},                                    'limit_out_of_range'],
  ['a profit ten times the last price', pairOf(90_000n, 1_000_000n), has(abc(100n)),               [abc(100n)]],
  ['a profit above that',              pairOf(90_000n, 1_000_001n), has(abc(100n)),                'limit_out_of_range'],
  ['such a profit before its stop',    pairOf(9_999n, 1_000_001n), has(abc(100n)),                 'limit_out_of_range'],
  ['a stop out of reach of a pair',    pairOf(9_999n, 1_000_000n), has(abc(100n)),                 'stop_out_of_range'],
  ['as large as an order may be',      { ...limited(10_000n), shares: wholeShares(999_000_999_000n) }, has(usd(COST_MOST)), [usd(COST_MOST - 100n)]],
  ['larger than that',                 { ...limited(10_000n), shares: wholeShares(999_000_999_001n) }, has(usd(COST_MOST * 2n)), 'amount_too_large'],
  ['one below the most open orders',   buy100,     { openOrders: OPEN_ORDERS_MOST - 1 },           [usd(100_100n)]],
  ['as many open orders as may be',    buy100,     { openOrders: OPEN_ORDERS_MOST },               'too_many_open_orders'],
  ['a lot with so many shares left',   { ...sell100, lot }, { lot: left(100n, 0n), ...has(abc(100n)) },  [abc(100n)]],
  ['a lot with one share less',        { ...sell100, lot }, { lot: left(99n, 0n), ...has(abc(100n)) },   'lot_reserved'],
  ['a lot that another sell asks for', { ...sell100, lot }, { lot: left(101n, 2n), ...has(abc(100n)) },  'lot_reserved'],
  ['which leaves just so many',        { ...sell100, lot }, { lot: left(102n, 2n), ...has(abc(100n)) },  [abc(100n)]],
  ['a lot that is not open',           { ...sell100, lot }, { lot: null, ...has(abc(100n)) },            'unknown_lot'],
  ['a lot, too few free shares',       { ...sell100, lot }, { lot: left(100n, 0n), ...has(abc(99n)) },   'insufficient_shares'],
  ['a buy that names a lot',           { ...buy100, lot },  { lot: left(100n, 0n) },                     'lot_for_sells'],
])('%s', (_line, ticket, change, answer) => {
  const decision = decideOrder(customer, ticket, { ...calm, ...change })
  expect('refused' in decision ? decision.refused : decision.order.held).toEqual(answer)
})

test('refusals are tried in the contract’s order: each thing mended shows the next', () => {
  const pauses = { pausedSince: NOW, publicUntil: NOW + HOUR, halted: true, session: null, isUnquoted: true }
  const nothing = { ...calm, ...has(), ...pauses, kind: null, quote: null, openOrders: OPEN_ORDERS_MOST }
  const mends: Partial<OrderFacts>[] = [
    ...[{ kind: 'index' as const }, { kind: 'share' as const }, { pausedSince: null }, { publicUntil: null }],
    ...[{ isUnquoted: false }, { quote }, { halted: false }, { session }, { openOrders: 0 }],
  ]
  let facts: OrderFacts = nothing
  const heard = [undefined, ...mends].map((mend) => {
    facts = { ...facts, ...mend }
    const decision = decideOrder(customer, atMarket, facts)
    return 'refused' in decision ? decision.refused : 'accepted'
  })
  expect(heard).toEqual([
    'unknown_listing',
    'not_tradable',
    'trading_paused',
    'day_public',
    'never_quoted',
    'no_price',
    'market_halted',
    'market_closed_for_good',
    'too_many_open_orders',
    'insufficient_balance',
  ])
})

describe('an accepted order', () => {
  const accept = (ticket: Ticket, change: Partial<OrderFacts> = {}) => {
    const decision = decideOrder(customer, ticket, { ...calm, ...change })
    if ('refused' in decision) throw new Error(decision.refused)
    return decision
  }

  test('for the day ends with the session it falls in', () => {
    expect(accept(buy100).order.endsAt).toBe(session.close)
  })
  test('for the day, placed while shut, ends with the next session', () => {
    expect(accept(buy100, { marketNow: NOW + 2 * HOUR, session: next }).order.endsAt).toBe(next.close)
  })
  test('until cancelled has no end', () => {
    expect(accept({ ...buy100, timeInForce: 'gtc' }).order.endsAt).toBeNull()
  })
  test('carries both clocks', () => {
    const { order } = accept(buy100, { now: NOW + 5 })
    expect([order.placedAt, order.marketAt]).toEqual([NOW + 5, NOW])
  })
  test('moves what it holds from free to held, and nothing else', () => {
    expect(accept(buy100, has(usd(100_099n), eur(3n))).lines).toEqual([
      { asset: 'USD', kind: 'hold', counter: 'hold', free: -100_099n, held: 100_099n },
      { asset: 'EUR', kind: 'hold', counter: 'hold', free: -3n, held: 3n },
    ])
  })
})

// prettier-ignore
test.each<[string, FeeTableVersion, bigint, bigint, bigint]>([
  // what            table, limit in 1/10,000, shares     held, in cents
  ['whole cents',                 1, 100_000n, 1n,        1_001n],
  ['a part of a cent rounds up',  1, 100_001n, 1n,        1_002n],
  ['parts of cents add up first', 1, 100_025n, 4n,        4_005n],
  ['the smallest price there is', 1, 1n,       1n,        1n],
  ['a whole cent of fee',         2, 100_000n, 1n,        1_001n],
  ['its fee rounds up as well',   2, 100_001n, 1n,        1_003n],
  ['parts of cents and its fee',  2, 100_025n, 4n,        4_006n],
  ['the smallest price, its fee', 2, 1n,       1n,        2n],
])('a hold of %s', (_line, feeTable, limit, shares, held) => {
  const draft = { side: 'buy', listing: ABC, limit: priceE4(limit), shares: wholeShares(shares) } as const
  expect(holdFor(draft, quote, feeTable)).toEqual(usd(held))
})

test('an order keeps the fee table that was in force when it was placed', () => {
  const versions = FEE_TABLE_VERSIONS.map((feeTable) => {
    const decision = decideOrder(customer, buy100, { ...calm, feeTable })
    return 'refused' in decision ? decision.refused : decision.order.feeTable
  })
  expect(versions).toEqual([1, 2])
})

test('the worst price of a market buy is the ask with the collar, rounded up; a sell has none', () => {
  expect(worstFor({ side: 'buy', limit: null }, { ask: priceE4(100_000n) })).toBe(102_000n)
  expect(worstFor({ side: 'buy', limit: null }, { ask: priceE4(1n) })).toBe(2n)
  expect(worstFor({ side: 'buy', limit: priceE4(5n) }, quote)).toBe(5n)
  expect(worstFor({ side: 'sell', limit: null }, quote)).toBeNull()
})

test('a hold in the other currency is rounded up at each step, both ways', () => {
  // 1.00 USD at 1.08 is 0.925… EUR; with markup 0.20 % and collar 1 %, each step up a cent
  expect(conversionHold(usd(100n), rate)).toBe(95n)
  expect(conversionHold(eur(100n), rate)).toBe(111n)
  expect(converted(usd(100n), rate.rate)).toEqual(eur(93n))
  expect(converted(eur(100n), rate.rate)).toEqual(usd(108n))
})

test('holds only its own currency if that suffices', () => {
  expect(splitHold(usd(10n), has(usd(10n), eur(10n)).free, rate)).toEqual([usd(10n)])
  expect(splitHold(usd(11n), has(usd(10n)).free, null)).toBeNull()
})

const open = { through: 0, state: 'working', filled: wholeShares(0n), endedAt: null, endReason: null } as const
const order: Order = {
  node: 'one',
  ...buy100,
  customer,
  placedAt: NOW,
  marketAt: NOW,
  endsAt: session.close,
  worst: priceE4(100_000n),
  asset: 'USD',
  held: [usd(100_000n), eur(100n)],
  feeTable: 2,
  fillRule: 'shared',
  conditions: null,
  ...open,
}

// prettier-ignore
test.each<[OrderState, string]>([
  ['working', 'cancelled'], ['cancelled', 'cancelled'], ['filled', 'order_ended'], ['expired', 'order_ended'],
])('cancelling an order that is %s: %s', (state, answer) => {
  const decision = decideCancel({ ...order, state }, NOW)
  expect('refused' in decision ? decision.refused : decision.order.state).toBe(answer)
})

test('a cancel releases all that was held; a repeat moves nothing', () => {
  const first = decideCancel(order, NOW + 1)
  if ('refused' in first) throw new Error(first.refused)
  expect(first.order).toMatchObject({ state: 'cancelled', endReason: 'by_customer', endedAt: NOW + 1 })
  expect(first.lines.map(({ asset, free, held }) => [asset, free, held])).toEqual([
    ['USD', 100_000n, -100_000n],
    ['EUR', 100n, -100n],
  ])
  expect(decideCancel(first.order, NOW + 2)).toEqual({ order: first.order, lines: [] })
  expect(decideCancel(undefined, NOW)).toMatchObject({ refused: 'unknown_order' })
})

test('an order is open until it ends', () => {
  expect(ORDER_STATES.filter((state) => isOpen({ state }))).toEqual(['working', 'part_filled'])
})

// prettier-ignore
test.each<[string, Partial<Ticket>, boolean]>([
  ['nothing',  {},                          true],
  ['shares',   { shares: wholeShares(101n) },            false],
  ['side',     { side: 'sell' },            false],
  ['listing',  { listing: 'XNYS:ABD' },     false],
  ['limit',    { limit: priceE4(99_999n) }, false],
  ['no limit', { limit: null },             false],
  ['time',     { timeInForce: 'gtc' },      false],
  ['lot',      { lot },                     false],
])('a ticket sent again that differs in %s', (_what, change, same) => {
  expect(sameTicket(order, { ...buy100, ...change })).toBe(same)
})
