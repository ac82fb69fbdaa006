import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Secret } from 'otpauth'
import type { Role } from '@lonja/core/base/contract'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import {
  claimSeat,
  endSeatSession,
  listSeatSessions,
  readSeat,
  readSeatLink,
  signInSeat,
  signOutSeat,
} from '@lonja/core/staff/staff.contract'
import { codeAt } from '../secrets/codes.ts'
import { sql } from '../database/db.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { makeLink, newLinkSecret } from './seat-links.ts'
import { saveSeatEnd } from './seats.store.ts'
import type { TestSeat } from './staff.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

async function linkFor(roles: readonly Role[] = ['support'], lives = 48 * HOUR): Promise<string> {
  const secret = newLinkSecret()
  const now = house.clock.now()
  await house.db.write((tx) => makeLink(tx, { secret, roles, madeBy: null, now, endsAt: now + lives }))
  return secret
}

/** A filled-in claim form for a link. */
async function formOf(link: string): Promise<Record<string, string>> {
  const { setUp, secret } = (await house.ask(readSeatLink, { link })).data
  const code = codeAt(Buffer.from(Secret.fromBase32(secret).bytes), house.clock.now())
  people += 1
  return { link, setUp, name: `Marta ${people}`, password: 'a long password', again: 'a long password', code }
}
let people = 0

const outcomeOf = ({ status, error, fields }: CallAnswer) => (status === 200 ? 'accepted' : [error, fields?.[0]?.field])

describe('a claim', () => {
  test('takes the seat of the link once, and is signed in', async () => {
    const link = await linkFor(['support', 'treasurer'])
    const shown = await house.ask(readSeatLink, { link })
    expect(shown.data).toMatchObject({ roles: ['support', 'treasurer'] })
    const form = await formOf(link)
    const claimed = await house.ask(claimSeat, form)
    expect(claimed.data.seat).toMatchObject({ name: form['name'], roles: ['support', 'treasurer'], hasCustomer: false })
    expect((await house.ask(readSeat, {}, { token: claimed.data.token })).data).toEqual(claimed.data.seat)
    expect(outcomeOf(await house.ask(claimSeat, form))).toEqual(['link_used', 'link'])
    expect(outcomeOf(await house.ask(readSeatLink, { link }))).toEqual(['link_used', 'link'])
  })

  test.each([
    ['no name', { name: '  ' }, ['missing_information', 'name']],
    ['a name of control signs', { name: '\u0000' }, ['missing_information', 'name']],
    ['a name too long', { name: 'x'.repeat(41) }, ['name_too_long', 'name']],
    ['a name as long as may be', { name: 'x'.repeat(40) }, 'accepted'],
    ['11 letters', { password: 'ajar lanter', again: 'ajar lanter' }, ['seat_password_short', 'password']],
    ['12 letters', { password: 'ajar lantern', again: 'ajar lantern' }, 'accepted'],
    ['two passwords', { again: 'another password' }, ['passwords_differ', 'again']],
    [
      'the name as password',
      { name: 'marta martinez', password: 'Marta  Martinez', again: 'Marta  Martinez' },
      ['password_is_name', 'password'],
    ],
    ['no code at all', { code: 'abc' }, ['wrong_code', 'code']],
    ['a set-up of nowhere', { setUp: 'AAAA' }, ['set_up_expired', 'code']],
    ['a phone of nobody', { phone: '999 999 999' }, ['unknown_phone', 'phone']],
    ['a link of nowhere', { link: 'x' }, ['unknown_link', 'link']],
  ])('with %s', async (_line, differs, answer) => {
    const form = { ...(await formOf(await linkFor())), ...differs }
    expect(outcomeOf(await house.ask(claimSeat, form))).toEqual(answer)
  })

  test('refuses another link’s set-up, an old one, and a link that has ended', async () => {
    const [one, other] = [await formOf(await linkFor()), await formOf(await linkFor())]
    expect(outcomeOf(await house.ask(claimSeat, { ...one, setUp: other['setUp'] }))).toEqual(['set_up_expired', 'code'])
    const late = await linkFor(['support'], 30 * MINUTE + 1)
    const form = await formOf(late)
    house.clock.advance(30 * MINUTE)
    const fresh = await formOf(late)
    // The set-up is as old as it may be, so the refusal is about its code, which is half an hour old.
    expect(outcomeOf(await house.ask(claimSeat, form))).toEqual(['wrong_code', 'code'])
    house.clock.advance(1)
    expect(outcomeOf(await house.ask(claimSeat, fresh))).toEqual(['link_expired', 'link'])
    const young = await formOf(await linkFor())
    house.clock.advance(30 * MINUTE + 1)
    expect(outcomeOf(await house.ask(claimSeat, young))).toEqual(['set_up_expired', 'code'])
  })

  test('of one link ten times at once gives one seat; ten of one name give one seat', async () => {
    const form = await formOf(await linkFor())
    const names = Array.from({ length: 10 }, (_, at) => ({ ...form, name: `Once ${at}` }))
    const answers = (await Promise.all(names.map((each) => house.ask(claimSeat, each)))).map(outcomeOf)
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
    const links = await Promise.all(Array.from({ length: 10 }, () => linkFor()))
    const forms = await Promise.all(links.map(formOf))
    const same = await Promise.all(
      forms.map((each, at) => house.ask(claimSeat, { ...each, name: at % 2 ? 'Same' : 'SAME' })),
    )
    expect(same.map(outcomeOf).filter((answer) => answer === 'accepted')).toHaveLength(1)
    expect(same.map(outcomeOf).filter((answer) => answer[0] === 'name_taken')).toHaveLength(9)
  })

  test('names the own account, and the stored rows hold no secret', async () => {
    const { id, phone } = await house.customer()
    const form = await formOf(await linkFor())
    const { data } = await house.ask(claimSeat, { ...form, phone })
    expect(data.seat.hasCustomer).toBe(true)
    const [row] = await house.db.read((tx) => tx.run<Record<string, unknown>>(ROW, [data.seat.id]))
    expect(row?.['customer']).toBe(id)
    const tables = JSON.stringify(await house.db.read((tx) => tx.run(ALL)))
    expect(tables).not.toContain(form['password'])
    expect(tables).not.toContain(form['link'])
  })
})

const ROW = sql('test_seat_row', 'select * from seats where id = $1')
const ALL = sql(
  'test_seats_all',
  'select s::text, l::text, r::text from seats s, seat_links l, audit_rows r limit 5000',
)

describe('a sign-in', () => {
  const signIn = (seat: TestSeat, differs: Record<string, string> = {}) =>
    house.ask(signInSeat, {
      name: seat.name,
      password: seat.password,
      code: codeAt(seat.code, house.clock.now()),
      ...differs,
    })

  test('takes name, password and code; a code works once, and no earlier one after it', async () => {
    const seat = await house.seat()
    house.clock.advance(30 * SECOND)
    expect((await signIn(seat, { name: ` ${seat.name.toUpperCase()} ` })).status).toBe(200)
    expect(outcomeOf(await signIn(seat))).toEqual(['wrong_sign_in', 'password'])
    const before = codeAt(seat.code, house.clock.now() - 30 * SECOND)
    expect(outcomeOf(await signIn(seat, { code: before }))).toEqual(['wrong_sign_in', 'password'])
    const ahead = codeAt(seat.code, house.clock.now() + 30 * SECOND)
    expect(outcomeOf(await signIn(seat, { code: `${ahead.slice(0, 3)} ${ahead.slice(3)}` }))).toBe('accepted')
    house.clock.advance(2 * MINUTE)
    expect(outcomeOf(await signIn(seat, { code: codeAt(seat.code, house.clock.now() - MINUTE) }))).toEqual([
      'wrong_sign_in',
      'password',
    ])
  })

  test('with one code ten times at once gives one session', async () => {
    const seat = await house.seat()
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(seat)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('answers the same whatever is wrong', async () => {
    const [seat, ended] = [await house.seat(), await house.seat()]
    await house.db.write((tx) => saveSeatEnd(tx, ended.id, house.clock.now()))
    const answers = await Promise.all([
      signIn(seat, { name: 'nobody at all' }),
      signIn(seat, { password: 'another password' }),
      signIn(seat, { code: '12345' }),
      signIn(ended),
    ])
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(outcomeOf(answers[0])).toEqual(['wrong_sign_in', 'password'])
  })

  test('is limited by name, at one address and at many', async () => {
    const seat = await house.seat()
    house.clock.advance(15 * MINUTE)
    for (let time = 0; time < 10; time += 1) await signIn(seat, { password: 'guessed at' })
    expect(outcomeOf(await signIn(seat))).toEqual(['too_many_tries', undefined])
    house.clock.advance(15 * MINUTE)
    expect(outcomeOf(await signIn(seat))).toBe('accepted')
  })
})

describe('a session', () => {
  test('ends by itself, by sign-out, by another session, and with its seat', async () => {
    const seat = await house.seat()
    house.clock.advance(HOUR - 1)
    expect((await house.ask(readSeat, {}, { token: seat.token })).status).toBe(200)
    const other = await house.seat()
    house.clock.advance(HOUR)
    expect((await house.ask(readSeat, {}, { token: other.token })).status).toBe(401)
    const again = await house.seat()
    const { data } = await house.ask(signInSeat, {
      name: again.name,
      password: again.password,
      code: codeAt(again.code, house.clock.now()),
    })
    expect((await house.ask(listSeatSessions, {}, { token: data.token })).data.rows).toHaveLength(2)
    expect((await house.ask(endSeatSession, { id: 'others' }, { token: data.token })).data).toEqual({ ended: 1 })
    expect((await house.ask(readSeat, {}, { token: again.token })).status).toBe(401)
    await house.ask(signOutSeat, {}, { token: data.token })
    expect((await house.ask(readSeat, {}, { token: data.token })).status).toBe(401)
    const last = await house.seat()
    await house.db.write((tx) => saveSeatEnd(tx, last.id, house.clock.now()))
    expect((await house.ask(readSeat, {}, { token: last.token })).status).toBe(401)
    expect((await house.ask(signOutSeat, {}, { token: last.token })).status).toBe(401)
  })

  test('of a seat is none of a customer, nor the other way round, whichever ids are combined', async () => {
    const [seat, customer] = [await house.seat(), await house.customer()]
    const secretOf = (token: string): string => token.split('.')[1] as string
    const tokens = [customer.token, `${seat.id}.${secretOf(customer.token)}`, `${customer.id}.${secretOf(seat.token)}`]
    for (const token of tokens) expect((await house.ask(readSeat, {}, { token })).status).toBe(401)
    for (const token of [seat.token, ...tokens.slice(1)]) {
      expect((await house.ask(readProfile, {}, { token })).status).toBe(401)
    }
  })
})
