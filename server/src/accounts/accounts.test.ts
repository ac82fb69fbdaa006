import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeLoginPassword,
  changeProfile,
  listSessions,
  logIn,
  readProfile,
  setTradingPassword,
} from '@lonja/core/accounts/accounts.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { MINUTE } from '@lonja/core/base/instant'
import { newId } from '../base/ids.ts'
import { findDevice, saveDevice } from '../notices/push.store.ts'
import { openTestHouse, signInAgain, type TestHouse } from '../testing/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

describe('passwords', () => {
  test('a new log-in password ends every session, its own too, and answers a new token', async () => {
    const someone = await house.customer()
    const other = await signInAgain(house, someone)
    const change = { old: someone.password, password: 'another1', again: 'another1' }
    const how = { token: someone.token, key: newId() }
    const { data } = await house.ask(changeLoginPassword, change, how)
    expect(data).toMatchObject({ sessionsEnded: 1, userId: someone.id })
    expect((await house.ask(changeLoginPassword, change, how)).error).toBe('not_signed_in')
    for (const token of [other, someone.token]) expect((await house.ask(readProfile, {}, { token })).status).toBe(401)
    const { token } = data
    expect((await house.ask(listSessions, {}, { token })).data.rows).toMatchObject([{ own: true }])
    expect((await house.ask(logIn, { phone: someone.phone, password: someone.password })).error).toBe(
      'wrong_phone_or_password',
    )
    expect((await house.ask(logIn, { phone: someone.phone, password: 'another1' })).status).toBe(200)
    const again = { old: 'another1', password: 'another1', again: 'another1' }
    expect((await house.ask(changeLoginPassword, again, { token })).error).toBe('password_unchanged')
    expect((await house.ask(changeLoginPassword, change, { token })).error).toBe('wrong_password')
  })

  test('pushes go on after a change of the log-in password, to the new session', async () => {
    const { id: customer, token, password: old } = await house.customer()
    const session = (await house.ask(listSessions, {}, { token })).data.rows[0].id
    const device = {
      customer,
      session,
      endpoint: 'https://push.example/1',
      key: Buffer.alloc(65),
      auth: Buffer.alloc(16),
    }
    await house.db.write((tx) => saveDevice(tx, device, house.clock.now()))
    const change = { old, password: 'another1', again: 'another1' }
    const { data } = await house.ask(changeLoginPassword, change, { token })
    const next = (await house.ask(listSessions, {}, { token: data.token })).data.rows[0].id
    const devices = await house.db.read((tx) =>
      Promise.all([session, next].map((id) => findDevice(tx, { customer, session: id }))),
    )
    expect(devices).toMatchObject([null, { endpoint: 'https://push.example/1' }])
  })

  test('the trading password: first set by the log-in password, then by the old one, never equal to the log-in password', async () => {
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

  test('guesses of the old password are limited', async () => {
    const { token, password } = await house.customer()
    const guess = { old: 'not it', password: 'another1', again: 'another1' }
    for (let time = 0; time < 10; time += 1) {
      expect((await house.ask(changeLoginPassword, guess, { token })).error).toBe('wrong_password')
    }
    expect((await house.ask(changeLoginPassword, { ...guess, old: password }, { token })).error).toBe('too_many_tries')
  })
})

test('the trading password gives no way to try log-in passwords: each new one counts as a guess, accepted or not', async () => {
  const { token, password } = await house.customer()
  const set = (old: string, fresh: string) =>
    house.ask(setTradingPassword, { old, password: fresh, again: fresh }, { token, key: newId() })
  const guesses = [password, ...Array.from({ length: 10 }, (_none, n) => `guess-${n}`)]
  for (const [n, guess] of guesses.slice(1).entries())
    expect([n, (await set(guesses[n] ?? '', guess)).error]).toEqual([n, undefined])
  for (const guess of [password, 'guess-11']) expect((await set('guess-9', guess)).error).toBe('too_many_tries')
  // The refused tries harm no password: a quarter of an hour later it can be changed.
  house.clock.advance(15 * MINUTE)
  expect((await set('guess-9', password)).error).toBe('same_as_login_password')
  expect((await set('guess-9', 'trading1')).data).toEqual({ set: true })
})

describe('the profile', () => {
  test('saves the fields that are sent and leaves the rest', async () => {
    const { token } = await house.customer()
    const change = {
      displayName: '  Ana María  ',
      displayCurrency: 'USD',
      textSize: 150,
      notices: { orders: false, signIns: true },
    }
    const answer = await house.ask(changeProfile, change, { token })
    expect(answer.data).toMatchObject({
      displayName: 'Ana María',
      displayCurrency: 'USD',
      textSize: 150,
      language: 'en',
    })
    expect((await house.ask(readProfile, {}, { token })).data).toEqual(answer.data)
    expect((await house.ask(changeProfile, { language: 'cn' }, { token })).data).toEqual({
      ...answer.data,
      language: 'cn',
    })
    expect((await house.ask(changeProfile, { displayName: null }, { token })).data.displayName).toBe(null)
  })

  test.each([
    [{ displayName: 'x'.repeat(61) }, 'displayName', 'too_long'],
    [{ textSize: 110 }, 'textSize', 'not_listed'],
    [{ language: 'de' }, 'language', 'not_listed'],
    [{ notices: { orders: 'yes', signIns: true } }, 'notices.orders', 'wrong_type'],
    [{ kyc: 'passed' }, 'kyc', 'unknown_field'],
  ])('refuses %o', async (change, field, code) => {
    const { token } = await house.customer()
    const answer = await house.ask(changeProfile, change, { token })
    expect(answer).toMatchObject({ status: 400, code: 0, error: 'bad_input', fields: [{ field, code }] })
    expect(answer.fields?.[0]?.msg).not.toMatch(/[{}]/)
  })

  test.each([
    [{ displayName: '' }, 'displayName'],
    [{ notices: { orders: true } }, 'notices.signIns'],
  ])('says what is missing in %o', async (change, field) => {
    const { token } = await house.customer()
    const answer = await house.ask(changeProfile, change, { token })
    expect(answer).toMatchObject({ status: 422, error: 'missing_information', fields: [{ field, code: 'required' }] })
  })

  test('a name with a character that text cannot hold is refused as bad input', async () => {
    const { token } = await house.customer()
    const answer = await house.ask(changeProfile, { displayName: 'a\u0000b' }, { token, key: newId() })
    expect(answer).toMatchObject({
      status: 400,
      error: 'bad_input',
      fields: [{ field: 'displayName', code: 'wrong_form' }],
    })
  })
})
