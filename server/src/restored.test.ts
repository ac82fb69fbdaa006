import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSessions, logIn, readProfile } from '@lonja/core/accounts/accounts.contract'
import { readResetLink } from '@lonja/core/accounts/second-step.contract'
import { HOUR } from '@lonja/core/base/instant'
import { readSeat, readSeatLink } from '@lonja/core/staff/staff.contract'
import { makeResetLink } from './accounts/resets.actions.ts'
import { writeFor } from './database/locks.ts'
import { findDevice, saveDevice } from './notices/push.store.ts'
import { askOn, stateOf } from './resets/resets.testing.ts'
import { endAccess } from './restored.ts'
import { makeLink, newLinkSecret } from './staff/seat-links.ts'
import { openTestHouse, type TestHouse } from './testing/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

test('a restored house knows nobody: sessions, links, known devices and pushes have ended', async () => {
  const { id: customer, phone, password } = await house.customer()
  const seat = await house.seat()
  const now = house.clock.now()
  const entered = (await house.ask(logIn, { phone, password, marks: [] })).data
  const { token } = entered
  const session = (await house.ask(listSessions, {}, { token })).data.rows.find(({ own }: { own: boolean }) => own).id
  const pushes = {
    customer,
    session,
    endpoint: 'https://push.example/1',
    key: Buffer.alloc(65),
    auth: Buffer.alloc(16),
  }
  await house.db.write((tx) => saveDevice(tx, pushes, now))
  const secret = newLinkSecret()
  await house.db.write((tx) => makeLink(tx, { secret, roles: ['support'], madeBy: null, now, endsAt: now + HOUR }))
  const { path } = await writeFor(house.db, customer, (tx) => makeResetLink(tx, { customer, now }))
  const link = path.split('link=')[1]!
  expect((await house.ask(readSeatLink, { link: secret })).status).toBe(200)
  expect((await house.ask(readResetLink, { link })).status).toBe(200)

  const asking = await askOn(house, phone)

  expect(await endAccess(house.db, now)).toEqual({ sessions: 2, seatSessions: 1, links: 2, requests: 1 })
  expect(await stateOf(house, asking)).toBe('restored')

  expect((await house.ask(readProfile, {}, { token })).status).toBe(401)
  expect((await house.ask(readSeat, {}, { token: seat.token })).status).toBe(401)
  expect((await house.ask(readSeatLink, { link: secret })).error).toBe('unknown_link')
  expect((await house.ask(readResetLink, { link })).error).toBe('reset_link_unknown')
  expect(await house.db.read((tx) => findDevice(tx, { customer, session }))).toBeNull()
  const again = (await house.ask(logIn, { phone, password, marks: [entered.mark] })).data
  expect([again.mark, again.mark === entered.mark]).toEqual([expect.any(String), false])
})
