import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import type { ListedDocument } from '@lonja/core/documents/documents.rules'
import { DOCUMENTS } from '@lonja/core/lists'
import { openDocuments, sha256Of } from './documents.files.ts'

/* Published documents: every version in five languages, and none that changed. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lonja-documents-'))
  mkdirSync(join(folder, 'pledges', 'documents'), { recursive: true })
  for (const version of [1, 2]) for (const language of LANGUAGES) write(version, language)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (version: number, language: string): string => `Terms ${version}\n\nIn ${language}.\n`
const fileOf = (version: number, language: string): string =>
  join(folder, 'pledges', 'documents', `pledge_terms.${version}.${language}.txt`)
function write(version: number, language: string, text = textOf(version, language)): void {
  writeFileSync(fileOf(version, language), text)
}
const version = (number: number) => ({
  day: `2026-0${number}-01`,
  sha256: Object.fromEntries(LANGUAGES.map((language) => [language, sha256Of(textOf(number, language))])) as Record<
    Language,
    string
  >,
})
const LISTED: ListedDocument = { feature: 'pledges', name: 'pledge_terms', versions: [version(1), version(2)] }

test('the house’s own documents are whole: each version in every language, as it was published', () => {
  expect([...openDocuments(DOCUMENTS).keys()]).toEqual(DOCUMENTS.map(({ name }) => name))
  for (const { versions } of DOCUMENTS) {
    const days = versions.map(({ day }) => day)
    expect(days).toEqual(days.toSorted())
  }
})

test('the texts of all versions are read, whatever the ends of lines in the checkout', () => {
  write(1, 'en', textOf(1, 'en').replaceAll('\n', '\r\n'))
  const document = openDocuments([LISTED], folder).get('pledge_terms')
  expect(document?.texts.map(({ en }) => en)).toEqual([textOf(1, 'en'), textOf(2, 'en')])
})

test('a changed text does not open, of the newest version or of an earlier one', () => {
  for (const number of [1, 2]) {
    write(number, 'cn', `${textOf(number, 'cn')} `)
    expect(() => openDocuments([LISTED], folder)).toThrow('a published version never changes')
    write(number, 'cn')
  }
  expect(() => openDocuments([LISTED], folder)).not.toThrow()
})

test('a missing language does not open', () => {
  unlinkSync(fileOf(1, 'tw'))
  expect(() => openDocuments([LISTED], folder)).toThrow('a published version is there in every language')
})

test('a text without its version in the list does not open', () => {
  write(3, 'en')
  expect(() => openDocuments([LISTED], folder)).toThrow('belongs to a published version')
})
