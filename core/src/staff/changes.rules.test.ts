import { expect, test } from 'vitest'
import type { Role } from '../base/contract.ts'
import { aCustomer, aSeat } from '../base/ids.testing.ts'
import { HOUR } from '../base/instant.ts'
import {
  decideConfirming,
  decideSeatConfirming,
  givesUpOwn,
  secondAdmins,
  SEAT_CHANGE_LIVES,
  type AdminSeat,
  type SeatChange,
} from './changes.rules.ts'
import type { SeatOrigin } from './hands.rules.ts'

const NOW = 1_800_000_000_000
const DAY = 24 * HOUR
const admin = (name: string, differs: Partial<AdminSeat> = {}): AdminSeat => ({
  id: aSeat(name),
  roles: ['admin'],
  customer: null,
  endedAt: null,
  ...differs,
})
const origin = (name: string, maker: string | null = null, differs: Partial<SeatOrigin> = {}): SeatOrigin => ({
  seat: aSeat(name),
  customer: null,
  letInBy: maker === null ? null : aSeat(maker),
  isConfirmed: false,
  claimedAt: NOW - 9 * DAY,
  ...differs,
})
const originsOf = (...list: SeatOrigin[]) => new Map(list.map((each) => [each.seat, each]))
const apart = originsOf(origin('one'), origin('two'))
const ANA = aCustomer('ana')
const one = admin('one')

// prettier-ignore
test.each<[string, AdminSeat, AdminSeat, ReturnType<typeof originsOf>, number]>([
  ['another admin',                one,                             admin('two'),                       apart, 1],
  ['nobody but the admin',         one,                             one,                                apart, 0],
  ['a seat of another role',       one,                             admin('two', { roles: ['support'] }), apart, 0],
  ['an ended seat',                one,                             admin('two', { endedAt: 1 }),       apart, 0],
  ['the same person',              admin('one', { customer: ANA }), admin('two', { customer: ANA }),    apart, 0],
  ['one hand',                     one,                             admin('two'), originsOf(origin('one'), origin('two', 'one')), 0],
  ['a new seat: the change waits', one,                             admin('two'), originsOf(origin('one'), origin('two', null, { claimedAt: NOW })), 1],
])('second admins: %s', (_case, own, other, origins, count) => {
  expect(secondAdmins(own, [own, other], origins)).toHaveLength(count)
})

test.each<[string, string, Role[], boolean]>([
  ['gives up a role', 'one', ['admin'], true],
  ['takes a role', 'one', ['admin', 'support', 'treasurer'], false],
  ['takes a role of another', 'two', ['admin'], false],
])('of the own seat alone: %s', (_case, seat, after, answer) => {
  expect(givesUpOwn(aSeat('one'), { id: aSeat(seat), roles: ['support', 'admin'] }, after)).toBe(answer)
})

const target = admin('three', { roles: ['support'] })
const change: SeatChange = { state: 'open', endsAt: NOW + 1, before: ['support'], seat: target, proposedBy: one }

// prettier-ignore
test.each<[string, Partial<SeatChange>, AdminSeat, SeatOrigin, number, string | null]>([
  ['by another admin',                   {},                                               admin('two'), origin('two'), 0, null],
  ['at its end',                         {},                                               admin('two'), origin('two'), 1, 'change_over'],
  ['withdrawn',                          { state: 'withdrawn' },                           admin('two'), origin('two'), 0, 'change_over'],
  ['confirmed already',                  { state: 'confirmed' },                           admin('two'), origin('two'), 0, 'change_over'],
  ['of a seat that was ended meanwhile', { proposedBy: admin('one', { endedAt: 1 }) },     admin('two'), origin('two'), 0, 'change_over'],
  ['of a seat that is no admin any more', { proposedBy: admin('one', { roles: ['support'] }) }, admin('two'), origin('two'), 0, 'change_over'],
  ['by its proposer',                    {},                                               one,          origin('two'), 0, 'own_change'],
  ['by the same person',                 { proposedBy: admin('one', { customer: ANA }) },  admin('two', { customer: ANA }), origin('two'), 0, 'own_change'],
  ['by one hand',                        {},                                               admin('two'), origin('two', 'one'), 0, 'let_in_by'],
  ['by one hand, confirmed',             {},                                               admin('two'), origin('two', 'three', { isConfirmed: true }), 0, null],
  ['in its first day',                   {},                                               admin('two'), origin('two', null, { claimedAt: NOW - DAY + 1 }), 0, 'seat_too_new'],
  ['after the roles changed',            { before: ['support', 'admin'] },                 admin('two'), origin('two'), 0, 'seat_changed'],
  ['after the seat was ended',           { seat: admin('three', { endedAt: 1, roles: ['support'] }) }, admin('two'), origin('two'), 0, 'seat_changed'],
  ['of a link',                          { seat: null, before: null },                     admin('two'), origin('two'), 0, null],
])('a change is confirmed %s', (_case, differs, acting, second, later, answer) => {
  const facts = { origins: originsOf(origin('one'), second), now: NOW + later, firstSeatAt: NOW - 9 * DAY }
  expect(decideConfirming({ ...change, ...differs }, acting, facts)?.refused ?? null).toBe(answer)
})

// prettier-ignore
test.each<[string, SeatOrigin, AdminSeat, string | null]>([
  ['let in by another',                  origin('three', 'one'),                         admin('two'), null],
  ['let in by this admin',               origin('three', 'two'),                         admin('two'), 'let_in_by'],
  ['from the command line',              origin('three'),                                admin('two'), 'seat_confirmed'],
  ['confirmed already',                  origin('three', 'one', { isConfirmed: true }),  admin('two'), 'seat_confirmed'],
])('a seat is confirmed: %s', (_case, seat, acting, answer) => {
  const facts = { origins: originsOf(origin('one'), origin('two'), seat), now: NOW, firstSeatAt: NOW - 9 * DAY }
  expect(decideSeatConfirming({ id: aSeat('three'), customer: null }, acting, facts)?.refused ?? null).toBe(answer)
})

test('the own person confirms no seat, and a proposal lives for seven days', () => {
  const facts = { origins: originsOf(origin('two'), origin('three', 'one')), now: NOW, firstSeatAt: 0 }
  const own = { id: aSeat('three'), customer: ANA }
  expect(decideSeatConfirming(own, admin('two', { customer: ANA }), facts)?.refused).toBe('let_in_by')
  const second = originsOf(origin('one', null, { customer: ANA }), origin('two', null, { customer: ANA }))
  const third = { ...facts, origins: new Map([...second, ...originsOf(origin('three', 'one'))]) }
  expect(decideSeatConfirming(admin('three'), admin('two', { customer: ANA }), third)?.refused).toBe('let_in_by')
  expect(SEAT_CHANGE_LIVES).toBe(7 * DAY)
})
