import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR } from '@lonja/core/base/instant'
import { openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import {
  listRestricted,
  openRestriction,
  previewRestriction,
  restrictAccount,
} from '@lonja/core/restrictions/restrictions.staff.contract'
import { newId } from '../base/ids.ts'
import { ABC, START } from '../orders/orders.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { ticketOf } from '../testing/access.owner.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { findNote, insertNote } from './notes.store.ts'
import { judge, payerIn, submit } from '../withdrawals/withdrawals.testing.ts'

let house: TestHouse
let seat: TestSeat
beforeAll(async () => {
  house = await openTestHouse()
  house.script.sessions = [{ open: START - HOUR, close: START + 400 * HOUR }]
  await house.quote(ABC, 999n, 1_001n)
  seat = await house.seat({ roles: ['treasurer'], claimedAt: START })
})
afterAll(() => house.close())

const NOTE = 'Called at 14:21 from another number'
const terms = (level: 1 | 2 | 3, hours: number) => ({
  level,
  reason: 'reported_stolen' as const,
  until: house.clock.now() + hours * HOUR,
})
const restricted = (customer: CustomerId, more: object) =>
  house.ask(restrictAccount, { id: newId(), customer, ...more }, { token: seat.token })
const noticeFor = async (token: string, language: Language) =>
  (await house.ask(listNotices, {}, { token, language })).data.data.find(
    ({ code }: { code: string }) => code === 'account_restricted',
  ) as { title: string; body: string }

test('the notice that is previewed is the notice that is sent, in each language, with what ended and what stopped', async () => {
  const who = await payerIn(house)
  const { id } = (await submit(house, who)).data as { id: string }
  expect((await judge(house, seat, id, 'approve')).data).toMatchObject({ state: 'approved' })
  for (const limit of ['1.00', '1.01'])
    await house.ask(placeOrder, { ...ticketOf(ABC), limit, shares: '1' }, { token: who.token })
  const input = terms(2, 24)
  expect((await restricted(who.id, input)).data).toMatchObject({ outcome: 'restricted' })
  const preview = (language: Language, counts: object) =>
    house.ask(previewRestriction, { language, ...input, ...counts }, { token: seat.token })
  for (const language of LANGUAGES) {
    const { title, body } = await noticeFor(who.token, language)
    expect((await preview(language, { ended: 2, stopped: 1 })).data).toEqual({ title, body })
  }
  const { body } = (await preview('en', { ended: 2, stopped: 1 })).data
  expect(body).toContain(`a treasurer (seat ${seat.number})`)
  expect(body).toContain('2 open buy orders were cancelled')
  expect(body).toContain('One approved withdrawal was stopped')
  const none = (await preview('en', { ended: 0, stopped: 0 })).data
  expect(none.body).not.toMatch(/cancelled|stopped/)
})

test('a note is for staff: in the file, the list and the queue, and nowhere where the customer reads', async () => {
  const [who, other] = [await house.customer(), await house.customer()]
  await restricted(who.id, { ...terms(1, 24), note: NOTE })
  const { review } = (await restricted(other.id, { ...terms(2, 24 * 10), note: NOTE })).data as { review: string }
  const { token } = seat
  const { rows } = (await house.ask(listRestricted, {}, { token })).data
  expect(rows.find(({ customer }: { customer: string }) => customer === who.id)).toMatchObject({ note: NOTE })
  expect((await house.ask(openCustomer, { id: who.id }, { token })).data.restriction).toMatchObject({ note: NOTE })
  expect((await house.ask(openRestriction, { id: review }, { token })).data).toMatchObject({
    note: NOTE,
    inForce: null,
  })
  for (const one of [who, other]) {
    const read = [
      await house.ask(listNotices, {}, { token: one.token }),
      await house.ask(listActivity, {}, { token: one.token }),
    ]
    expect(JSON.stringify(read)).not.toContain(NOTE)
  }
})

test('a refused request writes no note, and its form can be sent again with the same id', async () => {
  const who = await house.customer()
  const [id, noted] = [newId(), newId()]
  const send = (under: string, until: number, note: string) =>
    house.ask(
      restrictAccount,
      { id: under, customer: who.id, level: 1, reason: 'court_order', until, note },
      { token: seat.token },
    )
  const noteUnder = (under: string) => house.db.read((tx) => findNote(tx, who.id, under))
  // A refusal takes back what was written before it. Under this id a second note fails, so one that was written shows.
  await house.db.write((tx) => insertNote(tx, { customer: who.id, id: noted, note: NOTE }))
  expect((await send(noted, house.clock.now(), 'For an hour that is over')).error).toBe('until_past')
  expect((await send(id, house.clock.now(), 'For an hour that is over')).error).toBe('until_past')
  expect(await noteUnder(id)).toBeNull()
  expect((await send(id, house.clock.now() + HOUR, NOTE)).data).toMatchObject({ outcome: 'restricted' })
  expect(await noteUnder(id)).toBe(NOTE)
})
