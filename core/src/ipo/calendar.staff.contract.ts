import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Id, Listing, Moment } from '../base/wire.ts'
import { readersOf } from '../review/review.rules.ts'
import { CALENDAR_FAULTS, CALENDAR_STEPS } from './calendar.rules.ts'
import { offerReview } from './ipo.review.ts'

/** A day of the console, whose times are those of Madrid. */
const DayText = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/))

/** The steps of the offers that were due or done on a day, and every one that is late now. */
export const readOfferCalendar = read({
  path: '/staff/ipo/calendar',
  caller: 'seat',
  roles: readersOf(offerReview),
  summary: 'What was due, done and late on a day, for every offer',
  /** Today without one. */
  input: z.strictObject({ day: z.optional(DayText) }),
  reply: z.object({
    day: DayText,
    now: Moment,
    hasOffers: z.boolean(),
    rows: z.array(
      z.object({
        offer: Id,
        company: z.string(),
        listing: Listing,
        step: z.enum(CALENDAR_STEPS),
        dueAt: z.nullable(Moment),
        doneAt: z.nullable(Moment),
        state: z.enum(['done', 'running', 'due', 'late']),
        fault: z.nullable(z.enum(CALENDAR_FAULTS)),
        /** For a beacon of drand: the round that counts, and the announced one if it is void. */
        round: z.nullable(z.int()),
        voidRound: z.nullable(z.int()),
        /** The answers of the relays, while a round is late. */
        relays: z.array(z.object({ relay: z.string(), fault: z.string(), at: Moment })),
      }),
    ),
  }),
})

export const calendarStaffCalls = { readOfferCalendar }
