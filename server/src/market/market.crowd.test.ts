import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import type { Instrument } from '@lonja/core/market/market.contract'
import { CLOSE, FOLLOW_MAX, quoteReader } from '@lonja/core/market/stream'
import { settableClock } from '../base/clock.ts'
import { localEvents } from '../base/events.ts'
import { openLog } from '../base/log.ts'
import { framesOf, type FrameMarket } from './market.frames.ts'
import { openReader, type Reader } from './market.readers.ts'
import { openStream } from './market.stream.ts'

/** Real sockets: some that do not read, and many that connect at once. */

const LISTINGS = Array.from({ length: FOLLOW_MAX }, (_n, n): ListingId => `XNYS:N${n}`)
const clock = settableClock(1_000_000)
/** Each price encodes its time, so a quote shows its age. Prices are far apart, so each flush is large. */
const centsAt = (at: number): bigint => BigInt(at) + (at % 500 === 0 ? 2n ** 50n : 0n)
const market: FrameMarket & { name: 'practice' } = {
  name: 'practice',
  instruments: LISTINGS.map((listing) => ({ listing }) as Instrument),
  now: clock.now,
  dayFigures: () => null,
  quote: (listing) => {
    const last = priceE4(centsAt(clock.now()))
    return { listing, at: clock.now(), bid: last, ask: last, bidSize: last, askSize: last, last }
  },
}
const parts = {
  market,
  clock,
  events: localEvents(),
  log: openLog('silent'),
  // Nobody signs in: no session is looked up.
  db: null as never,
  sessions: null as never,
}

let server: Server
const sockets: WebSocket[] = []
beforeEach(async () => {
  server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  await new Promise((resolve) => server.close(resolve))
})

/** A browser that follows these listings, and the newest price that it received of each. */
async function browse(listings: readonly ListingId[]) {
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/stream`, { perMessageDeflate: false })
  sockets.push(socket)
  const newest = new Map<ListingId, bigint>()
  const reader = quoteReader()
  const seen = { closed: null as number | null, frames: 0 }
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return
    seen.frames++
    for (const { listing, last } of reader.read(data).live) newest.set(listing, last)
  })
  socket.on('error', () => {})
  socket.on('close', (code) => (seen.closed = code))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'hello' }))
  for (let from = 0; from < listings.length; from += 200) {
    socket.send(JSON.stringify({ type: 'follow', listings: listings.slice(from, from + 200) }))
  }
  return { socket, newest, seen }
}

test('a reader that stops reading is dropped; others miss nothing, nor does one that resumes in time', async () => {
  const frames = framesOf(market)
  const readers: { reader: Reader; socket: WebSocket; pipe: Duplex }[] = []
  const taker = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  server.on('upgrade', (request, pipe, head) => {
    taker.handleUpgrade(request, pipe, head, (socket) => {
      readers.push({ reader: openReader(socket, pipe, { ...parts, frames }, readers.length), socket, pipe })
    })
  })
  const quick = await browse(LISTINGS)
  const late = await browse(LISTINGS)
  const stopped = await browse(LISTINGS)
  await expect.poll(() => readers.length).toBe(3)
  late.socket.pause()
  stopped.socket.pause()

  let most = 0
  const pulse = async (): Promise<void> => {
    clock.advance(250)
    frames.step()
    for (const { reader, socket } of readers) {
      reader.flush()
      most = Math.max(most, socket.bufferedAmount)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  // Every reader is sent everything until the system's buffers are full; then the first flush is skipped.
  const isFull = (): boolean => readers.slice(1).every(({ socket }) => socket.bufferedAmount > 64 * 1024)
  for (let n = 0; n < 5_000 && !isFull(); n++) await pulse()
  expect(isFull()).toBe(true)
  for (let n = 0; n < 20; n++) await pulse()
  late.socket.resume()
  await expect.poll(() => readers[1]!.socket.bufferedAmount, { timeout: 10_000 }).toBe(0)
  for (let n = 0; n < 60; n++) await pulse()

  const longest = FOLLOW_MAX * 120
  expect(most).toBeLessThan(64 * 1024 + longest)
  expect(readers.map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN, WebSocket.CLOSING])
  const now = centsAt(clock.now())
  const all = LISTINGS.map((listing) => [listing, now])
  await expect.poll(() => [...quick.newest].sort(), { timeout: 10_000 }).toEqual(all.toSorted())
  await expect.poll(() => [...late.newest].sort(), { timeout: 10_000 }).toEqual(all.toSorted())
  stopped.socket.resume()
  await expect.poll(() => stopped.seen.closed, { timeout: 10_000 }).toBe(CLOSE.tooSlow)
}, 60_000)

test('after two hundred sockets are lost at once, each that reconnects gets a fresh quote', async () => {
  const stream = openStream({ ...parts, server, limits: { socketsAnAddress: 400 } })
  try {
    const follows = (n: number): ListingId[] => [LISTINGS[n]!, LISTINGS[n + 100]!]
    const before = await Promise.all(Array.from({ length: 200 }, (_n, n) => browse(follows(n))))
    await expect.poll(() => before.every(({ newest }) => newest.size === 2), { timeout: 15_000 }).toBe(true)
    for (const { socket } of before) socket.terminate()
    clock.advance(60_000)
    const now = centsAt(clock.now())
    const after = await Promise.all(Array.from({ length: 200 }, (_n, n) => browse(follows(n))))
    await expect
      .poll(
        () => after.filter(({ newest }) => newest.size === 2 && [...newest.values()].every((last) => last === now)),
        {
          timeout: 15_000,
        },
      )
      .toHaveLength(200)
    expect(after.filter(({ seen }) => seen.closed !== null)).toEqual([])
    await expect.poll(() => stream.size(), { timeout: 15_000 }).toBe(200)
  } finally {
    stream.close()
  }
}, 60_000)

test('a reader that follows too many listings and is slow to close is sent nothing more', async () => {
  const many = Array.from({ length: 10 * FOLLOW_MAX }, (_n, n): ListingId => `XNYS:M${n}`)
  const large = { ...market, instruments: many.map((listing) => ({ listing }) as Instrument) }
  const broke: unknown[] = []
  const hear = (error: unknown): void => void broke.push(error)
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', hear)
  const stream = openStream({ server, ...parts, market: large })
  try {
    const { socket, seen } = await browse(many)
    // The browser does not read that the house closes the connection, so the connection stays half open.
    socket.pause()
    for (let n = 0; n < 6; n++) {
      clock.advance(500)
      await new Promise((done) => setTimeout(done, 250))
    }
    expect(broke).toEqual([])
    socket.resume()
    await expect.poll(() => seen.closed, { timeout: 10_000 }).toBe(CLOSE.tooMany)
  } finally {
    stream.close()
    process.removeAllListeners('uncaughtException')
    for (const other of others) process.on('uncaughtException', other)
  }
})
