import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { streamOf, symbolFor, type FeedBook, type StreamName } from '@lonja/core/feed/book'
import type { GapReason } from '@lonja/core/feed/heard'
import { keepHeard, leaveHeard, noteDropped, noteGap, takeHeard } from '@lonja/core/feed/keeping'
import { SETTLE_MS, type ListingState } from '@lonja/core/feed/listing'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../database/db.ts'
import type { FeedStream } from './market.feed.stream.ts'
import { openChains, type Chains } from './market.heard.chains.ts'

/** An order from which on the events of its listing are kept. */
export interface HeardFor {
  readonly listing: ListingId
  /** This server, by the id of its start. */
  readonly node: string
  /** The server that took the order, if this one has taken it over, and the instant up to which that one is decided. */
  readonly of: { readonly node: string; readonly through: Instant } | null
  /** The instant after which quotes may fill the order. */
  readonly from: Instant
}

/** Keeps the events of a feed in the listings with open orders, as the evidence of fills. */
export interface HeardEvents {
  /** Called for each order that is taken into memory. */
  begin(order: HeardFor): void
  /** Called when the last open order of a listing has left the memory. */
  end(listing: ListingId): void
  /** Called before orders of a listing are matched with the quotes after an instant. */
  matching(listing: ListingId, after: Instant): void
  /** Takes what was heard out of the feed's memory, to be stored later: beyond a limit a gap takes its place. */
  gather(): void
  /** Resolves once all that was heard is committed. Throws if the database does not take it, and keeps it. */
  store(): Promise<void>
  /** The same for one listing, which another listing does not delay; null if nothing of it waits. */
  storing(listing: ListingId): Promise<void> | null
}

/** On a practice market or a replay nothing is kept: its quotes can be worked out at any time. */
export const NOTHING_HEARD: HeardEvents = {
  begin: () => {},
  end: () => {},
  matching: () => {},
  gather: () => {},
  store: () => Promise.resolve(),
  storing: () => null,
}

/** The reports of a feed's streams to the keeping of its events. */
export interface StreamWatch {
  onLost(name: StreamName, heardThrough: Instant): void
  onLive(name: StreamName): void
  onSilence(name: StreamName, from: Instant, to: Instant): void
}

export interface KeepingGround {
  readonly db: Db
  readonly clock: Clock
  readonly book: FeedBook
  /** The stream of each name, once it is opened. */
  readonly stream: (name: StreamName) => Pick<FeedStream, 'hears' | 'lapse' | 'liveAt'> | null
}

/** A listing with open orders. */
interface ListingWatch {
  readonly state: ListingState
  /** The instant from which on events are kept. */
  from: Instant
  readonly node: string
  /** The number of events since what is known was written last. */
  since: number
  /** The servers from which orders of the listing were taken over. */
  readonly others: Set<string>
  /** The present time in which the feed does not give the listing. */
  lapse: { readonly from: Instant; readonly reason: GapReason } | null
}

interface Keeping extends KeepingGround {
  readonly listings: Map<ListingId, ListingWatch>
  readonly chains: Chains
}

/** A check of one order reads from where the known facts stand, so they are repeated after so many events. */
const REPEATED_EVERY = 1_000

/** Opens the keeping of a feed's events. */
export function keepEvents(ground: KeepingGround): HeardEvents & StreamWatch {
  const keeping: Keeping = { ...ground, listings: new Map(), chains: openChains(ground.db, ground.clock) }
  const { clock, listings, chains } = keeping
  const drain = (listing: ListingId, one: ListingWatch): void => {
    const heard = takeHeard(one.state)
    chains.add(listing, one.node, heard)
    one.since += heard.length
    if (one.since < REPEATED_EVERY) return
    one.since = 0
    const now = clock.now()
    keepHeard(ground.book, listing, now, now)
    chains.add(listing, one.node, takeHeard(one.state))
  }
  const gather = (): void => {
    for (const [listing, one] of listings) drain(listing, one)
  }
  const store = (): Promise<void> => {
    gather()
    return chains.store()
  }
  return {
    begin: (order) => begin(keeping, order),
    end: (listing) => end(keeping, listing),
    matching: (listing, after) => {
      const one = listings.get(listing)
      if (one) noteDropped(one.state, after, clock.now())
    },
    gather,
    store,
    storing: (listing) => {
      const one = listings.get(listing)
      if (one) drain(listing, one)
      return chains.waits(listing) ? store() : null
    },
    onLost: (name, from) => {
      for (const one of keptOn(keeping, name)) one.lapse ??= { from, reason: 'disconnected' }
    },
    onLive: (name) => goOn(keeping, name),
    onSilence: (name, from, to) => {
      const now = clock.now()
      // A quote of the last second before the first data would have counted, and none was missing by then.
      for (const { state, lapse } of keptOn(keeping, name))
        if (!lapse) noteGap(state, [from, to - SETTLE_MS], { reason: 'silent', now })
    },
  }
}

const keptOn = ({ listings }: Keeping, name: StreamName): ListingWatch[] =>
  [...listings.values()].filter(({ state }) => streamOf(state.listing) === name)

function begin(keeping: Keeping, { listing, node, of, from }: HeardFor): void {
  const { book, clock, listings } = keeping
  const now = clock.now()
  const state = book.listings.get(listing)
  if (!state) return
  if (listings.get(listing) && listings.get(listing)?.node !== node) end(keeping, listing)
  const known = listings.get(listing)
  const one: ListingWatch = known ?? openKept(state, node, lapseOf(keeping, state))
  listings.set(listing, one)
  const isTakenOver = of !== null && !one.others.has(of.node)
  if (isTakenOver) {
    one.others.add(of.node)
    // The rows after the gap are of the server that fills the order from now on, so what is known is repeated in them.
    state.heard ??= []
    noteGap(state, [of.through, now], { reason: 'server_away', now, of: of.node })
  }
  // The later one of two orders at once may be in memory first.
  if (from >= one.from && !isTakenOver) return
  keepHeard(book, listing, from, now)
  one.from = Math.min(from, one.from)
  const liveAt = keeping.stream(streamOf(listing))?.liveAt() ?? now
  if (!one.lapse) noteGap(state, [from, liveAt], { reason: 'disconnected', now })
}

const openKept = (state: ListingState, node: string, lapse: ListingWatch['lapse']): ListingWatch => ({
  state,
  node,
  lapse,
  from: Infinity,
  others: new Set(),
  since: 0,
})

function end(keeping: Keeping, listing: ListingId): void {
  const { clock, listings, chains } = keeping
  const one = listings.get(listing)
  if (!one) return
  const now = clock.now()
  const lapse = one.lapse ?? keeping.stream(streamOf(listing))?.lapse() ?? null
  if (lapse) noteGap(one.state, [lapse.from, now], { ...lapse, now })
  chains.add(listing, one.node, leaveHeard(one.state, now))
  listings.delete(listing)
}

/** The time in which the feed does not give a listing, if that is so now. A silence is noted when it ends. */
function lapseOf({ stream, clock }: Keeping, { listing }: ListingState): ListingWatch['lapse'] {
  const own = stream(streamOf(listing))
  const lapse = own?.lapse() ?? null
  if (lapse?.reason === 'disconnected') return lapse
  const isHeard = own?.hears(symbolFor(listing)) === true
  return isHeard ? null : { from: own?.liveAt() ?? clock.now(), reason: 'not_subscribed' }
}

/** A stream is live again: the listings that it gives have had a gap. */
function goOn(keeping: Keeping, name: StreamName): void {
  const now = keeping.clock.now()
  for (const one of keptOn(keeping, name)) {
    const { lapse } = one
    if (keeping.stream(name)?.hears(symbolFor(one.state.listing)) !== true) {
      one.lapse = { from: lapse?.from ?? now, reason: 'not_subscribed' }
    } else if (lapse) {
      noteGap(one.state, [lapse.from, now], { ...lapse, now })
      one.lapse = null
    }
  }
}
