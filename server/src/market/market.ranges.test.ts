import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCandles } from '@lonja/core/market/market.contract'
import { settableClock } from '../base/clock.ts'
import { marketRoutes } from './market.routes.ts'
import { openLookDoor, recordedMarket } from './market.testing.ts'

const at = (text: string): number => Date.parse(`2013-10-${text}:00Z`)
const HEADING = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
const minute = (time: string, close: number): string =>
  `2013-10-${time}:00Z,${close},${close},${close},${close},100,${close},100,${close},100`
/** New York is open from 13:30 to 20:00 UTC. Nothing is traded on Tuesday the 8th. */
const MINUTES = [
  minute('03T13:30', 10),
  minute('04T13:30', 11),
  minute('04T19:59', 12),
  minute('07T14:00', 13),
  minute('09T13:30', 14),
  minute('09T14:00', 15),
]

const clock = settableClock(at('09T14:01'))
let door: Awaited<ReturnType<typeof openLookDoor>>
beforeAll(async () => {
  const market = recordedMarket(clock, { 'XNYS:ABC': { minutes: [HEADING, ...MINUTES, ''].join('\n') } })
  door = await openLookDoor(marketRoutes(market), clock)
})
afterAll(() => door.close())

// prettier-ignore
test.each<[string, Record<string, string | number>, Record<string, unknown>]>([
  // the range                               asked for                                                        its session and the close before it
  ['the running session',                    { interval: 'minute' },                                          { open: at('09T13:30'), state: 'open',   previousClose: '13.00' }],
  ['a session of the past',                  { interval: 'minute', to: at('07T20:00') },                      { open: at('07T13:30'), state: 'closed', previousClose: '12.00' }],
  ['its first minute alone',                 { interval: 'minute', to: at('04T13:31') },                      { open: at('04T13:30'), state: 'closed', previousClose: '10.00' }],
  ['five minutes of it',                     { interval: '5minutes', to: at('07T20:00') },                    { open: at('07T13:30'), state: 'closed', previousClose: '12.00' }],
  ['a first session',                        { interval: 'minute', to: at('03T20:00') },                      { open: at('03T13:30'), state: 'closed', previousClose: null }],
  ['days up to a past one',                  { interval: 'day', to: at('05T00:00') },                         { open: at('04T13:30'), state: 'closed', previousClose: '10.00' }],
  ['days up to now',                         { interval: 'day' },                                             { open: at('09T13:30'), state: 'open',   previousClose: '13.00' }],
  ['weeks that end on a day without trades', { interval: 'week', to: at('09T00:00') },                        { open: at('08T13:30'), state: 'closed', previousClose: '13.00' }],
  ['weeks up to some time to come',          { interval: 'week', to: at('30T00:00') },                        { open: at('09T13:30'), state: 'open',   previousClose: '13.00' }],
  ['a range without candles',                { interval: 'minute', to: at('01T00:00') },                      { open: at('09T13:30'), state: 'open',   previousClose: '13.00' }],
])('%s has its own session and previous close', async (_what, range, { previousClose, ...session }) => {
  const answer = await door.ask(listCandles, { listing: 'XNYS:ABC', ...range })
  expect(answer).toMatchObject({ session: { opensAt: null, resumesAt: null, ...session }, previousClose })
})
