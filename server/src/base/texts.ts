import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { joinedCatalogue, type Catalogue as Sections } from '@lonja/core/base/catalogue'
import { unbrokenIn } from '@lonja/core/base/french'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import { formatAmount } from '@lonja/core/base/formats'
import { assert } from '@lonja/core/base/assert'
import type { Amount } from '@lonja/core/base/amount'

/** The server's own texts of one language: refusals, fields, notices, and the pages it serves. */
export type Section =
  | 'refusals'
  | 'issues'
  | 'fields'
  | 'notices'
  | 'news'
  | 'pages'
  | 'statements'
  | 'closed'
  | 'backtestFile'
  | 'records'
  | 'reviews'
  | 'laws'
  | 'answers'
export type Catalogue = Readonly<Record<Section, Readonly<Record<string, string>>>>
export type Detail = Readonly<Record<string, Amount | string>>

/** The folder of the sources. The compiled server reads the texts there too, beside the features. */
const SOURCES = new URL('../../src/', import.meta.url)

const catalogueOf = (language: Language): Catalogue => joinedTexts(fileURLToPath(SOURCES), language)

/** A feature's files of texts; what the first pages of the app say is apart, and what the feature's own pages alone say. */
export const TEXT_FILES = [
  (language: Language) => `first.${language}.json`,
  (language: Language) => `own.${language}.json`,
  (language: Language) => `${language}.json`,
]

/** The files of texts of one language, of all features in a folder and of their parts. */
export function textFilesOf(folder: string, language: Language): string[] {
  const names = TEXT_FILES.map((file) => file(language))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(dirname(file)) === 'texts' && names.includes(basename(file)))
    .sort()
    .map((file) => join(folder, file))
}

/** The texts of one language, joined from the files of all features in a folder. */
export function joinedTexts(folder: string, language: Language): Sections {
  const files = textFilesOf(folder, language)
  const read = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Sections)
  return joinedCatalogue(language === 'fr' ? read.map(unbrokenIn) : read)
}

/** The texts of all languages, read once when the house opens. */
export const CATALOGUES = Object.fromEntries(
  LANGUAGES.map((language) => [language, catalogueOf(language)]),
) as Readonly<Record<Language, Catalogue>>

/**
 * A sentence in a language with its blanks filled; amounts are formatted for that language. Asserts that the sentence
 * exists.
 */
export function sentence(language: Language, section: Section, key: string, detail: Detail = {}): string {
  const text = CATALOGUES[language][section][key]
  assert(text !== undefined, `a text exists: ${language} ${section} ${key}`)
  return text.replace(/\{(\w+)\}/g, (blank, name: string) => {
    const value = detail[name]
    if (value === undefined) return blank
    return typeof value === 'string' ? value : formatAmount(value, language)
  })
}
