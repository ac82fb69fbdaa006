import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Count, CurrencyCode, Listing, Page, Price, VenueCode } from '../base/wire.ts'

export const LISTS = ['all', 'gainers', 'losers', 'active', 'popular', 'indices'] as const
export const SORTS = ['list', 'code', 'name', 'last', 'change', 'volume', 'marketCap'] as const

/** Lists of the market as columns of equal length (a list of 9,000 rows parses three times faster so). */
export const listInstruments = read({
  path: '/discover/list',
  caller: 'anyone',
  summary: 'Instruments by list and venue, sorted, as columns',
  input: z.strictObject({
    ...Page,
    list: z.enum(LISTS),
    venue: z.optional(z.union([VenueCode, z.literal('us')])),
    sort: z.optional(z.enum(SORTS)),
    direction: z.optional(z.enum(['up', 'down'])),
    /** With the day line of each row: up to 30 points, for the sparkline. */
    lines: z.optional(z.enum(['0', '1'])),
  }),
  reply: z.object({
    listing: z.array(Listing),
    name: z.array(z.string()),
    venue: z.array(VenueCode),
    currency: z.array(CurrencyCode),
    last: z.array(z.nullable(Price)),
    previousClose: z.array(z.nullable(Price)),
    volume: z.array(Count),
    marketCap: z.array(z.nullable(Count)),
    /** One array a row; empty where `lines` was not asked for. */
    line: z.array(z.array(Price)),
    cursor: z.nullable(z.string()),
    /** How many there are in all. */
    total: z.int(),
  }),
})

export const discoverCalls = { listInstruments }
