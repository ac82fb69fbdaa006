import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOG_IN_PHONE } from '@lonja/core/accounts/tries.rules'
import { changeLoginPassword, endSession, listSessions, logIn, logOut } from '@lonja/core/accounts/accounts.contract'
import { MINUTE } from '@lonja/core/base/instant'
import { KNOWN_DEVICES_MOST } from '@lonja/core/base/marks'
import { SEAT_NAME } from '@lonja/core/staff/tries.rules'
import { signInSeat } from '@lonja/core/staff/staff.contract'
import { newId } from '../base/ids.ts'
import { codeAt } from '../secrets/codes.ts'
import { countAttempt, type ThrottleSubject } from '../door/throttle.ts'
import { keyFor } from '../secrets/secret.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { makeResetLink } from './resets.actions.ts'
import { resetPassword } from '@lonja/core/accounts/second-step.contract'
import { writeFor } from '../database/locks.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

interface Device {
  readonly token: string
  readonly marks: readonly string[]
}

/** Signs in on a device that keeps marks: a new one, or one that was here before. */
async function deviceOf({ phone, password }: TestCustomer, marks: readonly string[] = []): Promise<Device> {
  const { status, data } = await house.ask(logIn, { phone, password, marks })
  expect(status).toBe(200)
  return { token: data.token, marks: data.mark === undefined ? marks : [data.mark, ...marks] }
}

/** 200 wrong passwords at once from one address, and the counts of as many addresses as exhaust the phone number's limit. */
async function flood(phone: string): Promise<void> {
  const guess = (at: number) => house.ask(logIn, { phone, password: `guess ${at}` }, { ip: '192.0.2.66' })
  await Promise.all(Array.from({ length: 200 }, (_none, at) => guess(at)))
  await exhaust({ throttle: LOG_IN_PHONE, who: phone })
}

/** Counts wrong tries of a subject up to its limit, as many addresses would. */
async function exhaust(subject: ThrottleSubject): Promise<void> {
  const key = keyFor(house.secret, 'attempts')
  const count = () => countAttempt(house.triesDb, key, [subject], house.clock.now())
  while ((await count()).length === 0);
}

const enter = async ({ phone, password }: TestCustomer, marks: readonly string[], ip: string) => {
  const { status, error } = await house.ask(logIn, { phone, password, marks }, { ip })
  return status === 200 ? 'in' : error
}

describe('while others guess at a phone number', () => {
  test('its owner is let in on a known device, and nobody on an unknown one', async () => {
    const who = await house.customer()
    const { marks } = await deviceOf(who)
    const [, during] = await Promise.all([flood(who.phone), enter(who, marks, '198.51.100.1')])
    expect(during).toBe('in')
    expect(await enter(who, marks, '192.0.2.66')).toBe('in')
    expect(await enter(who, [], '198.51.100.2')).toBe('too_many_tries')
  })

  test('a made-up mark, a changed one and the mark of another customer give nothing', async () => {
    const [who, other] = [await house.customer(), await house.customer()]
    const [own, others] = [await deviceOf(who), await deviceOf(other)]
    const [secret, seal] = own.marks[0]!.split('.')
    await flood(who.phone)
    const madeUp = 'A'.repeat(43)
    for (const mark of [`${madeUp}.${seal}`, `${secret}.${'A'.repeat(22)}`, others.marks[0]!, 'nothing']) {
      expect([mark, await enter(who, [mark], '198.51.100.1')]).toEqual([mark, 'too_many_tries'])
    }
    expect(await enter(who, [...others.marks, ...own.marks], '198.51.100.1')).toBe('in')
  })

  test('a seat is let in on its known device', async () => {
    const { name, password, code } = await house.seat()
    const form = () => ({ name, password, code: codeAt(code, house.clock.now()) })
    const { data } = await house.ask(signInSeat, { ...form(), marks: [] })
    await exhaust({ throttle: SEAT_NAME, who: name.toLowerCase() })
    house.clock.advance(MINUTE)
    expect((await house.ask(signInSeat, { ...form(), marks: [] }, { ip: '198.51.100.1' })).error).toBe('too_many_tries')
    expect((await house.ask(signInSeat, { ...form(), marks: [data.mark] }, { ip: '198.51.100.1' })).status).toBe(200)
  })
})

describe('a known device', () => {
  test('has ten tries of its own, which leave those of the phone number alone', async () => {
    const who = await house.customer()
    const { marks } = await deviceOf(who)
    const wrong = { ...who, password: 'not this one' }
    for (let at = 0; at < 10; at += 1) expect(await enter(wrong, marks, '192.0.2.1')).toBe('wrong_phone_or_password')
    expect(await enter(who, marks, '192.0.2.1')).toBe('too_many_tries')
    expect(await enter(who, [], '192.0.2.1')).toBe('in')
  })

  test('gets its mark once, and keeps it', async () => {
    const who = await house.customer()
    expect((await house.ask(logIn, { phone: who.phone, password: who.password })).data.mark).toBeUndefined()
    const first = await deviceOf(who)
    expect(first.marks).toEqual([expect.stringMatching(/^[\w-]{43}\.[\w-]{22}$/)])
    expect((await deviceOf(who, first.marks)).marks).toEqual(first.marks)
  })

  test('is replaced when too many others were used since', async () => {
    const who = await house.customer()
    const first = await deviceOf(who)
    for (let at = 0; at < KNOWN_DEVICES_MOST; at += 1) {
      house.clock.advance(1)
      await deviceOf(who)
    }
    expect((await deviceOf(who, first.marks)).marks).toHaveLength(2)
  })

  test('that was forgotten counts as unknown', async () => {
    const who = await house.customer()
    const [own, other] = [await deviceOf(who), await deviceOf(who)]
    await house.ask(endSession, { id: 'others' }, { token: own.token, key: newId() })
    for (let at = 0; at < 10; at += 1) await enter({ ...who, password: 'not this one' }, [], '192.0.2.8')
    expect(await enter(who, other.marks, '192.0.2.8')).toBe('too_many_tries')
    expect(await enter(who, own.marks, '192.0.2.8')).toBe('in')
  })

  /** True for each of two devices that is still known: a forgotten one gets a new mark. */
  const left = async (who: TestCustomer, own: Device, other: Device) =>
    Promise.all([own, other].map(async ({ marks }) => (await deviceOf(who, marks)).marks.length === marks.length))

  const sessionsOf = async (how: 'out' | 'one' | 'others' | 'password' | 'reset'): Promise<[boolean, boolean]> => {
    const who = await house.customer()
    const [own, other] = [await deviceOf(who), await deviceOf(who)]
    const { token } = own
    const ask = (call: Parameters<TestHouse['ask']>[0], input: object) =>
      house.ask(call, input, { token, key: newId() })
    let after = who
    if (how === 'out') await ask(logOut, {})
    if (how === 'one') await ask(endSession, { id: await idOf(other) })
    if (how === 'others') await ask(endSession, { id: 'others' })
    if (how === 'password') {
      after = { ...who, password: 'quite another one' }
      const answer = await ask(changeLoginPassword, {
        old: who.password,
        password: after.password,
        again: after.password,
      })
      expect(answer.status).toBe(200)
    }
    if (how === 'reset') {
      after = { ...who, password: 'quite another one' }
      const now = house.clock.now()
      const { path } = await writeFor(house.db, who.id, (tx) => makeResetLink(tx, { customer: who.id, now }))
      const link = path.split('link=')[1]!
      await house.ask(resetPassword, { link, password: after.password, again: after.password })
    }
    const [isOwn, isOther] = await left(after, own, other)
    return [isOwn!, isOther!]
  }

  const idOf = async ({ token }: Device): Promise<string> => {
    const { rows } = (await house.ask(listSessions, {}, { token })).data
    return rows.find(({ own }: { own: boolean }) => own).id
  }

  test.each([
    ['out', 'log-out leaves both known', [true, true]],
    ['one', 'the end of a session forgets its device', [true, false]],
    ['others', 'the end of all other sessions forgets their devices', [true, false]],
    ['password', 'a change of the password forgets all others', [true, false]],
    ['reset', 'a reset by a link forgets all', [false, false]],
  ] as const)('%s: %s', async (how, _line, expected) => expect(await sessionsOf(how)).toEqual(expected))
})
