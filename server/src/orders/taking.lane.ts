import { assert } from '@lonja/core/base/assert'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import type { Instant } from '@lonja/core/base/instant'
import { decideCancel } from '@lonja/core/orders/ending.rules'
import { placeOrder, type Ticket } from '@lonja/core/orders/orders.contract'
import type { Lot } from '@lonja/core/orders/lots.rules'
import { isExitToTake, isOfBuy, rankOf, statedIn, type Order } from '@lonja/core/orders/orders.rules'
import { decideOrder, sameTicket } from '@lonja/core/orders/placing.rules'
import { decideReplace, type ReplaceResult } from '@lonja/core/orders/replacing.rules'
import type { WatchedOrder } from '@lonja/core/orders/sharing.rules'
import { takenBy, type Exit } from '@lonja/core/orders/takeover.rules'
import { wholeShares } from '@lonja/core/base/amount'
import { need, type Book } from '../database/book.ts'
import type { Command } from '../database/batch.ts'
import type { LaneAsker } from '../door/serve.lane.ts'
import { endOf, putReplaced, replaceFactsIn } from './ending.lane.ts'
import { needClaims } from './claiming.lane.ts'
import { lots } from './lots.store.ts'
import { chargesIn, needGroup, type Group } from './matching.lane.ts'
import { assetsOf, needBalances } from './needs.lane.ts'
import type { MatchingParts } from './orders.events.ts'
import { factsIn, putPlaced, type PlacingParts } from './orders.lane.ts'
import { orders } from './orders.store.ts'
import { sidesIn, type SideEvent } from './sides.lane.ts'

/**
 * The answer to a sell by hand that may take shares of exits over. If an event does something to an order of the group
 * first, or the group is to be read again, nothing has changed.
 */
export interface TakeResult {
  readonly order: Order | null
  /** The exits that became smaller or ended, or the group as it is if it is to be read again. */
  readonly others: readonly Order[]
  readonly overtakenBy: SideEvent | null
  readonly isStale: boolean
}

/** An exit that gives shares, and the price that its stop has followed. */
interface Giving extends Exit {
  readonly watched: WatchedOrder
}

/**
 * Places a sell by hand, and takes what is missing over from the exits of its listing, in one act: the newest first, and
 * those of its own lot before. Nobody takes an exit back after a quote has met it: such an event comes first.
 */
export function takingOver(
  { customer, session }: LaneAsker,
  ticket: Ticket,
  group: Group,
  parts: PlacingParts & MatchingParts,
): Command<TakeResult> {
  const { id, listing } = ticket
  return {
    call: placeOrder,
    input: ticket,
    customer,
    session,
    needs: [
      need(orders, { customer, id }),
      ...needGroup(group),
      need(lots, { customer, listing }),
      ...needBalances(customer, assetsOf(listing)),
      ...needClaims(group, parts.open),
    ],
    decide: (book, now) => {
      const earlier = book.on(orders).find({ customer, id })
      if (earlier) return sameTicket(earlier, ticket) ? placedAs(earlier) : refuse('key_reused')
      // Later events are quoted in shares of after a split that is not carried out.
      const until = Math.min(parts.market.now(), parts.market.heldAt(listing))
      const { overtakenBy, stale, watched } = sidesIn(book, group, until, parts)
      if (overtakenBy || stale.length > 0) return { order: null, others: stale, overtakenBy, isStale: stale.length > 0 }
      return decideTaking(book, ticket, watched, { customer, parts, now, until })
    },
  }
}

const placedAs = (order: Order, others: readonly Order[] = []): TakeResult => ({
  order,
  others,
  overtakenBy: null,
  isStale: false,
})

interface Ground {
  readonly customer: Order['customer']
  readonly parts: PlacingParts & MatchingParts
  readonly now: Instant
  readonly until: Instant
}

/** Decides the sell with the shares that exits give, and all of their new terms, before anything is put. */
function decideTaking(
  book: Book,
  ticket: Ticket,
  watched: readonly WatchedOrder[],
  { customer, parts, now, until }: Ground,
): TakeResult | Refused {
  const facts = factsIn(book, customer, ticket, parts, now)
  const lot = ticket.lot ?? null
  const { left = 0n, reserved = 0n } = facts.lot ?? {}
  const byHand = { shares: ticket.shares, lot, free: facts.free(ticket.listing), lotFree: left - reserved }
  const named =
    lot === null
      ? undefined
      : book
          .on(lots)
          .list({ customer, listing: ticket.listing })
          .find(({ id }) => id === lot)
  const byExit = takenBy(givingIn(watched, named), byHand)
  const sum = (of: readonly bigint[]): bigint => of.reduce((total, shares) => total + shares, 0n)
  const all = sum(byExit.map(({ shares }) => shares))
  const ofLot = sum(byExit.map((each) => each.ofLot))
  const decision = decideOrder(customer, ticket, {
    ...facts,
    free: (asset) => facts.free(asset) + (asset === ticket.listing ? all : 0n),
    lot: facts.lot && { ...facts.lot, reserved: wholeShares(reserved - ofLot) },
  })
  if (isRefused(decision)) return decision
  const cuts: { readonly before: Order; readonly after: ReplaceResult | null }[] = []
  for (const { exit, shares } of byExit) {
    const { order, best } = exit.watched
    if (shares === exit.left) {
      cuts.push({ before: order, after: null })
      continue
    }
    const replaced = decideReplace(order, fewer(order, shares), replaceFactsIn(book, order, best, parts.market, now))
    if (isRefused(replaced)) return replaced
    cuts.push({ before: order, after: replaced })
  }
  const others = cuts.map(({ before, after }) => {
    if (!after) return endTaken(book, before, { until, now })
    putReplaced(book, before, after, now, lot)
    return after.order
  })
  return placedAs(putPlaced(book, decision, parts, now), others)
}

/** The exits that give shares, the newest first. */
const givingIn = (watched: readonly WatchedOrder[], named: Lot | undefined): Giving[] =>
  watched
    .filter(({ order }) => isExitToTake(order))
    .toSorted((a, b) => rankOf(b.order) - rankOf(a.order) || (a.order.id < b.order.id ? 1 : -1))
    .map((each) => ({
      lot: each.order.conditions?.lot ?? null,
      left: each.order.shares - each.order.filled,
      // An exit of a buy asks for shares of each lot of that buy.
      inLot: isOfBuy(each.order) ? (named?.order === each.order.conditions?.ofBuy ? named?.guarded : 0n) : undefined,
      watched: each,
    }))

/** The terms of an exit with so many shares less. */
const fewer = (order: Order, shares: bigint) => ({
  id: order.id,
  side: order.side,
  changes: order.conditions?.changes ?? 0,
  shares: wholeShares(order.shares - shares),
  limit: order.limit,
  ...statedIn(order),
  timeInForce: order.timeInForce,
})

/** Ends an exit whose shares were all taken over. The ticket has said so, so that there is no message of it. */
function endTaken(book: Book, order: Order, at: { readonly until: Instant; readonly now: Instant }): Order {
  const ended = decideCancel(order, at.now, chargesIn(book, order), 'closed_by_hand')
  assert(!isRefused(ended), 'an exit that gives shares is open')
  return endOf(book, ended, at, false).order
}
