import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { SECOND } from '@lonja/core/base/instant'
import { CLOSE, STREAM_PATH } from '@lonja/core/market/stream'
import { isOwnPage } from '../door/origin.ts'
import { networkOf } from '../door/network.ts'
import { addressOf, type Proxies } from '../door/proxies.ts'
import { framesOf, type FrameMarket } from './market.frames.ts'
import { openReader, type Reader, type ReaderOptions } from './market.readers.ts'

export interface StreamOptions extends Omit<ReaderOptions, 'frames'> {
  /** The HTTP server whose upgrade requests to `/stream` are handled. */
  readonly server: Server
  readonly market: FrameMarket & ReaderOptions['market']
  readonly trustProxy?: Proxies
  /** The public address of the house, from which its pages may come. */
  readonly publicUrl?: string | null
  readonly limits?: Partial<StreamLimits>
}

export interface StreamLimits {
  /** The most sockets of one address. A whole school may share an address. */
  readonly socketsAnAddress: number
  readonly sockets: number
  readonly messageBytes: number
}

export const STREAM_LIMITS: StreamLimits = { socketsAnAddress: 500, sockets: 20_000, messageBytes: 16 * 1024 }

/** The interval at which changes are sent. `SLICE`: the sockets that are served before other work runs. */
export const FRAME_MS = 250
const SLICE = 200
const GOODBYE_MS = SECOND
const HEARTBEAT_MS = 30 * SECOND

export interface Stream {
  /** The number of connected browsers. */
  readonly size: () => number
  /** Closes all sockets and accepts no new ones. */
  close(): void
}

/** The stream at `/stream`: quotes to their followers, and a customer's own topics to a signed-in customer. */
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
  let nextNumber = 0

  const take = (socket: WebSocket, pipe: Duplex, address: string): void => {
    const reader = openReader(socket, pipe, { ...options, frames }, nextNumber++)
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
    // From here on we own the connection: an error without a listener would end the process.
    socket.on('error', () => socket.destroy())
    if (request.url?.split('?')[0] !== STREAM_PATH) return turnAway(socket, '400 Bad Request')
    if (!isOwnPage(request.headers, options.publicUrl ?? null)) return turnAway(socket, '403 Forbidden')
    const from = addressOf(request, options.trustProxy ?? false)
    if (from === undefined) return void socket.destroy() // The connection is closed already.
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
      // Readers that do not close in time are terminated.
      const terminate = (): void => readers.forEach((reader) => reader.terminate())
      setTimeout(terminate, GOODBYE_MS).unref()
    },
  }
}

/** Four times a second: one step for all followed slots, then a frame to each reader, some readers at a time. */
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
