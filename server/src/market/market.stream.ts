import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import proxyAddr from '@fastify/proxy-addr'
import { WebSocketServer, type WebSocket } from 'ws'
import { SECOND } from '@lonja/core/base/instant'
import { CLOSE, STREAM_PATH } from '@lonja/core/market/stream'
import { networkOf } from '../door/network.ts'
import { framesOf, type FrameMarket } from './market.frames.ts'
import { openReader, type Reader, type ReaderOptions } from './market.readers.ts'

export interface StreamOptions extends Omit<ReaderOptions, 'frames'> {
  /** The HTTP server whose upgrades to `/stream` are taken. */
  readonly server: Server
  readonly market: FrameMarket & ReaderOptions['market']
  readonly trustProxy?: boolean | number | string[]
  readonly limits?: Partial<StreamLimits>
}

export interface StreamLimits {
  /** An address may be a whole school's. */
  readonly socketsAnAddress: number
  readonly sockets: number
  readonly messageBytes: number
}

export const STREAM_LIMITS: StreamLimits = { socketsAnAddress: 500, sockets: 20_000, messageBytes: 16 * 1024 }

/** How often a browser is sent what changed, and how many sockets are served before other work has its turn. */
export const FRAME_MS = 250
const SLICE = 200
const GOODBYE_MS = SECOND
const HEARTBEAT_MS = 30 * SECOND

export interface Stream {
  /** How many browsers are connected. */
  readonly size: () => number
  /** Says goodbye to all; nobody else is let in. */
  close(): void
}

/** The stream at `/stream`: quotes to whoever follows them, a customer's own topics to who is signed in. */
export function openStream(options: StreamOptions): Stream {
  const limits = { ...STREAM_LIMITS, ...options.limits }
  const frames = framesOf(options.market)
  const readers = new Set<Reader>()
  const atAddress = new Map<string, number>()
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    clientTracking: false,
  })
  let isOpen = true
  let taken = 0

  const take = (socket: WebSocket, pipe: Duplex, address: string): void => {
    const reader = openReader(socket, pipe, { ...options, frames }, taken++)
    readers.add(reader)
    atAddress.set(address, (atAddress.get(address) ?? 0) + 1)
    socket.on('close', () => {
      readers.delete(reader)
      const left = (atAddress.get(address) ?? 1) - 1
      if (left > 0) atAddress.set(address, left)
      else atAddress.delete(address)
    })
  }
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // The connection is ours from here on: one that breaks before it is taken would end the house.
    socket.on('error', () => socket.destroy())
    if (request.url?.split('?')[0] !== STREAM_PATH) return turnAway(socket, '400 Bad Request')
    const from = addressOf(request, options.trustProxy ?? false)
    if (from === undefined) return void socket.destroy() // Gone already.
    const address = networkOf(from)
    const isFull = readers.size >= limits.sockets || (atAddress.get(address) ?? 0) >= limits.socketsAnAddress
    if (!isOpen || isFull) return turnAway(socket, isOpen ? '429 Too Many Requests' : '503 Service Unavailable')
    sockets.handleUpgrade(request, socket, head, (opened) => take(opened, socket, address))
  }
  options.server.on('upgrade', upgrade)

  const pulse = startPulse(readers, frames.step)
  const heart = setInterval(() => {
    for (const reader of readers) reader.beat()
  }, HEARTBEAT_MS)
  heart.unref()
  return {
    size: () => readers.size,
    close: () => {
      isOpen = false
      pulse.stop()
      clearInterval(heart)
      for (const reader of readers) reader.close(CLOSE.closing)
      // Who does not say goodbye is not waited for.
      const terminate = (): void => readers.forEach((reader) => reader.terminate())
      setTimeout(terminate, GOODBYE_MS).unref()
    },
  }
}

/** Four times a second: one step for all that is followed, then a frame to each reader, some at a time. */
function startPulse(readers: ReadonlySet<Reader>, step: () => void): { stop(): void } {
  let next: NodeJS.Immediate | null = null
  const serve = (waiting: readonly Reader[], from: number): void => {
    next = null
    for (const reader of waiting.slice(from, from + SLICE)) reader.flush()
    if (from + SLICE < waiting.length) next = setImmediate(serve, waiting, from + SLICE)
  }
  const timer = setInterval(() => {
    if (next || readers.size === 0) return
    step()
    serve([...readers], 0)
  }, FRAME_MS)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      if (next) clearImmediate(next)
    },
  }
}

function turnAway(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Where a connection comes from, by the very rule that the calls of the house go by. */
export const addressOf = (request: IncomingMessage, trustProxy: boolean | number | string[]): string | undefined =>
  proxyAddr(request, trusts(trustProxy))

function trusts(proxies: boolean | number | string[]): (address: string, hop: number) => boolean {
  if (typeof proxies === 'boolean') return () => proxies
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  return proxyAddr.compile(proxies)
}
