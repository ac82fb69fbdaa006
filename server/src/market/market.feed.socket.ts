import { WebSocket, type RawData } from 'ws'
import type { Instant } from '@lonja/core/base/instant'
import { readFrame, type FeedControl } from '@lonja/core/feed/messages'
import { chance } from '../base/ids.ts'
import { acceptNext, askFor, nextOf, refuseNext, type Asking } from './market.feed.asking.ts'
import type { FeedStream, FeedStreamOptions, Lapse, StreamStatus } from './market.feed.stream.ts'

/**
 * One stream of the feed, kept connected: connect, sign in, subscribe to some symbols at a time; after it ends, retry
 * with growing waits. Protocol: https://docs.alpaca.markets/docs/streaming-market-data. The key is sent in a message
 * and is never part of an address, a header or a log line.
 */

/** The largest frame that is accepted. The feed's own frames stay far below. */
const FRAME_MOST = 8 * 1024 * 1024
const BROKEN_MOST = 3
const CHANNELS = ['trades', 'quotes', 'bars'] as const
/** Channels that a stream may not offer. If it refuses them, only `CHANNELS` are subscribed to. */
const MORE_CHANNELS = ['updatedBars', 'dailyBars', 'statuses'] as const
/** Errors that waiting does not solve: the stream does not offer a requested channel. */
const NOT_OFFERED: ReadonlySet<number> = new Set([400, 410])
const SYMBOL_LIMIT = 405
/** The log names so many of the symbols that the feed does not give. */
const NAMED_MOST = 20

interface Running extends FeedStreamOptions {
  socket: WebSocket | null
  phase: 'away' | 'connecting' | 'signing in' | 'subscribing' | 'live'
  since: Instant
  heardAt: Instant
  /** The begin of the last time in which it was live, and the last instant at which anything came in it. */
  liveAt: Instant
  aliveAt: Instant
  problem: string | null
  tries: number
  asking: Asking
  /** The symbols accepted at the last subscription. */
  heard: ReadonlySet<string>
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
    liveAt: now,
    aliveAt: now,
    problem: null,
    tries: 0,
    asking: askFor(options.symbols),
    heard: new Set(options.symbols),
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
    status: () => ({ ...stateOf(stream), heard: stream.heard.size, wanted: stream.symbols.length }),
    hears: (symbol) => stream.heard.has(symbol),
    lapse: () => lapseOf(stream),
    liveAt: () => stream.liveAt,
    close: () => {
      stream.isClosed = true
      clearInterval(heart)
      if (stream.retryTimer) clearTimeout(stream.retryTimer)
      stop(stream)
    },
  }
}

function stateOf(stream: Running): Pick<StreamStatus, 'state' | 'since' | 'problem'> {
  const { phase, since, heardAt, problem, timing, clock } = stream
  if (phase !== 'live') return { state: 'away', since, problem }
  if (stream.heard.size === 0) return { state: 'empty', since, problem }
  const isSilent = stream.isOpen() && clock.now() - Math.max(heardAt, since) > timing.silentMs
  return isSilent ? { state: 'silent', since: heardAt, problem } : { state: 'live', since, problem }
}

function lapseOf(stream: Running): Lapse | null {
  const { state, since } = stateOf(stream)
  if (state === 'away') return { from: stream.aliveAt, reason: 'disconnected' }
  return state === 'silent' ? { from: since, reason: 'silent' } : null
}

function connect(stream: Running): void {
  stream.phase = 'connecting'
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
    if (isCurrent() && stream.phase === 'live') stream.aliveAt = stream.clock.now()
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
  if (stream.phase === 'live') stream.aliveAt = stream.clock.now()
  for (const control of frame.control) obey(stream, control)
  const isHeard = stream.phase === 'live' || stream.phase === 'subscribing'
  if (!isHeard || (frame.data.length === 0 && frame.refused.length === 0)) return
  if (frame.data.length > 0) {
    const lapse = lapseOf(stream)
    stream.heardAt = stream.clock.now()
    if (lapse?.reason === 'silent') stream.onSilence(lapse.from, stream.heardAt)
  }
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
      return beginSubscribing(stream)
    case 'subscription':
      if (stream.phase !== 'subscribing') return
      acceptNext(stream.asking)
      return subscribe(stream)
    case 'error':
      return fail(stream, control.code, control.message)
  }
}

function beginSubscribing(stream: Running): void {
  stream.phase = 'subscribing'
  stream.asking = askFor(stream.symbols)
  subscribe(stream)
}

/** Subscribes to the next symbols. Once none is left, the stream is live. */
function subscribe(stream: Running, problem: string | null = null): void {
  const symbols = nextOf(stream.asking)
  if (symbols.length === 0) return goLive(stream, problem)
  send(stream, { action: 'subscribe', ...Object.fromEntries(stream.channels.map((channel) => [channel, symbols])) })
  expectAnswer(stream, 'it did not answer to what was asked for')
}

function goLive(stream: Running, problem: string | null): void {
  if (stream.answerTimer) clearTimeout(stream.answerTimer)
  stream.answerTimer = null
  const { url, symbols, asking } = stream
  const staysEmpty = stream.heard.size === 0 && asking.accepted === 0
  stream.phase = 'live'
  stream.heardAt = stream.clock.now()
  ;[stream.liveAt, stream.aliveAt] = [stream.heardAt, stream.heardAt]
  if (!staysEmpty) stream.since = stream.heardAt
  stream.problem = problem
  stream.heard = new Set(symbols.slice(0, asking.accepted))
  stream.log.info({ url, symbols: symbols.length, heard: stream.heard.size }, 'the feed is live')
  // A stream without any symbol asks again and again, and would fill the log.
  if (problem !== null && !staysEmpty) {
    const unheard = symbols.slice(asking.accepted, asking.accepted + NAMED_MOST)
    const figures = { heard: stream.heard.size, unheard: symbols.length - stream.heard.size, first: unheard }
    stream.log.warn({ url, problem, ...figures }, 'the feed gives no more symbols: the others have no live price')
  }
  stream.onLive()
}

function fail(stream: Running, code: number, message: string): void {
  const problem = `${code} ${message}`.trim()
  if (stream.phase === 'subscribing' && code === SYMBOL_LIMIT) {
    // The refused message has changed nothing, so the earlier subscriptions stay valid.
    refuseNext(stream.asking)
    return subscribe(stream, problem)
  }
  if (stream.phase === 'subscribing' && NOT_OFFERED.has(code) && stream.channels.length > CHANNELS.length) {
    stream.channels = [...CHANNELS]
    return beginSubscribing(stream)
  }
  end(stream, problem)
}

function send(stream: Running, message: object): void {
  if (stream.socket?.readyState === WebSocket.OPEN) stream.socket.send(JSON.stringify(message))
}

/**
 * Reconnects a stream that has ended: after about a second, then with growing waits. A random part spreads the houses.
 */
function end(stream: Running, why: string): void {
  if (stream.isClosed || stream.phase === 'away') return
  const now = stream.clock.now()
  if (stream.phase === 'live') {
    if (now - stream.since > stream.timing.silentMs) stream.tries = 0
    stream.since = now
    stream.onLost(stream.aliveAt)
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
  socket?.on('error', () => {}) // The socket is discarded, so its errors do not matter.
  socket?.terminate()
}

/** Checks at an interval that the feed answers pings, and that data comes while a market is open. */
function beat(stream: Running): void {
  if (stream.phase !== 'live') return
  const silence = stream.clock.now() - Math.max(stream.heardAt, stream.since)
  if (!stream.isAnswered) return end(stream, 'it does not answer any more')
  // Nothing can come without a symbol. Another connection would get none either.
  const isEmpty = stream.heard.size === 0
  if (isEmpty && silence > stream.timing.againMs) return beginSubscribing(stream)
  if (!isEmpty && stream.isOpen() && silence > stream.timing.deadMs) return end(stream, 'it was silent for too long')
  stream.isAnswered = false
  stream.socket?.ping()
}
