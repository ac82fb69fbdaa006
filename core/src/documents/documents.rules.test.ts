import { expect, test } from 'vitest'
import type { Language } from '../base/language.ts'
import { decideAcceptance, fileOfText, type DocumentVersions } from './documents.rules.ts'

const shaOf = (mark: string): Record<Language, string> => ({
  tur: `${mark}1`,
  cn: `${mark}2`,
  tw: `${mark}3`,
  en: `${mark}4`,
  fr: `${mark}5`,
})
const VERSIONS: DocumentVersions = [
  { day: '2026-01-01', sha256: shaOf('a') },
  { day: '2026-02-01', sha256: shaOf('b') },
]

// prettier-ignore
test.each<[line: string, version: number, language: Language, sha256: string, accepted: boolean]>([
  ['the newest version',                      2, 'en', 'b4', true],
  ['the newest version in another language',  2, 'cn', 'b2', true],
  ['an earlier version',                      1, 'en', 'a4', false],
  ['a version to come',                       3, 'en', 'b4', false],
  ['the newest number with an earlier text',  2, 'en', 'a4', false],
  ['the text of another language',            2, 'en', 'b5', false],
])('%s', (_line, version, language, sha256, accepted) => {
  const decision = decideAcceptance(VERSIONS, { version, language, sha256 })
  expect('refused' in decision ? decision.refused : decision.accept).toEqual(
    accepted ? { version, language, sha256 } : 'document_changed',
  )
})

test('a text has its document, version and language in its name', () => {
  expect(fileOfText('terms', 2, 'tw')).toBe('terms.2.tw.txt')
})
