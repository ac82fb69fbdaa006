import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RESTRICTION_LEVELS, refusesRestricted, type Call, type RestrictionLevel } from '@lonja/core/base/contract'
import { CALLS, type CallName } from '@lonja/core/calls'
import { aCustomer } from '@lonja/core/base/ids.testing'
import { MATRIX } from './access.matrix.ts'
import { openTestHouse, type TestHouse } from './house.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { liftCustomer } from '../restrictions/operator.actions.ts'
import { restrict } from '../restrictions/restrictions.testing.ts'
import { answersTo, questionsOf } from './reads.ts'
import { rowsOf } from './rows.ts'
import { accepted, RESTRICTED_CALLS, sceneOf, send, WRITES, type Scene } from './scenes.ts'
import { sellerScene } from './scenes.customers.ts'

/*
 * An account restricted to a level is refused the calls that name this level or a lower one, and may make all others. The
 * customer has everything that a call needs (scenes.ts), so the restriction is the only reason to refuse it. A refused
 * call changes nothing, and the same request is accepted once the restriction is lifted.
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

const LONG = process.env['LONJA_LONG'] === '1'

type Line = readonly [name: CallName, level: RestrictionLevel]

const names = Object.keys(MATRIX) as CallName[]
const linesOf = (calls: readonly CallName[], holds: (...line: Line) => boolean): Line[] =>
  calls.flatMap((name) => RESTRICTION_LEVELS.map((level) => [name, level] as const)).filter((line) => holds(...line))

const firstRefused = (name: CallName): number => MATRIX[name][0].restrictedFrom ?? RESTRICTION_LEVELS.length + 1
const isRefused = (name: CallName, level: RestrictionLevel): boolean => level >= firstRefused(name)
/**
 * One rule refuses a call from the level of its row on, and the first test asks it for each level. So a call is sent at the last
 * level that allows it and at the first that refuses it; a long run sends it at every level.
 */
const isSent = (name: CallName, level: RestrictionLevel): boolean =>
  LONG || level === firstRefused(name) || level === firstRefused(name) - 1

async function restricted({ customer }: Scene, level: RestrictionLevel): Promise<void> {
  expect(accepted(await restrict(house, staff, customer?.id ?? aCustomer(''), { level }))).toBe('accepted')
}

/** A restriction ends open buys and the runs of strategies: afterwards there is none to replace, to pause or to resume. */
const ENDS: Partial<Record<CallName, string>> = {
  replaceOrder: 'order_ended',
  pauseRun: 'run_over',
  resumeRun: 'run_over',
}

/** The answer to a request of a restricted account changes nothing, and the request is accepted once it is lifted. */
async function expectRefusal(name: CallName, { customer, ...sent }: Scene, level: RestrictionLevel): Promise<void> {
  const { id = aCustomer(''), token = '' } = customer ?? {}
  await restricted({ customer, ...sent }, level)
  const questions = customer ? questionsOf(customer) : []
  const state = async () => [await answersTo(house, questions, token), await rowsOf(house)]
  const before = await state()
  const { status, error } = await send(house, name, sent)
  expect([status, error]).toEqual([403, 'account_restricted'])
  expect(await state()).toEqual(before)
  expect(await liftCustomer(house.db, id, house.clock.now())).toBe(true)
  expect(accepted(await send(house, name, sent))).toBe(ENDS[name] ?? 'accepted')
}

test('the contract names the level that the access matrix names, for the input of the row', () => {
  const levelsOf = (level: (name: CallName) => RestrictionLevel | undefined) =>
    Object.fromEntries(names.map((name) => [name, level(name) ?? null]))
  const inContract = levelsOf((name) =>
    RESTRICTION_LEVELS.find((level) => refusesRestricted(CALLS[name] as Call, level, { side: 'buy' })),
  )
  expect(inContract).toEqual(levelsOf((name) => MATRIX[name][0].restrictedFrom ?? undefined))
  expect([...RESTRICTED_CALLS].sort()).toEqual(names.filter((name) => isRefused(name, 3)).sort())
})

describe('an account restricted to a level is refused', () => {
  test.each(linesOf(names, (name, level) => isSent(name, level) && isRefused(name, level)))(
    '%s at level %i',
    async (name, level) => {
      await expectRefusal(name, await sceneOf(house, name), level)
    },
  )

  test('a sell at level 3', async () => {
    await expectRefusal('placeOrder', await sellerScene(house), 3)
  })
})

describe('an account restricted to a level may', () => {
  const own = WRITES.filter((name) => CALLS[name].caller === 'customer')
  test.each(linesOf(own, (name, level) => isSent(name, level) && !isRefused(name, level)))(
    '%s at level %i',
    async (name, level) => {
      const scene = await sceneOf(house, name)
      await restricted(scene, level)
      expect(accepted(await send(house, name, scene))).toBe('accepted')
    },
  )

  test.each([1, 2] as const)('sell at level %i', async (level) => {
    const scene = await sellerScene(house)
    await restricted(scene, level)
    expect(accepted(await send(house, 'placeOrder', scene))).toBe('accepted')
  })
})
