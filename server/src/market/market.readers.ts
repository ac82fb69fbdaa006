import type { WebSocket } from 'ws'
import type { ListingId } from '@lonja/core/base/amount'
import type { Topic } from '@lonja/core/base/contract'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { CLOSE, FOLLOW_MAX, FromBrowser, type FromHouse } from '@lonja/core/market/stream'
import type { Clock } from '../base/clock.ts'
import { isOutage, outageText, type Db } from '../database/db.ts'
import type { Events } from '../base/events.ts'
import type { Log } from '../base/log.ts'
import type { CallingCustomer, Sessions } from '../door/serve.ts'
import { findToken, type Token } from '../secrets/token.ts'
import type { Frames } from './market.frames.ts'
import { beginMessage, putChanges, putRecord, sendMessage, type Pipe } from './market.message.ts'
import type { Market } from './market.quotes.ts'

/** One browser connected to the stream. */
export interface Reader {
  /** Sends the changes of this step; nothing while too much of the earlier data still waits. */
  flush(): void
  /** Pings the browser and checks its session. Terminates a connection that did not answer the last ping. */
  beat(): void
  close(code: number): void
  terminate(): void
}

export interface ReaderOptions {
  readonly frames: Frames
  readonly market: Pick<Market, 'name' | 'now'>
  readonly db: Db
  readonly sessions: Sessions
  readonly events: Events
  readonly clock: Clock
  readonly log: Log
}

/** A flush is skipped while more than this waits in the socket. A reader that is behind for ten seconds is closed. */
const QUEUED_MAX_BYTES = 64 * 1024
const FLUSHES_LEFT_OUT_MAX = 40
/** A reader that sends messages while more than this waits for it is terminated. */
const BEHIND_MAX_BYTES = 256 * 1024
/** Full records are sent every ten seconds. */
const FULL_EVERY_FLUSHES = 40
const HELLO_WITHIN_MS = 10 * SECOND
const MESSAGES_A_MINUTE = 600
/** A greeting reads the database, so each one after the first counts as so many messages. */
const HELLO_COUNTS = 30

/** `turn` is the reader's number. It spreads the full records of different readers over different steps. */
export function openReader(socket: WebSocket, pipe: Pipe, options: ReaderOptions, turn: number): Reader {
  const following = followingOf(socket, pipe, options.frames, turn)
  const signing = signingOf(socket, options)
  let isAlive = true
  let messages = 0
  let minute = Math.floor(options.clock.now() / MINUTE)

  const allows = (count = 1): boolean => {
    const now = Math.floor(options.clock.now() / MINUTE)
    if (now !== minute) messages = 0
    minute = now
    messages += count
    return messages <= MESSAGES_A_MINUTE
  }
  const hear = (message: FromBrowser): void => {
    if (message.type === 'hello') {
      const isEnough = signing.greeted() && !allows(HELLO_COUNTS)
      return isEnough ? socket.close(CLOSE.tooMany) : void signing.hello(message.token)
    }
    if (!signing.greeted()) return socket.close(CLOSE.badMessage)
    if (message.type === 'unfollow') return following.drop(message.listings)
    if (!following.add(message.listings)) socket.close(CLOSE.tooMany)
  }
  socket.on('error', () => {}) // A broken connection is closed: `close` follows.
  socket.on('pong', () => {
    isAlive = true
  })
  // The socket answers pings by itself. A reader that pings and never reads would fill the memory.
  socket.on('ping', () => {
    if (!allows() || isBehind(socket)) socket.terminate()
  })
  socket.on('message', (data, isBinary) => {
    // The socket is closing, which may take a while. Its messages are ignored.
    if (socket.readyState !== socket.OPEN) return
    if (isBehind(socket)) return socket.terminate()
    if (!allows()) return socket.close(CLOSE.tooMany)
    const message = isBinary ? null : messageIn(data as Buffer)
    if (message) hear(message)
    else socket.close(CLOSE.badMessage)
  })
  const waiting = setTimeout(() => !signing.greeted() && socket.close(CLOSE.badMessage), HELLO_WITHIN_MS)
  waiting.unref()
  socket.on('close', () => {
    clearTimeout(waiting)
    signing.leave()
    following.leave()
  })
  return {
    flush: following.flush,
    beat: () => {
      if (!isAlive || isBehind(socket)) return socket.terminate()
      isAlive = false
      socket.ping()
      void signing.check()
    },
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
  }
}

/** Much of the data sent to it still waits: it does not read. */
const isBehind = (socket: WebSocket): boolean => socket.bufferedAmount > BEHIND_MAX_BYTES

const send = (socket: WebSocket, message: FromHouse): void => socket.send(JSON.stringify(message))

function messageIn(data: Buffer): FromBrowser | null {
  let json: unknown
  try {
    json = JSON.parse(data.toString())
  } catch {
    return null // A text that is not JSON is a bad message.
  }
  const read = FromBrowser.safeParse(json)
  return read.success ? read.data : null
}

/** The slots that one socket follows, and the records still to send. */
function followingOf(socket: WebSocket, pipe: Pipe, frames: Frames, turn: number) {
  const slots: number[] = []
  const fresh = new Set<number>()
  let flushes = turn % FULL_EVERY_FLUSHES
  let leftOut = 0

  const follow = (slot: number): void => {
    if (!slots.includes(slot)) {
      slots.push(slot)
      frames.follow(slot)
    }
    fresh.add(slot)
  }
  const unfollow = (slot: number): void => {
    if (!slots.includes(slot)) return
    slots.splice(slots.indexOf(slot), 1)
    frames.leave(slot)
    fresh.delete(slot)
  }
  return {
    leave: () => slots.splice(0).forEach(frames.leave),
    /** False if the socket would follow too many listings. The limit also holds while its connection closes. */
    add: (listings: readonly ListingId[]): boolean => {
      const { known, unknown } = slotsOf(frames, listings)
      for (const slot of known) {
        if (slots.length === FOLLOW_MAX && !slots.includes(slot)) return false
        follow(slot)
      }
      if (unknown.length > 0) send(socket, { type: 'unknown', listings: unknown })
      return true
    },
    drop: (listings: readonly ListingId[]): void => slotsOf(frames, listings).known.forEach(unfollow),
    flush: (): void => {
      if (slots.length === 0 || socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > QUEUED_MAX_BYTES) {
        leftOut++
        if (leftOut > FLUSHES_LEFT_OUT_MAX) socket.close(CLOSE.tooSlow)
        return
      }
      const everything = leftOut > 0 || ++flushes % FULL_EVERY_FLUSHES === 0
      leftOut = 0
      beginMessage(frames)
      const isPlain = !everything && fresh.size === 0
      const isAny = isPlain ? putChanges(frames, slots) : putRecords(frames, slots, fresh, everything)
      if (isAny) sendMessage(pipe)
    },
  }
}

function slotsOf(frames: Frames, listings: readonly ListingId[]): { known: number[]; unknown: ListingId[] } {
  const known: number[] = []
  const unknown: ListingId[] = []
  for (const listing of listings) {
    const slot = frames.slotOf(listing)
    if (slot === null) unknown.push(listing)
    else known.push(slot)
  }
  return { known, unknown }
}

/** A slot without data yet stays fresh: its first record must be a full one. Returns whether it put any record. */
function putRecords(frames: Frames, slots: readonly number[], fresh: Set<number>, everything: boolean): boolean {
  const { bytes, from, to } = frames.changes
  let count = 0
  for (const slot of slots) {
    const isFull = everything || fresh.has(slot)
    const record = isFull ? frames.full(slot) : bytes.subarray(from[slot], to[slot])
    if (!record?.length) continue
    fresh.delete(slot)
    putRecord(record)
    count++
  }
  return count > 0
}

/** The sign-in of a reader: a visitor, or a customer, who receives their topics while the session is live. */
function signingOf(socket: WebSocket, { db, sessions, events, clock, log, market }: ReaderOptions) {
  let greetings = 0
  let token: Token | null = null
  let stopHearing = (): void => {}

  const findCallingCustomer = (token: Token): Promise<CallingCustomer | null> =>
    db.read((tx) => sessions.find(tx, token, clock.now()))

  /** Closes the socket if its session has ended. If the database is away, nothing is known and nothing changes. */
  const check = async (): Promise<void> => {
    if (!token) return
    try {
      if (!(await findCallingCustomer(token))) socket.close(CLOSE.signedOut)
    } catch (err) {
      log.warn(isOutage(err) ? { why: outageText(err) } : { err }, 'a session of the stream could not be looked up')
    }
  }
  const hear = (topics: readonly Topic[]): void => {
    send(socket, { type: 'topics', topics })
    if (topics.includes('sessions')) void check()
  }
  return {
    greeted: () => greetings > 0,
    check,
    leave: () => stopHearing(),
    hello: async (text: string | undefined): Promise<void> => {
      const greeting = ++greetings
      stopHearing()
      token = null
      const newToken = findToken(text)
      let asker: CallingCustomer | null = null
      try {
        asker = newToken && (await findCallingCustomer(newToken))
      } catch (err) {
        log.warn(isOutage(err) ? { why: outageText(err) } : { err }, 'a session of the stream could not be looked up')
        return socket.close(CLOSE.closing)
      }
      if (socket.readyState !== socket.OPEN || greeting !== greetings) return
      if (asker) {
        token = newToken
        stopHearing = events.subscribe(asker.customer, hear)
      }
      const lately = asker && { lately: events.lately(asker.customer) }
      send(socket, { type: 'hello', signedIn: asker !== null, source: market.name, now: market.now(), ...lately })
    },
  }
}
