import * as z from 'zod/mini'
import type { ListingId, PriceE4 } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { RecentTopics, Topic } from '../base/contract.ts'
import type { Instant } from '../base/instant.ts'
import { LanguageCode, Listing } from '../base/wire.ts'

/**
 * The stream: live figures and a customer's topics over one WebSocket at `/stream`.
 *
 * Text frames are JSON. The browser sends `hello` first (with the token, if signed in; it is never in the URL), then
 * `follow` and `unfollow` with the listings of the visible rows. The server answers `hello` with the topics published a
 * moment ago, and from then on sends `topics` when data of the customer have changed: the fact, never the data; the
 * browser reads again.
 *
 * Binary frames carry figures, at most four frames a second per browser, the newest value of each listing winning. A
 * frame is the byte 1, the source's clock as a varint, then records to its end. A record is a varint `slot × 2 + full`;
 * a full record continues with the length of the listing's id, the id, and eleven varints; a change continues with a
 * varint mask of the changed fields (bit n is the nth of `FIELDS`) and a signed varint for each change. The server
 * sends a full record when a listing is first followed, after it had to drop frames, and every ten seconds; so a
 * browser that reconnects only follows again. Every socket starts with a new `quoteReader()`.
 */
export const STREAM_PATH = '/stream'

/** The most listings that one socket may follow at a time, and that one message may name. */
export const FOLLOW_MAX = 400
export const FOLLOW_MESSAGE_MAX = 200

/** The server's reasons for closing a socket, as WebSocket close codes. */
export const CLOSE = {
  /** The session has ended: log in again. */
  signedOut: 4401,
  /** A message that is malformed, too long, or sent before `hello`. */
  badMessage: 4400,
  /** Too many messages, listings or sockets. */
  tooMany: 4429,
  /** The reader is too slow: reconnect. */
  tooSlow: 4408,
  /** The server is stopping: reconnect later. */
  closing: 1001,
} as const

export const FromBrowser = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    token: z.optional(z.string().check(z.maxLength(400))),
    lang: z.optional(LanguageCode),
  }),
  z.strictObject({ type: z.literal('follow'), listings: z.array(Listing).check(z.maxLength(FOLLOW_MESSAGE_MAX)) }),
  z.strictObject({ type: z.literal('unfollow'), listings: z.array(Listing).check(z.maxLength(FOLLOW_MESSAGE_MAX)) }),
])
export type FromBrowser = z.output<typeof FromBrowser>

export type FromHouse =
  /**
   * The answer to `hello`. `signedIn` is false without a valid token: figures only. From here on every topic is sent;
   * `lately` has earlier ones, so that the browser knows which of its reads are stale already.
   */
  | {
      readonly type: 'hello'
      readonly signedIn: boolean
      readonly source: string
      readonly now: Instant
      readonly lately?: RecentTopics
    }
  | { readonly type: 'topics'; readonly topics: readonly Topic[] }
  /** Requested listings that do not exist in this house. */
  | { readonly type: 'unknown'; readonly listings: readonly ListingId[] }

/** The stream's figures of a listing: the newest quote and the day so far. An index has no bid and ask. */
export interface LiveFigures {
  readonly listing: ListingId
  readonly at: Instant
  readonly last: PriceE4
  readonly bid: PriceE4 | null
  readonly ask: PriceE4 | null
  readonly bidSize: bigint
  readonly askSize: bigint
  readonly volume: bigint
  readonly high: PriceE4
  readonly low: PriceE4
  readonly open: PriceE4
  readonly previousClose: PriceE4 | null
}

/**
 * The order of a record's figures: the most frequently changed come first, so that a mask is mostly one byte. Zero
 * means none.
 */
export const FIELDS = [
  'at',
  'last',
  'bid',
  'ask',
  'bidSize',
  'askSize',
  'volume',
  'high',
  'low',
  'open',
  'previousClose',
] as const

/** The figures of one listing as whole numbers in the order of `FIELDS`. */
export type Figures = readonly number[]

export const figuresOf = (live: LiveFigures): Figures => [
  live.at,
  Number(live.last),
  Number(live.bid ?? 0),
  Number(live.ask ?? 0),
  Number(live.bidSize),
  Number(live.askSize),
  Number(live.volume),
  Number(live.high),
  Number(live.low),
  Number(live.open),
  Number(live.previousClose ?? 0),
]

function liveOf(listing: ListingId, figures: Figures): LiveFigures {
  const units = (field: (typeof FIELDS)[number]): bigint => BigInt(figures[FIELDS.indexOf(field)] ?? 0)
  const price = (field: (typeof FIELDS)[number]): PriceE4 => units(field) as PriceE4
  const priceOrNone = (field: (typeof FIELDS)[number]): PriceE4 | null => price(field) || null
  return {
    listing,
    at: figures[0] ?? 0,
    last: price('last'),
    bid: priceOrNone('bid'),
    ask: priceOrNone('ask'),
    bidSize: units('bidSize'),
    askSize: units('askSize'),
    volume: units('volume'),
    high: price('high'),
    low: price('low'),
    open: price('open'),
    previousClose: priceOrNone('previousClose'),
  }
}

const FRAME = 1

/** A buffer for records: the longest takes 114 bytes. */
const draft = new Uint8Array(256)

/** A record with all figures of a listing. */
export function fullRecord(slot: number, listing: ListingId, figures: Figures): Uint8Array {
  let at = putVarint(0, slot * 2 + 1)
  at = putVarint(at, listing.length)
  for (let n = 0; n < listing.length; n++) draft[at++] = listing.charCodeAt(n)
  for (const figure of figures) at = putVarint(at, figure)
  return draft.slice(0, at)
}

/** A record with the changed figures; null without a change. */
export function changeRecord(slot: number, before: Figures, after: Figures): Uint8Array | null {
  let mask = 0
  for (let field = 0; field < FIELDS.length; field++) if (before[field] !== after[field]) mask |= 1 << field
  if (mask === 0) return null
  let at = putVarint(0, slot * 2)
  at = putVarint(at, mask)
  for (let field = 0; field < FIELDS.length; field++) {
    if (mask & (1 << field)) at = putSigned(at, (after[field] ?? 0) - (before[field] ?? 0))
  }
  return draft.slice(0, at)
}

/** The head of a frame; records follow it unchanged. `now` is the source's clock. */
export function frameHead(now: Instant): Uint8Array {
  draft[0] = FRAME
  return draft.slice(0, putVarint(1, now))
}

export interface QuoteReader {
  /** The listings with news in a binary frame, and the source's clock then. Asserts a complete frame. */
  read(frame: Uint8Array): { readonly now: Instant; readonly live: readonly LiveFigures[] }
}

/**
 * Reads the binary frames of one socket, in order. A change to a listing without a preceding full record is skipped.
 */
export function quoteReader(): QuoteReader {
  const slots = new Map<number, { readonly listing: ListingId; readonly figures: number[] }>()
  const readRecord = (from: Cursor): LiveFigures | null => {
    const head = takeVarint(from)
    const slot = Math.floor(head / 2)
    if (head % 2 === 1) {
      const listing = takeText(from, takeVarint(from)) as ListingId
      const figures = FIELDS.map(() => takeVarint(from))
      slots.set(slot, { listing, figures })
      return liveOf(listing, figures)
    }
    const mask = takeVarint(from)
    const entry = slots.get(slot)
    for (let field = 0; field < FIELDS.length; field++) {
      if (!(mask & (1 << field))) continue
      const change = takeSigned(from)
      if (entry) entry.figures[field] = (entry.figures[field] ?? 0) + change
    }
    return entry ? liveOf(entry.listing, entry.figures) : null
  }
  return {
    read: (frame) => {
      const from = { bytes: frame, at: 1 }
      assert(frame[0] === FRAME, 'a binary frame of the stream begins with 1')
      const now = takeVarint(from)
      const live: LiveFigures[] = []
      while (from.at < frame.length) {
        const one = readRecord(from)
        if (one) live.push(one)
      }
      return { now, live }
    },
  }
}

interface Cursor {
  readonly bytes: Uint8Array
  at: number
}

/**
 * Seven bits per byte, the lowest first; whole numbers up to 2^53, so no bit operators. Returns the next byte's
 * position.
 */
function putVarint(from: number, value: number): number {
  assert(Number.isSafeInteger(value) && value >= 0, 'a varint is a whole number from zero')
  let at = from
  let rest = value
  while (rest >= 128) {
    draft[at++] = (rest % 128) + 128
    rest = Math.floor(rest / 128)
  }
  draft[at++] = rest
  return at
}

const putSigned = (at: number, value: number): number => putVarint(at, value < 0 ? -2 * value - 1 : 2 * value)

function takeVarint(from: Cursor): number {
  let value = 0
  for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
    const byte = from.bytes[from.at++]
    assert(byte !== undefined, 'a frame ends with a whole record')
    value += (byte % 128) * scale
    if (byte < 128) return value
  }
  throw new Error('Assertion failed: a varint has at most eight bytes')
}

function takeSigned(from: Cursor): number {
  const value = takeVarint(from)
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2
}

function takeText(from: Cursor, length: number): string {
  assert(from.at + length <= from.bytes.length, 'a frame ends with a whole record')
  const text = String.fromCharCode(...from.bytes.subarray(from.at, from.at + length))
  from.at += length
  return text
}
