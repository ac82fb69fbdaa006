import { afterAll, beforeAll, expect, test } from 'vitest'
import { restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import { HOUR } from '@lonja/core/base/instant'
import { listDeposits, readCheckoutLink, submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { submitKyc } from '@lonja/core/kyc/kyc.contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { sql } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { liftCustomer } from '../restrictions/operator.actions.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { payerIn, submit as submitWithdrawal } from '../withdrawals/withdrawals.testing.ts'
import { findDeposit } from './deposits.store.ts'

/** Refused deposits, also by an earlier link: the id of another thing, a restricted account, a closed account. */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const CLOSE = sql('close_account_for_test', 'update customers set closed_at = $2 where id = $1')
const COINS = { currency: 'USDC', chain: 'polygon', amount: '110.00', cash: 'EUR' }

async function somebody() {
  const { id, token } = await house.customer()
  const how = { token }
  const hash = `0x${newId().replaceAll('-', '').repeat(2)}`
  const submit = () => house.ask(submitDeposit, { id: newId(), ...COINS, hash }, how)
  const link = (amount: string, of = newId()) => house.ask(readCheckoutLink, { id: of, amount, currency: 'EUR' }, how)
  return { id, how, submit, link }
}

test('an id belongs to one thing: deposits, withdrawals and identity checks refuse each other’s ids', async () => {
  const payer = await payerIn(house)
  const how = { token: payer.token }
  const link = async (id: string) =>
    (await house.ask(readCheckoutLink, { id, amount: '50.00', currency: 'EUR' }, how)).data.url as string
  const confirm = (path: string) => house.door.inject({ method: 'POST', url: path })
  const paper = async () => {
    const id = newId()
    await house.ask(storePicture, { id, use: 'kyc' }, how)
    return id
  }
  const check = async (id: string) => {
    const form = { id, firstName: 'Ana', lastName: 'Gil', type: 'passport', number: 'PA123456', sample: true }
    return house.ask(submitKyc, { ...form, front: await paper(), back: null }, how)
  }
  const deposit = newId()
  const opened = await link(deposit)
  expect((await confirm(opened)).statusCode).toBe(303)
  expect((await submitWithdrawal(house, payer, { id: deposit })).error).toBe('key_reused')
  expect((await check(deposit)).error).toBe('key_reused')

  const [used, passed] = [newId(), newId()]
  const [one, other] = [await link(used), await link(passed)]
  expect((await submitWithdrawal(house, payer, { id: used })).error).toBeUndefined()
  expect((await check(passed)).error).toBeUndefined()
  expect([(await confirm(one)).statusCode, (await confirm(other)).statusCode]).toEqual([404, 404])
  expect((await house.ask(listDeposits, {}, how)).data.rows).toHaveLength(1)
})

test('a restricted account cannot deposit, as its notice says: no coins, no link, no earlier link', async () => {
  const { id: customer, how, submit, link } = await somebody()
  const { url } = (await link('50.00')).data
  const { token } = await house.seat({ roles: ['support'] })
  const until = house.clock.now() + HOUR
  const held = { id: newId(), customer, level: 3, reason: 'unusual_activity', until }
  expect((await house.ask(restrictAccount, held, { token })).error).toBeUndefined()
  expect([(await submit()).error, (await link('50.00')).error]).toEqual(['account_restricted', 'account_restricted'])
  expect((await house.door.inject({ method: 'POST', url })).statusCode).toBe(422)
  expect((await house.ask(listDeposits, {}, how)).data.rows).toEqual([])
  await liftCustomer(house.db, customer, house.clock.now())
  expect([(await submit()).error, (await house.door.inject({ method: 'POST', url })).statusCode]).toEqual([
    undefined,
    303,
  ])
})

test('a link to the checkout page makes no deposit for an account that was closed since', async () => {
  const { id: customer, link } = await somebody()
  const id = newId()
  const { url } = (await link('50.00', id)).data
  await house.db.write((tx) => tx.run(CLOSE, [customer, house.clock.now()]))
  expect((await house.door.inject({ method: 'POST', url })).statusCode).toBe(410)
  expect(await house.db.read((tx) => findDeposit(tx, customer, id))).toBeNull()
})
