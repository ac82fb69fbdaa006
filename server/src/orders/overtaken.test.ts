import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Quote } from '@lonja/core/market/market.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import { openLog } from '../base/log.ts'
import { writeFor } from '../database/locks.ts'
import { saveDirectory } from '../market/directory.store.ts'
import { openFeedServer } from '../market/market.feed.testing.ts'
import { openMarket } from '../market/market.opening.ts'
import { testPractice } from '../market/market.practice.testing.ts'
import { listFillsOf } from './fills.store.ts'
import { cancel, cancelAllNow, place } from './orders.actions.ts'
import { START, openFloor, ticket, type Floor } from './orders.testing.ts'

/**
 * A cancel that a served quote has overtaken does not succeed, on any source. Nobody can look at the quote that fills
 * an order and then take the order back.
 */

const CANCELS = 1_000
/** Each of these accounts ends in a write of its own; `npm run test:long` ends a thousand. */
const ACCOUNTS = process.env['LONJA_LONG'] === '1' ? 1_000 : 200
/** Writes that go together: more would wait for a connection too long. */
const AT_ONCE = 50
const ABC: ListingId = 'XNYS:ABC'
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A market with one listing to trade, and how the test makes its next quote event. */
interface Scene {
  readonly floor: Floor
  readonly listing: ListingId
  /** Moves the clock on until the house serves a newer quote of the listing. */
  readonly next: () => Promise<Quote>
}

const served = ({ market }: Floor, listing: ListingId): Quote => {
  const quote = market.quote(listing)
  if (!quote) throw new Error('a quote is served')
  return quote
}

async function practice(): Promise<Scene> {
  const floor = await openFloor(undefined, async (db, clock) => {
    const opened = await testPractice({ hours: 'always', openedAt: START })(db, clock)
    return opened.market
  })
  closing.push(floor.close)
  const listing =
    floor.market.instruments.find((each) => each.kind === 'share' && each.listing.startsWith('XNYS:'))?.listing ?? ABC
  floor.clock.advance(MINUTE)
  return {
    floor,
    listing,
    next: () => {
      floor.clock.advance(SECOND)
      return Promise.resolve(served(floor, listing))
    },
  }
}

const SPEED = 600
const REPLAYED = Date.parse('2013-10-04T13:30:00Z')

async function replay(): Promise<Scene> {
  const dir = mkdtempSync(join(tmpdir(), 'lonja-replay-'))
  const rows = Array.from({ length: 60 }, (_row, n) => {
    const at = new Date(REPLAYED + n * MINUTE).toISOString().replace('.000Z', 'Z')
    return `${at},10,11,9,10,100,9.99,100,10.00,100`
  })
  writeFileSync(
    join(dir, 'ABC.minute.csv'),
    ['time,open,high,low,close,volume,bid,bid_size,ask,ask_size', ...rows, ''].join('\n'),
  )
  const floor = await openFloor(undefined, async (db, clock) => {
    const config = {
      source: 'replay',
      practiceHours: 'always',
      replay: { dir, start: REPLAYED, speed: SPEED },
      feed: null,
    } as const
    return (await openMarket({ db, config, clock, secret: Buffer.alloc(32), log: openLog('silent') })).market
  })
  closing.push(floor.close, () => rmSync(dir, { recursive: true, force: true }))
  const next = () => {
    floor.clock.advance(MINUTE / SPEED)
    return Promise.resolve(served(floor, ABC))
  }
  await next()
  return { floor, listing: ABC, next }
}

async function feed(): Promise<Scene> {
  const server = await openFeedServer()
  const { streamUrl, dataUrl } = server
  const settings = {
    us: 'iex',
    eu: null,
    streams: 'iex',
    key: 'KEYID',
    secret: 'key-secret',
    streamUrl,
    dataUrl,
    first: [],
  }
  const floor = await openFloor(undefined, async (db, clock) => {
    const entry = { listing: ABC, name: 'Abacus Works', sector: 'none' as const, sharesInIssue: 0n }
    await db.write((tx) => saveDirectory(tx, { added: [entry], renamed: [], back: [], gone: [], same: 0 }, clock.now()))
    const config = { source: 'alpaca', practiceHours: 'always', replay: null, feed: settings } as const
    const opened = await openMarket({ db, config, clock, secret: Buffer.alloc(32), log: openLog('silent') })
    closing.push(
      () => server.close(),
      floorClosed,
      () => opened.feed?.close(),
    )
    return opened.market
  })
  async function floorClosed(): Promise<void> {
    await floor.close()
  }
  await until(() => server.subscribed('/v2/iex') === 1)
  const next = async () => {
    floor.clock.advance(10)
    const at = floor.clock.now()
    const t = new Date(at).toISOString()
    server.say('/v2/iex', { T: 'q', S: 'ABC', bx: 'V', bp: 9.99, bs: 500, ax: 'V', ap: 10, as: 700, t })
    await until(() => floor.market.quote(ABC)?.at === at)
    return served(floor, ABC)
  }
  await next()
  return { floor, listing: ABC, next }
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_000 && !holds(); tries++) await sleep(5)
  expect(holds()).toBe(true)
}

type OrderKey = [customer: CustomerId, id: OrderId]

/** Orders of as many customers: a customer's own would share the event. */
async function placed({ floor, listing }: Scene, count: number, limit: bigint | null): Promise<OrderKey[]> {
  const customers: CustomerId[] = []
  while (customers.length < count)
    customers.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, () => floor.customer({ USD: 100_000_000_000n })))),
    )
  return Promise.all(
    customers.map(async (customer): Promise<OrderKey> => {
      const terms = {
        limit: limit === null ? null : priceE4(limit),
        timeInForce: 'gtc',
        shares: wholeShares(1n),
      } as const
      const order = await place(floor, { customer }, ticket(listing, terms))
      if (isRefused(order)) throw new Error(order.refused)
      return [customer, order.id]
    }),
  )
}

/** Ends all orders of each customer in one write, as restricting, starting over and closing do. */
async function endedTogether({ floor }: Scene, orders: readonly OrderKey[]) {
  const terms = { now: floor.clock.now(), reason: 'restricted', isNoticed: true, which: () => true } as const
  const customers = [...new Set(orders.map(([customer]) => customer))]
  const ended: Order[][] = []
  for (let from = 0; from < customers.length; from += AT_ONCE) {
    const some = customers.slice(from, from + AT_ONCE)
    const end = (customer: CustomerId) => writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, terms))
    ended.push(...(await Promise.all(some.map(end))))
  }
  ended.flat().forEach((order) => floor.open.take(order))
  return ended.flat()
}

/** Each order has one fill, all on this event, and none is open in memory. */
async function expectFilledOn({ floor }: Scene, orders: readonly OrderKey[], quote: Quote): Promise<void> {
  for (const customer of new Set(orders.map(([of]) => of))) {
    const own = orders.filter(([of]) => of === customer).map(([, id]) => id)
    const fills = await floor.db.read((tx) => listFillsOf(tx, customer, own))
    expect(fills).toHaveLength(own.length)
    expect(new Set(fills.map((fill) => fill.quote.at))).toEqual(new Set([quote.at]))
  }
  expect(floor.open.size()).toBe(0)
}

describe.each([
  ['practice', practice],
  ['a replay at speed 600', replay],
  ['a feed', feed],
] as const)('on %s', (_name, open) => {
  test('of 1,000 cancels after a served quote that meets the order none succeeds, and each order is filled on it', async () => {
    const scene = await open()
    const { floor, next } = scene
    const orders = await placed(scene, CANCELS, null)
    const quote = await next()
    const answers = await Promise.all(orders.map(([customer, id]) => cancel(floor, { customer }, id)))
    expect(answers.filter((answer) => !isRefused(answer))).toEqual([])
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"refused":"order_ended","detail":{"state":"filled"}}']),
    )
    await expectFilledOn(scene, orders, quote)
  })

  test('1,000 cancels that no quote has overtaken all succeed', async () => {
    const scene = await open()
    const { floor, listing, next } = scene
    const quote = served(floor, listing)
    // Half of them wait at the market without a newer quote, half at a limit that the next quote does not meet.
    const atMarket = await placed(scene, CANCELS / 2, null)
    const cancelAll = (orders: readonly OrderKey[]) =>
      Promise.all(orders.map(([customer, id]) => cancel(floor, { customer }, id)))
    const answers = await cancelAll(atMarket)
    const limited = await placed(scene, CANCELS / 2, quote.bid / 2n)
    await next()
    answers.push(...(await cancelAll(limited)))
    expect(answers.map((answer) => (isRefused(answer) ? answer.refused : answer.state))).toEqual(
      Array.from({ length: CANCELS }, () => 'cancelled'),
    )
  })

  test('of many orders that end with their accounts none is cancelled after such a quote; without one all are', async () => {
    const scene = await open()
    const { floor, listing, next } = scene
    const { bid } = served(floor, listing)
    const atMarket = await placed(scene, ACCOUNTS / 2, null)
    const cancelled = await endedTogether(scene, atMarket)
    const limited = await placed(scene, ACCOUNTS / 2, bid / 2n)
    const met = await placed(scene, ACCOUNTS, null)
    const quote = await next()
    cancelled.push(...(await endedTogether(scene, limited)))
    expect(cancelled.map(({ state, endReason }) => `${state} ${endReason}`)).toEqual(
      Array.from({ length: ACCOUNTS }, () => 'cancelled restricted'),
    )
    expect((await endedTogether(scene, met)).map(({ state }) => state)).toEqual(met.map(() => 'filled'))
    await expectFilledOn(scene, met, quote)
  })
})
