import { maxOf, wholeShares } from '../base/amount.ts'
import { isRefused } from '../base/refusal.ts'
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
  return new Course(stored, start, facts).differences()
}

/** One order on its way through the events of its market. */
class Course {
  private readonly found: CourseDifference[] = []
  private readonly fills: Map<Instant, Fill>
  private readonly made: Fill[] = []
  /** Fills that another event took the place of. */
  private readonly named = new Set<Fill>()
  private order: Order
  private best: Order['worst']
  private readonly stored: StoredCourse
  private readonly facts: CourseFacts

  constructor(stored: StoredCourse, start: Quote | null, facts: CourseFacts) {
    this.stored = stored
    this.facts = facts
    this.fills = new Map(stored.fills.map((fill) => [fill.quote.at, fill]))
    this.order = asPlaced(stored.old[0]?.order ?? stored.order)
    const follows = this.order.conditions?.stop && this.order.conditions.stop.by !== 'price'
    this.best =
      follows && start ? (isOfBuy(this.order) ? followedFirst(start) : priceFor(this.order.side, start)) : null
    // An earlier release may have decided otherwise which event is the first. The event itself can be compared.
    if (stored.isEarlier) this.order = { ...this.order, through: (stored.fills[0]?.quote.at ?? 1) - 1 }
  }

  differences(): CourseDifference[] {
    for (const old of this.stored.old) {
      this.goUntil(old.until)
      if (old.split) this.split(old, old.split)
      else if (old.move) this.move(old, old.move)
      else if (old.fill) this.grow(old, old.fill)
      else this.replace(old)
    }
    this.goUntil(this.stored.until)
    this.compareEnd()
    return this.found
  }

  private add(law: CourseLawName, differs: string): void {
    this.found.push({ law, differs })
  }

  /** Goes through the events up to an instant. */
  private goUntil(until: Instant): void {
    for (let event = this.next(until); event; event = this.next(until)) this.meet(event, until)
    this.order = { ...this.order, through: Math.max(this.order.through, until) }
  }

  /** The next event that does something to the order; null if none does. */
  private next(until: Instant): Quote | null {
    const { order } = this
    if (!isOpen(order)) return null
    // A buy whose exit was reached by an event meets neither that event nor a later one.
    const last = Math.min(until, order.endsAt ?? Infinity, this.stored.exitReachedAt - 1)
    const after = Math.max(order.through, order.marketAt, order.conditions?.opensAt ?? 0)
    if (after >= last) return null
    const closing = this.closing(until)
    if (order.timeInForce === 'close') {
      const event = closing === null ? null : this.facts.quoteAt(closing)
      return event && event.at > after && actOf(order, event, { best: null, closing }) ? event : null
    }
    for (const event of this.facts.events(after, last, reachOf(order))) {
      if (actOf(order, event, { best: this.best, closing }) !== null) return event
      this.best = bestOf(order, this.best, event)
    }
    return null
  }

  /** The last event of the session of an order at the close, once the session is over. */
  private closing(until: Instant): Instant | null {
    const { timeInForce, endsAt } = this.order
    if (timeInForce !== 'close' || endsAt === null || until <= endsAt) return null
    return this.facts.quoteAt(endsAt)?.at ?? null
  }

  private meet(event: Quote, until: Instant): void {
    const { order } = this
    const sight = { best: this.best, closing: this.closing(until) }
    const act = actOf(order, event, sight)
    if (act === 'trigger') {
      this.order = triggered(order, event, sight)
      this.compareTrigger()
      return
    }
    const room = roomFor(order.side, event)
    const own = { atClose: isAtClose(order), rank: rankOf(order), id: order.id }
    const older = this.facts.olderOn(event.at, (other) => isBefore(other, own))
    const shares = act === 'fill' ? sharesWithin(order, maxOf(room - older, 0n)) : 0n
    const result = shares > 0n ? this.decided(event, shares) : null
    const fill = this.fills.get(event.at)
    const later = fill
      ? undefined
      : this.stored.fills.find((other) => !this.made.includes(other) && !this.named.has(other))
    if (result && later) {
      this.named.add(later)
      this.compareFill(later, result)
    } else if (result && !fill) {
      const at = `bid ${event.bid}, ask ${event.ask}`
      this.add(
        'order_ends',
        `${this.stored.order.state}, decided up to ${this.stored.until}; the event ${event.at} fills it: ${at}`,
      )
    }
    if (fill) this.compareFill(fill, result)
    this.order = this.after(event, result?.order ?? null)
  }

  /** The result of an event by the rules; of a sell, whose lots are not at hand, the shares and the price alone. */
  private decided(event: Quote, shares: bigint): { readonly order: Order; readonly fill: Evidence } | null {
    const { order } = this
    if (mayConvert(order)) {
      const facts = factsOn(order, event, this.charges(), this.facts)
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

  private charges(): Charges {
    return this.made.length === 0 ? NO_CHARGES : chargesOf(this.order, this.made)
  }

  private after(event: Quote, filled: Order | null): Order {
    // A pair that takes its profit in part still follows the market.
    this.best = bestOf(this.order, this.best, event)
    const order = filled ?? { ...this.order, through: event.at }
    const fill = this.fills.get(event.at)
    if (fill) this.made.push(fill)
    if (!isOpen(order) || !isForOneEvent(order)) return order
    return { ...order, state: 'expired', endReason: order.timeInForce === 'open' ? 'auction_over' : 'not_at_once' }
  }

  private compareFill(fill: Fill, result: { readonly fill: Evidence } | null): void {
    const stored = evidenceOf(fill, fill.source)
    const anew = result ? evidenceOf(result.fill, this.facts.source) : 'the event fills none of it'
    if (stored !== anew) this.add('order_fills', `${stored}; worked out anew ${anew}`)
  }

  private compareTrigger(): void {
    const [stored, anew] = [this.stored.order.conditions?.trigger, this.order.conditions?.trigger]
    const say = (trigger: typeof stored): string =>
      trigger
        ? `event ${trigger.at}: bid ${trigger.bid}, ask ${trigger.ask}, stop ${trigger.stop}, best ${trigger.best ?? 'none'}`
        : 'none'
    if (say(stored) !== say(anew)) this.add('order_triggers', `${say(stored)}; worked out anew ${say(anew)}`)
  }

  /** The terms that were until a change, and those after it, as they are stored. */
  private around(old: OldTerms): { readonly before: Order; readonly next: Order } {
    const next = this.stored.old.find(({ change }) => change === old.change + 1)?.order ?? this.stored.order
    const conditions = old.order.conditions && {
      ...old.order.conditions,
      trigger: this.order.conditions?.trigger ?? null,
    }
    const { state, filled } = this.order
    return { before: { ...old.order, conditions, state, filled, through: old.until }, next }
  }

  /** Goes on with the stored terms after a change. */
  private goOn(old: OldTerms, { before, next }: { readonly before: Order; readonly next: Order }): void {
    this.order = {
      ...next,
      conditions: next.conditions && { ...next.conditions, trigger: before.conditions?.trigger ?? null },
      state: this.order.state,
      filled: this.order.filled,
      through: old.until,
      endedAt: null,
      endReason: null,
    }
  }

  /** Compares stored terms after a change with those by the rules, or with the reason why these have none. */
  private compareTerms(stored: Order, anew: Order | string): void {
    const say = (order: Order): string => `${changedTermsOf(order)}, place ${order.conditions?.rankAt ?? 'first'}`
    const other = typeof anew === 'string' ? anew : `worked out anew ${say(anew)}`
    if (typeof anew === 'string' || say(anew) !== say(stored))
      this.add('order_replacements', `${say(stored)}; ${other}`)
  }

  /** The terms after a split, compared with what the rules make of it. */
  private split(old: OldTerms, split: OrderSplit): void {
    const { before, next } = this.around(old)
    const anew = splitOrder(before, { split, recordAt: old.until, best: this.best })
    this.compareTerms(next, anew?.order ?? 'the split ends it')
    if (this.best !== null) this.best = anew?.order.conditions?.best ?? this.best
    this.goOn(old, { before, next })
  }

  /** The terms under a new ticker, which are those of before it. */
  private move(old: OldTerms, move: OrderMove): void {
    const { before, next } = this.around(old)
    const anew = moveOrder(before, { move, recordAt: old.until, best: this.best }).order
    this.compareTerms(next, anew)
    if (next.listing !== anew.listing) this.add('order_replacements', `${next.listing}; by its action ${anew.listing}`)
    this.goOn(old, { before, next })
  }

  /** The terms of an exit after a fill of its buy, compared with what the rules make of it. */
  private grow(old: OldTerms, fill: NonNullable<OldTerms['fill']>): void {
    const around = this.around(old)
    const bought = { shares: wholeShares(around.next.shares - around.before.shares), quote: { at: old.until } }
    this.compareTerms(around.next, grownExit({ order: around.before, best: this.best }, bought, fill).order)
    this.goOn(old, around)
  }

  /** The terms after a replacement, compared with what the rules make of it. */
  private replace(old: OldTerms): void {
    const { before, next } = this.around(old)
    const charges = this.charges()
    const { id, side, shares, limit, timeInForce } = next
    const stop = next.conditions?.stop ?? null
    const quote = this.facts.quoteAt(old.until)
    const decision = decideReplace(
      before,
      { id, side, changes: old.change - 1, shares, limit, timeInForce, ...statedIn(next) },
      {
        now: 0,
        marketNow: old.until,
        best: this.best,
        charges,
        pausedSince: null,
        publicUntil: null,
        session: { venue: 'XNYS', day: '1970-01-01', open: 0, close: next.endsAt ?? 0 },
        quote,
        rate: this.facts.rateAt(old.until),
        hasRates: true,
        free: (asset) => unitsIn(next.held, asset) - unitsIn(before.held, asset),
        lot: null,
      },
    )
    this.compareTerms(next, isRefused(decision) ? `the rules refuse it: ${decision.refused}` : decision.order)
    const isNew = !sameStop(old.order.conditions?.stop ?? null, stop)
    const follows = stop !== null && stop.by !== 'price'
    if (isNew && follows && quote) this.best = priceFor(side, quote)
    this.goOn(old, { before, next })
  }

  private compareEnd(): void {
    const { order, fills, exitReachedAt } = this.stored
    if (order.endReason === 'exit_reached' ? order.through < exitReachedAt : isOpen(order) && exitReachedAt < Infinity)
      this.add('order_ends', `${order.state}, decided up to ${order.through}; its exit was reached at ${exitReachedAt}`)
    for (const fill of fills) {
      if (!this.made.includes(fill) && !this.named.has(fill))
        this.add('order_fills', `${evidenceOf(fill, fill.source)}; no event up to it fills the order`)
    }
    if (order.conditions?.trigger && !this.order.conditions?.trigger) this.compareTrigger()
    if (!this.stored.isEarlier && order.filled !== this.order.filled && this.found.length === 0)
      this.add('order_fills', `${order.filled} shares filled; worked out anew ${this.order.filled}`)
    if (this.order.state === 'expired' && this.order.endReason !== order.endReason)
      this.add('order_ends', `${order.state}: ${order.endReason}; worked out anew expired: ${this.order.endReason}`)
  }
}
