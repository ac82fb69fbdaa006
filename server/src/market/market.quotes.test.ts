import { expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { settableClock } from '../base/clock.ts'
import { recordedMarket } from './market.testing.ts'

const ABC: ListingId = 'XNYS:ABC'
const at = (text: string): Instant => Date.parse(`2013-10-${text}Z`)

// Friday before the open, in the session and after it; Monday before the open and in the session; Tuesday.
const MINUTES = ['04T13:28', '04T13:29', '04T13:30', '04T19:59', '04T20:00', '07T13:29', '07T13:30', '08T15:00']
const row = (time: string, n: number): string => `2013-10-${time}:00Z,1${n},1${n},1${n},1${n},100,1${n},5,1${n}.5,5`
const CSV = ['time,open,high,low,close,volume,bid,bid_size,ask,ask_size', ...MINUTES.map(row), ''].join('\n')

const clock = settableClock(at('08T23:00:00'))
const market = recordedMarket(clock, { [ABC]: { minutes: CSV } })
const atClock = <T>(text: string, look: () => T): T => {
  clock.set(at(text))
  return look()
}

// prettier-ignore
test.each<[string, string, string, string[]]>([
  // what is asked                            after            until            the times of the quotes
  ['a quote at the open is before it',        '04T13:00:00',   '04T13:30:00',   []],
  ['the first after it is in the session',    '04T13:00:00',   '04T13:31:00',   ['04T13:31']],
  ['one at the close is in the session',      '04T13:31:00',   '04T20:00:00',   ['04T20:00']],
  ['one after it is not',                     '04T20:00:00',   '07T13:30:00',   []],
  ['from session to session',                 '04T13:00:00',   '08T23:00:00',   ['04T13:31', '04T20:00', '07T13:31', '08T15:01']],
  ['not again the one it was gone through to','04T13:31:00',   '07T13:31:00',   ['04T20:00', '07T13:31']],
])('what orders may fill on: %s', (_name, after, until, times) => {
  const quotes = atClock('08T23:00:00', () => market.nextQuotes(ABC, at(after), at(until)))
  expect(quotes.map((quote) => new Date(quote.at).toISOString().slice(8, 16))).toEqual(times)
})

test('returns no more quotes than requested, and none beyond the clock', () => {
  const next = (most?: number) => market.nextQuotes(ABC, at('04T00:00:00'), at('09T00:00:00'), most).length
  expect(atClock('08T23:00:00', () => next())).toBe(4)
  expect(atClock('08T23:00:00', () => next(2))).toBe(2)
  expect(atClock('07T13:30:59', () => next())).toBe(2)
})

// prettier-ignore
test.each<[string, string, string, boolean]>([
  ['in the session, two minutes old',     '04T13:33:00', '04T13:31', false],
  ['a second older',                      '04T13:33:01', '04T13:31', true],
  ['old, but at the open itself',         '07T13:30:00', '07T13:30', false],
  ['old, but the market is shut',         '05T12:00:00', '04T20:01', false],
])('a quote %s', (_name, now, quotedAt, stale) => {
  const quote = atClock(now, () => market.quote(ABC))
  expect(new Date(quote?.at ?? 0).toISOString().slice(8, 16)).toBe(quotedAt)
  expect(quote && market.isStale(quote)).toBe(stale)
})

// prettier-ignore
test.each<[string, string, 'open' | 'closed', string | null, string | null]>([
  // when                       the clock       state     began last  is or comes next
  ['before the first',          '04T12:00:00',  'closed', '2013-10-03', '2013-10-04'],
  ['at the open',               '04T13:30:00',  'closed', '2013-10-03', '2013-10-04'],
  ['a moment later',            '04T13:30:01',  'open',   '2013-10-04', '2013-10-04'],
  ['at the close',              '04T20:00:00',  'open',   '2013-10-04', '2013-10-04'],
  ['a moment later',            '04T20:00:01',  'closed', '2013-10-04', '2013-10-07'],
  ['on Sunday',                 '06T15:00:00',  'closed', '2013-10-04', '2013-10-07'],
  ['after the last bar',        '08T15:01:01',  'closed', '2013-10-08', null],
])('the session %s', (_when, now, state, latest, next) => {
  const seen = atClock(now, () => [market.state('XNYS'), market.latestSession('XNYS')?.day, market.session('XNYS')?.day ?? null])
  expect(seen).toEqual([state, latest, next])
})

test('the latest trade is the newest quote’s', () => {
  expect(atClock('04T20:01:00', () => market.last(ABC))).toBe(140_000n)
  expect(atClock('04T20:01:00', () => market.dayFigures(ABC)?.last)).toBe(130_000n)
  expect(market.find('XNYS:NADA')).toBeNull()
  expect(market.last('XNYS:NADA')).toBeNull()
})

test('the board equals the day figures, to the second', () => {
  const board = atClock('07T13:31:00', () => market.board())
  const day = market.dayFigures(ABC)
  expect(board.listings).toEqual([ABC])
  expect([board.last[0], board.previousClose[0], board.volume[0]].map(BigInt as (value: unknown) => bigint)).toEqual([
    day?.last,
    day?.previousClose,
    day?.volume,
  ])
  expect(atClock('07T13:30:59', () => market.board(Infinity)).last[0]).toBe(130_000)
})
