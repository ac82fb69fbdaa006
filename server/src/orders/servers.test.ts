import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import { SILENT_AFTER_MS } from '@lonja/core/orders/servers.rules'
import { isOutage } from '../database/db.ts'
import { lastStartIn } from './last-start.ts'
import { cancel, expire, place } from './orders.actions.ts'
import { ESP, ticket } from './orders.testing.ts'
import { listAwayServers, listFilledBy, renewServer, takeOverServers } from './progress.store.ts'
import { withServers } from './servers.testing.ts'

/** Several servers on one database: who fills the orders of one that is dead, stops, starts or wakes up. */

const scene = withServers()
const { silent, well, round, killed, filledBy, placedAt, orderOf, fillsOf, quote } = scene

describe('a server that is dead', () => {
  test('after eight seconds and not before, another fills its orders, on the events that they have missed', async () => {
    const low = await placedAt(scene.floor, { limit: priceE4(49_000n) })
    const atMarket = await placedAt(scene.floor)
    const node = scene.floor.open.node()
    await scene.floor.kill()
    const events = [quote(490n, 491n), quote(488n, 489n), quote(469n, 470n)]
    await well(scene.other)
    await silent(node, 6 * SECOND)
    await round(scene.other)
    expect(await filledBy(scene.other)).toEqual([scene.other.open.node()])
    await silent(node, 2 * SECOND)
    await round(scene.other)
    expect(await filledBy(scene.other)).toEqual([node, scene.other.open.node()].toSorted())
    await scene.other.engine.sweep()
    expect(await fillsOf(atMarket)).toMatchObject([{ quote: events[0], price: 49_100n }])
    expect(await fillsOf(low)).toMatchObject([{ quote: events[1], price: 48_900n }])
  })

  test('is processed as far as the rounds after the take-over say, and not as the earlier ones do', async () => {
    await placedAt(scene.floor, { limit: priceE4(30_000n), timeInForce: 'gtc' })
    const node = scene.floor.open.node()
    const through = async () =>
      (await scene.floor.db.read((tx) => listFilledBy(tx, scene.other.open.node()))).find((row) => row.node === node)
        ?.through
    await killed(scene.floor)
    await scene.other.engine.sweep()
    scene.floor.clock.advance(30 * SECOND)
    await well(scene.other)
    await round(scene.other)
    const first = await through()
    scene.floor.clock.advance(31 * SECOND)
    await scene.other.engine.sweep()
    expect(await through()).toBe(first)
    scene.floor.clock.advance(90 * SECOND)
    await scene.other.engine.sweep()
    expect(await through()).toBeGreaterThan(first ?? Infinity)
  })

  test('is taken over by one of several', async () => {
    const third = await scene.floor.beside()
    await placedAt(scene.floor)
    const node = scene.floor.open.node()
    for (const server of [scene.other, third]) await well(server)
    await killed(scene.floor)
    await Promise.all([round(scene.other), round(third)])
    const owners = await Promise.all([scene.other, third].map(filledBy))
    expect(owners.filter((nodes) => nodes.includes(node))).toHaveLength(1)
    expect(scene.other.open.size() + third.open.size()).toBe(1)
  })

  test('is named until its orders are taken over', async () => {
    await placedAt(scene.floor)
    expect(await scene.floor.db.read((tx) => listAwayServers(tx, SILENT_AFTER_MS))).toEqual([])
    const node = scene.floor.open.node()
    await killed(scene.floor)
    expect(await scene.floor.db.read((tx) => listAwayServers(tx, SILENT_AFTER_MS))).toMatchObject([
      { node, isStopped: false },
    ])
    await well(scene.other)
    await round(scene.other)
    expect(await scene.floor.db.read((tx) => listAwayServers(tx, SILENT_AFTER_MS))).toEqual([])
  })

  test('leaves also the orders that it had taken over itself', async () => {
    const third = await scene.floor.beside()
    const [first, second] = [await placedAt(scene.floor), await placedAt(scene.other)]
    await well(scene.other)
    await killed(scene.floor)
    await round(scene.other)
    await well(third)
    await killed(scene.other)
    await round(third)
    const event = quote(499n, 500n)
    await third.engine.sweep()
    for (const one of [first, second]) expect(await fillsOf(one)).toMatchObject([{ quote: event }])
    expect(await filledBy(third)).toHaveLength(3)
    await round(third) // Their orders have ended, so their rows go.
    expect(await filledBy(third)).toEqual([third.open.node()])
  })

  test('keeps its orders until one that is on its way is committed, and that one goes with them', async () => {
    const node = scene.floor.open.node()
    const customer = await scene.floor.customer({ EUR: 1_000_000n })
    const under = new pg.Client({ connectionString: scene.database.ownerUrl })
    await under.connect()
    await under.query('begin')
    await under.query('select takes_orders($1)', [node])
    await well(scene.other)
    await silent(node, 8 * SECOND)
    await round(scene.other)
    expect(await filledBy(scene.other)).not.toContain(node)
    await under.query('commit')
    await under.end()
    await place(scene.floor, { customer }, ticket(ESP))
    await round(scene.other)
    expect(await filledBy(scene.other)).toContain(node)
    expect(scene.other.open.idsOf(customer)).toHaveLength(1)
  })

  test('a cancel at another server goes through the events that nobody has processed', async () => {
    const waiting = await placedAt(scene.floor, { limit: priceE4(49_000n), timeInForce: 'gtc' })
    const met = await placedAt(scene.floor, { limit: priceE4(49_500n), timeInForce: 'gtc' })
    await scene.floor.kill()
    const event = quote(494n, 495n)
    quote(497n, 498n)
    expect(await cancel(scene.other, { customer: waiting[0] }, waiting[1])).toMatchObject({ state: 'cancelled' })
    expect(await cancel(scene.other, { customer: met[0] }, met[1])).toMatchObject({ refused: 'order_ended' })
    expect(await fillsOf(met)).toMatchObject([{ quote: event }])
  })

  test('an expiry at another server goes through the events that nobody has processed', async () => {
    const [met, unmet] = [await placedAt(scene.floor), await placedAt(scene.floor, { limit: priceE4(40_000n) })]
    const orders = await Promise.all([met, unmet].map(orderOf))
    await scene.floor.kill()
    const event = quote(499n, 500n)
    scene.floor.clock.set((orders[0]?.endsAt ?? 0) + 1)
    for (const order of orders) if (order) await expire(scene.other, order)
    expect(await fillsOf(met)).toMatchObject([{ quote: event }])
    expect(await orderOf(unmet)).toMatchObject({ state: 'expired', endReason: 'end_of_day' })
  })

  test('its orders for the day end with the day', async () => {
    const waiting = await placedAt(scene.floor, { limit: priceE4(40_000n) })
    await well(scene.other)
    await killed(scene.floor)
    scene.floor.clock.set(((await orderOf(waiting))?.endsAt ?? 0) + 1)
    await round(scene.other)
    await scene.other.engine.sweep()
    expect(await orderOf(waiting)).toMatchObject({ state: 'expired', endReason: 'end_of_day' })
  })
})

describe('a clean stop', () => {
  test('hands the orders over at once', async () => {
    const waiting = await placedAt(scene.floor)
    const node = scene.floor.open.node()
    await scene.floor.kill()
    await round(scene.other)
    expect(await filledBy(scene.other)).not.toContain(node)
    await scene.floor.engine.servers.handOver()
    await round(scene.other)
    expect(await filledBy(scene.other)).toContain(node)
    const event = quote(499n, 500n)
    await scene.other.engine.sweep()
    expect(await fillsOf(waiting)).toMatchObject([{ quote: event }])
  })
})

describe('a start', () => {
  test('takes over the orders of the last start from the same folder at once', async () => {
    const waiting = await placedAt(scene.floor)
    const folder = mkdtempSync(join(tmpdir(), 'lonja-start-'))
    const lastStart = lastStartIn(folder)
    lastStart.write(scene.floor.open.node())
    await scene.floor.kill()
    const next = await scene.floor.beside(lastStart)
    expect(next.open.idsOf(waiting[0])).toEqual([waiting[1]])
    expect(lastStart.read()).toBe(next.open.node())
    rmSync(folder, { recursive: true })
  })

  test('waits with new orders until a silent server renews or is taken over', async () => {
    const waiting = await placedAt(scene.floor)
    const event = quote(499n, 500n)
    await killed(scene.floor)
    const starting = scene.floor.beside()
    await expect.poll(async () => (await scene.owner.query('select from fill_progress')).rowCount).toBe(3)
    expect(await fillsOf(waiting)).toEqual([])
    await scene.owner.query('update fill_progress set well_since = 0')
    await starting
    expect(await fillsOf(waiting)).toMatchObject([{ quote: event }])
  })

  test('waits for no server that is well, and leaves its orders to it', async () => {
    await placedAt(scene.floor)
    expect((await scene.floor.beside()).open.size()).toBe(0)
  })
})

describe('a server that wakes up after its orders were taken over', () => {
  test('forgets them, begins under a new id, and no order is filled twice', async () => {
    const orders = [await placedAt(scene.floor), await placedAt(scene.floor), await placedAt(scene.floor)]
    const resting = await placedAt(scene.floor, { limit: priceE4(30_000n) })
    const before = scene.floor.open.node()
    await well(scene.other)
    await silent(before, 20 * SECOND)
    await round(scene.other)
    expect(scene.floor.open.idsOf(resting[0])).toEqual([resting[1]])
    const event = quote(499n, 500n)
    // It still has the orders in memory, and both go through the event.
    await Promise.all([scene.floor.engine.sweep(), scene.other.engine.sweep()])
    for (const one of orders) expect(await fillsOf(one)).toMatchObject([{ quote: event }])
    const waiting = await placedAt(scene.other, { limit: priceE4(40_000n) })
    await round(scene.floor)
    expect(scene.floor.open.node()).not.toBe(before)
    expect([scene.floor.open.size(), scene.other.open.idsOf(waiting[0])]).toEqual([0, [waiting[1]]])
    expect(await orderOf(await placedAt(scene.floor))).toMatchObject({
      node: scene.floor.open.node(),
      state: 'working',
    })
  })

  test('takes no order before that, so that none is left to nobody', async () => {
    const customer = await scene.floor.customer({ EUR: 1_000_000n })
    await well(scene.other)
    await silent(scene.floor.open.node(), 20 * SECOND)
    await round(scene.other)
    const late = ticket(ESP)
    const answer = await place(scene.floor, { customer }, late).catch((error: unknown) => error)
    expect(isOutage(answer)).toBe(true)
    expect(await orderOf([customer, late.id])).toBeNull()
    await round(scene.floor)
    expect(await place(scene.floor, { customer }, late)).toMatchObject({ state: 'working' })
  })
})

describe('the database away under three servers', () => {
  test('nobody takes another for dead: not when it is back, and not when all have renewed', async () => {
    const servers = [scene.floor, scene.other, await scene.floor.beside()]
    for (const server of servers) await placedAt(server)
    for (const server of servers) await well(server)
    for (const server of servers) await silent(server.open.node(), 20 * SECOND)
    for (const server of servers) await round(server)
    for (const server of servers) expect(await filledBy(server)).toEqual([server.open.node()])
    for (const server of servers) await well(server)
    for (const server of servers) await round(server)
    for (const server of servers) expect(await filledBy(server)).toEqual([server.open.node()])
  })

  test('nobody is taken for dead because the database stood still between a renewal and the look at the others', async () => {
    const [own, other] = [scene.floor.open.node(), scene.other.open.node()]
    const limits = { lateAfterMs: 4 * SECOND, silentAfterMs: 50 }
    const isTaken = await scene.floor.db.write(async (tx) => {
      for (const node of [other, own]) await renewServer(tx, node, limits)
      await new Promise((resolve) => setTimeout(resolve, 200))
      return takeOverServers(tx, own, { isWell: true, ended: [], ...limits })
    })
    expect(isTaken).toBe(false)
    expect(await filledBy(scene.other)).toEqual([other])
  })

  test('a server whose renewals are late takes nobody over until they have been in time for eight seconds', async () => {
    await placedAt(scene.floor)
    const node = scene.floor.open.node()
    await well(scene.other)
    await silent(scene.other.open.node(), 5 * SECOND)
    await killed(scene.floor)
    await round(scene.other)
    expect(await filledBy(scene.other)).not.toContain(node)
    await well(scene.other)
    await round(scene.other)
    expect(await filledBy(scene.other)).toContain(node)
  })
})
