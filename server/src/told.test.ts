import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '@lonja/core/base/instant'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { readPosting, listEntries } from '@lonja/core/ledger/ledger.contract'
import { firstPlaceFor, hashOf, type Leading } from '@lonja/core/notices/links.rules'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { cancelWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { newId } from './base/ids.ts'
import { openTestHouse, type Someone, type TestHouse } from './house.testing.ts'
import { sendApproved } from './withdrawals/withdrawals.jobs.ts'
import { judge, open, payerIn, submit } from './withdrawals/withdrawals.testing.ts'

/*
 * Every change of a state that a customer can see is told once, and leads to its record: looking at something a second time, a repeat and
 * somebody else taking it over tell nothing more.
 */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

/** What was told of a record, the first first: each by its code, all of them leading to it. */
async function toldOf({ token }: Someone, record: string, link: string): Promise<string[]> {
  const { data } = await house.ask(listNotices, { limit: 100 }, { token })
  const own = (data.data as (Leading & { is_read: string })[]).filter((notice) => notice.record?.id === record)
  for (const notice of own) expect(hashOf(firstPlaceFor(notice))).toBe(link)
  return own.map(({ code }) => code).toReversed()
}

test('a deposit: sent, opened by two seats one after the other, credited; and its entry leads to it', async () => {
  const who = await house.customer()
  const id = newId()
  const sent = { id, currency: 'USDC', chain: 'polygon', amount: '110.00', cash: 'EUR', hash: `0x${'7'.repeat(64)}` }
  for (let time = 0; time < 2; time += 1) await house.ask(submitDeposit, sent, { token: who.token })
  const seats = [await house.seat({ roles: ['treasurer'] }), await house.seat({ roles: ['treasurer'] })]
  for (const { token } of [...seats, ...seats]) {
    await house.ask(openDeposit, { id }, { token })
    house.clock.advance(20 * MINUTE)
  }
  const token = (await house.seat({ roles: ['treasurer'] })).token
  const { seen } = (await house.ask(openDeposit, { id }, { token })).data
  const given = { id, opinion: 'approve', reason: 'received', seen }
  for (let time = 0; time < 2; time += 1) await house.ask(decideDeposit, given, { token })
  const link = `#/subPackages/recharge/record?id=${id}`
  expect(await toldOf(who, id, link)).toEqual(['deposit_received', 'deposit_in_review', 'deposit_credited'])
  const { rows } = (await house.ask(listEntries, { cause: id }, { token: who.token })).data
  const posting = await house.ask(readPosting, { posting: String(rows[0].posting) }, { token: who.token })
  expect(posting.data).toMatchObject({ cause: id, causeKind: 'deposit' })
})

test('a withdrawal: asked for, opened, approved, sent; refused by two; cancelled', async () => {
  const who = await payerIn(house)
  const seats = [await house.seat({ roles: ['treasurer'] }), await house.seat({ roles: ['treasurer'] })] as const
  const asked = async () => (await submit(house, who, { amount: '100.00' })).data.id as string
  const [sent, refused, cancelled] = [await asked(), await asked(), await asked()]
  await open(house, seats[0], sent)
  await judge(house, seats[0], sent, 'approve')
  house.clock.advance(2 * MINUTE)
  for (let time = 0; time < 2; time += 1) await sendApproved(house, house.withdrawals)
  for (const seat of seats) await judge(house, seat, refused, 'refuse')
  for (let time = 0; time < 2; time += 1) await house.ask(cancelWithdrawal, { id: cancelled }, { token: who.token })
  const told = (id: string) => toldOf(who, id, `#/subPackages/withdraw/record?id=${id}`)
  const begun = ['withdrawal_received', 'withdrawal_in_review']
  expect(await told(sent)).toEqual([...begun, 'withdrawal_approved', 'withdrawal_sent'])
  expect(await told(refused)).toEqual([...begun, 'withdrawal_refused'])
  expect(await told(cancelled)).toEqual(['withdrawal_received', 'withdrawal_cancelled'])
})
