import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Id, Listing, Moment, MomentText, Money, Page, pageOf } from '../base/wire.ts'
import { BLOCK_STATES } from '../blocks/blocks.contract.ts'
import { APPLICATION_STATES } from '../ipo/ipo.contract.ts'

/** The products that customers apply for shares of. */
export const APPLICATION_KINDS = ['ipo', 'block'] as const
export type ApplicationKind = (typeof APPLICATION_KINDS)[number]

/** Spec section 4, application status: trading, rejected, ended. */
export const APPLICATION_STATUSES = ['running', 'refused', 'finished'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

/** Spec section 3: the Spanish and the US market. */
export const APPLICATION_MARKETS = ['spanish', 'us'] as const
export type ApplicationMarket = (typeof APPLICATION_MARKETS)[number]

const Application = {
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
}

/** The customer's applications for shares, newest first. */
export const listApplications = read({
  path: '/index/applicationStatus',
  caller: 'customer',
  summary: 'Own applications for shares with time, amount, market and status, newest first',
  topics: ['ipo', 'blocks'],
  input: z.strictObject({
    ...Page,
    kind: z.optional(z.enum(APPLICATION_KINDS)),
    market: z.optional(z.enum(APPLICATION_MARKETS)),
    status: z.optional(z.enum(APPLICATION_STATUSES)),
    /** By the time when they were made, from `from` up to but without `to`. */
    from: z.optional(MomentText),
    to: z.optional(MomentText),
  }),
  /** Each with the state by its product, such as won or not won. */
  reply: pageOf(
    z.union([
      z.object({ kind: z.literal('ipo'), ...Application, state: z.enum(APPLICATION_STATES) }),
      z.object({ kind: z.literal('block'), ...Application, state: z.enum(BLOCK_STATES) }),
    ]),
  ),
})

export const applicationsCalls = { listApplications }
