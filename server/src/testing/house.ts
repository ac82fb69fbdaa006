import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Call, ProductsOff } from '@lonja/core/base/contract'
import { eur, rateE6, type Amount } from '@lonja/core/base/amount'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR, MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import { customerFor } from '../accounts/accounts.testing.ts'
import { makeInvitation } from '../accounts/invitations.ts'
import { recordStartingGrant } from '../accounts/starting-grants.store.ts'
import { openSessions } from '../accounts/sessions.ts'
import { settableClock, type Clock, type SettableClock } from '../base/clock.ts'
import { openDb, type Db } from '../database/db.ts'
import { openDoor, type DoorLimits } from '../door/door.ts'
import { localEvents, type Events } from '../base/events.ts'
import { newId } from '../base/ids.ts'
import type { Documents } from '../documents/documents.files.ts'
import { HOUSE_DOCUMENTS } from '../documents/documents.testing.ts'
import { openLane } from '../database/lane.ts'
import { openLog, type Log } from '../base/log.ts'
import { TRIES_DB } from '../door/tries.ts'
import type { Route } from '../door/serve.ts'
import { openVitals, type Vitals } from '../jobs/vitals.ts'
import { sandboxInPlace } from '../strategies/sandbox.testing.ts'
import { askDoor, type CallAnswer, type How } from './ask.ts'
import { counted, testDatabase } from './database.ts'
import { checkBooks } from '../books.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import { openGuard } from '../market/market.guard.ts'
import { NOTHING_HEARD } from '../market/market.heard.ts'
import { marketFor, type Market } from '../market/market.quotes.ts'
import { openFeeTables } from '../orders/fees.actions.ts'
import type { TradingParts } from '../orders/orders.actions.ts'
import { openFillEngine, type FillEngine } from '../orders/orders.jobs.ts'
import { openOrders, type OpenOrders } from '../orders/orders.open.ts'
import { START, scriptedSource, type ScriptedSource } from '../orders/orders.testing.ts'
import { wrappingKeyFor, type WrappingKey } from '../pictures/seal.ts'
import type { PushGround } from '../notices/push.jobs.ts'
import { openPushKey } from '../notices/push.key.ts'
import { depositsOf, pushFacts, relaysOf, withdrawalsOf } from '../dependencies.ts'
import { checkoutPagesFor, housePages } from '../pages.ts'
import { CALL_NAMES, routesFor } from '../routes.ts'
import { findRoleHeld } from '../review/review.store.ts'
import { openSeats } from '../staff/seats.ts'
import { seatFor, type TestSeatOptions, type TestSeat } from '../staff/staff.testing.ts'
import type { Withdrawals } from '../withdrawals/withdrawals.actions.ts'
import { openAlertEngine, type AlertEngine } from '../watchlist/alerts.jobs.ts'

/**
 * A whole house for tests: every route behind the real door, on its own real database, with a clock that the test sets.
 */
export interface TestHouse {
  readonly door: FastifyInstance
  readonly db: Db
  readonly triesDb: Db
  /** The number of transactions that were begun on the connections of `db`. */
  transactions(): number
  /** The database's address for the owner of its tables, for a test that makes it fail. */
  readonly ownerUrl: string
  /** The data folder, and the secret from which the keys are derived. */
  readonly folder: string
  readonly secret: Buffer
  readonly clock: SettableClock
  readonly script: ScriptedSource
  readonly engine: FillEngine
  /** The open orders in the server's memory. */
  readonly open: OpenOrders
  readonly market: Market
  /** The parts that place, fill and end orders, for jobs that a test runs by hand. */
  readonly trading: TradingParts
  /** Checks prices only when the test calls it. */
  readonly alerts: AlertEngine
  readonly events: Events
  /** The settings of withdrawals, for jobs that a test runs by hand. */
  readonly withdrawals: Withdrawals
  /** The dependencies of pushing notices. Endpoints on this machine are allowed. */
  readonly push: PushGround
  readonly vitals: Vitals
  readonly relays: ReturnType<typeof relaysOf>
  readonly invitation: string
  /** The key that seals its pictures. */
  readonly picturesKey: WrappingKey
  /** The documents that the house has published, and one of the tests. */
  readonly documents: Documents
  /** Makes a call. `how` may set the token, the idempotency key and the language. */
  ask(call: Call, input?: unknown, how?: How): Promise<CallAnswer>
  /** A new customer, signed in, with the starting grant. */
  customer(): Promise<TestCustomer>
  /** A new signed-in seat with these roles, or with all. `customer` is the person's own account. */
  seat(options?: TestSeatOptions): Promise<TestSeat>
  /** Emits one quote event in cents, moves the clock on by a second, and runs the fill engine. */
  quote(listing: Parameters<ScriptedSource['say']>[0], bidCents: bigint, askCents: bigint, size?: bigint): Promise<void>
  /** Checks all laws of the ledger and asserts that they hold. Then closes the house and removes its data. */
  close(): Promise<void>
}

export interface TestCustomer {
  readonly id: CustomerId
  readonly token: string
  readonly phone: string
  readonly password: string
}

export interface TestHouseOptions {
  readonly grant?: Amount | null
  readonly start?: Instant
  readonly limits?: Partial<DoorLimits>
  /** The address of an external customer service; by default the thread in the app. */
  readonly kefuUrl?: string
  /** The products that are switched off; a test may change it. */
  readonly off?: ProductsOff
  readonly payingOut?: Partial<typeof PAYING_OUT>
  /** The relays of drand by which new offers are drawn, and the test's own ones. */
  readonly drandRelays?: readonly string[]
  readonly relays?: Parameters<typeof relaysOf>[3]
  /** Replaces some routes, for a test of the tests. */
  readonly plant?: (routes: Route[]) => Route[]
  readonly log?: Log
  /** The public address. */
  readonly publicUrl?: string
  /** Pages besides the house's own. */
  readonly pages?: readonly ((door: FastifyInstance) => void)[]
  /** Replaces the market whose quotes a test emits one by one. */
  readonly market?: (db: Db, clock: Clock) => Promise<OpenedMarket>
}

/** The settings of withdrawals in a test house: the defaults of a real one. */
const PAYING_OUT = {
  withdrawalMinimum: 1_000n,
  withdrawalSendMs: MINUTE,
  /** The wait of a new payee. */
  payeeWaitMs: 72 * HOUR,
  review: { dueMs: 48 * HOUR, limitCents: 1_000_000n, twoPerson: true },
}

/** The secret from which the keys of a test house are derived. */
export const TEST_SECRET = Buffer.alloc(32, 7)

export const NO_LIMITS: Partial<DoorLimits> = {
  callsAMinute: { anAddress: 0, aSession: 0 },
  slowing: { atOnce: 0, delayMs: 0, waiting: 0 },
}

export async function openTestHouse(options: TestHouseOptions = {}): Promise<TestHouse> {
  const { grant = eur(10_000_000n), start = START, limits = NO_LIMITS } = options
  const database = await testDatabase()
  const { db, transactions } = counted(openDb(database.url, { max: 8 }))
  const triesDb = openDb(database.url, TRIES_DB)
  const clock = settableClock(start)
  const { log = openLog('silent') } = options
  const guard = openGuard({ db, clock, log, hasSeeds: false })
  const script = scriptedSource(guard)
  script.rate = rateE6(1_100_000n)
  const opening = {
    openedAt: start,
    source: script.source.name,
    hours: 'exchange' as const,
    practice: null,
    replay: null,
    feed: null,
  }
  const opened: OpenedMarket = (await options.market?.(db, clock)) ?? {
    market: marketFor(script.source, guard),
    guard,
    opening,
    seeds: null,
    pauses: null,
    takeListings: null,
    feed: null,
  }
  const { market } = opened
  const events = localEvents()
  const sessions = openSessions(db, log)
  const lane = openLane(db, { clock, newId, publish: events.publish, guard: sessions.guard })
  const fees = await openFeeTables(db, { openedAt: start, now: start })
  const heardEvents = opened.feed?.heard ?? NOTHING_HEARD
  const open = openOrders(heardEvents)
  const trading: TradingParts = { db, lane, market, heardEvents, fees, open, guard: opened.guard, doubtful: [] }
  const engine = openFillEngine(trading, { clock, log })
  await engine.catchUp()
  const alerts = openAlertEngine({ db, market, events, clock, log })
  const folder = mkdtempSync(join(tmpdir(), 'lonja-test-house-'))
  const secret = TEST_SECRET
  const vitals = openVitals(clock)
  const picturesKey = wrappingKeyFor(secret)
  const { withdrawalMinimum, withdrawalSendMs, payeeWaitMs, review } = { ...PAYING_OUT, ...options.payingOut }
  const config = {
    startingGrant: grant,
    publicUrl: options.publicUrl ?? null,
    kefuUrl: options.kefuUrl ?? null,
    payeeWaitMs,
    depositXpub: null,
    withdrawalMinimum,
    withdrawalSendMs,
    review,
    drandRelays: options.drandRelays ?? [],
    off: options.off ?? new Set(),
  }
  const withdrawals = withdrawalsOf(config, market)
  const pushKey = await openPushKey(db, secret, clock.now())
  const push = {
    db,
    clock,
    log,
    key: pushKey,
    contact: 'mailto:house@example.org',
    ...pushFacts(market),
    outside: { alsoAllow: (ip: string) => ip === '127.0.0.1', withinMs: SECOND },
  }
  const pushing = { key: pushKey, alsoAllow: (endpoint: string) => endpoint.startsWith('http://127.0.0.1:') }
  const relays = relaysOf(config, opened, clock, options.relays)
  const own = routesFor({ config, relays, opened, trading, picturesKey, secret, folder, vitals, push: pushing, documents: HOUSE_DOCUMENTS, runSandbox: sandboxInPlace }) // prettier-ignore
  const routes = options.plant?.(own) ?? own
  const seats = openSeats(db, log, findRoleHeld)
  const pages = [
    ...(options.pages ?? []),
    ...housePages(market),
    checkoutPagesFor(depositsOf(config, market, secret), { db, clock, events }),
  ]
  const door = await openDoor({
    db,
    triesDb,
    clock,
    log,
    events,
    sessions,
    seats,
    secret,
    routes,
    off: config.off,
    limits,
    pages,
    callNames: CALL_NAMES,
    publicUrl: config.publicUrl,
  })
  await recordStartingGrant(db, grant, start)
  const { code: invitation } = await makeInvitation(db, { uses: 10_000, days: 3_650, now: start })
  let people = 0
  const ask = (call: Call, input: unknown = {}, how: How = {}): Promise<CallAnswer> => askDoor(door, call, input, how)
  return {
    door,
    db,
    triesDb,
    transactions,
    ownerUrl: database.ownerUrl,
    folder,
    secret,
    clock,
    script,
    engine,
    alerts,
    events,
    withdrawals,
    push,
    vitals,
    relays,
    open: trading.open,
    market: trading.market,
    trading,
    invitation,
    picturesKey,
    documents: HOUSE_DOCUMENTS,
    ask,
    customer: () => {
      people += 1
      const phone = `6${String(people).padStart(8, '0')}`
      return customerFor(db, { phone, invitation, grant, now: clock.now() })
    },
    seat: (options) => seatFor({ db, secret, now: clock.now() }, options),
    quote: async (listing, bidCents, askCents, size) => {
      clock.advance(SECOND)
      script.say(listing, clock.now(), bidCents, askCents, size)
      await engine.sweep()
    },
    close: async () => {
      await engine.stop()
      await alerts.stop()
      await door.close()
      await lane.close()
      await sessions.settled()
      await seats.settled()
      const breaches = await db.read(checkBooks)
      await db.close()
      await triesDb.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
      assert(breaches.length === 0, `the ledger law holds: ${JSON.stringify(breaches)}`)
    },
  }
}

/** Signs a customer in again and returns the token of the new session. */
export async function signInAgain(house: TestHouse, { phone, password }: TestCustomer): Promise<string> {
  const answer = await house.ask(logIn, { phone, password })
  assert(answer.status === 200, `a customer signs in: ${answer.error}`)
  return (answer.data as { token: string }).token
}
