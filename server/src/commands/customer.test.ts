import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { listActivity, readActivityChain } from '@lonja/core/audit/audit.contract'
import { eur } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { ticketOf } from '../testing/access.owner.ts'
import { grantTo, resetCustomer, showCustomer, unlockCustomer } from '../accounts/operator.actions.ts'
import { liftCustomer, restrictCustomer } from '../restrictions/operator.actions.ts'
import { newId } from '../base/ids.ts'
import { keyFor } from '../secrets/secret.ts'
import { holdingIn, optionsFrom } from './customer.ts'
import { grantIn } from './grant.ts'
import { SHUT_MEMORY_MS } from '../door/tries.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { ABC } from '../orders/orders.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 998n, 1_000n)
})
afterAll(() => house.close())

const now = () => house.clock.now()
const actsOf = async ({ token }: TestCustomer): Promise<string[]> =>
  (await house.ask(listActivity, {}, { token })).data.rows.map(({ act }: { act: string }) => act)
const toldOf = async ({ token }: TestCustomer): Promise<string[]> =>
  (await house.ask(listNotices, {}, { token })).data.data.map(({ code }: { code: string }) => code)

test('practice money is granted by entries, once for each key, and the customer sees who granted it', async () => {
  const ana = await house.customer()
  const gift = { amount: eur(5_000_00n), key: newId() }
  const both = await Promise.all([grantTo(house.db, ana.phone, gift, now()), grantTo(house.db, ana.id, gift, now())])
  expect(both.toSorted()).toEqual([false, true])
  const { rows } = (await house.ask(listEntries, { cause: gift.key }, { token: ana.token })).data
  expect(rows.map(({ kind, free }: { kind: string; free: object }) => [kind, free])).toEqual([
    ['grant', { asset: 'EUR', units: '5000.00' }],
  ])
  expect([(await actsOf(ana))[0], (await toldOf(ana))[0]]).toEqual(['granted_here', 'granted_here'])
  await expect(grantTo(house.db, ana.id, { ...gift, amount: eur(1n) }, now())).rejects.toThrow(
    /used for something else/,
  )
  await expect(grantTo(house.db, '600', gift, now())).rejects.toThrow(/no customer "600"/)
})

test('an account is restricted, shown and lifted, and its activity lists each view and act', async () => {
  const ana = await house.customer()
  const order = () => house.ask(placeOrder, ticketOf(ABC), { token: ana.token })
  await restrictCustomer(house, ana.id, { level: 3, reason: 'unusual_activity', until: now() + HOUR }, now())
  expect((await order()).error).toBe('account_restricted')
  expect((await showCustomer(house.db, ana.phone, now())).join('\n')).toContain('restricted level 3, unusual_activity')
  expect([await liftCustomer(house.db, ana.id, now()), await liftCustomer(house.db, ana.id, now())]).toEqual([
    true,
    false,
  ])
  expect((await order()).error).toBeUndefined()
  const acts = ['account_freed_here', 'viewed_customer_here', 'account_restricted_here']
  expect(await actsOf(ana)).toEqual(acts)
  expect((await toldOf(ana)).slice(0, 2)).toEqual(['account_freed_here', 'account_restricted_here'])
  const { token } = ana
  const only = async (which: string): Promise<string[]> =>
    (await house.ask(listActivity, { which }, { token })).data.rows.map(({ act }: { act: string }) => act)
  expect([await only('views'), await only('decisions'), await only('signIns')]).toEqual([
    [acts[1]],
    [acts[0], acts[2]],
    [],
  ])
  const chain = (await house.ask(readActivityChain, {}, { token })).data
  expect(chain).toEqual({ n: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/), brokenAt: null, signedAt: null })
})

test('unlocking allows further sign-ins after too many tries, and a link resets the password', async () => {
  const ana = await house.customer()
  const { phone, password } = ana
  const enter = (typed: string) => house.ask(logIn, { phone, password: typed }, { ip: '10.1.2.3' })
  for (let tried = 0; tried < 11; tried += 1) await enter('not this one')
  expect((await enter(password)).error).toBe('too_many_tries')
  const ground = { db: house.db, attemptsKey: keyFor(house.secret, 'attempts') }
  await unlockCustomer(ground, phone, { address: '10.1.2.3', secondStep: true }, now())
  house.clock.advance(SHUT_MEMORY_MS)
  expect((await enter(password)).code).toBe(1)
  expect((await resetCustomer(house.db, phone, now())).path).toMatch(/^\/#\/subPackages\/accounts\/reset\?link=/)
  expect((await actsOf(ana)).slice(0, 3)).toEqual(['login_reset_here', 'signed_in', 'unlocked_here'])
})

test.each([
  [['600123456', '5000', 'EUR'], 500_000n],
  [['600123456', '0.05', 'USD'], 5n],
])('a valid grant: %j', (args, units) => expect(grantIn(args).amount.units).toBe(units))

test.each([
  [[], /CUSTOMER AMOUNT CURRENCY/],
  [['600123456', '0', 'EUR'], /amount is "0"/],
  [['600123456', '1,5', 'EUR'], /amount is "1,5"/],
  [['600123456', '1', 'GBP'], /currency is "GBP"/],
  [['600123456', '1', 'EUR', '--key', 'x'], /--key is "x"/],
])('an invalid grant: %j', (args, text) => expect(() => grantIn(args)).toThrow(text))

test('invalid arguments for a customer are refused with the remedy', () => {
  expect(() => optionsFrom(['forget', 'x'])).toThrow(/list/)
  expect(() => optionsFrom(['show'])).toThrow(/phone number/)
  expect(optionsFrom(['unlock', '600123456', '--second-step'])).toMatchObject({ act: 'unlock', named: '600123456' })
  expect(() => holdingIn({ reason: 'mood' })).toThrow(/checking_identity/)
  expect(() => holdingIn({ reason: 'court_order', days: '91' })).toThrow(/from 1 to 90/)
})
