import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSessions } from '@lonja/core/accounts/accounts.contract'
import { restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import { readResetLink } from '@lonja/core/accounts/second-step.contract'
import { eur } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR } from '@lonja/core/base/instant'
import { submitKyc } from '@lonja/core/kyc/kyc.contract'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { SIGN_UP_GRANT, freeLine } from '@lonja/core/ledger/ledger.rules'
import { beginPush } from '@lonja/core/notices/push.contract'
import { addBankCard } from '@lonja/core/payees/payees.contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { KEPT_AFTER_DECISION_MS } from '@lonja/core/pictures/pictures.rules'
import { closeAccount } from '@lonja/core/leaving.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { answerThread, listThreads } from '@lonja/core/support/support.staff.contract'
import { sendMessage } from '@lonja/core/support/thread.contract'
import { makeAlert } from '@lonja/core/watchlist/alerts.contract'
import { cancelWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { listActs } from '../audit/audit.store.ts'
import { newId } from '../base/ids.ts'
import { makeResetLink } from '../accounts/resets.actions.ts'
import { askOn, stateOf } from '../resets/resets.testing.ts'
import { findReset } from '@lonja/core/resets/resets.staff.contract'
import { writeFor } from '../database/locks.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { ABC, START } from '../orders/orders.testing.ts'
import { findPicture } from '../pictures/pictures.store.ts'
import { samplePicture } from '../pictures/pictures.testing.ts'
import { payerIn, submit, TRADING } from '../withdrawals/withdrawals.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'

/** The starting cash of each customer, in cents: handed back before an account is closed. */

const GRANT = 10_000_000n
let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(GRANT) })
  house.script.sessions = [{ open: START - HOUR, close: START + 900 * HOUR }]
  await house.quote(ABC, 998n, 1_000n)
})
afterAll(() => house.close())

/** Gives cash back to the house, by entries, until `left` cents remain. */
async function empty({ id: customer }: TestCustomer, left: bigint, has = GRANT): Promise<void> {
  await writeFor(house.db, customer, async (tx) => {
    const lines = [freeLine('withdrawal', 'grants', eur(left - has))]
    await postNow(tx, { customer, cause: SIGN_UP_GRANT, at: house.clock.now(), lines })
  })
}

const close = ({ token }: TestCustomer): Promise<CallAnswer> =>
  house.ask(closeAccount, { password: TRADING }, { token })

/** The keys that a browser sends: the public key of a P-256 pair, and a secret of 16 bytes. */
const pushKeys = () => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
})

const OTHER_CARD = {
  iban: 'ES7921000813610123456789',
  accountName: 'Ana García',
  bankName: 'Banco Ribera',
  bankAddress: 'Vigo',
}

test('a withdrawal under way blocks closing; closing ends alerts, push devices, sessions, links and payees, and stops all notices', async () => {
  const ana = await payerIn(house)
  const { token, id: customer } = ana
  const other = await signInAgain(house, ana)
  const terms = { listing: ABC, kind: 'above', level: '12.0000', percentBps: null, repeats: 'daily', note: null }
  const alert = await house.ask(makeAlert, { id: newId(), ...terms }, { token })
  expect([alert.error, alert.fields]).toEqual([undefined, undefined])
  const device = { endpoint: 'http://127.0.0.1:9/push', ...pushKeys() }
  for (const each of [token, other])
    expect((await house.ask(beginPush, device, { token: each })).data).toEqual({ on: true })
  expect((await house.ask(addBankCard, { id: newId(), ...OTHER_CARD }, { token })).error).toBeUndefined()
  const admin = await house.seat()
  const request = { customer, seat: null, now: house.clock.now() }
  const link = (await writeFor(house.db, customer, (tx) => makeResetLink(tx, request))).path
  const asking = await askOn(house, ana.phone)
  const secret = link.split('link=').at(-1) ?? ''
  const looked = () => house.ask(readResetLink, { link: secret })
  expect((await looked()).error).toBeUndefined()
  const withdrawal = (await submit(house, ana, { amount: '20.00' })).data.id as string
  await empty(ana, 2_000n)
  expect((await close(ana)).error).toBe('withdrawal_under_way')
  await house.ask(cancelWithdrawal, { id: withdrawal }, { token, key: newId() })
  await empty(ana, 0n, 2_000n)
  expect((await close(ana)).error).toBeUndefined()

  for (const each of [token, other]) expect((await house.ask(listSessions, {}, { token: each })).status).toBe(401)
  const stored = async (table: string, more = 'true') => {
    const text = `select count(*) as rows from ${table} where customer = $1 and ${more}`
    const [row] = await house.db.read((tx) => tx.run<{ rows: bigint }>({ name: `left_${table}`, text }, [customer]))
    return [table, Number(row?.rows)]
  }
  expect(await stored('alerts', 'removed_at is null')).toEqual(['alerts', 0])
  for (const table of ['push_devices', 'push_outbox']) expect(await stored(table)).toEqual([table, 0])
  const [, notices] = await stored('notices')
  await house.alerts.sweep()
  await house.quote(ABC, 1_298n, 1_300n)
  await house.alerts.sweep()
  expect(await stored('notices')).toEqual(['notices', notices])
  // Links and requests from before are void, and staff can neither find a request of a closed account nor restrict it.
  expect((await looked()).code).toBe(0)
  expect(await stateOf(house, asking)).toBe('closed')
  expect((await house.ask(findReset, { code: asking.code }, { token: admin.token })).error).toBe('unknown_reset_code')
  const held = { id: newId(), customer, level: 2, reason: 'unusual_activity', until: house.clock.now() + HOUR }
  expect((await house.ask(restrictAccount, held, { token: admin.token })).error).toBe('unknown_customer')
})

async function picture({ token }: TestCustomer, use: 'kyc' | 'support'): Promise<string> {
  const id = newId()
  await house.ask(storePicture, { id, use }, { token, bytes: await samplePicture() })
  return id
}

/** A customer with nothing left whose identity check is pending. */
async function checked() {
  const who = await payerIn(house)
  await empty(who, 0n)
  const front = await picture(who, 'kyc')
  const name = { firstName: 'Ana', lastName: 'García', type: 'passport', number: 'PA1234567' }
  const form = { id: newId(), ...name, front, back: null, sample: true }
  expect((await house.ask(submitKyc, form, { token: who.token })).error).toBeUndefined()
  return { who, id: form.id, front }
}

const rowsOf = async (table: string, customer: CustomerId): Promise<number> => {
  const text = `select count(*) as rows from ${table} where customer = $1`
  const [row] = await house.db.read((tx) => tx.run<{ rows: bigint }>({ name: `told_${table}`, text }, [customer]))
  return Number(row?.rows)
}
const actsOf = async (customer: CustomerId) => {
  const all = await house.db.read((tx) => listActs(tx, { chains: [customer], act: null }, { before: null, most: 9 }))
  return all.map(({ act, about, detail }) => ({ act, about: about?.id, ...detail }))
}

test('closing withdraws what staff have to decide: nobody decides on it, and no notice goes out', async () => {
  const seat = await house.seat({ roles: ['reviewer', 'support'] })
  const by = { token: seat.token }
  const { who, id, front } = await checked()
  const review = await reviewOf(house, id)
  const shown = await picture(who, 'support')
  const question = { id: newId(), text: '¿Cuándo?', pictures: [shown] }
  const thread = (await house.ask(sendMessage, question, { token: who.token })).data.thread as string
  const { seen } = (await house.ask(openKyc, { id: review }, by)).data
  const notices = await rowsOf('notices', who.id)
  expect((await close(who)).error).toBeUndefined()

  const queued = async (state: string) =>
    (await house.ask(listQueue, { kind: 'kyc', state }, by)).data.rows.filter(
      (row: { id: string }) => row.id === review,
    )
  expect([await queued('open'), await queued('cancelled')]).toMatchObject([[], [{ state: 'cancelled', holder: null }]])
  const late = { id: review, seen, opinion: 'approve', reason: 'papers_match', repeat: [] }
  expect((await house.ask(decideKyc, late, { ...by, key: newId() })).error).toBe('review_over')
  const over = (await house.ask(openKyc, { id: review }, by)).data
  expect(over).toMatchObject({ state: 'account_closed', review: 'cancelled', onlyLook: 'review_over', holder: null })
  const waiting = (await house.ask(listThreads, { which: 'open' }, by)).data
  expect(waiting).toMatchObject({ waiting: 0, rows: [] })
  const answer = { id: newId(), customer: who.id, text: 'Hoy' }
  expect((await house.ask(answerThread, answer, by)).error).toBe('thread_closed')
  expect(await rowsOf('notices', who.id)).toBe(notices)
  const removeAt = house.clock.now() + KEPT_AFTER_DECISION_MS
  for (const paper of [front, shown])
    expect(await house.db.read((tx) => findPicture(tx, who.id, paper))).toMatchObject({ removeAt })
  expect(await actsOf(who.id)).toEqual(
    expect.arrayContaining([
      { act: 'kyc_ended', about: id, reason: 'account_closed' },
      { act: 'support_ended', about: thread },
    ]),
  )
})

test('closing and deciding at once: the check ends once, and the level is that of its end', async () => {
  const seat = await house.seat({ roles: ['reviewer'] })
  const by = { token: seat.token }
  const ends: string[] = []
  for (let n = 0; n < 4; n++) {
    const { who, id } = await checked()
    const review = await reviewOf(house, id)
    const { seen } = (await house.ask(openKyc, { id: review }, by)).data
    const opinion = { id: review, seen, opinion: 'refuse', reason: 'customer_asked', repeat: [] }
    const decide = () => house.ask(decideKyc, opinion, { ...by, key: newId() })
    const both = n % 2 === 0 ? [close(who), decide()] : [decide(), close(who)]
    const answers = await Promise.all(both)
    const [closed, decided] = n % 2 === 0 ? answers : answers.toReversed()
    expect(closed?.error).toBeUndefined()
    const { state, review: reviewed } = (await house.ask(openKyc, { id: review }, by)).data
    const kinds = (await actsOf(who.id)).map(({ act }) => act)
    const isDecided = decided?.error === undefined
    ends.push(decided?.error ?? 'decided')
    expect([state, reviewed]).toEqual(isDecided ? ['refused', 'refused'] : ['account_closed', 'cancelled'])
    expect([kinds.includes('judged_kyc'), kinds.includes('kyc_ended')]).toEqual([isDecided, !isDecided])
  }
  expect(ends.filter((end) => end !== 'decided' && end !== 'review_over')).toEqual([])
})
