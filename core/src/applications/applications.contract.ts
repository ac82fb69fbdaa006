import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Id, Listing, Moment, MomentText, Money, Page, pageOf } from '../base/wire.ts'
import { APPLICATION_STATES } from '../ipo/ipo.contract.ts'

/** The products that customers apply for shares of. */
export const APPLICATION_KINDS = ['ipo'] as const
export type ApplicationKind = (typeof APPLICATION_KINDS)[number]

/** Spec section 4, application status: trading, rejected, ended. */
export const APPLICATION_STATUSES = ['running', 'refused', 'finished'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

/** Spec section 3: the Spanish and the US market. */
export const APPLICATION_MARKETS = ['spanish', 'us'] as const
export type ApplicationMarket = (typeof APPLICATION_MARKETS)[number]

/** The customer's applications for shares, newest first. */
export const listApplications = read({
  path: '/index/applicationStatus',
  caller: 'customer',
  summary: 'Own applications for shares with time, amount, market and status, newest first',
  topics: ['ipo'],
  input: z.strictObject({
    ...Page,
    kind: z.optional(z.enum(APPLICATION_KINDS)),
    market: z.optional(z.enum(APPLICATION_MARKETS)),
    status: z.optional(z.enum(APPLICATION_STATUSES)),
    /** By the time when they were made, from `from` up to but without `to`. */
    from: z.optional(MomentText),
    to: z.optional(MomentText),
  }),
  reply: pageOf(
    z.object({
      kind: z.enum(APPLICATION_KINDS),
      id: Id,
      /** The record number that people read out. */
      number: z.string(),
      /** The offer that it is for. */
      offer: Id,
      company: z.string(),
      listing: Listing,
      market: z.enum(APPLICATION_MARKETS),
      /** The amount that was held for it. */
      amount: Money,
      at: Moment,
      status: z.enum(APPLICATION_STATUSES),
      /** The state by its product, such as won or not won. */
      state: z.enum(APPLICATION_STATES),
    }),
  ),
})

export const applicationsCalls = { listApplications }
