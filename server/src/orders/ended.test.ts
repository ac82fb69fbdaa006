import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { isRefused } from '@lonja/core/base/refusal'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { openLog } from '../base/log.ts'
import { listEntriesBetween } from '../ledger/flows.store.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { openMarket } from '../market/market.opening.ts'
import { place } from './orders.actions.ts'
import { ABC, openFloor, ticket, type Floor } from './orders.testing.ts'
import { findOrder } from './orders.store.ts'

/* A recording of one session that is replayed to its end while orders of each kind are open. */

const OPEN = Date.parse('2013-10-04T13:30:00Z')
const SPEED = 60
const dir = mkdtempSync(join(tmpdir(), 'lonja-ended-'))
let floor: Floor
let customer: CustomerId
beforeAll(async () => {
  const rows = Array.from({ length: 60 }, (_row, n) => {
    const at = new Date(OPEN + n * MINUTE).toISOString().replace('.000Z', 'Z')
    return `${at},10,11,9,10,100,9.99,1000,10.00,1000`
  })
  const head = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
  writeFileSync(join(dir, 'ABC.minute.csv'), [head, ...rows, ''].join('\n'))
  writeFileSync(join(dir, 'EURUSD.csv'), 'time,rate\n2013-10-04T00:00:00Z,1.3558\n')
  floor = await openFloor(undefined, async (db, clock) => {
    const replay = { dir, start: OPEN, speed: SPEED }
    const config = { source: 'replay', practiceHours: 'always', replay, feed: null } as const
    return (await openMarket({ db, config, clock, secret: Buffer.alloc(32), log: openLog('silent') })).market
  })
  customer = await floor.customer({ USD: 1_000_000n, EUR: 100_000n })
})
afterAll(async () => {
  await floor.close()
  rmSync(dir, { recursive: true, force: true })
})

async function pass(minutes: number): Promise<void> {
  floor.clock.advance((minutes * MINUTE) / SPEED)
  await floor.engine.sweep()
}

const placeOne = async (of: CustomerId, change: Partial<Ticket>): Promise<OrderId> => {
  const order = await place(floor, { customer: of }, ticket(ABC, { timeInForce: 'gtc', ...change }))
  if (isRefused(order)) throw new Error(`the order is taken, not ${order.refused}`)
  return order.id
}
const balancesOf = (of: CustomerId) => floor.db.read((tx) => listBalances(tx, of))
const plain = (units: { asset: string; free: bigint; held: bigint }[]) =>
  units.map(({ asset, free, held }) => ({ asset, free, held }))

/** The changes of a customer's balances by one order: kind, asset, change of free, change of held. */
async function movesOf(of: CustomerId, order: OrderId): Promise<[string, string, bigint, bigint][]> {
  const all = await floor.db.read((tx) => listEntriesBetween(tx, of, { after: 0, through: 1_000_000 }, 1_000))
  return all
    .filter(({ cause }) => cause === order)
    .map((each) => [each.kind, each.asset, each.freeAfter - each.freeBefore, each.heldAfter - each.heldBefore])
}

describe('at the end of a replay', () => {
  test('every open order ends, whatever its kind, and all that it held is free again', async () => {
    await pass(2)
    await placeOne(customer, { shares: wholeShares(40n) })
    await pass(2)
    const onlyEuros = await floor.customer({ EUR: 100_000n })
    const free = [plain(await balancesOf(customer)), plain(await balancesOf(onlyEuros))]
    const [ten, low, high] = [wholeShares(10n), priceE4(90_000n), priceE4(110_000n)]
    const open: [CustomerId, OrderId][] = []
    for (const change of [
      { shares: ten, limit: low },
      { shares: ten, limit: low, leverage: 5 },
      { shares: ten, stop: high },
      { shares: ten, stop: high, limit: priceE4(111_000n) },
      { side: 'sell', shares: ten, limit: high },
      { side: 'sell', shares: ten, stop: low },
      { side: 'sell', shares: ten, trail: priceE4(20_000n) },
    ] as const) {
      open.push([customer, await placeOne(customer, change)])
    }
    open.push([onlyEuros, await placeOne(onlyEuros, { shares: ten, limit: low })])
    for (const of of [customer, onlyEuros]) {
      expect((await balancesOf(of)).some(({ held }) => held > 0n)).toBe(true)
    }

    floor.clock.advance((7 * HOUR) / SPEED)
    await floor.engine.sweep()
    expect(floor.market.session('XNYS')).toBeNull()
    for (const [of, id] of open) {
      const order = await floor.db.read((tx) => findOrder(tx, { customer: of, id }))
      expect(order).toMatchObject({ state: 'expired', endReason: 'market_closed_for_good', filled: 0n })
      const moves = await movesOf(of, id)
      const [held] = moves
      // One posting sets the amount aside, one gives the same amount back, and nothing else was posted.
      expect(held?.[3]).toBeGreaterThan(0n)
      expect(moves).toEqual([held, [expect.any(String), held?.[1], held?.[3], -(held?.[3] ?? 0n)]])
      expect(moves.map(([kind]) => kind)).toEqual(['hold', 'release'])
    }
    expect([plain(await balancesOf(customer)), plain(await balancesOf(onlyEuros))]).toEqual(free)
    expect(await place(floor, { customer }, ticket(ABC))).toMatchObject({ refused: 'market_closed_for_good' })
  })
})
