import { setTimeout as sleep } from 'node:timers/promises'
import { usd, type Amount } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Call, InputOf, ReplyOf } from '@lonja/core/base/contract'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { submitWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { sql, type Db } from '@lonja/server/database/db'
import { ask, newId, type AskOptions } from '../client.ts'
import { newCustomer, type Customer } from '../customers.ts'
import { newPayee, takeSeat, TRADING, type Seat } from '../desk.ts'
import type { House } from '../house.ts'

/** A customer who deposits and withdraws, and the seat that decides, while the server is killed in between. */
export interface Desk {
  readonly customer: Customer
  readonly payee: string
  readonly seat: Seat
  /** The deposits whose approval was confirmed to the seat. */
  readonly credited: string[]
  readonly approved: string[]
}

/** The settings of this drill's house: a new bank card has no wait, and approved withdrawals are sent at once. */
export const DESK_SETTINGS = { PAYEE_WAIT_HOURS: '0', WITHDRAWAL_SEND_SECONDS: '0' }

export async function openDesk(house: House): Promise<Desk> {
  const [link = ''] = house.links
  const customer = await newCustomer(house)
  const payee = await newPayee(house, customer, 'Ana García')
  return { customer, payee, seat: await takeSeat(house, link, 'Eva'), credited: [], approved: [] }
}

/** Repeats the same call until it is answered, on whichever house is open by then. */
type Sure = <C extends Call>(call: C, input: InputOf<C>, options: AskOptions) => Promise<ReplyOf<C>>

/**
 * Take one deposit or withdrawal after the other from the form to the decision. One that was begun is always finished.
 */
export async function keepDeciding(at: { house: House }, desk: Desk, stop: { now: boolean }): Promise<void> {
  const sure: Sure = (call, input, options) => untilAnswered(() => ask(at.house.url, call, input, options), call.path)
  // Only a few may be under way at once, and an approved one is sent a while later: one withdrawal per round.
  for (let count = 0; !stop.now; count += 1) {
    if (count === 1) desk.approved.push(await approve(sure, desk))
    else desk.credited.push(await credit(sure, desk))
  }
}

/** Repeat until the house answers. Asserts that the call is accepted. */
export async function untilAnswered<T>(
  call: () => Promise<{ status: number; data: T | null; error: string | null }>,
  path: string,
): Promise<T> {
  for (const until = performance.now() + 90_000; performance.now() < until; await sleep(50)) {
    const answer = await call().catch(() => null) // The connection ended before an answer.
    if (!answer || answer.status >= 500) continue
    assert(answer.data !== null, `${path} is taken in, however often it was sent: ${answer.error ?? ''}`)
    return answer.data
  }
  throw new Error(`${path} was not answered within a minute and a half.`)
}

async function credit(sure: Sure, { customer: { token }, seat }: Desk): Promise<string> {
  const id = newId()
  const hash = `0x${newId().replaceAll('-', '').repeat(2)}`
  const coins = { currency: 'USDC', chain: 'polygon', amount: 1_000_000_000n, cash: 'USD', hash } as const
  await sure(submitDeposit, { id, ...coins }, { token })
  const review = await reviewOf(sure, seat, id)
  const { seen } = await sure(openDeposit, { id: review }, { token: seat.token })
  const key = newId()
  const decision = { id: review, seen, opinion: 'approve', reason: 'received' } as const
  await sure(decideDeposit, decision, { token: seat.token, key })
  return id
}

async function approve(sure: Sure, { customer: { token }, payee, seat }: Desk): Promise<string> {
  const id = newId()
  const amount: Amount = usd(1_000n)
  await sure(submitWithdrawal, { id, amount, payee, password: TRADING }, { token })
  const review = await reviewOf(sure, seat, id)
  const { seen } = await sure(openWithdrawal, { id: review }, { token: seat.token })
  const key = newId()
  const decision = { id: review, seen, opinion: 'approve', reason: 'customer_confirmed' } as const
  await sure(decideWithdrawal, decision, { token: seat.token, key })
  return id
}

/** The review of a record, as the queue shows it. */
async function reviewOf(sure: Sure, { token }: Seat, record: string): Promise<string> {
  const [row] = (await sure(listQueue, { find: record }, { token })).rows
  assert(row !== undefined, 'what a customer asked for waits in its queue')
  return row.id
}

const CREDITS = sql(
  'drill_credits',
  `select d.id, count(e.version) as credits from deposits d
   left join entries e on e.cause = d.id and e.customer = d.customer and e.counter = 'deposits'
   where d.customer = $1 group by d.id`,
)
const DECIDED = sql(
  'drill_decided',
  `select r.record as id, r.state, count(s.review) as opinions from reviews r
   left join review_steps s on s.review = r.id and s.step = 'approve'
   where r.customer = $1 and r.record = any($2::uuid[]) group by r.record, r.state`,
)

/** Check that each acknowledged decision exists once, and that each approved deposit is credited once. */
export async function checkDesk(db: Db, { customer, credited, approved }: Desk): Promise<void> {
  const credits = await db.read((tx) => tx.run<{ id: string; credits: bigint }>(CREDITS, [customer.userId]))
  for (const id of credited) {
    const credit = credits.find((row) => row.id === id)
    assert(credit?.credits === 1n, `a deposit that was credited is credited once: ${id} ${credit?.credits}`)
  }
  const decided = await db.read((tx) =>
    tx.run<{ id: string; state: string; opinions: bigint }>(DECIDED, [customer.userId, [...credited, ...approved]]),
  )
  for (const id of [...credited, ...approved]) {
    const decision = decided.find((row) => row.id === id)
    assert(
      decision?.state === 'approved' && decision.opinions === 1n,
      `a decision stays as it was answered, once: ${id}`,
    )
  }
}
