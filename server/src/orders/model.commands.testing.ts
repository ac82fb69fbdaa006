import { createHash } from 'node:crypto'
import { currencyFor, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { anOrder } from '@lonja/core/base/ids.testing'
import { MINUTE } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { CheckOrder } from '@lonja/core/orders/state.check'
import type { CheckPrices, CheckTicket } from '@lonja/core/orders/tickets.check'
import {
  FORCES,
  NO_PRICES,
  exitPrices,
  maxOne,
  movedPrices,
  onWire,
  pricesFor,
  sharesFor,
  ticketOf,
} from './model.draws.testing.ts'
import { LISTINGS } from './model.market.testing.ts'
import {
  DIFFERENCES_MOST,
  compare,
  compareAll,
  count,
  differ,
  idOf,
  openWorld,
  type World,
} from './model.world.testing.ts'
import { newOrder, ticketFor } from './model.tickets.testing.ts'

/** A run of random commands on a house and on the model, with what differed. */
export interface ModelRun {
  readonly commands: number
  /** The number of times that each command, kind, end and refusal came up. */
  readonly counts: ReadonlyMap<string, number>
  readonly differences: readonly string[]
  /** Covers every command with what it changed: a seed gives the same one each time. */
  readonly hash: string
}

/** The first ids of close-outs: one for each tenth of a second since the first minute. */
const CLOSE_OUTS = 5_000
const FIRST_MINUTE = Date.UTC(2026, 10, 20)

/** Runs markets of a seed one after another until so many commands were compared. */
export async function runModel(seed: number, commands: number): Promise<ModelRun> {
  const hash = createHash('sha256')
  const counts = new Map<string, number>()
  const differences: string[] = []
  let made = 0
  for (let n = 0; made < commands && differences.length < DIFFERENCES_MOST; n++) {
    const world = openWorld(seed + n * 7_919, { counts, differences, say: (line) => void hash.update(`${line}\n`) })
    made += await walkThrough(world, commands - made)
  }
  return { commands: made, counts, differences, hash: hash.digest('hex') }
}

/** The commands and how often each is drawn. A new kind of command is a row here. */
const COMMANDS: readonly (readonly [weight: number, name: string, run: (world: World) => Promise<void>])[] = [
  [36, 'quotes', quotes],
  [34, 'place', placeOne],
  [14, 'replace', replaceOne],
  [8, 'cancel', cancelOne],
  [2, 'cancel all', cancelAll],
  [2, 'place again', placeAgain],
  [5, 'exit', putExit],
  [3, 'sell by hand', sellByHand],
  [1, 'wait', wait],
]
const WEIGHTS = COMMANDS.reduce((sum, [weight]) => sum + weight, 0)
const AFTER_THE_END = 40

async function walkThrough(world: World, most: number): Promise<number> {
  let after = 0
  while (world.made < most && after < AFTER_THE_END && world.differences.length < DIFFERENCES_MOST) {
    if (world.market.now() > world.market.closesAt) after++
    let drawn = world.dice.below(WEIGHTS)
    const [, name, run] = COMMANDS.find(([weight]) => (drawn -= weight) < 0) ?? COMMANDS[0]!
    count(world, name)
    await run(world)
    compare(world, name)
  }
  compareAll(world)
  return world.made
}

/** One to three events, then a round of the engine; before it, now and then, customers cancel and reduce. */
async function quotes(world: World): Promise<void> {
  const { dice, market, model, house } = world
  const since = market.now()
  if (dice.once(4) && market.sleep()) return nights(world, since)
  for (let n = dice.between(1, 3); n > 0; n--) {
    const before = market.isOpen()
    market.advance(dice.between(1, 2_500))
    // A close is met by a round of its own.
    if (before && !market.isOpen()) break
    const tick = market.walk(dice.one(LISTINGS))
    if (tick && market.isOpen()) model.event(tick)
    if (market.now() % MINUTE === 0) break
  }
  model.passed(market.now())
  if (dice.once(4)) await overtaken(world)
  else await house.sweep()
  model.expire(market.now())
  if (market.now() % MINUTE === 0) await judge(world)
}

/** Judges each account at a whole minute. The orders of a close-out have the same ids in the house and in the model. */
async function judge({ market, model, house, customers, live }: World): Promise<void> {
  const minute = market.now()
  const idsOf = (customer: CustomerId) => {
    const of = CLOSE_OUTS + customers.indexOf(customer)
    let n = 0
    return (): OrderId => anOrder(idOf(of, (minute - FIRST_MINUTE) / 100 + n++))
  }
  for (const customer of customers) await house.margin.judge(customer, minute, idsOf(customer))
  for (const { id, customer } of model.judge(minute, idsOf)) live.get(customer)?.add(id)
}

/** A night without a session, or several. */
async function nights(world: World, since: number): Promise<void> {
  const { market, model, house, customers } = world
  count(world, 'nights')
  await house.sweep()
  for (const customer of customers) house.margin.nights(customer, since, market.now())
  model.nights(since, market.now())
}

/** Cancels and reductions that the events may have overtaken, at once with the round that goes through them. */
async function overtaken(world: World): Promise<void> {
  const { dice } = world
  // After a close the round might expire an order before its cancel.
  const sweeping = world.market.isOpen() && dice.once(2) ? world.house.sweep() : null
  for (let n = dice.between(1, 3); n > 0; n--) {
    if (dice.once(8)) await cancelAll(world)
    else if (dice.once(3)) await replaceOne(world, true)
    else await cancelOne(world)
  }
  await sweeping
  await world.house.sweep()
}

async function wait(world: World): Promise<void> {
  const { dice, market, model, house } = world
  market.advance(dice.between(10_000, 60_000))
  model.passed(market.now())
  await house.sweep()
  model.expire(market.now())
  if (market.now() % MINUTE === 0) await judge(world)
}

/** An exit on some of a customer's free shares, mostly so far from the market that it stays. */
async function putExit(world: World): Promise<void> {
  const { dice, model, market } = world
  const customer = dice.one(world.customers)
  const account = model.accounts.get(customer)
  const listing = dice.one(LISTINGS)
  const free = account?.free.get(listing) ?? 0n
  if (free === 0n) return
  const lots = account?.lots.get(listing) ?? []
  const price = market.source.quoteAt(listing, market.now())?.last ?? 100_000n
  const terms = { side: 'sell', timeInForce: dice.one(['day', 'gtc'] as const), leverage: 1n, exit: true } as const
  const shares = BigInt(dice.between(1, Math.ceil(Number(free) / 2)))
  const lot = lots.length > 0 && dice.once(3) ? dice.one(lots).name : null
  await placeTicket(world, {
    customer,
    id: newOrder(world),
    listing,
    shares,
    ...terms,
    ...exitPrices(dice, price),
    lot,
  })
}

/** A sell at market that needs some of the shares which exits hold. */
async function sellByHand(world: World): Promise<void> {
  const { dice, model, live } = world
  const open = [...live.values()].flatMap((ids) => [...ids].flatMap((id) => model.orders.get(id) ?? []))
  const exits = open.filter((order) => order.exit && order.trigger === null)
  const exit = exits.length > 0 ? dice.one(exits) : null
  if (!exit) return
  const { customer, listing, lot } = exit
  const free = model.accounts.get(customer)?.free.get(listing) ?? 0n
  const own = exits.filter((each) => each.customer === customer && each.listing === listing)
  const inExits = own.reduce((sum, each) => sum + each.shares - each.filled, 0n)
  // The last one asks for more than there is.
  const shares = free + BigInt(dice.between(1, Number(inExits) + 1))
  const terms = { side: 'sell', timeInForce: dice.one(['day', 'gtc'] as const), leverage: 1n, exit: false } as const
  const ofLot = dice.once(3) ? lot : null
  await placeTicket(world, { customer, id: newOrder(world), listing, shares, ...terms, ...NO_PRICES, lot: ofLot })
}

async function placeOne(world: World): Promise<void> {
  await placeTicket(world, ticketFor(world))
}

async function placeTicket(world: World, ticket: CheckTicket): Promise<void> {
  const { house, model, market, live, placed } = world
  const answer = await house.place(ticket.customer, onHouse(world, ticket))
  const refused = model.place(ticket, market.now())
  answered(world, `place ${sayTicket(ticket)}`, answer, refused)
  if (refused !== null) return
  count(
    world,
    `${ticket.side} ${ticket.timeInForce}${ticket.limit === null ? '' : ' limit'}${ticket.stop === null ? '' : ' stop'}${ticket.trail === null ? '' : ' trail'}${ticket.trailBps === null ? '' : ' share'}${ticket.profit === null ? '' : ' profit'}`,
  )
  if (ticket.leverage > 1n) count(world, `leverage ${ticket.leverage}`)
  if (ticket.exit) count(world, 'exit')
  if (ticket.lot !== null) count(world, ticket.exit ? 'exit of a lot' : 'sell of a lot')
  live.get(ticket.customer)?.add(ticket.id)
  placed.push(ticket)
}

const sayTicket = (ticket: CheckTicket): string =>
  Object.entries(ticket)
    .flatMap(([name, value]) => (value === null ? [] : [`${name} ${String(value)}`]))
    .join(', ')

/** A ticket on the wire, with the lot that it names as the house knows it. */
const onHouse = ({ house }: World, ticket: CheckTicket) =>
  ticketOf(ticket, ticket.lot === null ? null : house.lotOf(ticket.customer, ticket.lot))

/** The same ticket again, or another one under its id: nothing changes. */
async function placeAgain(world: World): Promise<void> {
  const { house, dice, placed } = world
  if (placed.length === 0) return
  const ticket = dice.one(placed)
  const isReplaced = (world.model.orders.get(ticket.id)?.changes ?? 0) > 0
  const other = dice.once(2)
  const again = other ? { ...ticket, shares: ticket.shares + 1_000n } : ticket
  const answer = await house.place(ticket.customer, onHouse(world, again))
  if (!isReplaced) answered(world, `place ${ticket.id} again`, answer, other ? 'key_reused' : null)
}

/** An order of a customer: mostly an open one. */
function orderFor({ dice, model, placed, live, customers }: World): CheckOrder | null {
  const open = [...(live.get(dice.one(customers)) ?? [])]
  const id = open.length > 0 && !dice.once(12) ? dice.one(open) : placed.length > 0 ? dice.one(placed).id : null
  return (id && model.orders.get(id)) ?? null
}

async function cancelOne(world: World): Promise<void> {
  const { house, model, dice, customers } = world
  const order = orderFor(world)
  if (!order) return
  const customer = dice.once(60) ? dice.one(customers) : order.customer
  const answer = await house.cancel(customer, order.id)
  answered(world, `cancel ${order.id}`, answer, model.cancel(customer, order.id))
}

async function cancelAll(world: World): Promise<void> {
  const { house, model, dice, customers } = world
  const customer = dice.one(customers)
  const ids = house.idsOf(customer).toSorted()
  const answers = await Promise.all(ids.map((id) => house.cancel(customer, id)))
  for (const [n, id] of ids.entries()) answered(world, `cancel ${id} with all`, answers[n]!, model.cancel(customer, id))
}

/**
 * A replacement of an order. `isLess`: one that needs no more than the order holds, and in the same currency, since fills
 * may still be posted.
 */
async function replaceOne(world: World, isLess = false): Promise<void> {
  const { house, model, market, dice } = world
  const order = orderFor(world)
  if (!order || (isLess && order.side === 'buy' && order.hold.size > 1)) return
  if (isLess && order.side === 'buy' && !order.hold.has(currencyFor(order.listing))) return
  const { customer, id, side, limit, stop, trail, trailBps, profit } = order
  const last = market.source.quoteAt(order.listing, market.now())?.last ?? 100_000n
  const own: CheckPrices = { limit, stop, trail, trailBps, profit }
  const other = dice.once(12) ? pricesFor(dice, side, last) : movedPrices(dice, own)
  const asked = {
    customer,
    id,
    side: dice.once(80) ? ('buy' as const) : side,
    changes: order.changes + dice.one([0, 0, 0, 0, 0, 0, 0, 0, 1, -1].slice(0, order.changes > 0 ? 10 : 9)),
    shares: isLess || dice.once(2) ? maxOne(order.shares - BigInt(dice.below(20))) : order.shares + sharesFor(dice),
    timeInForce: dice.once(3) ? dice.one(dice.once(10) ? FORCES : (['day', 'gtc'] as const)) : order.timeInForce,
    ...(isLess || dice.once(2) ? own : other),
  }
  const { customer: _of, ...rest } = asked
  const answer = await house.replace(customer, { ...rest, shares: wholeShares(asked.shares), ...onWire(asked) })
  answered(world, `replace ${id}`, answer, model.replace(asked, market.now()))
}

function answered(world: World, what: string, answer: object, refused: string | null): void {
  const said = isRefused(answer) ? answer.refused : 'done'
  if (isRefused(answer)) count(world, `refused ${said}`)
  differ(world, what, said, refused ?? 'done')
}
