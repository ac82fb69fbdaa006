import * as z from 'zod/mini'
import { ROLES, read } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Id, Moment } from '../base/wire.ts'
import { DocumentText } from './documents.contract.ts'

/** A document exactly as a customer accepted it. It counts as a view and is recorded before it is answered. */
export const openAcceptedDocument = read({
  path: '/staff/documents/open-accepted',
  caller: 'seat',
  roles: ROLES,
  summary: 'A document exactly as a customer accepted it, in the version and language of that day. A view',
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...DocumentText.shape,
    customer: CustomerId,
    /** The record that it was accepted for. */
    about: z.object({ kind: z.string(), id: Id }),
    acceptedAt: Moment,
  }),
  refusals: ['unknown_document'],
})

export const documentsStaffCalls = { openAcceptedDocument }
