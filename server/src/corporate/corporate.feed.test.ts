import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usd, type ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { proposeActions } from '@lonja/core/news/actions.staff.contract'
import { decidePublication, openPublication } from '@lonja/core/news/publications.staff.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import { MARKET_READS } from '../lifecycle/trading.ts'
import { saveDirectory } from '../market/directory.store.ts'
import { openFeedServer, type FeedServer } from '../market/market.feed.testing.ts'
import { openMarket, type OpenedMarket } from '../market/market.opening.ts'
import { openPast } from '../market/market.past.ts'
import { actionFile } from '../news/news.testing.ts'
import { listEarlier, listNoticeRows } from '../notices/notices.store.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { openCorporateActions, type CorporateActions } from './corporate.jobs.ts'
import { listActionRows, listWithdrawnRows } from './corporate.store.ts'
import { checkActions } from './corporate.verify.ts'

/**
 * A house on a live feed, from a file that two seats confirm to an action that is carried out, also after a restart. The
 * feed is a local server of the published protocol.
 */

const ABC: ListingId = 'XNYS:ABC'
const US = '/v2/iex'
let server: FeedServer
let house: TestHouse
let opened: OpenedMarket
/** The server behind the door of the house. */
let first: OpenedMarket
let actions: CorporateActions
let holder: TestCustomer
let buyer: TestCustomer

async function openOnFeed(db: Db, clock: Clock): Promise<OpenedMarket> {
  const { streamUrl, dataUrl } = server
  const keys = { key: 'KEYID', secret: 'key-secret', first: [] }
  const feed = { us: 'iex', eu: null, streams: 'iex', streamUrl, dataUrl, ...keys }
  const config = { source: 'alpaca', practiceHours: 'always', replay: null, feed } as const
  return openMarket({ db, config, clock, secret: Buffer.alloc(32), log: openLog('silent'), ...MARKET_READS })
}

const openActions = (of: OpenedMarket): CorporateActions => {
  const { db, clock, events, trading } = house
  return openCorporateActions({
    db,
    clock,
    log: openLog('silent'),
    market: of.market,
    guard: of.guard,
    events,
    trading,
  })
}

beforeAll(async () => {
  server = await openFeedServer()
  house = await openTestHouse({
    grant: usd(1_000_000n),
    market: async (db, clock) => {
      const entry = { listing: ABC, name: 'Abacus Works', sector: 'none' as const, sharesInIssue: 0n }
      await db.write((tx) =>
        saveDirectory(tx, { added: [entry], renamed: [], back: [], gone: [], same: 0 }, clock.now()),
      )
      first = opened = await openOnFeed(db, clock)
      return first
    },
  })
  actions = openActions(opened)
  holder = await house.customer()
  buyer = await house.customer()
  await until(() => server.subscribed(US) === 1)
  await quote(1_000, 1_002)
  house.clock.advance(SECOND)
  await place(holder, null, '10')
  house.clock.advance(SECOND)
  await quote(1_000, 1_002)
  house.clock.advance(2 * SECOND)
  await house.engine.sweep()
})
afterAll(async () => {
  await opened.feed?.close()
  await house.close()
  await server.close()
})

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_000 && !holds(); tries++) await sleep(5)
  assert(holds(), 'it comes to hold')
}

/** Sends a quote in whole cents, and waits until it has arrived. */
async function quote(bidCents: number, askCents: number): Promise<void> {
  const at = house.clock.now()
  const prices = { bp: bidCents / 100, bs: 500, ap: askCents / 100, as: 700 }
  server.say(US, { T: 'q', S: 'ABC', bx: 'V', ax: 'V', ...prices, t: new Date(at).toISOString() })
  await until(() => opened.market.quoteAt(ABC, Infinity)?.at === at)
}

async function place(who: TestCustomer, limit: string | null, shares: string): Promise<string> {
  const id = newId()
  const ticket = { id, listing: ABC, side: 'buy', shares, limit, timeInForce: 'gtc' }
  expect((await house.ask(placeOrder, ticket, { token: who.token, key: id })).error).toBeUndefined()
  return id
}

/** One seat proposes a file, and another confirms it. Days pass between two files, so both have sessions of their own. */
async function confirm(file: string): Promise<void> {
  const seat = { roles: ['operations'], claimedAt: house.clock.now() - 7 * 24 * HOUR } as const
  const [one, two] = [await house.seat(seat), await house.seat(seat)]
  const source = 'https://www.example.org/actions'
  const id = newId()
  const proposed = await house.ask(proposeActions, { id, source, file }, { token: one.token, key: id })
  expect(proposed.error).toBeUndefined()
  const { review } = proposed.data
  const before = opened.market.actions()
  const { seen } = (await house.ask(openPublication, { id: review }, { token: two.token })).data
  expect(opened.market.actions()).toBe(before)
  const opinion = { id: review, seen, opinion: 'approve', reason: 'source_compared' }
  expect((await house.ask(decidePublication, opinion, { token: two.token, key: newId() })).error).toBeUndefined()
  // A server that did not take the confirmation reads the file in a round of its feed.
  if (opened !== first) await opened.feed?.round()
  await until(() => opened.market.actions() !== before)
}

/** The server stops, and another starts on the same database. */
async function restart(): Promise<void> {
  await opened.feed?.close()
  opened = await openOnFeed(house.db, house.clock)
  actions = openActions(opened)
}

const ABOUT = ['split_announced', 'split_done', 'dividend_announced', 'dividend_paid', 'action_withdrawn']
/** The codes of a customer's notices of actions, also of earlier steps of one, oldest first. */
const heard = ({ id }: TestCustomer): Promise<string[]> =>
  house.db.read(async (tx) => {
    const newest = await listNoticeRows(tx, id, { before: null, codes: ABOUT as never, most: 50 })
    const records = newest.map(({ facts }) => String(facts['recordId']))
    const all = [...newest, ...(await listEarlier(tx, id, records))]
    return all.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ code }) => code)
  })

/** Moves the clock to an instant, and runs a round. */
async function roundAt(at: string): Promise<void> {
  house.clock.advance(Date.parse(at) - house.clock.now())
  await actions.round()
}

/** Two rounds of the fill engine a minute apart: it stores that no open order has an earlier event to meet. */
async function progress(): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds++) {
    house.clock.advance(MINUTE)
    await house.engine.sweep()
  }
}

const sharesOf = async (who: TestCustomer) =>
  (await house.ask(listPositions, {}, { token: await signInAgain(house, who) })).data.rows.map(
    ({ shares }: { shares: string }) => shares,
  )

test('a confirmed file announces its actions to holders and to customers with open orders, on this server and the next', async () => {
  const order = await place(buyer, '8.00', '6')
  await actions.round()
  expect(await house.db.read(listActionRows)).toEqual([])
  await confirm(actionFile('split,4:1,', '2026-11-24'))
  expect(opened.market.actions()).toMatchObject([{ listing: ABC, kind: 'split', announcedAt: house.clock.now() }])
  await actions.round()
  expect([await heard(holder), await heard(buyer)]).toEqual([['split_announced'], ['split_announced']])
  await restart()
  expect(opened.market.actions()).toHaveLength(1)
  await actions.round()
  expect([await heard(holder), await heard(buyer)]).toEqual([['split_announced'], ['split_announced']])

  await roundAt('2026-11-23T20:59:59Z')
  expect(await sharesOf(holder)).toEqual(['10'])
  await roundAt('2026-11-24T12:00:00Z')
  expect(await sharesOf(holder)).toEqual(['40'])
  expect(
    (await house.ask(readOrder, { id: order }, { token: await signInAgain(house, buyer) })).data.order,
  ).toMatchObject({
    shares: '24',
    limit: '2.00',
    state: 'working',
  })
  await restart()
  await actions.round()
  expect(await heard(holder)).toEqual(['split_announced', 'split_done'])
  expect(await sharesOf(holder)).toEqual(['40'])
})

test('a later file withdraws an action, and one that stands is paid by a server that was started since', async () => {
  await confirm(actionFile('dividend,0.50,USD', '2026-11-27'))
  await actions.round()
  await confirm(actionFile('withdraw,dividend,\n2026-11-30,ABC,dividend,0.25,USD', '2026-11-27'))
  await actions.round()
  expect((await heard(holder)).slice(2)).toEqual(['dividend_announced', 'action_withdrawn', 'dividend_announced'])
  await restart()
  await roundAt('2026-11-27T12:00:00Z')
  expect((await heard(holder)).at(-1)).toBe('dividend_announced')
  await roundAt('2026-11-30T12:00:00Z')
  // The order of the other customer might have bought before the ex-day.
  expect((await heard(holder)).at(-1)).toBe('dividend_announced')
  await progress()
  await actions.round()
  expect((await heard(holder)).at(-1)).toBe('dividend_paid')
  expect(await house.db.read(listWithdrawnRows)).toHaveLength(1)
  const rows = await house.db.read(listActionRows)
  expect(rows.map(({ doneAt }) => doneAt !== null)).toEqual([true, true])
})

test('what was carried out is what the confirmed files announce', async () => {
  const past = await openPast({
    db: house.db,
    config: { replay: null },
    secret: null,
    confirmed: MARKET_READS.confirmed,
  })
  assert(past !== null, 'a house that has opened has a past')
  expect(await checkActions(house.db, past)).toEqual([])
  const none = await openPast({ db: house.db, config: { replay: null }, secret: null })
  assert(none !== null, 'it has one without its files too')
  const faults = (await checkActions(house.db, none)).flatMap(({ rows }) => rows.map(({ differs }) => differs))
  // The one that was withdrawn was announced by a file too.
  expect(faults.toSorted()).toEqual(
    ['2026-11-24 split', '2026-11-27 dividend', '2026-11-30 dividend'].map(
      (action) => `XNYS:ABC ${action}: no confirmed file announces it`,
    ),
  )
})
