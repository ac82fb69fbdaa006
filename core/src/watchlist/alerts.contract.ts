import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { CurrencyCode, Id, Listing, Moment, Price, VenueCode, line } from '../base/wire.ts'

/** How many alerts a customer has, paused ones and those that have told among them. */
export const ALERTS_MAX = 50

/** `above` and `below` name a level; `percent` a move, either way, from the previous close. */
export const ALERT_KINDS = ['above', 'below', 'percent'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Once, or at most once in each trading day. */
export const ALERT_REPEATS = ['once', 'daily'] as const
export type AlertRepeats = (typeof ALERT_REPEATS)[number]

export const PERCENT_BPS_LEAST = 10
export const PERCENT_BPS_MOST = 10_000

/** What one wants to be told of: a level for `above` and `below`, hundredths of a per cent for `percent`; the other is null. */
const Terms = {
  kind: z.enum(ALERT_KINDS),
  level: z.nullable(Price),
  percentBps: z.nullable(z.int().check(z.gte(PERCENT_BPS_LEAST), z.lte(PERCENT_BPS_MOST))),
  repeats: z.enum(ALERT_REPEATS),
  /** One's own words, which come back with the notice. */
  note: z.nullable(line()),
}

const REFUSALS = ['missing_information', 'no_price', 'alert_met_already'] as const

/** `fromNextDay`: today's move is there already, so that it tells from the next trading day on. */
const Made = z.object({ id: Id, fromNextDay: z.boolean() })

/** Be told when the price of a share or the value of an index gets somewhere. It buys and sells nothing. */
export const makeAlert = write({
  path: '/watchlist/alerts/make',
  caller: 'customer',
  key: 'id',
  summary: 'Make a price alert',
  input: z.strictObject({ id: Id, listing: Listing, ...Terms }),
  reply: Made,
  refusals: ['unknown_listing', ...REFUSALS, 'too_many_alerts'],
})

/** Other terms for the same listing: from here on only newer quotes count. */
export const changeAlert = write({
  path: '/watchlist/alerts/change',
  caller: 'customer',
  key: 'header',
  summary: 'Change a price alert',
  input: z.strictObject({ id: Id, ...Terms }),
  reply: Made,
  refusals: ['unknown_alert', ...REFUSALS],
})

/** Switch off, or on again: also one that has told. From then on only newer quotes count. */
export const pauseAlert = write({
  path: '/watchlist/alerts/pause',
  caller: 'customer',
  key: 'header',
  summary: 'Switch a price alert off or on',
  input: z.strictObject({ id: Id, paused: z.boolean() }),
  reply: z.object({ id: Id, paused: z.boolean(), fromNextDay: z.boolean() }),
  refusals: ['unknown_alert', 'no_price', 'alert_met_already'],
})

/** Take away, or (`removed` false) have it back: for a day. */
export const removeAlert = write({
  path: '/watchlist/alerts/remove',
  caller: 'customer',
  key: 'header',
  summary: 'Remove a price alert, or take the removal back',
  input: z.strictObject({ id: Id, removed: z.boolean() }),
  reply: z.object({ id: Id, removed: z.boolean() }),
  refusals: ['unknown_alert', 'too_many_alerts'],
})

/** All of them, newest first. */
export const listAlerts = read({
  path: '/watchlist/alerts/list',
  caller: 'customer',
  summary: 'The price alerts of the customer, newest first',
  topics: ['alerts'],
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(
      z.object({
        id: Id,
        listing: Listing,
        name: z.string(),
        venue: VenueCode,
        currency: CurrencyCode,
        /** An index has no currency: its value stands alone. */
        index: z.boolean(),
        ...Terms,
        /** `told`: it has told, and will not again until it is switched on. */
        state: z.enum(['watching', 'paused', 'told']),
        last: z.nullable(Price),
        previousClose: z.nullable(Price),
        /** The quote of which it told last. */
        firedAt: z.nullable(Moment),
      }),
    ),
    most: z.int(),
  }),
})

export const alertsCalls = { makeAlert, changeAlert, pauseAlert, removeAlert, listAlerts }
