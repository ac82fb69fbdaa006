import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeLoginPassword, logIn, setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import { restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import {
  beginSecondStep,
  removeSecondStep,
  resetPassword,
  setSecondStep,
} from '@lonja/core/accounts/second-step.contract'
import { MINUTE } from '@lonja/core/base/instant'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { submitKyc } from '@lonja/core/kyc/kyc.contract'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import { readPosting, listEntries } from '@lonja/core/ledger/ledger.contract'
import { NOTICES, PLACES } from '@lonja/core/lists'
import { firstPlaceFor, hashOf, type LinkFacts } from '@lonja/core/notices/links.rules'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { addBankCard, removePayee } from '@lonja/core/payees/payees.contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { startOver } from '@lonja/core/leaving.contract'
import { cancelWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { Secret } from 'otpauth'
import { codeAt } from '../secrets/codes.ts'
import { newId } from '../base/ids.ts'
import { liftByTwo } from '../restrictions/restrictions.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from './house.ts'
import { samplePicture } from '../pictures/pictures.testing.ts'
import { sendApproved } from '../withdrawals/withdrawals.jobs.ts'
import { codesIn } from '../notices/notices.testing.ts'
import { makeResetLink } from '../accounts/resets.actions.ts'
import { writeFor } from '../database/locks.ts'
import { judge, open, payerIn, submit, TRADING } from '../withdrawals/withdrawals.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'

const LISTS = { notices: NOTICES, places: PLACES }

/*
 * Every change of a state that a customer can see sends one notice, which links to its record. A second view, a repeat
 * or another seat that takes over sends no further notice.
 */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

type NoticeRow = LinkFacts & { is_read: string; earlier: { code: string }[] }

/** The codes of the steps of a record, oldest first. Asserts that they are one message, which links to it. */
async function toldOf({ token }: TestCustomer, record: string, link: string): Promise<string[]> {
  const { data } = await house.ask(listNotices, { limit: 100 }, { token })
  const own = (data.data as NoticeRow[]).filter((notice) => notice.record?.id === record)
  expect(own.map((notice) => hashOf(firstPlaceFor(notice, LISTS)))).toEqual([link])
  return codesIn(own).toReversed()
}

test('a deposit: submitted, opened by two seats in turn, credited; and its entry links to it', async () => {
  const who = await house.customer()
  const id = newId()
  const sent = { id, currency: 'USDC', chain: 'polygon', amount: '110.00', cash: 'EUR', hash: `0x${'7'.repeat(64)}` }
  for (let time = 0; time < 2; time += 1) await house.ask(submitDeposit, sent, { token: who.token })
  const seats = [await house.seat({ roles: ['treasurer'] }), await house.seat({ roles: ['treasurer'] })]
  const review = await reviewOf(house, id)
  for (const { token } of [...seats, ...seats]) {
    await house.ask(openDeposit, { id: review }, { token })
    house.clock.advance(20 * MINUTE)
  }
  const token = (await house.seat({ roles: ['treasurer'] })).token
  const { seen } = (await house.ask(openDeposit, { id: review }, { token })).data
  const decision = { id: review, opinion: 'approve', reason: 'received', seen }
  for (let time = 0; time < 2; time += 1) await house.ask(decideDeposit, decision, { token })
  const link = `#/subPackages/recharge/record?id=${id}`
  expect(await toldOf(who, id, link)).toEqual(['deposit_received', 'deposit_in_review', 'deposit_credited'])
  const { rows } = (await house.ask(listEntries, { cause: id }, { token: who.token })).data
  const posting = await house.ask(readPosting, { posting: String(rows[0].posting) }, { token: who.token })
  expect(posting.data).toMatchObject({ cause: id, causeKind: 'deposit' })
})

test('a withdrawal: submitted, opened, approved, sent; refused by two; cancelled', async () => {
  const who = await payerIn(house)
  const seats = [await house.seat({ roles: ['treasurer'] }), await house.seat({ roles: ['treasurer'] })] as const
  const withdrawal = async () => (await submit(house, who, { amount: '100.00' })).data.id as string
  const [sent, refused, cancelled] = [await withdrawal(), await withdrawal(), await withdrawal()]
  await open(house, seats[0], sent)
  await judge(house, seats[0], sent, 'approve')
  house.clock.advance(2 * MINUTE)
  for (let time = 0; time < 2; time += 1) await sendApproved(house, house.withdrawals)
  for (const seat of seats) await judge(house, seat, refused, 'refuse')
  for (let time = 0; time < 2; time += 1) await house.ask(cancelWithdrawal, { id: cancelled }, { token: who.token })
  const noticesOf = (id: string) => toldOf(who, id, `#/subPackages/withdraw/record?id=${id}`)
  const begun = ['withdrawal_received', 'withdrawal_in_review']
  expect(await noticesOf(sent)).toEqual([...begun, 'withdrawal_approved', 'withdrawal_sent'])
  expect(await noticesOf(refused)).toEqual([...begun, 'withdrawal_refused'])
  expect(await noticesOf(cancelled)).toEqual(['withdrawal_received', 'withdrawal_cancelled'])
})

/** The steps since `before` messages, oldest first, each by its code and the link of its message. */
async function toldSince({ token }: TestCustomer, before: number): Promise<string[]> {
  const { data } = await house.ask(listNotices, { limit: 100 }, { token })
  const all = data.data as NoticeRow[]
  return all
    .slice(0, all.length - before)
    .flatMap((notice) => codesIn([notice]).map((code) => `${code} ${hashOf(firstPlaceFor(notice, LISTS))}`))
    .toReversed()
}
const countOf = async ({ token }: TestCustomer): Promise<number> =>
  (await house.ask(listNotices, { limit: 100 }, { token })).data.data.length
const SECURITY = '#/subPackages/accounts/security'
const ACTIVITY = '#/subPackages/accounts/activity'

test('an identity check: submitted, opened by two, refused; submitted again and passed', async () => {
  const who = await house.customer()
  const seats = [await house.seat({ roles: ['reviewer'] }), await house.seat({ roles: ['reviewer'] })]
  const bytes = await samplePicture()
  const before = await countOf(who)
  const check = async (opinion: 'approve' | 'refuse', more: object): Promise<void> => {
    const [id, front, back] = [newId(), newId(), newId()]
    for (const paper of [front, back])
      await house.ask(storePicture, { id: paper, use: 'kyc' }, { token: who.token, bytes })
    const form = {
      id,
      firstName: 'Ana',
      lastName: 'Gil',
      type: 'id_card',
      number: '0482915-M',
      sample: true,
      front,
      back,
    }
    for (let time = 0; time < 2; time += 1) await house.ask(submitKyc, form, { token: who.token })
    const review = await reviewOf(house, id)
    for (const { token } of seats) {
      await house.ask(openKyc, { id: review }, { token })
      house.clock.advance(20 * MINUTE)
    }
    const { token } = seats[0] ?? who
    const { seen } = (await house.ask(openKyc, { id: review }, { token })).data
    for (const paper of [front, back])
      await house.ask(viewPicture, { customer: who.id, id: paper }, { token, key: newId() })
    const decided = await house.ask(decideKyc, { id: review, opinion, seen, ...more }, { token, key: newId() })
    expect([decided.error, decided.fields]).toEqual([undefined, undefined])
  }
  await check('refuse', { reason: 'paper_unreadable', repeat: ['front'] })
  await check('approve', { reason: 'papers_match', repeat: [] })
  const kyc = (code: string) => `${code} #/subPackages/real/real`
  const begun = [kyc('kyc_submitted'), kyc('kyc_in_review')]
  expect(await toldSince(who, before)).toEqual([...begun, kyc('kyc_refused'), ...begun, kyc('kyc_passed')])
})

test('an account: its passwords, one-time codes, payees, restrictions by staff, a password reset link, starting over', async () => {
  const who = await payerIn(house)
  const { password } = who
  let { token } = who
  const seat = await house.seat()
  const before = await countOf(who)
  const ask = (call: Parameters<TestHouse['ask']>[0], input: object) =>
    house.ask(call, input, { token, key: (input as { id?: string }).id ?? newId() })
  const fresh = { old: TRADING, password: 'another one', again: 'another one' }
  const key = newId()
  for (let time = 0; time < 2; time += 1) await house.ask(setTradingPassword, fresh, { token, key })
  const change = { old: password, password: 'a new one', again: 'a new one' }
  token = (await house.ask(changeLoginPassword, change, { token })).data.token

  const { secret, setUp } = (await ask(beginSecondStep, { password: 'a new one' })).data
  const code = () => codeAt(Buffer.from(Secret.fromBase32(secret).bytes), house.clock.now())
  const [on] = [(await ask(setSecondStep, { setUp, code: code() })).data]
  expect(on.recovery).toHaveLength(10)
  house.clock.advance(31_000)
  expect((await ask(removeSecondStep, { password: 'a new one', code: code() })).data).toEqual({ removed: true })

  const id = newId()
  const card = { iban: 'ES7921000813610123456789', accountName: 'Ana Gil', bankName: 'Banco', bankAddress: 'Vigo' }
  for (let time = 0; time < 2; time += 1) await ask(addBankCard, { id, ...card })
  for (let time = 0; time < 2; time += 1) await house.ask(removePayee, { id }, { token, key: newId() })

  const held = {
    id: newId(),
    customer: who.id,
    level: 1,
    reason: 'unusual_activity',
    until: house.clock.now() + 60 * MINUTE,
  }
  for (let time = 0; time < 2; time += 1) await house.ask(restrictAccount, held, { token: seat.token, key: held.id })
  const another = await house.seat()
  for (let time = 0; time < 2; time += 1) await liftByTwo(house, [seat, another], who.id)
  const started = { id: newId(), password: 'another one' }
  for (let time = 0; time < 2; time += 1) await ask(startOver, started)
  const request = { customer: who.id, seat: null, now: house.clock.now() }
  const link = (await writeFor(house.db, who.id, (tx) => makeResetLink(tx, request))).path.split('link=').at(-1)
  const reset = { link, password: 'the newest', again: 'the newest' }
  for (let time = 0; time < 2; time += 1) await house.ask(resetPassword, reset)
  const again = (await house.ask(logIn, { phone: who.phone, password: 'the newest' })).data.token as string
  expect(await toldSince({ ...who, token: again }, before)).toEqual([
    ...[`password_changed ${SECURITY}`, `password_changed ${SECURITY}`],
    ...[`security_changed ${SECURITY}`, `security_changed ${SECURITY}`],
    ...['payee_added #/subPackages/bank/list', 'payee_removed #/subPackages/bank/list'],
    ...[`account_restricted ${ACTIVITY}`, `account_freed ${ACTIVITY}`],
    'started_over #/subPackages/portfolio/funds',
    ...[`security_changed ${SECURITY}`, `security_changed ${SECURITY}`],
    'signed_in #/subPackages/accounts/sessions',
  ])
})
