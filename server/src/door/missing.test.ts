import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '@lonja/core/accounts/accounts.contract'
import type { Call } from '@lonja/core/base/contract'
import { listDeposits, readCheckoutLink, submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { readInstrument } from '@lonja/core/market/market.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { addBankCard, addWallet } from '@lonja/core/payees/payees.contract'
import { submitWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { newId } from '../base/ids.ts'
import { ABC } from '../orders/orders.testing.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

describe('a form that lacks something', () => {
  const id = newId()
  const card = { id, iban: ' ', accountName: '', bankName: '  ', bankAddress: 'Calle Mayor 1, Vigo' }
  const registration = { phone: '', password: ' ', again: '', invitation: 'ABCD2345' }
  const coins = { id, currency: '', chain: 'polygon', amount: '', cash: 'EUR', hash: '' }
  const withdrawal = { id, amount: { amount: '', currency: 'EUR' }, payee: '', password: ' ' }

  test.each<[string, Call, object, string[]]>([
    ['a withdrawal', submitWithdrawal, withdrawal, ['amount.amount', 'payee', 'password']],
    ['a withdrawal without its fields', submitWithdrawal, { id }, ['amount', 'payee', 'password']],
    ['a deposit of coins', submitDeposit, coins, ['currency', 'amount', 'hash']],
    ['an online deposit', readCheckoutLink, { id, amount: '', currency: 'EUR' }, ['amount']],
    ['a bank card', addBankCard, card, ['iban', 'accountName', 'bankName']],
    ['a wallet', addWallet, { id, chain: 'polygon', address: '' }, ['currency', 'address']],
    ['a registration', register, registration, ['phone', 'password', 'again']],
    ['an order', placeOrder, { id, listing: ABC, side: 'buy', limit: '' }, ['shares', 'limit', 'timeInForce']],
  ])('is told of all that %s lacks, by name', async (_form, call, input, missing) => {
    const { token } = await house.customer()
    const answer = await house.ask(call, input, { token, language: 'en' })
    expect([answer.status, answer.error, answer.msg]).toEqual([
      422,
      'missing_information',
      'Missing information, please complete',
    ])
    expect(answer.fields?.map(({ field, code }) => [field, code])).toEqual(missing.map((field) => [field, 'required']))
    for (const { msg } of answer.fields ?? []) expect(msg).toMatch(/^\w.* is missing; please fill it in$/)
  })

  test('is told of what is written wrongly as well', async () => {
    const { token } = await house.customer()
    const wrong = { ...withdrawal, amount: { amount: '1.000,5', currency: 'EUR' } }
    const answer = await house.ask(submitWithdrawal, wrong, { token })
    expect([answer.error, answer.fields?.map(({ field, code }) => [field, code])]).toEqual([
      'missing_information',
      [
        ['amount.amount', 'wrong_form'],
        ['payee', 'required'],
        ['password', 'required'],
      ],
    ])
  })

  test('is not understood with a field that the call does not have, and an address is no form', async () => {
    const { token } = await house.customer()
    const unknown = await house.ask(submitWithdrawal, { ...withdrawal, rate: '1' }, { token })
    const address = await house.ask(readInstrument, { listing: '' })
    expect([unknown.error, address.error]).toEqual(['bad_input', 'bad_input'])
    const filter = await house.ask(listDeposits, { state: '' }, { token })
    expect(filter.fields?.map(({ field, code }) => [field, code])).toEqual([['state', 'not_listed']])
  })
})
