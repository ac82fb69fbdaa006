import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import {
  listBlockApplications,
  listBlockOffers,
  listBlockPurchases,
  readBlock,
} from '@lonja/core/blocks/blocks.contract'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { readClosing, readStartOver } from '@lonja/core/leaving.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { identityGap } from '@lonja/core/portfolio/portfolio.rules'
import { downloadStatement } from '@lonja/core/portfolio/statements.contract'
import * as z from 'zod/mini'
import { newId } from '../base/ids.ts'
import { ESP, START } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { applyFor, judgeBlock, publishedOffer, runBlockRound } from './blocks.testing.ts'

let house: TestHouse
let offer: string
let day = 0

// Sessions are from 14:00 to 18:00 UTC, 15:00 to 19:00 in Madrid, on the days after the start.
const DAY = 24 * HOUR
const MADRID_16 = START
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(1_000_00n), start: START - 30 * MINUTE })
  house.script.sessions = Array.from({ length: 120 }, (_each, n) => ({
    open: START - HOUR + n * DAY,
    close: START + 3 * HOUR + n * DAY,
  }))
})
afterAll(() => house.close())
/** Each test has a day of its own: half an hour before 16:00 the ask is 6.73. */
beforeEach(async () => {
  house.clock.set(MADRID_16 + day * DAY - 30 * MINUTE)
  await house.quote(ESP, 670n, 673n)
  offer = await publishedOffer(house)
  day += 4
})

const today = () => MADRID_16 + (day - 4) * DAY
const state = async (who: TestCustomer, id: string) => (await house.ask(readBlock, { id }, { token: who.token })).data
const free = async ({ token }: TestCustomer) => (await house.ask(listBlockOffers, {}, { token })).data.free[0].amount
const codes = async ({ token }: TestCustomer): Promise<string[]> => {
  const { data } = await house.ask(listNotices, {}, { token, language: 'en' })
  return (data.data as { code: string }[]).map(({ code }) => code).filter((code) => code.startsWith('block_'))
}
const entriesOf = async ({ token }: TestCustomer): Promise<string[]> =>
  (await house.ask(listEntries, {}, { token })).data.rows.map(({ kind }: { kind: string }) => kind)

/** The figures in EUR; each must satisfy the identity. */
async function figuresOf({ token }: TestCustomer) {
  const { byCurrency } = z.decode(readFigures.reply, (await house.ask(readFigures, {}, { token })).data)
  for (const own of byCurrency) expect([own.currency, identityGap(own)]).toEqual([own.currency, 0n])
  const { held, marketValue, cost, total } = byCurrency[0]!
  return { held, marketValue, cost, total }
}

/** The events up to an instant of the day, and a round of the jobs there. */
async function quoteAt(at: number, bid: bigint, ask: bigint) {
  house.clock.set(at - SECOND)
  await house.quote(ESP, bid, ask)
  await runBlockRound(house)
}

/** The customer signed in anew: the day has passed. */
async function later({ phone, password, ...who }: TestCustomer): Promise<TestCustomer> {
  const { data } = await house.ask(logIn, { phone, password })
  return { ...who, phone, password, token: data.token }
}

/** A customer whose 100 shares were bought at the event one second after 16:00. */
async function bought() {
  const who = await house.customer()
  const { id } = (await applyFor(house, who, offer)).data
  await judgeBlock(house, id)
  await quoteAt(today() + MINUTE, 648n, 650n)
  return { who, id }
}

describe('the price', () => {
  test('is that of the first event after 16:00, less the discount, with its evidence; the rest is free', async () => {
    const who = await house.customer()
    const { id } = (await applyFor(house, who, offer)).data
    expect(await state(who, id)).toMatchObject({ granted: null, approvedAt: null })
    await judgeBlock(house, id)
    const approved = { granted: '100', approvedAt: house.clock.now(), priceAfter: today() }
    expect(await state(who, id)).toMatchObject({ state: 'approved', ...approved })
    // An event at 16:00 itself is not after it.
    await quoteAt(today(), 599n, 600n)
    expect((await state(who, id)).state).toBe('approved')
    await quoteAt(today() + 5 * SECOND, 648n, 650n)
    await quoteAt(today() + 9 * SECOND, 699n, 700n)
    const { purchase } = await state(who, id)
    // 6.50 less 4 % is 6.24; with the fee of 0.1 %, up to the cent.
    expect(purchase).toMatchObject({
      state: 'hold',
      shares: '100',
      price: '6.24',
      cost: '624.63',
      fee: '0.63',
      evidence: { at: today() + 5 * SECOND, ask: '6.50' },
      until: today() + 5 * SECOND + 2 * DAY,
      freedAt: null,
      value: '699.00',
      estimated: '74.37',
      sold: '0',
      sellPrice: null,
    })
    expect(await free(who)).toBe('375.37')
    expect(await entriesOf(who)).toEqual(['block', 'release', 'fee', 'block', 'hold', 'grant'])
  })

  test('keeps the identity of the figures at each step, and the statement has its rows', async () => {
    const who = await house.customer()
    const { id } = (await applyFor(house, who, offer)).data
    const figures = [await figuresOf(who)]
    await judgeBlock(house, id)
    await quoteAt(today() + MINUTE, 648n, 650n)
    figures.push(await figuresOf(who))
    // At 6.48 the shares are worth 23.37 more than they cost: locked ones count.
    expect(figures).toEqual([
      { held: eur(700_70n).units, marketValue: 0n, cost: 0n, total: 1_000_00n },
      { held: 0n, marketValue: 648_00n, cost: 624_63n, total: 1_023_37n },
    ])
    const month = new Date(house.clock.now()).toISOString().slice(0, 7)
    const how = { token: who.token, language: 'en' } as const
    const { file } = (await house.ask(downloadStatement, { month, format: 'csv' }, how)).data
    const rows = ['XMAD:ESP,100,624.63', ',Block,EUR,,100,-624.63,375.37,', 'opening + movements − closing,0.00,']
    for (const row of rows) expect(file.toString()).toContain(row)
  })

  test('above the cap ends it and frees the hold', async () => {
    const who = await house.customer()
    const { id } = (await applyFor(house, who, offer, { cap: '6.2399' })).data
    await judgeBlock(house, id)
    await quoteAt(today() + MINUTE, 648n, 650n)
    expect(await state(who, id)).toMatchObject({
      state: 'above_cap',
      aboveCap: { price: '6.24', ask: '6.50' },
      purchase: null,
    })
    expect(await free(who)).toBe('1000.00')
    expect((await codes(who))[0]).toBe('block_above_cap')
  })

  test('is not made of shares that a split has changed since the application: it ends with its hold free', async () => {
    const who = await house.customer()
    const { id } = (await applyFor(house, who, offer)).data
    const recordAt = house.market.now()
    await judgeBlock(house, id)
    house.clock.set(today() + MINUTE - SECOND)
    await house.quote(ESP, 324n, 325n)
    const dates = { exDay: '2026-11-21', announcedAt: recordAt - DAY, recordAt, exAt: recordAt } as const
    const split = { ...dates, listing: ESP, kind: 'split', ratio: { from: 1n, to: 2n } } as const
    await runBlockRound({ ...house, market: { ...house.market, actions: () => [split] } })
    expect(await state(who, id)).toMatchObject({ state: 'changed', purchase: null })
    expect(await free(who)).toBe('1000.00')
    expect((await codes(who))[0]).toBe('block_changed')
  })

  test('of an approval at 16:00 or later is made on the next day', async () => {
    const who = await house.customer()
    const { id } = (await applyFor(house, who, offer)).data
    house.clock.set(today())
    await judgeBlock(house, id)
    await quoteAt(today() + MINUTE, 648n, 650n)
    expect(await state(who, id)).toMatchObject({ state: 'approved', priceAfter: today() + DAY })
    await quoteAt(today() + DAY + MINUTE, 600n, 601n)
    expect(await state(await later(who), id)).toMatchObject({
      state: 'bought',
      purchase: { evidence: { ask: '6.01' } },
    })
  })
})

describe('a locked block', () => {
  const sell = ({ token }: TestCustomer, lot: string | null, shares = '100') => {
    const id = newId()
    const ticket = { id, listing: ESP, side: 'sell', shares, limit: null, timeInForce: 'day', ...(lot ? { lot } : {}) }
    return house.ask(placeOrder, ticket, { token, key: id })
  }

  test('cannot be sold, neither by its lot nor among others; those that are older or newer can', async () => {
    const { who, id } = await bought()
    const { lot } = (await state(who, id)).purchase
    expect((await sell(who, lot)).error).toBe('lot_reserved')
    expect((await sell(who, null)).error).toBe('insufficient_shares')
    const buy = newId()
    const ticket = { id: buy, listing: ESP, side: 'buy', shares: '10', limit: null, timeInForce: 'day' }
    expect((await house.ask(placeOrder, ticket, { token: who.token, key: buy })).status).toBe(200)
    await house.quote(ESP, 648n, 650n)
    expect((await sell(who, null, '11')).error).toBe('insufficient_shares')
    expect((await sell(who, null, '10')).status).toBe(200)
    await house.quote(ESP, 648n, 650n)
    expect(await state(who, id)).toMatchObject({ purchase: { left: '100', sold: '0' } })
  })

  test('stands against starting over and closing until its end, then is sold at the market with its result', async () => {
    const { who: early, id } = await bought()
    let who = early
    const against = async () => [
      (await house.ask(readStartOver, {}, { token: who.token })).data.against,
      (await house.ask(readClosing, {}, { token: who.token })).data.against,
    ]
    expect(await against()).toEqual(['block_under_way', ['block_under_way']])
    const { until, lot } = (await state(who, id)).purchase
    await quoteAt(until - SECOND, 610n, 612n)
    who = await later(who)
    expect((await state(who, id)).purchase.freedAt).toBeNull()
    expect((await sell(who, lot)).error).toBe('lot_reserved')
    await quoteAt(until, 610n, 612n)
    expect((await state(who, id)).purchase.freedAt).toBe(until)
    expect(await against()).toEqual([null, []])
    expect((await codes(who))[0]).toBe('block_freed')
    expect((await sell(who, lot)).status).toBe(200)
    await quoteAt(until + 2 * SECOND, 605n, 606n)
    const { rows } = (await house.ask(listBlockPurchases, {}, { token: who.token })).data
    // 100 at 6.05 less the fee of 0.61, against 624.63.
    expect(rows).toMatchObject([
      { id, state: 'sold', sold: '100', sellPrice: '6.05', realised: '-20.24', left: '0', value: null },
    ])
    expect((await house.ask(listBlockApplications, {}, { token: who.token })).data.rows).toMatchObject([
      { id, state: 'bought' },
    ])
  })

  test('adds to what earlier blocks of the house had become, by the first bid after its lock', async () => {
    const { who: early, id } = await bought()
    const { until } = (await state(early, id)).purchase
    const before = (await house.ask(listBlockOffers, {}, { token: early.token })).data.outcomes?.count ?? 0
    await quoteAt(until, 610n, 612n)
    const who = await later(early)
    expect((await house.ask(listBlockOffers, {}, { token: who.token })).data.outcomes?.count ?? 0).toBe(before)
    await quoteAt(until + SECOND, 300n, 301n)
    // 300.00 against 624.63 is -51.97 %.
    const { outcomes } = (await house.ask(listBlockOffers, {}, { token: who.token })).data
    expect(outcomes).toMatchObject({ count: before + 1, leastBps: -5197 })
  })
})
