import { assert } from '@lonja/core/base/assert'
import { DOCUMENTS } from '@lonja/core/lists'
import { findText } from './documents.actions.ts'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import type { Acceptance } from '@lonja/core/documents/documents.rules'
import { openDocuments, sha256Of, type Documents } from './documents.files.ts'

const texts = (version: number): Readonly<Record<Language, string>> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [language, `Terms ${version} (${language})\n\nA sentence that nobody reads.\n`]),
  ) as Record<Language, string>

const shaOf = (version: number): Readonly<Record<Language, string>> =>
  Object.fromEntries(Object.entries(texts(version)).map(([language, text]) => [language, sha256Of(text)])) as Record<
    Language,
    string
  >

/** A document that exists in tests only, in two versions. */
export const TEST_DOCUMENT = 'test_terms'
const TEST_DOCUMENTS: Documents = new Map([
  [
    TEST_DOCUMENT,
    {
      versions: [
        { day: '2026-01-02', sha256: shaOf(1) },
        { day: '2026-03-04', sha256: shaOf(2) },
      ],
      texts: [texts(1), texts(2)],
    },
  ],
])

/** The documents of a test house: the house's own, and this one. */
export const HOUSE_DOCUMENTS: Documents = new Map([...TEST_DOCUMENTS, ...openDocuments(DOCUMENTS)])

/** A document of a test house as a customer accepts it: the newest version, or an earlier one. */
export function testAcceptance(name: string, language: Language = 'en', earlier?: number): Acceptance {
  const text = findText(HOUSE_DOCUMENTS, name, language, earlier)
  assert(text !== null, `the house has published the document: ${name}`)
  const { version, sha256 } = text
  return { version, language, sha256 }
}
