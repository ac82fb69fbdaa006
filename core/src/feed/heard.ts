import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ListingId } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'

/*
 * The events of a feed that a house has heard of a listing while orders in it were open, in one chain of hashes for
 * each listing. A fill is worked out anew from them.
 */

/**
 * `begin` and `end` enclose the time in which events are kept: from `at` on, and up to `at`. `gap`: events between two
 * instants may be missing. `halt` and `resume` are of the listing's trading. `rate` is the price of one EUR in USD.
 */
export const HEARD_KINDS = ['begin', 'end', 'gap', 'quote', 'halt', 'resume', 'rate'] as const
export type HeardKind = (typeof HEARD_KINDS)[number]

/**
 * The reasons for a gap. `late`: the server had no time for its orders until the quotes had left its memory. `server_away`:
 * no server filled the orders of one that had stopped or died. `not_stored`: the database took no more rows.
 */
export const GAP_REASONS = ['disconnected', 'not_subscribed', 'silent', 'late', 'server_away', 'not_stored'] as const
export type GapReason = (typeof GAP_REASONS)[number]

/** A quote as it was heard, in ten-thousandths, with the nanoseconds of its millisecond. */
export interface HeardQuote {
  readonly nanos: number
  readonly bid: number
  readonly ask: number
  readonly bidSize: number
  readonly askSize: number
  readonly last: number
}

/** An event of a listing. A quote, a rate or a gap has more than its instant; the fields of the others are null. */
export interface HeardEvent {
  readonly kind: HeardKind
  /** The instant of the event by the feed's clock; the end of a gap, which counts to it. */
  readonly at: Instant
  /** The house's clock when the event arrived or was noticed. */
  readonly heardAt: Instant
  readonly quote: HeardQuote | null
  /** In millionths. */
  readonly rate: number | null
  /** A gap begins after `from`. */
  readonly gap: { readonly from: Instant; readonly reason: GapReason } | null
  /** The server whose open orders another has taken over, in the gap before that. */
  readonly of: string | null
}

/** An event as a row of its listing's chain. */
export interface HeardRow extends HeardEvent {
  readonly listing: ListingId
  /** Counts from 1 in each listing. */
  readonly n: number
  /** The server that heard it, by the id of its start. */
  readonly node: string
  readonly writtenAt: Instant
  /** SHA-256 of the row and of the hash before it, in hex. */
  readonly hash: string
}

const NOTHING = { quote: null, rate: null, gap: null, of: null }

export const heardOf = (
  kind: HeardKind,
  at: Instant,
  heardAt: Instant,
  part: Partial<Pick<HeardEvent, 'quote' | 'rate' | 'gap' | 'of'>> = {},
): HeardEvent => ({ ...NOTHING, kind, at, heardAt, ...part })

/** The end of a chain: the number and the hash of its last row. */
export interface HeardHead {
  readonly n: number
  readonly hash: string
}

/** The end of a chain without rows. */
export const NO_ROWS: HeardHead = { n: 0, hash: '0'.repeat(64) }

/**
 * The hash of a row: SHA-256 of a JSON list of all its fields and the hash before it. Texts and whole numbers have one
 * form in JSON, so two rows have the same text only if they are the same.
 */
export function hashAfter(before: string, row: Omit<HeardRow, 'hash'>): string {
  const { listing, n, node, kind, at, heardAt, writtenAt, quote, rate, gap, of } = row
  const quoted = quote ? [quote.nanos, quote.bid, quote.ask, quote.bidSize, quote.askSize, quote.last] : null
  const missed = gap ? [gap.from, gap.reason] : null
  const fields = [listing, n, node, kind, at, heardAt, writtenAt, quoted, rate, missed, of, before]
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(fields))))
}

/** Adds events to the end of a chain. */
export function chained(
  head: HeardHead,
  { listing, writtenAt }: Pick<HeardRow, 'listing' | 'writtenAt'>,
  events: readonly (HeardEvent & { readonly node: string })[],
): HeardRow[] {
  let { n, hash } = head
  return events.map((event) => {
    n += 1
    const row = { ...event, listing, n, writtenAt }
    hash = hashAfter(hash, row)
    return { ...row, hash }
  })
}

/** The first row of a chain that is not as it was written. */
export interface HeardFault {
  readonly listing: ListingId
  readonly n: number
  readonly why: 'missing' | 'changed'
}

/** Compares a row with the end of the chain before it; null if it continues the chain. */
export function faultOf(before: HeardHead, row: HeardRow): HeardFault | null {
  const { listing } = row
  if (row.n !== before.n + 1) return { listing, n: before.n + 1, why: 'missing' }
  return hashAfter(before.hash, row) === row.hash ? null : { listing, n: row.n, why: 'changed' }
}
