import type { ReplyOf } from '@lonja/core/base/contract'
import type { Day, Instant } from '@lonja/core/base/instant'
import { QUICKNET, seedDayFor } from '@lonja/core/ipo/beacon.rules'
import { calendarOf, consoleDayAt, isOnDay, spanOfDay, type CalendarRow } from '@lonja/core/ipo/calendar.rules'
import { readOfferCalendar } from '@lonja/core/ipo/calendar.staff.contract'
import { crowdDayFor } from '@lonja/core/ipo/crowd.rules'
import { decideOfferWithdrawal, decidePostponable } from '@lonja/core/ipo/house.rules'
import { OFFERS_PAGE, stateFor } from '@lonja/core/ipo/ipo.rules'
import { listHouseOffers } from '@lonja/core/ipo/offers.staff.contract'
import { termsHash } from '@lonja/core/ipo/terms.text'
import type { Tx } from '../database/db.ts'
import { placeIn } from '../door/cursors.ts'
import { onStaffRead } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { findRevealed } from '../market/market.store.ts'
import { listOfferSteps, listStepsBetween, type OfferSteps } from './calendar.store.ts'
import type { HouseOfferParts } from './offers.actions.ts'
import { listWaiting } from './proposals.store.ts'
import { listRelayFaults, type RelayFault } from './relays.store.ts'

/** The parts that the calendar needs. */
export interface CalendarParts extends Pick<HouseOfferParts, 'house'> {
  readonly market: Pick<Market, 'find'>
}

/** The reads of staff on offers: the list of all, and what was due, done and late on a day. They start nothing. */
export const calendarRoutes = (parts: CalendarParts): Route[] => [
  onStaffRead(listHouseOffers, async ({ tx, now }, { cursor, limit = OFFERS_PAGE }) => {
    const place = placeIn(cursor)
    const list = await listOfferSteps(tx, place && { opens: place.at, offer: place.id }, limit + 1)
    const waiting = new Map((await listWaiting(tx)).map(({ offer, review }) => [offer, review]))
    const rows = list.slice(0, limit).map((steps) => offerReply(steps, waiting.get(steps.terms.offer) ?? null, now))
    const last = rows.at(-1)
    return { rows, cursor: list.length > limit && last ? `${last.opens}.${last.id}` : null }
  }),

  onStaffRead(readOfferCalendar, async ({ tx, now }, { day: chosen }) => {
    const day = (chosen ?? consoleDayAt(now)) as Day
    const { from, until } = spanOfDay(day)
    // Late steps are shown on every day.
    const offers = await listStepsBetween(tx, from, Math.max(until, now))
    const faults = await listRelayFaults(tx, offers.map(({ terms }) => terms.offer)) // prettier-ignore
    const rows: CalendarReply[] = []
    for (const steps of offers)
      for (const row of await calendarIn(tx, parts, steps, now))
        if (row.state === 'late' || isOnDay(row, day)) rows.push(rowReply(steps, row, faults))
    rows.sort((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
    return { day, now, hasOffers: parts.house !== null, rows }
  }),
]

type OfferReply = ReplyOf<typeof listHouseOffers>['rows'][number]
type CalendarReply = ReplyOf<typeof readOfferCalendar>['rows'][number]

function offerReply(steps: OfferSteps, review: string | null, now: Instant): OfferReply {
  const { terms, publishedAt, cancelledAt, drawnAt, frozenAt, hasRoot, isOwn, reason } = steps
  const isCancelled = cancelledAt !== null
  const standing = { isCancelled, isFrozen: frozenAt !== null, hasRoot, now, isByItself: !isOwn }
  const { offer, company, listing, price, lot, lots, most, opens, closes, draws, lists, crowd, beacon } = terms
  return {
    id: offer,
    company,
    listing,
    state: stateFor(terms, { now, isCancelled, isDrawn: drawnAt !== null }),
    price,
    lot,
    lots,
    most,
    opens,
    closes,
    draws,
    lists,
    crowd,
    beacon: beacon.kind,
    termsHash: termsHash(terms),
    publishedAt,
    isOwn,
    withdrawal: cancelledAt === null ? null : { at: cancelledAt, reason },
    review,
    canWithdraw: review === null && decideOfferWithdrawal(standing) === null,
    canPostpone: review === null && decidePostponable(terms, standing) === null,
  }
}

/** The calendar of one offer. Seeds are looked up for a step that waits for one. */
async function calendarIn(
  tx: Tx,
  { house, market }: CalendarParts,
  steps: OfferSteps,
  now: Instant,
): Promise<CalendarRow[]> {
  const { terms, publicAt, beaconAt } = steps
  const isOut = async (day: Day | null): Promise<boolean> => day !== null && (await findRevealed(tx, day)) !== null
  return calendarOf(terms, {
    ...steps,
    now,
    publishedAt: publicAt,
    chain: house?.chain ?? QUICKNET,
    hasRelays: house?.chain !== null,
    hasCrowdSeed: publicAt !== null || (await isOut(crowdDayFor(terms))),
    hasBeaconSeed: beaconAt !== null || (publicAt !== null && (await isOut(seedDayFor(publicAt)))),
    isListed: market.find(terms.listing) !== null,
  })
}

function rowReply({ terms }: OfferSteps, row: CalendarRow, faults: readonly RelayFault[]): CalendarReply {
  const { offer, company, listing } = terms
  const relays =
    row.fault === 'relays' ? faults.filter((fault) => fault.offer === offer && fault.round === row.round) : []
  return { offer, company, listing, ...row, relays: relays.map(({ relay, fault, at }) => ({ relay, fault, at })) }
}
