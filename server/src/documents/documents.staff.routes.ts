import { assert } from '@lonja/core/base/assert'
import { refuse } from '@lonja/core/base/refusal'
import { openAcceptedDocument } from '@lonja/core/documents/documents.staff.contract'
import { recordAct } from '../audit/audit.actions.ts'
import { onStaffView } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { findText } from './documents.actions.ts'
import type { Documents } from './documents.files.ts'
import { findAcceptedDocument } from './documents.store.ts'

export const documentsStaffRoutes = (documents: Documents): Route[] => [
  onStaffView(openAcceptedDocument, {
    customerOf: async (tx, { id }) => (await findAcceptedDocument(tx, id))?.customer ?? null,
    handle: async ({ tx, now, seat, publish }, { id }) => {
      const accepted = await findAcceptedDocument(tx, id)
      if (!accepted) return refuse('unknown_document')
      const { customer, name, version, language, sha256, about, acceptedAt } = accepted
      const text = findText(documents, name, language, version)
      if (!text) return refuse('unknown_document')
      assert(text.sha256 === sha256, 'the text is the one that was accepted')
      const by = { id: seat.id, number: seat.number, role: seat.role }
      await recordAct(tx, { act: 'viewed_document', customer, seat: by, at: now, about, detail: { document: id } })
      // The `notices` topic also makes the app read the list of acts again.
      publish(customer, 'notices')
      return { ...text, customer, about, acceptedAt }
    },
  }),
]
