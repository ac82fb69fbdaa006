import { afterEach, expect, test, vi } from 'vitest'
import { run } from './feeds.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('a house without feeds is reported without opening a database', async () => {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  vi.stubEnv('NEWS_FEEDS', '')
  await run()
  expect(said).toEqual(['NEWS_FEEDS names no feed.'])
})
