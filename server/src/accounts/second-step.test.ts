import { Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSessions, logIn, readProfile } from '@lonja/core/accounts/accounts.contract'
import { ACCESS_WAIT_MS } from '@lonja/core/accounts/accounts.rules'
import {
  beginSecondStep,
  finishLogIn,
  makeRecoveryCodes,
  readResetLink,
  readSecondStep,
  removeSecondStep,
  resetPassword,
  setSecondStep,
} from '@lonja/core/accounts/second-step.contract'
import { STEP_MS, WAIT_AFTER_RESET_MS } from '@lonja/core/accounts/second-step.rules'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { codeAt } from '../secrets/codes.ts'
import { writeFor } from '../database/locks.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { clearSecondStep, makeResetLink, withdrawalsWaitUntil } from './resets.actions.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const codeOf = (secret: string): string => codeAt(Buffer.from(Secret.fromBase32(secret).bytes), house.clock.now())
/** Advances to the next code, since each one works once. */
const later = (): void => house.clock.advance(31 * SECOND)

async function withCodes(): Promise<{ ana: TestCustomer; secret: string; recovery: string[] }> {
  const ana = await house.customer()
  const { token, password } = ana
  const { secret, setUp } = (await house.ask(beginSecondStep, { password }, { token })).data
  const answer = await house.ask(setSecondStep, { setUp, code: codeOf(secret) }, { token })
  expect(answer.error).toBeUndefined()
  return { ana, secret, recovery: answer.data.recovery }
}

const stepOf = async ({ phone, password }: TestCustomer): Promise<string> => {
  const answer = await house.ask(logIn, { phone, password })
  expect(answer.error).toBe('second_step_needed')
  return (answer.detail as { step: string }).step
}
const finish = (step: string, code: string): Promise<CallAnswer> => house.ask(finishLogIn, { step, code })

test('signing in needs a code once it is set, and each code works once', async () => {
  const { ana, secret, recovery } = await withCodes()
  expect(new Set(recovery).size).toBe(10)
  expect((await finish(await stepOf(ana), codeOf(secret))).error, 'the code of the set-up is used').toBe('wrong_code')
  later()
  const code = codeOf(secret)
  const [one, two] = await Promise.all([finish(await stepOf(ana), code), finish(await stepOf(ana), code)])
  expect([one.error, two.error].filter((error) => error === undefined)).toHaveLength(1)
  const token = one.data?.token ?? two.data?.token
  expect((await house.ask(readSecondStep, {}, { token })).data).toEqual({ setAt: expect.any(Number), recoveryLeft: 10 })
})

test('an unknown phone, a wrong password and a missing code cannot be told apart', async () => {
  const { ana } = await withCodes()
  const wrong = await house.ask(logIn, { phone: ana.phone, password: 'not this one' })
  const nobody = await house.ask(logIn, { phone: '699999999', password: 'not this one' })
  expect([wrong.error, wrong.detail, wrong.msg]).toEqual([nobody.error, nobody.detail, nobody.msg])
})

test('a recovery code works once with a notice, and ten new ones void those before', async () => {
  const { ana, secret, recovery } = await withCodes()
  const [first = '', second = ''] = recovery
  const typed = first.toLowerCase().replaceAll('-', ' ')
  const { token } = (await finish(await stepOf(ana), typed)).data
  expect((await finish(await stepOf(ana), first)).error).toBe('wrong_code')
  expect((await house.ask(readSecondStep, {}, { token })).data.recoveryLeft).toBe(9)
  const { data } = (await house.ask(listNotices, {}, { token })).data
  expect(data.map(({ title }: { title: string }) => title)).toContain('You logged in with a recovery code')
  later()
  const answer = await house.ask(makeRecoveryCodes, { code: codeOf(secret) }, { token })
  expect(answer.data.recovery).toHaveLength(10)
  expect((await finish(await stepOf(ana), second)).error).toBe('wrong_code')
  expect((await finish(await stepOf(ana), answer.data.recovery[0])).error).toBeUndefined()
})

test('one recovery code twenty times at once: one session', async () => {
  const { ana, recovery } = await withCodes()
  const step = await stepOf(ana)
  const answers = await Promise.all(Array.from({ length: 20 }, () => finish(step, recovery[0] ?? '')))
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
})

test('a step is valid for one password, one customer and five minutes', async () => {
  const { ana, secret } = await withCodes()
  const step = await stepOf(ana)
  house.clock.advance(STEP_MS + 1)
  expect((await finish(step, codeOf(secret))).error).toBe('step_expired')
  expect((await finish('forged', codeOf(secret))).error).toBe('step_expired')
  const fresh = await stepOf(ana)
  const flipped = `${fresh.slice(0, -2)}${fresh.endsWith('A') ? 'B' : 'A'}A`
  expect((await finish(flipped, codeOf(secret))).error).toBe('step_expired')
  expect((await finish(fresh, codeOf(secret))).error).toBeUndefined()
})

test('guesses count by customer: the eleventh is refused unchecked, and a right one does not count', async () => {
  const { ana, secret } = await withCodes()
  house.clock.advance(15 * MINUTE)
  const step = await stepOf(ana)
  for (let tried = 0; tried < 10; tried++) expect((await finish(step, '000000')).error).toBe('wrong_code')
  expect((await finish(step, codeOf(secret))).error).toBe('too_many_tries')
  house.clock.advance(15 * MINUTE)
  expect((await finish(await stepOf(ana), codeOf(secret))).error).toBeUndefined()
})

test('the password and a session alone cannot set another app, not even by an earlier set-up', async () => {
  const { ana, secret } = await withCodes()
  const { token, password } = ana
  expect((await house.ask(beginSecondStep, { password }, { token })).error).toBe('second_step_set')
  const bea = await house.customer()
  const begin = async () => (await house.ask(beginSecondStep, { password: bea.password }, bea)).data
  const [own, thiefs] = [await begin(), await begin()]
  const set = ({ setUp, secret: of }: { setUp: string; secret: string }) =>
    house.ask(setSecondStep, { setUp, code: codeOf(of) }, bea)
  expect((await Promise.all([set(own), set(own), set(own)])).map(({ error }) => error).sort()).toEqual([
    'second_step_set',
    'second_step_set',
    undefined,
  ])
  expect((await set(thiefs)).error).toBe('second_step_set')
  later()
  expect((await finish(await stepOf(ana), codeOf(secret))).error).toBeUndefined()
})

test('it is removed with password and code, or by the house with a wait', async () => {
  const { ana, secret } = await withCodes()
  const { token, password } = ana
  later()
  const code = codeOf(secret)
  expect((await house.ask(removeSecondStep, { password: 'no', code }, { token })).error).toBe('wrong_password')
  expect((await house.ask(removeSecondStep, { password, code }, { token })).error).toBeUndefined()
  expect((await house.ask(logIn, ana)).status).toBe(400)
  expect((await house.ask(logIn, { phone: ana.phone, password })).error).toBeUndefined()
  const { ana: bea } = await withCodes()
  const now = house.clock.now()
  const cleared = await writeFor(house.db, bea.id, async (tx) => {
    return clearSecondStep(tx, { customer: bea.id, now })
  })
  expect(cleared).toBe(true)
  expect(await house.db.read((tx) => withdrawalsWaitUntil(tx, bea.id))).toBe(now + WAIT_AFTER_RESET_MS)
  expect((await house.ask(logIn, { phone: bea.phone, password: bea.password })).error).toBeUndefined()
})

async function linkFor({ id }: TestCustomer): Promise<string> {
  const { path } = await writeFor(house.db, id, async (tx) => {
    return makeResetLink(tx, { customer: id, now: house.clock.now() })
  })
  return path.split('link=')[1] ?? ''
}
const reset = (link: string, password = 'a new one'): Promise<CallAnswer> =>
  house.ask(resetPassword, { link, password, again: password })

test('a link sets a password once: every session ends, new risk and withdrawals wait a day, and the notice names who made it', async () => {
  const ana = await house.customer()
  const void1 = await linkFor(ana)
  const link = await linkFor(ana)
  expect((await house.ask(readResetLink, { link: void1 })).error, 'the newer one made it void').toBe(
    'reset_link_unknown',
  )
  expect((await house.ask(readResetLink, { link })).data.phone).toMatch(/^•+\d{3}$/)
  expect((await house.ask(resetPassword, { link, password: 'short', again: 'short' })).error).toBe('password_short')
  const now = house.clock.now()
  const both = await Promise.all([reset(link), reset(link)])
  expect(both.map(({ error }) => error).sort()).toEqual(['reset_link_used', undefined])
  expect((await house.ask(listSessions, {}, { token: ana.token })).error).toBe('not_signed_in')
  expect((await house.ask(logIn, { phone: ana.phone, password: ana.password })).error).toBe('wrong_phone_or_password')
  const { token } = (await house.ask(logIn, { phone: ana.phone, password: 'a new one' })).data
  expect((await house.ask(readProfile, {}, { token })).data.accessWaitsUntil).toBe(now + ACCESS_WAIT_MS)
  const { data } = (await house.ask(listNotices, {}, { token })).data
  const bodies = data.map(({ body }: { body: string }) => body).join()
  expect(bodies).toContain('Whoever runs the house made it')
  expect(bodies).toContain('Buys and withdrawals, starting over and closing the account wait 24 hours')
})

test('a link is valid for a day, and does not remove the second step', async () => {
  const { ana } = await withCodes()
  const late = await linkFor(ana)
  house.clock.advance(24 * HOUR)
  expect((await reset(late)).error).toBe('reset_link_expired')
  expect((await reset(await linkFor(ana))).error).toBeUndefined()
  expect((await house.ask(logIn, { phone: ana.phone, password: 'a new one' })).error).toBe('second_step_needed')
})
