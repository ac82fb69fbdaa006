import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocketServer, type WebSocket } from 'ws'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import type { DayFigures, Instrument, Quote } from '@lonja/core/market/market.contract'
import { STREAM_PATH } from '@lonja/core/market/stream'
import { systemClock } from '@lonja/server/base/clock'
import { localEvents } from '@lonja/server/base/events'
import { openLog } from '@lonja/server/base/log'
import { FRAME_MS, openStream } from '@lonja/server/market/market.stream'
import type { Connect, FromReaders, Storm, ToReaders } from './fanout.readers.ts'
import { median } from './quantiles.ts'

/**
 * Frames sent down the stream per CPU second of the server, each socket with its own content, as a ratio to a bare
 * broadcast of one constant frame of the same size by the same library. The floor must be reached; the aim may be
 * missed. Also measured: the age of a frame on arrival, and the recovery of a thousand sockets that lose their
 * connections at once.
 */

const SOCKETS = 1_000
const SYMBOLS = 50
/** As many as a house has; the followed ones are spread over some of them. */
const INSTRUMENTS = 9_400
const FOLLOWED = 500
const ROUNDS = Number(process.env['LONJA_BENCH_ROUNDS'] ?? 3)
const SECONDS = 10
const FLOOR = 0.6
const AIM = 0.9

interface Rate {
  readonly framesACpuSecond: number
  readonly bytesAFrame: number
  readonly lags: readonly number[]
  readonly storm: Storm | null
}

export async function run(): Promise<void> {
  console.log(`\nQuote fan-out: ${SOCKETS} sockets × ${SYMBOLS} symbols, a fifth changing each frame, ${ROUNDS} rounds`)
  const readers = fork(new URL(`./fanout.readers${extname(import.meta.url)}`, import.meta.url), {
    execArgv: [], // This process's own Node options are not meant for it.
  })
  try {
    const streams: Rate[] = []
    const broadcasts: Rate[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const stream = await measureStream(readers)
      streams.push(stream)
      broadcasts.push(await measureBroadcast(readers, Math.round(stream.bytesAFrame)))
    }
    print(streams, broadcasts)
  } finally {
    readers.kill()
  }
}

function print(streams: readonly Rate[], broadcasts: readonly Rate[]): void {
  const [stream, bare] = [streams, broadcasts].map((rates) => median(rates.map((rate) => rate.framesACpuSecond)))
  const ratio = (stream ?? 0) / (bare ?? 1)
  const size = median(streams.map((rate) => rate.bytesAFrame))
  console.log(`stream     ${stream?.toFixed(0).padStart(9)} frames a CPU second, ${size.toFixed(0)} bytes each`)
  console.log(`broadcast  ${bare?.toFixed(0).padStart(9)} frames a CPU second`)
  console.log(`ratio ${ratio.toFixed(2)}   floor ${FLOOR}   aim ${AIM}${ratio < FLOOR ? '   BELOW THE FLOOR' : ''}`)
  const lags = streams.map(({ lags: each }) => `${quantile(each, 0.5)} / ${quantile(each, 0.99)} ms`)
  console.log(`lag, median / p99, by round: ${lags.join(', ')}`)
  const storms = streams.flatMap(({ storm }) => storm ?? [])
  for (const { tookMs, fresh, droppedOnce, droppedAgain } of storms) {
    console.log(
      `after a storm of ${SOCKETS}: ${fresh} have a quote again within ${tookMs} ms, ${droppedOnce} dropped once, ${droppedAgain} twice`,
    )
  }
  const calm = storms.length > 0 && storms.every(({ fresh, droppedAgain }) => fresh === SOCKETS && droppedAgain === 0)
  if (!calm) console.log('NOT EVERY SOCKET CAME BACK')
  if (ratio < FLOOR || !calm) process.exitCode = 1
}

/** The lag that a given part of all frames stays within. */
function quantile(lags: readonly number[], part: number): number {
  const all = lags.reduce((sum, count) => sum + count, 0)
  let counted = 0
  return lags.findIndex((count) => (counted += count) >= all * part)
}

async function measureStream(readers: ChildProcess): Promise<Rate> {
  const server = createServer()
  const market = movingMarket()
  const stream = openStream({
    server,
    market,
    db: null as never, // Nobody signs in, so no session is read.
    sessions: null as never,
    events: localEvents(),
    clock: systemClock,
    log: openLog('silent'),
    // Dropped sockets still count when their successors connect.
    limits: { socketsAnAddress: 2 * SOCKETS },
  })
  const listings = market.instruments.slice(-FOLLOWED).map(({ listing }) => listing)
  const follows = Array.from({ length: SOCKETS }, () => pick(listings, SYMBOLS))
  const rate = await measured(server, readers, { path: STREAM_PATH, follows, greets: true })
  stream.close()
  return rate
}

async function measureBroadcast(readers: ChildProcess, bytes: number): Promise<Rate> {
  const server = createServer()
  const sockets = new Set<WebSocket>()
  const bare = new WebSocketServer({ server, perMessageDeflate: false })
  bare.on('connection', (socket) => sockets.add(socket))
  const frame = Buffer.alloc(bytes, 7)
  const timer = setInterval(() => {
    for (const socket of sockets) socket.send(frame)
  }, FRAME_MS)
  const rate = await measured(server, readers, {
    path: '/',
    follows: Array.from({ length: SOCKETS }, () => []),
    greets: false,
  })
  clearInterval(timer)
  bare.close()
  return rate
}

/** Let the readers connect, wait until everything is warm, then count frames against this process's CPU time. */
async function measured(
  server: ReturnType<typeof createServer>,
  readers: ChildProcess,
  { path, ...connect }: Omit<Connect, 'url'> & { path: string },
): Promise<Rate> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  await ask(readers, { connect: { ...connect, url } })
  await wait(3_000)
  const before = await ask(readers, 'count')
  const cpu = process.cpuUsage()
  await wait(SECONDS * 1_000)
  const spent = process.cpuUsage(cpu)
  const after = await ask(readers, 'count')
  const stormed = connect.greets ? await ask(readers, 'storm') : null
  await ask(readers, 'leave')
  server.close()
  const frames = after.frames - before.frames
  return {
    framesACpuSecond: frames / ((spent.user + spent.system) / 1e6),
    bytesAFrame: (after.bytes - before.bytes) / frames,
    lags: after.lags,
    storm: stormed?.storm ?? null,
  }
}

async function ask(readers: ChildProcess, message: ToReaders): Promise<FromReaders> {
  const answered = new AbortController()
  const { signal } = answered
  const gone = once(readers, 'exit', { signal }).then(() => {
    throw new Error('The readers ended in the middle of it.')
  })
  readers.send(message)
  try {
    const [answer] = (await Promise.race([once(readers, 'message', { signal }), gone])) as [FromReaders]
    return answer
  } finally {
    answered.abort()
  }
}

/** Quotes of which a random fifth moves by a few cents, with some volume, at each frame. */
function movingMarket() {
  const instruments = Array.from({ length: INSTRUMENTS }, (_n, n): Instrument => {
    const listing: ListingId = `XNYS:N${n}`
    return { listing, kind: 'share', name: listing, sector: 'none', sharesInIssue: 1n, profile: {} }
  })
  const quotes = new Map(instruments.map(({ listing }) => [listing, quoteOf(listing, Date.now())]))
  const days = new Map(instruments.map(({ listing }) => [listing, dayOf()]))
  const moving = instruments.slice(-FOLLOWED)
  let frame = 0
  const move = (): void => {
    const now = Math.floor(Date.now() / FRAME_MS)
    if (now === frame) return
    frame = now
    for (const { listing } of moving) {
      if (Math.random() >= 0.2) continue
      quotes.set(listing, quoteOf(listing, Date.now()))
      days.set(listing, dayOf())
    }
  }
  return {
    name: 'practice' as const,
    instruments,
    now: () => {
      move()
      return Date.now()
    },
    quote: (listing: ListingId) => quotes.get(listing) ?? null,
    dayFigures: (listing: ListingId) => days.get(listing) ?? null,
  }
}

const PRICE = 1_000_000

function quoteOf(listing: ListingId, at: number): Quote {
  const last = PRICE + Math.floor(Math.random() * 100) * 100
  const [bid, ask] = [last - 100, last + 100].map((price) => priceE4(BigInt(price)))
  const sizes = { bidSize: BigInt(Math.ceil(Math.random() * 50) * 100), askSize: 400n }
  return { listing, at, bid: bid ?? priceE4(1n), ask: ask ?? priceE4(1n), last: priceE4(BigInt(last)), ...sizes }
}

let volume = 1_000_000n

function dayOf(): DayFigures {
  volume += BigInt(Math.ceil(Math.random() * 1_000))
  const [open, high, low] = [PRICE, PRICE + 10_000, PRICE - 10_000].map((price) => priceE4(BigInt(price)))
  return {
    day: '2026-11-21',
    open: open ?? priceE4(1n),
    high: high ?? priceE4(1n),
    low: low ?? priceE4(1n),
    last: priceE4(BigInt(PRICE)),
    previousClose: priceE4(BigInt(PRICE)),
    volume,
    at: 0,
  }
}

function pick(listings: readonly ListingId[], many: number): ListingId[] {
  const left = [...listings]
  return Array.from({ length: many }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0] as ListingId)
}
