import * as z from 'zod/mini'
import type { ListingId, PriceE4, RateE6, Venue } from '../base/amount.ts'
import { read } from '../base/contract.ts'
import type { Day, Instant } from '../base/instant.ts'
import type { Language } from '../base/language.ts'
import {
  Count,
  CurrencyCode,
  Listing,
  Moment,
  MomentText,
  Price,
  Rate,
  VenueCode,
  line,
  numberText,
} from '../base/wire.ts'
import type { SOURCES } from './source.names.ts'
import type { Dividend, InstrumentKind, Sector } from './instruments.ts'

export interface Instrument {
  readonly listing: ListingId
  readonly kind: InstrumentKind
  readonly name: string
  /** The name as each language writes it; a language that is missing uses `name`. */
  readonly names?: Readonly<Partial<Record<Language, string>>>
  readonly sector: Sector
  /** The branch of the sector, as each language writes it; missing where the source does not say. */
  readonly industry?: Readonly<Partial<Record<Language, string>>>
  readonly sharesInIssue: bigint
  /** What the company says it will pay; missing or null where it pays nothing, or the source does not say. */
  readonly dividend?: Dividend | null
  /** What the company does, a sentence or three a language; empty where the source has none. */
  readonly profile: Readonly<Partial<Record<Language, string>>>
  /** Of an index: its members. */
  readonly members?: readonly ListingId[]
}

/** One quote event: what the market offered at one instant. Its id is (listing, at). Sizes in shares. */
export interface Quote {
  readonly listing: ListingId
  readonly at: Instant
  readonly bid: PriceE4
  readonly ask: PriceE4
  readonly bidSize: bigint
  readonly askSize: bigint
  /** The latest trade at that instant. */
  readonly last: PriceE4
}

/** The day's figures so far. `volume` in shares; `previousClose` null on a listing's first day. */
export interface DayFigures {
  readonly day: Day
  readonly open: PriceE4
  readonly high: PriceE4
  readonly low: PriceE4
  readonly last: PriceE4
  readonly previousClose: PriceE4 | null
  readonly volume: bigint
  /** When `last` was. */
  readonly at: Instant
}

export const INTERVALS = ['minute', '5minutes', 'day', 'week', 'month', 'year'] as const
export type Interval = (typeof INTERVALS)[number]

/** Candles as columns of equal length, oldest first. `at` is each candle's start. */
export interface Candles {
  readonly at: readonly Instant[]
  readonly open: readonly PriceE4[]
  readonly high: readonly PriceE4[]
  readonly low: readonly PriceE4[]
  readonly close: readonly PriceE4[]
  readonly volume: readonly bigint[]
}

export type SessionState = 'open' | 'closed' | 'halted'

/** One trading session of a venue: (open, close]. */
export interface Session {
  readonly venue: Venue
  readonly day: Day
  readonly open: Instant
  readonly close: Instant
}

/** What one EUR costs in USD, and what the house adds when it converts. `markupBps` is the same both ways. */
export interface ExchangeRate {
  readonly rate: RateE6
  readonly markupBps: bigint
  readonly at: Instant
  readonly source: SourceName
}

export type SourceName = (typeof SOURCES)[number]

export const CANDLES_MAX = 2_000

export const QuoteReply = z.object({
  listing: Listing,
  currency: CurrencyCode,
  at: Moment,
  bid: Price,
  ask: Price,
  bidSize: Count,
  askSize: Count,
  last: Price,
  /** Older than the larger of 30 s and twice the source's interval while the session is open. */
  stale: z.boolean(),
})

export const DayReply = z.object({
  day: z.string(),
  open: Price,
  high: Price,
  low: Price,
  last: Price,
  previousClose: z.nullable(Price),
  volume: Count,
  at: Moment,
})

export const SessionReply = z.object({
  state: z.enum(['open', 'closed', 'halted']),
  open: z.nullable(Moment),
  close: z.nullable(Moment),
  /** When a shut market opens next; null while open, or closed for good. */
  opensAt: z.nullable(Moment),
  /** When a halted listing is traded again, where that is known; null while it is not halted. */
  resumesAt: z.nullable(Moment),
  timeZone: z.string(),
})

const InstrumentHead = {
  listing: Listing,
  name: z.string(),
  venue: VenueCode,
  currency: CurrencyCode,
  sector: z.string(),
}

/** Quote, day's figures and profile of a share. Spec section 7: GET /product/getGupiaoDetail. */
export const readInstrument = read({
  path: '/product/getGupiaoDetail',
  caller: 'anyone',
  summary: 'Quote, day figures and profile of one listing',
  input: z.strictObject({ listing: Listing }),
  reply: z.object({
    ...InstrumentHead,
    kind: z.enum(['share', 'index']),
    /** The branch of the sector in the caller's language; empty where the source does not say. */
    industry: z.string(),
    profile: z.string(),
    sharesInIssue: Count,
    /** What the company says it pays a share a year, and in how many payments; null of one that pays nothing. */
    dividend: z.nullable(z.object({ perYear: Price, timesAYear: z.int() })),
    /**
     * The trading day on which it reports its earnings next, and on which it did so last: it reports before the market
     * opens, so that the day counts as the last one once it has opened. Null where the source does not say.
     */
    nextReport: z.nullable(z.string()),
    lastReport: z.nullable(z.string()),
    /** Shares in issue × latest price, in whole units of the currency; null without a price. */
    marketCap: z.nullable(Count),
    quote: z.nullable(QuoteReply),
    day: z.nullable(DayReply),
    session: SessionReply,
    /** Lowest and highest price of the last 52 weeks; null without bars, and while they are made. */
    yearLow: z.nullable(Price),
    yearHigh: z.nullable(Price),
    /** The bars of the year are being made: who asks again in a while has its figures. */
    yearPending: z.boolean(),
    /** Shares traded a day, over the last twenty trading days before today; null where there are none. */
    averageVolume: z.nullable(Count),
    source: z.string(),
  }),
  refusals: ['unknown_listing'],
})

/** Value and members of an index. Spec section 7: GET /product/getIndexDetail. */
export const readIndex = read({
  path: '/product/getIndexDetail',
  caller: 'anyone',
  summary: 'Value and members of one index',
  input: z.strictObject({ listing: Listing }),
  reply: z.object({
    ...InstrumentHead,
    profile: z.string(),
    day: z.nullable(DayReply),
    session: SessionReply,
    members: z.array(
      z.object({ listing: Listing, name: z.string(), last: z.nullable(Price), previousClose: z.nullable(Price) }),
    ),
    source: z.string(),
  }),
  refusals: ['unknown_listing'],
})

/** Candles as columns, at most 2,000. Spec section 7: GET /product/getTickerK. */
export const listCandles = read({
  path: '/product/getTickerK',
  caller: 'anyone',
  summary: 'Candles of one listing as columns, oldest first',
  input: z.strictObject({
    listing: Listing,
    interval: z.enum(INTERVALS),
    from: z.optional(MomentText),
    to: z.optional(MomentText),
    limit: z.optional(numberText(1, CANDLES_MAX)),
  }),
  reply: z.object({
    listing: Listing,
    currency: CurrencyCode,
    interval: z.enum(INTERVALS),
    at: z.array(Moment),
    open: z.array(Price),
    high: z.array(Price),
    low: z.array(Price),
    close: z.array(Price),
    volume: z.array(Count),
    /** The session that the newest candle belongs to: what a one-day line is fitted to. */
    session: SessionReply,
    previousClose: z.nullable(Price),
  }),
  refusals: ['unknown_listing'],
})

/** Instruments by code or name, a letter typed otherwise forgiven. Spec section 7: POST /index/Search, which only reads. */
export const searchInstruments = read({
  method: 'POST',
  path: '/index/Search',
  caller: 'anyone',
  summary: 'Instruments whose code or name matches',
  input: z.strictObject({
    words: line(60),
    limit: z.optional(z.int().check(z.gte(1), z.lte(50))),
    /** With the line of each share's day. */
    lines: z.optional(z.boolean()),
  }),
  reply: z.object({
    /** The best first: by code, then by name; last what nobody is called, but one letter typed otherwise would mean. */
    rows: z.array(
      z.object({
        ...InstrumentHead,
        kind: z.enum(['share', 'index']),
        by: z.enum(['code', 'name']),
        forgiven: z.boolean(),
        /** Its trading is halted now. */
        halted: z.boolean(),
        last: z.nullable(Price),
        previousClose: z.nullable(Price),
        /** The points of its day as one text; empty where they were not asked for, and of an index. */
        line: z.string(),
      }),
    ),
    /** How many match by code, and how many others by name; rows may be fewer. */
    codes: z.int(),
    names: z.int(),
  }),
})

/** EUR/USD with the house's markup. Spec section 7: GET /user/exchangeRate. */
export const readExchangeRate = read({
  path: '/user/exchangeRate',
  caller: 'anyone',
  summary: 'USD for one EUR, the markup, time and source',
  input: z.strictObject({}),
  reply: z.object({
    base: CurrencyCode,
    quoted: CurrencyCode,
    rate: Rate,
    markupBps: z.int(),
    at: Moment,
    source: z.string(),
  }),
  refusals: ['no_rate'],
})

export const marketCalls = { readInstrument, readIndex, listCandles, searchInstruments, readExchangeRate }
