import { WebSocket, type RawData } from 'ws'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import { readFrame, type FeedControl, type FeedFrame } from '@lonja/core/feed/messages'
import type { Clock } from '../base/clock.ts'
import { chance } from '../base/ids.ts'
import type { Log } from '../base/log.ts'

/**
 * One stream of the feed, kept alive: connect, sign in, subscribe some symbols at a time, and all of it again, later and
 * later, when it ends. Protocol: https://docs.alpaca.markets/docs/streaming-market-data. The key is sent in a message
 * and stands in no address, header or log.
 */

/** `live`: subscribed, and heard of lately or out of hours. `silent`: connected, but nothing comes while a market is open. */
export type StreamState = 'away' | 'live' | 'silent'

export interface StreamStatus {
  readonly state: StreamState
  /** Since when it is so; of a silent one, when it was heard last. */
  readonly since: Instant
  /** What the feed said last that is wrong, such as `406 connection limit exceeded`; null while all is well. */
  readonly problem: string | null
}

export interface FeedTiming {
  /** How long each answer may take: to connecting, signing in, subscribing. */
  readonly answerMs: number
  /** How long a stream may be silent while a market is open before it is said, and before it is opened anew. */
  readonly silentMs: number
  readonly deadMs: number
  readonly beatMs: number
  /** The first wait after it has ended, and the longest. */
  readonly waitMs: number
  readonly waitMostMs: number
}

export const FEED_TIMING: FeedTiming = {
  answerMs: 10 * SECOND,
  silentMs: 30 * SECOND,
  deadMs: 90 * SECOND,
  beatMs: 15 * SECOND,
  waitMs: SECOND,
  waitMostMs: 60 * SECOND,
}

export interface FeedStreamOptions {
  readonly url: string
  readonly key: string
  readonly secret: string
  readonly symbols: readonly string[]
  readonly clock: Clock
  readonly log: Log
  readonly timing: FeedTiming
  /** Whether a market that it tells of is open. */
  readonly isOpen: () => boolean
  /** A frame of data, as it came. */
  readonly take: (frame: FeedFrame) => void
  /** A frame that is none. */
  readonly broken: () => void
  /** All is subscribed to: what was missed may be asked for. */
  readonly onLive: () => void
}

export interface FeedStream {
  status(): StreamStatus
  close(): void
}

/** A frame is larger than this only where something is wrong. */
const FRAME_MOST = 8 * 1024 * 1024
/** A message to the feed may have 16 KB: so many symbols of at most eleven letters in six channels stay below. */
const SYMBOLS_AT_ONCE = 150
const BROKEN_MOST = 3
const CHANNELS = ['trades', 'quotes', 'bars'] as const
/** What a stream may not offer: it is then asked for the others alone. */
const MORE_CHANNELS = ['updatedBars', 'dailyBars', 'statuses'] as const
/** Errors that no waiting mends by itself: what was asked for is not offered. */
const NOT_OFFERED: ReadonlySet<number> = new Set([400, 410])
const SYMBOL_LIMIT = 405

interface Running extends FeedStreamOptions {
  socket: WebSocket | null
  phase: 'away' | 'connecting' | 'signing in' | 'subscribing' | 'live'
  since: Instant
  heardAt: Instant
  problem: string | null
  tries: number
  asked: number
  channels: readonly string[]
  brokenInRow: number
  isAnswered: boolean
  isClosed: boolean
  answerTimer: NodeJS.Timeout | null
  retryTimer: NodeJS.Timeout | null
}

export function openFeedStream(options: FeedStreamOptions): FeedStream {
  const now = options.clock.now()
  const stream: Running = {
    ...options,
    socket: null,
    phase: 'away',
    since: now,
    heardAt: now,
    problem: null,
    tries: 0,
    asked: 0,
    channels: [...CHANNELS, ...MORE_CHANNELS],
    brokenInRow: 0,
    isAnswered: true,
    isClosed: false,
    answerTimer: null,
    retryTimer: null,
  }
  connect(stream)
  const heart = setInterval(() => beat(stream), options.timing.beatMs)
  heart.unref()
  return {
    status: () => statusOf(stream),
    close: () => {
      stream.isClosed = true
      clearInterval(heart)
      if (stream.retryTimer) clearTimeout(stream.retryTimer)
      stop(stream)
    },
  }
}

function statusOf(stream: Running): StreamStatus {
  const { phase, since, heardAt, problem, timing, clock } = stream
  if (phase !== 'live') return { state: 'away', since, problem }
  const isSilent = stream.isOpen() && clock.now() - Math.max(heardAt, since) > timing.silentMs
  return isSilent ? { state: 'silent', since: heardAt, problem } : { state: 'live', since, problem }
}

function connect(stream: Running): void {
  stream.phase = 'connecting'
  stream.asked = 0
  stream.brokenInRow = 0
  stream.isAnswered = true
  const socket = new WebSocket(stream.url, {
    maxPayload: FRAME_MOST,
    handshakeTimeout: stream.timing.answerMs,
    followRedirects: false,
  })
  stream.socket = socket
  expectAnswer(stream, 'it did not welcome the house')
  const isCurrent = (): boolean => stream.socket === socket
  socket.on('message', (data, isBinary) => isCurrent() && hear(stream, data, isBinary))
  socket.on('pong', () => {
    stream.isAnswered = true
  })
  socket.on('error', (error) => isCurrent() && end(stream, error.message))
  socket.on(
    'unexpected-response',
    (_request, { statusCode }) => isCurrent() && end(stream, `it answered ${statusCode}`),
  )
  socket.on('close', (code) => isCurrent() && end(stream, `it closed (${code})`))
}

function expectAnswer(stream: Running, otherwise: string): void {
  if (stream.answerTimer) clearTimeout(stream.answerTimer)
  stream.answerTimer = setTimeout(() => end(stream, otherwise), stream.timing.answerMs)
  stream.answerTimer.unref()
}

function hear(stream: Running, data: RawData, isBinary: boolean): void {
  const frame = isBinary ? null : readFrame(textOf(data))
  if (!frame) {
    stream.broken()
    stream.brokenInRow += 1
    if (stream.brokenInRow >= BROKEN_MOST) end(stream, 'its frames cannot be read')
    return
  }
  stream.brokenInRow = 0
  for (const control of frame.control) obey(stream, control)
  const isHeard = stream.phase === 'live' || stream.phase === 'subscribing'
  if (!isHeard || (frame.data.length === 0 && frame.refused.length === 0)) return
  if (frame.data.length > 0) stream.heardAt = stream.clock.now()
  stream.take(frame)
}

const textOf = (data: RawData): string =>
  Array.isArray(data) ? Buffer.concat(data).toString('utf8') : Buffer.from(data as Buffer).toString('utf8')

function obey(stream: Running, control: FeedControl): void {
  switch (control.kind) {
    case 'connected':
      if (stream.phase !== 'connecting') return
      stream.phase = 'signing in'
      send(stream, { action: 'auth', key: stream.key, secret: stream.secret })
      return expectAnswer(stream, 'it did not answer to the key')
    case 'authenticated':
      if (stream.phase !== 'signing in') return
      stream.phase = 'subscribing'
      return subscribe(stream)
    case 'subscription':
      if (stream.phase === 'subscribing') subscribe(stream)
      return
    case 'error':
      return fail(stream, control.code, control.message)
  }
}

/** Asks for the next symbols; once all are asked for, the stream is live. */
function subscribe(stream: Running): void {
  const symbols = stream.symbols.slice(stream.asked, stream.asked + SYMBOLS_AT_ONCE)
  if (symbols.length === 0) return goLive(stream)
  stream.asked += symbols.length
  send(stream, { action: 'subscribe', ...Object.fromEntries(stream.channels.map((channel) => [channel, symbols])) })
  expectAnswer(stream, 'it did not answer to what was asked for')
}

function goLive(stream: Running): void {
  if (stream.answerTimer) clearTimeout(stream.answerTimer)
  stream.answerTimer = null
  stream.phase = 'live'
  stream.since = stream.clock.now()
  stream.heardAt = stream.since
  stream.problem = null
  stream.log.info({ url: stream.url, symbols: stream.symbols.length }, 'the feed is live')
  stream.onLive()
}

function fail(stream: Running, code: number, message: string): void {
  const problem = `${code} ${message}`.trim()
  if (stream.phase === 'subscribing' && code === SYMBOL_LIMIT) {
    // What was asked for before stays: the feed goes on with as many symbols as its terms allow.
    stream.log.warn({ problem, asked: stream.asked }, 'the feed gives no more symbols')
    goLive(stream)
    stream.problem = problem
    return
  }
  if (stream.phase === 'subscribing' && NOT_OFFERED.has(code) && stream.channels.length > CHANNELS.length) {
    stream.channels = [...CHANNELS]
    stream.asked = 0
    return subscribe(stream)
  }
  end(stream, problem)
}

function send(stream: Running, message: object): void {
  if (stream.socket?.readyState === WebSocket.OPEN) stream.socket.send(JSON.stringify(message))
}

/** A stream that has ended is opened again: after a second, then later and later, never all houses at once. */
function end(stream: Running, why: string): void {
  if (stream.isClosed || stream.phase === 'away') return
  const now = stream.clock.now()
  if (stream.phase === 'live') {
    if (now - stream.since > stream.timing.silentMs) stream.tries = 0
    stream.since = now
  }
  stop(stream)
  stream.phase = 'away'
  if (stream.problem !== why) stream.log.warn({ url: stream.url, why }, 'the feed is away')
  stream.problem = why
  const { waitMs, waitMostMs } = stream.timing
  const wait = Math.min(waitMostMs, waitMs * 2 ** Math.min(stream.tries, 16)) * (0.5 + chance() / 2)
  stream.tries += 1
  stream.retryTimer = setTimeout(() => connect(stream), wait)
  stream.retryTimer.unref()
}

function stop(stream: Running): void {
  if (stream.answerTimer) clearTimeout(stream.answerTimer)
  stream.answerTimer = null
  const { socket } = stream
  stream.socket = null
  socket?.on('error', () => {}) // It is given up: what becomes of it is of no matter.
  socket?.terminate()
}

/** Now and then: whether the other end is there, and whether it says anything while it should. */
function beat(stream: Running): void {
  if (stream.phase !== 'live') return
  const silence = stream.clock.now() - Math.max(stream.heardAt, stream.since)
  if (!stream.isAnswered) return end(stream, 'it does not answer any more')
  if (stream.isOpen() && silence > stream.timing.deadMs) return end(stream, 'it was silent for too long')
  stream.isAnswered = false
  stream.socket?.ping()
}
