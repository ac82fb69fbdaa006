import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import { SAME_VIEW_MS } from '@lonja/core/support/support.rules'
import { listActivity } from '@lonja/core/audit/audit.contract'
import type { Role } from '@lonja/core/base/contract'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { customerNumber } from '@lonja/core/base/numbers'
import { listCustomers, openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { listPositions, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { ownerIn } from '../testing/access.owner.ts'
import { newId } from '../base/ids.ts'
import { keyFor } from '../secrets/secret.ts'
import type { Route } from '../door/serve.ts'
import { countAttempt } from '../door/throttle.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'

/** If true, the call that opens a customer cannot write anything. */
let isBroken = false
const broken = (route: Route): Route => ({
  call: route.call,
  answer: (request, own) =>
    route.answer(
      request,
      isBroken ? { ...own, db: { ...own.db, write: () => Promise.reject(new Error('nothing can be written')) } } : own,
    ),
})

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({
    plant: (routes) => routes.map((route) => (route.call === openCustomer ? broken(route) : route)),
  })
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
})
afterAll(() => house.close())

const seatOf = async (...roles: Role[]): Promise<string> => (await house.seat({ roles })).token
const open = (id: string, token: string): Promise<CallAnswer> => house.ask(openCustomer, { id }, { token })
const actsOf = async ({ token }: TestCustomer): Promise<{ act: string; seat: number | null; role: string | null }[]> =>
  (await house.ask(listActivity, {}, { token })).data.rows

describe('customers are listed masked, newest first', () => {
  test('without a view, and without the phone number', async () => {
    const [customer, token] = [await house.customer(), await seatOf('support')]
    const list = await house.ask(listCustomers, {}, { token })
    expect(list.data.rows[0]).toMatchObject({ id: customer.id, number: customerNumber(customer.id) })
    expect(JSON.stringify(list.data)).not.toContain(customer.phone)
    expect((await actsOf(customer)).filter(({ seat }) => seat !== null)).toEqual([])
  })

  test('a page continues where the one before ended', async () => {
    const token = await seatOf('operations')
    const whole = (await house.ask(listCustomers, { limit: '100' }, { token })).data.rows
    const pieces: unknown[] = []
    for (let cursor: string | undefined, more = true; more;) {
      const { rows, cursor: next } = (await house.ask(listCustomers, { limit: '1', cursor }, { token })).data
      pieces.push(...rows)
      cursor = next ?? undefined
      more = next !== null
    }
    expect(pieces).toEqual(whole)
  })
})

describe('a customer who is opened', () => {
  // prettier-ignore
  test.each<[Role, readonly string[], boolean]>([
    ['support',    ['identity', 'money', 'security', 'activity'], true],
    ['reviewer',   ['identity', 'activity'],                      false],
    ['treasurer',  ['identity', 'money', 'security', 'activity'], false],
    ['operations', [],                                            false],
    ['admin',      ['identity', 'money', 'security', 'activity'], true],
    ['auditor',    ['identity', 'money', 'security', 'activity'], true],
  ])('is shown to %s as far as the work needs it', async (role, parts, isPhonePlain) => {
    const customer = await house.customer()
    const { data } = await open(customer.id, await seatOf(role))
    for (const part of ['identity', 'money', 'security', 'activity'])
      expect([part, data[part] !== null]).toEqual([part, parts.includes(part)])
    expect(JSON.stringify(data).includes(customer.phone)).toBe(isPhonePlain)
  })

  test('sees the view in the activity, with role and seat, before the seat gets the answer: once for repeated views', async () => {
    const customer = await house.customer()
    const seat = await house.seat({ roles: ['support'] })
    const { data } = await open(customer.id, seat.token)
    const view = { act: 'viewed_customer', role: 'support', seat: seat.number }
    expect(data.activity[0]).toMatchObject(view)
    expect((await actsOf(customer))[0]).toMatchObject(view)
    house.clock.advance(SAME_VIEW_MS - 1)
    await open(customer.id, seat.token)
    const views = async () => (await actsOf(customer)).filter(({ act }) => act === 'viewed_customer').length
    expect(await views()).toBe(1)
    house.clock.advance(1)
    await open(customer.id, seat.token)
    await open(customer.id, await seatOf('admin'))
    expect(await views()).toBe(3)
  })

  test('reads the role in which the seat holds a review of theirs, else the first that may', async () => {
    const mine = await ownerIn(house)
    const seat = await house.seat({ roles: ['support', 'reviewer', 'treasurer'] })
    const rolesRead = async () =>
      (await actsOf(mine)).filter(({ act }) => act === 'viewed_customer').map(({ role }) => role)
    await open(mine.id, seat.token)
    expect(await rolesRead()).toEqual(['support'])
    for (const [call, id, role] of [
      [openDeposit, mine.reviews.deposit, 'treasurer'],
      [openKyc, mine.reviews.kyc, 'reviewer'],
    ] as const) {
      house.clock.advance(SAME_VIEW_MS)
      expect((await house.ask(call, { id }, seat)).status).toBe(200)
      const { data } = await open(mine.id, seat.token)
      expect((await rolesRead())[0]).toBe(role)
      expect(data.activity[0]).toMatchObject({ act: 'viewed_customer', role })
    }
    const other = await house.seat({ roles: ['treasurer', 'admin'] })
    await open(mine.id, other.token)
    expect((await rolesRead())[0]).toBe('treasurer')
  })

  test('is shown to nobody if the view cannot be recorded', async () => {
    const customer = await house.customer()
    const token = await seatOf('support')
    isBroken = true
    const answer = await open(customer.id, token)
    isBroken = false
    expect([answer.status, JSON.stringify(answer.data ?? null)]).toEqual([
      500,
      expect.not.stringContaining(customer.phone),
    ])
    expect((await open(customer.id, token)).status).toBe(200)
  })

  test('has the figures of the own screens, the requests made, and the state', async () => {
    const mine = await ownerIn(house)
    const { token } = mine
    const { data } = await open(mine.id, await seatOf('admin'))
    const figures = (await house.ask(readFigures, {}, { token })).data
    expect(data.money).toMatchObject({ byCurrency: figures.byCurrency, display: figures.display, rate: figures.rate })
    const { rows } = (await house.ask(listPositions, {}, { token })).data
    expect(data.money.positions.map(({ listing }: { listing: string }) => listing)).toEqual(
      rows.map(({ listing }: { listing: string }) => listing),
    )
    expect(data.money.orders.map(({ id }: { id: string }) => id)).toEqual([mine.order])
    expect(data.money.deposits).toMatchObject([{ id: mine.reviews.deposit, state: 'pending' }])
    expect(data.money.withdrawals).toMatchObject([{ id: mine.reviews.withdrawal, state: 'pending', to: 'card' }])
    expect(data.identity.checks).toMatchObject([{ id: mine.reviews.kyc, passed: null }])
    expect(data).toMatchObject({ restriction: null, ownAccount: false, hasThread: true })
    expect(data.security).toMatchObject({ sessions: 2, secondStepSince: null, lockedUntil: null })
    expect(data.chain.rows).toBeGreaterThan(0)
  })

  test('is marked as restricted, as the seat’s own account, and as locked after too many wrong passwords', async () => {
    const customer = await house.customer()
    const [own, other] = [await house.seat({ customer: customer.id }), await seatOf('admin')]
    const until = house.clock.now() + HOUR
    const held = { id: newId(), customer: customer.id, level: 2, reason: 'court_order', until }
    await house.ask(restrictAccount, held, { token: other })
    const guesses = { kind: 'log_in_phone', most: 100, windowMs: 15 * MINUTE }
    const attemptsKey = keyFor(house.secret, 'attempts')
    for (let count = 0; count < 100; count += 1)
      await countAttempt(house.triesDb, attemptsKey, [{ throttle: guesses, who: customer.phone }], house.clock.now())
    expect((await house.ask(logIn, { phone: customer.phone, password: customer.password })).error).toBe(
      'too_many_tries',
    )
    const { data } = await open(customer.id, other)
    expect(data.restriction).toMatchObject({ level: 2, reason: 'court_order', role: 'admin', untilAt: until })
    expect(data.security.lockedUntil).toBeGreaterThan(house.clock.now())
    expect(data.ownAccount).toBe(false)
    expect((await open(customer.id, own.token)).data.ownAccount).toBe(true)
  })

  test('is unknown if the id belongs to nobody, or to a seat', async () => {
    const seat = await house.seat()
    for (const id of [newId(), seat.id]) expect((await open(id, seat.token)).error).toBe('unknown_customer')
  })

  test('is opened by five at once: each view stands in the chain, one row after the other', async () => {
    const customer = await house.customer()
    const tokens = await Promise.all(Array.from({ length: 5 }, () => seatOf('treasurer')))
    const answers = await Promise.all(tokens.map((token) => open(customer.id, token)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await actsOf(customer)).filter(({ act }) => act === 'viewed_customer')).toHaveLength(5)
  })
})
