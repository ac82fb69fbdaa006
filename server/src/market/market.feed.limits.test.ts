import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import {
  ABC,
  ESP,
  TIMING,
  US,
  clock,
  storedListing,
  openServer,
  openTrial,
  quote,
  quoteAndWait,
  trial,
  tryFeeds,
  until,
} from './market.feed.trial.testing.ts'

tryFeeds()

const letters = (n: number): string => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))
/** 301 listings of New York in the order of their directory, the first of them ABC. */
const MANY = [storedListing(ABC), ...Array.from({ length: 300 }, (_one, n) => storedListing(`XNYS:X${letters(n)}`))]
const LAST: ListingId = `XNYS:X${letters(299)}`

const first = () => trial.feed.status()[0]
const isLive = (): boolean => first()?.state === 'live'
/** The symbols that the server sends quotes of, by what it was asked for and has not refused. */
const requests = () =>
  trial.server.requests
    .filter(({ path, message }) => path === US && message['action'] === 'subscribe')
    .map(({ message }) => message['quotes'] as string[])

test.each([1, 30, 149, 151])('terms of %i symbols: so many are heard, and the others are named', async (limit) => {
  await openServer({ symbolLimit: limit })
  await openTrial(MANY, { eu: null })
  await until(isLive)
  expect(first()).toMatchObject({ heard: limit, wanted: 301, problem: '405 symbol limit exceeded' })
  const quoted = MANY.map(({ listing }) => listing).filter((listing) => trial.market.unquoted(listing) === null)
  expect(quoted).toEqual(MANY.slice(0, limit).map(({ listing }) => listing))
  expect([ABC, LAST].map((listing) => trial.market.unquoted(listing))).toEqual([null, 'not_heard'])
  await quoteAndWait(1_000)
  const line = trial.logged.find((text) => text.includes('gives no more symbols')) ?? ''
  expect(line).toContain(`"heard":${limit},"unheard":${301 - limit},"first":["X${letters(limit - 1)}"`)
  expect(requests().length).toBeLessThan(24)
})

test('terms that hold the whole directory leave nobody out', async () => {
  await openServer({ symbolLimit: 301 })
  await openTrial(MANY, { eu: null })
  await until(isLive)
  expect(first()).toMatchObject({ heard: 301, wanted: 301, problem: null })
  expect(requests().map(({ length }) => length)).toEqual([150, 150, 1])
})

test('the listings named first are subscribed to first, in their order', async () => {
  await openServer({ symbolLimit: 2 })
  await openTrial(MANY, { eu: null, first: [LAST, 'XNYS:NONE', 'XNYS:XAC', LAST] })
  await until(isLive)
  const quoted = MANY.map(({ listing }) => listing).filter((listing) => trial.market.unquoted(listing) === null)
  expect(quoted).toEqual(['XNYS:XAC', LAST])
})

test('terms that shrink hold from the next connection on, and an old quote trades no more', async () => {
  await openServer({ symbolLimit: 151 })
  await openTrial(MANY, { eu: null })
  await until(isLive)
  const second = MANY[1]?.listing ?? LAST
  trial.server.say(US, quote(5, 5.02, second.slice(5)))
  await until(() => trial.market.quote(second) !== null)
  trial.server.lies.symbolLimit = 1
  const before = trial.server.connections.length
  trial.server.drop()
  await until(() => trial.server.connections.length > before && isLive() && first()?.heard === 1)
  expect(trial.market.quote(second)).not.toBeNull()
  expect(trial.market.unquoted(second)).toBe('not_heard')
  await quoteAndWait(1_000)
})

test('a stream that gets no symbol keeps its connection, says so, and asks again after a while', async () => {
  await openServer({ symbolLimit: 0 })
  await openTrial(MANY, { eu: null })
  await until(() => first()?.state === 'empty')
  expect(first()).toMatchObject({ heard: 0, wanted: 301, since: clock.now() })
  clock.advance(5 * 60_000)
  await sleep(2 * TIMING.beatMs)
  expect([trial.server.connections.length, first()?.state]).toEqual([1, 'empty'])
  trial.server.lies.symbolLimit = 30
  clock.advance(HOUR)
  await until(() => first()?.heard === 30)
  expect([trial.server.connections.length, first()?.state]).toEqual([1, 'live'])
  await quoteAndWait(1_000)
})

test('a listing of a stream that the house does not take has no quotes; a delisted share is halted instead', async () => {
  await openServer()
  await openTrial([storedListing(ABC), storedListing(ESP), storedListing('XNYS:OLD', true)], { eu: null })
  await until(isLive)
  expect(trial.market.unquoted(ESP)).toBe('not_heard')
  expect([trial.market.unquoted('XNYS:OLD'), trial.market.stateOf('XNYS:OLD')]).toEqual([null, 'halted'])
})

test('a listing that is not given gets its days, and no quote that nothing follows', async () => {
  await openServer({ symbolLimit: 1 })
  const day = { o: 8, h: 8, l: 8, c: 8, v: 1_000, n: 1, vw: 8, t: '2026-11-19T05:00:00Z' }
  trial.server.past.bars['1Day'] = { ABC: [day], [LAST.slice(5)]: [day] }
  trial.server.past.quotes = { ABC: quote(10, 10.02), [LAST.slice(5)]: quote(8, 8.02) }
  await openTrial(MANY, { eu: null })
  await until(() => trial.market.quote(ABC) !== null)
  await trial.feed.round()
  expect(trial.market.candles(LAST, 'day', { from: 0, to: Infinity, most: 10 }).close).toEqual([80_000n])
  expect(trial.market.quote(LAST)).toBeNull()
})
