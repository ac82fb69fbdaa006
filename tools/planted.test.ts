import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '@lonja/e2e/checkout'

/** A row of `docs/TESTING.md` that names a file of tests and a part of a test's title. */
const NAMED = /\| `(?<file>[^`]+\.test\.tsx?)` “(?<title>[^”]+)” \|$/

/** Rows whose test does not exist, and how many rows there are. */
function untested(page: string, textOf: (file: string) => string) {
  const rows = page.split('\n').flatMap((line) => {
    const named = NAMED.exec(line)?.groups
    return named ? [named] : []
  })
  return {
    count: rows.length,
    missing: rows.filter(({ file = '', title = '' }) => !textOf(file).includes(title)),
  }
}

test('every planted fault names a test that exists', () => {
  const page = readFileSync(join(checkout, 'docs', 'TESTING.md'), 'utf8')
  const { count, missing } = untested(page, (file) => readFileSync(join(checkout, file), 'utf8'))
  expect(missing).toEqual([])
  expect(count).toBeGreaterThan(55)
})

test('a row whose test is gone fails', () => {
  const row = '| A fault | `a.ts` | `a.test.ts` “a test of mine” |'
  expect(untested(row, () => "test('a test of mine', …)")).toMatchObject({ count: 1, missing: [] })
  expect(untested(row, () => '').missing).toHaveLength(1)
})
