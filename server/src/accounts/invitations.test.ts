import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '@lonja/core/accounts/accounts.contract'
import { endInvitation, listInvitations, makeInvitationCode } from '@lonja/core/accounts/invitations.staff.contract'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import { HOUR } from '@lonja/core/base/instant'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import type { TestSeat } from '../staff/staff.testing.ts'

let house: TestHouse
let seat: TestSeat
beforeAll(async () => {
  house = await openTestHouse()
  seat = await house.seat({ roles: ['operations'] })
})
afterAll(() => house.close())

const make = (uses: number, days: number, key = newId()) =>
  house.ask(makeInvitationCode, { uses, days }, { token: seat.token, key })
const end = (id: string) => house.ask(endInvitation, { id }, { token: seat.token, key: newId() })
const list = async (which: string, more: object = {}) =>
  (await house.ask(listInvitations, { which, ...more }, { token: seat.token })).data as {
    rows: { id: string; code: string; state: string; used: number; madeBy: number | null }[]
    cursor: string | null
  }

let phones = 0
const signUp = (invitation: string) => {
  phones += 1
  const form = { phone: `7${String(phones).padStart(8, '0')}`, password: 'secret-1', again: 'secret-1', invitation }
  return house.ask(register, form, { key: newId(), ip: `192.0.2.${phones}` })
}

test('a code made at the console opens as many accounts as it says, and none after its end', async () => {
  const { id, code, endsAt } = (await make(3, 2)).data
  expect(endsAt).toBe(house.clock.now() + 48 * HOUR)
  expect((await signUp(code)).status).toBe(200)
  expect((await list('open')).rows[0]).toMatchObject({ id, code, state: 'open', used: 1, madeBy: seat.number })
  expect((await end(id)).data).toEqual({ ended: true })
  expect((await end(id)).data).toEqual({ ended: false })
  expect((await signUp(code)).error).toBe('invitation_expired')
  expect((await list('open')).rows.map((row) => row.id)).not.toContain(id)
  expect((await list('all')).rows[0]).toMatchObject({ state: 'ended', used: 1 })
  expect((await end(newId())).error).toBe('unknown_invitation')
})

test('a code that is used up or has ended is refused with the reason; the same request again makes no second one', async () => {
  const key = newId()
  const [first, again] = [await make(1, 1, key), await make(1, 1, key)]
  expect(again.data).toEqual(first.data)
  await signUp(first.data.code)
  const late = (await make(5, 1)).data.id
  house.clock.advance(24 * HOUR)
  seat = await house.seat({ roles: ['operations'] })
  const states = new Map((await list('all')).rows.map(({ id, state }) => [id, state]))
  expect([states.get(first.data.id), states.get(late)]).toEqual(['used_up', 'expired'])
})

test.each([
  [0, 1],
  [100_001, 1],
  [1, 0],
  [1, 3_651],
  [1.5, 1],
])('%i uses for %i days are refused with their field', async (uses, days) => {
  const answer = await make(uses, days)
  expect(answer.error).toBe('bad_input')
})

test('pages list all codes once, newest first; the log shows who made and ended each, without the code', async () => {
  for (let n = 0; n < 7; n += 1) await make(1, 1)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list('all', { limit: '3', ...(cursor ? { cursor } : {}) })
    seen.push(...page.rows.map(({ id }) => id))
    cursor = page.cursor
  } while (cursor)
  expect(seen).toEqual([...new Set(seen)].sort().reverse())
  const { token } = await house.seat({ roles: ['admin'] })
  const acts = (await house.ask(listAudit, { act: 'invitation_made' }, { token })).data.rows
  expect(acts.length).toBeGreaterThan(7)
  const codes = (await list('all')).rows.map(({ code }) => code)
  expect(codes.some((code) => JSON.stringify(acts).includes(code))).toBe(false)
  expect((await house.ask(listAudit, { act: 'invitation_ended' }, { token })).data.rows).toHaveLength(1)
})
