import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { HOUR, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Quote } from '@lonja/core/market/market.contract'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { Fill } from '@lonja/core/orders/fills.rules'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { listFillsOf } from './fills.store.ts'
import { place, type TradingParts } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, type Floor, type TestServer } from './orders.testing.ts'
import { listFilledBy } from './progress.store.ts'

export type PlacedOrder = readonly [customer: CustomerId, id: OrderId]

/**
 * Two servers on one database for each test. The database's clock decides who is silent, so a test makes rows older
 * instead of waiting.
 */
export function withServers() {
  let database: TestDatabase
  let floor: Floor
  let other: TestServer
  let owner: pg.Client

  beforeEach(async () => {
    database = await testDatabase()
    floor = await openFloor(database.url)
    const [session] = floor.script.sessions
    floor.script.sessions = [{ open: session?.open ?? 0, close: (session?.close ?? 0) + 1_000 * HOUR }]
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
  return {
    get database() {
      return database
    },
    get floor() {
      return floor
    },
    get other() {
      return other
    },
    get owner() {
      return owner
    },
    silent,
    /** Lets a server have renewed in time for so much longer. */
    well: (server: TestServer, ms = 8 * SECOND) =>
      owner.query('update fill_progress set well_since = well_since - $2 where node = $1', [server.open.node(), ms]),
    round: (server: TestServer) => server.engine.servers.round(),
    /** Ends a server as kill -9 does, and makes it silent. */
    killed: async (server: TestServer): Promise<void> => {
      const node = server.open.node()
      await server.kill()
      await silent(node, 8 * SECOND)
    },
    filledBy: async (server: TestServer): Promise<string[]> =>
      (await floor.db.read((tx) => listFilledBy(tx, server.open.node()))).map(({ node }) => node).toSorted(),
    placedAt: async (server: TradingParts, change: Partial<Ticket> = {}): Promise<PlacedOrder> => {
      const customer = await floor.customer({ EUR: 1_000_000n })
      const order = await place(server, { customer }, ticket(ESP, change))
      if (isRefused(order)) throw new Error(order.refused)
      return [customer, order.id]
    },
    orderOf: ([customer, id]: PlacedOrder): Promise<Order | null> =>
      floor.db.read((tx) => findOrder(tx, { customer, id })),
    fillsOf: ([customer, id]: PlacedOrder): Promise<Fill[]> => floor.db.read((tx) => listFillsOf(tx, customer, [id])),
    quote: (bid: bigint, ask: bigint): Quote => {
      floor.clock.advance(SECOND)
      return floor.script.say(ESP, floor.clock.now(), bid, ask)
    },
  }
}
