import { createHash } from 'node:crypto'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { anOrder } from '@lonja/core/base/ids.testing'
import { MINUTE } from '@lonja/core/base/instant'
import type { CheckTicket } from '@lonja/core/orders/tickets.check'
import { cancelAll, cancelOne, replaceOne } from './model.changes.testing.ts'
import { NO_PRICES, exitPrices, ticketOf } from './model.draws.testing.ts'
import { idOf } from './model.ids.testing.ts'
import { nights, payDividends } from './model.nights.testing.ts'
import { DIFFERENCES_MOST, answered, compare, compareAll, count, openWorld, type World } from './model.world.testing.ts'
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
  let count = 0
  for (let n = 0; count < commands && differences.length < DIFFERENCES_MOST; n++) {
    const world = openWorld(seed + n * 7_919, { counts, differences, say: (line) => void hash.update(`${line}\n`) })
    count += await walkThrough(world, commands - count)
  }
  return { commands: count, counts, differences, hash: hash.digest('hex') }
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
  [1, 'pay dividends', payDividends],
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
  const { dice, market, model } = world
  const since = market.now()
  if (dice.once(4) && market.sleep()) return nights(world, since)
  for (let n = dice.between(1, 3); n > 0; n--) {
    const before = market.isOpen()
    market.advance(dice.between(1, 2_500))
    // A close is met by a round of its own.
    if (before && !market.isOpen()) break
    const tick = market.walk(dice.one(market.listings()))
    if (tick && market.isOpen()) model.event(tick)
    if (market.now() % MINUTE === 0) break
  }
  model.passed(market.now())
  if (dice.once(4)) await overtaken(world)
  else await rounds(world)
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

/** Cancels and reductions that the events may have overtaken, at once with the round that goes through them. */
async function overtaken(world: World): Promise<void> {
  const { dice, model } = world
  // After a close the round might expire an order before its cancel.
  const sweeping = world.market.isOpen() && dice.once(2) ? world.house.sweep() : null
  for (let n = dice.between(1, 3); n > 0; n--) {
    if (dice.once(model.attached.length > 0 ? 2 : 8)) await cancelAll(world)
    else if (dice.once(3)) await replaceOne(world, true)
    else await cancelOne(world)
  }
  await sweeping
  await rounds(world)
}

/** A round of the engine. An exit that its last step has placed is gone through in the next one. */
async function rounds({ house, model }: World): Promise<void> {
  await house.sweep()
  if (model.attached.length > 0) await house.sweep()
}

async function wait(world: World): Promise<void> {
  const { dice, market, model } = world
  market.advance(dice.between(10_000, 60_000))
  model.passed(market.now())
  await rounds(world)
  model.expire(market.now())
  if (market.now() % MINUTE === 0) await judge(world)
}

/** An exit on some of a customer's free shares, mostly so far from the market that it stays. */
async function putExit(world: World): Promise<void> {
  const { dice, model, market } = world
  const customer = dice.one(world.customers)
  const account = model.accounts.get(customer)
  const listing = dice.one(market.listings())
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
    exits: null,
  })
}

/** A sell at market that needs some of the shares which exits hold. */
async function sellByHand(world: World): Promise<void> {
  const { dice, model, live } = world
  const open = [...live.values()].flatMap((ids) => [...ids].flatMap((id) => model.orders.get(id) ?? []))
  const exits = open.filter((order) => order.exit && order.trigger === null)
  const exit = exits.length > 0 ? dice.one(exits) : null
  if (!exit) return
  const { customer, listing } = exit
  const ofBuy = (model.accounts.get(customer)?.lots.get(listing) ?? []).filter(({ buy }) => buy === exit.ofBuy)
  const lot = ofBuy.length > 0 ? dice.one(ofBuy).name : exit.lot
  const free = model.accounts.get(customer)?.free.get(listing) ?? 0n
  const own = exits.filter((each) => each.customer === customer && each.listing === listing)
  const inExits = own.reduce((sum, each) => sum + each.shares - each.filled, 0n)
  // The last one asks for more than there is.
  const shares = free + BigInt(dice.between(1, Number(inExits) + 1))
  const terms = { side: 'sell', timeInForce: dice.one(['day', 'gtc'] as const), leverage: 1n, exit: false } as const
  const ofLot = dice.once(3) ? lot : null
  await placeTicket(world, {
    customer,
    id: newOrder(world),
    listing,
    shares,
    ...terms,
    ...NO_PRICES,
    lot: ofLot,
    exits: null,
  })
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
  Object.entries<CheckTicket[keyof CheckTicket]>({ ...ticket })
    .flatMap(([name, value]) => (value === null ? [] : [`${name} ${sayValue(value)}`]))
    .join(', ')

const sayValue = (value: CheckTicket[keyof CheckTicket]): string =>
  typeof value === 'object' && value ? `${value.stop} ${value.trailBps} ${value.profit}` : String(value)

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
