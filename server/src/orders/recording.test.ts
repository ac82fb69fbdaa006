import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur, type ListingId } from '@lonja/core/base/amount'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { readExchangeRate, readInstrument } from '@lonja/core/market/market.contract'
import { listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { openMarket, type OpenedMarket } from '../market/market.opening.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'

/** A house on a recording of 2013 without a rate, with a share of each kind: quoted, without quotes, of days alone. */

const ESP: ListingId = 'XMAD:ESP'
const ABC: ListingId = 'XNYS:ABC'
const OPEN = Date.parse('2013-10-04T07:00:00Z')
const HEADING = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
const minutes = (quote: string): string => {
  const rows = Array.from(
    { length: 60 },
    (_row, n) => `${new Date(OPEN + n * MINUTE).toISOString()},10,11,9,10,1,${quote}`,
  )
  return [HEADING, ...rows, ''].join('\n')
}

const folder = mkdtempSync(join(tmpdir(), 'lonja-recording-'))
let house: TestHouse
let opened: OpenedMarket
let who: TestCustomer
beforeAll(async () => {
  writeFileSync(join(folder, 'XMAD.ESP.minute.csv'), minutes('9.99,100,10.00,100'))
  writeFileSync(join(folder, 'XMAD.MUD.minute.csv'), minutes(',,,'))
  writeFileSync(join(folder, 'XMAD.OLD.daily.csv'), 'date,open,high,low,close,volume\n2013-10-03,1,1,1,1,1\n')
  const newYork = `${HEADING}\n2013-10-03T13:30:00Z,10,11,9,10,1,9.99,100,10.00,100\n2013-10-04T13:30:00Z,10,11,9,10,1,9.99,100,10.00,100\n`
  writeFileSync(join(folder, 'ABC.minute.csv'), newYork)
  house = await openTestHouse({
    grant: eur(1_000_000n),
    market: async (db, clock) => {
      const replay = { dir: folder, start: OPEN + 2 * MINUTE, speed: 60 }
      const config = { source: 'replay', practiceHours: 'always', feed: null, replay } as const
      opened = await openMarket({ db, config, clock, secret: Buffer.alloc(32), log: openLog('silent') })
      return opened
    },
  })
  who = await house.customer()
})
afterAll(async () => {
  await house.close()
  rmSync(folder, { recursive: true, force: true })
})

const place = (listing: ListingId, limit: string | null = null, id = newId()) =>
  house.ask(
    placeOrder,
    { id, listing, side: 'buy', shares: '10', limit, timeInForce: 'day' },
    { token: who.token, key: id },
  )

test('an order has the time of the server and the time of the market, each under its name', async () => {
  const id = newId()
  const [server, market] = [house.clock.now(), opened.market.now()]
  const { data } = await place(ESP, null, id)
  expect(data).toMatchObject({ placedAt: server, marketAt: market })
  expect(market).toBe(OPEN + 2 * MINUTE)
  house.clock.advance(SECOND)
  await house.engine.sweep()
  const mine = { token: who.token }
  const { order, fills } = (await house.ask(readOrder, { id }, mine)).data
  expect(order).toMatchObject({ placedAt: server, marketAt: market, filledAt: server + SECOND })
  expect(fills[0].quote.at).toBe(market + MINUTE)
  const { rows } = (await house.ask(listOrders, { which: 'filled' }, mine)).data
  expect(rows).toMatchObject([{ id, placedAt: server, marketAt: market }])
})

test('what a recording will never quote takes no order, with or without a limit, and says why', async () => {
  for (const [listing, why] of [
    ['XMAD:MUD', 'no_quotes'],
    ['XMAD:OLD', 'no_minutes'],
  ] as const) {
    for (const limit of [null, '10.00']) expect((await place(listing, limit)).error).toBe('never_quoted')
    expect((await house.ask(readInstrument, { listing })).data.unquoted).toBe(why)
  }
  const { source } = (await house.ask(readAbout)).data
  expect(source.unquoted).toEqual([
    { why: 'no_minutes', count: 1, some: ['XMAD:OLD'] },
    { why: 'no_quotes', count: 1, some: ['XMAD:MUD'] },
  ])
})

test('without a recorded rate a buy in the other currency is refused for good, and so is the rate', async () => {
  const refused = await place(ABC)
  expect(refused.error).toBe('no_rate_recorded')
  expect((await house.ask(readExchangeRate)).error).toBe('no_rate_recorded')
  expect((await house.ask(readAbout)).data.source.hasRates).toBe(false)
})
