import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { MINUTE } from '@lonja/core/base/instant'
import { CLOSE, quoteReader, type FromHouse, type LiveFigures } from '@lonja/core/market/stream'
import { settableClock } from '../base/clock.ts'
import { openDb, type Db } from '../database/db.ts'
import { localEvents, type Events } from '../base/events.ts'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import type { Sessions } from '../door/serve.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { newToken } from '../secrets/token.ts'
import { openStream, type Stream } from './market.stream.ts'
import { recordedMarket } from './market.testing.ts'

const ABC: ListingId = 'XNYS:ABC'
const OPEN = Date.parse('2013-10-04T13:30:00Z')
const rows = Array.from({ length: 30 }, (_row, n) => {
  const time = new Date(OPEN + n * MINUTE).toISOString().replace('.000', '')
  return `${time},${10 + n},${10 + n},${10 + n},${10 + n},100,${9 + n},5,${11 + n},6`
})
const CSV = ['time,open,high,low,close,volume,bid,bid_size,ask,ask_size', ...rows, ''].join('\n')

let database: TestDatabase
let db: Db
let server: Server
let stream: Stream
let events: Events
const clock = settableClock(OPEN)
const live = new Map<string, string>()
const browsers: WebSocket[] = []

/** A session is live while its customer is in `live`. */
const sessions: Sessions = {
  find: (_tx, { customer }) =>
    Promise.resolve(
      live.has(customer)
        ? { customer, session: live.get(customer) ?? '', seenAt: 0, restriction: null, waitsUntil: null }
        : null,
    ),
  seen: () => {},
}

beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  server = createServer()
  events = localEvents()
  clock.set(OPEN + MINUTE)
  const market = recordedMarket(clock, { [ABC]: { minutes: CSV } })
  const limits = { socketsAnAddress: 3 }
  stream = openStream({ server, market, db, sessions, events, clock, log: openLog('silent'), limits })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  stream.close()
  for (const browser of browsers.splice(0)) browser.terminate()
  await new Promise((resolve) => server.close(resolve))
})

/** A browser connected to the stream, and a way to wait for messages. */
async function browse(path = '/stream', origin?: string) {
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, origin === undefined ? {} : { origin })
  browsers.push(socket)
  const texts: FromHouse[] = []
  const quotes: LiveFigures[] = []
  const reader = quoteReader()
  let closed: number | null = null
  socket.on('message', (data, isBinary) => {
    if (isBinary) quotes.push(...reader.read(data as Buffer).live)
    else texts.push(JSON.parse((data as Buffer).toString()) as FromHouse)
  })
  socket.on('close', (code) => {
    closed = code
  })
  const failed = await new Promise<string | null>((resolve) => {
    socket.on('open', () => resolve(null))
    socket.on('error', (error) => resolve(error.message))
  })
  return {
    failed,
    socket,
    says: (message: object) => socket.send(JSON.stringify(message)),
    text: (type: FromHouse['type']) => () => texts.find((text) => text.type === type),
    /** All messages of a type so far, in order. */
    all: (type: FromHouse['type']) => texts.filter((text) => text.type === type),
    newest: () => quotes.at(-1)?.last,
    count: () => quotes.length,
    closed: () => closed,
  }
}
const WAIT = { timeout: 10_000, interval: 20 }

function signIn(): { customer: CustomerId; token: string } {
  const customer = newId<'customer'>()
  live.set(customer, newId())
  return { customer, token: newToken(customer).text }
}

test('a page of another origin opens no socket, one of this house and a program do', async () => {
  const { port } = server.address() as AddressInfo
  const failures = await Promise.all(
    ['https://evil.example', 'null', `http://127.0.0.1:${port}`, undefined].map((origin) => browse('/stream', origin)),
  )
  expect(failures.map(({ failed }) => failed)).toEqual([
    'Unexpected server response: 403',
    'Unexpected server response: 403',
    null,
    null,
  ])
  expect(stream.size()).toBe(2)
})

test('a visitor follows a listing, and reads its quotes as they come', async () => {
  const one = await browse()
  one.says({ type: 'hello', lang: 'cn' })
  await expect
    .poll(one.text('hello'), WAIT)
    .toEqual({ type: 'hello', signedIn: false, source: 'replay', now: OPEN + MINUTE })
  one.says({ type: 'follow', listings: [ABC] })
  await expect.poll(one.newest, WAIT).toBe(100_000n)
  clock.advance(MINUTE)
  await expect.poll(one.newest, WAIT).toBe(110_000n)
  clock.advance(5 * MINUTE)
  await expect.poll(one.newest, WAIT).toBe(160_000n)
})

test('a browser that comes back follows again and goes on', async () => {
  const one = await browse()
  one.says({ type: 'hello' })
  one.says({ type: 'follow', listings: [ABC] })
  await expect.poll(one.newest, WAIT).toBe(100_000n)
  one.socket.terminate()
  clock.advance(3 * MINUTE)
  const again = await browse()
  again.says({ type: 'hello' })
  again.says({ type: 'follow', listings: [ABC] })
  await expect.poll(again.newest, WAIT).toBe(130_000n)
  expect(stream.size()).toBeLessThanOrEqual(2)
})

test('a customer receives their own topics, nobody else does; an ended session closes its socket', async () => {
  const [ana, ben] = [signIn(), signIn()]
  const [hers, his] = [await browse(), await browse()]
  hers.says({ type: 'hello', token: ana.token })
  his.says({ type: 'hello', token: ben.token })
  await expect.poll(hers.text('hello'), WAIT).toMatchObject({ signedIn: true })
  await expect.poll(his.text('hello'), WAIT).toMatchObject({ signedIn: true })
  events.publish(ana.customer, ['orders', 'balances'])
  await expect.poll(hers.text('topics'), WAIT).toEqual({ type: 'topics', topics: ['orders', 'balances'] })
  events.publish(ben.customer, ['kyc'])
  await expect.poll(his.text('topics'), WAIT).toEqual({ type: 'topics', topics: ['kyc'] })
  live.delete(ben.customer)
  events.publish(ben.customer, ['sessions'])
  await expect.poll(() => his.all('topics').at(-1), WAIT).toEqual({ type: 'topics', topics: ['sessions'] })
  await expect.poll(his.closed, WAIT).toBe(CLOSE.signedOut)
  events.publish(ana.customer, ['sessions'])
  await expect.poll(() => hers.all('topics').length, WAIT).toBe(2)
  expect([hers.closed(), his.all('topics').length]).toEqual([null, 2])
})

test('a greeting is answered with the latest topics of that customer alone', async () => {
  const [ana, ben] = [signIn(), signIn()]
  events.publish(ana.customer, ['orders'])
  const [hers, his] = [await browse(), await browse()]
  hers.says({ type: 'hello', token: ana.token })
  his.says({ type: 'hello', token: ben.token })
  await expect.poll(hers.text('hello'), WAIT).toMatchObject({ lately: { topics: [{ topic: 'orders' }] } })
  await expect.poll(his.text('hello'), WAIT).toMatchObject({ lately: { topics: [] } })
})

/** Greets, with a token or without, and waits for the answer. All earlier messages have arrived by then. */
async function greeted(one: Awaited<ReturnType<typeof browse>>, token?: string) {
  const before = one.all('hello').length
  one.says({ type: 'hello', ...(token === undefined ? {} : { token }) })
  await expect.poll(() => one.all('hello').length, WAIT).toBe(before + 1)
  return one.all('hello').at(-1)
}

test('a token without a live session signs nobody in, and its socket receives no topic', async () => {
  const ended = signIn()
  live.delete(ended.customer)
  const stranger = newId<'customer'>()
  for (const [token, customer] of [
    ['none', stranger],
    [newToken(stranger).text, stranger],
    [ended.token, ended.customer],
  ] as const) {
    const one = await browse()
    events.publish(customer, ['kyc'])
    const nobody = { type: 'hello', signedIn: false, source: 'replay', now: clock.now() }
    expect(await greeted(one, token)).toEqual(nobody)
    events.publish(customer, ['orders'])
    await greeted(one)
    expect(one.all('topics')).toEqual([])
    one.socket.terminate()
  }
})

test('a socket on which another customer greets receives nothing of the first from then on', async () => {
  const [ana, ben] = [signIn(), signIn()]
  const one = await browse()
  expect(await greeted(one, ana.token)).toMatchObject({ signedIn: true })
  expect(await greeted(one, ben.token)).toMatchObject({ signedIn: true })
  events.publish(ana.customer, ['orders'])
  events.publish(ben.customer, ['alerts'])
  await greeted(one)
  expect(one.all('topics')).toEqual([{ type: 'topics', topics: ['alerts'] }])
  // A socket that has not sent a greeting receives neither topic.
  events.publish(ana.customer, ['orders'])
  events.publish(ben.customer, ['alerts'])
  await greeted(one)
  expect(one.all('topics')).toHaveLength(1)
})

// prettier-ignore
test.each<[string, string | Buffer, number]>([
  ['follow before hello',   JSON.stringify({ type: 'follow', listings: [ABC] }), CLOSE.badMessage],
  ['no JSON',               '{',                                                 CLOSE.badMessage],
  ['another message',       JSON.stringify({ type: 'steer', price: '1.00' }),    CLOSE.badMessage],
  ['bytes',                 Buffer.from([1, 2, 3]),                              CLOSE.badMessage],
  ['a message too long',    'x'.repeat(17 * 1024),                               1009],
])('%s closes the socket', async (_name, message, code) => {
  const one = await browse()
  one.socket.send(message)
  await expect.poll(one.closed, WAIT).toBe(code)
})

test('a browser that pings without end and never reads is disconnected', async () => {
  const one = await browse()
  one.says({ type: 'hello' })
  await expect.poll(one.text('hello'), WAIT).toBeDefined()
  one.socket.pause()
  for (let time = 0; time < 5_000; time++) one.socket.ping('x'.repeat(125))
  await expect.poll(() => stream.size(), WAIT).toBe(0)
})

test('an address has a limit of sockets, and an unknown path is not answered', async () => {
  for (let n = 0; n < 3; n++) expect((await browse()).failed).toBeNull()
  expect((await browse()).failed).toMatch('429')
  expect((await browse('/api/en/stream')).failed).not.toBeNull()
})

test('when the house closes it says so and accepts no new sockets', async () => {
  const one = await browse()
  stream.close()
  await expect.poll(one.closed, WAIT).toBe(CLOSE.closing)
  expect((await browse()).failed).toMatch('503')
})

test('a refused browser that breaks its connection disturbs nothing else', async () => {
  stream.close()
  const broken: Error[] = []
  const hear = (error: Error): void => void broken.push(error)
  process.prependListener('uncaughtException', hear)
  const { port } = server.address() as AddressInfo
  const ended = new Promise((resolve) => server.on('connection', (socket) => socket.on('close', resolve)))
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET /stream HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.resetAndDestroy()
  await ended
  process.off('uncaughtException', hear)
  expect([String(answer).split('\r\n')[0], broken]).toEqual(['HTTP/1.1 503 Service Unavailable', []])
})

test('an upgrade for anything but the stream is refused with a message', async () => {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
  let heard = ''
  for await (const part of socket) heard += String(part)
  expect(heard.split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request')
})
