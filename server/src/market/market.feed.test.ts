import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import {
  ABC,
  ESP,
  EU,
  LISTINGS,
  START,
  US,
  areLive,
  bar,
  clock,
  storedListing,
  openServer,
  openTrial,
  quote,
  quoteAndWait,
  trade,
  trial,
  tryFeeds,
  until,
} from './market.feed.trial.testing.ts'

tryFeeds()

test('both streams deliver: signed in, subscribed to some symbols at a time, in batches', async () => {
  await openServer()
  await openTrial([...LISTINGS, ...Array.from({ length: 400 }, (_one, n) => storedListing(`XNYS:X${letters(n)}`))])
  await until(areLive)
  trial.server.say(US, quote(10, 10.02), quote(20, 20.02, 'DEF'), quote(30, 30.02, 'WHO'), trade(10.01))
  trial.server.say(EU, quote(5, 5.01, 'ESP:XMAD'))
  await until(() => trial.market.quote(ESP) !== null && trial.market.dayFigures(ABC) !== null)
  expect(trial.market.quote(ABC)).toMatchObject({ bid: 100_000n, ask: 100_200n, at: START })
  expect(trial.market.quote('XNAS:DEF')).toMatchObject({ ask: 200_200n })
  expect(trial.market.quote(ESP)).toMatchObject({ ask: 50_100n })
  expect(trial.market.dayFigures(ABC)).toMatchObject({ last: 100_100n })
  expect(trial.market.label).toBe('Alpaca SIP, EuroCTP')
  const requests = trial.server.requests.filter(({ path, message }) => path === US && message['action'] === 'subscribe')
  expect(requests.length).toBe(3)
  expect(Math.max(...requests.map(({ message }) => JSON.stringify(message).length))).toBeLessThan(16_384)
  expect(Object.keys(requests[0]?.message ?? {})).toEqual([
    'action',
    'trades',
    'quotes',
    'bars',
    'updatedBars',
    'dailyBars',
    'statuses',
  ])
  expect(trial.logged.join('')).not.toContain('key-secret')
  // A delisted share can still be found. It is not subscribed to and not traded.
  expect(trial.market.find('XNYS:OLD')).not.toBeNull()
  expect(trial.market.stateOf('XNYS:OLD')).toBe('halted')
})

const letters = (n: number): string => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))

test('a broken connection is reopened; missed bars are requested page by page', async () => {
  await openServer()
  const day = Date.UTC(2026, 10, 18, 5)
  trial.server.past.bars['1Day'] = { ABC: [bar(day, 8), bar(day + 24 * HOUR, 9), bar(day + 48 * HOUR, 99)] }
  trial.server.past.quotes = { ABC: quote(10, 10.02, 'ABC', START - SECOND) }
  trial.server.past.rate = { bp: 1.08, mp: 1.0815, ap: 1.083, t: new Date(START).toISOString() }
  await openTrial()
  await until(() => areLive() && trial.market.quote(ABC) !== null)
  await trial.feed.round()
  expect(trial.market.candles(ABC, 'day', { from: 0, to: Infinity, most: 10 }).close).toEqual([80_000n, 90_000n])
  expect(trial.market.rate()).toMatchObject({ rate: 1_081_500n, source: 'alpaca', at: START })
  trial.server.say(US, trade(10.01))
  await until(() => trial.market.dayFigures(ABC)?.last === 100_100n)

  clock.advance(SECOND)
  const before = trial.server.connections.length
  trial.server.drop()
  await until(() => trial.server.connections.length > before)
  clock.advance(3 * MINUTE)
  trial.server.past.bars['1Min'] = { ABC: [0, 1, 2].map((n) => bar(START + n * MINUTE, 10.1 + n / 10)) }
  trial.server.drop()
  await until(areLive)
  await trial.feed.round()
  expect(trial.market.candles(ABC, 'minute', { from: 0, to: Infinity, most: 10 }).close).toEqual([
    101_000n,
    102_000n,
    103_000n,
  ])
  expect(trial.market.dayFigures(ABC)).toMatchObject({ last: 103_000n, previousClose: 90_000n })
})

test('a feed that is away or silent says since when; its prices are stale and nothing trades', async () => {
  await openServer()
  await openTrial()
  await until(areLive)
  await quoteAndWait(1_000)
  const heardAt = clock.now()
  clock.advance(31 * SECOND)
  expect(trial.feed.status()[0]).toMatchObject({ name: 'SIP', state: 'silent', since: heardAt })
  const quoted = trial.market.quote(ABC)
  expect(quoted && trial.market.isStale(quoted)).toBe(true)
  const connections = trial.server.connections.length
  clock.advance(90 * SECOND)
  await until(() => trial.server.connections.length > connections && areLive())
  clock.advance(SECOND)
  trial.server.lies.onConnect = 'close'
  trial.server.drop()
  await until(() => trial.feed.status().every(({ state }) => state === 'away'))
  expect(trial.feed.status()[0]).toMatchObject({ state: 'away', since: clock.now() })
  expect(trial.market.quote(ABC)).toEqual(quoted)
  trial.server.lies.onConnect = null
  await until(areLive)
  await quoteAndWait(1_001)
})

test('out of hours a stream without data is not silent', async () => {
  clock.set(Date.UTC(2026, 10, 21, 12))
  await openServer()
  await openTrial()
  await until(areLive)
  clock.advance(HOUR)
  await sleep(100)
  expect(trial.feed.status().map(({ state }) => state)).toEqual(['live', 'live'])
  expect(trial.server.connections.length).toBe(2)
})

test('a clock that runs behind the feed by a minute serves nothing from the future', async () => {
  await openServer()
  await openTrial()
  await until(areLive)
  trial.server.say(US, quote(10, 10.02, 'ABC', clock.now() + MINUTE), quote(20, 20.02, 'DEF'))
  await until(() => trial.market.quote('XNAS:DEF') !== null)
  expect(trial.market.quote(ABC)).toBeNull()
  expect(trial.feed.book.refused.get('ahead')).toBe(1)
})

test('a feed that offers fewer channels is used as far as it goes', async () => {
  await openServer({ noChannels: ['statuses', 'dailyBars'] })
  await openTrial()
  await until(areLive)
  await quoteAndWait(1_000)
  const channels =
    trial.server.requests.filter(({ message }) => message['action'] === 'subscribe').at(-1)?.message ?? {}
  expect(Object.keys(channels)).toEqual(['action', 'trades', 'quotes', 'bars'])
})

test('refused requests leave gaps, and the streams go on', async () => {
  await openServer()
  trial.server.lies.callStatus = 403
  await openTrial()
  await until(areLive)
  await trial.feed.round()
  await quoteAndWait(1_000)
  expect(trial.market.rate()).toBeNull()
  expect(trial.logged.join('')).toContain('gaps stay')
})

test('a wrong key shows in the status by its error number, and the key is never logged', async () => {
  await openServer()
  await openTrial(LISTINGS, { secret: 'not-the-secret' })
  await until(() => trial.feed.status().every(({ problem }) => problem === '402 auth failed'))
  expect(trial.logged.join('')).not.toContain('not-the-secret')
})

test('candles survive a restart, quotes do not', async () => {
  await openServer()
  await openTrial()
  await until(areLive)
  for (const [n, price] of [10, 10.5, 9.5].entries()) {
    clock.set(START + n * MINUTE + SECOND)
    trial.server.say(US, trade(price))
    await until(() => trial.market.dayFigures(ABC)?.last === BigInt(price * 10_000))
  }
  clock.set(START + 3 * MINUTE + SECOND)
  trial.server.say(US, quote(10, 10.02), {
    T: 'b',
    S: 'ABC',
    o: 9.5,
    h: 9.5,
    l: 9.4,
    c: 9.5,
    v: 500,
    t: new Date(START + 2 * MINUTE).toISOString(),
  })
  await until(() => trial.market.dayFigures(ABC)?.low === 94_000n)
  const range = { from: 0, to: Infinity, most: 100 }
  const before = trial.market.candles(ABC, 'minute', range)
  const day = trial.market.dayFigures(ABC)
  expect(before.close).toEqual([100_000n, 105_000n, 95_000n])
  await trial.feed.close()
  trial.server.lies.callStatus = 500
  await openTrial()
  expect(trial.market.candles(ABC, 'minute', range)).toEqual(before)
  expect(trial.market.dayFigures(ABC)).toEqual(day)
  expect(trial.market.quote(ABC)).toBeNull()
})
