import { afterAll, beforeAll, expect, test } from 'vitest'
import { readProfile, register } from '@lonja/core/accounts/accounts.contract'
import { HOUR } from '@lonja/core/base/instant'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { sql } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { makeInvitation } from './invitations.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const COUNT = sql('test_count_accounts', 'select count(*) as accounts from customers')
const KEPT = sql('test_kept', 'select answer::text from kept_answers')
const count = async (): Promise<bigint> =>
  (await house.db.read((tx) => tx.run<{ accounts: bigint }>(COUNT)))[0]?.accounts ?? 0n

let phones = 700_000_000
const form = (change: object = {}) => ({
  phone: String((phones += 1)),
  password: 'otter marsh 1',
  again: 'otter marsh 1',
  invitation: house.invitation,
  ...change,
})

test('opens an account with its grant, a notice and a session', async () => {
  const answer = await house.ask(register, form({ language: 'fr' }), { key: newId() })
  expect(answer).toMatchObject({ status: 200, code: 1, msg: '' })
  const { token, userId } = answer.data
  const profile = await house.ask(readProfile, {}, { token })
  expect(profile.data).toMatchObject({
    userId,
    language: 'fr',
    displayCurrency: 'EUR',
    kyc: 'none',
    hasTradingPassword: false,
  })
  expect(profile.data.phone).toBe(`••••••${String(phones).slice(-3)}`)
  const entries = await house.ask(listEntries, {}, { token })
  expect(entries.data.rows).toMatchObject([{ kind: 'grant', free: { asset: 'EUR', units: '100000.00' } }])
  const notices = await house.ask(listNotices, {}, { token, language: 'tur' })
  expect(notices.data).toMatchObject({
    unread: 1,
    data: [{ code: 'grant_received', title: 'Dinero de práctica recibido: 100.000,00\u00a0€' }],
  })
})

test('names what is wrong, in its field and in the caller’s language', async () => {
  const answer = await house.ask(register, form({ password: 'short' }), { language: 'tur' })
  const msg = 'La contraseña debe tener al menos 6 caracteres'
  expect(answer).toMatchObject({ status: 422, code: 0, error: 'password_short', msg })
  expect(answer.fields).toEqual([{ field: 'password', code: 'password_short', msg }])
})

test('needs an invitation that exists, has not ended and has uses left', async () => {
  expect((await house.ask(register, form({ invitation: 'NOPE' }))).error).toBe('invitation_unknown')
  const single = await makeInvitation(house.db, { uses: 1, days: 1, now: house.clock.now() })
  const written = single.code.toLowerCase().replace(/(.{4})/, '$1 ')
  expect((await house.ask(register, form({ invitation: written }))).status).toBe(200)
  expect((await house.ask(register, form({ invitation: single.code }))).error).toBe('invitation_used_up')
  const past = await makeInvitation(house.db, { uses: 1, days: 1, now: house.clock.now() - 24 * HOUR })
  expect((await house.ask(register, form({ invitation: past.code }))).error).toBe('invitation_expired')
})

test('the last use of a code, requested eight times at once, opens one account', async () => {
  const { code } = await makeInvitation(house.db, { uses: 1, days: 1, now: house.clock.now() })
  const answers = await Promise.all(Array.from({ length: 8 }, () => house.ask(register, form({ invitation: code }))))
  expect(answers.map(({ error }) => error ?? 'in').sort()).toEqual([
    'in',
    ...Array<string>(7).fill('invitation_used_up'),
  ])
})

test('fifty sign-ups at once with one code, at one address, are all accepted', async () => {
  const { code } = await makeInvitation(house.db, { uses: 50, days: 1, now: house.clock.now() })
  const forms = Array.from({ length: 50 }, () => form({ invitation: code }))
  const answers = await Promise.all(forms.map((one) => house.ask(register, one, { key: newId(), ip: '192.0.2.50' })))
  expect(answers.map(({ error }) => error ?? 'in')).toEqual(Array<string>(50).fill('in'))
  const late = await house.ask(register, form({ invitation: code }), { ip: '192.0.2.50' })
  expect(late.error).toBe('invitation_used_up')
})

test('one form sent five times at once, and again later, opens one account; each answer has a session that works', async () => {
  const before = await count()
  const single = await makeInvitation(house.db, { uses: 1, days: 1, now: house.clock.now() })
  const sent = form({ invitation: single.code })
  const key = newId()
  const answers = await Promise.all(Array.from({ length: 5 }, () => house.ask(register, sent, { key })))
  answers.push(await house.ask(register, sent, { key }))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(new Set(answers.map(({ data }) => data.userId)).size).toBe(1)
  expect(new Set(answers.map(({ data }) => data.token)).size).toBe(6)
  expect(await count()).toBe(before + 1n)
  for (const { data } of answers) expect((await house.ask(readProfile, {}, { token: data.token })).status).toBe(200)
  expect((await house.ask(listEntries, { kind: 'grant' }, { token: answers[0]?.data.token })).data.rows).toHaveLength(1)
  // The same key with another password is no repeat; with another form it is refused.
  expect((await house.ask(register, { ...sent, password: 'other12', again: 'other12' }, { key })).error).toBe(
    'phone_taken',
  )
  expect((await house.ask(register, { ...sent, language: 'cn' }, { key })).error).toBe('key_reused')
  const other = { ...sent, invitation: house.invitation }
  expect((await house.ask(register, other, { key: newId() })).error).toBe('phone_taken')
})

test('no token is stored anywhere', async () => {
  const sent = form()
  const { data } = await house.ask(register, sent, { key: newId() })
  const secret = data.token.split('.')[1]
  const rows = await house.db.read((tx) => tx.run<{ answer: string }>(KEPT))
  expect(rows.every(({ answer }) => !answer.includes(secret))).toBe(true)
})
