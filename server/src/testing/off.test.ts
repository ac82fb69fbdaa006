import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '@lonja/core/base/contract'
import type { NameIn } from '@lonja/core/base/lists'
import { CALLS, type CallName } from '@lonja/core/calls'
import { PRODUCTS } from '@lonja/core/lists'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { openTestHouse, type TestHouse } from './house.ts'
import { answersTo, questionsOf } from './reads.ts'
import { rowsOf } from './rows.ts'
import { accepted, sceneOf, send, WRITES } from './scenes.ts'

/*
 * A product that the operator has switched off: nobody enters it, and everything else of it goes on. The customer has all
 * that a call needs (scenes.ts), so the switch is the only reason to refuse it.
 */

const off = new Set<NameIn<'products'>>()
let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ off })
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
})
beforeEach(() => off.clear())
afterAll(() => house.close())

const entersOf = (name: CallName): NameIn<'products'> | undefined => (CALLS[name] as Call).enters
const entries = WRITES.filter((name) => entersOf(name) !== undefined)

/** A switch for every product. */
const switchAllOff = (): void => PRODUCTS.forEach((product) => void off.add(product))

test('every product has a call that enters it', () => {
  expect([...new Set(entries.map(entersOf))].sort()).toEqual([...PRODUCTS].sort())
})

test('the house says which products are off', async () => {
  off.add('loans')
  expect((await house.ask(readAbout)).data).toMatchObject({ off: ['loans'] })
})

describe('a product that is off is not entered by', () => {
  test.each(entries)('%s, which is accepted once it is on', async (name) => {
    const scene = await sceneOf(house, name)
    const questions = scene.customer ? questionsOf(scene.customer) : []
    const state = async () => [await answersTo(house, questions, scene.token ?? ''), await rowsOf(house)]
    const before = await state()
    off.add(entersOf(name)!)
    const { status, error } = await send(house, name, scene)
    expect([status, error]).toEqual([422, 'product_off'])
    expect(await state()).toEqual(before)
    off.clear()
    expect(accepted(await send(house, name, scene))).toBe('accepted')
  })

  test.each(entries)('%s, while the other products are', async (name) => {
    const scene = await sceneOf(house, name)
    switchAllOff()
    off.delete(entersOf(name)!)
    expect(accepted(await send(house, name, scene))).toBe('accepted')
  })

  test.each(entries)('%s, but a request that was accepted before keeps its answer', async (name) => {
    const scene = await sceneOf(house, name)
    const first = await send(house, name, scene)
    switchAllOff()
    expect(await send(house, name, scene)).toEqual(first)
  })
})

describe('while every product is off', () => {
  const own = WRITES.filter((name) => CALLS[name].caller === 'customer')
  test.each(own.filter((name) => entersOf(name) === undefined))('%s is accepted as ever', async (name) => {
    const scene = await sceneOf(house, name)
    switchAllOff()
    expect(accepted(await send(house, name, scene))).toBe('accepted')
  })

  test('a customer with something of everything reads the same as before', async () => {
    const { customer, token = '' } = await sceneOf(house, 'repayLoan')
    const questions = customer ? questionsOf(customer) : []
    expect(questions.length).toBeGreaterThan(30)
    const before = await answersTo(house, questions, token)
    switchAllOff()
    expect(await answersTo(house, questions, token)).toEqual(before)
  })
})
