import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomerId } from '@lonja/core/base/ids'
import { liftRestriction, restrictAccount } from '@lonja/core/accounts/accounts.staff.contract'
import { HOUR } from '@lonja/core/base/instant'
import { CALLS, type CallName } from '@lonja/core/calls'
import { aCustomer } from '@lonja/core/base/ids.testing'
import { MATRIX } from './access.matrix.ts'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from './house.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { answersTo, questionsOf } from './reads.ts'
import { rowsOf } from './rows.ts'
import { accepted, RESTRICTED_CALLS, sceneOf, send, WRITES } from './scenes.ts'

/*
 * A restricted account is refused the calls that bind money, and may make all others. The customer has everything that
 * a call needs (scenes.ts), so the restriction is the only reason to refuse it. A refused call changes nothing, and the
 * same request is accepted once the restriction is lifted.
 */

let house: TestHouse
let staff: { readonly token: string }
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  staff = await house.seat({ roles: ['admin'] })
})
afterAll(() => house.close())

async function restrict(customer: CustomerId): Promise<void> {
  const id = newId()
  const restriction = { id, customer, reason: 'unusual_activity', until: house.clock.now() + HOUR }
  expect(accepted(await house.ask(restrictAccount, restriction, { ...staff, key: id }))).toBe('accepted')
}

const lift = (customer: CustomerId) => house.ask(liftRestriction, { customer }, { ...staff, key: newId() })

const isRefused = (name: CallName): boolean => MATRIX[name][0].restricted === 'account_restricted'

test('the contract names the restriction where the access matrix does', () => {
  expect([...RESTRICTED_CALLS].sort()).toEqual((Object.keys(MATRIX) as CallName[]).filter(isRefused).sort())
})

describe('a restricted account is refused', () => {
  test.each((Object.keys(MATRIX) as CallName[]).filter(isRefused))('%s', async (name) => {
    const { customer, ...sent } = await sceneOf(house, name)
    const { id = aCustomer(''), token = '' } = customer ?? {}
    await restrict(id)
    const questions = customer ? questionsOf(customer) : []
    const state = async () => [await answersTo(house, questions, token), await rowsOf(house)]
    const before = await state()
    const { status, error } = await send(house, name, sent)
    expect([status, error]).toEqual([403, 'account_restricted'])
    expect(await state()).toEqual(before)
    await lift(id)
    expect(accepted(await send(house, name, sent))).toBe('accepted')
  })
})

describe('a restricted account may', () => {
  const allowed = WRITES.filter((name) => CALLS[name].caller === 'customer' && !isRefused(name))
  test.each(allowed)('%s', async (name) => {
    const { customer, ...sent } = await sceneOf(house, name)
    await restrict(customer?.id ?? aCustomer(''))
    expect(accepted(await send(house, name, sent))).toBe(MATRIX[name][0].restricted)
  })
})
