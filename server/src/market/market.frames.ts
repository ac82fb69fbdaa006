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

/** What the frames of the stream are made of. A listing's slot is its place among the instruments, the same for all sockets. */
export interface Frames {
  slotOf(listing: ListingId): number | null
  /** One more socket follows a slot, or one less: only what is followed is read. */
  follow(slot: number): void
  leave(slot: number): void
  /** Goes on to the newest figures of what is followed: what `changes` tell is the difference to the step before. */
  step(): void
  /** The beginning of each frame of this step. */
  head(): Uint8Array
  /** What changed in this step. Made once, however many sockets it goes to. */
  readonly changes: Changes
  /** Everything about a slot as of this step; null where nothing is known, or it was not yet read. */
  full(slot: number): Uint8Array | null
}

/** Records one after the other: that of a slot stands in `bytes` from `from[slot]` to before `to[slot]`; there is none where both are 0. */
export interface Changes {
  readonly bytes: Uint8Array
  readonly from: Int32Array
  readonly to: Int32Array
}

/** What is read of the market for a frame. */
export type FrameMarket = Pick<Market, 'instruments' | 'now' | 'quote' | 'dayFigures'>

interface Slot {
  readonly listing: ListingId
  readonly slot: number
  /** The step it was read in last. A change is only one from the step before. */
  step: number
  figures: Figures | null
  day: DayFigures | null
  dayReadAt: Instant
  full: Uint8Array | null
}

/** The day's figures are read with every new quote, else this often: the chart may move without a quote. */
const DAY_EVERY_MS = SECOND

export function framesOf(market: FrameMarket): Frames {
  const slots = market.instruments.map(({ listing }, slot): Slot => ({
    listing,
    slot,
    step: -1,
    figures: null,
    day: null,
    dayReadAt: -Infinity,
    full: null,
  }))
  const places = new Map(slots.map(({ listing, slot }) => [listing, slot]))
  const followers = new Map<number, number>()
  const changes = changesOf(slots.length)
  let step = 0
  let head = frameHead(market.now())

  const read = (one: Slot, now: Instant): void => {
    const before = one.step === step - 1 ? one.figures : null
    const figures = readFigures(market, one, now)
    // A slot that nobody followed in the step before has no step to differ from: its sockets are given the full record.
    const change = before && figures && figures !== before ? changeRecord(one.slot, before, figures) : null
    if (change) changes.put(one.slot, change)
    if (!before || change) one.full = null
    one.figures = figures
    one.step = step
  }
  return {
    slotOf: (listing) => places.get(listing) ?? null,
    follow: (slot) => void followers.set(slot, (followers.get(slot) ?? 0) + 1),
    leave: (slot) => {
      const left = (followers.get(slot) ?? 1) - 1
      if (left > 0) followers.set(slot, left)
      else followers.delete(slot)
    },
    step: () => {
      step++
      const now = market.now()
      head = frameHead(now)
      changes.forget()
      for (const slot of followers.keys()) {
        const one = slots[slot]
        if (one) read(one, now)
      }
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

const ROOM = 16 * 1024

/** The changes of one step after the other. What a step costs follows what is followed, however many slots there are. */
function changesOf(slots: number): Changes & { put(slot: number, record: Uint8Array): void; forget(): void } {
  const [from, to] = [new Int32Array(slots), new Int32Array(slots)]
  let bytes = new Uint8Array(ROOM)
  let end = 0
  let put: number[] = []
  return {
    get bytes() {
      return bytes
    },
    from,
    to,
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

/** What is told of a listing: its newest quote, else the day's last trade. Null before there is either. */
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
