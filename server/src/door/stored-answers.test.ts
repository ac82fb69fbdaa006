import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeProfile, endSession, logOut } from '@lonja/core/accounts/accounts.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { ABC, ESP, ticket } from '../orders/orders.testing.ts'
import { sql } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { fingerprintOf } from './stored-answers.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 1_000n, 1_002n)
})
afterAll(() => house.close())

const wireTicket = () => {
  const { shares, ...rest } = ticket(ABC)
  return { ...rest, shares: shares.toString() }
}

describe('the idempotency key', () => {
  test('the same key and body get the first answer; with another body the key is refused', async () => {
    const { token } = await house.customer()
    const how = { token, key: newId() }
    const first = await house.ask(toggleWatch, { listing: ABC }, how)
    expect(first.data).toEqual({ listing: ABC, watched: true })
    expect(await house.ask(toggleWatch, { listing: ABC, lang: 'cn' }, { ...how, language: 'fr' })).toEqual(first)
    expect(await house.ask(toggleWatch, { listing: ESP }, how)).toMatchObject({ status: 422, error: 'key_reused' })
    expect((await house.ask(toggleWatch, { listing: ABC }, { token })).data.watched).toBe(false)
  })

  test('one key with two calls is two writes, each with its own stored answer', async () => {
    const { token } = await house.customer()
    const how = { token, key: newId() }
    const watched = await house.ask(toggleWatch, { listing: ABC }, how)
    const named = await house.ask(changeProfile, { displayName: 'Ana' }, how)
    expect([watched.status, named.status, named.data.displayName]).toEqual([200, 200, 'Ana'])
    await house.ask(changeProfile, { displayName: 'Eva' }, { token })
    expect(await house.ask(toggleWatch, { listing: ABC }, how)).toEqual(watched)
    expect(await house.ask(changeProfile, { displayName: 'Ana' }, how)).toEqual(named)
    expect((await house.ask(changeProfile, { displayName: 'Eva' }, how)).error).toBe('key_reused')
  })

  test('twenty requests at once with one key are one write', async () => {
    const { token } = await house.customer()
    const how = { token, key: newId() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => house.ask(toggleWatch, { listing: ABC }, how)))
    expect(new Set(answers.map(({ data }) => JSON.stringify(data)))).toEqual(
      new Set([JSON.stringify({ listing: ABC, watched: true })]),
    )
  })

  test('two customers may use the same key', async () => {
    const [one, other] = [await house.customer(), await house.customer()]
    const key = newId()
    const answers = [
      await house.ask(toggleWatch, { listing: ABC }, { token: one.token, key }),
      await house.ask(toggleWatch, { listing: ESP }, { token: other.token, key }),
    ]
    expect(answers.map(({ data }) => data?.listing)).toEqual([ABC, ESP])
  })

  test('a refusal is not stored: a corrected form may keep its key', async () => {
    const { token } = await house.customer()
    const how = { token, key: newId() }
    expect((await house.ask(toggleWatch, { listing: 'XNYS:NONE' }, how)).error).toBe('unknown_listing')
    expect((await house.ask(toggleWatch, { listing: ABC }, how)).status).toBe(200)
  })

  test('an order is identified by its id, and a key in the header must equal it', async () => {
    const { token } = await house.customer()
    const sent = wireTicket()
    const first = await house.ask(placeOrder, sent, { token, key: sent.id })
    expect(first.status).toBe(200)
    expect(await house.ask(placeOrder, sent, { token })).toEqual(first)
    expect((await house.ask(placeOrder, { ...sent, shares: '2' }, { token })).error).toBe('key_reused')
    expect((await house.ask(placeOrder, wireTicket(), { token, key: newId() })).fields).toMatchObject([
      { field: 'Idempotency-Key' },
    ])
  })

  test.each(['', 'x', '123e4567-e89b-12d3-a456-426614174000', newId().toUpperCase()])('"%s" is no key', async (key) => {
    const { token } = await house.customer()
    const answer = await house.ask(toggleWatch, { listing: ABC }, { token, key })
    expect(answer).toMatchObject({ status: 400, fields: [{ field: 'Idempotency-Key', code: 'wrong_form' }] })
  })

  test('a repeat waits while the first request runs; beyond the time limit it is 409', async () => {
    const { id, token } = await house.customer()
    const how = { token, key: newId() }
    const hold = sql('test_hold_customer', 'select from customers_lock where customer = $1 for update')
    const patience = sql('test_patience', "select set_config('lock_timeout', '100', false)")
    let second: Promise<unknown> = Promise.resolve()
    await house.db.write(async (tx) => {
      await tx.run(hold, [id])
      second = house.ask(toggleWatch, { listing: ABC }, how)
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    expect(await second).toMatchObject({ status: 200, data: { watched: true } })
    // Every connection gives up its wait for a lock after 100 ms.
    await Promise.all(Array.from({ length: 8 }, () => house.db.read((tx) => tx.run(patience))))
    await house.db.write(async (tx) => {
      await tx.run(hold, [id])
      expect(await house.ask(toggleWatch, { listing: ESP }, { token })).toMatchObject({
        status: 409,
        error: 'still_running',
      })
    })
  })

  test('ending other sessions gets the stored answer again, as long as the session of the caller lives', async () => {
    const { token } = await house.customer()
    const how = { token, key: newId() }
    expect((await house.ask(endSession, { id: 'others' }, how)).data).toEqual({ ended: 0 })
    expect((await house.ask(endSession, { id: 'others' }, how)).data).toEqual({ ended: 0 })
    await house.ask(logOut, {}, { token })
    expect((await house.ask(endSession, { id: 'others' }, how)).status).toBe(401)
  })
})

describe('a publication', () => {
  test('leaves after the commit, to the customer alone, and only where something changed', async () => {
    const [one, other] = [await house.customer(), await house.customer()]
    const heard: string[] = []
    const stop = house.events.subscribe(one.id, (topics) => heard.push(...topics))
    await house.ask(toggleWatch, { listing: ABC, watched: true }, { token: one.token })
    await house.ask(toggleWatch, { listing: ABC, watched: true }, { token: one.token })
    await house.ask(toggleWatch, { listing: ABC, watched: true }, { token: other.token })
    await house.ask(toggleWatch, { listing: 'XNYS:NONE' }, { token: one.token })
    expect(heard).toEqual(['watchlist'])
    stop()
    await house.ask(toggleWatch, { listing: ABC }, { token: one.token })
    expect(heard).toEqual(['watchlist'])
  })
})

test('a fingerprint depends on the key, and not on field order, language and secrets', () => {
  const key = Buffer.alloc(32, 1)
  const of = (input: unknown, by = key) => fingerprintOf(by, '/call', input).toString('hex')
  const body = of({ a: 1n, b: ['x', null], c: { d: 'y' } })
  expect(of({ c: { d: 'y' }, b: ['x', null], a: 1n, e: undefined })).toBe(body)
  expect(
    of({ a: 1n, b: ['x', null], c: { d: 'y' }, lang: 'cn', token: 't', password: 'p', again: 'p', old: 'o' }),
  ).toBe(body)
  expect(of({ a: '1', b: ['x', null], c: { d: 'y' } })).not.toBe(body)
  expect(of({ a: 1n, b: [null, 'x'], c: { d: 'y' } })).not.toBe(body)
  expect(of({ a: 1n, b: ['x', null], c: { d: 'y' } }, Buffer.alloc(32, 2))).not.toBe(body)
})
