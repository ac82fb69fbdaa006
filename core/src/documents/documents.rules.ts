import type { Language } from '../base/language.ts'
import { refuse, type Refused } from '../base/refusal.ts'

/** One published version of a document: its day, and the SHA-256 of its text in each language, in hex. */
export interface DocumentVersion {
  readonly day: string
  readonly sha256: Readonly<Record<Language, string>>
}

/** The versions of a document, oldest first; they are numbered from 1. A published version never changes. */
export type DocumentVersions = readonly [DocumentVersion, ...DocumentVersion[]]

/** A document that a customer reads and accepts. Its texts are in the feature's folder of the server. */
export interface ListedDocument {
  readonly feature: string
  readonly name: string
  readonly versions: DocumentVersions
}

/** The text that a customer accepted. */
export interface Acceptance {
  readonly version: number
  readonly language: Language
  readonly sha256: string
}

/** Accept the newest version, by its text in one language; or refuse any other text. */
export function decideAcceptance(
  versions: DocumentVersions,
  { version, language, sha256 }: Acceptance,
): { accept: Acceptance } | Refused<'document_changed'> {
  const newest = versions.at(-1)
  if (version !== versions.length || newest?.sha256[language] !== sha256) return refuse('document_changed')
  return { accept: { version, language, sha256 } }
}

/** The file of one text, in the folder `documents` of its feature. */
export const fileOfText = (name: string, version: number, language: Language): string =>
  `${name}.${version}.${language}.txt`
