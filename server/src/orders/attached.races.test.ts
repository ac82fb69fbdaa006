import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Order } from '@lonja/core/orders/orders.rules'
import { sql } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { listFillsOf } from './fills.store.ts'
import { listClosings, listOpenLots } from './lots.store.ts'
import { cancel, cancelAllNow, matchOn, place, replace } from './orders.actions.ts'
import { findOrder, listOrdersOf } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, type Floor } from './orders.testing.ts'
import { placeOrTakeOver } from './taking.actions.ts'

/** Fills of buys with attached exits beside what else happens at that time. The floor checks the books when it closes. */

let floor: Floor
beforeAll(async () => {
  floor = await openFloor()
})
afterAll(() => floor.close())
beforeEach(() => {
  calmMarket(floor)
  floor.script.sessions = [{ open: floor.clock.now() - SECOND, close: floor.clock.now() + 3_600_000 }]
})

function says(bid: bigint, size = 1_000_000n) {
  floor.clock.advance(SECOND)
  return floor.script.say(ESP, floor.clock.now(), bid, bid + 1n, size)
}

/** A customer whose buy of twenty shares at 5.00 or less waits, with an exit at 4.50 and 6.00. */
async function buyer(): Promise<{ customer: CustomerId; buy: Order }> {
  calmMarket(floor)
  const customer = await floor.customer({ EUR: 100_000_000n })
  const exits = { stop: priceE4(45_000n), profit: priceE4(60_000n) }
  const order = ticket(ESP, { shares: wholeShares(20n), limit: priceE4(50_000n), timeInForce: 'gtc', exits })
  const buy = await place(floor, { customer }, order)
  if (isRefused(buy)) throw new Error(buy.refused)
  return { customer, buy }
}

async function ordersOf(customer: CustomerId, of: OrderId) {
  const [open, ended] = await floor.db.read(async (tx) => [
    await listOrdersOf(tx, customer, { which: 'open', listing: null, after: null }, 50),
    await listOrdersOf(tx, customer, { which: 'ended', listing: null, after: null }, 50),
  ])
  const all = [...open, ...ended]
  return { buy: all.find(({ id }) => id === of)!, exits: all.filter(({ conditions }) => conditions?.ofBuy === of) }
}

const lotsOf = async (customer: CustomerId) => {
  const lots = await floor.db.read((tx) => listOpenLots(tx, customer))
  const sum = (of: (lot: (typeof lots)[number]) => bigint): bigint => lots.reduce((all, lot) => all + of(lot), 0n)
  return { left: sum(({ left }) => left), guarded: sum(({ guarded }) => guarded) }
}
const soldOf = async (customer: CustomerId): Promise<bigint> =>
  (await floor.db.read((tx) => listClosings(tx, customer, {}, 50))).reduce((sum, { shares }) => sum + shares, 0n)

/** A change of an order to other shares, as it was last seen. */
const asking = ({ id, side, shares, filled, limit, timeInForce, conditions }: Order) => ({
  id,
  side,
  changes: conditions?.changes ?? 0,
  shares: wholeShares(shares - 1n > filled ? shares - 1n : shares + 1n),
  limit,
  stop: conditions?.stop?.by === 'price' ? conditions.stop.price : null,
  profit: conditions?.profit ?? null,
  trail: null,
  trailBps: null,
  timeInForce,
})

/** The rounds of a race, and the turns after which the event comes. */
const ROUNDS = process.env['LONJA_LONG'] === '1' ? 1_000 : 48
const TURNS = 8

test('a fill and a sell by hand at once: what is left of the lots is protected, and nothing else is promised', async () => {
  const outcomes = new Set<bigint>()
  for (let round = 0; round < ROUNDS; round++) {
    const { customer, buy } = await buyer()
    says(499n, 20n)
    await floor.engine.sweep()
    const sale = placeOrTakeOver(floor, { customer }, ticket(ESP, { side: 'sell', shares: wholeShares(4n + BigInt(round % 3)), limit: priceE4(70_000n), timeInForce: 'gtc' })) // prettier-ignore
    for (let n = round % TURNS; n > 0; n--) await turn()
    says(499n, 40n)
    const [answer] = await Promise.all([sale, floor.engine.sweep()])
    await floor.engine.sweep()
    const byHand = isRefused(answer) ? 0n : answer.shares
    outcomes.add(byHand)
    const { exits } = await ordersOf(customer, buy.id)
    const open = exits.filter(({ endedAt }) => endedAt === null)
    expect(open).toHaveLength(1)
    expect(open[0]?.shares).toBe(15n - byHand)
    expect(await lotsOf(customer)).toEqual({ left: 15n, guarded: 15n - byHand })
  }
  expect([...outcomes].toSorted()).toEqual(expect.arrayContaining([4n, 5n]))
}, 900_000)

test('a cancel or a change of a buy and an event that reaches its exit, at once: one is first, and not always the same', async () => {
  const ways = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const { customer, buy } = await buyer()
    says(499n, 20n)
    await floor.engine.sweep()
    const { buy: filled } = await ordersOf(customer, buy.id)
    const isCancel = round % 2 === 0
    const acting = isCancel ? cancel(floor, { customer }, buy.id) : replace(floor, { customer }, asking(filled))
    for (let n = (round >> 1) % TURNS; n > 0; n--) await turn()
    const event = says(600n)
    const [answer] = await Promise.all([acting, floor.engine.sweep()])
    await floor.engine.sweep()
    const after = await ordersOf(customer, buy.id)
    expect(after.exits).toMatchObject([{ state: 'filled', filled: 5n, through: event.at }])
    // A cancel of an order that has been cancelled already finds it so.
    const isFirst = !isRefused(answer) && answer.endReason !== 'exit_reached'
    const endReason = isCancel && isFirst ? 'by_customer' : 'exit_reached'
    expect(after.buy).toMatchObject({ state: 'cancelled', endReason, filled: 5n })
    expect(after.buy.conditions?.changes).toBe(!isCancel && isFirst ? 1 : 0)
    expect(await lotsOf(customer)).toEqual({ left: 0n, guarded: 0n })
    const way = `${isCancel ? 'cancel' : 'change'} ${isFirst ? 'first' : 'after'}`
    ways.set(way, (ways.get(way) ?? 0) + 1)
  }
  console.info('a buy and the event of its exit:', Object.fromEntries(ways))
  expect([...ways.keys()].some((way) => way.endsWith('first'))).toBe(true)
  expect([...ways.keys()].some((way) => way.endsWith('after'))).toBe(true)
}, 900_000)

test('an event that meets a buy and one that reaches its exit, on both at once: the rest of the buy ends once', async () => {
  for (let round = 0; round < ROUNDS / 2; round++) {
    const { customer, buy } = await buyer()
    says(499n, 20n)
    await floor.engine.sweep()
    // Low enough for the limit of the buy, and for the stop of its exit.
    const event = says(450n, 20n)
    const { exits: placed } = await ordersOf(customer, buy.id)
    const acts = [() => matchOn(floor, buy, event), () => matchOn(floor, placed[0]!, event), () => floor.engine.sweep()]
    await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
    const after = await ordersOf(customer, buy.id)
    expect(after.buy).toMatchObject({ state: 'cancelled', endReason: 'exit_reached', filled: 5n, through: event.at })
    expect(after.exits).toMatchObject([{ shares: 5n, conditions: { trigger: { at: event.at } } }])
  }
}, 900_000)

// prettier-ignore
test.each<[string, (of: { customer: CustomerId; buy: Order; exit: Order }) => Promise<unknown>]>([
  ['cancelled',                      ({ customer, buy }) => cancel(floor, { customer }, buy.id)],
  ['changed',                        ({ customer, buy }) => replace(floor, { customer }, asking(buy))],
  ['taken back with all others',     ({ customer }) => writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, { now: floor.clock.now(), reason: 'by_customer', isNoticed: false, which: () => true }))],
])('a buy whose exit an event has reached that no round has gone through is not %s: it has ended by that event', async (_act, act) => {
  const { customer, buy } = await buyer()
  says(499n, 20n)
  await floor.engine.sweep()
  const { exits: [exit] } = await ordersOf(customer, buy.id)
  const reached = says(600n)
  says(520n)
  await act({ customer, buy, exit: exit! })
  const after = await ordersOf(customer, buy.id)
  expect(after.buy).toMatchObject({ state: 'cancelled', endReason: 'exit_reached', filled: 5n, through: reached.at })
  expect(after.exits).toMatchObject([{ state: 'filled', filled: 5n, through: reached.at }])
})

test('an exit is cancelled or changed with the shares that a fill of its buy has added, though no round has gone through it', async () => {
  for (const isCancel of [true, false]) {
    const { customer, buy } = await buyer()
    says(499n, 20n)
    await floor.engine.sweep()
    const { exits: [exit] } = await ordersOf(customer, buy.id) // prettier-ignore
    says(499n, 40n)
    says(520n)
    const answer = isCancel
      ? await cancel(floor, { customer }, exit!.id)
      : await replace(floor, { customer }, asking(exit!))
    if (isCancel) expect(answer).toMatchObject({ state: 'cancelled', shares: 15n })
    else expect(answer).toMatchObject({ refused: 'order_changed' })
    expect(await lotsOf(customer)).toEqual({ left: 15n, guarded: isCancel ? 0n : 15n })
  }
})

test('the same event on two servers, again and again, places one exit of each fill', async () => {
  const { customer, buy } = await buyer()
  const beside = await floor.beside()
  for (const size of [20n, 40n]) {
    const event = says(499n, size)
    await Promise.all([floor.engine.sweep(), matchOn(floor, buy, event), matchOn(beside, buy, event)])
    await Promise.all([matchOn(beside, buy, event), matchOn(floor, buy, event)])
  }
  const { exits } = await ordersOf(customer, buy.id)
  expect(exits).toMatchObject([{ shares: 15n, state: 'working', conditions: { changes: 1 } }])
  says(600n)
  await Promise.all([floor.engine.sweep(), beside.engine.sweep()])
  expect(await soldOf(customer)).toBe(15n)
  await beside.kill()
  await beside.engine.servers.handOver()
  await floor.engine.servers.round()
})

test('a server that fills while it replaces for another places the exit, and both go on', async () => {
  const { customer, buy } = await buyer()
  const beside = await floor.beside()
  says(499n, 20n)
  const request = { id: buy.id, side: 'buy', changes: 0, shares: wholeShares(30n), limit: priceE4(50_000n), stop: null, trail: null, trailBps: null, timeInForce: 'gtc' } as const // prettier-ignore
  expect(await replace(beside, { customer }, request)).toMatchObject({ shares: 30n, filled: 5n })
  // The other server has the exit, this one the buy.
  expect((await ordersOf(customer, buy.id)).exits).toMatchObject([{ node: beside.open.node(), shares: 5n }])
  says(499n, 40n)
  await Promise.all([floor.engine.sweep(), beside.engine.sweep()])
  await Promise.all([floor.engine.sweep(), beside.engine.sweep()])
  expect((await ordersOf(customer, buy.id)).exits).toMatchObject([{ shares: 15n }])
  says(450n, 40n)
  await beside.engine.sweep()
  await floor.engine.sweep()
  says(449n)
  await beside.engine.sweep()
  const after = await ordersOf(customer, buy.id)
  expect([after.buy.endReason, after.buy.filled, await soldOf(customer)]).toEqual(['exit_reached', 15n, 15n])
  await beside.kill()
  await beside.engine.servers.handOver()
  await floor.engine.servers.round()
})

test('an exit whose event is older than its server, which dies at once, meets what it missed after the next take-over', async () => {
  const { customer, buy } = await buyer()
  // This server stands still for an hour; the next one fills the buy on an event of that time, and dies before it goes on.
  const event = says(499n, 20n)
  says(450n, 40n)
  floor.clock.advance(50 * MINUTE)
  floor.script.sessions = [{ open: floor.clock.now() - 3_600_000, close: floor.clock.now() + 3_600_000 }]
  const before = floor.engine
  await floor.kill()
  await before.servers.handOver()
  const second = await floor.beside()
  const order = await floor.db.read((tx) => findOrder(tx, { customer, id: buy.id }))
  // Its first round went over both events: the fill is committed, and the exit was to come with the next round.
  expect(order).toMatchObject({ filled: 5n, endReason: 'exit_reached', through: event.at + SECOND })
  await second.kill()
  await second.engine.servers.handOver()
  const third = await floor.beside()
  floor.clock.advance(SECOND)
  floor.script.say(ESP, floor.clock.now(), 440n, 441n)
  await third.engine.sweep()
  const { exits } = await ordersOf(customer, buy.id)
  expect(exits).toMatchObject([
    { state: 'filled', marketAt: event.at, conditions: { trigger: { at: event.at + SECOND } } },
  ])
  const [progress] = await floor.db.read((tx) =>
    tx.run<{ servers: bigint }>(sql('servers_of_attached', 'select count(*) as servers from fill_progress')),
  )
  expect(Number(progress?.servers)).toBeGreaterThan(0)
  await floor.restart()
})

test('an exit that a late fill places meets its events before a later one that it shares with another sell', async () => {
  const { customer, buy } = await buyer()
  await place(floor, { customer }, ticket(ESP, { shares: wholeShares(5n) }))
  says(509n)
  await floor.engine.sweep()
  const rest = ticket(ESP, { side: 'sell', shares: wholeShares(5n), limit: priceE4(70_000n), timeInForce: 'gtc' })
  await place(floor, { customer }, rest)
  // The other server has gone through the events for its own customer when it claims the orders.
  const beside = await floor.beside()
  const other = await floor.customer({ EUR: 100_000_000n })
  const waits = { limit: priceE4(10_000n), timeInForce: 'gtc' } as const
  await place(beside, { customer: other }, ticket(ESP, waits))
  await beside.engine.sweep()
  says(499n, 20n)
  const [profit, last] = [says(600n), says(700n)]
  await beside.engine.sweep()
  await place(beside, { customer }, ticket(ESP, waits))
  await beside.engine.sweep()
  const { exits } = await ordersOf(customer, buy.id)
  const fills = await floor.db.read((tx) => listFillsOf(tx, customer, [rest.id, ...exits.map(({ id }) => id)]))
  expect(fills.map(({ order, quote }) => [order === rest.id, quote.at]).toSorted()).toEqual([
    [false, profit.at],
    [true, last.at],
  ])
  await beside.kill()
  await beside.engine.servers.handOver()
  await floor.engine.servers.round()
})

test('closing an account while its buy fills leaves no order open, and no share promised', async () => {
  for (let round = 0; round < ROUNDS / 4; round++) {
    const { customer, buy } = await buyer()
    says(499n, 20n)
    await floor.engine.sweep()
    const terms = { now: floor.clock.now(), reason: 'by_customer', isNoticed: false, which: () => true } as const
    const ended = writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, terms))
    for (let n = round % TURNS; n > 0; n--) await turn()
    says(499n, 40n)
    for (const order of (await Promise.all([ended, floor.engine.sweep()]))[0]) floor.open.take(order)
    await floor.engine.sweep()
    const after = await ordersOf(customer, buy.id)
    expect([after.buy, ...after.exits].every(({ endedAt }) => endedAt !== null)).toBe(true)
    expect((await lotsOf(customer)).guarded).toBe(0n)
  }
}, 900_000)
