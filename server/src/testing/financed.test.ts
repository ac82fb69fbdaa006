import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Amount } from '@lonja/core/base/amount'
import { startOver } from '@lonja/core/leaving.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { identityGap } from '@lonja/core/portfolio/portfolio.rules'
import { readWithdrawalTerms } from '@lonja/core/withdrawals/withdrawals.contract'
import * as z from 'zod/mini'
import { checkBooks } from '../books.ts'
import { newId } from '../base/ids.ts'
import { ESP } from '../orders/orders.testing.ts'
import { payerIn, submit, TRADING, type Payer } from '../withdrawals/withdrawals.testing.ts'
import { openTestHouse, type TestHouse } from './house.ts'

/* A customer with financed lots, through the door: figures, withdrawals, starting over, and the books. */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

async function figuresOf({ token }: Payer) {
  const answer = await house.ask(readFigures, {}, { token })
  const { byCurrency } = z.decode(readFigures.reply, answer.data)
  for (const own of byCurrency) expect([own.currency, identityGap(own)]).toEqual([own.currency, 0n])
  const own = byCurrency.find(({ currency }) => currency === 'EUR')
  if (!own) throw new Error('no figures in EUR')
  const { free, marketValue, owed, financed, usedMargin, total } = own
  return { free, marketValue, owed, financed, usedMargin, total }
}

/** Buys 1,000 shares at 100.00 with leverage 5: 80,080.00 are financed. */
async function leveraged(): Promise<[who: Payer, order: string]> {
  const who = await payerIn(house)
  await house.quote(ESP, 9_990n, 10_000n)
  const id = newId()
  const ticket = { id, listing: ESP, side: 'buy', shares: '1000', limit: null, timeInForce: 'day', leverage: 5 }
  const answer = await house.ask(placeOrder, ticket, { token: who.token, key: id })
  expect([answer.status, answer.error]).toEqual([200, undefined])
  expect(answer.data).toMatchObject({ leverage: 5 })
  await house.quote(ESP, 9_990n, 10_000n)
  return [who, id]
}

test('the figures name what is financed and the used margin, and the identity holds', async () => {
  const [who, id] = await leveraged()
  expect(await figuresOf(who)).toEqual({
    free: 10_000_000n - 2_002_000n,
    marketValue: 9_990_000n,
    owed: 8_008_000n,
    financed: 8_008_000n,
    usedMargin: 2_002_000n,
    total: 10_000_000n - 2_002_000n + 9_990_000n - 8_008_000n,
  })
  const answer = await house.ask(readOrder, { id }, { token: who.token })
  const financed: Amount = { asset: 'EUR', units: 8_008_000n }
  expect(z.decode(readOrder.reply, answer.data)).toMatchObject({
    order: { leverage: 5, financed },
    fills: [{ financed }],
  })
  const flow = await house.ask(listEntries, { kind: 'financing' }, { token: who.token })
  expect(flow.data.rows).toHaveLength(1)
})

test('a withdrawal leaves the used margin covered, to the cent', async () => {
  const [who] = await leveraged()
  // Free 79,980.00. At 10.00 the shares are worth 9,990.00 and 80,080.00 are owed: nothing but cash covers the margin.
  await house.quote(ESP, 8_000n, 8_010n)
  const spare = 7_998_000n + 8_000_000n - 8_008_000n - 2_002_000n
  const terms = await house.ask(readWithdrawalTerms, {}, { token: who.token })
  expect(z.decode(readWithdrawalTerms.reply, terms.data).terms?.spare).toContainEqual({ asset: 'EUR', units: spare })
  const [most, more] = [spare, spare + 1n].map((units) => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`)
  expect((await submit(house, who, { amount: more ?? '' })).error).toBe('margin_needed')
  const answer = await submit(house, who, { amount: most ?? '' })
  expect([answer.status, answer.error]).toEqual([200, undefined])
})

test('starting over pays back what was financed out of the cost of the shares', async () => {
  const [who] = await leveraged()
  await house.quote(ESP, 5_000n, 5_010n)
  const id = newId()
  const answer = await house.ask(startOver, { id, password: TRADING }, { token: who.token, key: id })
  expect([answer.status, answer.error]).toEqual([200, undefined])
  expect(await figuresOf(who)).toMatchObject({ free: 10_000_000n, financed: 0n, usedMargin: 0n, owed: 0n })
  expect(await house.db.read(checkBooks)).toEqual([])
})
