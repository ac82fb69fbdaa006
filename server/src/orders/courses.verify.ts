import { venueOf } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { staleAfterMs } from '@lonja/core/market/market.rules'
import { courseDiffers } from '@lonja/core/orders/courses.rules'
import { mayConvert, reachOf, type CourseDifference, type CourseFacts } from '@lonja/core/orders/evidence.rules'
import { expiryDiffers, termsDiffer } from '@lonja/core/orders/terms.rules'
import type { Fill } from '@lonja/core/orders/fills.rules'
import { isOpen, type Order } from '@lonja/core/orders/orders.rules'
import { BEFORE_ALL_IDS } from '../base/ids.ts'
import { orNull, shapeOf, units } from '../database/codecs.ts'
import { sql, type Db, type Tx } from '../database/db.ts'
import type { AgainstLaw, Breach } from '../ledger/ledger.verify.ts'
import { NAMED_MOST } from '../ledger/laws.verify.ts'
import type { PastMarket, Stretch, UncheckedReason } from '../market/market.past.shape.ts'
import { PROCESSED } from './progress.store.ts'
import { listChangesAmong, type Change } from './changes.store.ts'
import { listFillsAmong } from './fills.store.ts'
import { joinedPast, listingAt, staysOf } from './moved.verify.ts'
import { listOrdersAfter, listSharedEvents, type OrderCursor, type SharedFill } from './courses.store.ts'

/*
 * The laws of the course of an order. They are no queries: each order is worked out anew from its market, by the rules
 * that decided it. Orders are read some at a time, by key, each time in a snapshot of its own, so memory is bounded and
 * no long snapshot holds back the cleaning of the tables.
 */

export const COURSE_LAWS = {
  order_terms: 'the collar, the hold and the end of an order follow from the quote and the rate at its instant',
  order_fills:
    'an order is filled on the events after it that meet it, at each event’s price and rate, and by the share of its size that older orders leave',
  order_triggers: 'a stop is reached by the first event that its price and its distance say',
  order_replacements:
    'the hold, the collar and the place of an order that was replaced or split follow from its new terms and the quote at that instant',
  order_ends:
    'an order that ended unfilled met no quote event up to its end, and ended for the reason that the rules give',
  revealed_seeds: 'the revealed seeds lead to the ends that were published before',
  heard_events:
    'the events of a feed in each listing with open orders are one chain of fingerprints, as they were heard',
} as const
export type CourseLaw = keyof typeof COURSE_LAWS

/** The reasons for which an order was not worked out anew. */
export type OrderUnchecked = UncheckedReason | 'earlier_release' | 'clock_stood'

export interface Courses {
  readonly checked: number
  readonly unchecked: Readonly<Partial<Record<OrderUnchecked, number>>>
  readonly breaches: readonly Breach[]
}

/** A stored order with everything that its course is compared with. */
interface Course {
  readonly order: Order
  readonly fills: readonly Fill[]
  readonly changes: readonly Change[]
  /** The fills of the customer's other orders on events that several of their orders filled on. */
  readonly shared: readonly SharedFill[]
  /** Its server has decided the events of its open orders up to here; null if that is not known. */
  readonly processed: Instant | null
  /** The first event that reached an exit attached to it; Infinity if none did. */
  readonly exitReachedAt: Instant
}

interface Difference {
  readonly law: CourseLaw
  readonly differs: string
}

/** Works out the orders of a house anew on its market as it was. `said` is called with the number of orders so far. */
export async function checkCourses(
  db: Db,
  past: PastMarket,
  report: (orders: number) => void = () => {},
): Promise<Courses> {
  const byLaw = new Map<CourseLaw, { cases: number; rows: AgainstLaw[] }>()
  const unchecked: Partial<Record<OrderUnchecked, number>> = {}
  const against = (law: CourseLaw, row: AgainstLaw): void => {
    const known = byLaw.get(law) ?? { cases: 0, rows: [] }
    known.cases += 1
    if (known.rows.length < NAMED_MOST) known.rows.push(row)
    byLaw.set(law, known)
  }
  for (const { law, differs } of past.wrong) {
    against(law, { customer: null, number: null, causeKind: null, cause: null, differs })
  }
  let [orders, checked] = [0, 0]
  for await (const courses of coursesOf(db)) {
    for (const course of courses) {
      const { differences, why } = await workOut(course, past)
      if (why !== null) unchecked[why] = (unchecked[why] ?? 0) + 1
      else checked += 1
      const { customer, id } = course.order
      const posting = course.fills[0]?.posting ?? null
      for (const { law, differs } of differences) {
        against(law, { customer, number: posting, causeKind: 'order', cause: id, differs })
      }
    }
    report((orders += courses.length))
  }
  const breaches = [...byLaw].map(([code, rows]) => ({ code, law: COURSE_LAWS[code], ...rows }))
  return { checked, unchecked, breaches }
}

const ORDERS_AT_ONCE = 1_000
const BEGIN = { customer: BEFORE_ALL_IDS, id: BEFORE_ALL_IDS }

async function* coursesOf(db: Db): AsyncGenerator<readonly Course[]> {
  for (let after: OrderCursor | undefined = BEGIN; after;) {
    const from: OrderCursor = after
    const courses: Course[] = await db.read((tx) => readCourses(tx, from))
    if (courses.length > 0) yield courses
    after = courses.length < ORDERS_AT_ONCE ? undefined : courses.at(-1)?.order
  }
}

/** An instant after all others, in the query. */
const NEVER = 2n ** 63n - 1n

const FACTS = sql(
  'list_facts_of_orders',
  `select ${PROCESSED} as through_at, (
     select min(coalesce(least(x.trigger_at, (
       select min(f.quote_at) from fills f where f.customer = x.customer and f.order_id = x.id
     )), 9223372036854775807)) from order_conditions x where x.customer = o.customer and x.of_buy = o.id
   ) as reached_at
   from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted (customer, id, nth)
   join orders o on o.customer = wanted.customer and o.id = wanted.id
   left join order_conditions oc on oc.customer = o.customer and oc.id = o.id
   left join fill_progress p on p.node = o.node order by nth`,
  shapeOf({ throughAt: orNull(units('through_at')), reachedAt: orNull(units('reached_at')) }),
)

async function readCourses(tx: Tx, after: OrderCursor): Promise<Course[]> {
  const orders = await listOrdersAfter(tx, after, ORDERS_AT_ONCE)
  const keys = [orders.map(({ customer }) => customer), orders.map(({ id }) => id)]
  const facts = await tx.run(FACTS, keys)
  const fills = new Map<string, Fill[]>()
  for (const fill of await listFillsAmong(tx, orders)) {
    const key = `${fill.customer} ${fill.order}`
    fills.set(key, [...(fills.get(key) ?? []), fill])
  }
  const changes = await listChangesAmong(tx, orders)
  const shared = await listSharedEvents(tx, orders)
  return orders.map((order, n) => ({
    order,
    fills: fills.get(`${order.customer} ${order.id}`) ?? [],
    changes: changes.get(order) ?? [],
    shared: shared.filter(
      ({ customer, id, listing, side, quoteAt }) =>
        customer === order.customer &&
        id !== order.id &&
        listing === listingAt(staysOf(order, changes.get(order) ?? []), quoteAt) &&
        side === order.side,
    ),
    processed: instantOf(facts[n]?.throughAt ?? null),
    exitReachedAt: instantOf(facts[n]?.reachedAt ?? null) ?? Infinity,
  }))
}

const instantOf = (at: bigint | null): Instant | null => (at === null || at === NEVER ? null : Number(at))

/** True for an order that a release placed which did not store up to where its events are decided. */
const isEarlier = ({ through }: Order): boolean => through === 0

/** The instant up to which the events of an order were decided. */
function decidedUntil({ order, fills, processed }: Course): Instant {
  if (order.state === 'filled') return fills.at(-1)?.quote.at ?? order.through
  if (!isOpen(order)) return order.through
  // Its row may know of a fill or a trigger since its server last stored its progress.
  return Math.max(order.marketAt, order.through, Math.min(processed ?? order.marketAt, order.endsAt ?? Infinity))
}

function whyNot(course: Course, past: PastMarket): OrderUnchecked | null {
  const { order } = course
  const why = past.unchecked(order.marketAt, decidedUntil(course))
  if (why !== null) return why
  if (isEarlier(order)) return order.state === 'filled' ? null : 'earlier_release'
  if (order.state !== 'cancelled') return null
  // A corporate action ends an order as of the close before its ex-day, whenever it is carried out.
  if (order.endReason === 'split' || order.endReason === 'symbol_changed') return null
  // A buy whose exit was reached ends as of that event, also where that was found later.
  if (order.endReason === 'exit_reached') return null
  // A cancel is decided by the market's clock, which stands while the clocks of its server differ. Until a release,
  // starting over, closing and restrictions decided the events as far as a server had stored them.
  const clock = past.clockAt(order.endedAt ?? 0)
  return clock !== null && order.through < clock.at - clock.withinMs ? 'clock_stood' : null
}

/** The differences of an order from its market, or the reason why it cannot be worked out. */
async function workOut(
  course: Course,
  past: PastMarket,
): Promise<{ readonly differences: readonly Difference[]; readonly why: OrderUnchecked | null }> {
  const why = whyNot(course, past)
  if (why !== null) return { differences: [], why }
  const market = await marketOf(course, past)
  if (market.isUnclear) return { differences: [], why: market.unproved }
  const differences = differencesIn(course, market)
  return { differences, why: differences.length === 0 ? market.unproved : null }
}

/** The market as an order has met it. Under a new ticker it met each listing for a time. */
async function marketOf(course: Course, past: PastMarket): Promise<PastMarket> {
  const whole = stretchOf(course)
  const stays = staysOf(course.order, course.changes)
  if (stays.length === 1) return past.during(whole)
  const met = []
  for (const stay of stays) {
    const { listing, after, until } = stay
    const stretch = { ...whole, listing, from: Math.max(whole.from, after), until: Math.min(whole.until, until) }
    met.push({ ...stay, past: await past.during(stretch) })
  }
  return joinedPast(past, met)
}

function stretchOf(course: Course): Stretch {
  const { order, fills, changes } = course
  return {
    listing: order.listing,
    node: order.node,
    claimedAt: order.conditions?.claimed?.at ?? null,
    from: order.marketAt,
    until: Math.min(decidedUntil(course), order.endsAt ?? Infinity),
    decidedAt: order.state === 'filled' ? (fills.at(-1)?.at ?? order.endedAt) : order.endedAt,
    fills: fills.map(({ quote, at, conversion }) => ({ quote, at, rateAt: conversion?.rateAt ?? null })),
    changes,
    // An order that was filled in part or replaced met events that its prices of today do not.
    reach: fills.length > 1 || changes.length > 0 || order.state === 'part_filled' ? null : reachOf(order),
  }
}

function differencesIn(course: Course, past: PastMarket): Difference[] {
  const { order } = course
  const differs: Difference[] = []
  const placed = course.changes[0]?.order ?? order
  const terms = isEarlier(order) ? null : anyTermsDiffer(placed, past)
  if (terms !== null) differs.push({ law: 'order_terms', differs: terms })
  differs.push(...anyCourse(course, past))
  const expiry = order.state === 'expired' && !isEarlier(order) ? expiryDiffers(order, endFacts(order, past)) : null
  if (expiry !== null) differs.push({ law: 'order_ends', differs: expiry })
  return differs
}

/** Works the course out from each quote that was known when it was placed; nothing differs if it follows from any. */
function anyCourse(course: Course, past: PastMarket): readonly CourseDifference[] {
  const { order, fills, changes: old, exitReachedAt } = course
  const stored = { order, fills, old, until: decidedUntil(course), exitReachedAt, isEarlier: isEarlier(order) }
  const starts = past.viewsAt(order.listing, order.marketAt).map(({ quote }) => quote)
  const results = (starts.length > 0 ? starts : [null]).map((start) =>
    courseDiffers(stored, start, factsIn(course, past)),
  )
  return results.some((differences) => differences.length === 0) ? [] : (results[0] ?? [])
}

const factsIn = ({ order, shared }: Course, past: PastMarket): CourseFacts => ({
  events: (after, until, reach) => past.eventsWithin(order.listing, after, until, reach),
  quoteAt: (at) => past.quoteAt(order.listing, at),
  rateAt: (at) => (mayConvert(order) ? past.rateAt(at) : null),
  source: past.name,
  olderOn: (event, isOlder) =>
    shared.reduce((sum, fill) => (fill.quoteAt === event && isOlder(fill) ? sum + fill.shares : sum), 0n),
})

/** Compares an order's terms with the facts of which one was known at its instant; null if they follow from any. */
function anyTermsDiffer(order: Order, past: PastMarket): string | null {
  const { listing, marketAt } = order
  const kind = past.find(listing)?.kind ?? null
  const venue = venueOf(listing)
  const session = past.session(venue, marketAt)
  const sessionAfter = () => session && past.session(venue, session.close + 1)
  const differs = past
    .viewsAt(listing, marketAt)
    .map((view) =>
      termsDiffer(order, { ...view, kind, session, sessionAfter, staleAfterMs: staleAfterMs(past.intervalMs) }),
    )
  return differs.includes(null) ? null : (differs[0] ?? null)
}

const endFacts = ({ listing, endsAt, through }: Order, past: PastMarket) => ({
  closedForGood: past.session(venueOf(listing), through) === null,
  lastQuoteAt: past.quoteAt(listing, endsAt ?? through)?.at ?? null,
})
