import { LANGUAGES, type Language } from '@lonja/core/base/language'
import type { Acceptance } from '@lonja/core/documents/documents.rules'
import { sha256Of, type Documents } from './documents.files.ts'

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
export const TEST_DOCUMENTS: Documents = new Map([
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

/** A version of it as a customer accepts it; the newest by default. */
export const testAcceptance = (language: Language = 'en', version = 2): Acceptance => ({
  version,
  language,
  sha256: shaOf(version)[language],
})
