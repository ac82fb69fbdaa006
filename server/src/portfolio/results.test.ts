import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeProfile } from '@lonja/core/accounts/accounts.contract'
import { eur, usd, wholeShares } from '@lonja/core/base/amount'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { startOver } from '@lonja/core/leaving.contract'
import { placeOrder, type Ticket } from '@lonja/core/orders/orders.contract'
import { readDayCurve, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readResults } from '@lonja/core/portfolio/results.contract'
import { RESULT_SPAN_NAMES, type ResultSpan } from '@lonja/core/portfolio/results.rules'
import * as z from 'zod/mini'
import { grantTo } from '../accounts/operator.actions.ts'
import { newId } from '../base/ids.ts'
import { ABC, ESP, START, ticket } from '../orders/orders.testing.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { payerIn, TRADING } from '../withdrawals/withdrawals.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  house.script.sessions = [{ open: START - HOUR, close: START + 900 * HOUR }]
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
})
afterAll(() => house.close())

async function place(who: TestCustomer, change: Partial<Ticket>): Promise<void> {
  const { shares, limit: _none, ...rest } = ticket(change.listing ?? ESP, change)
  const answer = await house.ask(placeOrder, { ...rest, shares: shares.toString(), limit: null }, { token: who.token })
  expect([answer.status, answer.error]).toEqual([200, undefined])
}
const give = (who: TestCustomer, amount: ReturnType<typeof eur> | ReturnType<typeof usd>) =>
  grantTo(house.db, who.id, { amount, key: newId() }, house.clock.now())

const resultsOf = async ({ token }: TestCustomer, span: ResultSpan) =>
  z.decode(readResults.reply, (await house.ask(readResults, { span }, { token })).data)
const displayOf = async ({ token }: TestCustomer) =>
  z.decode(readFigures.reply, (await house.ask(readFigures, {}, { token })).data).display

type Results = Awaited<ReturnType<typeof resultsOf>>
const changeIn = ({ total }: Results): bigint => (total.at(-1) ?? 0n) - (total[0] ?? 0n)

/** Each span ends at the total of the figures, and its shares with the rest are its result. */
async function checkSpans(who: TestCustomer): Promise<void> {
  const { total } = await displayOf(who)
  for (const span of RESULT_SPAN_NAMES) {
    const results = await resultsOf(who, span)
    const sum = results.shares.reduce((all, { shown }) => all + (shown ?? 0n), results.rest)
    expect([span, results.total.at(-1), sum]).toEqual([span, total, changeIn(results)])
    expect([span, results.at.length, results.at.at(-1)]).toEqual([span, results.total.length, house.clock.now()])
  }
}

/** The customer on a later day, signed in again: a session ends by itself. */
async function later(who: TestCustomer): Promise<TestCustomer> {
  house.clock.advance(30 * HOUR)
  return { ...who, token: await signInAgain(house, who) }
}

/** Some days: buys in both currencies, one financed, a sale, and money that is paid in between. */
async function trader(): Promise<TestCustomer> {
  let who = await house.customer()
  await house.quote(ESP, 499n, 500n)
  await place(who, { shares: wholeShares(1_000n) })
  await house.quote(ESP, 499n, 500n)
  await place(who, { shares: wholeShares(100n), leverage: 5 })
  await house.quote(ESP, 499n, 500n)
  await checkSpans(who)
  who = await later(who)
  await give(who, eur(5_000_00n))
  await house.quote(ABC, 999n, 1_001n)
  await place(who, { listing: ABC, shares: wholeShares(100n) })
  await house.quote(ABC, 999n, 1_001n)
  who = await later(who)
  await house.quote(ESP, 520n, 521n)
  await place(who, { side: 'sell', shares: wholeShares(400n) })
  await house.quote(ESP, 520n, 521n)
  await house.quote(ABC, 950n, 951n)
  return who
}

describe('the total over time', () => {
  test('ends in each span at the total of the figures, with financed lots and both currencies, and its parts add up', async () => {
    const who = await trader()
    await checkSpans(who)
    const all = await resultsOf(who, 'all')
    expect(all.shares.map(({ listing, currency }) => [listing, currency])).toEqual([
      [ESP, 'EUR'],
      [ABC, 'USD'],
    ])
    const [esp, abc] = all.shares
    // 1,100 for 5,505.50 and fees; 400 sold at 5.20 less 2.08; the rest at 5.20.
    expect(esp?.own).toBe(5_720_00n - 2_08n - 5_505_50n)
    expect(abc).toMatchObject({ own: 950_00n - 1_002_01n, shown: expect.any(BigInt) })
    expect(all.startedOverAt).toBe(null)
    await house.ask(changeProfile, { displayCurrency: 'USD' }, { token: who.token })
    await checkSpans(who)
  })

  test('is not moved by what is paid in and out: that counts from the start, and is said', async () => {
    const who = await later(await house.customer())
    await give(who, eur(700_00n))
    await give(who, usd(110_00n))
    for (const span of ['week', 'month', 'year', 'all'] as const) {
      const { total, paid } = await resultsOf(who, span)
      expect([span, ...new Set(total)]).toEqual([span, 100_800_00n])
      // The span begins before the account: its first money was paid in too.
      expect([span, paid]).toEqual([span, 100_800_00n])
    }
    const { at, paid, payments } = await resultsOf(who, 'day')
    expect([paid, payments]).toEqual([800_00n, [{ at: at.at(-1), paid: 800_00n }]])
  })

  test('has a payment at the first point of the line that has it, and none at the others', async () => {
    let who = await later(await house.customer())
    const givenAt = house.clock.now()
    await give(who, eur(700_00n))
    who = await later(who)
    const { at, payments } = await resultsOf(who, 'week')
    expect(payments).toEqual([
      { at: at[1], paid: 100_000_00n },
      { at: at.find((each) => each >= givenAt), paid: 700_00n },
    ])
    expect(at.at(-1)).toBeGreaterThan(payments[1]?.at ?? Infinity)
  })

  test('begins anew after a start-over, whose shares and money were another account’s', async () => {
    const who = await payerIn(house)
    await house.quote(ESP, 499n, 500n)
    await place(who, { shares: wholeShares(1_000n) })
    await house.quote(ESP, 499n, 500n)
    await house.quote(ESP, 600n, 601n)
    const id = newId()
    const over = await house.ask(startOver, { id, password: TRADING }, { token: who.token, key: id })
    expect([over.error, over.status]).toEqual([undefined, 200])
    const overAt = house.clock.now()
    house.clock.advance(MINUTE)
    await house.quote(ESP, 600n, 601n)
    await place(who, { shares: wholeShares(10n) })
    await house.quote(ESP, 600n, 601n)
    await checkSpans(who)
    const { total, shares, startedOverAt } = await resultsOf(who, 'all')
    expect([startedOverAt, total[0], shares.map(({ own }) => own)]).toEqual([overAt, 100_000_00n, [-17n]])
  })

  test('of a day counts what is financed as the figures do', async () => {
    const who = await house.customer()
    await house.quote(ESP, 499n, 500n)
    await place(who, { shares: wholeShares(100n), leverage: 5 })
    await house.quote(ESP, 499n, 500n)
    const { data } = await house.ask(readDayCurve, {}, { token: who.token })
    const curve = z.decode(readDayCurve.reply, data)
    expect(curve.total.at(-1)).toBe((await displayOf(who)).total)
  })

  test('is the customer’s own', async () => {
    const [, other] = [await trader(), await house.customer()]
    expect(await resultsOf(other, 'all')).toMatchObject({ shares: [], rest: 0n, paid: 100_000_00n })
  })
})
