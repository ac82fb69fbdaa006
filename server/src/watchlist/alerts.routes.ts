import { currencyFor, venueOf, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Day } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { changeAlert, listAlerts, makeAlert, pauseAlert, removeAlert } from '@lonja/core/watchlist/alerts.contract'
import { ALERTS_MAX, decideRoom, decideTerms, type Alert, type AlertFacts } from '@lonja/core/watchlist/alerts.rules'
import { KEPT_AFTER_REMOVAL_MS } from '@lonja/core/watchlist/watchlist.rules'
import type { Tx } from '../database/db.ts'
import { onRead, onWrite, type Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import {
  countAlerts,
  findAlert,
  insertAlert,
  listAlertRows,
  saveAlert,
  saveAlertRemoval,
  saveAlertReturn,
  savePause,
} from './alerts.store.ts'

const UNKNOWN = refuse('unknown_alert', {}, 'id')

const stateOf = ({ paused, repeats, firedAt }: Alert): 'watching' | 'paused' | 'told' =>
  repeats === 'once' && firedAt !== null ? 'told' : paused ? 'paused' : 'watching'

/** The market's current figures of a listing, against which an alert's terms are checked. */
function factsOf(market: Market, listing: ListingId): AlertFacts & { day: Day | null } {
  const figures = market.dayFigures(listing)
  return { last: market.last(listing), previousClose: figures?.previousClose ?? null, day: figures?.day ?? null }
}

export function alertsRoutes(market: Market): Route[] {
  return [listRoute(market), makeRoute(market), changeRoute(market), pauseRoute(market), removeRoute(market)]
}

const listRoute = (market: Market): Route =>
  onRead(listAlerts, async ({ tx, customer, language }) => {
    const rows = (await listAlertRows(tx, customer)).map((alert) => {
      const { id, listing, kind, level, percentBps, repeats, note, firedAt } = alert
      const { last, previousClose } = factsOf(market, listing)
      return {
        id,
        listing,
        kind,
        level,
        percentBps,
        repeats,
        note,
        firedAt,
        last,
        previousClose,
        name: nameOf(market, listing, language),
        venue: venueOf(listing),
        currency: currencyFor(listing),
        index: market.find(listing)?.kind === 'index',
        state: stateOf(alert),
      }
    })
    return { rows, most: ALERTS_MAX }
  })

const makeRoute = (market: Market): Route =>
  onWrite(makeAlert, async ({ tx, customer, now, publish }, { id, listing, ...terms }) => {
    // The answer of this key is purged, but the alert exists.
    if (await findAlert(tx, customer, id)) return refuse('key_reused')
    if (!market.find(listing)) return refuse('unknown_listing', {}, 'listing')
    const { day, ...facts } = factsOf(market, listing)
    const decision = decideTerms(terms, facts)
    if (isRefused(decision)) return decision
    const room = decideRoom(await countAlerts(tx, customer))
    if (isRefused(room)) return room
    const firedDay = decision.fromNextDay ? day : null
    await insertAlert(tx, { customer, id, listing, ...terms, madeAt: now, armedAt: market.now(), firedDay })
    publish('alerts')
    return { id, ...decision }
  })

/** An alert that is not removed; null for one that was removed or never existed. */
async function findThere(tx: Tx, customer: CustomerId, id: string): Promise<Alert | null> {
  const alert = await findAlert(tx, customer, id)
  return alert?.removedAt === null ? alert : null
}

const changeRoute = (market: Market): Route =>
  onWrite(changeAlert, async ({ tx, customer, now, publish }, { id, ...terms }) => {
    const alert = await findThere(tx, customer, id)
    if (!alert) return UNKNOWN
    const { day, ...facts } = factsOf(market, alert.listing)
    const decision = decideTerms(terms, facts)
    if (isRefused(decision)) return decision
    const firedDay = decision.fromNextDay ? day : null
    await saveAlert(tx, { customer, id, ...terms, armedAt: market.now(), firedDay }, now)
    publish('alerts')
    return { id, ...decision }
  })

const pauseRoute = (market: Market): Route =>
  onWrite(pauseAlert, async ({ tx, customer, now, publish }, { id, paused }) => {
    const alert = await findThere(tx, customer, id)
    if (!alert) return UNKNOWN
    const is = stateOf(alert)
    if (paused) {
      if (is === 'watching') await savePause(tx, customer, id, now)
      publish('alerts')
      return { id, paused, fromNextDay: false }
    }
    if (is === 'watching') return { id, paused, fromNextDay: false }
    const { day, ...facts } = factsOf(market, alert.listing)
    const decision = decideTerms(alert, facts)
    if (isRefused(decision)) {
      // The terms were complete when the alert was made, so only the market can be the reason for a refusal.
      return decision.refused === 'no_price' ? refuse('no_price') : refuse('alert_met_already', {}, 'id')
    }
    const firedDay = decision.fromNextDay ? day : null
    await saveAlert(tx, { ...alert, armedAt: market.now(), firedDay }, now)
    publish('alerts')
    return { id, paused, ...decision }
  })

const removeRoute = (market: Market): Route =>
  onWrite(removeAlert, async ({ tx, customer, now, publish }, { id, removed }) => {
    const alert = await findAlert(tx, customer, id)
    if (!alert) return UNKNOWN
    if (removed === (alert.removedAt !== null)) return { id, removed }
    if (removed) {
      await saveAlertRemoval(tx, customer, id, { now, forgetBefore: now - KEPT_AFTER_REMOVAL_MS })
    } else {
      const room = decideRoom(await countAlerts(tx, customer))
      if (isRefused(room)) return room
      await saveAlertReturn(tx, customer, id, { armedAt: market.now(), now })
    }
    publish('alerts')
    return { id, removed }
  })
