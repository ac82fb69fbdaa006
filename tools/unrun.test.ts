import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkout } from '@lonja/e2e/checkout'
import { PAGE_HEADERS } from '@lonja/server/door/files'

/*
 * A customer's own strategy is a text in the browser, and code in the sandbox of the server alone. Nothing that the editor
 * is made of turns a text into code, and the content security policy refuses it besides.
 */

/** The ways by which a browser runs a text. A worker and an import of a file of the build are none. */
const RUNS =
  /\beval\s*\(|\bFunction\s*\(|new\s+(?:Shared)?Worker\s*\((?!\s*new URL\()|\bimport\s*\((?!['"])|createElement\(\s*['"](?:script|iframe)|srcdoc|importScripts|javascript:/

test.each([
  'eval(text)',
  'new Function(text)',
  'new Worker(address)',
  'import(address)',
  "document.createElement('script')",
])('%s runs a text', (code) => expect(RUNS.test(code)).toBe(true))

test.each([
  "new Worker(new URL('./draw.worker.ts', import.meta.url))",
  "import('./Page.tsx')",
  'isFunction = (of) => of',
])('%s does not', (code) => expect(RUNS.test(code)).toBe(false))

describe('nothing runs a text', () => {
  const sources = ['app/src', 'kit/src'].flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|testing)\./.test(name))
      .map((name) => join(folder, name)),
  )
  const { dependencies } = JSON.parse(readFileSync(join(checkout, 'app/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const editor = Object.keys(dependencies).filter((name) => /^@(codemirror|lezer)\//.test(name))
  const libraries = [...editor, '@lezer/lr', '@lezer/common', 'style-mod', 'crelt', 'w3c-keyname']

  test('in the app and the kit', () => {
    expect(sources.filter((name) => name.includes('strategies/own')).length).toBeGreaterThan(10)
    expect(sources.filter((name) => RUNS.test(readFileSync(join(checkout, name), 'utf8')))).toEqual([])
  })

  test('in the libraries of the editor', () => {
    const files = libraries.map((name) => {
      const folder = join(checkout, 'node_modules', name)
      const { module } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { module?: string }
      return join(folder, module ?? 'index.js')
    })
    expect(editor.length).toBeGreaterThan(5)
    expect(files.filter((file) => RUNS.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  test('by the content security policy', () => {
    const policy = PAGE_HEADERS['content-security-policy'] ?? ''
    expect(policy.split('; ')).toEqual(expect.arrayContaining(["script-src 'self'", "worker-src 'self'"]))
    expect(policy).not.toContain('unsafe')
  })
})
