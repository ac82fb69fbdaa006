import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import { openLog } from '../base/log.ts'
import { openMarket, type OpenedMarket } from '../market/market.opening.ts'
import { HEARD_WITHIN_MS, switchReplay } from '../market/market.pauses.ts'
import { listFillsOf } from './fills.store.ts'
import { cancel, place } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { ABC, openFloor, START, ticket, type Floor } from './orders.testing.ts'

/** Orders and cancels at the edges of the market's time. */

const workingOrder = async (floor: Floor, customer: CustomerId, change: Parameters<typeof ticket>[1]) => {
  const order = await place(floor, { customer }, ticket(ABC, change))
  if (isRefused(order)) throw new Error(order.refused)
  return order
}

test('sixty orders and twenty cancels across a close: each ends once, and no fill is outside of its span', async () => {
  const floor = await openFloor()
  const close = floor.script.sessions[0]!.close
  floor.clock.advance(close - 3 * SECOND - START)
  floor.script.say(ABC, floor.clock.now(), 999n, 1_000n)
  const customer = await floor.customer({ USD: 10_000_000n })
  const change = (n: number) => ({
    limit: n % 2 === 0 ? null : priceE4(50_000n),
    timeInForce: n % 4 < 2 ? ('day' as const) : ('gtc' as const),
  })
  const orders = await Promise.all(Array.from({ length: 60 }, (_, n) => workingOrder(floor, customer, change(n))))
  // The last event of the session, then one of the night that fills nothing: the next round goes over both.
  floor.clock.set(close)
  const last = floor.script.say(ABC, close, 998n, 1_001n)
  const cancels = (from: number) => orders.slice(from, from + 10).map(({ id }) => cancel(floor, { customer }, id))
  const before = await Promise.all(cancels(0))
  floor.clock.advance(SECOND)
  floor.script.say(ABC, close + SECOND, 400n, 500n)
  const after = await Promise.all([...cancels(10), floor.engine.sweep()])
  await floor.engine.sweep()
  const ids = orders.map(({ id }) => id)
  const fills = await floor.db.read((tx) => listFillsOf(tx, customer, ids))
  const ends = await Promise.all(ids.map((id) => floor.db.read((tx) => findOrder(tx, { customer, id }))))
  // Every order at the market met the last event; no other price was met within the session.
  expect(fills.map(({ quote }) => quote.at)).toEqual(Array.from({ length: 30 }, () => last.at))
  expect(ends.flatMap((order) => (order?.state === 'filled' ? [order.id] : [])).toSorted()).toEqual(
    fills.map(({ order }) => order).toSorted(),
  )
  const cancelled = [...before, ...after].filter((answer) => answer !== undefined && !isRefused(answer))
  expect(ends.filter((order) => order?.state === 'cancelled')).toHaveLength(cancelled.length)
  // Nobody cancelled forty of the orders: their limits for the day expired.
  expect(ends.flatMap((order) => (order?.state === 'expired' ? [order.timeInForce] : []))).toEqual(
    Array.from({ length: 10 }, () => 'day'),
  )
  expect(ends.filter((order) => order?.state === 'working').map((order) => order?.timeInForce)).toEqual(
    Array.from({ length: 10 }, () => 'gtc'),
  )
  await floor.close()
})

test('a paused replay takes orders and cancels and fills none, until it goes on', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lonja-held-'))
  const begin = Date.parse('2013-10-04T13:30:00Z')
  const rows = Array.from({ length: 60 }, (_row, n) => {
    const at = new Date(begin + n * MINUTE).toISOString().replace('.000Z', 'Z')
    return `${at},10,11,9,10,100,9.99,100,10.00,100`
  })
  const head = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
  writeFileSync(join(dir, 'ABC.minute.csv'), [head, ...rows, ''].join('\n'))
  let opened: OpenedMarket | null = null
  const floor = await openFloor(undefined, async (db, clock) => {
    const replay = { dir, start: begin, speed: 60 }
    const config = { source: 'replay', practiceHours: 'always', replay, feed: null } as const
    opened = await openMarket({ db, config, clock, secret: Buffer.alloc(32), log: openLog('silent') })
    return opened.market
  })
  const { pauses } = opened as unknown as OpenedMarket
  const stand = async (stands: boolean): Promise<void> => {
    await switchReplay(floor.db, stands, floor.clock.now())
    await pauses?.listen()
    floor.clock.advance(HEARD_WITHIN_MS)
  }
  floor.clock.advance(2 * SECOND)
  await stand(true)
  const stood = floor.market.now()
  const customer = await floor.customer({ USD: 1_000_000n })
  const rest = await workingOrder(floor, customer, {})
  const gone = await workingOrder(floor, customer, {})
  floor.clock.advance(20 * SECOND)
  await floor.engine.sweep()
  expect(floor.market.now()).toBe(stood)
  expect(await cancel(floor, { customer }, gone.id)).toMatchObject({ state: 'cancelled' })
  await floor.engine.sweep()
  const fills = () => floor.db.read((tx) => listFillsOf(tx, customer, [rest.id, gone.id]))
  expect(await fills()).toEqual([])
  await stand(false)
  floor.clock.advance(2 * SECOND)
  await floor.engine.sweep()
  expect((await fills()).map(({ order, quote }) => [order, quote.at > stood])).toEqual([[rest.id, true]])
  await floor.close()
  rmSync(dir, { recursive: true, force: true })
})
