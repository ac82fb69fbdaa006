import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import type { Kept } from '@lonja/core/market/directory'
import { settableClock } from '../base/clock.ts'
import { openDb, type Db } from '../base/db.ts'
import { openLog } from '../base/log.ts'
import { testDatabase, type TestDatabase } from '../base/testing.ts'
import { openFeed, type Feed } from './market.feed.ts'
import { openFeedServer, type FeedServer, type FeedServerOptions, type Lies } from './market.feed.testing.ts'
import { marketFor, type Market } from './market.quotes.ts'

const ABC: ListingId = 'XNYS:ABC'
const ESP: ListingId = 'XMAD:ESP'
const US = '/v2/sip'
const EU = '/v3/stocks/euroctp'
/** Friday 20 November 2026, 15:00 UTC: both markets are open. */
const START = Date.UTC(2026, 10, 20, 15)

let database: TestDatabase
let db: Db
let server: FeedServer
let feed: Feed
let market: Market
const clock = settableClock(START)
const logged: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  clock.set(START)
  logged.length = 0
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('truncate feed_days, feed_years')
  await owner.end()
})
afterEach(async () => {
  await feed.close()
  await server.close()
})

const kept = (listing: ListingId, isDelisted = false): Kept => ({
  listing,
  name: listing.slice(5),
  sector: 'none',
  sharesInIssue: 0n,
  isDelisted,
})
const LISTINGS = [kept(ABC), kept('XNAS:DEF'), kept('XASE:GHI'), kept(ESP), kept('XNYS:OLD', true)]
/** Everything that takes time takes little: what is measured in the market's time is measured by the test's clock. */
const TIMING = { answerMs: 400, beatMs: 250, waitMs: 10, waitMostMs: 40 }

async function openServer(options: FeedServerOptions = {}): Promise<void> {
  server = await openFeedServer(options)
}

async function open(listings: readonly Kept[] = LISTINGS, settings: { secret?: string } = {}): Promise<void> {
  const log = openLog('info', { write: (line) => void logged.push(line) })
  const { streamUrl, dataUrl } = server
  feed = await openFeed({
    db,
    clock,
    log,
    listings,
    timing: TIMING,
    settings: {
      us: 'sip',
      eu: 'euroctp',
      streams: 'sip euroctp',
      key: 'KEYID',
      secret: 'key-secret',
      streamUrl,
      dataUrl,
      ...settings,
    },
  })
  market = marketFor(feed.source)
}

async function until(holds: () => boolean, what = 'it'): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (holds()) return
    await sleep(10)
  }
  throw new Error(`${what} never came to hold: ${JSON.stringify(feed.status())}`)
}
const areLive = (): boolean => feed.status().every(({ state }) => state === 'live') && server.subscribed() === 2

let trades = 0
const quote = (bid: number, ask: number, S = 'ABC', t = clock.now()) => ({
  T: 'q',
  S,
  bx: 'N',
  bp: bid,
  bs: 100,
  ax: 'N',
  ap: ask,
  as: 200,
  t: new Date(t).toISOString(),
  c: ['R'],
  z: 'A',
})
const trade = (price: number, S = 'ABC', t = clock.now()) => ({
  T: 't',
  S,
  i: ++trades,
  x: 'N',
  p: price,
  s: 100,
  t: new Date(t).toISOString(),
  c: ['@'],
  z: 'A',
})
const bar = (t: number, price: number) => ({
  t: new Date(t).toISOString(),
  o: price,
  h: price,
  l: price,
  c: price,
  v: 1_000,
  n: 1,
  vw: price,
})

/** Says a quote in whole cents, the ask two above, and again, until it is served: all that was said before has been heard. */
async function sayAndHear(bidCents: number): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    clock.advance(10)
    server.say(US, quote(bidCents / 100, (bidCents + 2) / 100))
    for (let waits = 0; waits < 20; waits++) {
      if (market.quote(ABC)?.bid === BigInt(bidCents * 100)) return
      await sleep(5)
    }
  }
  throw new Error(`the quote of ${bidCents} cents is not served: ${JSON.stringify(feed.status())}`)
}

test('both streams are heard: signed in, subscribed some symbols at a time, in batches', async () => {
  await openServer()
  await open([...LISTINGS, ...Array.from({ length: 400 }, (_one, n) => kept(`XNYS:X${letters(n)}`))])
  await until(areLive)
  server.say(US, quote(10, 10.02), quote(20, 20.02, 'DEF'), quote(30, 30.02, 'WHO'), trade(10.01))
  server.say(EU, quote(5, 5.01, 'ESP:XMAD'))
  await until(() => market.quote(ESP) !== null && market.dayFigures(ABC) !== null)
  expect(market.quote(ABC)).toMatchObject({ bid: 100_000n, ask: 100_200n, at: START })
  expect(market.quote('XNAS:DEF')).toMatchObject({ ask: 200_200n })
  expect(market.quote(ESP)).toMatchObject({ ask: 50_100n })
  expect(market.dayFigures(ABC)).toMatchObject({ last: 100_100n })
  expect(market.label).toBe('Alpaca SIP, EuroCTP')
  const asked = server.asked.filter(({ path, message }) => path === US && message['action'] === 'subscribe')
  expect(asked.length).toBe(3)
  expect(Math.max(...asked.map(({ message }) => JSON.stringify(message).length))).toBeLessThan(16_384)
  expect(Object.keys(asked[0]?.message ?? {})).toEqual([
    'action',
    'trades',
    'quotes',
    'bars',
    'updatedBars',
    'dailyBars',
    'statuses',
  ])
  expect(logged.join('')).not.toContain('key-secret')
  // What an exchange lists no more stays findable, is not asked for, and is not traded.
  expect(market.find('XNYS:OLD')).not.toBeNull()
  expect(market.stateOf('XNYS:OLD')).toBe('halted')
})

const letters = (n: number): string => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))

// prettier-ignore
const BAD_WELCOMES: readonly [string, Partial<Lies>][] = [
  ['closes at once',                 { onConnect: 'close' }],
  ['says nothing',                   { onConnect: 'nothing' }],
  ['says rubbish',                   { onConnect: { raw: '<html>' } }],
  ['says half a message',            { onConnect: { raw: '[{"T":"succ' } }],
  ['fails inside',                   { onConnect: { error: 500, message: 'internal error' } }],
  ['has too many connections',       { onAuth: { error: 406, message: 'connection limit exceeded' } }],
  ['never answers to the key',       { onAuth: 'nothing' }],
  ['is too slow with the key',       { onAuth: { error: 404, message: 'auth timeout' } }],
  ['refuses the key for a while',    { onAuth: { error: 402, message: 'auth failed' } }],
  ['finds the house slow',           { onAuth: { error: 407, message: 'slow client' } }],
  ['says the terms do not hold it',  { onAuth: { error: 409, message: 'insufficient subscription' } }],
]

test('a feed that does not let the house in, in whatever way, is tried again until it does, later and later', async () => {
  await openServer()
  await open()
  await until(areLive)
  for (const [n, [what, lies]] of BAD_WELCOMES.entries()) {
    const tried = server.connections.length
    Object.assign(server.lies, lies)
    server.drop()
    await until(() => server.connections.length >= tried + 2, what)
    expect([what, ...feed.status().map(({ state }) => state)]).toEqual([what, 'away', 'away'])
    Object.assign(server.lies, { onConnect: null, onAuth: null })
    await until(areLive, what)
    await sayAndHear(1_000 + n)
    expect(feed.status().map(({ problem }) => problem)).toEqual([null, null])
  }
})

test('tries come later and later, and never all at one beat', async () => {
  await openServer()
  server.lies.onConnect = 'close'
  await open()
  await until(() => server.connections.length >= 2)
  const before = server.connections.length
  const from = performance.now()
  await sleep(300)
  // Two streams, each of whose tries are at least half of the longest wait apart, however long this took.
  const most = (2 * (performance.now() - from)) / (TIMING.waitMostMs / 2) + 2
  expect(server.connections.length - before).toBeLessThanOrEqual(most)
})

// prettier-ignore
const LIES: readonly [string, () => void][] = [
  ['half a message',           () => server.sayRaw(US, '[{"T":"q","S":"ABC","bp":1')],
  ['NaN',                      () => server.sayRaw(US, '[{"T":"q","S":"ABC","bp":NaN,"ap":1}]')],
  ['no array',                 () => server.sayRaw(US, '{"T":"q","S":"ABC"}')],
  ['bytes',                    () => server.sayRaw(US, Buffer.from([0x91, 0x81, 0xa1]))],
  ['a frame of nine megabytes', () => server.sayRaw(US, `[${' '.repeat(9_000_000)}]`)],
  ['a hundred thousand messages', () => server.sayRaw(US, JSON.stringify(Array.from({ length: 20_000 }, () => ({ T: 'q' }))))],
  ['crossed, negative, absurd', () => server.say(US, quote(10.05, 10.02), quote(-1, 1), quote(1_000_000, 1_000_001, 'ABC', clock.now() + 1), quote(0.01, 199_999))],
  ['the same twice',           () => server.say(US, quote(10, 10.02), quote(10, 10.02))],
  ['an older one',             () => server.say(US, quote(9, 9.02, 'ABC', clock.now() - MINUTE))],
  ['one of next week',         () => server.say(US, quote(11, 11.02, 'ABC', clock.now() + 168 * HOUR))],
  ['one of nobody here',       () => server.sayRaw(US, JSON.stringify([quote(11, 11.02, 'WHO')]))],
  ['of the other stream',      () => server.sayRaw(EU, JSON.stringify([quote(11, 11.02, 'ABC')]))],
  ['an error',                 () => server.sayRaw(US, '[{"T":"error","code":407,"msg":"slow client"}]')],
  ['an error without a number', () => server.sayRaw(US, '[{"T":"error"}]')],
  ['a second welcome',         () => server.sayRaw(US, '[{"T":"success","msg":"connected"},{"T":"success","msg":"authenticated"}]')],
]

test('while it is live no lie changes a price, and the next quote is served', async () => {
  await openServer()
  await open()
  await until(areLive)
  for (const [n, [what, lie]] of LIES.entries()) {
    await sayAndHear(1_000 + 2 * n)
    const before = market.quote(ABC)
    lie()
    await sleep(25)
    expect([what, market.quote(ABC)]).toEqual([what, before])
    await until(areLive, what)
    await sayAndHear(1_001 + 2 * n)
  }
  expect(Object.fromEntries(feed.book.refused)).toMatchObject({
    crossed: 1,
    absurd: 1,
    'no market': 1,
    ahead: 1,
    'unknown symbol': 2,
  })
})

test('a connection that breaks off is made again; what was missed is asked for, page by page', async () => {
  await openServer()
  const day = Date.UTC(2026, 10, 18, 5)
  server.past.bars['1Day'] = { ABC: [bar(day, 8), bar(day + 24 * HOUR, 9), bar(day + 48 * HOUR, 99)] }
  server.past.quotes = { ABC: quote(10, 10.02, 'ABC', START - SECOND) }
  server.past.rate = { bp: 1.08, mp: 1.0815, ap: 1.083, t: new Date(START).toISOString() }
  await open()
  await until(() => areLive() && market.quote(ABC) !== null)
  await feed.round()
  expect(market.candles(ABC, 'day', { from: 0, to: Infinity, most: 10 }).close).toEqual([80_000n, 90_000n])
  expect(market.rate()).toMatchObject({ rate: 1_081_500n, source: 'alpaca', at: START })
  server.say(US, trade(10.01))
  await until(() => market.dayFigures(ABC)?.last === 100_100n)

  clock.advance(SECOND)
  const before = server.connections.length
  server.drop()
  await until(() => server.connections.length > before)
  clock.advance(3 * MINUTE)
  server.past.bars['1Min'] = { ABC: [0, 1, 2].map((n) => bar(START + n * MINUTE, 10.1 + n / 10)) }
  server.drop()
  await until(areLive)
  await feed.round()
  expect(market.candles(ABC, 'minute', { from: 0, to: Infinity, most: 10 }).close).toEqual([
    101_000n,
    102_000n,
    103_000n,
  ])
  expect(market.dayFigures(ABC)).toMatchObject({ last: 103_000n, previousClose: 90_000n })
})

test('a feed that is away or silent says since when; its prices stay, marked, and nothing is traded on them', async () => {
  await openServer()
  await open()
  await until(areLive)
  await sayAndHear(1_000)
  const heardAt = clock.now()
  clock.advance(31 * SECOND)
  expect(feed.status()[0]).toMatchObject({ name: 'SIP', state: 'silent', since: heardAt })
  const quoted = market.quote(ABC)
  expect(quoted && market.isStale(quoted)).toBe(true)
  const connections = server.connections.length
  clock.advance(90 * SECOND)
  await until(() => server.connections.length > connections && areLive())
  clock.advance(SECOND)
  server.lies.onConnect = 'close'
  server.drop()
  await until(() => feed.status().every(({ state }) => state === 'away'))
  expect(feed.status()[0]).toMatchObject({ state: 'away', since: clock.now() })
  expect(market.quote(ABC)).toEqual(quoted)
  server.lies.onConnect = null
  await until(areLive)
  await sayAndHear(1_001)
})

test('out of hours silence is no silence', async () => {
  clock.set(Date.UTC(2026, 10, 21, 12))
  await openServer()
  await open()
  await until(areLive)
  clock.advance(HOUR)
  await sleep(100)
  expect(feed.status().map(({ state }) => state)).toEqual(['live', 'live'])
  expect(server.connections.length).toBe(2)
})

test('a clock that runs behind the feed by a minute serves nothing from the future', async () => {
  await openServer()
  await open()
  await until(areLive)
  server.say(US, quote(10, 10.02, 'ABC', clock.now() + MINUTE), quote(20, 20.02, 'DEF'))
  await until(() => market.quote('XNAS:DEF') !== null)
  expect(market.quote(ABC)).toBeNull()
  expect(feed.book.refused.get('ahead')).toBe(1)
})

test('a feed that gives fewer symbols, or fewer channels, is heard as far as it goes', async () => {
  await openServer({ symbolLimit: 160, noChannels: ['statuses', 'dailyBars'] })
  await open([...LISTINGS, ...Array.from({ length: 300 }, (_one, n) => kept(`XNYS:X${letters(n)}`))])
  await until(areLive)
  expect(feed.status().map(({ problem }) => problem)).toEqual(['405 symbol limit exceeded', null])
  await sayAndHear(1_000)
  const channels = server.asked.filter(({ message }) => message['action'] === 'subscribe').at(-1)?.message ?? {}
  expect(Object.keys(channels)).toEqual(['action', 'trades', 'quotes', 'bars'])
})

test('calls that are refused leave gaps, and the streams go on', async () => {
  await openServer()
  server.lies.callStatus = 403
  await open()
  await until(areLive)
  await feed.round()
  await sayAndHear(1_000)
  expect(market.rate()).toBeNull()
  expect(logged.join('')).toContain('gaps stay')
})

test('a wrong key is told in the status, by its number, and never written down', async () => {
  await openServer()
  await open(LISTINGS, { secret: 'not-the-secret' })
  await until(() => feed.status().every(({ problem }) => problem === '402 auth failed'))
  expect(logged.join('')).not.toContain('not-the-secret')
})

test('what was heard is there after a restart, candle by candle, and quotes are not', async () => {
  await openServer()
  await open()
  await until(areLive)
  for (const [n, price] of [10, 10.5, 9.5].entries()) {
    clock.set(START + n * MINUTE + SECOND)
    server.say(US, trade(price))
    await until(() => market.dayFigures(ABC)?.last === BigInt(price * 10_000))
  }
  clock.set(START + 3 * MINUTE + SECOND)
  server.say(US, quote(10, 10.02), {
    T: 'b',
    S: 'ABC',
    o: 9.5,
    h: 9.5,
    l: 9.4,
    c: 9.5,
    v: 500,
    t: new Date(START + 2 * MINUTE).toISOString(),
  })
  await until(() => market.dayFigures(ABC)?.low === 94_000n)
  const range = { from: 0, to: Infinity, most: 100 }
  const before = market.candles(ABC, 'minute', range)
  const day = market.dayFigures(ABC)
  expect(before.close).toEqual([100_000n, 105_000n, 95_000n])
  await feed.close()
  server.lies.callStatus = 500
  await open()
  expect(market.candles(ABC, 'minute', range)).toEqual(before)
  expect(market.dayFigures(ABC)).toEqual(day)
  expect(market.quote(ABC)).toBeNull()
})
