import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { savePublicThrough } from './clock.store.ts'
import { readInstrument } from '@lonja/core/market/market.contract'
import { testPractice } from './market.practice.testing.ts'
import type { Market } from './market.quotes.ts'

const OPENED = Date.parse('2026-11-20T10:00:00Z')
/** The first instant of the 22nd in New York and in Madrid. */
const NEXT = { XNYS: Date.parse('2026-11-22T05:00:00Z'), XMAD: Date.parse('2026-11-21T23:00:00Z') }
const LISTINGS = ['XNYS:LMR', 'XMAD:LGM'] as const

let house: TestHouse
let market: Market
beforeAll(async () => {
  house = await openTestHouse({
    start: OPENED,
    market: async (db, clock) => {
      const opened = await testPractice({ hours: 'always', openedAt: OPENED })(db, clock)
      await db.write((tx) => savePublicThrough(tx, '2026-11-21'))
      await opened.guard.round({ isLast: true })
      market = opened.market
      return opened
    },
  })
})
afterAll(() => house.close())

const order = (listing: string, limit: string | null) => ({
  id: newId(),
  listing,
  side: 'buy',
  shares: '1',
  limit,
  timeInForce: 'gtc',
})

test.each([
  ['XNYS:LMR', '22/11/2026 06:00:00'],
  ['XMAD:LGM', '22/11/2026 00:00:00'],
] as const)('%s takes no order on a day whose seed is public, and says until when', async (listing, until) => {
  const { token } = await house.customer()
  const last = market.last(listing) ?? 0n
  const limit = `${last / 10_000n}.${String(last % 10_000n)
    .padStart(4, '0')
    .slice(0, 2)}`
  for (const each of [null, limit]) {
    const refused = await house.ask(placeOrder, order(listing, each), { token })
    expect(refused).toMatchObject({ error: 'day_public', detail: { until } })
    expect(refused.msg).toContain(until)
  }
  const resumesAt = NEXT[listing === 'XNYS:LMR' ? 'XNYS' : 'XMAD']
  expect((await house.ask(readInstrument, { listing })).data.session).toMatchObject({ state: 'halted', resumesAt })
  expect((await house.ask(readAbout)).data.source).toMatchObject({ publicThrough: '2026-11-21', stoppedSince: null })
})

test.each(LISTINGS)('%s: no quote of such a day fills an order, the next one does', (listing) => {
  const opens = NEXT[listing === 'XNYS:LMR' ? 'XNYS' : 'XMAD']
  const quotes = (from: Instant, until: Instant) => market.nextQuotes(listing, from, until)
  house.clock.advance(opens + HOUR - house.clock.now())
  expect(quotes(OPENED, opens)).toEqual([])
  expect(quotes(opens, opens + MINUTE)).toHaveLength(60)
  expect(market.quoteAt(listing, opens - HOUR), 'the chart has its prices').not.toBeNull()
})

test('on the next day orders are taken, and nothing is said any more', async () => {
  house.clock.advance(Math.max(0, NEXT.XNYS + HOUR - house.clock.now()))
  const { token } = await house.customer()
  const answer = await house.ask(placeOrder, order('XNYS:LMR', null), { token })
  expect(answer).toMatchObject({ status: 200 })
  expect((await house.ask(readAbout)).data.source.publicThrough).toBeNull()
})
