import { expect, test, vi } from 'vitest'

interface Fresh {
  step(says: { readonly before: string; readonly after: string }, work: () => Promise<void>): Promise<void>
  packagesOf(lockfile: string): number
}
const { packagesOf, step } = (await import(new URL('./fresh.mjs', import.meta.url).href)) as Fresh

test('a step says what it does before it begins, and its time when it has ended', async () => {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  try {
    await step({ before: 'installing 3 packages, some 500 MB', after: 'packages installed' }, () => {
      expect(lines).toEqual(['  installing 3 packages, some 500 MB …'])
      return Promise.resolve()
    })
    expect(lines[1]).toMatch(/^ {2}packages installed +\d+\.\d\d s$/)
  } finally {
    log.mockRestore()
  }
})

test('the packages of a lockfile are counted without the rooms of the house', () => {
  const packages = {
    '': {},
    core: {},
    'node_modules/@lonja/core': { link: true },
    'node_modules/pg': {},
    'node_modules/pg/node_modules/ms': {},
  }
  expect(packagesOf(JSON.stringify({ packages }))).toBe(2)
})
