import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { Call, ReplyOf } from '@lonja/core/base/contract'
import { placeOrder, type Ticket } from '@lonja/core/orders/orders.contract'
import { readTerms } from '@lonja/core/orders/fees.contract'
import { downloadClosed, listClosed } from '@lonja/core/portfolio/closed.contract'
import { listPositions, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { previewSales } from '@lonja/core/portfolio/sales.contract'
import { readMargin } from '@lonja/core/margin/margin.contract'
import * as z from 'zod/mini'
import { ABC, ESP, ticket } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_000n)
  await house.quote(ESP, 499n, 500n)
})
afterAll(() => house.close())

async function place(who: TestCustomer, change: Partial<Ticket>): Promise<void> {
  const { shares, limit: _none, ...rest } = ticket(change.listing ?? ESP, change)
  const answer = await house.ask(placeOrder, { ...rest, shares: shares.toString(), limit: null }, { token: who.token })
  expect([answer.status, answer.error]).toEqual([200, undefined])
}

async function read<C extends Call>(call: C, { token }: TestCustomer): Promise<ReplyOf<C>> {
  const answer = await house.ask(call, {}, { token })
  return z.decode(call.reply, answer.data as never) as ReplyOf<C>
}

/** 100 shares for 500.50 at 1, then 100 at 5: of 500.50 the customer pays 100.10. */
async function owner(): Promise<TestCustomer> {
  const who = await house.customer()
  await place(who, { shares: wholeShares(100n) })
  await house.quote(ESP, 499n, 500n)
  await place(who, { shares: wholeShares(100n), leverage: 5 })
  await house.quote(ESP, 499n, 500n)
  return who
}

test('the lots of a position say what was financed of each, and at which price a close-out would begin', async () => {
  const who = await owner()
  const [position] = (await read(listPositions, who)).rows
  expect(position).toMatchObject({
    shares: 200n,
    cost: 1_001_00n,
    usedMargin: 100_10n,
    financed: 400_40n,
    night: 6n,
    // 400.40 and half of 100.10 by 100 shares; those that were paid for whole do not count.
    closeOut: priceE4(45_045n),
  })
  expect(position?.lots.map(({ leverage, financed, closeOut }) => [leverage, financed, closeOut])).toEqual([
    [1, 0n, null],
    [5, 400_40n, priceE4(45_045n)],
  ])
})

test('the figures have the account as its margin is judged: everything less what is owed, against the used margin', async () => {
  const who = await owner()
  const { display, margin } = await read(readFigures, who)
  expect(display).toMatchObject({ usedMargin: 100_10n, financed: 400_40n, owed: 400_40n })
  expect(margin).toEqual({ currency: 'EUR', equity: display.total, used: 100_10n, financed: 400_40n })
})

test('the margin has its lots, with what each uses, what is financed of it, its close-out and its night', async () => {
  const who = await owner()
  await place(who, { shares: wholeShares(10n), leverage: 2 })
  await house.quote(ESP, 499n, 500n)
  const { standing, lots, closeOuts } = await read(readMargin, who)
  expect(standing).toMatchObject({ currency: 'EUR', used: 125_13n, financed: 425_42n })
  // 50.05 by 2: the customer's part is rounded up. The lot that was paid for whole is none of them.
  const row = {
    listing: ESP,
    name: expect.any(String),
    currency: 'EUR',
    lot: expect.any(String),
    number: expect.any(String),
  }
  expect(lots).toEqual([
    { ...row, shares: 100n, cost: 500_50n, leverage: 5, financed: 400_40n, used: 100_10n, night: 6n, closeOutPrice: priceE4(45_045n) },
    { ...row, shares: 10n, cost: 50_05n, leverage: 2, financed: 25_02n, used: 25_03n, night: 1n, closeOutPrice: priceE4(37_535n) },
  ]) // prettier-ignore
  expect(closeOuts).toEqual([])
})

test('closed lots keep the leverage of their buys', async () => {
  const who = await owner()
  await place(who, { side: 'sell', shares: wholeShares(150n) })
  await house.quote(ESP, 499n, 500n)
  const { rows } = await read(listClosed, who)
  expect(rows.map(({ shares, leverage }) => [shares, leverage]).toSorted()).toEqual([
    [100n, 1],
    [50n, 5],
  ])
  const file = await house.ask(downloadClosed, {}, { token: who.token, language: 'en' })
  const cells = (file.data.file.toString('utf8') as string).split('\r\n').map((line) => line.split(','))
  expect(cells.filter((row) => row.length === 17).map((row) => row[16])).toEqual(['5', '1'])
})

test('the sale of a position says what it pays back', async () => {
  const who = await owner()
  const [sale] = (await read(previewSales, who)).rows
  expect(sale?.estimate).toMatchObject({ proceeds: 998_00n, fee: 1_00n, total: 997_00n, repaid: 400_40n })
})

test('a position that was paid for whole uses no margin', async () => {
  const who = await house.customer()
  await place(who, { shares: wholeShares(10n) })
  await house.quote(ESP, 499n, 500n)
  const [position] = (await read(listPositions, who)).rows
  expect(position).toMatchObject({ usedMargin: 0n, financed: 0n, night: 0n, closeOut: null })
  expect((await read(readFigures, who)).margin).toMatchObject({ used: 0n, financed: 0n })
})

test('the terms have the interest of a year', async () => {
  expect((await read(readTerms, await house.customer())).financingBps).toBe(500)
})
