import type { ListingId } from '@lonja/core/base/amount'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import type { DayFigures, Quote } from '@lonja/core/market/market.contract'
import {
  changeRecord,
  figuresOf,
  frameHead,
  fullRecord,
  type Figures,
  type LiveFigures,
} from '@lonja/core/market/stream'
import type { Market } from './market.quotes.ts'

/** Builds the frames of the stream. A listing's slot is its index among the instruments, the same for all sockets. */
export interface Frames {
  slotOf(listing: ListingId): number | null
  /** Counts one more or one less socket that follows a slot. Only followed slots are read. */
  follow(slot: number): void
  leave(slot: number): void
  /** Reads the newest figures of the followed slots. `changes` is the difference from the step before. */
  step(): void
  /** The beginning of each frame of this step. */
  head(): Uint8Array
  /** The changes of this step, built once for all sockets. */
  readonly changes: Changes
  /** Everything about a slot as of this step; null if nothing is known or it was not read in this step. */
  full(slot: number): Uint8Array | null
}

/**
 * Records one after the other: that of a slot is in `bytes` from `from[slot]` to before `to[slot]`. Both are 0 if there
 * is none.
 */
export interface Changes {
  readonly bytes: Uint8Array
  readonly from: Int32Array
  readonly to: Int32Array
}

/** The market's functions that a frame reads. */
export type FrameMarket = Pick<Market, 'instruments' | 'now' | 'quote' | 'dayFigures'>

interface Slot {
  readonly listing: ListingId
  readonly slot: number
  /** The step in which it was last read. A change is only valid from the step before. */
  step: number
  figures: Figures | null
  day: DayFigures | null
  dayReadAt: Instant
  full: Uint8Array | null
}

/** The interval for reading the day's figures without a new quote: the chart may move without one. */
const DAY_EVERY_MS = SECOND

export function framesOf(market: FrameMarket): Frames {
  const slots: Slot[] = []
  const places = new Map<ListingId, number>()
  const followers = new Map<number, number>()
  const changes = changesOf()
  /** Instruments that were listed meanwhile have the next slots. */
  const grow = (): void => {
    for (const { listing } of market.instruments.slice(slots.length)) {
      places.set(listing, slots.length)
      slots.push(emptySlot(listing, slots.length))
    }
    changes.grow(slots.length)
  }
  grow()
  let step = 0
  let head = frameHead(market.now())

  const read = (one: Slot, now: Instant): void => {
    const before = one.step === step - 1 ? one.figures : null
    const figures = readFigures(market, one, now)
    // A slot that nobody followed in the step before has no figures to compare with. Its sockets get the full record.
    const change = before && figures && figures !== before ? changeRecord(one.slot, before, figures) : null
    if (change) changes.put(one.slot, change)
    if (!before || change) one.full = null
    one.figures = figures
    one.step = step
  }
  return {
    slotOf: (listing) => {
      if (slots.length < market.instruments.length) grow()
      return places.get(listing) ?? null
    },
    follow: (slot) => void followers.set(slot, (followers.get(slot) ?? 0) + 1),
    leave: (slot) => {
      const left = (followers.get(slot) ?? 1) - 1
      if (left > 0) followers.set(slot, left)
      else followers.delete(slot)
    },
    step: () => {
      step++
      const now = market.now()
      changes.forget()
      for (const slot of followers.keys()) {
        const one = slots[slot]
        if (one) read(one, now)
      }
      // The market's clock runs on while thousands of listings are read. No quote of the frame is newer than its head.
      head = frameHead(market.now())
    },
    head: () => head,
    changes,
    full: (slot) => {
      const one = slots[slot]
      if (!one?.figures || one.step !== step) return null
      one.full ??= fullRecord(slot, one.listing, one.figures)
      return one.full
    },
  }
}

const emptySlot = (listing: ListingId, slot: number): Slot => ({
  listing,
  slot,
  step: -1,
  figures: null,
  day: null,
  dayReadAt: -Infinity,
  full: null,
})

const ROOM = 16 * 1024

/** The changes of a step, in one buffer. The cost of a step grows with the followed slots, not with all slots. */
function changesOf(): Changes & {
  put(slot: number, record: Uint8Array): void
  forget(): void
  grow(slots: number): void
} {
  let [from, to] = [new Int32Array(), new Int32Array()]
  let bytes = new Uint8Array(ROOM)
  let end = 0
  let put: number[] = []
  return {
    get bytes() {
      return bytes
    },
    get from() {
      return from
    },
    get to() {
      return to
    },
    grow: (slots) => {
      const [before, after] = [from, to]
      ;[from, to] = [new Int32Array(slots), new Int32Array(slots)]
      from.set(before)
      to.set(after)
    },
    put: (slot, record) => {
      if (end + record.length > bytes.length) {
        const more = new Uint8Array(2 * bytes.length)
        more.set(bytes)
        bytes = more
      }
      bytes.set(record, end)
      from[slot] = end
      end += record.length
      to[slot] = end
      put.push(slot)
    },
    forget: () => {
      for (const slot of put) from[slot] = to[slot] = 0
      put = []
      end = 0
    },
  }
}

function readFigures(market: FrameMarket, one: Slot, now: Instant): Figures | null {
  const quote = market.quote(one.listing)
  const isNew = quote !== null && quote.at !== one.figures?.[0]
  if (isNew || now - one.dayReadAt >= DAY_EVERY_MS || one.day === null) {
    one.day = market.dayFigures(one.listing)
    one.dayReadAt = now
  } else if (one.figures) return one.figures
  const live = liveFor(one.listing, quote, one.day)
  return live && figuresOf(live)
}

const NONE = 0n

/** The live figures of a listing: its newest quote, else the day's last trade. Null before there is either. */
function liveFor(listing: ListingId, quote: Quote | null, day: DayFigures | null): LiveFigures | null {
  const newest = quote ?? day
  if (!newest) return null
  return {
    listing,
    at: newest.at,
    last: newest.last,
    bid: quote?.bid ?? null,
    ask: quote?.ask ?? null,
    bidSize: quote?.bidSize ?? NONE,
    askSize: quote?.askSize ?? NONE,
    volume: day?.volume ?? NONE,
    high: day?.high ?? newest.last,
    low: day?.low ?? newest.last,
    open: day?.open ?? newest.last,
    previousClose: day?.previousClose ?? null,
  }
}
