import { priceE4, wholeShares, type Currency, type ListingId, type RateE6 } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { HOUR, SECOND, type Day, type Instant } from '@lonja/core/base/instant'
import type { DayFigures, Instrument, Quote, Session } from '@lonja/core/market/market.contract'
import type { Source } from '@lonja/core/market/market.source'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import { watchedOf } from '@lonja/core/orders/sharing.rules'
import { settableClock, type Clock, type SettableClock } from '../base/clock.ts'
import { openDb, type Db } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { openLane } from '../database/lane.ts'
import { openLog } from '../base/log.ts'
import { testDatabase } from '../testing/database.ts'
import { postGrant } from '../ledger/ledger.actions.ts'
import { insertCustomerLock } from '../database/locks.ts'
import { LEDGER_BOOKS } from '../ledger/ledger.laws.verify.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { openGuard, type MarketGuard } from '../market/market.guard.ts'
import { NOTHING_HEARD } from '../market/market.heard.ts'
import { marketFor, type Market } from '../market/market.quotes.ts'
import { openFeeTables } from './fees.actions.ts'
import { place, type TradingParts } from './orders.actions.ts'
import { openFillEngine, type FillEngine } from './orders.jobs.ts'
import type { Group } from './matching.lane.ts'
import { openOrders } from './orders.open.ts'
import { ORDER_BOOKS } from './orders.verify.ts'
import type { LastStart } from './servers.jobs.ts'

/** 2026-11-20 at 15:00 UTC: a Friday on which New York and Madrid are both open. */
export const START: Instant = Date.UTC(2026, 10, 20, 15)
export const ABC: ListingId = 'XNYS:ABC'
export const ESP: ListingId = 'XMAD:ESP'
export const INDEX: ListingId = 'XNYS:IX'

/**
 * A source whose quotes the test sends one by one. Its clock is the server's; its sessions are hours around the start.
 */
export interface ScriptedSource {
  readonly source: Source
  /** Sends one quote event, in whole cents; of a size that fills any order at once if none is given. */
  say(listing: ListingId, at: Instant, bidCents: bigint, askCents: bigint, size?: bigint): Quote
  rate: RateE6 | null
  /** Rates that apply from an instant on, in order. Before the first of them `rate` applies. */
  readonly laterRates: { readonly from: Instant; readonly rate: RateE6 }[]
  /** The day's figures of a listing; none unless a test sets them. */
  readonly figures: Map<ListingId, DayFigures>
  /** The candles of its listings; none unless a test sets them. */
  candles: Source['candlesAt'] | null
  /** Open and close of each session. After the last one the market is closed for good. */
  sessions: { open: Instant; close: Instant }[]
}

const PLENTY = 1_000_000n

const instrument = (listing: ListingId, kind: Instrument['kind'] = 'share'): Instrument => ({
  listing,
  kind,
  name: listing,
  sector: 'none',
  sharesInIssue: 1_000_000n,
  profile: {},
})

export function scriptedSource(clock: Pick<Clock, 'now'>): ScriptedSource {
  const quotes = new Map<ListingId, Quote[]>()
  const of = (listing: ListingId): Quote[] => quotes.get(listing) ?? []
  const held: ScriptedSource = {
    rate: null,
    laterRates: [],
    figures: new Map(),
    candles: null,
    sessions: [
      { open: START - HOUR, close: START + HOUR },
      { open: START + 23 * HOUR, close: START + 25 * HOUR },
    ],
    say: (listing, at, bidCents, askCents, size = PLENTY) => {
      const [bid, ask] = [priceE4(bidCents * 100n), priceE4(askCents * 100n)]
      const quote = { listing, at, bid, ask, bidSize: size, askSize: size, last: bid }
      quotes.set(listing, [...of(listing), quote])
      return quote
    },
    source: {
      name: 'practice',
      label: 'said by a test',
      instruments: [instrument(ABC), instrument(ESP), instrument(INDEX, 'index')],
      now: clock.now,
      intervalMs: 1_000,
      quoteAt: (listing, until) => of(listing).findLast(({ at }) => at <= until) ?? null,
      quotesIn: (listing, after, until, most) =>
        of(listing)
          .filter(({ at }) => at > after && at <= until)
          .slice(0, most),
      dayFiguresAt: (listing) => held.figures.get(listing) ?? null,
      candlesAt: (...request) =>
        held.candles?.(...request) ?? { at: [], open: [], high: [], low: [], close: [], volume: [] },
      sessionAt: (venue, at): Session | null => {
        const session = held.sessions.find(({ close }) => at <= close)
        return session ? { venue, day: new Date(session.open).toISOString().slice(0, 10) as Day, ...session } : null
      },
      rateAt: (until) => {
        const rate = held.laterRates.findLast(({ from }) => from <= until)?.rate ?? held.rate
        return rate === null ? null : { rate, at: until, source: 'practice' }
      },
      reportDays: () => [],
      wallTimeOf: (at) => at,
    },
  }
  return held
}

export type Cash = Readonly<Partial<Record<Currency, bigint>>>

/** One server of a floor. */
export interface TestServer extends TradingParts {
  readonly guard: MarketGuard
  readonly engine: FillEngine
  /** Ends its lane and its rounds without handing its orders over. */
  kill(): Promise<void>
}

/** An order as the only one of its customer on its listing and side. */
export const alone = (order: Order): Group => ({
  customer: order.customer,
  listing: order.listing,
  side: order.side,
  members: [watchedOf(order)],
})

/** Trading on a real database of its own, on the test's own clock. */
export interface Floor extends TestServer {
  readonly script: ScriptedSource
  readonly clock: SettableClock
  readonly guard: MarketGuard
  readonly publications: [customer: CustomerId, topics: readonly string[]][]
  /** A new customer with this cash, in cents. */
  customer(cash: Cash): Promise<CustomerId>
  /** Moves the clock on, sends a quote event, and runs the engine on it. */
  quote(listing: ListingId, bidCents: bigint, askCents: bigint): Promise<Quote>
  /** Ends the server and starts it again on the same database, with empty memory. */
  restart(): Promise<void>
  /** Another server on the same database, market and clock. Its rounds run when the test calls them. */
  beside(lastStart?: LastStart): Promise<TestServer>
  /** Closes everything, and throws if the ledger law does not hold. */
  close(): Promise<void>
}

/** `marketOf` opens another market than the one whose quotes the test sends. */
export async function openFloor(
  url?: string,
  marketOf?: (db: Db, clock: SettableClock) => Promise<Market>,
): Promise<Floor> {
  const database = url === undefined ? await testDatabase() : null
  const db = openDb(url ?? database?.url ?? '', { max: 4 })
  const clock = settableClock(START)
  const guard = openGuard({ db, clock, log: openLog('silent'), hasSeeds: false })
  const script = scriptedSource(guard)
  const market = (await marketOf?.(db, clock)) ?? marketFor(script.source, guard)
  const publications: Floor['publications'] = []
  const fees = await openFeeTables(db, { openedAt: START, now: START })
  const others: TestServer[] = []
  const opened = (lastStart?: LastStart): TestServer => {
    const lane = openLane(db, { clock, newId, publish: (customer, topics) => publications.push([customer, topics]) })
    const parts = { db, lane, market, heardEvents: NOTHING_HEARD, fees }
    const trading: TradingParts = { ...parts, open: openOrders(), guard, doubtful: [] }
    const engine = openFillEngine(trading, { clock, log: openLog('silent'), servers: lastStart ? { lastStart } : {} })
    const kill = async (): Promise<void> => {
      await engine.stop()
      await engine.servers.stop()
      await lane.close()
    }
    return { ...trading, guard, engine, kill }
  }
  const floor: Floor = {
    script,
    ...opened(),
    clock,
    publications,
    customer: (cash) => newCustomer(floor, cash),
    quote: async (listing, bidCents, askCents) => {
      clock.advance(SECOND)
      const event = script.say(listing, clock.now(), bidCents, askCents)
      await floor.engine.sweep()
      return event
    },
    restart: async () => {
      await floor.kill()
      await floor.engine.servers.handOver()
      Object.assign(floor, opened())
      await floor.engine.catchUp()
    },
    beside: async (lastStart) => {
      const server = opened(lastStart)
      others.push(server)
      await server.engine.catchUp()
      return server
    },
    close: async () => {
      for (const server of [floor, ...others]) await server.kill()
      const breaches = await db.read((tx) => checkLaws(tx, [LEDGER_BOOKS, ORDER_BOOKS]))
      await db.close()
      await database?.drop()
      assert(breaches.length === 0, `the ledger law holds: ${JSON.stringify(breaches)}`)
    },
  }
  await floor.engine.catchUp()
  return floor
}

async function newCustomer({ db, clock }: Floor, cash: Cash): Promise<CustomerId> {
  const customer = newId<'customer'>()
  await db.write(async (begun) => {
    const tx = await insertCustomerLock(begun, customer, clock.now())
    for (const [asset, units] of Object.entries(cash) as [Currency, bigint][]) {
      await postGrant(tx, customer, { asset, units }, clock.now())
    }
  })
  return customer
}

/** A market order of one share for the day, with the test's changes. */
export const ticket = (listing: ListingId, change: Partial<Ticket> = {}): Ticket => ({
  id: newId(),
  listing,
  side: 'buy',
  shares: wholeShares(1n),
  limit: null,
  timeInForce: 'day',
  ...change,
})

/** Quotes both listings at the clock's now. */
export function calmMarket({ clock, script }: Floor): void {
  clock.advance(SECOND)
  script.say(ABC, clock.now(), 999n, 1_000n)
  script.say(ESP, clock.now(), 499n, 500n)
}

/** A new customer whose buy waits for a quote. */
export async function waitingBuyOf(
  floor: Floor,
  change: Partial<Ticket> = {},
): Promise<[customer: CustomerId, id: OrderId]> {
  const customer = await floor.customer({ EUR: 1_000_000n })
  const order = await place(floor, { customer }, ticket(ESP, { shares: wholeShares(10n), ...change }))
  assert(!isRefused(order), 'the order is taken')
  return [customer, order.id]
}
