import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Listing } from '../base/wire.ts'
import { FIRST_STEPS } from './first-steps.rules.ts'

const FirstSteps = z.object({
  /** The steps that are done, in their order. */
  done: z.array(z.enum(FIRST_STEPS)),
  /** Whether home shows them: until all are done or they are put away. */
  shown: z.boolean(),
  /** The share that was looked at first; null for none. */
  looked: z.nullable(z.object({ listing: Listing, name: z.string() })),
})

/** A newcomer's first steps: look at a share, buy one, set an alert. */
export const readFirstSteps = read({
  path: '/discover/first-steps',
  caller: 'customer',
  summary: 'The first steps of a newcomer, and which are done',
  topics: ['steps', 'orders', 'alerts'],
  input: z.strictObject({}),
  reply: FirstSteps,
})

/** Note the share that was looked at first, or put the steps away and back: the same on each device. */
export const noteFirstSteps = write({
  path: '/discover/note-first-steps',
  caller: 'customer',
  restrictedFrom: null,
  key: 'header',
  summary: 'Note a share that was looked at, or put the first steps away',
  input: z.strictObject({
    /** Only the first one counts. */
    looked: z.optional(Listing),
    /** False takes them back. */
    away: z.optional(z.boolean()),
  }),
  reply: FirstSteps,
  refusals: ['unknown_listing'],
})

export const firstStepsCalls = { readFirstSteps, noteFirstSteps }
