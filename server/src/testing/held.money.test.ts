import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR } from '@lonja/core/base/instant'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { startOver } from '@lonja/core/leaving.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { cancelWithdrawal, readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { newId } from '../base/ids.ts'
import { ESP, START } from '../orders/orders.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import { decide, open, payerIn, submit, TRADING } from '../withdrawals/withdrawals.testing.ts'
import { COINS_SENT, hashOfDay } from './access.owner.ts'
import type { CallAnswer } from './ask.ts'
import { changedBetween } from './between.ts'
import { openTestHouse, type TestHouse } from './house.ts'

/** Acts of a customer and of staff on the same money, many at once: each has one result. */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(10_000_000n) })
  house.script.sessions = [{ open: START - HOUR, close: START + 900 * HOUR }]
  await house.quote(ESP, 8_100n, 8_101n)
})
afterAll(() => house.close()) // The laws of the ledger are checked at the end.

const outcomeOf = ({ status, error }: CallAnswer): string => (status === 200 ? 'accepted' : (error ?? 'none'))

/** Answers with their counts. */
function countsOf(answers: readonly CallAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[outcomeOf(answer)] = (counts[outcomeOf(answer)] ?? 0) + 1
  return counts
}

test('starting over twice beside thirty orders happens once, and leaves the grant and the orders after it', async () => {
  const { token } = await payerIn(house)
  const order = { listing: ESP, side: 'buy', shares: '1', limit: '80.00', timeInForce: 'gtc' }
  const [orders, starts] = await Promise.all([
    Promise.all(Array.from({ length: 30 }, () => house.ask(placeOrder, { ...order, id: newId() }, { token }))),
    Promise.all([1, 2].map(() => house.ask(startOver, { id: newId(), password: TRADING }, { token }))),
  ])
  expect(countsOf(starts)).toEqual({ accepted: 1, started_over_lately: 1 })
  expect(countsOf(orders)).toEqual({ accepted: 30 })
  const cancelled = Number(
    (starts.find(({ status }) => status === 200)?.data as { orders: number } | undefined)?.orders,
  )
  const { rows } = (await house.ask(listOrders, { which: 'open' }, { token })).data as { rows: unknown[] }
  expect(cancelled + rows.length).toBe(30)
  const [own] = (await house.ask(readFigures, {}, { token })).data.byCurrency
  expect(Number(own.free) + Number(own.held)).toBe(100_000)
})

/** Sends an opinion again, under its key, while those before it have the lock or the connections for longer than one waits. */
async function untilDecided(
  opinion: object,
  by: { readonly token: string; readonly key: string },
): Promise<CallAnswer> {
  for (;;) {
    const answer = await house.ask(decideDeposit, opinion, by)
    if (answer.error !== 'still_running' && answer.error !== 'unavailable') return answer
  }
}

test('twenty approvals of one deposit by two seats credit it once', async () => {
  const who = await house.customer()
  const id = newId()
  await house.ask(submitDeposit, { id, ...COINS_SENT, hash: hashOfDay() }, { token: who.token })
  const review = await reviewOf(house, id)
  const seats = [await house.seat({ roles: ['treasurer'] }), await house.seat({ roles: ['treasurer'] })]
  const { seen } = (await house.ask(openDeposit, { id: review }, { token: seats[0]!.token })).data as { seen: string }
  const opinion = { id: review, seen, opinion: 'approve', reason: 'received' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => untilDecided(opinion, { token: seats[n % 2]!.token, key: newId() })),
  )
  expect(countsOf(answers)['accepted']).toBe(1)
  expect(Object.keys(countsOf(answers)).filter((why) => !['accepted', 'review_over', 'not_held'].includes(why))).toEqual([]) // prettier-ignore
  expect((await house.ask(listEntries, { kind: 'deposit' }, { token: who.token })).data.rows).toHaveLength(1)
})

test.each([1, 2, 3, 4])('approve, refuse and cancel at once: one end, and the money is in one place (%s)', async () => {
  const who = await payerIn(house)
  const id = (await submit(house, who)).data.id as string
  const seats = [await house.seat({ roles: ['treasurer'] }), await house.seat({ roles: ['treasurer'] })]
  const { seen } = (await open(house, seats[0]!, id)).data as { seen: string }
  const answers = await Promise.all([
    decide(house, seats[0]!, { id, seen, opinion: 'approve' }),
    decide(house, seats[0]!, { id, seen, opinion: 'refuse' }),
    house.ask(cancelWithdrawal, { id }, { token: who.token, key: newId() }),
  ])
  // A cancel succeeds until the withdrawal is sent, and a refusal waits for a second seat.
  expect(outcomeOf(answers[2])).toBe('accepted')
  expect(answers.slice(0, 2).filter(({ status }) => status === 200).length).toBeLessThan(2)
  expect((await house.ask(readWithdrawal, { id }, { token: who.token })).data.state).toBe('cancelled')
  const [own] = (await house.ask(readFigures, {}, { token: who.token })).data.byCurrency
  expect([own.free, own.held]).toEqual(['100000.00', '0.00'])
})

describe('two writes of one customer at once, an order and a withdrawal of nearly all the cash', () => {
  type Send = () => Promise<CallAnswer>
  const together = (order: Send, withdrawal: Send) => Promise.all([order(), withdrawal()])
  /** The withdrawal has tried its password and waits for the lock when the order comes. */
  const waiting = async (order: Send, withdrawal: Send, customer: CustomerId) => {
    const placed: Promise<CallAnswer>[] = []
    const comes = () => Promise.resolve(placed.push(order()))
    const withdrawn = await changedBetween(house, customer, withdrawal, comes)
    return [...(await Promise.all(placed)), withdrawn]
  }

  test.each([
    ['sent together', together],
    ['both waiting for the lock', waiting],
  ])('%s: they are decided one after the other, and the second finds what the first left', async (_how, send) => {
    const who = await payerIn(house)
    const buy = { listing: ESP, side: 'buy', shares: '1200', limit: '80.00', timeInForce: 'gtc' }
    const order = () => house.ask(placeOrder, { ...buy, id: newId() }, { token: who.token })
    const withdrawal = () => submit(house, who, { amount: '90000.00' })
    const answers = await send(order, withdrawal, who.id)
    expect(countsOf(answers)).toEqual({ accepted: 1, insufficient_balance: 1 })
    const [own] = (await house.ask(readFigures, {}, { token: who.token })).data.byCurrency
    // 1,200 shares at 80.00 and the fee of 96.00.
    expect(own.held).toBe(answers[0]?.status === 200 ? '96096.00' : '90000.00')
    expect(Number(own.free) + Number(own.held)).toBe(100_000)
  })
})
