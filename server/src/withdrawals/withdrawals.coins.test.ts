import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur, rateE6, usd } from '@lonja/core/base/amount'
import { Coins } from '@lonja/core/payees/coins'
import { coinsFor } from '@lonja/core/payees/rates'
import { downloadStatement } from '@lonja/core/portfolio/statements.contract'
import { readWithdrawal, readWithdrawalTerms } from '@lonja/core/withdrawals/withdrawals.contract'
import * as z from 'zod/mini'
import type { CustomerId } from '@lonja/core/base/ids'
import { grantTo } from '../accounts/operator.actions.ts'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { insertPayee } from '../payees/payees.store.ts'
import { coinsOf } from './withdrawals.store.ts'
import { open, payerIn, submit } from './withdrawals.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

test('to a wallet becomes the coins that were shown, with their rates, or is refused with the new figure', async () => {
  const seat = await house.seat({ roles: ['treasurer'] })
  const who = await payerIn(house)
  const payee = newId()
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const to = { kind: 'wallet', currency: 'USDC', chain: 'polygon', address } as const
  const at = house.clock.now()
  await house.db.write((tx) => insertPayee(tx, { customer: who.id, id: payee, to, addedAt: at, readyAt: at }))
  const { rate } = (await house.ask(readWithdrawalTerms, {}, { token: who.token })).data.terms
  // 100.00 EUR in a coin of one dollar: a hundred times the rate.
  const shown = coinsFor('USDC', eur(100_00n), rateE6(BigInt(rate.replace('.', ''))))!
  const form = { payee, amount: '100.00' }
  const more = await submit(house, who, { ...form, quote: z.encode(Coins, shown + 1n) })
  expect([more.error, more.msg.includes(`${z.encode(Coins, shown)} USDC`)]).toEqual(['rate_changed', true])
  const { records } = (await house.ask(readWithdrawalTerms, { record: '1' }, { token: who.token })).data
  expect(records.rows).toEqual([])

  const coins = { currency: 'USDC', amount: z.encode(Coins, shown), usd: '1.000000', ratesVersion: 1, eurUsd: rate }
  const answer = await submit(house, who, { ...form, quote: coins.amount })
  expect(answer.data.coins).toEqual(coins)
  const { id } = answer.data
  expect((await house.ask(readWithdrawal, { id }, { token: who.token })).data.coins).toEqual(coins)
  expect((await open(house, seat, id)).data.coins).toEqual(coins)
  const paper = { month: new Date(at).toISOString().slice(0, 7), format: 'csv' }
  const { file } = (await house.ask(downloadStatement, paper, { token: who.token, language: 'en' })).data
  expect(file.toString()).toContain(`,${coins.amount} USDC,`)

  // The coins are read for their customer alone, whatever ids another one's entries name.
  const other = await house.customer()
  const findCoins = (customer: CustomerId) => house.db.read((tx) => coinsOf(tx, customer, [id]))
  expect([...(await findCoins(who.id)).keys(), ...(await findCoins(other.id)).keys()]).toEqual([id])
})

test('without a rate, dollars count one for one against the limit of 24 hours, split or not', async () => {
  house.script.rate = null
  const who = await payerIn(house)
  await grantTo(house.db, who.id, { amount: usd(25_000_000n), key: newId() }, house.clock.now())
  const dollars = (amount: string) => submit(house, who, { amount, currency: 'USD' })
  expect((await dollars('99990.00')).error).toBeUndefined()
  expect((await dollars('10.01')).error).toBe('withdrawal_limit')
  expect((await house.ask(readWithdrawalTerms, {}, { token: who.token })).data.terms.recent).toBe('99990.00')
  house.script.rate = rateE6(1_100_000n)
})
