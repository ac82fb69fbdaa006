import { createHash } from 'node:crypto'
import { wholeShares, type Asset, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { aCustomer, anOrder } from '@lonja/core/base/ids.testing'
import { isRefused } from '@lonja/core/base/refusal'
import { openModel, type Model } from '@lonja/core/orders/model.check'
import type { CheckOrder } from '@lonja/core/orders/state.check'
import type { CheckPrices, CheckTicket } from '@lonja/core/orders/tickets.check'
import { FORCES, maxOne, movedPrices, onWire, pricesFor, sharesFor, ticketOf } from './model.draws.testing.ts'
import { houseInMemory, type HouseInMemory } from './model.house.testing.ts'
import { LISTINGS, diceOf, walkedMarket, type Dice, type WalkedMarket } from './model.market.testing.ts'
import { sayAccount, sayOrder } from './model.says.testing.ts'
import { INDEX } from './orders.testing.ts'

/** A run of random commands on a house and on the model, with what differed. */
export interface ModelRun {
  readonly commands: number
  /** The number of times that each command, kind, end and refusal came up. */
  readonly counts: ReadonlyMap<string, number>
  readonly differences: readonly string[]
  /** Covers every command with what it changed: a seed gives the same one each time. */
  readonly hash: string
}

const CUSTOMERS = 12
const DIFFERENCES_MOST = 5

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

interface Ears {
  readonly counts: Map<string, number>
  readonly differences: string[]
  readonly say: (line: string) => void
}

interface World extends Ears {
  readonly seed: number
  readonly dice: Dice
  readonly market: WalkedMarket
  readonly house: HouseInMemory
  readonly model: Model
  readonly customers: readonly CustomerId[]
  /** Orders that had not ended when they were last compared, by customer. */
  readonly live: Map<CustomerId, Set<OrderId>>
  readonly placed: CheckTicket[]
  made: number
}

const idOf = (of: number, n: number): string =>
  `${of.toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

function openWorld(seed: number, ears: Ears): World {
  const dice = diceOf(seed)
  const market = walkedMarket(dice)
  const [house, model] = [houseInMemory(market), openModel(market.asked)]
  const customers = Array.from({ length: CUSTOMERS }, (_customer, n) => aCustomer(idOf(1, n)))
  for (const customer of customers) {
    const cash = (['EUR', 'USD'] as const).map((asset): [Asset, bigint] => [
      asset,
      BigInt(dice.one([0, dice.between(1, 100_000), 5_000_000, 900_000_000])),
    ])
    house.grant(customer, cash)
    model.grant(customer, cash)
  }
  const live = new Map(customers.map((customer) => [customer, new Set<OrderId>()]))
  return { ...ears, seed, dice, market, house, model, customers, live, placed: [], made: 0 }
}

const count = ({ counts }: Pick<Ears, 'counts'>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

/** The commands and how often each is drawn. A new kind of command is a row here. */
const COMMANDS: readonly (readonly [weight: number, name: string, run: (world: World) => Promise<void>])[] = [
  [36, 'quotes', quotes],
  [34, 'place', placeOne],
  [14, 'replace', replaceOne],
  [8, 'cancel', cancelOne],
  [2, 'cancel all', cancelAll],
  [2, 'place again', placeAgain],
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

/** Compares every customer of whom the house or the model says that something has changed. */
function compare(world: World, name: string): void {
  const { house, model, market } = world
  world.made++
  const changed = [...new Set([...house.changed, ...model.changed])].toSorted()
  house.changed.clear()
  model.changed.clear()
  world.say(`${name} ${market.now()}`)
  for (const customer of changed) {
    const live = world.live.get(customer) ?? new Set()
    for (const id of live) {
      compareOrder(world, name, customer, id)
      const order = model.orders.get(id)
      if (!order || (order.state !== 'working' && order.state !== 'part_filled')) {
        live.delete(id)
        if (order) countEnd(world, order)
      }
    }
    differ(world, `${name}, account of ${customer}`, house.sayAccount(customer), sayAccount(model, customer))
  }
}

function compareAll(world: World): void {
  for (const { customer, id } of world.model.orders.values()) compareOrder(world, 'the end', customer, id)
  for (const customer of world.customers)
    differ(
      world,
      `the end, account of ${customer}`,
      world.house.sayAccount(customer),
      sayAccount(world.model, customer),
    )
}

const compareOrder = (world: World, name: string, customer: CustomerId, id: OrderId): void =>
  differ(world, `${name}, order ${id}`, world.house.sayOrder(customer, id), sayOrder(world.model.orders.get(id)))

function differ(world: World, what: string, house: string, model: string): void {
  world.say(`${what}: ${house}`)
  if (house !== model)
    world.differences.push(`seed ${world.seed}, command ${world.made}: ${what}\n house ${house}\n model ${model}`)
}

function countEnd(world: World, { fills, state, reason, timeInForce }: CheckOrder): void {
  count(world, `${timeInForce} ${state}${reason === null ? '' : ` ${reason}`}`)
  if (fills.length > 1) count(world, 'several fills')
  if (fills.some(({ paid }) => paid > 0n)) count(world, 'conversions')
}

/** One to three events, then a round of the engine; before it, now and then, customers cancel and reduce. */
async function quotes(world: World): Promise<void> {
  const { dice, market, model, house } = world
  for (let n = dice.between(1, 3); n > 0; n--) {
    const before = market.isOpen()
    market.advance(dice.between(1, 2_500))
    // A close is met by a round of its own.
    if (before && !market.isOpen()) break
    const tick = market.walk(dice.one(LISTINGS))
    if (tick && market.isOpen()) model.event(tick)
  }
  model.passed(market.now())
  if (dice.once(4)) await overtaken(world)
  else await house.sweep()
  model.expire(market.now())
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
}

function ticketFor(world: World): CheckTicket {
  const { dice, market, model } = world
  const customer = dice.one(world.customers)
  const listing: ListingId = dice.once(200) ? dice.one([INDEX, 'XNYS:NONE']) : dice.one(LISTINGS)
  const owned = model.accounts.get(customer)?.free.get(listing) ?? 0n
  const side = owned > 0n && dice.once(2) ? 'sell' : dice.once(12) ? 'sell' : 'buy'
  const price = market.source.quoteAt(listing, market.now())?.last ?? 100_000n
  const prices = pricesFor(dice, side, price)
  const isStop = prices.stop !== null || prices.trail !== null || prices.trailBps !== null
  const timeInForce = isStop && !dice.once(40) ? dice.one(['day', 'gtc'] as const) : dice.one(FORCES)
  const wanted = sharesFor(dice)
  const shares = side === 'sell' && wanted > owned && owned > 0n && !dice.once(10) ? owned : wanted
  const id = anOrder(idOf(2 + dice.below(1_000), world.made))
  return { customer, id, listing, side, shares, timeInForce, ...prices }
}

async function placeOne(world: World): Promise<void> {
  const { house, model, market, live, placed } = world
  const ticket = ticketFor(world)
  const answer = await house.place(ticket.customer, ticketOf(ticket))
  const refused = model.place(ticket, market.now())
  answered(world, `place ${ticket.id} of ${ticket.listing}`, answer, refused)
  if (refused !== null) return
  count(
    world,
    `${ticket.side} ${ticket.timeInForce}${ticket.limit === null ? '' : ' limit'}${ticket.stop === null ? '' : ' stop'}${ticket.trail === null ? '' : ' trail'}${ticket.trailBps === null ? '' : ' share'}`,
  )
  live.get(ticket.customer)?.add(ticket.id)
  placed.push(ticket)
}

/** The same ticket again, or another one under its id: nothing changes. */
async function placeAgain(world: World): Promise<void> {
  const { house, dice, placed } = world
  if (placed.length === 0) return
  const ticket = dice.one(placed)
  const isReplaced = (world.model.orders.get(ticket.id)?.changes ?? 0) > 0
  const other = dice.once(2)
  const again = other ? { ...ticket, shares: ticket.shares + 1_000n } : ticket
  const answer = await house.place(ticket.customer, ticketOf(again))
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

/** A replacement of an order. `isLess`: one that needs no more than the order holds, since fills may still be posted. */
async function replaceOne(world: World, isLess = false): Promise<void> {
  const { house, model, market, dice } = world
  const order = orderFor(world)
  if (!order) return
  const { customer, id, side, limit, stop, trail, trailBps } = order
  const last = market.source.quoteAt(order.listing, market.now())?.last ?? 100_000n
  const own: CheckPrices = { limit, stop, trail, trailBps }
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
