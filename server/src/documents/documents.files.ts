import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert } from '@lonja/core/base/assert'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import { fileOfText, type DocumentVersions, type ListedDocument } from '@lonja/core/documents/documents.rules'

/** A document with its texts: the place in `texts` is the version's, oldest first. */
export interface PublishedDocument {
  readonly versions: DocumentVersions
  readonly texts: readonly Readonly<Record<Language, string>>[]
}

/** The documents of the house by name. */
export type Documents = ReadonlyMap<string, PublishedDocument>

/** The folder of the sources. The compiled server reads the documents there too, beside the features. */
const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url))

export const sha256Of = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/**
 * Reads all documents once, when the house opens. Asserts that every published version is there in every language, that
 * none differs from its hash, and that no file is without its version in the list.
 */
export function openDocuments(listed: readonly ListedDocument[], sources = SOURCES): Documents {
  const names = listed.flatMap(({ feature, name, versions }) =>
    versions.flatMap((_version, at) =>
      LANGUAGES.map((language) => join(feature, 'documents', fileOfText(name, at + 1, language))),
    ),
  )
  const unlisted = filesIn(sources).filter((file) => !names.includes(file))
  assert(unlisted.length === 0, `every text of a document belongs to a published version: ${unlisted.join(', ')}`)
  return new Map(listed.map((document) => [document.name, opened(document, sources)]))
}

function opened({ feature, name, versions }: ListedDocument, sources: string): PublishedDocument {
  const textOf = (at: number, language: Language): string => {
    const file = join(sources, feature, 'documents', fileOfText(name, at + 1, language))
    assert(existsSync(file), `a published version is there in every language: ${file}`)
    // A checkout on Windows may have other ends of lines.
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
    const sha256 = sha256Of(text)
    assert(
      versions[at]?.sha256[language] === sha256,
      `a published version never changes; publish a new one beside it: ${file} has ${sha256}`,
    )
    return text
  }
  return {
    versions,
    texts: versions.map(
      (_version, at) =>
        Object.fromEntries(LANGUAGES.map((language) => [language, textOf(at, language)])) as Record<Language, string>,
    ),
  }
}

/** The texts of documents in the folders of all features. */
function filesIn(sources: string): string[] {
  return readdirSync(sources)
    .filter((feature) => existsSync(join(sources, feature, 'documents')))
    .flatMap((feature) =>
      readdirSync(join(sources, feature, 'documents')).map((file) => join(feature, 'documents', file)),
    )
    .filter((file) => file.endsWith('.txt'))
}
