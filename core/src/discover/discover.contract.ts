import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Count, CurrencyCode, Listing, Page, Price, VenueCode } from '../base/wire.ts'
import { SECTORS } from '../market/instruments.ts'

export const LISTS = ['all', 'gainers', 'losers', 'active', 'popular', 'radar', 'indices'] as const
export const SORTS = ['list', 'code', 'name', 'last', 'change', 'volume', 'marketCap'] as const
export const EARNINGS = ['upcoming', 'reported'] as const

/** Of which companies: a venue or the three of the United States together, and a sector. */
const Among = {
  venue: z.optional(z.union([VenueCode, z.literal('us')])),
  sector: z.optional(z.enum(SECTORS)),
}

const Sorted = {
  sort: z.optional(z.enum(SORTS)),
  direction: z.optional(z.enum(['up', 'down'])),
  /** With the day line of each row: up to 30 points, for the sparkline. */
  lines: z.optional(z.enum(['0', '1'])),
}

const Head = {
  listing: z.array(Listing),
  name: z.array(z.string()),
  venue: z.array(VenueCode),
  currency: z.array(CurrencyCode),
  last: z.array(z.nullable(Price)),
  previousClose: z.array(z.nullable(Price)),
  /** Those of the rows whose trading is halted now. */
  halted: z.array(Listing),
}

const Columns = z.object({
  ...Head,
  volume: z.array(Count),
  marketCap: z.array(z.nullable(Count)),
  /** The points of each row as one text (`lineText`); empty where `lines` was not asked for. */
  line: z.array(z.string()),
  /** On the radar: how many times what is usual for it. Null on every other list. */
  unusual: z.array(z.nullable(z.object({ move: z.number(), volume: z.number() }))),
  cursor: z.nullable(z.string()),
  /** How many there are in all. */
  total: z.int(),
})

/** Lists of the market as columns of equal length (a list of 9,000 rows parses three times faster so). */
export const listInstruments = read({
  path: '/discover/list',
  caller: 'anyone',
  summary: 'Instruments by list, venue and sector, sorted, as columns',
  input: z.strictObject({ ...Page, list: z.enum(LISTS), ...Among, ...Sorted }),
  reply: Columns,
})

/** What a customer watches as a list of the market, whole: sorted by a column, or in its own order. */
export const listWatched = read({
  path: '/discover/watched',
  caller: 'customer',
  summary: 'The watchlist as a list of the market, as columns',
  topics: ['watchlist'],
  input: z.strictObject({ ...Among, ...Sorted }),
  reply: Columns,
})

/** Which companies report when, day by day: the next ones first, or those that just did, the latest day first. */
export const listEarnings = read({
  path: '/discover/earnings',
  caller: 'anyone',
  summary: 'Days on which companies report, as columns',
  input: z.strictObject({ ...Page, which: z.enum(EARNINGS), ...Among }),
  reply: z.object({
    /** In the venue's calendar, `2026-11-21`. */
    day: z.array(z.string()),
    /** How many report on that day, of those asked for. */
    ofDay: z.array(z.int()),
    ...Head,
    /** From the close before the report to the close of its day, or to now, in basis points; null before the day's first trade. */
    move: z.array(z.nullable(z.int())),
    cursor: z.nullable(z.string()),
    total: z.int(),
  }),
})

export const discoverCalls = { listInstruments, listWatched, listEarnings }
