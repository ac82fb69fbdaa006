import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeLoginPassword,
  changeProfile,
  endSession,
  listSessions,
  logIn,
  logOut,
  readProfile,
  register,
  setTradingPassword,
} from '@lonja/core/accounts/accounts.contract'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { newId } from '../base/ids.ts'
import { sql } from '../base/db.ts'
import { openTestHouse, signInAgain, type TestHouse } from '../house.testing.ts'
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
  password: 'secret1',
  again: 'secret1',
  invitation: house.invitation,
  ...change,
})

describe('signing up', () => {
  test('opens an account with its grant, a notice and a session', async () => {
    const told = await house.ask(register, form({ language: 'fr' }), { key: newId() })
    expect(told).toMatchObject({ status: 200, code: 1, msg: '' })
    const { token, userId } = told.data
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

  test('says what is wrong, in the field and in the language', async () => {
    const told = await house.ask(register, form({ password: 'short' }), { language: 'tur' })
    const msg = 'La contraseña debe tener al menos 6 caracteres'
    expect(told).toMatchObject({ status: 422, code: 0, error: 'password_short', msg })
    expect(told.fields).toEqual([{ field: 'password', code: 'password_short', msg }])
  })

  test('needs an invitation that exists, lives and has uses left', async () => {
    expect((await house.ask(register, form({ invitation: 'NOPE' }))).error).toBe('invitation_unknown')
    const single = await makeInvitation(house.db, { uses: 1, days: 1, now: house.clock.now() })
    const written = single.code.toLowerCase().replace(/(.{4})/, '$1 ')
    expect((await house.ask(register, form({ invitation: written }))).status).toBe(200)
    expect((await house.ask(register, form({ invitation: single.code }))).error).toBe('invitation_used_up')
    const past = await makeInvitation(house.db, { uses: 1, days: 1, now: house.clock.now() - 24 * HOUR })
    expect((await house.ask(register, form({ invitation: past.code }))).error).toBe('invitation_expired')
  })

  test('the last use of a code, asked for eight times at once, opens one account', async () => {
    const { code } = await makeInvitation(house.db, { uses: 1, days: 1, now: house.clock.now() })
    const told = await Promise.all(Array.from({ length: 8 }, () => house.ask(register, form({ invitation: code }))))
    expect(told.map(({ error }) => error ?? 'in').sort()).toEqual([
      'in',
      ...Array<string>(7).fill('invitation_used_up'),
    ])
  })

  test('a class of fifty signs up at once with one code, at one address: all are let in', async () => {
    const { code } = await makeInvitation(house.db, { uses: 50, days: 1, now: house.clock.now() })
    const forms = Array.from({ length: 50 }, () => form({ invitation: code }))
    const told = await Promise.all(forms.map((one) => house.ask(register, one, { key: newId(), ip: '192.0.2.50' })))
    expect(told.map(({ error }) => error ?? 'in')).toEqual(Array<string>(50).fill('in'))
    const late = await house.ask(register, form({ invitation: code }), { ip: '192.0.2.50' })
    expect(late.error).toBe('invitation_used_up')
  })

  test('one form sent five times at once, and again later, is one account; each answer has a session that works', async () => {
    const before = await count()
    const single = await makeInvitation(house.db, { uses: 1, days: 1, now: house.clock.now() })
    const sent = form({ invitation: single.code })
    const key = newId()
    const told = await Promise.all(Array.from({ length: 5 }, () => house.ask(register, sent, { key })))
    told.push(await house.ask(register, sent, { key }))
    expect(told.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(told.map(({ data }) => data.userId)).size).toBe(1)
    expect(new Set(told.map(({ data }) => data.token)).size).toBe(6)
    expect(await count()).toBe(before + 1n)
    for (const { data } of told) expect((await house.ask(readProfile, {}, { token: data.token })).status).toBe(200)
    expect((await house.ask(listEntries, { kind: 'grant' }, { token: told[0]?.data.token })).data.rows).toHaveLength(1)
    // The same key without the password opens nothing; with another form it is another request.
    expect((await house.ask(register, { ...sent, password: 'other12', again: 'other12' }, { key })).error).toBe(
      'phone_taken',
    )
    expect((await house.ask(register, { ...sent, language: 'cn' }, { key })).error).toBe('key_reused')
    const other = { ...sent, invitation: house.invitation }
    expect((await house.ask(register, other, { key: newId() })).error).toBe('phone_taken')
  })

  test('no token is kept anywhere', async () => {
    const sent = form()
    const { data } = await house.ask(register, sent, { key: newId() })
    const secret = data.token.split('.')[1]
    const kept = await house.db.read((tx) => tx.run<{ answer: string }>(KEPT))
    expect(kept.every(({ answer }) => !answer.includes(secret))).toBe(true)
  })
})

test('a name with a character that no text can hold is refused, not a failure of the house', async () => {
  const { token } = await house.customer()
  const told = await house.ask(changeProfile, { displayName: 'a\u0000b' }, { token, key: newId() })
  expect(told).toMatchObject({
    status: 400,
    error: 'bad_input',
    fields: [{ field: 'displayName', code: 'wrong_form' }],
  })
})

describe('signing in', () => {
  test('the same answer for an unknown phone and a wrong password', async () => {
    const { phone } = await house.customer()
    const wrong = await house.ask(logIn, { phone, password: 'not this' })
    const unknown = await house.ask(logIn, { phone: '999999999', password: 'not this' })
    expect(wrong).toMatchObject({ status: 422, code: 0, error: 'wrong_phone_or_password' })
    expect(unknown).toEqual(wrong)
  })

  test('ten wrong guesses at once are all counted: then even the right password waits', async () => {
    const { phone, password } = await house.customer()
    const guesses = Array.from({ length: 12 }, (_one, at) => house.ask(logIn, { phone, password: `guess ${at}` }))
    const errors = (await Promise.all(guesses)).map(({ error }) => error)
    expect(errors.filter((error) => error === 'wrong_phone_or_password')).toHaveLength(10)
    expect(errors.filter((error) => error === 'too_many_tries')).toHaveLength(2)
    const late = await house.ask(logIn, { phone, password }, { language: 'en' })
    expect(late).toMatchObject({
      status: 429,
      error: 'too_many_tries',
      msg: 'Too many tries; please wait 15 minutes and try again',
    })
    house.clock.advance(15 * MINUTE)
    expect((await house.ask(logIn, { phone, password })).status).toBe(200)
  })

  test('one address alone does not shut a customer out everywhere', async () => {
    const { phone, password } = await house.customer()
    for (let guess = 0; guess < 120; guess += 1) {
      await house.ask(logIn, { phone, password: `guess ${guess}` }, { ip: '192.0.2.66' })
    }
    expect((await house.ask(logIn, { phone, password }, { ip: '192.0.2.66' })).error).toBe('too_many_tries')
    expect((await house.ask(logIn, { phone, password }, { ip: '192.0.2.7' })).status).toBe(200)
  })

  test('right passwords do not count', async () => {
    const someone = await house.customer()
    for (let time = 0; time < 12; time += 1) await signInAgain(house, someone)
  })

  test('a session is listed with its device, and its owner is told', async () => {
    const { phone, password } = await house.customer()
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36' }
    const { data } = await house.ask(logIn, { phone, password }, { headers })
    const sessions = await house.ask(listSessions, {}, { token: data.token })
    expect(sessions.data.rows).toHaveLength(2)
    expect(sessions.data.rows.find(({ own }: { own: boolean }) => own)).toMatchObject({ device: 'Chrome, Android' })
    const notices = await house.ask(listNotices, {}, { token: data.token })
    expect(notices.data.data[0].title).toBe('New log-in from Chrome, Android')
  })
})

describe('a session', () => {
  test('ends after a day without use, is moved on by use, and ends after 30 days in any case', async () => {
    const { token } = await house.customer()
    const start = house.clock.now()
    for (let day = 0; day < 30; day += 1) {
      house.clock.advance(23 * HOUR)
      const { status } = await house.ask(readProfile, {}, { token })
      expect([day, status]).toEqual([day, 200])
      await house.ask(listSessions, {}, { token })
      await expect
        .poll(async () => (await house.ask(listSessions, {}, { token })).data.rows[0].seenAt)
        .toBe(house.clock.now())
    }
    house.clock.set(start + 30 * 24 * HOUR)
    expect(await house.ask(readProfile, {}, { token })).toMatchObject({
      status: 401,
      code: 401,
      error: 'not_signed_in',
    })
  })

  test('without use', async () => {
    const { token } = await house.customer()
    house.clock.advance(24 * HOUR - 1)
    expect((await house.ask(listSessions, {}, { token })).status).toBe(200)
    const other = await house.customer()
    house.clock.advance(24 * HOUR)
    expect((await house.ask(listSessions, {}, { token: other.token })).status).toBe(401)
  })

  test('is ended by its owner at once, one or all the others', async () => {
    const someone = await house.customer()
    const [second, third] = [await signInAgain(house, someone), await signInAgain(house, someone)]
    const rows = (await house.ask(listSessions, {}, { token: second })).data.rows
    const own = rows.find((row: { own: boolean }) => row.own).id
    expect((await house.ask(endSession, { id: own }, { token: third })).data).toEqual({ ended: 1 })
    expect((await house.ask(readProfile, {}, { token: second })).status).toBe(401)
    expect((await house.ask(endSession, { id: own }, { token: third })).error).toBe('unknown_session')
    expect((await house.ask(endSession, { id: 'others' }, { token: third })).data).toEqual({ ended: 1 })
    expect((await house.ask(readProfile, {}, { token: someone.token })).status).toBe(401)
    expect((await house.ask(logOut, {}, { token: third })).status).toBe(200)
    expect((await house.ask(readProfile, {}, { token: third })).status).toBe(401)
  })

  test('another customer cannot end it', async () => {
    const [one, other] = [await house.customer(), await house.customer()]
    const { id } = (await house.ask(listSessions, {}, { token: one.token })).data.rows[0]
    expect((await house.ask(endSession, { id }, { token: other.token })).error).toBe('unknown_session')
    expect((await house.ask(readProfile, {}, { token: one.token })).status).toBe(200)
  })
})

describe('passwords', () => {
  test('a new log-in password ends the other sessions; a repeat hears the first answer', async () => {
    const someone = await house.customer()
    const other = await signInAgain(house, someone)
    const change = { old: someone.password, password: 'another1', again: 'another1' }
    const how = { token: someone.token, key: newId() }
    expect((await house.ask(changeLoginPassword, change, how)).data).toEqual({ sessionsEnded: 1 })
    expect((await house.ask(changeLoginPassword, change, how)).data).toEqual({ sessionsEnded: 1 })
    expect((await house.ask(readProfile, {}, { token: other })).status).toBe(401)
    expect((await house.ask(logIn, { phone: someone.phone, password: someone.password })).error).toBe(
      'wrong_phone_or_password',
    )
    expect((await house.ask(logIn, { phone: someone.phone, password: 'another1' })).status).toBe(200)
    const again = { old: 'another1', password: 'another1', again: 'another1' }
    expect((await house.ask(changeLoginPassword, again, { token: someone.token })).error).toBe('password_unchanged')
    expect((await house.ask(changeLoginPassword, change, { token: someone.token })).error).toBe('wrong_password')
  })

  test('the trading password: first by the log-in password, then by the old one, never the log-in password', async () => {
    const { token, password } = await house.customer()
    const set = (old: string, fresh: string) =>
      house.ask(setTradingPassword, { old, password: fresh, again: fresh }, { token, key: newId() })
    expect((await set('not it', 'trading1')).error).toBe('wrong_password')
    expect((await set(password, password)).error).toBe('same_as_login_password')
    expect((await set(password, 'trading1')).data).toEqual({ set: true })
    expect((await house.ask(readProfile, {}, { token })).data.hasTradingPassword).toBe(true)
    expect((await set(password, 'trading2')).error).toBe('wrong_password')
    expect((await set('trading1', 'trading2')).data).toEqual({ set: true })
    const codes = (await house.ask(listNotices, {}, { token })).data.data.map(({ title }: { title: string }) => title)
    expect(codes.slice(0, 2)).toEqual(['Trading password changed', 'Trading password changed'])
  })

  test('guessing the old one is throttled', async () => {
    const { token, password } = await house.customer()
    const guess = { old: 'not it', password: 'another1', again: 'another1' }
    for (let time = 0; time < 10; time += 1) {
      expect((await house.ask(changeLoginPassword, guess, { token })).error).toBe('wrong_password')
    }
    expect((await house.ask(changeLoginPassword, { ...guess, old: password }, { token })).error).toBe('too_many_tries')
  })
})

describe('the profile', () => {
  test('takes what is sent and leaves the rest', async () => {
    const { token } = await house.customer()
    const change = {
      displayName: '  Ana María  ',
      displayCurrency: 'USD',
      textSize: 150,
      notices: { orders: false, signIns: true },
    }
    const told = await house.ask(changeProfile, change, { token })
    expect(told.data).toMatchObject({ displayName: 'Ana María', displayCurrency: 'USD', textSize: 150, language: 'en' })
    expect((await house.ask(readProfile, {}, { token })).data).toEqual(told.data)
    expect((await house.ask(changeProfile, { language: 'cn' }, { token })).data).toEqual({
      ...told.data,
      language: 'cn',
    })
    expect((await house.ask(changeProfile, { displayName: null }, { token })).data.displayName).toBe(null)
  })

  test.each([
    [{ displayName: '' }, 'displayName', 'required'],
    [{ displayName: 'x'.repeat(61) }, 'displayName', 'too_long'],
    [{ textSize: 110 }, 'textSize', 'not_listed'],
    [{ language: 'de' }, 'language', 'not_listed'],
    [{ notices: { orders: 'yes', signIns: true } }, 'notices.orders', 'wrong_type'],
    [{ notices: { orders: true } }, 'notices.signIns', 'required'],
    [{ kyc: 'passed' }, 'kyc', 'unknown_field'],
  ])('refuses %o', async (change, field, code) => {
    const { token } = await house.customer()
    const told = await house.ask(changeProfile, change, { token })
    expect(told).toMatchObject({ status: 400, code: 0, error: 'bad_input', fields: [{ field, code }] })
    expect(told.fields?.[0]?.msg).not.toMatch(/[{}]/)
  })
})
