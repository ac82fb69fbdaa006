import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Cents, CurrencyCode, Listing, Moment } from '../base/wire.ts'
import { RESULT_SPAN_NAMES } from './results.rules.ts'

/**
 * The total over time without what was paid in and out, in the display currency at the rate of now, with the result of
 * each share in the span.
 */
export const readResults = read({
  path: '/portfolio/results',
  caller: 'customer',
  summary: 'The total over a span without what was paid in and out, and the result by share',
  topics: ['balances'],
  input: z.strictObject({ span: z.enum(RESULT_SPAN_NAMES) }),
  reply: z.object({
    currency: CurrencyCode,
    /** By the market's clock: for a day every few minutes, else each midnight in Madrid; the last one is now. */
    at: z.array(Moment),
    /** The last one is the total of the figures. Amounts paid in or out in the span count from its start. */
    total: z.array(Cents),
    /** The money paid in less the money paid out in the span. */
    paid: Cents,
    /** The same by the points of the line at which it is first there, without those that nothing was paid before. */
    payments: z.array(z.object({ at: Moment, paid: Cents })),
    /** The time of the last start-over, if the span begins with it; null otherwise. */
    startedOverAt: z.nullable(Moment),
    shares: z.array(
      z.object({
        listing: Listing,
        name: z.string(),
        currency: CurrencyCode,
        /** Realised and unrealised together, in its own currency. */
        own: Cents,
        /** In the display currency; null without a rate. */
        shown: z.nullable(Cents),
      }),
    ),
    /** The rest of the result: dividends, interest, conversions and the rounding of the shares. */
    rest: Cents,
  }),
})

export const resultsCalls = { readResults }
