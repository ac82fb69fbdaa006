import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Count, CurrencyCode, Listing, Page, Price } from '../base/wire.ts'

export const MEMBER_SORTS = ['weight', 'change', 'code'] as const

/** What stands behind a share beside its price: what its reports did to it, and which companies are like it. */
export const readCompany = read({
  path: '/discover/company',
  caller: 'anyone',
  summary: 'Past reports of a company with the move of each day, and companies like it',
  input: z.strictObject({ listing: Listing }),
  reply: z.object({
    /** The newest first, at most eight, as far as a year or so of days reaches. */
    reports: z.array(
      z.object({
        /** In the venue's calendar, `2026-11-21`. */
        day: z.string(),
        /** The close before the report, and that of its day (the latest price while it runs). */
        before: Price,
        after: Price,
      }),
    ),
    /** Of the same industry, then of the same sector, the nearest in size first; at most six. */
    related: z.array(
      z.object({
        listing: Listing,
        name: z.string(),
        currency: CurrencyCode,
        last: z.nullable(Price),
        previousClose: z.nullable(Price),
        /** Its trading is halted now. */
        halted: z.boolean(),
        marketCap: z.nullable(Count),
        /** The same industry, not only the same sector. */
        sameIndustry: z.boolean(),
      }),
    ),
  }),
  refusals: ['unknown_listing'],
})

/** The members of an index with their weights, sorted; one walk through the pages keeps the order it began with. */
export const listMembers = read({
  path: '/discover/members',
  caller: 'anyone',
  summary: 'Members of an index with their weights, sorted',
  input: z.strictObject({
    ...Page,
    listing: Listing,
    sort: z.optional(z.enum(MEMBER_SORTS)),
    direction: z.optional(z.enum(['up', 'down'])),
  }),
  reply: z.object({
    rows: z.array(
      z.object({
        listing: Listing,
        name: z.string(),
        currency: CurrencyCode,
        last: z.nullable(Price),
        previousClose: z.nullable(Price),
        /** Its trading is halted now. */
        halted: z.boolean(),
        /** Its part of what all members are worth together, in basis points, rounded down; null without a price. */
        weightBps: z.nullable(z.int()),
      }),
    ),
    cursor: z.nullable(z.string()),
    total: z.int(),
  }),
  refusals: ['unknown_listing'],
})

export const companyCalls = { readCompany, listMembers }
