import { describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { isRefused } from '@lonja/core/base/refusal'
import type { Order } from '@lonja/core/orders/orders.rules'
import { OPEN_ORDERS_MOST } from '@lonja/core/orders/placing.rules'
import { newId } from '../base/ids.ts'
import type { Line } from '../database/db.ts'
import { openLane } from '../database/lane.ts'
import { cancel, place, type TradingParts } from './orders.actions.ts'
import { matching } from './matching.lane.ts'
import { ESP, alone, ticket } from './orders.testing.ts'
import type { TestServer } from './orders.testing.ts'
import { withServers } from './servers.testing.ts'

/** The limit of open orders of a customer over several servers. */

const scene = withServers()
const { round, placedAt, orderOf, quote } = scene

describe('the limit of open orders', () => {
  const low = { limit: priceE4(10_000n), timeInForce: 'gtc' } as const
  const placeMany = (server: TestServer, customer: CustomerId, count: number) =>
    Promise.all(Array.from({ length: count }, () => place(server, { customer }, ticket(ESP, low))))
  const accepted = (answers: readonly Awaited<ReturnType<typeof place>>[]): Order[] =>
    answers.filter((answer) => !isRefused(answer)) as Order[]

  test('holds over several servers', async () => {
    const customer = await scene.floor.customer({ EUR: 100_000_000n })
    const answers = await Promise.all([placeMany(scene.floor, customer, 150), placeMany(scene.other, customer, 150)])
    expect(accepted(answers.flat())).toHaveLength(OPEN_ORDERS_MOST)
    expect(answers.flat().filter((answer) => isRefused(answer) && answer.refused === 'too_many_open_orders')).toHaveLength(100) // prettier-ignore
  })

  test('a cancel at another server frees the place, and the order leaves the memory of this one', async () => {
    const customer = await scene.floor.customer({ EUR: 100_000_000n })
    const first = accepted(await placeMany(scene.floor, customer, 131))
    await Promise.all(first.map(({ id }) => cancel(scene.other, { customer }, id)))
    expect(accepted(await placeMany(scene.floor, customer, 130))).toHaveLength(130)
    expect(scene.floor.open.size()).toBe(261)
    await round(scene.floor)
    expect(scene.floor.open.size()).toBe(130)
    expect(scene.other.open.size()).toBe(0)
  })

  test('costs no statement: a place takes nine in its two trips, a cancel ten, a fill fifteen', async () => {
    const trips: number[] = []
    const connect = async (): Promise<Line> => {
      const line = await scene.floor.db.connect()
      return { ...line, trip: (sent) => (trips.push(sent.length), line.trip(sent)) }
    }
    const lane = openLane({ ...scene.floor.db, connect }, { clock: scene.floor.clock, newId, publish: () => {} })
    const server: TradingParts = { ...scene.floor, lane }
    const [customer, id] = await placedAt(server)
    await cancel(server, { customer }, id)
    const order = await orderOf(await placedAt(server))
    if (order) await lane.submit(matching(alone(order), quote(499n, 500n), scene.floor))
    await lane.close()
    expect(trips).toEqual([5, 4, 5, 5, 5, 4, 6, 9])
  })

  test('a fill frees the place', async () => {
    const customer = await scene.floor.customer({ EUR: 100_000_000n })
    await placeMany(scene.floor, customer, OPEN_ORDERS_MOST - 1)
    await place(scene.floor, { customer }, ticket(ESP))
    expect(await place(scene.other, { customer }, ticket(ESP))).toMatchObject({ refused: 'too_many_open_orders' })
    await scene.floor.quote(ESP, 499n, 500n)
    expect(await place(scene.other, { customer }, ticket(ESP))).toMatchObject({ state: 'working' })
  })
})
