import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { nameOf } from '../base/lists.ts'
import { Id, LanguageCode, Moment, VersionText } from '../base/wire.ts'

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Version = z.int().check(z.gte(1), z.lte(1_000_000))

/**
 * The text that a customer accepts with a write, as `readDocument` answered it. The write refuses `document_changed` if
 * it is not the newest version any more.
 */
export const AcceptanceField = z.strictObject({ version: Version, language: LanguageCode, sha256: Sha256 })

/** The refusals of a write that accepts a document. */
export const ACCEPTANCE_REFUSALS = ['document_changed'] as const

/** A text with the version that it belongs to. */
export const DocumentText = z.object({
  name: z.string(),
  version: Version,
  /** The day of publication, `2026-11-23`. */
  day: z.string(),
  language: LanguageCode,
  /** The hash of the text as UTF-8. */
  sha256: Sha256,
  /** Plain text: the title first, then paragraphs, with an empty line between them. */
  text: z.string(),
})

/** A document that a customer accepted, without its text; `id` opens it. */
export const AcceptedRow = z.object({
  id: Id,
  name: z.string(),
  version: Version,
  language: LanguageCode,
  sha256: Sha256,
  acceptedAt: Moment,
})
export type AcceptedRow = z.output<typeof AcceptedRow>

/** A document: the newest version in the language of the request, or another one. */
export const readDocument = read({
  path: '/documents/read',
  caller: 'customer',
  summary: 'A document that a customer accepts: the newest version, or an earlier one, in one language',
  input: z.strictObject({
    name: nameOf(),
    version: z.optional(VersionText),
    language: z.optional(LanguageCode),
  }),
  reply: DocumentText,
  refusals: ['unknown_document'],
})

export const documentsCalls = { readDocument }
