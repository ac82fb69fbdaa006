import type { ListingId } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { feedBook, refuseData, streamOf, symbolFor, takeData, type FeedBook } from './book.ts'
import { readFrame } from './messages.ts'
import { feedSource } from './feed.ts'

/** A feed for tests: messages in their wire form, at the test's own clock. */
export function scriptedFeed(listings: readonly ListingId[], start: Instant) {
  const book: FeedBook = feedBook(listings)
  let shown = start
  const instruments = listings.map((listing) => ({
    listing,
    kind: 'share' as const,
    name: listing,
    sector: 'none' as const,
    sharesInIssue: 0n,
    profile: {},
  }))
  const [first = 'XNYS:NONE'] = listings
  return {
    book,
    source: feedSource(book, { instruments, label: 'said', now: () => shown }),
    /** Send a message of a listing (by default the first) at an instant, to arrive after a lag. */
    say: (message: Record<string, unknown>, at: Instant, how: { lag?: number; listing?: ListingId } = {}): void => {
      const { lag = 0, listing = first } = how
      shown = Math.max(shown, at + lag)
      const wireMessage = { S: symbolFor(listing), t: new Date(at).toISOString(), ...message }
      const frame = readFrame(JSON.stringify([wireMessage]))
      for (const reason of frame?.refused ?? ['broken']) refuseData(book, reason)
      for (const data of frame?.data ?? []) takeData(book, streamOf(listing), data, shown)
    },
    goTo: (at: Instant): void => {
      shown = Math.max(shown, at)
    },
    /** The reasons for rejected messages so far. */
    refused: (): Record<string, number> => Object.fromEntries(book.refused),
  }
}

export const quoted = (bid: number, ask: number): Record<string, unknown> => ({
  T: 'q',
  bp: bid,
  bs: 100,
  ap: ask,
  as: 200,
})

let trades = 0
export const traded = (price: number, size = 100, more: object = {}): Record<string, unknown> => ({
  T: 't',
  i: ++trades,
  x: 'N',
  p: price,
  s: size,
  c: ['@'],
  ...more,
})

export const barred = (T: 'b' | 'u' | 'd', [o, h, l, c]: readonly [number, number, number, number], v: number) => ({
  T,
  o,
  h,
  l,
  c,
  v,
})
