import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from 'otpauth'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import type { Write } from '@lonja/core/base/contract'
import { HOUR } from '@lonja/core/base/instant'
import { SEAT_CHANGE_LIVES } from '@lonja/core/staff/changes.rules'
import {
  changeSeatRoles,
  confirmSeat,
  confirmSeatChange,
  endSeat,
  listSeats,
  makeSeatLink,
  revokeSeatLink,
  withdrawSeatChange,
} from '@lonja/core/staff/seats.staff.contract'
import { claimSeat, readSeat, readSeatLink, signInSeat } from '@lonja/core/staff/staff.contract'
import { newId } from '../base/ids.ts'
import { lockCustomer } from '../database/locks.ts'
import { codeAt } from '../secrets/codes.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { endSeatNow } from './seats.actions.ts'
import { findSeat } from './seats.store.ts'
import type { TestSeat } from './staff.testing.ts'

/** Links, roles and ends of seats: at once with one admin, by a proposal and a confirmation with two. */

const DAY = 24 * HOUR
let house: TestHouse
let one: TestSeat
let two: TestSeat
beforeAll(async () => {
  house = await openTestHouse()
  one = await house.seat({ roles: ['admin', 'support'] })
  two = await house.seat({ roles: ['admin', 'support'] })
})
afterAll(() => house.close())

const ask = (call: Write, input: object, { token }: TestSeat, at = house) =>
  at.ask(call, input, call.key === 'none' ? { token } : { token, key: newId() })
const outcomeOf = ({ error }: CallAnswer): string => error ?? 'accepted'
const seats = async ({ token }: TestSeat, at = house) => (await at.ask(listSeats, {}, { token })).data
const rolesOf = async (id: string): Promise<string[]> =>
  (await seats(one)).seats.find((seat: { id: string }) => seat.id === id).roles
const actsOf = async ({ id, token }: TestSeat): Promise<string[]> =>
  (await house.ask(listAudit, { seat: id }, { token })).data.rows.map(({ act }: { act: string }) => act)
/** The seat with a new session: time has passed. */
async function signedIn({ token: _old, ...seat }: TestSeat, at = house): Promise<TestSeat> {
  const { name, password } = seat
  const { data } = await at.ask(signInSeat, { name, password, code: codeAt(seat.code, at.clock.now()) })
  return { ...seat, token: data.token }
}
/** Ends a seat as the command line does. */
const ended = ({ id }: TestSeat): Promise<boolean> =>
  house.db.write(async (begun) => {
    const tx = await lockCustomer(begun, id)
    const seat = await findSeat(tx, id)
    return seat !== null && endSeatNow(tx, seat, null, house.clock.now())
  })
/** Proposes other roles for a new seat of support. */
async function proposed(by = one) {
  const other = await house.seat({ roles: ['support'] })
  const { change } = (await ask(changeSeatRoles, { id: other.id, roles: ['reviewer'] }, by)).data
  return { other, id: change as string }
}

test('roles of another seat change when a second admin confirms them, with an act in the chain of each', async () => {
  const { other, id } = await proposed()
  expect(await rolesOf(other.id)).toEqual(['support'])
  expect(outcomeOf(await ask(changeSeatRoles, { id: other.id, roles: ['admin'] }, one))).toBe('change_waits')
  expect((await seats(one)).changes[0]).toMatchObject({ id, own: true, refused: 'own_change', proposedBy: one.number })
  const shown = { id, act: 'roles', before: ['support'], roles: ['reviewer'], own: false, refused: null }
  expect((await seats(two)).changes[0]).toMatchObject(shown)
  expect(outcomeOf(await ask(confirmSeatChange, { id }, one))).toBe('own_change')
  expect(outcomeOf(await ask(confirmSeatChange, { id }, two))).toBe('accepted')
  expect(await rolesOf(other.id)).toEqual(['reviewer'])
  expect([(await actsOf(one))[0], (await actsOf(two))[0]]).toEqual(['seat_roles_proposed', 'seat_roles_changed'])
  expect((await seats(two)).changes).toEqual([])
})

test('neither an admin of the same hand nor a new one confirms, and after seven days nobody', async () => {
  const own = await openTestHouse()
  const [first, second] = [await own.seat(), await own.seat()]
  const friend = await own.seat({ letInBy: first.id })
  const target = await own.seat({ roles: ['support'] })
  const { change: id } = (await ask(endSeat, { id: target.id }, first, own)).data
  expect(outcomeOf(await ask(confirmSeatChange, { id }, friend, own))).toBe('let_in_by')
  own.clock.advance(DAY)
  const late = await own.seat()
  expect(outcomeOf(await ask(confirmSeatChange, { id }, late, own))).toBe('seat_too_new')
  own.clock.advance(SEAT_CHANGE_LIVES - DAY)
  const back = await signedIn(second, own)
  expect((await seats(back, own)).changes).toEqual([])
  expect(outcomeOf(await ask(confirmSeatChange, { id }, back, own))).toBe('change_over')
  expect((await ask(endSeat, { id: target.id }, back, own)).data.change).toEqual(expect.any(String))
  await own.close()
})

test('with one admin everything is immediate, and says so; seats of the own hand make no second', async () => {
  const own = await openTestHouse()
  const admin = await own.seat()
  const friend = await own.seat({ letInBy: admin.id })
  expect((await seats(admin, own)).takesTwo).toBe(false)
  expect((await ask(makeSeatLink, { roles: ['support'] }, admin, own)).data.waits).toBe(false)
  const roles = await ask(changeSeatRoles, { id: friend.id, roles: ['support'] }, admin, own)
  expect(roles.data).toMatchObject({ roles: ['support'], change: null })
  expect((await ask(endSeat, { id: friend.id }, admin, own)).data).toEqual({ ended: true, change: null })
  await own.close()
})

test('a link waits for its second admin, works for 24 hours from then, and its seat is no hand of its maker', async () => {
  const { id: linkId, path, waits } = (await ask(makeSeatLink, { roles: ['support'] }, one)).data
  const link = (path as string).split('/').at(-1) ?? ''
  expect([waits, outcomeOf(await house.ask(readSeatLink, { link }))]).toEqual([true, 'link_waits'])
  const listed = await seats(two)
  expect(listed.links[0]).toMatchObject({ id: linkId, state: 'waiting' })
  await ask(confirmSeatChange, { id: listed.changes[0].id }, two)
  house.clock.advance(DAY - 1)
  const { setUp, secret } = (await house.ask(readSeatLink, { link })).data
  const password = 'long enough so'
  const code = codeAt(Buffer.from(Secret.fromBase32(secret as string).bytes), house.clock.now())
  const form = { link, setUp, code, name: 'Lía', password, again: password }
  house.clock.advance(1)
  expect(outcomeOf(await house.ask(claimSeat, form))).toBe('link_expired')
  house.clock.advance(-1)
  const claimed = (await house.ask(claimSeat, form)).data.seat
  one = await signedIn(one)
  two = await signedIn(two)
  expect((await seats(one)).seats.find(({ id }: { id: string }) => id === claimed.id)).toMatchObject({
    seatedBy: one.number,
    confirmed: true,
    confirmable: false,
  })
  house.clock.advance(1)
})

test('a link that is taken back or whose proposal is withdrawn opens nothing', async () => {
  const link = (await ask(makeSeatLink, { roles: ['support'] }, one)).data
  expect(outcomeOf(await ask(withdrawSeatChange, { id: (await seats(one)).changes[0].id }, two))).toBe('accepted')
  const other = (await ask(makeSeatLink, { roles: ['support'] }, one)).data
  const { id } = (await seats(two)).changes[0]
  await ask(revokeSeatLink, { id: other.id }, one)
  expect(outcomeOf(await ask(confirmSeatChange, { id }, two))).toBe('change_over')
  for (const { path } of [link, other])
    expect(outcomeOf(await house.ask(readSeatLink, { link: path.split('/').at(-1) }))).toBe('unknown_link')
})

test('of two confirmations, or of one and a withdrawal, at once one is carried out', async () => {
  const three = await house.seat({ claimedAt: house.clock.now() - DAY })
  for (const rival of [confirmSeatChange, withdrawSeatChange]) {
    const { other, id } = await proposed()
    const answers = await Promise.all([ask(confirmSeatChange, { id }, two), ask(rival, { id }, three)])
    expect(answers.map(outcomeOf).toSorted()).toEqual(['accepted', 'change_over'])
    const changed = outcomeOf(answers[0]) === 'accepted' || rival === confirmSeatChange
    expect(await rolesOf(other.id)).toEqual([changed ? 'reviewer' : 'support'])
  }
  await ended(three)
})

test('a proposal ends with the seat that made it, at once with its confirmation too, and when its seat has changed', async () => {
  const three = await house.seat({ claimedAt: house.clock.now() - DAY })
  const late = await proposed(three)
  const [confirmed] = await Promise.all([ask(confirmSeatChange, { id: late.id }, two), ended(three)])
  expect(await rolesOf(late.other.id)).toEqual([outcomeOf(confirmed) === 'accepted' ? 'reviewer' : 'support'])
  const four = await house.seat({ claimedAt: house.clock.now() - DAY })
  const gone = await proposed(four)
  await ended(four)
  expect(outcomeOf(await ask(confirmSeatChange, { id: gone.id }, two))).toBe('change_over')
  const { other, id } = await proposed()
  await ended(other)
  expect(outcomeOf(await ask(confirmSeatChange, { id }, two))).toBe('seat_changed')
})

test('a link is revoked with the proposal of an admin who is ended or is no admin any more', async () => {
  const linkOf = async (id: string) =>
    (await seats(one)).links.find((link: { id: string }) => link.id === id) as { state: string }
  for (const call of [endSeat, changeSeatRoles]) {
    const three = await house.seat({ claimedAt: house.clock.now() - DAY })
    const { id, path } = (await ask(makeSeatLink, { roles: ['support'] }, three)).data
    const other = (await ask(makeSeatLink, { roles: ['support'] }, one)).data
    expect([(await linkOf(id)).state, (await linkOf(other.id)).state]).toEqual(['waiting', 'waiting'])
    const { change } = (await ask(call, { id: three.id, ...(call === endSeat ? {} : { roles: ['support'] }) }, one))
      .data
    expect(outcomeOf(await ask(confirmSeatChange, { id: change }, two))).toBe('accepted')
    expect([(await linkOf(id)).state, (await linkOf(other.id)).state]).toEqual(['revoked', 'waiting'])
    expect(outcomeOf(await house.ask(readSeatLink, { link: path.split('/').at(-1) }))).toBe('unknown_link')
  }
})

test('an admin gives up own roles alone, and takes new ones with a second', async () => {
  const fewer = (await ask(changeSeatRoles, { id: one.id, roles: ['admin'] }, one)).data
  expect(fewer).toMatchObject({ roles: ['admin'], change: null })
  const more = (await ask(changeSeatRoles, { id: one.id, roles: ['admin', 'treasurer'] }, one)).data
  expect([more.roles, typeof more.change]).toEqual([['admin'], 'string'])
  expect((await house.ask(readSeat, {}, { token: one.token })).data.roles).toEqual(['admin'])
})

test('a second admin confirms a seat that one admin let in: no own seat, none of the own hand, once', async () => {
  const three = await house.seat({ letInBy: one.id })
  expect(outcomeOf(await ask(confirmSeat, { id: three.id }, one))).toBe('let_in_by')
  expect(outcomeOf(await ask(confirmSeat, { id: two.id }, two))).toBe('own_seat')
  expect((await seats(two)).seats.find(({ id }: { id: string }) => id === three.id).confirmable).toBe(true)
  const both = await Promise.all([ask(confirmSeat, { id: three.id }, two), ask(confirmSeat, { id: three.id }, two)])
  expect(both.map(outcomeOf).toSorted()).toEqual(['accepted', 'seat_confirmed'])
  expect((await actsOf(two))[0]).toBe('seat_confirmed')
})
