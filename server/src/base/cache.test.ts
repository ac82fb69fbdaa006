import { expect, test } from 'vitest'
import { cacheFor } from './cache.ts'

test('a value is computed once for all callers within its time, and again from the millisecond it expires', async () => {
  const cache = cacheFor<number>(1_000)
  let count = 0
  const ask = (now: number) => cache(now, () => Promise.resolve((count += 1)))
  expect([ask(5_000), ask(5_000), ask(5_999)].map(({ at }) => at)).toEqual([5_000, 5_000, 5_000])
  expect(await ask(5_999).value).toBe(1)
  expect([await ask(6_000).value, ask(6_000).at]).toEqual([2, 6_000])
  // A clock that was set back makes the value expire, too.
  expect(await ask(4_000).value).toBe(3)
})

test('a failure rejects for all who waited, and the next caller computes the value again', async () => {
  const cache = cacheFor<string>(1_000)
  const fails = () => Promise.reject(new Error('away'))
  const both = [cache(1, fails), cache(1, () => Promise.resolve('never asked'))]
  expect((await Promise.allSettled(both.map(({ value }) => value))).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  expect(await cache(1, () => Promise.resolve('here')).value).toBe('here')
})
