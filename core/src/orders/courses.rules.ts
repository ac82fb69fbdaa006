import { maxOf, wholeShares } from '../base/amount.ts'
import { isRefused } from '../base/refusal.ts'
import type { FillId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import type { Quote } from '../market/market.contract.ts'
import { followedFirst } from './attached.rules.ts'
import { grownExit } from './growing.rules.ts'
import { NO_CHARGES, chargesOf, type Charges } from './charges.rules.ts'
import { unitsIn } from './holds.rules.ts'
import { actOf, bestOf, decideFill, isForOneEvent, roomFor, sharesWithin, triggered, type Fill } from './fills.rules.ts'
import { priceFor, sameStop } from './kinds.rules.ts'
import { isAtClose, isOfBuy, isOpen, rankOf, statedIn, type Order } from './orders.rules.ts'
import { moveOrder } from './moving.rules.ts'
import type { OldTerms, OrderMove, OrderSplit } from './changes.rules.ts'
import { decideReplace } from './replacing.rules.ts'
import { splitOrder } from './splitting.rules.ts'
import { asPlaced, changedTermsOf } from './terms.rules.ts'
import {
  evidenceOf,
  factsOn,
  isBefore,
  mayConvert,
  reachOf,
  type CourseDifference,
  type CourseFacts,
  type CourseLawName,
  type Evidence,
  type StoredCourse,
} from './evidence.rules.ts'

/*
 * The course of an order, worked out anew from its market: its terms at the instant at which it was placed, the event that
 * reaches its stop, each event that fills it, its replacements, and its end. Each function compares what is stored with
 * what follows, and returns the differences in figures.
 */

/** Works an order's course out anew and returns what differs from the stored one. `start` is the quote at which it was placed. */
export function courseDiffers(stored: StoredCourse, start: Quote | null, facts: CourseFacts): CourseDifference[] {
  const course = openCourse(stored, start, facts)
  for (const old of stored.old) {
    goUntil(course, old.until)
    goPast(course, old)
  }
  goUntil(course, stored.until)
  compareEnd(course)
  return course.differences
}

/** One order on its way through the events of its market. */
interface Course {
  readonly stored: StoredCourse
  readonly facts: CourseFacts
  readonly differences: CourseDifference[]
  /** The stored fills, by the instants of their events. */
  readonly fills: ReadonlyMap<Instant, Fill>
  /** The stored fills on the events so far. */
  readonly past: Fill[]
  /** Stored fills that another event took the place of. */
  readonly misplaced: Set<Fill>
  order: Order
  /** The best price that its stop has followed. */
  best: Order['worst']
}

function openCourse(stored: StoredCourse, start: Quote | null, facts: CourseFacts): Course {
  const order = asPlaced(stored.old[0]?.order ?? stored.order)
  const follows = order.conditions?.stop && order.conditions.stop.by !== 'price'
  return {
    stored,
    facts,
    differences: [],
    fills: new Map(stored.fills.map((fill) => [fill.quote.at, fill])),
    past: [],
    misplaced: new Set(),
    // An earlier release may have decided otherwise which event is the first. The event itself can be compared.
    order: stored.isEarlier ? { ...order, through: (stored.fills[0]?.quote.at ?? 1) - 1 } : order,
    best: follows && start ? (isOfBuy(order) ? followedFirst(start) : priceFor(order.side, start)) : null,
  }
}

function add(course: Course, law: CourseLawName, differs: string): void {
  course.differences.push({ law, differs })
}

/** Goes through the events up to an instant. */
function goUntil(course: Course, until: Instant): void {
  for (let event = nextEvent(course, until); event; event = nextEvent(course, until)) meet(course, event, until)
  course.order = { ...course.order, through: Math.max(course.order.through, until) }
}

/** The next event that does something to the order; null if none does. */
function nextEvent(course: Course, until: Instant): Quote | null {
  const { order } = course
  if (!isOpen(order)) return null
  // A buy whose exit was reached by an event meets neither that event nor a later one.
  const last = Math.min(until, order.endsAt ?? Infinity, course.stored.exitReachedAt - 1)
  const after = Math.max(order.through, order.marketAt, order.conditions?.opensAt ?? 0)
  if (after >= last) return null
  const closing = closingOf(course, until)
  if (order.timeInForce === 'close') {
    const event = closing === null ? null : course.facts.quoteAt(closing)
    return event && event.at > after && actOf(order, event, { best: null, closing }) ? event : null
  }
  for (const event of course.facts.events(after, last, reachOf(order))) {
    if (actOf(order, event, { best: course.best, closing }) !== null) return event
    course.best = bestOf(order, course.best, event)
  }
  return null
}

/** The last event of the session of an order at the close, once the session is over. */
function closingOf(course: Course, until: Instant): Instant | null {
  const { timeInForce, endsAt } = course.order
  if (timeInForce !== 'close' || endsAt === null || until <= endsAt) return null
  return course.facts.quoteAt(endsAt)?.at ?? null
}

/** Does to the order what an event does by the rules, and compares that with what is stored. */
function meet(course: Course, event: Quote, until: Instant): void {
  const { order } = course
  const sight = { best: course.best, closing: closingOf(course, until) }
  const act = actOf(order, event, sight)
  if (act === 'trigger') {
    course.order = triggered(order, event, sight)
    compareTrigger(course)
    return
  }
  const room = roomFor(order.side, event)
  const own = { atClose: isAtClose(order), rank: rankOf(order), id: order.id }
  const older = course.facts.olderOn(event.at, (other) => isBefore(other, own))
  const shares = act === 'fill' ? sharesWithin(order, maxOf(room - older, 0n)) : 0n
  const result = shares > 0n ? resultOf(course, event, shares) : null
  const fill = course.fills.get(event.at)
  const later = fill
    ? undefined
    : course.stored.fills.find((other) => !course.past.includes(other) && !course.misplaced.has(other))
  if (result && later) {
    course.misplaced.add(later)
    compareFill(course, later, result)
  } else if (result && !fill) {
    const at = `bid ${event.bid}, ask ${event.ask}`
    add(
      course,
      'order_ends',
      `${course.stored.order.state}, decided up to ${course.stored.until}; the event ${event.at} fills it: ${at}`,
    )
  }
  if (fill) compareFill(course, fill, result)
  course.order = orderAfter(course, event, result?.order ?? null)
}

/** The result of an event by the rules; of a sell, whose lots are not at hand, the shares and the price alone. */
function resultOf(
  course: Course,
  event: Quote,
  shares: bigint,
): { readonly order: Order; readonly fill: Evidence } | null {
  const { order } = course
  if (mayConvert(order)) {
    const facts = factsOn(order, event, chargesSoFar(course), course.facts)
    return decideFill(order, wholeShares(shares), facts)
  }
  const filled = wholeShares(order.filled + shares)
  const after = {
    ...order,
    filled,
    through: event.at,
    state: filled === order.shares ? 'filled' : 'part_filled',
  } as const
  return { order: after, fill: { quote: event, shares, price: priceFor(order.side, event), conversion: null } }
}

/** The sums over the fills so far. */
function chargesSoFar(course: Course): Charges {
  return course.past.length === 0 ? NO_CHARGES : chargesOf(course.order, course.past)
}

/** The order after an event: with its fill, or as it was, and over if that was its one event. */
function orderAfter(course: Course, event: Quote, filled: Order | null): Order {
  // A pair that takes its profit in part still follows the market.
  course.best = bestOf(course.order, course.best, event)
  const order = filled ?? { ...course.order, through: event.at }
  const fill = course.fills.get(event.at)
  if (fill) course.past.push(fill)
  if (!isOpen(order) || !isForOneEvent(order)) return order
  return { ...order, state: 'expired', endReason: order.timeInForce === 'open' ? 'auction_over' : 'not_at_once' }
}

function compareFill(course: Course, fill: Fill, result: { readonly fill: Evidence } | null): void {
  const stored = evidenceOf(fill, fill.source)
  const anew = result ? evidenceOf(result.fill, course.facts.source) : 'the event fills none of it'
  if (stored !== anew) add(course, 'order_fills', `${stored}; worked out anew ${anew}`)
}

function compareTrigger(course: Course): void {
  const [stored, anew] = [course.stored.order.conditions?.trigger, course.order.conditions?.trigger]
  const say = (trigger: typeof stored): string =>
    trigger
      ? `event ${trigger.at}: bid ${trigger.bid}, ask ${trigger.ask}, stop ${trigger.stop}, best ${trigger.best ?? 'none'}`
      : 'none'
  if (say(stored) !== say(anew)) add(course, 'order_triggers', `${say(stored)}; worked out anew ${say(anew)}`)
}

/** The terms of an order around a change: those until then, and those after it as they are stored. */
interface TermsAround {
  readonly before: Order
  readonly next: Order
}

/** Goes past a change of the terms: compares those after it with what the rules make of those before, and goes on with them. */
function goPast(course: Course, old: OldTerms): void {
  const { state, filled, conditions } = course.order
  const trigger = conditions?.trigger ?? null
  const next = course.stored.old.find(({ change }) => change === old.change + 1)?.order ?? course.stored.order
  const withTrigger = (order: Order): Order['conditions'] => order.conditions && { ...order.conditions, trigger }
  const before = { ...old.order, conditions: withTrigger(old.order), state, filled, through: old.until }
  if (old.split) compareSplit(course, { before, next }, old.until, old.split)
  else if (old.move) compareMove(course, { before, next }, old.until, old.move)
  else if (old.fill) compareGrowth(course, { before, next }, old.until, old.fill)
  else compareReplacement(course, { before, next }, old)
  const through = old.until
  course.order = { ...next, conditions: withTrigger(next), state, filled, through, endedAt: null, endReason: null }
}

/** Compares stored terms after a change with those by the rules, or with the reason why these have none. */
function compareTerms(course: Course, stored: Order, anew: Order | string): void {
  const say = (order: Order): string => `${changedTermsOf(order)}, place ${order.conditions?.rankAt ?? 'first'}`
  const other = typeof anew === 'string' ? anew : `worked out anew ${say(anew)}`
  if (typeof anew === 'string' || say(anew) !== say(stored))
    add(course, 'order_replacements', `${say(stored)}; ${other}`)
}

function compareSplit(course: Course, { before, next }: TermsAround, recordAt: Instant, split: OrderSplit): void {
  const anew = splitOrder(before, { split, recordAt, best: course.best })
  compareTerms(course, next, anew?.order ?? 'the split ends it')
  if (course.best !== null) course.best = anew?.order.conditions?.best ?? course.best
}

/** Under a new ticker the terms are those of before it. */
function compareMove(course: Course, { before, next }: TermsAround, recordAt: Instant, move: OrderMove): void {
  const anew = moveOrder(before, { move, recordAt, best: course.best }).order
  compareTerms(course, next, anew)
  if (next.listing !== anew.listing) add(course, 'order_replacements', `${next.listing}; by its action ${anew.listing}`)
}

/** An exit grows with a fill of its buy. */
function compareGrowth(course: Course, { before, next }: TermsAround, at: Instant, fill: FillId): void {
  const bought = { shares: wholeShares(next.shares - before.shares), quote: { at } }
  compareTerms(course, next, grownExit({ order: before, best: course.best }, bought, fill).order)
}

function compareReplacement(course: Course, { before, next }: TermsAround, { change, until }: OldTerms): void {
  const { id, side, shares, limit, timeInForce } = next
  const quote = course.facts.quoteAt(until)
  const decision = decideReplace(
    before,
    { id, side, changes: change - 1, shares, limit, timeInForce, ...statedIn(next) },
    {
      now: 0,
      marketNow: until,
      best: course.best,
      charges: chargesSoFar(course),
      pausedSince: null,
      publicUntil: null,
      session: { venue: 'XNYS', day: '1970-01-01', open: 0, close: next.endsAt ?? 0 },
      quote,
      rate: course.facts.rateAt(until),
      hasRates: true,
      free: (asset) => unitsIn(next.held, asset) - unitsIn(before.held, asset),
      lot: null,
    },
  )
  compareTerms(course, next, isRefused(decision) ? `the rules refuse it: ${decision.refused}` : decision.order)
  const stop = next.conditions?.stop ?? null
  const isNew = !sameStop(before.conditions?.stop ?? null, stop)
  if (isNew && stop !== null && stop.by !== 'price' && quote) course.best = priceFor(side, quote)
}

/** Compares the end with the rules, and finds what is stored that no event has made. */
function compareEnd(course: Course): void {
  const { order, fills, exitReachedAt } = course.stored
  if (order.endReason === 'exit_reached' ? order.through < exitReachedAt : isOpen(order) && exitReachedAt < Infinity)
    add(
      course,
      'order_ends',
      `${order.state}, decided up to ${order.through}; its exit was reached at ${exitReachedAt}`,
    )
  for (const fill of fills) {
    if (!course.past.includes(fill) && !course.misplaced.has(fill))
      add(course, 'order_fills', `${evidenceOf(fill, fill.source)}; no event up to it fills the order`)
  }
  if (order.conditions?.trigger && !course.order.conditions?.trigger) compareTrigger(course)
  if (!course.stored.isEarlier && order.filled !== course.order.filled && course.differences.length === 0)
    add(course, 'order_fills', `${order.filled} shares filled; worked out anew ${course.order.filled}`)
  if (course.order.state === 'expired' && course.order.endReason !== order.endReason)
    add(course, 'order_ends', `${order.state}: ${order.endReason}; worked out anew expired: ${course.order.endReason}`)
}
