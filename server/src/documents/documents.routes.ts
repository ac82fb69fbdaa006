import { refuse } from '@lonja/core/base/refusal'
import { readDocument } from '@lonja/core/documents/documents.contract'
import { onRead, type Route } from '../door/serve.ts'
import { findText } from './documents.actions.ts'
import type { Documents } from './documents.files.ts'

export const documentsRoutes = (documents: Documents): Route[] => [
  onRead(
    readDocument,
    async ({ language: spoken }, { name, version, language = spoken }) =>
      findText(documents, name, language, version) ?? refuse('unknown_document'),
  ),
]
