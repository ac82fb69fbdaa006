import { afterEach, expect, test, vi } from 'vitest'
import { run } from './feeds.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('a house without feeds is reported without opening a database', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.stubEnv('NEWS_FEEDS', '')
  await run()
  expect(lines).toEqual(['NEWS_FEEDS names no feed.'])
})
