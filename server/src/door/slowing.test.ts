import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logIn, readProfile } from '@lonja/core/accounts/accounts.contract'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { NO_LIMITS, openTestHouse, type TestHouse } from '../testing/house.ts'
import { openSlowing } from './slowing.ts'

const NOW = 1_800_000_000_000

test('after the first refusals of a minute an address waits for each, others do not', async () => {
  vi.useFakeTimers()
  const slowing = openSlowing({ atOnce: 2, delayMs: SECOND, waiting: 2 })
  const answered: string[] = []
  const refuse = (who: string, name: string, at = NOW) =>
    void slowing.wait(who, at).then((isKept) => answered.push(isKept ? name : `${name} closed`))
  for (const name of ['a', 'b', 'c', 'd', 'e']) refuse('192.0.2.1', name)
  refuse('192.0.2.2', 'other')
  await vi.advanceTimersByTimeAsync(SECOND - 1)
  expect(answered.toSorted()).toEqual(['a', 'b', 'e closed', 'other'])
  await vi.advanceTimersByTimeAsync(1)
  expect(answered.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e closed', 'other'])
  refuse('192.0.2.1', 'next minute', NOW + MINUTE)
  await vi.advanceTimersByTimeAsync(0)
  expect(answered).toContain('next minute')
  vi.useRealTimers()
})

let house: TestHouse
beforeAll(async () => {
  // No answer waits longer than the test: what waits is seen by what is answered before it.
  house = await openTestHouse({ limits: { ...NO_LIMITS, slowing: { atOnce: 1, delayMs: 100_000, waiting: 1 } } })
})
afterAll(() => house.close())

test('a flood of wrong passwords waits, a further one is closed, and calls of others and the owner’s own go on', async () => {
  const owner = await house.customer()
  const guess = (n: number) =>
    house.door.inject({
      method: 'POST',
      url: `/api/en${logIn.path}`,
      payload: { phone: owner.phone, password: `guess ${n}`, marks: [] },
    })
  let statuses: number[] = []
  for (let n = 0; n < 40 && !statuses.includes(429); n += 1) statuses = [...statuses, (await guess(n)).statusCode]
  expect(statuses.at(-1), 'the first refusal is answered at once').toBe(429)
  let isAnswered = false
  void guess(100).then(() => (isAnswered = true))
  const closed = await guess(101)
  expect([closed.statusCode, closed.headers.connection]).toEqual([429, 'close'])
  const read = { url: `/api/en${readProfile.path}`, headers: { token: owner.token } }
  expect((await house.door.inject(read)).statusCode).toBe(200)
  expect(isAnswered).toBe(false)
})
