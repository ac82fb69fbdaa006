import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Count, CurrencyCode, Listing, Page, Price } from '../base/wire.ts'

export const MEMBER_SORTS = ['weight', 'change', 'code'] as const

/** Facts about the company behind a share: its past reports with their price moves, and similar companies. */
export const readCompany = read({
  path: '/discover/company',
  caller: 'anyone',
  summary: 'Past reports of a company with the move of each day, and companies like it',
  input: z.strictObject({ listing: Listing }),
  reply: z.object({
    /** Newest first, at most eight, going back about a year. */
    reports: z.array(
      z.object({
        /** In the venue's calendar, `2026-11-21`. */
        day: z.string(),
        /** The close before the report, and the close of its day (the latest price while the day runs). */
        before: Price,
        after: Price,
      }),
    ),
    /** At most six companies: first of the same industry, then of the same sector, closest in size first. */
    related: z.array(
      z.object({
        listing: Listing,
        name: z.string(),
        currency: CurrencyCode,
        last: z.nullable(Price),
        previousClose: z.nullable(Price),
        /** True while trading in it is halted. */
        halted: z.boolean(),
        marketCap: z.nullable(Count),
        /** True for the same industry, false for only the same sector. */
        sameIndustry: z.boolean(),
      }),
    ),
  }),
  refusals: ['unknown_listing'],
})

/** The members of an index with their weights, sorted. All pages of one walk keep the order of the first page. */
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
        /** True while trading in it is halted. */
        halted: z.boolean(),
        /** Its share of the members' total market value in basis points, rounded down; null without a price. */
        weightBps: z.nullable(z.int()),
      }),
    ),
    cursor: z.nullable(z.string()),
    total: z.int(),
  }),
  refusals: ['unknown_listing'],
})

export const companyCalls = { readCompany, listMembers }
