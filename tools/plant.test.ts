import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Plant {
  planted<T>(file: string, old: string, fault: string, work: () => T): T
  failedIn(report: unknown): string[] | null
}
const { planted, failedIn } = (await import(new URL('./plant.mjs', import.meta.url).href)) as Plant

const SOURCE = 'if (at < end) return left\nreturn $& && most\n'
let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lonja-plant-test-'))
  file = join(folder, 'rule.ts')
  writeFileSync(file, SOURCE)
})
afterAll(() => rmSync(folder, { recursive: true }))

const text = (): string => readFileSync(file, 'utf8')

test('a fault stands in the file while the tests run, and no longer', () => {
  expect(planted(file, 'at < end', 'at <= end $&', text)).toBe(SOURCE.replace('at < end', () => 'at <= end $&'))
  expect(text()).toBe(SOURCE)
})

test('it is taken out again where the tests could not run', () => {
  const broken = (): never => {
    throw new Error('no tests')
  }
  expect(() => planted(file, 'left', 'most', broken)).toThrow('no tests')
  expect(text()).toBe(SOURCE)
})

test.each([
  ['nowhere', 'right', '0 times'],
  ['in two places', 'return', '2 times'],
])('what stands %s is not replaced', (_where, old, times) => {
  expect(() => planted(file, old, 'x', text)).toThrow(times)
  expect(text()).toBe(SOURCE)
})

test('a fault is seen by tests that fail, or by a file that fails around them; where none ran, nothing is known', () => {
  const passed = { fullName: 'one', status: 'passed' }
  const failed = { fullName: 'two', status: 'failed' }
  const report = (status: string, ...assertionResults: object[]) => ({
    numTotalTests: assertionResults.length,
    testResults: [{ name: 'rule.test.ts', status, assertionResults }],
  })
  expect(failedIn(report('passed', passed))).toEqual([])
  expect(failedIn(report('failed', passed, failed))).toEqual(['two'])
  expect(failedIn(report('failed', passed))).toEqual(['rule.test.ts'])
  expect(failedIn(report('failed'))).toBeNull()
})
