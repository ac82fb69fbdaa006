import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR } from '@lonja/core/base/instant'
import { readDeposit, submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import type { ReversalReason } from '@lonja/core/reversals/reversals.review'
import { decideReversal, openReversal, reverseCredit } from '@lonja/core/reversals/reversals.staff.contract'
import { newId } from '../base/ids.ts'
import { ABC, ESP, START } from '../orders/orders.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'

interface Token {
  readonly token: string
}

/** A house with an open market at 1.00, and three treasurers. */
export async function openWithTreasurers(): Promise<{
  house: TestHouse
  seats: readonly [TestSeat, TestSeat, TestSeat]
}> {
  const house = await openTestHouse()
  house.script.sessions = [{ open: START - HOUR, close: START + 400 * HOUR }]
  const seat = () => house.seat({ roles: ['treasurer'], claimedAt: START })
  const seats = [await seat(), await seat(), await seat()] as const
  await quoteIn(house, 100n)
  return { house, seats }
}

/** A cent below this price is bid, in cents, and this is asked. */
export async function quoteIn(house: TestHouse, price: bigint): Promise<void> {
  await house.quote(ESP, price - 1n, price)
  await house.quote(ABC, price - 1n, price)
}

/** A customer buys shares at the market's price, unless something else is said. */
export function placeIn(house: TestHouse, { token }: Token, shares: string, more: object = {}): Promise<CallAnswer> {
  const id = newId()
  const order = { id, listing: ESP, side: 'buy', shares, limit: null, timeInForce: 'day', ...more }
  return house.ask(placeOrder, order, { token, key: id })
}

interface Money {
  readonly free: string
  readonly held: string
  readonly owed: string
  readonly paidIn: string
}

/** Free, held and owed in euros, with what was paid in. */
export async function moneyIn(house: TestHouse, { token }: Token): Promise<Money> {
  const figures = (await house.ask(readFigures, {}, { token })).data as { byCurrency: (Money & { currency: string })[] }
  const euros = figures.byCurrency.find(({ currency }) => currency === 'EUR')
  assert(euros !== undefined, 'figures have both currencies')
  const { free, held, owed, paidIn } = euros
  return { free, held, owed, paidIn }
}

/** A deposit that a seat credits, of 100.00 EUR or 110.00 USD, with the number of its entry. */
export async function depositIn(
  house: TestHouse,
  seat: Token,
  { token }: Token,
  cash: 'EUR' | 'USD' = 'EUR',
): Promise<{ id: string; entry: number }> {
  const id = newId()
  const hash = `0x${id.replaceAll('-', '').padEnd(64, 'a')}`
  const coins = { currency: 'USDC', chain: 'polygon', amount: '110', cash, hash }
  const submitted = await house.ask(submitDeposit, { id, ...coins }, { token, key: id })
  assert(submitted.status === 200, `a deposit is submitted: ${submitted.error}`)
  const how = { token: seat.token, key: newId() }
  const review = await reviewOf(house, id)
  const { seen } = (await house.ask(openDeposit, { id: review }, how)).data as { seen: string }
  await house.ask(decideDeposit, { id: review, opinion: 'approve', reason: 'received', seen }, how)
  const { posting } = (await house.ask(readDeposit, { id }, { token })).data as { posting: number }
  return { id, entry: posting }
}

export interface ReversalRequest {
  readonly id?: string
  /** The number of the credited entry: 1, the grant at sign-up, if nothing else is said. */
  readonly entry?: number
  readonly currency?: 'EUR' | 'USD'
  readonly reason?: ReversalReason
}

/** A seat asks for the reversal of a credit or a part of it. */
export const askReversal = (
  house: TestHouse,
  { token }: Token,
  customer: CustomerId,
  amount: string,
  { id = newId(), entry = 1, currency = 'EUR', reason = 'wrong_amount' }: ReversalRequest = {},
): Promise<CallAnswer> =>
  house.ask(reverseCredit, { id, customer, entry, amount: { amount, currency }, reason }, { token, key: id })

/** A seat opens the review of a reversal, and gives its opinion. */
export async function judgeReversal(
  house: TestHouse,
  { token }: Token,
  review: string,
  { opinion = 'approve', reason = 'wrong_amount' }: { opinion?: 'approve' | 'refuse'; reason?: string } = {},
): Promise<CallAnswer> {
  const opened = await house.ask(openReversal, { id: review }, { token })
  assert(opened.status === 200, `a seat opens a reversal: ${opened.error}`)
  const { seen } = opened.data as { seen: string }
  return house.ask(decideReversal, { id: review, seen, opinion, reason }, { token, key: newId() })
}

/** Three seats reverse a credit: the first asks for it, the others approve it. */
export async function reverseByTwo(
  house: TestHouse,
  [asking, one, two]: readonly [Token, Token, Token],
  customer: CustomerId,
  amount: string,
  request: ReversalRequest = {},
): Promise<CallAnswer> {
  const answer = await askReversal(house, asking, customer, amount, request)
  if (answer.status !== 200) return answer
  const { review } = answer.data as { review: string }
  const approval = { opinion: 'approve', reason: request.reason ?? 'wrong_amount' } as const
  await judgeReversal(house, one, review, approval)
  return judgeReversal(house, two, review, approval)
}
