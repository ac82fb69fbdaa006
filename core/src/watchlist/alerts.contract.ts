import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { CurrencyCode, Id, Listing, Moment, Price, VenueCode, line } from '../base/wire.ts'

/** `above` and `below` name a level; `percent` a move in either direction from the previous close. */
export const ALERT_KINDS = ['above', 'below', 'percent'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Once, or at most once in each trading day. */
export const ALERT_REPEATS = ['once', 'daily'] as const
export type AlertRepeats = (typeof ALERT_REPEATS)[number]

export const PERCENT_BPS_LEAST = 10
export const PERCENT_BPS_MOST = 10_000

/**
 * The terms of an alert: a level for `above` and `below`, hundredths of a per cent for `percent`; the other one is
 * null.
 */
const Terms = {
  kind: z.enum(ALERT_KINDS),
  level: z.nullable(Price),
  percentBps: z.nullable(z.int().check(z.gte(PERCENT_BPS_LEAST), z.lte(PERCENT_BPS_MOST))),
  repeats: z.enum(ALERT_REPEATS),
  /** The customer's own note, repeated in the notice. */
  note: z.nullable(line()),
}

const REFUSALS = ['missing_information', 'no_price', 'alert_met_already'] as const

/** `fromNextDay`: today's move has already passed the threshold, so the alert fires from the next trading day on. */
const Made = z.object({ id: Id, fromNextDay: z.boolean() })

/** Create an alert on the price of a share or the value of an index. It never trades. */
export const makeAlert = write({
  path: '/watchlist/alerts/make',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'id',
  summary: 'Make a price alert',
  input: z.strictObject({ id: Id, listing: Listing, ...Terms }),
  reply: Made,
  refusals: ['unknown_listing', ...REFUSALS, 'too_many_alerts'],
})

/** Change the terms for the same listing; from then on only newer quotes count. */
export const changeAlert = write({
  path: '/watchlist/alerts/change',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Change a price alert',
  input: z.strictObject({ id: Id, ...Terms }),
  reply: Made,
  refusals: ['unknown_alert', ...REFUSALS],
})

/** Pause an alert or resume it, including one that has fired. From then on only newer quotes count. */
export const pauseAlert = write({
  path: '/watchlist/alerts/pause',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Switch a price alert off or on',
  input: z.strictObject({ id: Id, paused: z.boolean() }),
  reply: z.object({ id: Id, paused: z.boolean(), fromNextDay: z.boolean() }),
  refusals: ['unknown_alert', 'no_price', 'alert_met_already'],
})

/** Remove an alert, or (`removed` false) restore it within a day. */
export const removeAlert = write({
  path: '/watchlist/alerts/remove',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Remove a price alert, or take the removal back',
  input: z.strictObject({ id: Id, removed: z.boolean() }),
  reply: z.object({ id: Id, removed: z.boolean() }),
  refusals: ['unknown_alert', 'too_many_alerts'],
})

/** All alerts, newest first. */
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
        /** An index value has no currency. */
        index: z.boolean(),
        ...Terms,
        /** `told`: the alert has fired, and does not fire again until it is resumed. */
        state: z.enum(['watching', 'paused', 'told']),
        last: z.nullable(Price),
        previousClose: z.nullable(Price),
        /** The time of the quote that fired it last. */
        firedAt: z.nullable(Moment),
      }),
    ),
    most: z.int(),
  }),
})

export const alertsCalls = { makeAlert, changeAlert, pauseAlert, removeAlert, listAlerts }
