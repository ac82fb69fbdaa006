import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endSession, listSessions, logIn, logOut, readProfile } from '@lonja/core/accounts/accounts.contract'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { openTestHouse, signInAgain, type TestHouse } from '../testing/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

describe('signing in', () => {
  test('an unknown phone and a wrong password get the same answer', async () => {
    const { phone } = await house.customer()
    const wrong = await house.ask(logIn, { phone, password: 'not this' })
    const unknown = await house.ask(logIn, { phone: '999999999', password: 'not this' })
    expect(wrong).toMatchObject({ status: 422, code: 0, error: 'wrong_phone_or_password' })
    expect(unknown).toEqual(wrong)
  })

  test('ten wrong guesses at once are all counted: then even the right password is refused', async () => {
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

  test('200 guesses at once begin nothing on the connections of other calls, and reach the limit only', async () => {
    const { phone, password } = await house.customer()
    const before = house.transactions()
    const guesses = Array.from({ length: 200 }, (_one, at) => house.ask(logIn, { phone, password: `guess ${at}` }))
    const errors = (await Promise.all(guesses)).map(({ error }) => error)
    expect(new Set(errors)).toEqual(new Set(['wrong_phone_or_password', 'too_many_tries', 'too_many_requests']))
    expect(errors.filter((error) => error === 'wrong_phone_or_password')).toHaveLength(10)
    expect(house.transactions() - before).toBe(0)
    expect((await house.ask(logIn, { phone, password }, { ip: '192.0.2.9' })).status).toBe(200)
  })

  test('twenty networks that guess at ever other phone numbers leave everybody else their place', async () => {
    const people = [await house.customer(), await house.customer(), await house.customer()]
    let phones = 700_000_000
    const guess = (network: number) =>
      house.ask(logIn, { phone: String((phones += 1)), password: 'a guess' }, { ip: `203.0.113.${network}` })
    const networks = Array.from({ length: 20 }, (_none, network) => network)
    for (const network of networks) await guess(network)
    const guesses = [...networks, ...networks, ...networks].map(guess)
    const others = people.map(({ phone, password }, at) =>
      house.ask(logIn, { phone, password }, { ip: `198.51.100.${at}` }),
    )
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200])
    const errors = (await Promise.all(guesses)).map(({ error }) => error)
    expect(new Set(errors)).toEqual(new Set(['wrong_phone_or_password', 'too_many_requests']))
  })

  test('one address cannot block a customer at other addresses', async () => {
    const { phone, password } = await house.customer()
    for (let guess = 0; guess < 120; guess += 1) {
      await house.ask(logIn, { phone, password: `guess ${guess}` }, { ip: '192.0.2.66' })
    }
    expect((await house.ask(logIn, { phone, password }, { ip: '192.0.2.66' })).error).toBe('too_many_tries')
    expect((await house.ask(logIn, { phone, password }, { ip: '192.0.2.7' })).status).toBe(200)
  })

  test('all addresses of one IPv6 network count as one', async () => {
    const { phone, password } = await house.customer()
    const from = (guess: number) => ({ ip: `2001:db8:1:2::${guess.toString(16)}` })
    for (let guess = 0; guess < 10; guess += 1) await house.ask(logIn, { phone, password: 'not this' }, from(guess))
    expect((await house.ask(logIn, { phone, password }, from(10))).error).toBe('too_many_tries')
    expect((await house.ask(logIn, { phone, password }, { ip: '2001:db8:1:3::1' })).status).toBe(200)
  })

  test('right passwords do not count', async () => {
    const someone = await house.customer()
    for (let time = 0; time < 12; time += 1) await signInAgain(house, someone)
  })

  test('a session is listed with its device, and its owner gets a notice', async () => {
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
  test('ends after a day without use, is extended by use, and ends after 30 days in any case', async () => {
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
