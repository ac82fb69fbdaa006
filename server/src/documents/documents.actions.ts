import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { isRefused, type Refused } from '@lonja/core/base/refusal'
import { decideAcceptance, type Acceptance } from '@lonja/core/documents/documents.rules'
import { newId } from '../base/ids.ts'
import type { LockedTx } from '../database/locks.ts'
import type { Documents } from './documents.files.ts'
import { insertAcceptedDocument, type AcceptedDocument } from './documents.store.ts'

/** A document accepted with a write of a product: the record that it is accepted for, and the text that was read. */
export interface NewAcceptance {
  readonly customer: CustomerId
  readonly name: string
  readonly about: { readonly kind: string; readonly id: string }
  readonly acceptance: Acceptance
  readonly at: Instant
}

/**
 * Stores that the customer accepted a document for a record, or refuses `document_changed` if the text is not the
 * newest version. A write calls it after its other refusals and before its first row.
 */
export async function acceptDocument(
  tx: LockedTx,
  documents: Documents,
  { customer, name, about, acceptance, at }: NewAcceptance,
): Promise<AcceptedDocument | Refused<'document_changed'>> {
  const document = documents.get(name)
  assert(document !== undefined, `the house has published the document: ${name}`)
  const decision = decideAcceptance(document.versions, acceptance)
  if (isRefused(decision)) return decision
  const row = { id: newId(), customer, name, about, ...decision.accept, acceptedAt: at }
  await insertAcceptedDocument(tx, row)
  return row
}

/** The text of one version in one language; null if the house has not published it. */
export function findText(documents: Documents, name: string, language: Language, version?: number) {
  const document = documents.get(name)
  const number = version ?? document?.versions.length ?? 0
  const published = document?.versions[number - 1]
  const text = document?.texts[number - 1]?.[language]
  if (published === undefined || text === undefined) return null
  return { name, version: number, day: published.day, language, sha256: published.sha256[language], text }
}
