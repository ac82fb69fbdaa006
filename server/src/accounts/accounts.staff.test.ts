import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomerId } from '@lonja/core/base/ids'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { countRecipients, listHouseMessages, sendHouseMessage } from '@lonja/core/notices/messages.staff.contract'
import {
  changeSeatRoles,
  confirmSeatChange,
  endSeat,
  endSessionsOfSeat,
  listSeats,
  listSessionsOfSeat,
  makeSeatLink,
  revokeSeatLink,
} from '@lonja/core/staff/seats.staff.contract'
import { readSeat, readSeatLink } from '@lonja/core/staff/staff.contract'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { ABC } from '../orders/orders.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
})
afterAll(() => house.close())

const outcomeOf = ({ status, error }: CallAnswer) => (status === 200 ? 'accepted' : error)
const noticesOf = async (token: string, language = 'en') =>
  (await house.ask(listNotices, {}, { token, language })).data.data as { code: string; title: string; body: string }[]

test('messages go to one customer, in the reader’s language or the first, and hold no outside links and no promises', async () => {
  const [customer, other, seat] = [
    await house.customer(),
    await house.customer(),
    await house.seat({ roles: ['support', 'operations'] }),
  ]
  const send = (to: string, texts: object) =>
    house.ask(sendHouseMessage, { id: newId(), customer: to, texts }, { token: seat.token })
  const text = { title: 'Holiday', body: 'Closed on Monday.\nOpen on Tuesday.' }
  expect(outcomeOf(await send(customer.id, {}))).toBe('missing_information')
  for (const body of ['see https://x.example', 'www.x', 'write to a@b.c', 'at lonja.example/win'])
    expect(outcomeOf(await send(customer.id, { en: { ...text, body } }))).toBe('message_has_link')
  expect(outcomeOf(await send(customer.id, { en: { ...text, body: 'The price will rise.' } }))).toBe('promise_word')
  expect((await send(customer.id, { tur: { ...text, title: 'Fiesta' }, en: text })).data.told).toBe(1)
  expect((await noticesOf(customer.token, 'fr'))[0]).toMatchObject({ code: 'house_message', title: 'Fiesta' })
  expect((await noticesOf(customer.token))[0]).toMatchObject({ title: 'Holiday', body: text.body })
  expect((await noticesOf(other.token))[0]?.code).not.toBe('house_message')
  const count = (customer?: CustomerId) =>
    house.ask(countRecipients, customer ? { customer } : {}, { token: seat.token })
  const single = await count(customer.id)
  const { rows } = (await house.ask(listHouseMessages, {}, { token: seat.token })).data
  expect(rows[0].seat).toEqual({ id: seat.id, number: seat.number })
  expect(rows[0]).toMatchObject({ told: 1, customer: { id: customer.id, phone: `••••••${customer.phone.slice(-3)}` } })
  expect(single.data).toEqual({ count: 1, languages: [{ language: 'en', count: 1 }] })
  expect(outcomeOf(await count(newId()))).toBe('unknown_customer')
})

describe('seats', () => {
  test('are invited, changed and ended by an admin, with effect at once', async () => {
    const admin = await house.seat()
    const other = await house.seat({ roles: ['support'], letInBy: admin.id })
    const by = { token: admin.token }
    const answer = await house.ask(makeSeatLink, { roles: ['reviewer'] }, by)
    const link = (answer.data as { path: string }).path.split('/').at(-1)
    expect((await house.ask(readSeatLink, { link })).data.roles).toEqual(['reviewer'])
    await house.ask(revokeSeatLink, { id: answer.data.id }, { ...by, key: newId() })
    expect(outcomeOf(await house.ask(readSeatLink, { link }))).toBe('unknown_link')
    const change = (id: string, roles: string[]) => house.ask(changeSeatRoles, { id, roles }, { ...by, key: newId() })
    expect(outcomeOf(await change(other.id, ['support', 'admin']))).toBe('accepted')
    expect(outcomeOf(await house.ask(listSeats, {}, { token: other.token }))).toBe('accepted')
    expect(outcomeOf(await change(admin.id, ['support']))).toBe('own_admin')
    expect(outcomeOf(await house.ask(endSeat, { id: admin.id }, { ...by, key: newId() }))).toBe('own_seat')
    expect((await house.ask(endSeat, { id: other.id }, { ...by, key: newId() })).data).toEqual({
      ended: true,
      change: null,
    })
    expect((await house.ask(readSeat, {}, { token: other.token })).status).toBe(401)
  })

  test('two admins who end or demote each other at once leave one admin', async () => {
    const [one, two] = [await house.seat({ roles: ['admin'] }), await house.seat({ roles: ['admin'] })]
    const propose = async (id: string, { token }: { token: string }) =>
      (await house.ask(endSeat, { id }, { token, key: newId() })).data.change as string
    const [ofTwo, ofOne] = [await propose(two.id, one), await propose(one.id, two)]
    const ended = await Promise.all([
      house.ask(confirmSeatChange, { id: ofTwo }, { token: two.token, key: newId() }),
      house.ask(confirmSeatChange, { id: ofOne }, { token: one.token, key: newId() }),
    ])
    expect(ended.map(outcomeOf).sort()).toEqual(['accepted', 'change_over'])
  })

  test('show when and where they were last used; an admin ends sessions of another seat, not of the own', async () => {
    const [admin, other] = [await house.seat({ roles: ['admin'] }), await house.seat({ roles: ['support'] })]
    const by = { token: admin.token }
    const { seats, twoPerson } = (await house.ask(listSeats, {}, by)).data
    expect(twoPerson).toBe(true)
    const row = seats.find(({ id }: { id: string }) => id === other.id)
    expect(row).toMatchObject({ sessions: 1, seenAt: house.clock.now(), own: false, seatedBy: null })
    const { id: friend } = await house.seat({ letInBy: admin.id })
    const after = (await house.ask(listSeats, {}, by)).data.seats
    expect(after.find(({ id }: { id: string }) => id === friend)).toMatchObject({ seatedBy: admin.number })
    const sessions = (await house.ask(listSessionsOfSeat, { id: other.id }, by)).data.rows
    expect(sessions).toMatchObject([{ device: 'Chrome, Linux', seenAt: house.clock.now() }])
    const end = (id: string) => house.ask(endSessionsOfSeat, { id }, { ...by, key: newId() })
    expect((await end(other.id)).data).toEqual({ ended: 1 })
    expect((await end(other.id)).data).toEqual({ ended: 0 })
    expect((await house.ask(readSeat, {}, { token: other.token })).status).toBe(401)
    expect((await house.ask(listSessionsOfSeat, { id: other.id }, by)).data.rows).toEqual([])
    expect(outcomeOf(await end(admin.id))).toBe('own_seat')
    const second = await house.seat({ roles: ['admin'] })
    const { change } = (await house.ask(endSeat, { id: other.id }, { ...by, key: newId() })).data
    await house.ask(confirmSeatChange, { id: change }, { token: second.token, key: newId() })
    expect(outcomeOf(await end(other.id))).toBe('unknown_seat')
    const links = (await house.ask(listSeats, {}, by)).data.links
    expect(links.find(({ usedBy }: { usedBy: number }) => usedBy === other.number)).toMatchObject({
      state: 'used',
      madeBy: null,
    })
  })
})
