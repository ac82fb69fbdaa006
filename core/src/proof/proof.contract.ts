import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { nameOf, type NameIn } from '../base/lists.ts'
import { SOURCES } from '../market/source.names.ts'
import { UNQUOTED } from '../market/unquoted.names.ts'
import { Fees } from '../orders/fees.contract.ts'
import { Cents, CurrencyCode, Listing, Moment, Price } from '../base/wire.ts'

/**
 * One stream of a live feed. `live`; `silent` since its last message while a market is open; `empty`: connected, but the
 * terms of the key give it no symbol; or `away` since its connection was lost. `heard` of the `wanted` listings have
 * live prices.
 */
export const StreamReply = z.object({
  name: z.string(),
  state: z.enum(['live', 'silent', 'empty', 'away']),
  since: Moment,
  heard: z.int(),
  wanted: z.int(),
})

/** The most listings that an answer names for each reason. */
export const UNQUOTED_NAMED = 20

/**
 * The signed root of a day that is over, over all its entries and fills. `leaves` and `root` are null for a line that is
 * not a root's.
 */
export const DayRoot = z.object({
  day: z.string(),
  leaves: z.nullable(z.int()),
  root: z.nullable(z.string()),
  line: z.string(),
})

/** Facts about this house: practice money, the source of its prices, and the settings fixed when it opened. */
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
    /** The products that nobody can enter, because the operator has switched them off. */
    off: z.array(nameOf<NameIn<'products'>>()),
    /** Null until the house has opened. */
    openedAt: z.nullable(Moment),
    source: z.object({
      name: z.enum(SOURCES),
      label: z.string(),
      hours: z.enum(['always', 'exchange']),
      now: Moment,
      /** For a replay: seconds of the file per second. */
      speed: z.nullable(z.number()),
      /** For a paused replay: the time of the pause. */
      pausedAt: z.nullable(Moment),
      /** The time since which no order is taken, because the clock of the server is in doubt; null while it is not. */
      stoppedSince: z.nullable(Moment),
      /** The last day that is not traded because its seed became public too early; null while there is none. */
      publicThrough: z.nullable(z.string()),
      /** For a live feed. While a stream is not live, prices stay shown with their times, and nothing trades on them. */
      streams: z.array(StreamReply),
      /** The listings without quotes in this house, by reason: how many, and the first of them. */
      unquoted: z.array(z.object({ why: z.enum(UNQUOTED), count: z.int(), some: z.array(Listing) })),
      /** False if a recording has no exchange rate: no listing can be bought with the other currency. */
      hasRates: z.boolean(),
    }),
    /** The newest signed root (`listDayRoots` has all), and the Ed25519 key that verifies its line; null until a day is over. */
    roots: z.object({ publicKey: z.string(), newest: z.nullable(DayRoot) }),
    /** For the practice market: the data that lets anyone check a past price. */
    seeds: z.nullable(
      z.object({
        functionVersion: z.int(),
        /** The first day that can be checked, if the house opened with version 1, which is no longer run. */
        checkableFrom: z.nullable(z.string()),
        /** The first day that version 3 prices, if version 2 prices the days before it; null if it prices all. */
        turnsOn: z.nullable(z.string()),
        /** The first day of version 4, which has dividends: the opening day, or an announced one. */
        plansFrom: z.nullable(z.string()),
        /** The first day of version 5, which has splits: the opening day, or an announced one. */
        splitsFrom: z.nullable(z.string()),
        historySeed: z.string(),
        openingDay: z.string(),
        /** The offers that operations made whose companies have come to the market, with number, first instant and price of their terms. */
        houseOffers: z.array(z.object({ listing: Listing, number: z.int(), lists: Moment, price: Price })),
        /** The chains of day seeds in order, each with its published end and the time of publication. */
        chains: z.array(
          z.object({
            firstDay: z.string(),
            links: z.int(),
            end: z.string(),
            publishedAt: Moment,
            /** The newest revealed seed. Repeated hashing gives all earlier seeds and, last, the end. */
            newest: z.nullable(z.object({ day: z.string(), seed: z.string() })),
          }),
        ),
        /** Day and seed, newest first, for the latest days that are over in every venue. */
        revealed: z.array(z.object({ day: z.string(), seed: z.string() })),
      }),
    ),
    listings: z.int(),
    /** The fee table of orders placed now, and the announced one with its first instant. */
    fees: Fees,
    grant: z.nullable(z.object({ amount: Cents, currency: CurrencyCode })),
    languages: z.array(z.string()),
  }),
})

export const proofCalls = { readAbout }
