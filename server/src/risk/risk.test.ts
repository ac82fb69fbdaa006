import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { CALLS } from '@lonja/core/calls'
import { lastNightAt } from '@lonja/core/interest/interest.rules'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { readMargin } from '@lonja/core/margin/margin.contract'
import {
  listExpiries,
  listExposure,
  listHouseCloseOuts,
  listMarginLevels,
  openCloseOut,
  readRisk,
} from '@lonja/core/risk/risk.staff.contract'
import { MINUTE } from '@lonja/core/base/instant'
import * as z from 'zod/mini'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { chargeNight } from '../interest/interest.actions.ts'
import { insertNight } from '../interest/interest.store.ts'
import { listFinancedSince } from '../orders/lots.store.ts'
import { settleNow } from '../margin/settling.actions.ts'
import { enterOne, runOptionRound } from '../options/options.testing.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { buyLeveraged, closeOutOf, judgeAt } from './risk.testing.ts'

/* The console's page of risk, through the door: its figures are those of the customers' own pages. */

let house: TestHouse
let seat: { readonly token: string; readonly number: number }
beforeAll(async () => {
  house = await openTestHouse()
  seat = await house.seat({ roles: ['treasurer'] })
})
afterAll(() => house.close())

async function levels(input: object = {}) {
  house.clock.advance(5_000)
  return z.decode(listMarginLevels.reply, (await house.ask(listMarginLevels, input, seat)).data)
}
const names = async (input: object = {}) => (await levels(input)).rows.map(({ customer }) => customer)
async function sums() {
  house.clock.advance(5_000)
  return z.decode(readRisk.reply, (await house.ask(readRisk, {}, seat)).data)
}
const closeOuts = async (input: object = {}) =>
  z.decode(listHouseCloseOuts.reply, (await house.ask(listHouseCloseOuts, input, seat)).data)
const opened = (customer: string, id: string) => house.ask(openCloseOut, { customer, id }, seat)
const ownPage = async ({ token }: TestCustomer) =>
  z.decode(readMargin.reply, (await house.ask(readMargin, {}, { token })).data)
const viewsOf = async ({ token }: TestCustomer) =>
  (await house.ask(listActivity, { which: 'views' }, { token })).data.rows as { act: string; seat: number }[]

/** Customers with 1,000, 20,000 and 10,000 shares of ESP at leverage 5, of which the second one stands lowest. */
async function three(): Promise<[TestCustomer, TestCustomer, TestCustomer]> {
  const [little, much, middle] = [await house.customer(), await house.customer(), await house.customer()]
  await buyLeveraged(house, little, 1_000)
  await buyLeveraged(house, much, 20_000)
  await buyLeveraged(house, middle, 10_000)
  await house.quote(ESP, 100n, 101n)
  return [little, much, middle]
}

test('accounts stand by number, the lowest level first, with the figures of their own pages', async () => {
  const [little, much, middle] = await three()
  const { rows } = await levels()
  expect(rows.map(({ customer }) => customer)).toEqual([much.id, middle.id, little.id])
  for (const who of [little, much, middle]) {
    const { standing } = await ownPage(who)
    const row = rows.find(({ customer }) => customer === who.id)
    const { toCloseOut, ...own } = row?.standing ?? { toCloseOut: 0n }
    expect({ ...own, levelBps: Number(row?.level) }).toEqual(standing)
    expect(toCloseOut).toBe((standing?.equity ?? 0n) - (standing?.used ?? 0n) / 2n)
    expect(row?.number).toBe(`L-${who.id.slice(-6).toUpperCase()}`)
  }
  // 1,000 x 1.00 of 4,004.00 financed: the list names nobody.
  expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(['customer', 'level', 'number', 'standing'])
  expect(await viewsOf(much)).toEqual([])
})

test('the list is filtered by level and by account number, and paged without a repeat or a gap', async () => {
  const all = await names()
  const of = async (fallen: string) => (await levels({ fallen })).rows.map(({ level }) => Number(level))
  const [full, near, closeOut] = [await of('full'), await of('near'), await of('closeOut')]
  expect([full.length, near.length, closeOut.length]).toEqual([1, 0, 0])
  expect(full.every((level) => level < 10_000)).toBe(true)
  const [first = ''] = all
  expect(await names({ find: `L-${first.slice(-6)}` })).toEqual([first])
  expect(await names({ find: first })).toEqual([first])
  for (const find of ['Ana', '612', newId(), `${first.slice(0, 9)}${'-'.repeat(27)}`])
    expect(await names({ find })).toEqual([])
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await levels({ limit: '1', ...(cursor === '' ? {} : { cursor }) })
    paged.push(...page.rows.map(({ customer }) => customer))
    cursor = page.cursor
  }
  expect(paged).toEqual(all)
})

test('the head adds up what is financed, the used margin, the interest of the last night and what was forgiven', async () => {
  const who = await house.customer()
  const before = await sums()
  expect(before.forgiven).toEqual([])
  await buyLeveraged(house, who, 1_000)
  const after = await sums()
  const eur = (amounts: typeof after.financed) => amounts.find(({ asset }) => asset === 'EUR')?.units ?? 0n
  // 1,000 x 5.00 and the fee of 5.00: a fifth is the customer's own.
  expect([eur(after.financed) - eur(before.financed), eur(after.used) - eur(before.used)]).toEqual([400_400n, 100_100n])
  expect([after.accounts - before.accounts, before.night]).toEqual([1, null])
  const now = house.clock.now()
  const night = lastNightAt(now)
  const charged = { ...night, at: now }
  for (const customer of await house.db.read((tx) => listFinancedSince(tx, now)))
    await writeFor(house.db, customer, (tx) => chargeNight(tx, customer, charged, now))
  await house.db.write((tx) => insertNight(tx, charged, { isCharged: true, doneAt: now }))
  // 4,004.00, 80,080.00, 40,040.00 and 4,004.00, each x 5 % / 360 and rounded up.
  expect((await sums()).night).toEqual({ at: now, interest: [{ asset: 'EUR', units: 56n + 1_113n + 557n + 56n }] })
})

test('what the house forgave is added up', async () => {
  const who = await house.customer()
  await buyLeveraged(house, who, 80_000)
  await judgeAt(house, who, 10n)
  await house.quote(ESP, 10n, 11n)
  await writeFor(house.db, who.id, (tx) => settleNow(tx, who.id, { market: house.market, now: house.clock.now() }))
  const answer = await house.ask(listEntries, { kind: 'forgiven' }, { token: who.token })
  const [entry] = z.decode(listEntries.reply, answer.data).rows
  expect(entry?.free.units).toBeGreaterThan(20_000_000n)
  expect((await sums()).forgiven).toEqual([entry?.free])
  await house.quote(ESP, 499n, 500n)
})

test('a close-out in the list has its figures; opened, its quotes, lots, orders and fills, and that is a view', async () => {
  const who = await house.customer()
  const id = await closeOutOf(house, who)
  const [row] = (await closeOuts()).rows
  const [own] = (await ownPage(who)).closeOuts
  if (!own) throw new Error('the customer reads it')
  const { orders, quotes, rate, ...figures } = own
  expect(row).toMatchObject({ ...figures, customer: who.id, id })
  expect(await viewsOf(who)).toEqual([])
  expect((await closeOuts({ find: who.id })).rows).toHaveLength(1)
  expect((await closeOuts({ find: newId() })).rows).toEqual([])

  const closeOut = z.decode(openCloseOut.reply, (await opened(who.id, id)).data)
  expect(closeOut).toMatchObject({ ...row, rate, quotes })
  expect(closeOut.lots).toMatchObject([
    {
      listing: ESP,
      shares: 20_000n,
      closing: 0n,
      financed: 8_008_000n,
      order: {
        id: orders[0]?.order,
        shares: orders[0]?.shares,
        filled: orders[0]?.shares,
        fills: [{ price: 49_900n }],
      },
    },
  ])
  expect(await viewsOf(who)).toMatchObject([{ act: 'viewed_close_out', seat: seat.number }])
})

test('a close-out is opened under its own customer alone', async () => {
  const [who, other] = [await house.customer(), await house.customer()]
  const id = await closeOutOf(house, who)
  expect((await opened(other.id, id)).error).toBe('unknown_close_out')
  expect((await opened(newId(), id)).error).toBe('unknown_customer')
  expect(await viewsOf(other)).toEqual([])
})

test('close-outs are paged, newest first', async () => {
  const { rows } = await closeOuts()
  const first = await closeOuts({ limit: '1' })
  const next = await closeOuts({ limit: '100', cursor: first.cursor })
  expect([...first.rows, ...next.rows]).toEqual(rows)
  expect(rows.map(({ id }) => id)).toEqual(
    rows
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  )
})

test('the holdings of all customers are added up by listing', async () => {
  const read = async () => z.decode(listExposure.reply, (await house.ask(listExposure, {}, seat)).data).rows
  const [before] = await read()
  const who = await house.customer()
  await buyLeveraged(house, who, 1_000)
  const [after] = await read()
  if (!before || !after) throw new Error('customers hold ESP')
  expect(after).toMatchObject({ listing: ESP, last: 49_900n, share: 10_000n, customers: before.customers + 1 })
  expect([after.shares - before.shares, after.sharesFinanced - before.sharesFinanced]).toEqual([1_000n, 1_000n])
  expect([after.value, after.financed - before.financed]).toEqual([after.shares * 499n, 400_400n])
})

test('running options are added up by the minute of their expiry, and leave it once they are settled', async () => {
  const read = async () => z.decode(listExpiries.reply, (await house.ask(listExpiries, {}, seat)).data).rows
  expect(await read()).toEqual([])
  await house.quote(ABC, 999n, 1_001n)
  const [one, other] = [await house.customer(), await house.customer()]
  const { expiresAt } = (await enterOne(house, one, { stake: '30.00' })).data as { expiresAt: number }
  await enterOne(house, other, { side: 'down' })
  const minute = expiresAt - (expiresAt % MINUTE)
  expect(await read()).toEqual([{ minute, count: 2, listings: 1, staked: 40_00n, lossMost: 35_20n }])
  house.clock.set(expiresAt)
  await runOptionRound(house)
  expect(await read()).toEqual([])
})

test('nothing under the page of risk writes', () => {
  const calls = Object.values(CALLS).filter(({ path }) => path.startsWith('/staff/risk/'))
  expect(calls).toHaveLength(6)
  expect(calls.map(({ kind }) => kind)).toEqual(calls.map(() => 'read'))
})
