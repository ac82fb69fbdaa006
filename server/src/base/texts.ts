import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import { formatAmount } from '@lonja/core/base/formats'
import { assert } from '@lonja/core/base/assert'
import type { Amount } from '@lonja/core/base/amount'

/** What the server itself says, by language: sentences of refusals and fields, notices, the pages it serves. */
export type Section =
  'refusals' | 'issues' | 'fields' | 'notices' | 'news' | 'pages' | 'statements' | 'reviews' | 'laws'
export type Catalogue = Readonly<Record<Section, Readonly<Record<string, string>>>>
export type Detail = Readonly<Record<string, Amount | string>>

const catalogueOf = (language: Language): Catalogue =>
  JSON.parse(readFileSync(new URL(`../../texts/${language}.json`, import.meta.url), 'utf8')) as Catalogue

/** Read once, when the house opens. */
export const CATALOGUES = Object.fromEntries(
  LANGUAGES.map((language) => [language, catalogueOf(language)]),
) as Readonly<Record<Language, Catalogue>>

/** A sentence in a language, its blanks filled: amounts as that language writes them. Asserts that the sentence exists. */
export function sentence(language: Language, section: Section, key: string, detail: Detail = {}): string {
  const text = CATALOGUES[language][section][key]
  assert(text !== undefined, `a text exists: ${language} ${section} ${key}`)
  return text.replace(/\{(\w+)\}/g, (blank, name: string) => {
    const value = detail[name]
    if (value === undefined) return blank
    return typeof value === 'string' ? value : formatAmount(value, language)
  })
}
