import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeLoginPassword, register, setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import { resetPassword } from '@lonja/core/accounts/second-step.contract'
import { claimSeat, readSeatLink } from '@lonja/core/staff/staff.contract'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { makeLink, newLinkSecret } from '../staff/seat-links.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { makeResetLink } from './resets.actions.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const outcomeOf = ({ error, fields, msg }: CallAnswer) => [error, fields?.[0]?.field, fields?.[0]?.msg === msg]
const COMMON = ['password_common', 'password', true]
const GUESSABLE = ['password_guessable', 'password', true]

test.each([
  ['password', COMMON],
  ['PASSWORD', COMMON],
  ['qwerty', COMMON],
  ['123456', GUESSABLE],
  ['600777312', GUESSABLE],
  ['lonja99', GUESSABLE],
])('nobody signs up with %s', async (password, expected) => {
  const form = { phone: '600777312', password, again: password, invitation: house.invitation }
  expect(outcomeOf(await house.ask(register, form, { key: newId() }))).toEqual(expected)
})

test('neither password of a customer becomes a weak one, nor by a link', async () => {
  const { id, token, phone, password: old } = await house.customer()
  const set = (call: typeof changeLoginPassword | typeof setTradingPassword, password: string) =>
    house.ask(call, { old, password, again: password }, { token, key: newId() })
  for (const call of [changeLoginPassword, setTradingPassword]) {
    expect(outcomeOf(await set(call, 'football'))).toEqual(COMMON)
    expect(outcomeOf(await set(call, phone))).toEqual(GUESSABLE)
  }
  const now = house.clock.now()
  const { path } = await writeFor(house.db, id, (tx) => makeResetLink(tx, { customer: id, now }))
  const link = path.split('link=')[1]!
  const reset = (password: string) => house.ask(resetPassword, { link, password, again: password })
  expect(outcomeOf(await reset('football'))).toEqual(COMMON)
  expect(outcomeOf(await reset(phone))).toEqual(GUESSABLE)
  expect((await reset('otter violin')).status).toBe(200)
})

test.each([
  ['123456789012', GUESSABLE],
  ['lonja lonja 1', GUESSABLE],
  ['unbelievable', COMMON],
])('no seat is claimed with %s', async (password, expected) => {
  const link = newLinkSecret()
  const now = house.clock.now()
  await house.db.write((tx) =>
    makeLink(tx, { secret: link, roles: ['support'], madeBy: null, now, endsAt: now + 1_000 }),
  )
  const { setUp } = (await house.ask(readSeatLink, { link })).data
  const form = { link, setUp, name: 'Marta', password, again: password, code: '123456' }
  expect(outcomeOf(await house.ask(claimSeat, form))).toEqual(expected)
})
