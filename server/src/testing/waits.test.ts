import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endAccessWait, readProfile, setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import { waitsAfterReset, type Call } from '@lonja/core/base/contract'
import { CALLS, type CallName } from '@lonja/core/calls'
import { saveAccessWait } from '../accounts/accounts.store.ts'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { payerIn, submit, TRADING } from '../withdrawals/withdrawals.testing.ts'
import { MATRIX } from './access.matrix.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from './house.ts'
import { rowsOf } from './rows.ts'
import { accepted, sceneOf, send, WRITES } from './scenes.ts'
import { sellerScene } from './scenes.customers.ts'

/*
 * After a password reset new risk and money out wait: the calls that a restriction of level 2 closes are refused until the wait
 * is over to the millisecond, and change nothing. All other calls are accepted.
 */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
})
afterAll(() => house.close())

const own = WRITES.filter((name) => CALLS[name].caller === 'customer')
const waitsByMatrix = (name: CallName): boolean => (MATRIX[name][0].restrictedFrom ?? 3) < 3

const waiting = ({ id }: Pick<TestCustomer, 'id'>, forMs: number) =>
  writeFor(house.db, id, (tx) => saveAccessWait(tx, id, house.clock.now() + forMs))

test('the contract makes the calls wait that the access matrix closes below level 3', () => {
  const inContract = own.filter((name) => waitsAfterReset(CALLS[name] as Call, { side: 'buy' }))
  expect(inContract).toEqual(own.filter(waitsByMatrix))
  expect(inContract).toEqual(expect.arrayContaining(['placeOrder', 'submitWithdrawal', 'startOver', 'closeAccount']))
})

describe('while the account waits', () => {
  test.each(own.filter(waitsByMatrix))('%s is refused to the millisecond', async (name) => {
    const { customer, ...sent } = await sceneOf(house, name)
    if (!customer) throw new Error(`${name} has a customer`)
    await waiting(customer, 1)
    const before = await rowsOf(house)
    const { status, error } = await send(house, name, sent)
    expect([status, error]).toEqual([403, 'access_waits'])
    expect(await rowsOf(house)).toEqual(before)
    house.clock.advance(1)
    expect(accepted(await send(house, name, sent))).toBe('accepted')
  })

  test.each(['cancelOrder', 'submitDeposit', 'cancelWithdrawal', 'logOut'] as const)('%s is accepted', async (name) => {
    const scene = await sceneOf(house, name)
    await waiting(scene.customer!, 1)
    expect(accepted(await send(house, name, scene))).toBe('accepted')
  })

  test('a sell is accepted', async () => {
    const scene = await sellerScene(house)
    await waiting(scene.customer, 1)
    expect(accepted(await send(house, 'placeOrder', scene))).toBe('accepted')
  })
})

describe('the trading password', () => {
  const set = ({ token }: TestCustomer, old: string, password = 'meadow 55 otter') =>
    house.ask(setTradingPassword, { old, password, again: password }, { token, key: newId() })
  const end = ({ token }: TestCustomer, password: string) => house.ask(endAccessWait, { password }, { token })
  const waitsUntil = async ({ token }: TestCustomer) =>
    (await house.ask(readProfile, {}, { token })).data.accessWaitsUntil as number | null

  test('ends the wait at once; a wrong one does not', async () => {
    const ana = await payerIn(house)
    await waiting(ana, 1_000)
    expect((await submit(house, ana)).error).toBe('access_waits')
    expect((await end(ana, 'not this one')).error).toBe('wrong_trading_password')
    expect(await waitsUntil(ana)).toBe(house.clock.now() + 1_000)
    expect((await end(ana, TRADING)).data).toEqual({ accessWaitsUntil: null })
    expect(await waitsUntil(ana)).toBeNull()
    expect((await submit(house, ana)).status).toBe(200)
  })

  test('is not set for the first time before the wait is over, and changed by the old one alone', async () => {
    const [ana, eva] = [await house.customer(), await payerIn(house)]
    for (const who of [ana, eva]) await waiting(who, 1)
    expect((await set(ana, ana.password)).error).toBe('access_waits')
    expect((await end(ana, ana.password)).error).toBe('trading_password_needed')
    expect((await set(eva, eva.password)).error).toBe('wrong_password')
    expect((await set(eva, TRADING)).status).toBe(200)
    expect((await end(eva, TRADING)).error).toBe('wrong_trading_password')
    house.clock.advance(1)
    expect((await set(ana, ana.password)).status).toBe(200)
  })
})
