import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkout } from '@lonja/e2e/checkout'
import { ROOMS } from './tidy.house.ts'

/*
 * `node tools/new-feature.mjs pledges 5 --product`, in a copy of the tree: the product compiles, follows the house rules and passes
 * its own tests, and no file of another feature mentions it.
 */

const MINUTE = 60_000
const SKIPPED = new Set(['node_modules', '.git', '.cache', 'data', 'coverage'])
const OWN = /^(?:(?:core|server|app|staff)\/src\/pledges\/|server\/migrations\/\d{4}_pledges\.sql$)/
const ROOF = [
  'app/src/routes.ts',
  'core/src/calls.ts',
  'core/src/lists.ts',
  'server/src/books.ts',
  'server/src/routes.ts',
  'staff/src/routes.ts',
]
/** Files with tables that tests compare with the code, a row per call. */
const COMPARED = [
  'server/src/testing/access.matrix.ts',
  'server/src/testing/access.matrix.staff.ts',
  'server/src/testing/fuzz.inputs.ts',
  'tools/tidy.exceptions.ts',
]

let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'product-'))
  for (const name of readdirSync(checkout)) {
    if (!SKIPPED.has(name)) cpSync(join(checkout, name), join(copy, name), { recursive: true, filter: isCopied })
  }
  linkModules()
  run('node', 'tools/new-feature.mjs', 'pledges', '5', '--product')
}, 5 * MINUTE)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Compiler state is left out: the copy is compiled whole. */
const isCopied = (path: string): boolean =>
  !SKIPPED.has(path.split(/[/\\]/).at(-1) ?? '') && !path.endsWith('.tsbuildinfo')

/** The packages are the checkout's; the rooms are the copy's own. */
function linkModules(): void {
  const modules = join(checkout, 'node_modules')
  mkdirSync(join(copy, 'node_modules', '@lonja'), { recursive: true })
  for (const name of readdirSync(modules)) {
    if (name !== '@lonja') symlinkSync(join(modules, name), join(copy, 'node_modules', name))
  }
  for (const room of Object.keys(ROOMS)) {
    symlinkSync(join(copy, room), join(copy, 'node_modules', '@lonja', room))
    const own = join(checkout, room, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, room, 'node_modules'))
  }
}

/** The copy has its own migration, so its tests open their own database. */
const { LONJA_TEST_DATABASE: _outer, ...ENV } = process.env

/** Runs a command in the copy. Throws with its output if it fails. */
function run(command: string, ...words: string[]): string {
  try {
    return execFileSync(command, words, { cwd: copy, env: ENV, encoding: 'utf8', stdio: 'pipe' })
  } catch (err) {
    const { stdout = '', stderr = '' } = err as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${words.join(' ')}\n${stdout}\n${stderr}`, { cause: err })
  }
}

const binary = (name: string): string => join(copy, 'node_modules', '.bin', name)

/** Paths of the copy's sources that are missing in the checkout or differ from it. */
function touched(): string[] {
  const paths = Object.keys(ROOMS).flatMap((room) => filesBelow(join(copy, room)))
  return paths.filter((path) => {
    const before = join(checkout, path)
    return !existsSync(before) || readFileSync(before, 'utf8') !== readFileSync(join(copy, path), 'utf8')
  })
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (SKIPPED.has(name) || /^dist|tsbuildinfo$/.test(name)) return []
    return statSync(path).isDirectory() ? filesBelow(path) : [relative(copy, path).split(/[/\\]/).join('/')]
  })
}

describe('a product that was made by the command', () => {
  test('stands in its own folders, in the roof and in the tables that tests compare', () => {
    const others = touched().filter((path) => !OWN.test(path))
    expect(touched().length - others.length).toBeGreaterThan(20)
    expect(others.toSorted()).toEqual([...ROOF, ...COMPARED].toSorted())
    expect(ROOF.length).toBeLessThanOrEqual(6)
  })

  test('keeps the house rules, is said in five languages, and passes its own tests', { timeout: 10 * MINUTE }, () => {
    const own = [
      'core/src/pledges',
      'core/src/lists.test.ts',
      'core/src/reviews.test.ts',
      'server/src/pledges',
      'server/src/documents/documents.files.test.ts',
    ]
    const rules = ['tools/tidy.test.ts', 'tools/texts.test.ts', 'tools/columns.test.ts', 'tools/grants.test.ts']
    const maps = ['app/src/routes.test.ts', 'staff/src/routes.test.ts']
    run(binary('vitest'), 'run', ...own, ...rules, ...maps)
  })

  test('compiles, and leaves room for a second one, which compiles beside it', { timeout: 10 * MINUTE }, () => {
    run('node', 'tools/new-feature.mjs', 'stakes', '5', '--product')
    run(binary('tsc'), '-b', 'core', 'server', 'app', 'staff', 'tools')
  })
})
