import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { HOUR } from '@lonja/core/base/instant'
import { readLoan } from '@lonja/core/loans/loans.contract'
import { closeAccount, readClosing, readStartOver, startOver } from '@lonja/core/leaving.contract'
import { readDayCurve, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { identityGap } from '@lonja/core/portfolio/portfolio.rules'
import { readResults } from '@lonja/core/portfolio/results.contract'
import { RESULT_SPAN_NAMES } from '@lonja/core/portfolio/results.rules'
import {
  downloadEverything,
  downloadStatement,
  listStatements,
  readStatement,
} from '@lonja/core/portfolio/statements.contract'
import { checkBooks } from '../books.ts'
import { newId } from '../base/ids.ts'
import { GRANT, paidOut, passCheck } from '../loans/loans.testing.ts'
import { ABC, ESP, START } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { TRADING, payerIn } from '../withdrawals/withdrawals.testing.ts'

/** Customers who owe: for financed shares, and of a loan. They have an open order of every kind. */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ grant: GRANT })
  house.script.sessions = [{ open: START - HOUR, close: START + 900 * HOUR }]
})
afterAll(() => house.close())

async function quotes(): Promise<void> {
  await house.quote(ABC, 998n, 1_000n)
  await house.quote(ESP, 498n, 500n)
}

type Terms = Partial<Record<keyof Ticket, unknown>>
async function order({ token }: TestCustomer, terms: Terms): Promise<void> {
  const id = newId()
  const ticket = { id, listing: ESP, side: 'buy', shares: '10', limit: null, timeInForce: 'gtc', ...terms }
  const answer = await house.ask(placeOrder, ticket, { token, key: id })
  expect([answer.error, answer.fields]).toEqual([undefined, undefined])
}

/** Orders that wait at quotes of 4.98 and 5.00. */
const WAITING: readonly Terms[] = [
  { limit: '4.00' },
  { limit: '4.00', timeInForce: 'day' },
  { limit: '4.00', timeInForce: 'close' },
  { limit: '4.00', leverage: 5 },
  { limit: '4.00', exits: { stop: '3.00', trailBps: null, profit: '9.00' } },
  { listing: ABC, limit: '8.00' },
  { stop: '6.00' },
  { stop: '6.00', limit: '6.50' },
  { trail: '1.00' },
  { trailBps: 2_000, leverage: 2 },
  { side: 'sell', limit: '9.00' },
  { side: 'sell', stop: '4.00' },
  { side: 'sell', stop: '4.00', limit: '3.90' },
  { side: 'sell', trailBps: 2_000 },
  { side: 'sell', stop: '4.00', profit: '9.00' },
]

/** A borrower of 120,000.00 with 1,000 shares at leverage 5 and 1,000 at 2, all of whose kinds of orders wait. */
async function debtor(): Promise<TestCustomer> {
  const who = await payerIn(house)
  await passCheck(house, who)
  await paidOut(house, who)
  await quotes()
  await order(who, { shares: '1000', leverage: 5, exits: { stop: '4.00', trailBps: null, profit: '9.00' } })
  await order(who, { shares: '1000', leverage: 2 })
  await quotes()
  for (const terms of WAITING) await order(who, terms)
  return who
}

const ask = async (who: TestCustomer, call: Parameters<TestHouse['ask']>[0], input: object = {}) =>
  (await house.ask(call, input, { token: who.token })).data
const figuresOf = async (who: TestCustomer) => z.decode(readFigures.reply, await ask(who, readFigures))
const cents = (text: string): bigint => BigInt(text.replace('.', ''))

/** 5,000.00 by 5: 4,004.00 are financed; by 2: 2,502.50. */
const FINANCED = 400_400n + 250_250n
const LENT = 12_000_000n
const LENT_SHOWN = { currency: 'EUR', amount: '120000.00' }

test('a month says what is owed at its end as the figures do, and closes to the cent', async () => {
  const who = await debtor()
  const { byCurrency } = await figuresOf(who)
  expect(byCurrency.map((own) => [own.currency, identityGap(own)])).toEqual([
    ['EUR', 0n],
    ['USD', 0n],
  ])
  expect(byCurrency[0]).toMatchObject({ financed: FINANCED, lent: LENT, owed: FINANCED + LENT })
  const [{ month }] = (await ask(who, listStatements)).rows
  const { figures } = await ask(who, readStatement, { month })
  for (const [n, own] of byCurrency.entries()) {
    const { gap, openingOwed, closingOwed, closingCash, closingCost } = figures[n]
    expect([gap, openingOwed]).toEqual(['0.00', '0.00'])
    expect([closingOwed, closingCash, closingCost].map(cents)).toEqual([own.owed, own.free + own.held, own.cost])
  }
  const answer = await house.ask(downloadStatement, { month, format: 'csv' }, { token: who.token, language: 'en' })
  const text = (answer.data.file as Buffer).toString('utf8')
  expect(text).toMatch(/\r\nClosing debt,126506\.50,/)
})

test('money that is lent is no result: the lines of the day and of the result end at the total of the figures', async () => {
  const who = await debtor()
  const { display } = await figuresOf(who)
  const day = z.decode(readDayCurve.reply, await ask(who, readDayCurve))
  expect(day.total.at(-1)).toBe(display.total)
  expect(day.start).toBe(GRANT.units)
  for (const span of RESULT_SPAN_NAMES) {
    const { total, paid, rest, shares } = z.decode(readResults.reply, await ask(who, readResults, { span }))
    expect([span, total.at(-1)]).toEqual([span, display.total])
    expect([span, total[0] === undefined ? null : display.total - total[0]]).toEqual([
      span,
      shares.reduce((sum, { shown }) => sum + (shown ?? 0n), rest),
    ])
    expect([span, paid]).toEqual([span, GRANT.units])
  }
})

test('the archive has each order with its terms, and each fill and lot with what was financed', async () => {
  const who = await debtor()
  const { file } = await ask(who, downloadEverything)
  const files = unzipSync(new Uint8Array(file))
  const rows = (table: string) => JSON.parse(strFromU8(files[`json/${table}.json`] ?? new Uint8Array())) as object[]
  expect(rows('orders')).toHaveLength(WAITING.length + 3)
  expect(
    rows('lots')
      .map((lot) => 'financed_left' in lot && String(lot.financed_left))
      .toSorted(),
  ).toEqual(['250250', '400400'])
})

test('starting over ends every order, and pays back what was financed and lent as its preview says', async () => {
  const who = await debtor()
  const preview = await ask(who, readStartOver)
  expect(preview).toMatchObject({ orders: WAITING.length + 1, against: null, owed: [], lent: [LENT_SHOWN] })
  const id = newId()
  const answer = await house.ask(startOver, { id, password: TRADING }, { token: who.token, key: id })
  expect([answer.status, answer.error]).toEqual([200, undefined])
  for (const figure of ['orders', 'positions', 'cost', 'cash', 'owed', 'lent'] as const)
    expect([figure, answer.data[figure]]).toEqual([figure, preview[figure]])
  expect((await ask(who, listOrders, { which: 'open' })).rows).toEqual([])
  const { byCurrency } = await figuresOf(who)
  expect(byCurrency[0]).toMatchObject({ free: GRANT.units, held: 0n, owed: 0n, usedMargin: 0n, total: GRANT.units })
  expect(byCurrency.map(identityGap)).toEqual([0n, 0n])
})

test('starting over pays a loan from the euros: dollars go back whole, and the house lets the rest go', async () => {
  const who = await payerIn(house)
  await passCheck(house, who)
  const loan = await paidOut(house, who)
  await quotes()
  await order(who, { listing: ABC, shares: '15000' })
  await quotes()
  const { byCurrency } = await figuresOf(who)
  const euros = byCurrency.find(({ currency }) => currency === 'EUR')?.free ?? 0n
  expect(euros).toBeLessThan(LENT)
  expect(await ask(who, readStartOver)).toMatchObject({ owed: [], lent: [LENT_SHOWN] })
  const id = newId()
  expect((await house.ask(startOver, { id, password: TRADING }, { token: who.token, key: id })).error).toBeUndefined()
  const { state, account } = z.decode(readLoan.reply, await ask(who, readLoan, { id: loan }))
  expect(state).toBe('written_off')
  expect(account.slice(-2).map(({ kind, amount, owed }) => [kind, amount, owed])).toEqual([
    ['repaid', -euros, LENT - euros],
    ['written_off', euros - LENT, 0n],
  ])
  expect((await figuresOf(who)).display).toMatchObject({ free: GRANT.units, owed: 0n })
})

test('closing ends every order, and its preview names what is handed back', async () => {
  const who = await debtor()
  const preview = await ask(who, readClosing)
  expect(preview).toMatchObject({ orders: WAITING.length + 1, owed: [], lent: [LENT_SHOWN] })
  const answer = await house.ask(closeAccount, { password: TRADING }, { token: who.token, key: newId() })
  expect([answer.status, answer.error]).toEqual([200, undefined])
  expect(house.open.idsOf(who.id)).toEqual([])
})

test('and the books hold', async () => {
  expect(await house.db.read(checkBooks)).toEqual([])
})
