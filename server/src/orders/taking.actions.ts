import { isRefused, type Refused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { isExitToTake, type Order } from '@lonja/core/orders/orders.rules'
import type { LaneAsker } from '../door/serve.lane.ts'
import { besideOthers, claim, submitTo } from './claiming.actions.ts'
import { othersOf, watchedIn } from './group.actions.ts'
import { matchOn, place, type TradingParts } from './orders.actions.ts'
import { goneThrough } from './orders.events.ts'
import { besideOf, otherSide } from './sides.lane.ts'
import { takingOver } from './taking.lane.ts'

/**
 * Places an order for a customer. A sell by hand that is refused for want of shares takes over what exits hold of its
 * listing, if they hold any.
 */
export async function placeOrTakeOver(
  trading: TradingParts,
  asker: LaneAsker,
  ticket: Ticket,
): Promise<Order | Refused> {
  const placed = await place(trading, asker, ticket)
  // A pair is an exit, also if its ticket does not say so.
  const isByHand = ticket.side === 'sell' && !ticket.exit && (ticket.profit ?? null) === null
  if (!isRefused(placed) || !isByHand) return placed
  return placed.refused === 'insufficient_shares' || placed.refused === 'lot_reserved'
    ? takeOver(trading, asker, ticket, placed)
    : placed
}

async function takeOver(trading: TradingParts, asker: LaneAsker, ticket: Ticket, refused: Refused) {
  const { open, db, doubtful } = trading
  const of = { customer: asker.customer, listing: ticket.listing, side: ticket.side }
  for (;;) {
    const known = open.group(of)
    // Exits of another server are in the database alone.
    const members = known.some(({ order }) => isExitToTake(order)) ? known : await db.read((tx) => watchedIn(tx, of))
    const [first] = members
    // Exits of another server are claimed, and then gone through like those of this one.
    if (first && (await claim(trading, first.order))) continue
    if (!first || !members.some(({ order }) => isExitToTake(order))) return refused
    const others = await othersOf(trading, first.order, () => db.read((tx) => watchedIn(tx, otherSide(of))))
    const beside = besideOf(members, others)
    const past = (orders: typeof beside) => goneThrough(trading, orders, trading.market.settled())
    const group = { ...of, members: await past(members), beside: await past(beside) }
    try {
      const result = await besideOthers(open, () => submitTo(trading, takingOver(asker, ticket, group, trading)))
      if (isRefused(result)) return result
      result.others.forEach((order) => open.take(order))
      if (result.order) {
        open.take(result.order)
        return result.order
      }
      if (result.overtakenBy) await matchOn(trading, result.overtakenBy.of, result.overtakenBy.event)
    } catch (error) {
      doubtful.push({ customer: asker.customer, id: ticket.id }, ...members.map(({ order }) => order))
      throw error
    }
  }
}
