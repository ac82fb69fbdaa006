import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Count, CurrencyCode, Listing, Page, Price, VenueCode } from '../base/wire.ts'
import { SECTORS } from '../market/instruments.ts'

export const LISTS = ['all', 'gainers', 'losers', 'active', 'popular', 'radar', 'indices'] as const
export const SORTS = ['list', 'code', 'name', 'last', 'change', 'volume', 'marketCap'] as const
export const EARNINGS = ['upcoming', 'reported'] as const

/** The companies included: one venue or the three US venues together, and a sector. */
const Among = {
  venue: z.optional(z.union([VenueCode, z.literal('us')])),
  sector: z.optional(z.enum(SECTORS)),
}

const Sorted = {
  sort: z.optional(z.enum(SORTS)),
  direction: z.optional(z.enum(['up', 'down'])),
  /** Include each row's day line: up to 30 points, for the sparkline. */
  lines: z.optional(z.enum(['0', '1'])),
}

const Head = {
  listing: z.array(Listing),
  name: z.array(z.string()),
  venue: z.array(VenueCode),
  currency: z.array(CurrencyCode),
  last: z.array(z.nullable(Price)),
  previousClose: z.array(z.nullable(Price)),
  /** The rows whose trading is halted. */
  halted: z.array(Listing),
}

const Columns = z.object({
  ...Head,
  volume: z.array(Count),
  marketCap: z.array(z.nullable(Count)),
  /** Each row's points as one text (`lineText`); empty unless `lines` was requested. */
  line: z.array(z.string()),
  /** For the radar: multiples of the usual move and volume. Null in every other list. */
  unusual: z.array(z.nullable(z.object({ move: z.number(), volume: z.number() }))),
  cursor: z.nullable(z.string()),
  /** The total number of rows. */
  total: z.int(),
})

/** Market lists as columns of equal length. A list of 9,000 rows parses three times faster that way than as objects. */
export const listInstruments = read({
  path: '/discover/list',
  caller: 'anyone',
  summary: 'Instruments by list, venue and sector, sorted, as columns',
  input: z.strictObject({ ...Page, list: z.enum(LISTS), ...Among, ...Sorted }),
  reply: Columns,
})

/** The customer's whole watchlist as a market list: sorted by a column, or in the list's own order. */
export const listWatched = read({
  path: '/discover/watched',
  caller: 'customer',
  summary: 'The watchlist as a list of the market, as columns',
  topics: ['watchlist'],
  input: z.strictObject({ ...Among, ...Sorted }),
  reply: Columns,
})

/** Company reports by day: upcoming ones with the next day first, or past ones with the latest day first. */
export const listEarnings = read({
  path: '/discover/earnings',
  caller: 'anyone',
  summary: 'Days on which companies report, as columns',
  input: z.strictObject({ ...Page, which: z.enum(EARNINGS), ...Among }),
  reply: z.object({
    /** In the venue's calendar, `2026-11-21`. */
    day: z.array(z.string()),
    /** The number of matching reports on that day. */
    ofDay: z.array(z.int()),
    ...Head,
    /**
     * The move from the close before the report to the close of its day, or to now, in basis points; null before the
     * day's first trade.
     */
    move: z.array(z.nullable(z.int())),
    cursor: z.nullable(z.string()),
    total: z.int(),
  }),
})

export const discoverCalls = { listInstruments, listWatched, listEarnings }
