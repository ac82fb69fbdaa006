import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Listing, MomentText } from '../base/wire.ts'

/** The orders that were filled or that have ended, as the filters of their list leave them, as a table. */
export const downloadRecords = read({
  path: '/portfolio/records-file',
  caller: 'customer',
  summary: 'Records of orders as a table, in the language of the call',
  file: ['text/csv'],
  input: z.strictObject({
    which: z.enum(['filled', 'ended']),
    listing: z.optional(Listing),
    /** By the time when they were placed, from `from` up to but without `to`. */
    from: z.optional(MomentText),
    to: z.optional(MomentText),
  }),
  reply: z.object({}),
  refusals: ['too_many_tries'],
})

export const recordsCalls = { downloadRecords }
