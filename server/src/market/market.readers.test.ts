import { EventEmitter } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import type { Instrument } from '@lonja/core/market/market.contract'
import { CLOSE, FOLLOW_MAX, quoteReader, type LiveFigures } from '@lonja/core/market/stream'
import { settableClock } from '../base/clock.ts'
import { localEvents } from '../base/events.ts'
import { openLog } from '../base/log.ts'
import { framesOf, type FrameMarket, type Frames } from './market.frames.ts'
import { openReader, type Reader } from './market.readers.ts'

/** The server's end of a test socket. Sent data waits in it as long as the test decides. */
class HeldSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  closed: number | null = null
  /** The connection itself never has data waiting. */
  readonly writableLength = 0
  readonly texts: unknown[] = []
  readonly frames: Uint8Array[] = []
  send(text: string): void {
    this.texts.push(JSON.parse(text))
  }
  write(message: Uint8Array): boolean {
    this.frames.push(Uint8Array.from(bodyOf(message)))
    return true
  }
  close(code: number): void {
    this.closed ??= code
    this.emit('close')
  }
  ping(): void {}
  terminate(): void {
    this.close(1006)
  }
  says(message: object): void {
    this.emit('message', Buffer.from(JSON.stringify(message)), false)
  }
}

/** The body of a whole binary message. The length field says where the body begins. */
function bodyOf(message: Uint8Array): Uint8Array {
  const [first = 0, short = 0, high = 0, low = 0] = message
  expect(first).toBe(0x82)
  const start = short < 126 ? 2 : 4
  expect(message.length - start).toBe(short < 126 ? short : high * 256 + low)
  return message.subarray(start)
}

const LISTINGS = Array.from({ length: FOLLOW_MAX + 1 }, (_n, n): ListingId => `XNYS:N${n}`)
const [A, B] = LISTINGS as [ListingId, ListingId]
const clock = settableClock(1_000_000)
let prices: Map<ListingId, bigint>
const market: FrameMarket & { name: 'practice' } = {
  name: 'practice',
  instruments: LISTINGS.map((listing) => ({ listing }) as Instrument),
  now: clock.now,
  dayFigures: () => null,
  quote: (listing) => {
    const cents = prices.get(listing)
    if (cents === undefined) return null
    const last = priceE4(cents * 100n)
    return { listing, at: clock.now(), bid: last, ask: last, bidSize: 1n, askSize: 2n, last }
  },
}

let frames: Frames
let sockets: HeldSocket[]
let readers: Reader[]
beforeEach(() => {
  prices = new Map([[A, 100n]])
  frames = framesOf(market)
  sockets = []
  readers = []
})

function connect(): { socket: HeldSocket; read: () => LiveFigures[]; says: (message: object) => void } {
  const socket = new HeldSocket()
  // Nobody signs in here: no session is looked up.
  const options = { db: null as never, sessions: null as never }
  const parts = { market, frames, clock, events: localEvents(), log: openLog('silent') }
  const reader = openReader(socket as unknown as WebSocket, socket, { ...options, ...parts }, readers.length)
  const decoder = quoteReader()
  sockets.push(socket)
  readers.push(reader)
  socket.says({ type: 'hello' })
  return {
    socket,
    says: (message) => socket.says(message),
    read: () => socket.frames.splice(0).flatMap((frame) => [...decoder.read(frame).live]),
  }
}

function pulse(): void {
  clock.advance(250)
  frames.step()
  for (const reader of readers) reader.flush()
}

const lasts = (live: readonly LiveFigures[]) =>
  Object.fromEntries(live.map(({ listing, last }) => [listing, last / 100n]))

test('a new follower is sent full records first, then changes', () => {
  const one = connect()
  one.says({ type: 'follow', listings: [A] })
  pulse()
  expect(lasts(one.read())).toEqual({ [A]: 100n })
  prices.set(A, 101n)
  pulse()
  expect(lasts(one.read())).toEqual({ [A]: 101n })
  one.says({ type: 'unfollow', listings: [A] })
  prices.set(A, 102n)
  pulse()
  expect(one.read()).toEqual([])
})

test('a reader that joins later, returns or follows in between reads the same as one that was there all along', () => {
  const early = connect()
  early.says({ type: 'follow', listings: [A, B] })
  let late: ReturnType<typeof connect> | null = null
  const seen = { early: {}, late: {} }
  for (let n = 0; n < 200; n++) {
    if (n % 3 !== 0) prices.set(A, BigInt(100 + ((n * 37) % 50)))
    if (n > 20) prices.set(B, BigInt(500 - ((n * 13) % 90)))
    if (n % 50 === 10) {
      late = connect()
      seen.late = {}
      late.says({ type: 'follow', listings: [B] })
    }
    if (n % 50 === 17) late?.says({ type: 'follow', listings: [A] })
    pulse()
    Object.assign(seen.early, lasts(early.read()))
    Object.assign(seen.late, lasts(late?.read() ?? []))
    const now = Object.fromEntries([...prices].filter(([listing]) => listing === A || listing === B))
    expect(seen.early).toEqual(now)
    if (n % 50 >= 17 && n > 60) expect(seen.late).toEqual(now)
  }
})

test('a listing that is followed between the step and the flush waits for the next step', () => {
  const one = connect()
  const other = connect()
  other.says({ type: 'follow', listings: [A] })
  pulse()
  other.says({ type: 'unfollow', listings: [A] })
  for (const cents of [200n, 300n]) {
    prices.set(A, cents)
    pulse() // A listing that nobody follows is not read.
  }
  frames.step()
  one.says({ type: 'follow', listings: [A] })
  readers[0]?.flush()
  expect(one.read()).toEqual([])
  prices.set(A, 400n)
  pulse()
  expect(lasts(one.read())).toEqual({ [A]: 400n })
})

test('a reader that falls behind is sent nothing, then everything; after ten seconds it is closed', () => {
  const one = connect()
  one.says({ type: 'follow', listings: [A] })
  pulse()
  one.read()
  one.socket.bufferedAmount = 64 * 1024 + 1
  for (const cents of [101n, 102n, 103n]) {
    prices.set(A, cents)
    pulse()
  }
  expect(one.socket.frames).toEqual([])
  one.socket.bufferedAmount = 0
  pulse()
  expect(lasts(one.read())).toEqual({ [A]: 103n })
  one.socket.bufferedAmount = 64 * 1024 + 1
  for (let n = 0; n < 41; n++) pulse()
  expect(one.socket.closed).toBe(CLOSE.tooSlow)
})

test('everything is sent again every ten seconds', () => {
  const one = connect()
  one.says({ type: 'follow', listings: [A] })
  let full = 0
  for (let n = 0; n < 80; n++) {
    pulse()
    if (one.socket.frames.some((frame) => Buffer.from(frame).includes(A))) full++
    one.read()
  }
  expect(full).toBeGreaterThanOrEqual(2)
  expect(full).toBeLessThanOrEqual(3)
})

test('unknown listings are reported, and following too many closes the socket', () => {
  const one = connect()
  one.says({ type: 'follow', listings: [A, 'XMAD:NADA'] })
  expect(one.socket.texts.at(-1)).toEqual({ type: 'unknown', listings: ['XMAD:NADA'] })
  for (let from = 0; from < LISTINGS.length; from += 200) {
    expect(one.socket.closed).toBeNull()
    one.says({ type: 'follow', listings: LISTINGS.slice(from, from + 200) })
  }
  expect(one.socket.closed).toBe(CLOSE.tooMany)
})

test('a reader that did not answer the heartbeat is closed', () => {
  const one = connect()
  readers[0]?.beat()
  one.socket.emit('pong')
  readers[0]?.beat()
  expect(one.socket.closed).toBeNull()
  readers[0]?.beat()
  expect(one.socket.closed).toBe(1006)
})

test('six hundred messages a minute are enough', () => {
  const one = connect()
  for (let n = 1; n < 600; n++) one.says({ type: 'unfollow', listings: [] })
  expect(one.socket.closed).toBeNull()
  one.says({ type: 'unfollow', listings: [] })
  expect(one.socket.closed).toBe(CLOSE.tooMany)
})

test('each greeting reads the database: a socket that greets without end is closed', () => {
  const { socket, says } = connect()
  for (let more = 0; more < 19; more++) says({ type: 'hello' })
  expect(socket.closed).toBeNull()
  says({ type: 'hello' })
  expect(socket.closed).toBe(CLOSE.tooMany)
})
