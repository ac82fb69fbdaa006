import {
  CLOSE,
  FOLLOW_MESSAGE_MAX,
  STREAM_PATH,
  quoteReader,
  type FromBrowser,
  type FromHouse,
} from '@lonja/core/market/stream'
import { houseBase } from './call.ts'
import { markOnline, markOffline } from './connection.ts'
import { follow, isFollowed, takeFigures } from './live.ts'
import { missed, pieces, waitMs } from './live.rules.ts'
import { markAllStale, markStale } from './reads.ts'
import { currentSession, expireSession } from './session.ts'
import { language } from './text.ts'

/*
 * The stream: it brings live figures and the customer's topics, which mark reads as stale. It is opened once and
 * reconnects by itself.
 */

/** A socket error, by the spec's codes (section 8). */
export interface StreamError {
  readonly code: 10002 | 600009
  readonly message: string
}

/** A send on a socket that is not open. */
export const NOT_OPEN: StreamError = { code: 10002, message: 'WebSocket is not connected' }
/** The socket could not be created. */
export const NOT_MADE: StreamError = { code: 600009, message: 'WebSocket is not connected' }

/** Opening the socket times out after 60 s (spec section 9). */
const OPEN_MS = 60_000
/**
 * The server sends each followed listing in full every ten seconds, so a followed stream that is silent for three times
 * as long is dead.
 */
const SILENT_MS = 30_000

let socket: WebSocket | null = null
let ready = false
let tries = 0
/**
 * The time since which topics may have been missed, in milliseconds of the page: the first reads are sent before the
 * stream opens.
 */
let deafSince = 0

/** Send a message to the server. Null, or the socket's error. */
export function sendToStream(message: FromBrowser): StreamError | null {
  if (!socket || socket.readyState !== 1) return NOT_OPEN
  socket.send(JSON.stringify(message))
  return null
}

/**
 * Open the stream and keep it open. A repeated call (after signing in or out, or when the network is back) reconnects.
 */
export function connect(): StreamError | null {
  leave()
  const url = new URL(STREAM_PATH.slice(1), houseBase())
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  try {
    socket = new WebSocket(url)
  } catch {
    again()
    return NOT_MADE
  }
  attend(socket)
  return null
}

let timer: ReturnType<typeof setTimeout> | undefined

function leave(): void {
  clearTimeout(timer)
  const old = socket
  socket = null
  stopHearing()
  if (old) old.close()
}

function stopHearing(): void {
  if (ready) deafSince = performance.now()
  ready = false
  follow(null)
}

function again(): void {
  clearTimeout(timer)
  timer = setTimeout(connect, waitMs(tries++, Math.random()))
}

function attend(opening: WebSocket): void {
  const reader = quoteReader()
  const token = currentSession()?.token ?? null
  opening.binaryType = 'arraybuffer'
  let watch = setTimeout(() => opening.close(), OPEN_MS)
  opening.onopen = () => {
    opening.send(JSON.stringify({ type: 'hello', lang: language(), ...(token ? { token } : {}) } satisfies FromBrowser))
  }
  opening.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
    markOnline()
    clearTimeout(watch)
    if (typeof data === 'string') return take(JSON.parse(data) as FromHouse, token)
    if (isFollowed()) watch = setTimeout(() => opening.close(), SILENT_MS)
    const { now, live } = reader.read(new Uint8Array(data))
    takeFigures(now, live)
  }
  opening.onclose = ({ code }) => {
    clearTimeout(watch)
    if (opening !== socket) return
    stopHearing()
    if (code === CLOSE.signedOut) expireSession(token)
    else markOffline()
    again()
  }
}

function take(message: FromHouse, token: string | null): void {
  if (message.type === 'topics') return markStale(message.topics)
  if (message.type !== 'hello') return
  const back = tries > 0
  tries = 0
  ready = true
  if (token !== null && !message.signedIn) expireSession(token)
  follow((type, all) => {
    for (const listings of pieces(all, FOLLOW_MESSAGE_MAX)) sendToStream({ type, listings })
  })
  // Topics published while there was no stream were missed. After a broken stream, reads without a topic may be stale
  // too.
  const topics = back ? null : missed(message.lately, performance.now() - deafSince)
  if (topics === null) markAllStale()
  else if (topics.length > 0) markStale(topics)
}
