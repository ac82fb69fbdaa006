import { afterEach, expect, test, vi } from 'vitest'
import { untilHere } from './late.tsx'

afterEach(() => void vi.useRealTimers())

test('code that does not come is requested again until it comes', async () => {
  vi.useFakeTimers()
  let requests = 0
  const code = untilHere(() =>
    Promise.resolve().then(() => {
      requests += 1
      if (requests < 3) throw new Error('no network')
      return 'the part'
    }),
  )
  await vi.advanceTimersByTimeAsync(4_999)
  expect(requests).toBe(1)
  await vi.advanceTimersByTimeAsync(5_001)
  expect(await code).toBe('the part')
})
