import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import { ROLES, type Role } from '@lonja/core/base/contract'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import { HOUR } from '@lonja/core/base/instant'
import { CALLS, type CallName } from '@lonja/core/calls'
import { aCustomer } from '@lonja/core/base/ids.testing'
import { saveClosing, saveLoginHash, saveTradingHash } from '../accounts/accounts.store.ts'
import { insertRestriction } from '../accounts/restrictions.store.ts'
import { saveResetsEnd, saveSecondStep, saveSecondStepEnd } from '../accounts/second-step.store.ts'
import { saveEndOfAll } from '../accounts/sessions.store.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { hashPassword } from '../secrets/passwords.ts'
import { saveSeatSessionsEnd } from '../staff/seat-sessions.store.ts'
import { saveSeatRoles } from '../staff/seats.store.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { findToken, seatOf } from '../secrets/token.ts'
import { changedBetween } from './between.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from './house.ts'
import { accepted, RESTRICTED_CALLS, sceneOf, send, WRITES } from './scenes.ts'

/*
 * A write checks again, under the lock, everything that it tried before its transaction. Each case sends a request that
 * the house would accept (scenes.ts), lets it wait for the lock, changes one thing, and lets it go on.
 */

let house: TestHouse
let otherHash: string
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  otherHash = await hashPassword('another one')
})
afterAll(() => house.close())

type Change = (tx: LockedTx, customer: CustomerId) => Promise<unknown>

/** The answer to a call whose customer changes while it waits for the lock. */
async function answerTo(name: CallName, change: Change): Promise<string> {
  const { customer, ...sent } = await sceneOf(house, name)
  const id = customer?.id ?? aCustomer('')
  return accepted(
    await changedBetween(
      house,
      id,
      () => send(house, name, sent),
      (tx) => change(tx, id),
    ),
  )
}

const now = (): number => house.clock.now()
const loginPassword: Change = (tx, customer) => saveLoginHash(tx, customer, otherHash)
const tradingPassword: Change = (tx, customer) => saveTradingHash(tx, customer, otherHash)
const secondStep: Change = (tx, customer) =>
  saveSecondStep(tx, customer, { sealedCode: Buffer.alloc(64), codeStep: 0, setAt: now() })
const noSecondStep: Change = (tx, customer) => saveSecondStepEnd(tx, customer, now())
const resetLink: Change = (tx, customer) => saveResetsEnd(tx, customer, now())
const account: Change = (tx, customer) => saveClosing(tx, customer, now())

// prettier-ignore
test.each<[name: CallName, what: string, change: Change, answer: string]>([
  ['submitWithdrawal',    'the trading password',       tradingPassword, 'wrong_trading_password'],
  ['startOver',           'the trading password',       tradingPassword, 'wrong_trading_password'],
  ['closeAccount',        'the trading password',       tradingPassword, 'wrong_trading_password'],
  ['setTradingPassword',  'the trading password',       tradingPassword, 'wrong_password'],
  ['setTradingPassword',  'the log-in password',        loginPassword,   'wrong_password'],
  ['changeLoginPassword', 'the log-in password',        loginPassword,   'wrong_password'],
  ['logIn',               'the log-in password',        loginPassword,   'wrong_phone_or_password'],
  ['logIn',               'a second step that is set',  secondStep,      'second_step_needed'],
  ['finishLogIn',         'the log-in password',        loginPassword,   'step_expired'],
  ['finishLogIn',         'the second step is removed', noSecondStep,    'step_expired'],
  ['submitWithdrawal',    'a second step that is set',  secondStep,      'code_needed'],
  ['addWallet',           'a second step that is set',  secondStep,      'code_needed'],
  ['addBankCard',         'a second step that is set',  secondStep,      'code_needed'],
  ['closeAccount',        'a second step that is set',  secondStep,      'code_needed'],
  ['setSecondStep',       'a second step that is set',  secondStep,      'second_step_set'],
  ['beginSecondStep',     'a second step that is set',  secondStep,      'second_step_set'],
  ['resetPassword',       'the link is void',           resetLink,       'reset_link_unknown'],
  ['resetPassword',       'the account is closed',      account,         'reset_link_unknown'],
])('%s, changed while it is tried: %s', async (name, _what, change, answer) => {
  expect(await answerTo(name, change)).toBe(answer)
})

/** Commands of the lane have one step only: they read the session in the trip that takes the lock. */
const OF_THE_LANE: readonly CallName[] = ['placeOrder', 'cancelOrder', 'replaceOrder']
const OF_CUSTOMERS = WRITES.filter((name) => CALLS[name].caller === 'customer' && !OF_THE_LANE.includes(name))

describe('a session that ends while the call waits', () => {
  test.each(OF_CUSTOMERS)('%s', async (name) => {
    expect(await answerTo(name, (tx, customer) => saveEndOfAll(tx, customer, now()))).toBe('not_signed_in')
  })
})

describe('an account that is restricted while the call waits', () => {
  test.each(OF_CUSTOMERS.filter((name) => RESTRICTED_CALLS.includes(name)))('%s', async (name) => {
    const { id: seat } = await house.seat()
    const restriction = {
      id: newId(),
      level: 3,
      people: 1,
      reason: 'court_order',
      byCustomer: false,
      seat,
      role: 'admin',
      madeAt: now(),
      untilAt: now() + HOUR,
    } as const
    expect(await answerTo(name, (tx, customer) => insertRestriction(tx, { customer, ...restriction }))).toBe(
      'account_restricted',
    )
  })
})

/** True if another transaction could lock this row now. */
const isFree = async (whose: CustomerId | SeatId): Promise<boolean> =>
  house.db.write(async (tx) => (await tx.run(TAKE, [whose])).length === 1)
const TAKE = sql('test_take_lock', 'select customer from customers_lock where customer = $1 for update skip locked')

test.each(['the seat before the customer', 'the customer before the seat'])(
  'a write of two locks takes them in the order of their ids, so that no two wait for each other: %s',
  async (order) => {
    const isSeatFirst = order.startsWith('the seat')
    const early = isSeatFirst ? await house.seat() : await house.customer()
    const late = isSeatFirst ? await house.customer() : await house.seat()
    const [seat, customer] = (isSeatFirst ? [early, late] : [late, early]) as [TestSeat, TestCustomer]
    expect(early.id < late.id).toBe(true)
    const id = newId()
    const input = { id, customer: customer.id, level: 1, reason: 'court_order', until: now() + HOUR }
    const restrict = () => house.ask(restrictAccount, input, { token: seat.token, key: id })
    // The write waits for the first lock and does not hold the second.
    const answer = await changedBetween(house, early.id, restrict, async () => {
      expect(await isFree(late.id)).toBe(true)
    })
    expect(accepted(answer)).toBe('accepted')
  },
)

/** The answer to a seat's call if the seat changes while the call waits for the lock. */
async function seatAnswerTo(name: CallName, change: (tx: LockedTx, seat: SeatId) => Promise<unknown>): Promise<string> {
  const { customer: _customer, ...sent } = await sceneOf(house, name)
  const seat = seatOf(findToken(sent.token)!)
  return accepted(
    await changedBetween(
      house,
      seat,
      () => send(house, name, sent),
      (tx) => change(tx, seat),
    ),
  )
}

const OF_SEATS = WRITES.filter((name) => CALLS[name].caller === 'seat')

describe('a seat whose session ends while the call waits', () => {
  test.each(OF_SEATS)('%s', async (name) => {
    expect(await seatAnswerTo(name, (tx, seat) => saveSeatSessionsEnd(tx, seat, null, now()))).toBe('not_signed_in')
  })
})

describe('a seat that loses its role while the call waits', () => {
  const without = (name: CallName): Role[] =>
    ROLES.filter((role) => !(CALLS[name].roles as readonly Role[]).includes(role))
  test.each(OF_SEATS.filter((name) => without(name).length > 0))('%s', async (name) => {
    expect(await seatAnswerTo(name, (tx, seat) => saveSeatRoles(tx, seat, without(name)))).toBe('not_your_role')
  })
})
