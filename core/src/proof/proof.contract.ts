import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { SOURCES } from '../market/source.names.ts'
import { Cents, CurrencyCode, Moment } from '../base/wire.ts'

/** What this house is: practice money, where prices come from, and what was fixed when it opened. */
export const readAbout = read({
  path: '/about',
  caller: 'anyone',
  summary: 'What this house is, where its prices come from, what was fixed at its opening',
  input: z.strictObject({}),
  reply: z.object({
    name: z.string(),
    version: z.string(),
    versionCode: z.int(),
    practiceMoney: z.literal(true),
    licensed: z.literal(false),
    /** Null until the house has opened. */
    openedAt: z.nullable(Moment),
    source: z.object({
      name: z.enum(SOURCES),
      label: z.string(),
      hours: z.enum(['always', 'exchange']),
      now: Moment,
      /** Of a replay: how many seconds of the file pass in one. */
      speed: z.nullable(z.number()),
      /** Of a replay that stands still: since when. */
      pausedAt: z.nullable(Moment),
      /**
       * Of a live feed, each of its streams: heard; silent since it was heard last, while a market is open; or away since
       * then. What is shown stays, with its own times; nothing is bought or sold on it.
       */
      streams: z.array(z.object({ name: z.string(), state: z.enum(['live', 'silent', 'away']), since: Moment })),
    }),
    /** Of the practice market: what lets anyone check a past price. */
    seeds: z.nullable(
      z.object({
        functionVersion: z.int(),
        /** Where the house opened with an earlier version: the first day priced by this one alone; earlier ones cannot be checked. */
        checkableFrom: z.nullable(z.string()),
        historySeed: z.string(),
        openingDay: z.string(),
        /** The chains of day seeds in their order, each with the end that was published and when. */
        chains: z.array(
          z.object({
            firstDay: z.string(),
            links: z.int(),
            end: z.string(),
            publishedAt: Moment,
            /** Its newest revealed seed: hashed again and again it gives all those before it, and last the end. */
            newest: z.nullable(z.object({ day: z.string(), seed: z.string() })),
          }),
        ),
        /** Day and seed, newest first, of the last days that are over everywhere. */
        revealed: z.array(z.object({ day: z.string(), seed: z.string() })),
      }),
    ),
    listings: z.int(),
    grant: z.nullable(z.object({ amount: Cents, currency: CurrencyCode })),
    languages: z.array(z.string()),
  }),
})

export const proofCalls = { readAbout }
