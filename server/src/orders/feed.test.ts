import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, type ListingId } from '@lonja/core/base/amount'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import { readInstrument } from '@lonja/core/market/market.contract'
import { cancelOrder, placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { listTraded } from '../lifecycle/trading.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { saveDirectory } from '../market/directory.store.ts'
import { openFeedServer, type FeedServer } from '../market/market.feed.testing.ts'
import { openMarket, type OpenedMarket } from '../market/market.opening.ts'

/**
 * A house on a live feed, tested with a local server of the published protocol. Its orders fill by the same rule of
 * evidence as on every source.
 */

const ABC: ListingId = 'XNYS:ABC'
/** The last of the directory: the terms of the key hold one symbol less. */
const XYZ: ListingId = 'XNYS:XYZ'
const US = '/v2/iex'
let server: FeedServer
let house: TestHouse
let opened: OpenedMarket
let who: TestCustomer

beforeAll(async () => {
  server = await openFeedServer({ symbolLimit: 1 })
  const { streamUrl, dataUrl } = server
  const feed = {
    us: 'iex',
    eu: null,
    streams: 'iex',
    key: 'KEYID',
    secret: 'key-secret',
    streamUrl,
    dataUrl,
    first: [],
  }
  const config = { source: 'alpaca', practiceHours: 'always', replay: null, feed } as const
  house = await openTestHouse({
    grant: eur(1_000_000n),
    market: async (db, clock) => {
      const entry = { listing: ABC, name: 'Abacus Works', sector: 'none' as const, sharesInIssue: 0n }
      const added = [entry, { ...entry, listing: XYZ, name: 'Xylo Yards' }]
      await db.write((tx) => saveDirectory(tx, { added, renamed: [], back: [], gone: [], same: 0 }, clock.now()))
      server.past.rate = { bp: 1.1, mp: 1.1, ap: 1.1, t: new Date(clock.now()).toISOString() }
      opened = await openMarket({ db, config, clock, secret: Buffer.alloc(32), log: openLog('silent') })
      return opened
    },
  })
  who = await house.customer()
  await until(() => server.subscribed(US) === 1)
  await opened.feed?.round()
})
afterAll(async () => {
  await opened.feed?.close()
  await house.close()
  await server.close()
})

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_000 && !holds(); tries++) await sleep(5)
  expect(holds()).toBe(true)
}

/** Sends a quote in whole cents for an instant (default: now), and waits until it has arrived. */
async function quote(bidCents: number, askCents: number, at: Instant = house.clock.now()): Promise<void> {
  server.say(US, {
    T: 'q',
    S: 'ABC',
    bx: 'V',
    bp: bidCents / 100,
    bs: 500,
    ax: 'V',
    ap: askCents / 100,
    as: 700,
    t: new Date(at).toISOString(),
  })
  await until(() => opened.market.quoteAt(ABC, Infinity)?.at === at)
}

/** Moves the clock on and runs the fill engine on the events that have arrived. */
async function passed(ms: number): Promise<void> {
  house.clock.advance(ms)
  await house.engine.sweep()
}

const mine = {
  get token() {
    return who.token
  },
}
const place = (
  side: 'buy' | 'sell',
  limit: string | null = null,
  id = newId(),
  listing: ListingId = ABC,
  shares = '10',
) => house.ask(placeOrder, { id, listing, side, shares, limit, timeInForce: 'day' }, { ...mine, key: id })
const orderOf = async (id: string) => (await house.ask(readOrder, { id }, mine)).data
const stateOf = async (id: string) => (await orderOf(id)).order.state
const positions = async () => (await house.ask(listPositions, {}, mine)).data.rows

test('before the first quote nothing can be bought', async () => {
  expect((await place('buy')).error).toBe('no_price')
})

test('a buy fills at the ask of one quote newer than the order, once all quotes of its instant have come; a sell at the bid', async () => {
  await quote(1_000, 1_002)
  await passed(100)
  const id = newId()
  expect((await place('buy', null, id)).status).toBe(200)
  // This quote is older than the order and was under way when the order was placed: it fills nothing.
  await quote(999, 1_001, house.clock.now() - 50)
  await passed(2 * SECOND)
  expect(await stateOf(id)).toBe('working')
  await quote(1_003, 1_005)
  const at = house.clock.now()
  await passed(500)
  expect(await stateOf(id)).toBe('working')
  await passed(500)
  expect(await orderOf(id)).toMatchObject({
    order: { state: 'filled' },
    fills: [
      {
        price: '10.05',
        shares: '10',
        quote: { at, bid: '10.03', ask: '10.05', bidSize: '500', askSize: '700', source: 'alpaca' },
      },
    ],
  })
  expect(await positions()).toMatchObject([{ listing: ABC, shares: '10' }])

  const sale = newId()
  expect((await place('sell', null, sale)).status).toBe(200)
  await passed(10)
  await quote(1_010, 1_012)
  await passed(SECOND)
  expect((await orderOf(sale)).fills).toMatchObject([{ price: '10.10', quote: { source: 'alpaca' } }])
  expect(await positions()).toEqual([])
})

test('a market buy on a stale quote is refused, and a limit order waits for the next', async () => {
  await quote(1_010, 1_011)
  await passed(31 * SECOND)
  expect((await house.ask(readInstrument, { listing: ABC })).data.quote).toMatchObject({ bid: '10.10', stale: true })
  const answer = await place('buy')
  expect([answer.error, answer.msg]).toEqual(['price_stale', expect.stringContaining('too old')])
  const id = newId()
  expect((await place('buy', '10.20', id)).status).toBe(200)
  await passed(SECOND)
  expect(await stateOf(id)).toBe('working')
  await quote(1_015, 1_017)
  await passed(SECOND)
  expect((await orderOf(id)).fills).toMatchObject([{ price: '10.17' }])
})

test('while a listing is halted, market buys are refused and nothing fills; then trading resumes', async () => {
  await quote(1_020, 1_021)
  await passed(10)
  const status = (sc: string) => ({
    T: 's',
    S: 'ABC',
    sc,
    sm: '',
    rc: 'T1',
    rm: '',
    t: new Date(house.clock.now()).toISOString(),
    z: 'A',
  })
  server.say(US, status('H'))
  await until(() => opened.market.stateOf(ABC) === 'halted')
  expect((await house.ask(readInstrument, { listing: ABC })).data.session.state).toBe('halted')
  expect((await place('buy')).error).toBe('market_halted')
  const id = newId()
  expect((await place('buy', '10.30', id)).status).toBe(200)
  await passed(10)
  await quote(1_022, 1_023)
  await passed(2 * SECOND)
  expect(await stateOf(id)).toBe('working')
  server.say(US, status('T'))
  await until(() => opened.market.stateOf(ABC) === 'open')
  await passed(10)
  await quote(1_024, 1_025)
  await passed(SECOND)
  expect((await orderOf(id)).fills).toMatchObject([{ price: '10.25' }])
})

test('the house names the source of its live prices, and since when a stream is silent', async () => {
  const about = async () => (await house.ask(readAbout)).data.source
  expect(await about()).toMatchObject({
    name: 'alpaca',
    label: 'Alpaca IEX',
    streams: [{ name: 'IEX', state: 'live' }],
  })
  const heardAt = house.clock.now()
  await quote(1_030, 1_031)
  house.clock.advance(31 * SECOND)
  expect(await about()).toMatchObject({ streams: [{ name: 'IEX', state: 'silent', since: heardAt }] })
})

test('a listing that the terms leave out is named, says so, and takes no order', async () => {
  expect((await house.ask(readInstrument, { listing: XYZ })).data.unquoted).toBe('not_heard')
  expect((await house.ask(readInstrument, { listing: ABC })).data.unquoted).toBeNull()
  for (const limit of [null, '10.00']) {
    expect((await place('buy', limit, newId(), XYZ)).error).toBe('never_quoted')
  }
  house.clock.advance(10 * SECOND)
  const { source } = (await house.ask(readAbout)).data
  expect(source.unquoted).toEqual([{ why: 'not_heard', count: 1, some: [XYZ] }])
  expect(source.streams).toMatchObject([{ heard: 1, wanted: 2 }])
})

describe('a listing comes first while customers own it or have an open order in it', () => {
  /** Sends an order at the market and fills it. */
  async function fill(side: 'buy' | 'sell', shares = '10'): Promise<void> {
    const id = newId()
    await passed(10)
    await quote(1_040, 1_041)
    expect((await place(side, null, id, ABC, shares)).status).toBe(200)
    await passed(10)
    await quote(1_042, 1_043)
    await passed(SECOND)
    expect(await stateOf(id)).toBe('filled')
  }
  const sellAll = async (): Promise<void> => {
    for (const { shares } of await positions()) await fill('sell', shares)
  }
  const firstInFront = () => house.db.read(listTraded)

  /** Shares of the listing, and an open order in it: both are made in this order, and end in the order of the test. */
  async function ownedAndOrdered(): Promise<string> {
    await sellAll()
    expect(await firstInFront()).toEqual([])
    await fill('buy')
    expect(await firstInFront()).toEqual([ABC])
    const waiting = newId()
    expect((await place('buy', '9.00', waiting)).status).toBe(200)
    expect(await firstInFront()).toEqual([ABC])
    return waiting
  }
  const cancel = async (id: string): Promise<void> => {
    expect((await house.ask(cancelOrder, { id }, mine)).status).toBe(200)
  }

  test('the order is cancelled, then the shares are sold', async () => {
    await cancel(await ownedAndOrdered())
    expect(await firstInFront()).toEqual([ABC])
    await sellAll()
    expect(await firstInFront()).toEqual([])
  })

  test('the shares are sold, then the order is cancelled', async () => {
    const waiting = await ownedAndOrdered()
    await sellAll()
    expect(await firstInFront()).toEqual([ABC])
    await cancel(waiting)
    expect(await firstInFront()).toEqual([])
  })
})
