import { priceE4, rateE6, type ListingId, type Venue } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import type { Instrument, Quote, Session } from '@lonja/core/market/market.contract'
import type { Ratio } from '@lonja/core/market/actions'
import type { Source } from '@lonja/core/market/market.source'
import type { CheckMarket } from '@lonja/core/orders/tickets.check'
import { ABC, ESP, INDEX } from './orders.testing.ts'

/** Numbers of a seed: the same seed gives the same commands. */
export interface Dice {
  /** A whole number from 0 up to `below`. */
  below(below: number): number
  /** True once in `times`, on average. */
  once(times: number): boolean
  between(least: number, most: number): number
  one<Item>(items: readonly Item[]): Item
}

/** The generator known as mulberry32. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number): number => Math.floor(next() * most)
  return {
    below,
    once: (times) => below(times) === 0,
    between: (least, most) => least + below(most - least + 1),
    one: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
  }
}

export const XYZ: ListingId = 'XNAS:XYZ'
/** The listings of the first day, and the one that each becomes with a new ticker. */
const FIRST_LISTINGS = [ABC, ESP, XYZ] as const
const SUCCESSORS: ReadonlyMap<ListingId, ListingId> = new Map([
  [ABC, 'XNYS:ABCD'],
  [ESP, 'XMAD:ESPN'],
  [XYZ, 'XNAS:XYZW'],
])
export const LISTINGS: readonly ListingId[] = [...FIRST_LISTINGS, ...SUCCESSORS.values()]
const BEGIN: Instant = Date.UTC(2026, 10, 20, 15)
/** The days of the sessions, two for each, counted from the first one: the first night, a weekend of three, and one more. */
const DAYS = [0, 0, 1, 1, 4, 4, 5, 5] as const
const OPEN_MS = 5 * MINUTE
const SHUT_MS = MINUTE

/** A market of eight short sessions on four days, whose prices a seed walks. Both the house and the model are asked about it. */
export interface WalkedMarket {
  readonly source: Source
  readonly check: CheckMarket
  now(): Instant
  /** The instant after which no session comes. */
  readonly closesAt: Instant
  /** Moves the clock on, to at most a whole minute or a millisecond after a close. */
  advance(ms: number): void
  /** Moves the clock on to shortly before the next day's first session. False if that is not the next one. */
  sleep(): boolean
  /** A split of a listing as of now: prices of before it are in its new shares from then on. */
  split(listing: ListingId, ratio: Ratio): void
  /** The listings that trade now. */
  listings(): readonly ListingId[]
  /** Gives a listing its new ticker as of now; null if this is its new one. */
  rename(listing: ListingId): ListingId | null
  /** A new quote event of now, or null while its listing is halted. */
  walk(listing: ListingId): Quote | null
  /** True if a quote of now lies in a session. */
  isOpen(): boolean
}

const instrument = (listing: ListingId, kind: Instrument['kind'] = 'share'): Instrument => ({
  listing,
  kind,
  name: listing,
  sector: 'none',
  sharesInIssue: 1_000_000n,
  profile: {},
})

export function walkedMarket(dice: Dice): WalkedMarket {
  let now = BEGIN - 10 * SECOND
  const quotes = new Map<ListingId, Quote[]>(LISTINGS.map((listing) => [listing, []]))
  const halts: { readonly listing: ListingId; readonly from: Instant; readonly to: Instant }[] = []
  const sessions = DAYS.map((day, n) => {
    const open = BEGIN + day * 24 * HOUR + (n % 2) * (OPEN_MS + SHUT_MS)
    return { open, close: open + OPEN_MS }
  })
  const closesAt = sessions.at(-1)?.close ?? now
  const of = (listing: ListingId): Quote[] => quotes.get(listing) ?? []
  const sessionAt = (_venue: Venue, at: Instant) => sessions.find(({ close }) => at <= close) ?? null
  const splits: { readonly listing: ListingId; readonly at: Instant; readonly ratio: Ratio }[] = []
  let listings: readonly ListingId[] = FIRST_LISTINGS
  const former = new Map<ListingId, ListingId>()
  /** Before its first event a new ticker has the last quote of the old one. */
  const newestOf = (listing: ListingId, until: Instant): Quote | null => {
    const own = of(listing).findLast(({ at }) => at <= until)
    const before = former.get(listing)
    if (own || before === undefined) return own ?? null
    const last = quoteAt(before, until)
    return last && { ...last, listing }
  }
  const quoteAt = (listing: ListingId, until: Instant): Quote | null => {
    const quote = newestOf(listing, until)
    const since = splits.filter(
      (split) => split.listing === listing && quote && quote.at < split.at && split.at <= until,
    )
    return since.reduce((adjusted, { ratio }) => adjusted && inNewShares(adjusted, ratio), quote)
  }
  const haltedAt = (listing: ListingId, at: Instant): boolean =>
    halts.some((halt) => halt.listing === listing && at > halt.from && at <= halt.to)
  const isOpen = (): boolean => sessions.some(({ open, close }) => now > open && now <= close)
  const rates = walkedRates(dice, () => now)
  const source: Source = {
    name: 'practice',
    label: 'walked by a seed',
    instruments: [...LISTINGS.map((listing) => instrument(listing)), instrument(INDEX, 'index')],
    now: () => now,
    intervalMs: SECOND,
    quoteAt,
    quotesIn: (listing, after, until, most) => {
      const all = of(listing)
      const from = all.findLastIndex(({ at }) => at <= after) + 1
      const to = all.findLastIndex(({ at }) => at <= until) + 1
      return all.slice(from, Math.min(to, from + most))
    },
    dayFiguresAt: () => null,
    candlesAt: () => ({ at: [], open: [], high: [], low: [], close: [], volume: [] }),
    sessionAt: (venue, at): Session | null => {
      const hours = sessionAt(venue, at)
      return hours && { venue, day: '2026-11-20', ...hours }
    },
    haltedAt,
    rateAt: (until) => {
      const known = rates.at(until)
      return known && { rate: rateE6(known.rate), at: known.at, source: 'practice' }
    },
    reportDays: () => [],
    wallTimeOf: (at) => at,
  }
  return {
    source,
    check: {
      tradable: (listing) => (quotes.has(listing) ? 'share' : listing === INDEX ? 'other' : null),
      halted: (listing, at) => isOpen() && haltedAt(listing, at),
      tickAt: quoteAt,
      session: sessionAt,
      rateAt: rates.at,
    },
    now: () => now,
    closesAt,
    isOpen,
    advance: (ms) => {
      const close = sessionAt('XNYS', now)?.close ?? Infinity
      now = Math.min(now + ms, close + 1, (Math.floor(now / MINUTE) + 1) * MINUTE)
      rates.walk()
      if (dice.once(150)) halts.push({ listing: dice.one(listings), from: now, to: now + 20 * SECOND })
    },
    sleep: () => {
      const next = sessionAt('XNYS', now)?.open ?? now
      if (next < now + HOUR) return false
      now = next - 10 * SECOND
      return true
    },
    listings: () => listings,
    rename: (listing) => {
      const successor = SUCCESSORS.get(listing)
      if (successor === undefined) return null
      former.set(successor, listing)
      listings = listings.map((each) => (each === listing ? successor : each))
      return successor
    },
    split: (listing, ratio) => void splits.push({ listing, at: now, ratio }),
    walk: (listing) => {
      if (haltedAt(listing, now) || of(listing).at(-1)?.at === now) return null
      const quote = nextQuote(dice, listing, quoteAt(listing, now), now)
      of(listing).push(quote)
      return quote
    },
  }
}

/** A quote of before a split in the shares of after it. */
function inNewShares(quote: Quote, { from, to }: Ratio): Quote {
  const scaled = (price: bigint) => priceE4(price > 0n ? (price * from) / to || 1n : 0n)
  return { ...quote, bid: scaled(quote.bid), ask: scaled(quote.ask), last: scaled(quote.last) }
}

const sizeOf = (dice: Dice): bigint =>
  BigInt(dice.one([0, dice.between(1, 7), dice.between(8, 90), dice.between(90, 900), dice.between(90, 9_000)]))

/** The next quote of a listing: mostly a small step, now and then a leap or a crash, and sometimes without one side. */
function nextQuote(dice: Dice, listing: ListingId, before: Quote | null, at: Instant): Quote {
  const from = before ? Number(before.last) : dice.between(80_000, 400_000)
  const reach = dice.once(200) ? 0.25 : dice.once(15) ? 0.04 : 0.004
  const most = Math.max(2, Math.floor(from * reach))
  const last = Math.max(2_000, from + dice.between(-most, most))
  const spread = dice.between(0, 300)
  return {
    listing,
    at,
    bid: priceE4(dice.once(40) ? 0n : BigInt(last - spread)),
    ask: priceE4(dice.once(40) ? 0n : BigInt(last + dice.between(1, 300))),
    bidSize: sizeOf(dice),
    askSize: sizeOf(dice),
    last: priceE4(BigInt(last)),
  }
}

/** The exchange rates: mostly small steps, leaps beyond what a hold covers, and times without one. */
function walkedRates(dice: Dice, now: () => Instant) {
  const rates: { readonly from: Instant; readonly rate: bigint | null }[] = [{ from: 0, rate: 1_080_000n }]
  let last = 1_080_000n
  return {
    walk: (): void => {
      if (!dice.once(4)) return
      const most = dice.once(12) ? 30_000 : 900
      const leapt = last + BigInt(dice.between(-most, most))
      last = leapt < 700_000n ? 1_080_000n : leapt
      rates.push({ from: now(), rate: dice.once(60) ? null : last })
    },
    at: (until: Instant) => {
      const known = rates.findLast(({ from }) => from <= until)
      return known?.rate ? { at: known.from, rate: known.rate } : null
    },
  }
}
