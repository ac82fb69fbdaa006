import { setTimeout as sleep } from 'node:timers/promises'
import { priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Order } from '@lonja/core/orders/orders.rules'
import { settableClock, type SettableClock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import { openLane } from '../database/lane.ts'
import { insertCustomerLock } from '../database/locks.ts'
import { postGrant } from '../ledger/ledger.actions.ts'
import { LEDGER_BOOKS } from '../ledger/ledger.laws.verify.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { saveDirectory } from '../market/directory.store.ts'
import { listHeardOf } from '../market/heard.store.ts'
import { openFeedServer, type FeedServer } from '../market/market.feed.testing.ts'
import { openMarket, type OpenedMarket } from '../market/market.opening.ts'
import { openPast } from '../market/market.past.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { checkCourses, type Courses } from './courses.verify.ts'
import { openFeeTables } from './fees.actions.ts'
import { place, type TradingParts } from './orders.actions.ts'
import { openFillEngine, type FillEngine } from './orders.jobs.ts'
import { openOrders } from './orders.open.ts'
import { findOrder } from './orders.store.ts'
import { ORDER_BOOKS } from './orders.verify.ts'
import { START, ticket } from './orders.testing.ts'

/** Trading on a feed of our own, on a real database, with servers that stop, die and start again. */

export const ABC: ListingId = 'XNYS:ABC'
export const DEF: ListingId = 'XNAS:DEF'
const US = '/v2/iex'

export interface FeedHouse extends TradingParts {
  readonly owner: Db
  readonly server: FeedServer
  readonly clock: SettableClock
  readonly engine: FillEngine
  readonly opened: OpenedMarket
  customer(): Promise<CustomerId>
  /** Sends a quote in whole cents at the clock's now or another instant, and waits until it has arrived. */
  quote(bidCents: number, askCents: number, how?: { at?: Instant; listing?: ListingId; size?: number }): Promise<void>
  /** Sends many quotes at once, one for each millisecond up to the clock's now. */
  quotes(count: number): Promise<void>
  /** Sends a halt or its end, and waits until it has arrived. */
  halt(isHalted: boolean): Promise<void>
  /** Moves the clock on, and runs the engine. */
  pass(ms: number): Promise<void>
  placed(customer: CustomerId, change?: Partial<Parameters<typeof ticket>[1]>): Promise<Order>
  stateOf(customer: CustomerId, id: OrderId): Promise<string | undefined>
  /** Breaks the connection, and waits for the next one; in between the clock moves on. */
  disconnect(awayMs: number): Promise<void>
  /** Starts a second server beside the first, which hears the same quotes and halts. */
  beside(): Promise<SecondServer>
  /** Ends the server as a killed one ends: nothing more is stored. Then another starts on the same database. */
  kill(awayMs: number): Promise<void>
  /** Stops the server as it should, and starts another. */
  restart(awayMs: number): Promise<void>
  /** The kinds of the rows of a chain. */
  kinds(listing?: ListingId): Promise<string[]>
  verify(db?: Db): Promise<Courses>
  close(): Promise<void>
}

export interface SecondServer extends TradingParts {
  readonly engine: FillEngine
}

interface Ground {
  readonly database: TestDatabase
  readonly server: FeedServer
  readonly clock: SettableClock
}

interface Process extends TradingParts {
  readonly opened: OpenedMarket
  readonly engine: FillEngine
}

/** Opens a server of the house. */
async function startProcess({ database, server, clock }: Ground): Promise<Process> {
  const db = openDb(database.url, { max: 6 })
  const { streamUrl, dataUrl } = server
  const keys = { key: 'KEYID', secret: 'key-secret', first: [] }
  const feed = { us: 'iex', eu: null, streams: 'iex', streamUrl, dataUrl, ...keys }
  const config = { source: 'alpaca', practiceHours: 'always', replay: null, feed } as const
  const log = openLog('silent')
  const opened = await openMarket({ db, config, clock, secret: Buffer.alloc(32), log })
  const { market, guard } = opened
  assert(opened.feed !== null, 'the house is on a feed')
  const heardEvents = opened.feed.heard
  const lane = openLane(db, { clock, newId, publish: () => {} })
  const fees = await openFeeTables(db, { openedAt: START, now: START })
  const trading = { db, lane, market, heardEvents, fees, open: openOrders(heardEvents), guard, doubtful: [] }
  const engine = openFillEngine(trading, { clock, log })
  await engine.catchUp()
  await until(() => opened.feed?.status()[0]?.state === 'live')
  await opened.feed.round()
  return { ...trading, opened, engine }
}

let quotes = 0

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !holds(); tries++) await sleep(5)
  assert(holds(), 'it comes to hold')
}

export async function openFeedHouse(): Promise<FeedHouse> {
  const database = await testDatabase()
  const server = await openFeedServer({ connectionLimit: 2 })
  const clock = settableClock(START)
  const owner = openDb(database.ownerUrl, { max: 1 })
  const entry = { name: 'Abacus Works', sector: 'none' as const, sharesInIssue: 0n }
  const added = [ABC, DEF].map((listing) => ({ ...entry, listing }))
  await owner.write((tx) => saveDirectory(tx, { added, renamed: [], back: [], gone: [], same: 0 }, START))
  server.past.rate = { bp: 1.1, mp: 1.1, ap: 1.1, t: new Date(START).toISOString() }
  const ground = { database, server, clock }
  const house = { owner, server, clock, ...(await startProcess(ground)) } as FeedHouse
  const besides: Process[] = []
  const stop = async (process: Process = house): Promise<void> => {
    await process.engine.stop()
    await process.lane.close()
  }
  const startAgain = async (awayMs: number): Promise<void> => {
    clock.advance(awayMs)
    Object.assign(house, await startProcess(ground))
  }
  return Object.assign(house, acts(house, besides), {
    beside: async () => {
      const second = await startProcess(ground)
      besides.push(second)
      return second
    },
    kill: async (awayMs) => {
      await stop()
      const { db } = house
      // A killed server writes nothing more: its connections are gone.
      await db.close()
      await house.opened.feed?.close().catch(() => {})
      await owner.write((tx) => tx.run(sql('test_all_silent', 'update fill_progress set renewed_at = 0')))
      await startAgain(awayMs)
    },
    restart: async (awayMs) => {
      await stop()
      await house.engine.servers.handOver()
      await house.opened.feed?.close()
      await house.db.close()
      await startAgain(awayMs)
    },
    close: async () => {
      for (const second of besides) {
        await stop(second)
        await second.opened.feed?.close()
        await second.db.close()
      }
      await stop()
      await house.opened.feed?.close()
      const breaches = await house.db.read((tx) => checkLaws(tx, [LEDGER_BOOKS, ORDER_BOOKS]))
      await house.db.close()
      await owner.close()
      await server.close()
      await database.drop()
      assert(breaches.length === 0, `the ledger law holds: ${JSON.stringify(breaches)}`)
    },
  } satisfies Pick<FeedHouse, 'beside' | 'kill' | 'restart' | 'close'>)
}

/** The acts of a test on a house that may start again in between. */
const acts = (
  house: FeedHouse,
  besides: readonly Process[],
): Omit<FeedHouse, keyof Process | 'owner' | 'server' | 'clock' | 'beside' | 'kill' | 'restart' | 'close'> => ({
  customer: () => newCustomer(house),
  quote: async (bid, ask, { at = house.clock.now(), listing = ABC, size = 500 } = {}) => {
    const message = { T: 'q', S: listing.slice(5), bx: 'V', bp: bid / 100, bs: size, ax: 'V', ap: ask / 100, as: size }
    // Each quote is later than the one before it, also within one millisecond.
    const nanos = String((quotes += 1)).padStart(6, '0')
    house.server.say(US, { ...message, t: new Date(at).toISOString().replace('Z', `${nanos}Z`) })
    const isThere = ({ opened }: Process): boolean => {
      const quote = opened.feed?.book.listings.get(listing)?.quotes.at(-1)
      return quote?.at === at && quote.bid === bid * 100 && quote.ask === ask * 100
    }
    await until(() => [house, ...besides].every(isThere))
  },
  quotes: async (count) => {
    const now = house.clock.now()
    const quote = (n: number) => ({ T: 'q', S: 'ABC', bx: 'V', bp: 10, bs: n, ax: 'V', ap: 10.02, as: n, t: new Date(now - count + n).toISOString() }) // prettier-ignore
    house.server.say(US, ...Array.from({ length: count }, (_each, n) => quote(n + 1)))
    await until(() => house.opened.feed?.book.listings.get(ABC)?.quotes.at(-1)?.at === now)
  },
  halt: async (isHalted) => {
    const at = new Date(house.clock.now()).toISOString()
    house.server.say(US, { T: 's', S: 'ABC', sc: isHalted ? 'H' : 'T', sm: '', rc: 'T1', rm: '', t: at, z: 'A' })
    await until(() => house.market.stateOf(ABC) === (isHalted ? 'halted' : 'open'))
  },
  pass: async (ms) => {
    house.clock.advance(ms)
    await house.engine.sweep()
  },
  placed: async (customer, change = {}) => {
    const order = await place(house, { customer }, ticket(ABC, { shares: wholeShares(10n), ...change }))
    if (isRefused(order)) throw new Error(order.refused)
    return order
  },
  stateOf: async (customer, id) => (await house.db.read((tx) => findOrder(tx, { customer, id })))?.state,
  disconnect: async (awayMs) => {
    const before = house.server.connections.length
    house.server.drop()
    await until(() => house.opened.feed?.status()[0]?.state === 'away' || house.server.connections.length > before)
    house.clock.advance(awayMs)
    await until(() => house.opened.feed?.status()[0]?.state === 'live' && house.server.subscribed(US) === 1)
    await house.opened.feed?.round()
  },
  kinds: async (listing = ABC) => {
    const rows = await house.db.read((tx) => listHeardOf(tx, { listing, n: 1 }, 10_000))
    return rows.map(({ kind, gap }) => gap?.reason ?? kind)
  },
  verify: async (db = house.db) => {
    const past = await openPast({ db, config: { replay: null }, secret: null })
    assert(past !== null, 'a house that has opened has a past')
    return checkCourses(db, past)
  },
})

async function newCustomer({ db, clock }: FeedHouse): Promise<CustomerId> {
  const customer = newId<'customer'>()
  await db.write(async (begun) => {
    const tx = await insertCustomerLock(begun, customer, clock.now())
    await postGrant(tx, customer, { asset: 'EUR', units: 100_000_000n }, clock.now())
    await postGrant(tx, customer, { asset: 'USD', units: 100_000_000n }, clock.now())
  })
  return customer
}

export const limitOf = (cents: number) => priceE4(BigInt(cents) * 100n)
