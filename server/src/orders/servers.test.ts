import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { HOUR, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Quote } from '@lonja/core/market/market.contract'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { OPEN_ORDERS_MOST, type Order } from '@lonja/core/orders/orders.rules'
import { newId } from '../base/ids.ts'
import { isOutage, type Line } from '../database/db.ts'
import { openLane } from '../database/lane.ts'
import { dice } from '../testing/fuzz.dice.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { listFillsOf } from './fills.store.ts'
import { cancel, expire, place, type TradingParts } from './orders.actions.ts'
import { filling } from './orders.lane.ts'
import { lastStartIn } from './last-start.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, type Floor, type TestServer } from './orders.testing.ts'
import { listAwayServers, listFilledBy } from './progress.store.ts'

/**
 * Several servers on one database. The database's clock decides who is silent, so a test makes rows older instead of
 * waiting.
 */

let database: TestDatabase
let floor: Floor
let other: TestServer
let owner: pg.Client

beforeEach(async () => {
  database = await testDatabase()
  floor = await openFloor(database.url)
  const [session] = floor.said.sessions
  floor.said.sessions = [{ open: session?.open ?? 0, close: (session?.close ?? 0) + 1_000 * HOUR }]
  other = await floor.beside()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  calmMarket(floor)
})
afterEach(async () => {
  await owner.end()
  await floor.close()
  await database.drop()
})

/** Makes a server silent: its last renewal is so much longer ago. */
const silent = (node: string, ms: number) =>
  owner.query('update fill_progress set renewed_at = renewed_at - $2 where node = $1', [node, ms])
/** Lets a server have renewed in time for so much longer. */
const well = (server: TestServer, ms = 8 * SECOND) =>
  owner.query('update fill_progress set well_since = well_since - $2 where node = $1', [server.open.node(), ms])

const round = (server: TestServer) => server.engine.servers.round()
const filledBy = async (server: TestServer): Promise<string[]> =>
  (await floor.db.read((tx) => listFilledBy(tx, server.open.node()))).map(({ node }) => node).toSorted()

type Placed = [customer: CustomerId, id: OrderId]

async function placedAt(server: TradingParts, change: Partial<Ticket> = {}): Promise<Placed> {
  const customer = await floor.customer({ EUR: 1_000_000n })
  const order = await place(server, { customer }, ticket(ESP, change))
  if (isRefused(order)) throw new Error(order.refused)
  return [customer, order.id]
}

const orderOf = ([customer, id]: Placed): Promise<Order | null> =>
  floor.db.read((tx) => findOrder(tx, { customer, id }))
const fillsOf = ([customer, id]: Placed) => floor.db.read((tx) => listFillsOf(tx, customer, [id]))

function said(bid: bigint, ask: bigint): Quote {
  floor.clock.advance(SECOND)
  return floor.said.say(ESP, floor.clock.now(), bid, ask)
}

/** Ends the first server as kill -9 does, and lets the other one see that it is silent. */
async function killed(server: TestServer): Promise<void> {
  const node = server.open.node()
  await server.kill()
  await silent(node, 8 * SECOND)
}

describe('a server that is dead', () => {
  test('after eight seconds and not before, another fills its orders, on the events that they have missed', async () => {
    const low = await placedAt(floor, { limit: priceE4(49_000n) })
    const atMarket = await placedAt(floor)
    const node = floor.open.node()
    await floor.kill()
    const events = [said(490n, 491n), said(488n, 489n), said(469n, 470n)]
    await well(other)
    await silent(node, 6 * SECOND)
    await round(other)
    expect(await filledBy(other)).toEqual([other.open.node()])
    await silent(node, 2 * SECOND)
    await round(other)
    expect(await filledBy(other)).toEqual([node, other.open.node()].toSorted())
    await other.engine.sweep()
    expect(await fillsOf(atMarket)).toMatchObject([{ quote: events[0], price: 49_100n }])
    expect(await fillsOf(low)).toMatchObject([{ quote: events[1], price: 48_900n }])
  })

  test('is taken over by one of several', async () => {
    const third = await floor.beside()
    await placedAt(floor)
    const node = floor.open.node()
    for (const server of [other, third]) await well(server)
    await killed(floor)
    await Promise.all([round(other), round(third)])
    const owners = await Promise.all([other, third].map(filledBy))
    expect(owners.filter((nodes) => nodes.includes(node))).toHaveLength(1)
    expect(other.open.size() + third.open.size()).toBe(1)
  })

  test('is named until its orders are taken over', async () => {
    await placedAt(floor)
    expect(await floor.db.read(listAwayServers)).toEqual([])
    const node = floor.open.node()
    await killed(floor)
    expect(await floor.db.read(listAwayServers)).toMatchObject([{ node, isStopped: false }])
    await well(other)
    await round(other)
    expect(await floor.db.read(listAwayServers)).toEqual([])
  })

  test('leaves also the orders that it had taken over itself', async () => {
    const third = await floor.beside()
    const [first, second] = [await placedAt(floor), await placedAt(other)]
    await well(other)
    await killed(floor)
    await round(other)
    await well(third)
    await killed(other)
    await round(third)
    const event = said(499n, 500n)
    await third.engine.sweep()
    for (const one of [first, second]) expect(await fillsOf(one)).toMatchObject([{ quote: event }])
    expect(await filledBy(third)).toHaveLength(3)
    await round(third) // Their orders have ended, so their rows go.
    expect(await filledBy(third)).toEqual([third.open.node()])
  })

  test('keeps its orders until one that is on its way is committed, and that one goes with them', async () => {
    const node = floor.open.node()
    const customer = await floor.customer({ EUR: 1_000_000n })
    const under = new pg.Client({ connectionString: database.ownerUrl })
    await under.connect()
    await under.query('begin')
    await under.query('select takes_orders($1)', [node])
    await well(other)
    await silent(node, 8 * SECOND)
    await round(other)
    expect(await filledBy(other)).not.toContain(node)
    await under.query('commit')
    await under.end()
    await place(floor, { customer }, ticket(ESP))
    await round(other)
    expect(await filledBy(other)).toContain(node)
    expect(other.open.idsOf(customer)).toHaveLength(1)
  })

  test('a cancel at another server goes through the events that nobody has processed', async () => {
    const waiting = await placedAt(floor, { limit: priceE4(49_000n), timeInForce: 'gtc' })
    const met = await placedAt(floor, { limit: priceE4(49_500n), timeInForce: 'gtc' })
    await floor.kill()
    const event = said(494n, 495n)
    said(497n, 498n)
    expect(await cancel(other, { customer: waiting[0] }, waiting[1])).toMatchObject({ state: 'cancelled' })
    expect(await cancel(other, { customer: met[0] }, met[1])).toMatchObject({ refused: 'order_ended' })
    expect(await fillsOf(met)).toMatchObject([{ quote: event }])
  })

  test('an expiry at another server goes through the events that nobody has processed', async () => {
    const [met, unmet] = [await placedAt(floor), await placedAt(floor, { limit: priceE4(40_000n) })]
    const orders = await Promise.all([met, unmet].map(orderOf))
    await floor.kill()
    const event = said(499n, 500n)
    floor.clock.set((orders[0]?.endsAt ?? 0) + 1)
    for (const order of orders) if (order) await expire(other, order, order.marketAt)
    expect(await fillsOf(met)).toMatchObject([{ quote: event }])
    expect(await orderOf(unmet)).toMatchObject({ state: 'expired', endReason: 'end_of_day' })
  })

  test('its orders for the day end with the day', async () => {
    const waiting = await placedAt(floor, { limit: priceE4(40_000n) })
    await well(other)
    await killed(floor)
    floor.clock.set(((await orderOf(waiting))?.endsAt ?? 0) + 1)
    await round(other)
    await other.engine.sweep()
    expect(await orderOf(waiting)).toMatchObject({ state: 'expired', endReason: 'end_of_day' })
  })
})

describe('a clean stop', () => {
  test('hands the orders over at once', async () => {
    const waiting = await placedAt(floor)
    const node = floor.open.node()
    await floor.kill()
    await round(other)
    expect(await filledBy(other)).not.toContain(node)
    await floor.engine.servers.handOver()
    await round(other)
    expect(await filledBy(other)).toContain(node)
    const event = said(499n, 500n)
    await other.engine.sweep()
    expect(await fillsOf(waiting)).toMatchObject([{ quote: event }])
  })
})

describe('a start', () => {
  test('takes over the orders of the last start from the same folder at once', async () => {
    const waiting = await placedAt(floor)
    const folder = mkdtempSync(join(tmpdir(), 'lonja-start-'))
    const lastStart = lastStartIn(folder)
    lastStart.write(floor.open.node())
    await floor.kill()
    const next = await floor.beside(lastStart)
    expect(next.open.idsOf(waiting[0])).toEqual([waiting[1]])
    expect(lastStart.read()).toBe(next.open.node())
    rmSync(folder, { recursive: true })
  })

  test('waits with new orders until a silent server renews or is taken over', async () => {
    const waiting = await placedAt(floor)
    const event = said(499n, 500n)
    await killed(floor)
    const starting = floor.beside()
    await expect.poll(async () => (await owner.query('select from fill_progress')).rowCount).toBe(3)
    expect(await fillsOf(waiting)).toEqual([])
    await owner.query('update fill_progress set well_since = 0')
    await starting
    expect(await fillsOf(waiting)).toMatchObject([{ quote: event }])
  })

  test('waits for no server that is well, and leaves its orders to it', async () => {
    await placedAt(floor)
    expect((await floor.beside()).open.size()).toBe(0)
  })
})

describe('a server that wakes up after its orders were taken over', () => {
  test('forgets them, begins under a new id, and no order is filled twice', async () => {
    const orders = [await placedAt(floor), await placedAt(floor), await placedAt(floor)]
    const before = floor.open.node()
    await well(other)
    await silent(before, 20 * SECOND)
    await round(other)
    const event = said(499n, 500n)
    // It still has the orders in memory, and both go through the event.
    await Promise.all([floor.engine.sweep(), other.engine.sweep()])
    for (const one of orders) expect(await fillsOf(one)).toMatchObject([{ quote: event }])
    const waiting = await placedAt(other, { limit: priceE4(40_000n) })
    await round(floor)
    expect(floor.open.node()).not.toBe(before)
    expect([floor.open.size(), other.open.idsOf(waiting[0])]).toEqual([0, [waiting[1]]])
    expect(await orderOf(await placedAt(floor))).toMatchObject({ node: floor.open.node(), state: 'working' })
  })

  test('takes no order before that, so that none is left to nobody', async () => {
    const customer = await floor.customer({ EUR: 1_000_000n })
    await well(other)
    await silent(floor.open.node(), 20 * SECOND)
    await round(other)
    const late = ticket(ESP)
    const answer = await place(floor, { customer }, late).catch((error: unknown) => error)
    expect(isOutage(answer)).toBe(true)
    expect(await orderOf([customer, late.id])).toBeNull()
    await round(floor)
    expect(await place(floor, { customer }, late)).toMatchObject({ state: 'working' })
  })
})

describe('the database away under three servers', () => {
  test('nobody takes another for dead: not when it is back, and not when all have renewed', async () => {
    const servers = [floor, other, await floor.beside()]
    for (const server of servers) await placedAt(server)
    for (const server of servers) await well(server)
    for (const server of servers) await silent(server.open.node(), 20 * SECOND)
    for (const server of servers) await round(server)
    for (const server of servers) expect(await filledBy(server)).toEqual([server.open.node()])
    for (const server of servers) await well(server)
    for (const server of servers) await round(server)
    for (const server of servers) expect(await filledBy(server)).toEqual([server.open.node()])
  })

  test('a server whose renewals are late takes nobody over until they have been in time for eight seconds', async () => {
    await placedAt(floor)
    const node = floor.open.node()
    await well(other)
    await silent(other.open.node(), 5 * SECOND)
    await killed(floor)
    await round(other)
    expect(await filledBy(other)).not.toContain(node)
    await well(other)
    await round(other)
    expect(await filledBy(other)).toContain(node)
  })
})

describe('the limit of open orders', () => {
  const low = { limit: priceE4(10_000n), timeInForce: 'gtc' } as const
  const placeMany = (server: TestServer, customer: CustomerId, count: number) =>
    Promise.all(Array.from({ length: count }, () => place(server, { customer }, ticket(ESP, low))))
  const accepted = (answers: readonly Awaited<ReturnType<typeof place>>[]): Order[] =>
    answers.filter((answer) => !isRefused(answer)) as Order[]

  test('holds over several servers', async () => {
    const customer = await floor.customer({ EUR: 100_000_000n })
    const answers = await Promise.all([placeMany(floor, customer, 150), placeMany(other, customer, 150)])
    expect(accepted(answers.flat())).toHaveLength(OPEN_ORDERS_MOST)
    expect(answers.flat().filter((answer) => isRefused(answer) && answer.refused === 'too_many_open_orders')).toHaveLength(100) // prettier-ignore
  })

  test('a cancel at another server frees the place, and the order leaves the memory of this one', async () => {
    const customer = await floor.customer({ EUR: 100_000_000n })
    const first = accepted(await placeMany(floor, customer, 131))
    await Promise.all(first.map(({ id }) => cancel(other, { customer }, id)))
    expect(accepted(await placeMany(floor, customer, 130))).toHaveLength(130)
    expect(floor.open.size()).toBe(261)
    await round(floor)
    expect(floor.open.size()).toBe(130)
    expect(other.open.size()).toBe(0)
  })

  test('costs no statement: a place takes nine in its two trips, a cancel ten, a fill fifteen', async () => {
    const trips: number[] = []
    const connect = async (): Promise<Line> => {
      const line = await floor.db.connect()
      return { ...line, trip: (sent) => (trips.push(sent.length), line.trip(sent)) }
    }
    const lane = openLane({ ...floor.db, connect }, { clock: floor.clock, newId, publish: () => {} })
    const server: TradingParts = { ...floor, lane }
    const [customer, id] = await placedAt(server)
    await cancel(server, { customer }, id)
    const order = await orderOf(await placedAt(server))
    if (order) await lane.submit(filling(order, said(499n, 500n), floor.market))
    await lane.close()
    expect(trips).toEqual([5, 4, 5, 5, 5, 4, 6, 9])
  })

  test('a fill frees the place', async () => {
    const customer = await floor.customer({ EUR: 100_000_000n })
    await placeMany(floor, customer, OPEN_ORDERS_MOST - 1)
    await place(floor, { customer }, ticket(ESP))
    expect(await place(other, { customer }, ticket(ESP))).toMatchObject({ refused: 'too_many_open_orders' })
    await floor.quote(ESP, 499n, 500n)
    expect(await place(other, { customer }, ticket(ESP))).toMatchObject({ state: 'working' })
  })
})

/** The long tests run twenty rounds. */
const ROUNDS = process.env['LONJA_LONG'] === '1' ? 20 : 3

test(
  'a drill: servers are killed while they take and fill orders, and each order fills once, on the first event that meets it',
  async () => {
    const { below, once } = dice(7)
    const events: Quote[] = []
    const next = (): void => {
      const ask = 480n + BigInt(below(40))
      events.push(said(ask - 1n, ask))
    }
    const placed: Placed[] = []
    let [living, spare] = [floor as TestServer, other]
    for (let count = 0; count < ROUNDS; count++) {
      const sweeps = { stop: false }
      const sweeping = async (): Promise<void> => {
        while (!sweeps.stop) {
          await living.engine.sweep().catch(() => {}) // Its lane closes under it.
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      const work = sweeping()
      for (let step = 0; step < 30; step++) {
        next()
        const limit = once(50) ? null : priceE4(BigInt(47_500 + below(3_000)))
        const server = once(70) ? living : spare
        placed.push(await placedAt(server, { limit, timeInForce: 'gtc' }))
      }
      const node = living.open.node()
      await living.kill()
      sweeps.stop = true
      await work
      for (let missed = 0; missed < 5; missed++) next()
      await well(spare)
      await silent(node, 8 * SECOND)
      await round(spare)
      ;[living, spare] = [spare, await floor.beside()]
    }
    next()
    await living.engine.sweep()
    for (const one of placed) {
      const order = await orderOf(one)
      const first = events.find(({ at, ask }) => order !== null && at > order.marketAt && ask <= (order.worst ?? 0n))
      expect((await fillsOf(one)).map(({ quote }) => quote)).toEqual(first ? [first] : [])
      expect(order?.state).toBe(first ? 'filled' : 'working')
    }
    expect(placed.length).toBe(ROUNDS * 30)
  },
  ROUNDS * 30_000,
)
