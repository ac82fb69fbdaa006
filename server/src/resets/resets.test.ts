import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn, readProfile } from '@lonja/core/accounts/accounts.contract'
import { RESET_LASTS_MS, RESET_NOTICE_MS, RESET_USE_MS } from '@lonja/core/resets/resets.rules'
import { askReset, disownReset, listOwnResets, readReset, withdrawReset } from '@lonja/core/resets/resets.contract'
import { decideReset, findReset, openReset } from '@lonja/core/resets/resets.staff.contract'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { MINUTE } from '@lonja/core/base/instant'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { saveSeatEnd } from '../staff/seats.store.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { openTestHouse, signInAgain, type TestHouse } from '../testing/house.ts'
import { askOn, findBy, letThrough, newSecret, opine, setBy, settle, stateOf } from './resets.testing.ts'
import { purgeAt } from './resets.jobs.ts'

/** Two customers, seats that may decide together, and devices with secrets of their own. */

type Seat = Awaited<ReturnType<TestHouse['seat']>>

let house: TestHouse
let one: Seat
let two: Seat
let three: Seat
beforeAll(async () => {
  house = await openTestHouse()
  one = await house.seat({ roles: ['support'] })
  two = await house.seat({ roles: ['support'] })
  three = await house.seat({ roles: ['admin'] })
})
afterAll(() => house.close())

const outcomeOf = ({ status, error }: CallAnswer) => (status === 200 ? 'accepted' : error)
const noticesOf = async (token: string): Promise<string[]> =>
  (await house.ask(listNotices, {}, { token })).data.data.map(({ code }: { code: string }) => code)
const actsOf = async (token: string): Promise<string[]> =>
  (await house.ask(listActivity, {}, { token })).data.rows.map(({ act }: { act: string }) => act)
const entered = (phone: string, password: string) => house.ask(logIn, { phone, password }, { ip: '10.7.7.7' })
const NEW = 'heron lamp 7'

describe('asking', () => {
  test('an unknown phone number gets the same answer, and stays as it is', async () => {
    const ana = await house.customer()
    const answerTo = async (phone: string) => {
      const { secretHash } = newSecret()
      const first = await house.ask(askReset, { phone, secretHash }, { ip: '10.8.1.1' })
      await settle(house)
      const { code, ...rest } = (await house.ask(readReset, { secretHash })).data as { code: string }
      expect(first.data).toEqual({ code, ...rest })
      expect(code).toMatch(/^[0-9A-Z]{4} [0-9A-Z]{4}$/)
      return rest
    }
    const own = await answerTo(ana.phone)
    expect(await answerTo('699999999')).toEqual(own)
    expect(own).toMatchObject({ state: 'waiting', opensAt: null, endsAt: house.clock.now() + RESET_LASTS_MS })
    expect(await noticesOf(ana.token)).toContain('reset_asked')
    expect(await actsOf(ana.token)).toContain('reset_asked')
  })

  test('a newer request takes the place of the one before, for a known number and an unknown one', async () => {
    const ana = await house.customer()
    for (const phone of [ana.phone, '699999998']) {
      const [before, after] = [await askOn(house, phone), await askOn(house, phone)]
      expect([await stateOf(house, before), await stateOf(house, after)]).toEqual(['replaced', 'waiting'])
    }
  })

  test('the sixth request for a number within a quarter of an hour is refused, known or not', async () => {
    const ana = await house.customer()
    for (const phone of [ana.phone, '699999997']) {
      for (let time = 0; time < 5; time += 1) await askOn(house, phone)
      const sixth = await house.ask(askReset, { phone, secretHash: newSecret().secretHash }, { ip: '10.8.2.2' })
      expect(sixth.error).toBe('too_many_tries')
    }
  })

  test('withdrawn, its code finds nothing, and the opened review ends', async () => {
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    const review = await findBy(house, device, one)
    expect((await house.ask(withdrawReset, { secretHash: device.secretHash })).data.state).toBe('withdrawn')
    expect((await house.ask(findReset, { code: device.code }, { token: one.token })).error).toBe('unknown_reset_code')
    await settle(house)
    expect((await house.ask(openReset, { id: review }, { token: one.token })).data).toMatchObject({
      state: 'cancelled',
      request: 'withdrawn',
      onlyLook: 'review_over',
    })
  })
})

describe('finding by the code', () => {
  test('only the whole code of a live request of an account finds one, and wrong codes are counted', async () => {
    const seat = await house.seat({ roles: ['support'] })
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    const nobody = await askOn(house, '699999996')
    const outcomeFor = async (code: string) => outcomeOf(await house.ask(findReset, { code }, { token: seat.token }))
    expect(await outcomeFor(device.code.toLowerCase().replace(' ', '-'))).toBe('accepted')
    for (const code of [device.code.slice(1), '', ana.phone, nobody.code]) {
      expect(await outcomeFor(code)).toBe('unknown_reset_code')
    }
    for (let time = 0; time < 9; time += 1) await outcomeFor('2222 2222')
    expect(await outcomeFor(device.code)).toBe('too_many_tries')
  })

  test('staff see masked data, no secret, and not the code', async () => {
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    const { data } = await house.ask(openReset, { id: await findBy(house, device, one) }, { token: one.token })
    const text = JSON.stringify(data)
    for (const hidden of [ana.phone, device.secret, device.secretHash, device.code.replace(' ', ''), device.code]) {
      expect(text).not.toContain(hidden)
    }
    expect(data).toMatchObject({ deviceKnown: false, people: { approve: 2, refuse: 1 } })
  })
})

describe('letting through', () => {
  test('two people let exactly this device through, once; all sessions end', async () => {
    const ana = await house.customer()
    const other = await signInAgain(house, ana)
    const device = await askOn(house, ana.phone)
    const stranger = newSecret()
    await letThrough(house, device, [one, two])
    expect(await stateOf(house, device)).toBe('open')
    expect(outcomeOf(await setBy(house, stranger.secret))).toBe('unknown_reset')
    expect(outcomeOf(await setBy(house, device.secretHash))).toBe('unknown_reset')
    const both = await Promise.all([setBy(house, device.secret), setBy(house, device.secret, 'another lamp 8')])
    expect(both.map(outcomeOf).toSorted()).toEqual(['accepted', 'reset_over'])
    for (const token of [ana.token, other]) expect((await house.ask(readProfile, {}, { token })).status).toBe(401)
    expect((await entered(ana.phone, ana.password)).error).toBe('wrong_phone_or_password')
    const password = outcomeOf(both[0]) === 'accepted' ? NEW : 'another lamp 8'
    const { token } = (await entered(ana.phone, password)).data as { token: string }
    expect((await noticesOf(token)).filter((code) => code.startsWith('reset_'))).toEqual([
      'reset_used',
      'reset_let_through',
      'reset_in_notice',
      'reset_asked',
    ])
    expect(await actsOf(token)).toEqual(
      expect.arrayContaining(['password_reset', 'judged_reset', 'viewed_reset', 'reset_found', 'reset_asked']),
    )
  })

  test('two approvals at once count as two people or one, never as less than their seats', async () => {
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    const id = await findBy(house, device, one)
    const answers = await Promise.all([opine(house, id, one), opine(house, id, two)])
    const outcomes = answers.map((answer) => (answer.status === 200 ? answer.data.outcome : answer.error))
    expect(outcomes).toContain('needs_second')
    expect(await stateOf(house, device)).toBe(outcomes.includes('decided') ? 'open' : 'notice')
  })

  test('a second person who disagrees takes the notice back; one who refuses first ends it', async () => {
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    const id = await findBy(house, device, one)
    await opine(house, id, one)
    expect((await opine(house, id, two, 'refuse')).data.outcome).toBe('disagreed')
    expect(await stateOf(house, device)).toBe('waiting')
    expect(outcomeOf(await setBy(house, device.secret))).toBe('reset_not_open')
    const again = await askOn(house, ana.phone)
    await opine(house, await findBy(house, again, three), three, 'refuse')
    expect((await house.ask(readReset, { secretHash: again.secretHash })).data).toMatchObject({
      state: 'refused',
      reason: { code: 'answers_wrong' },
    })
  })
})

describe('this was not me', () => {
  const own = async (token: string) =>
    ((await house.ask(listOwnResets, {}, { token })).data.rows as { id: string }[])[0] ?? null
  const disown = (token: string, id: string) => house.ask(disownReset, { id }, { token, key: newId() })

  test('during the notice: the request falls, the account is closed to all but reading, by the customer', async () => {
    const [ana, eva] = [await house.customer(), await house.customer()]
    const device = await askOn(house, ana.phone)
    await letThrough(house, device, [one])
    const reset = await own(ana.token)
    expect(await own(eva.token)).toBeNull()
    expect((await disown(eva.token, reset?.id ?? '')).error).toBe('no_reset')
    expect(outcomeOf(await disown(ana.token, reset?.id ?? ''))).toBe('accepted')
    expect(outcomeOf(await setBy(house, device.secret))).toBe('reset_over')
    expect(await stateOf(house, device)).toBe('stopped')
    const profile = (await house.ask(readProfile, {}, { token: ana.token })).data
    expect(profile.restriction).toMatchObject({ level: 3, reason: 'reported_stolen' })
    expect(await actsOf(ana.token)).toEqual(expect.arrayContaining(['reset_disowned', 'account_restricted_self']))
    expect(await own(ana.token)).toBeNull()
  })

  test('at the same time as the second approval or the new password, the customer wins or the password is void', async () => {
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    await letThrough(house, device, [one, two])
    const { id } = (await own(ana.token)) ?? { id: '' }
    const [stopped, set] = await Promise.all([disown(ana.token, id), setBy(house, device.secret)])
    if (outcomeOf(stopped) === 'accepted') expect(outcomeOf(set)).toBe('reset_over')
    else expect([outcomeOf(stopped), outcomeOf(set)]).toEqual(['not_signed_in', 'accepted'])
  })

  test('after the password was set: it opens nothing more, and the sessions that began with it end', async () => {
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    await letThrough(house, device, [one, two])
    await setBy(house, device.secret)
    const foreign = (await entered(ana.phone, NEW)).data.token as string
    const { token } = (await entered(ana.phone, NEW)).data as { token: string }
    const { id } = (await own(token)) ?? { id: '' }
    expect((await disown(token, id)).data.sessionsEnded).toBe(1)
    expect((await house.ask(readProfile, {}, { token: foreign })).status).toBe(401)
    expect((await entered(ana.phone, NEW)).error).toBe('wrong_phone_or_password')
  })
})

test('a decision on a request that was replaced meanwhile is refused', async () => {
  const ana = await house.customer()
  const device = await askOn(house, ana.phone)
  const id = await findBy(house, device, one)
  const { seen } = (await house.ask(openReset, { id }, { token: one.token })).data as { seen: string }
  await house.ask(askReset, { phone: ana.phone, secretHash: newSecret().secretHash }, { ip: '10.8.3.3' })
  const decision = { id, seen, opinion: 'approve', reason: 'answers_match' }
  expect((await house.ask(decideReset, decision, { token: one.token, key: newId() })).error).toBe('reset_over')
})

/* The clock goes on from here, so that the seats above are signed out. */
describe('with time', () => {
  test('one person alone: after 24 hours of notice to the millisecond, and for 24 hours', async () => {
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    await letThrough(house, device, [await house.seat({ roles: ['support'] })])
    expect(await stateOf(house, device)).toBe('notice')
    house.clock.advance(RESET_NOTICE_MS - 1)
    expect(outcomeOf(await setBy(house, device.secret))).toBe('reset_not_open')
    house.clock.advance(1)
    expect(await stateOf(house, device)).toBe('open')
    house.clock.advance(RESET_USE_MS - 1)
    expect(await stateOf(house, device)).toBe('open')
    house.clock.advance(1)
    expect(outcomeOf(await setBy(house, device.secret))).toBe('reset_over')
    const again = await askOn(house, ana.phone)
    await letThrough(house, again, [await house.seat({ roles: ['support'] })])
    house.clock.advance(RESET_NOTICE_MS)
    expect(outcomeOf(await setBy(house, again.secret))).toBe('accepted')
  })

  test('the opinion of a seat that was ended during the notice lets nobody in', async () => {
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    const gone = await house.seat({ roles: ['support'] })
    await letThrough(house, device, [gone])
    await writeFor(house.db, gone.id, (tx) => saveSeatEnd(tx, gone.id, house.clock.now()))
    house.clock.advance(RESET_NOTICE_MS)
    expect(outcomeOf(await setBy(house, device.secret))).toBe('reset_not_open')
    await settle(house)
    expect(await stateOf(house, device)).toBe('checking')
  })

  test('a request that nobody finds ends after seven days to the millisecond', async () => {
    const ana = await house.customer()
    const device = await askOn(house, ana.phone)
    house.clock.advance(RESET_LASTS_MS - 1)
    expect(await stateOf(house, device)).toBe('waiting')
    house.clock.advance(1)
    expect(await stateOf(house, device)).toBe('expired')
    const rows = async () => (await house.ask(readReset, { secretHash: device.secretHash })).error ?? 'there'
    await purgeAt(house.db, house.clock.now())
    expect(await rows()).toBe('there')
    house.clock.advance(30 * 24 * 60 * MINUTE)
    await purgeAt(house.db, house.clock.now())
    expect(await rows()).toBe('unknown_reset')
  })
})
