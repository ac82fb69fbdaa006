import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Id } from '../base/wire.ts'

/** The first days of the offers that listed last, the newest first. */
export const listFirstDays = read({
  path: '/ipo/first-days',
  caller: 'customer',
  summary: 'How the newest listed offers closed on their first day, against the price of the offer',
  topics: ['ipo'],
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(
      z.object({
        offer: Id,
        /** The close of the first day against the price of the offer, in basis points. */
        bps: z.int(),
      }),
    ),
  }),
})

export const firstDayCalls = { listFirstDays }
