import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import { ABC, START } from '../orders/orders.testing.ts'
import { saleFactsOf, settlingOf, strikeOf, type EventsMarket } from './events.actions.ts'

const quote = (at: Instant, bid: bigint, ask: bigint): Quote => ({
  listing: ABC,
  at,
  bid: priceE4(bid),
  ask: priceE4(ask),
  bidSize: 100n,
  askSize: 100n,
  last: priceE4(bid),
})

/** A market with some events. The newest at an instant is at most a minute old. */
const marketOf = (events: readonly Quote[]): EventsMarket => ({
  nextQuotes: (_listing, after, until) => events.filter(({ at }) => at > after && at <= until),
  quoteAt: (_listing, until) => events.findLast(({ at }) => at <= until && at > until - MINUTE) ?? null,
})

const option = { listing: ABC, marketAt: START, expiresAt: START + 5 * MINUTE }
const session = { open: START - 2 * HOUR }
/** An event each minute of the hour before the option and of its time, the mid a cent higher each minute. */
const byMinutes = (left: (n: number) => boolean = () => true): Quote[] =>
  Array.from({ length: 66 }, (_event, n) => n - 60)
    .filter(left)
    .map((n) => quote(START + n * MINUTE + SECOND, BigInt(100_000 + n * 100), BigInt(100_200 + n * 100)))

test('the strike is of the first event after the entry with both sides, the settling ones are the last ten', () => {
  const [entry, one, none] = [quote(START, 1n, 3n), quote(START + 2, 4n, 6n), quote(START + 1, 0n, 5n)]
  const last = Array.from({ length: 12 }, (_event, n) => quote(option.expiresAt - (11 - n) * SECOND, 5n, 7n))
  const market = marketOf([entry, none, one, ...last, quote(option.expiresAt + 1, 9n, 9n)])
  expect(strikeOf(market, option)).toEqual({ at: START + 2, bid: 4n, ask: 6n })
  expect(settlingOf(market, option).map(({ at }) => at)).toEqual(last.slice(2).map(({ at }) => at))
})

test('a sale reads the newest event, and the minutes before it in its session', () => {
  const now = START + 4 * MINUTE + 2 * SECOND
  const facts = saleFactsOf(marketOf(byMinutes()), option, now, session)
  expect(facts).toMatchObject({ now, expiresAt: option.expiresAt, strike: { at: START + SECOND }, quote: { at: now - SECOND } }) // prettier-ignore
  // Twice the mid is 200,200 at the entry and 200 more each minute, newest first.
  expect(facts.twiceMids).toHaveLength(61)
  expect([facts.twiceMids[0], facts.twiceMids[60]]).toEqual([201_000n, 189_000n])
  const late = saleFactsOf(marketOf(byMinutes()), option, now, { open: START - 30 * MINUTE })
  expect(late.twiceMids).toHaveLength(35)
  expect(saleFactsOf(marketOf(byMinutes()), option, now, null).twiceMids).toEqual([])
})

test('the minutes of a sale end where one has no quote: a change over two minutes is none of one', () => {
  const now = START + 4 * MINUTE + 2 * SECOND
  expect(saleFactsOf(marketOf(byMinutes((n) => n !== -10)), option, now, session).twiceMids).toHaveLength(14)
})

test('a sale has no quote where the newest event has one side alone', () => {
  const now = START + 2 * SECOND
  const market = marketOf([quote(START + SECOND, 0n, 5n)])
  expect(saleFactsOf(market, option, now, session)).toMatchObject({ strike: null, quote: null, twiceMids: [] })
})
