import * as z from 'zod/mini'
import type { ListingId, PriceE4, RateE6, Venue, BasisPoints } from '../base/amount.ts'
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
import { UNQUOTED } from './unquoted.names.ts'
import type { Dividend, InstrumentKind, Sector } from './instruments.ts'

export interface Instrument {
  readonly listing: ListingId
  readonly kind: InstrumentKind
  readonly name: string
  /** The name in each language; a missing language uses `name`. */
  readonly names?: Readonly<Partial<Record<Language, string>>>
  readonly sector: Sector
  /** The industry within the sector, in each language; missing if the source does not know it. */
  readonly industry?: Readonly<Partial<Record<Language, string>>>
  readonly sharesInIssue: bigint
  /** The company's stated dividend; missing or null if it pays none, or the source does not know it. */
  readonly dividend?: Dividend | null
  /** A description of one to three sentences per language; empty if the source has none. */
  readonly profile: Readonly<Partial<Record<Language, string>>>
  /** For an index: its members. */
  readonly members?: readonly ListingId[]
}

/** One quote event: the market's bid and ask at one instant. Its id is (listing, at). Sizes in shares. */
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
  /** The time of `last`. */
  readonly at: Instant
}

// prettier-ignore
export const INTERVALS = ['minute', '5minutes', '15minutes', '30minutes', '60minutes', 'day', 'week', 'month', 'year'] as const
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

/** USD for one EUR, and the house's markup on conversions. `markupBps` is the same both ways. */
export interface ExchangeRate {
  readonly rate: RateE6
  readonly markupBps: BasisPoints
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
  /** True if it is older than the larger of 30 s and twice the source's interval while the session is open. */
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
  /** The next open of a closed market; null while it is open, or closed for good. */
  opensAt: z.nullable(Moment),
  /** The reopening time of a halted listing, if known; null while it is not halted. */
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

/** Quote, day figures and profile of a share. Spec section 7: GET /product/getGupiaoDetail. */
export const readInstrument = read({
  path: '/product/getGupiaoDetail',
  caller: 'anyone',
  summary: 'Quote, day figures and profile of one listing',
  input: z.strictObject({ listing: Listing }),
  reply: z.object({
    ...InstrumentHead,
    kind: z.enum(['share', 'index']),
    /** The industry in the caller's language; empty if the source does not know it. */
    industry: z.string(),
    profile: z.string(),
    sharesInIssue: Count,
    /** The stated dividend per share and year, and its number of payments; null for none. */
    dividend: z.nullable(z.object({ perYear: Price, timesAYear: z.int() })),
    /**
     * The trading days of the next and the last earnings report. A report comes before the market opens, so its day
     * counts as the last one once it has opened. Null if the source does not know it.
     */
    nextReport: z.nullable(z.string()),
    lastReport: z.nullable(z.string()),
    /** Shares in issue × latest price, in whole units of the currency; null without a price. */
    marketCap: z.nullable(Count),
    quote: z.nullable(QuoteReply),
    /** The reason why it has no quotes in this house, and cannot be traded; null if it has. */
    unquoted: z.nullable(z.enum(UNQUOTED)),
    day: z.nullable(DayReply),
    session: SessionReply,
    /** Lowest and highest price of the last 52 weeks; null without bars, and while they are computed. */
    yearLow: z.nullable(Price),
    yearHigh: z.nullable(Price),
    /** The year's bars are being computed: a later call has the figures. */
    yearPending: z.boolean(),
    /** Shares traded per day, over the last twenty trading days before today; null for none. */
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
    /** Prices in shares of now, or as they were traded. */
    form: z.optional(z.enum(['adjusted', 'raw'])),
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
    /** The session that the candles end in, to which a one-day line is fitted, and the close before it. */
    session: SessionReply,
    previousClose: z.nullable(Price),
    /** The number of splits since the first of the candles: with one or more, the two forms differ. */
    splits: z.int(),
  }),
  refusals: ['unknown_listing'],
})

/** Instruments by code or name, forgiving one typing error. Spec section 7: POST /index/Search, which only reads. */
export const searchInstruments = read({
  method: 'POST',
  path: '/index/Search',
  caller: 'anyone',
  summary: 'Instruments whose code or name matches',
  input: z.strictObject({
    words: line(60),
    limit: z.optional(z.int().check(z.gte(1), z.lte(50))),
    /** Include each share's day line. */
    lines: z.optional(z.boolean()),
  }),
  reply: z.object({
    /** Best first: by code, then by name; last those that match with one typing error only. */
    rows: z.array(
      z.object({
        ...InstrumentHead,
        kind: z.enum(['share', 'index']),
        by: z.enum(['code', 'name']),
        forgiven: z.boolean(),
        /** True while trading in it is halted. */
        halted: z.boolean(),
        last: z.nullable(Price),
        previousClose: z.nullable(Price),
        /** The points of its day as one text; empty unless requested, and for an index. */
        line: z.string(),
      }),
    ),
    /** The number of matches by code, and of other matches by name; there may be fewer rows. */
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
  refusals: ['no_rate', 'no_rate_recorded'],
})

export const marketCalls = { readInstrument, readIndex, listCandles, searchInstruments, readExchangeRate }
