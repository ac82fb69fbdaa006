import { describe, expect, test } from 'vitest'
import { cents, wholeShares } from '../base/amount.ts'
import type { Lot } from '../orders/lots.rules.ts'
import { NOW, buy as buyOrder, event, sell as sellOrder } from '../orders/orders.testing.ts'
import { holdFor } from '../orders/holds.rules.ts'
import type { StrategyOrder } from './events.ts'
import {
  areOrders,
  bookFrom,
  isLost,
  orderIdFor,
  roomOf,
  standingOf,
  ticketsFor,
  type OrderPlace,
} from './passing.rules.ts'
import { bookWith, quoteNow, terms } from './running.testing.ts'

const place: OrderPlace = { run: terms.id, cause: 'bar', at: NOW, wallAt: NOW }
const facts = { ...place, quote: quoteNow, feeTable: 2 } as const

const buy = (shares: number, limit: number | null = null): StrategyOrder => ({ side: 'buy', shares, limit })
const sell = (shares: number): StrategyOrder => ({ side: 'sell', shares, limit: null })

// An order at market holds 10.2204 a share and a thousandth; one at 10.00 holds 10.01.
// prettier-ignore
test.each<[string, Parameters<typeof bookWith>[0], StrategyOrder[], string]>([
  ['as many as asked for',                 {},                                        [buy(10)],            'buy 10'],
  ['no more than the position may have',   {},                                        [buy(1_000)],         'buy 58'],
  ['no more than is free',                 { free: 100_00n },                         [buy(1_000)],         'buy 9'],
  ['a limit to the cent',                  { free: 100_10n },                         [buy(11, 100_000)],   'buy 10'],
  ['a cent too few',                       { free: 100_09n },                         [buy(11, 100_000)],   'buy 9'],
  ['less by what its lots cost',           { costLeft: 499_90n },                     [buy(11, 100_000)],   'buy 10'],
  ['a cent more in its lots',              { costLeft: 499_91n },                     [buy(11, 100_000)],   'buy 9'],
  ['less by what its buys hold',           { free: 900_00n, held: 100_00n, costLeft: 400_00n }, [buy(11, 100_000)], 'buy 9'],
  ['four of 1.005 are whole cents, five not', { free: 4_03n },               [buy(5, 10_050)],     'buy 4'],
  ['not even one',                         { free: 10_00n },                          [buy(1, 100_000)],    ''],
  ['nothing is free',                      { free: -5n },                             [buy(1)],             ''],
  ['the second has what the first leaves', { free: 100_10n },                         [buy(6, 100_000), buy(6, 100_000)], 'buy 6, buy 4'],
  ['own shares',                           { shares: 10n },                           [sell(10)],           'sell 10'],
  ['more than its own',                    { shares: 10n },                           [sell(11)],           'sell 10'],
  ['less those of another sell',           { shares: 10n, selling: 4n },              [sell(10)],           'sell 6'],
  ['none are left',                        { shares: 10n, selling: 10n },             [sell(1)],            ''],
  ['two sells share them',                 { shares: 10n },                           [sell(7), sell(7)],   'sell 7, sell 3'],
])('%s', (_line, changes, orders, tickets) => {
  const passed = ticketsFor(terms, bookWith(changes), orders, facts)
  expect(passed.map(({ side, shares }) => `${side} ${shares}`).join(', ')).toBe(tickets)
})

test('a buy that fills its room has a share less than the room would not hold', () => {
  const holds = (shares: bigint): bigint =>
    holdFor({ side: 'buy', listing: terms.listing, shares: wholeShares(shares), limit: null }, quoteNow, 2).units
  for (let free = 10_25n; free < 600_00n; free += 97n) {
    const [ticket] = ticketsFor(terms, bookWith({ free }), [buy(1_000)], facts)
    const shares = ticket?.shares ?? 0n
    expect([free, holds(shares) <= free, holds(shares + 1n) > free]).toEqual([free, true, true])
  }
})

test('a buy at market without an ask has no ticket', () => {
  expect(ticketsFor(terms, bookWith({}), [buy(1)], { ...facts, quote: event(0, 1_000n, 0n) })).toEqual([])
})

describe('the ids of orders', () => {
  test('are the same whoever derives them', () => {
    expect(orderIdFor(place, 0)).toBe(orderIdFor({ ...place }, 0))
    expect(orderIdFor(place, 0)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  // prettier-ignore
  test.each<[string, Partial<OrderPlace>, number]>([
    ['another run',     { run: 'other' as typeof terms.id }, 0],
    ['another event',   { at: NOW + 1 },                     0],
    ['a quote',         { cause: 'quote' },                  0],
    ['the end',         { cause: 'end' },                    0],
    ['another number',  {},                                  1],
  ])('differ by %s', (_line, change, n) => {
    expect(orderIdFor({ ...place, ...change }, n)).not.toBe(orderIdFor(place, 0))
  })

  test('go by the number that the strategy asked with, whatever passes', () => {
    const tickets = ticketsFor(terms, bookWith({ shares: 5n }), [buy(1_000_000, 1_000_000_000), sell(5)], facts)
    expect(tickets.map(({ id }) => id)).toEqual([orderIdFor(place, 1)])
  })

  test('sort by the time of the server', () => {
    expect(orderIdFor({ ...place, at: 0, wallAt: NOW + 1 }, 0) > orderIdFor({ ...place, at: 1 }, 0)).toBe(true)
  })
})

// prettier-ignore
test.each<[string, StrategyOrder[], boolean]>([
  ['none',                   [],                                        true],
  ['as many as may be',      Array.from({ length: 20 }, () => buy(1)),  true],
  ['one more',               Array.from({ length: 21 }, () => buy(1)),  false],
  ['no shares',              [buy(0)],                                  false],
  ['a part of a share',      [buy(0.5)],                                false],
  ['no number',              [buy(NaN)],                                false],
  ['a limit of nothing',     [buy(1, 0)],                               false],
  ['a limit between two',    [buy(1, 0.5)],                             false],
  ['no side',                [{ ...buy(1), side: 'short' as 'buy' }],   false],
])('the form of orders: %s', (_line, orders, good) => {
  expect(areOrders(orders)).toBe(good)
})

// A run of 1,000.00 that may lose 100.00, with 400.00 free, 100.00 held and 40 shares.
// prettier-ignore
test.each([
  ['at its loss stop',                     0n,     100_000, true],
  ['a ten-thousandth above it',            0n,     100_001, false],
  ['a cent more in cash',                  1n,     100_000, false],
  ['without a bid',                        0n,     0,       false],
])('the value of a run %s', (_line, more, bid, lost) => {
  const book = bookWith({ free: 400_00n + more, held: 100_00n, costLeft: 500_00n, shares: 40n })
  expect(isLost(standingOf(book, terms), bid)).toBe(lost)
  expect(roomOf(book, terms)).toBe(cents(0n))
})

test('a book has what its orders have not filled, and what its lots have left', () => {
  const orders = [
    { ...buyOrder, shares: wholeShares(10n), filled: wholeShares(4n), limit: null },
    { ...sellOrder, shares: wholeShares(9n), filled: wholeShares(2n), limit: null },
    { ...sellOrder, shares: wholeShares(1n), limit: null },
  ]
  const lot = { left: wholeShares(5n), costLeft: cents(50_05n) } as Lot
  const book = bookFrom({ free: cents(1n), held: cents(2n), orders, lots: [lot, { ...lot, left: wholeShares(3n) }] })
  expect(book).toEqual({ free: 1n, held: 2n, costLeft: 100_10n, shares: 8n, buying: 6n, selling: 8n, hasLimits: false })
  expect(bookFrom({ ...book, orders: [buyOrder], lots: [] }).hasLimits).toBe(true)
})

test('a run without shares has its cash', () => {
  expect(isLost(standingOf(bookWith({ free: 900_00n }), terms), 0)).toBe(true)
  expect(isLost(standingOf(bookWith({ free: 900_01n }), terms), 0)).toBe(false)
})
