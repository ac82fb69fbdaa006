import { beforeEach, expect, test } from 'vitest'
import { SECOND } from '../base/instant.ts'
import { scriptedFeed, traded } from './feed.testing.ts'

const ABC = 'XNYS:ABC'
/** Friday 20 November 2026, 15:00 UTC: New York has been open for half an hour. */
const START = Date.UTC(2026, 10, 20, 15)

let feed: ReturnType<typeof scriptedFeed>
beforeEach(() => {
  feed = scriptedFeed([ABC], START)
})

const dayNow = () => feed.source.dayFiguresAt(ABC, Infinity)
const cancelled = (i: number) => ({ T: 'x', i, x: 'N', p: 15, s: 50, a: 'C' })
const corrected = (oi: number, ci: number, [cp, cs]: readonly [number, number], cc = ['@']) => ({
  T: 'c',
  x: 'N',
  oi,
  ci,
  cp,
  cs,
  cc,
})

test('trades of the running minute are corrected and taken back; for older ones the bars are asked', () => {
  feed.say({ ...traded(10, 100), i: 1 }, START)
  feed.say({ ...traded(15, 50), i: 2 }, START + SECOND)
  feed.say({ ...traded(11, 20), i: 3 }, START + 2 * SECOND)
  feed.say(cancelled(2), START + 3 * SECOND)
  expect(dayNow()).toMatchObject({ high: 110_000n, volume: 120n, last: 110_000n })
  feed.say(corrected(3, 4, [10.5, 25]), START + 4 * SECOND)
  expect(dayNow()).toMatchObject({ high: 105_000n, volume: 125n, last: 105_000n })
  expect([...feed.book.doubtful]).toEqual([])
  feed.say(cancelled(99), START + 5 * SECOND)
  expect([...feed.book.doubtful]).toEqual([ABC])
})

test('a correction into an average price leaves high and last alone, and counts in the volume', () => {
  feed.say({ ...traded(10, 100), i: 1 }, START)
  feed.say({ ...traded(15, 50), i: 2 }, START + SECOND)
  feed.say(corrected(2, 3, [15, 60], ['W']), START + 2 * SECOND)
  expect(dayNow()).toMatchObject({ high: 100_000n, last: 100_000n, volume: 160n })
})

test('a trade that was corrected is found by its new id: a second correction and a cancel name that', () => {
  feed.say({ ...traded(10, 100), i: 1 }, START)
  feed.say({ ...traded(15, 50), i: 2 }, START + SECOND)
  feed.say(corrected(2, 3, [14, 50]), START + 2 * SECOND)
  feed.say(corrected(3, 4, [13, 50]), START + 3 * SECOND)
  expect(dayNow()).toMatchObject({ high: 130_000n, last: 130_000n, volume: 150n })
  feed.say(cancelled(4), START + 4 * SECOND)
  expect(dayNow()).toMatchObject({ high: 100_000n, last: 100_000n, volume: 100n })
  expect([...feed.book.doubtful]).toEqual([])
})

test('a day whose only trade is taken back has no figures', () => {
  feed.say({ ...traded(10, 100), i: 1 }, START)
  feed.say(cancelled(1), START + SECOND)
  expect(dayNow()).toBeNull()
  feed.say(traded(11, 5), START + 2 * SECOND)
  expect(dayNow()).toMatchObject({ open: 110_000n, high: 110_000n, low: 110_000n, volume: 5n })
})
