import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { nameOf, oneOf } from '../base/lists.ts'
import { CurrencyCode, Id, Moment, MomentText, Page, Quantity, pageOf } from '../base/wire.ts'
import type { CauseKind, EntryKind, HouseAccount } from '../ledger/ledger.contract.ts'

/**
 * The customers' entries behind one account of the house, newest first. They are masked as in every list, so the list does not
 * count as a view; opening a row's record or customer does.
 */
export const listAccountSources = read({
  path: '/staff/ledger/sources',
  caller: 'seat',
  roles: ['treasurer', 'admin', 'auditor'],
  summary: 'The customers’ entries behind an account of the house, masked, each with the record that caused it',
  input: z.strictObject({
    ...Page,
    account: oneOf<HouseAccount>('accounts'),
    currency: CurrencyCode,
    kind: z.optional(oneOf<EntryKind>('entries')),
    from: MomentText,
    to: MomentText,
  }),
  reply: pageOf(
    z.object({
      customer: CustomerId,
      /** The account number that staff use among themselves, `L-4F09C2`. */
      number: z.string(),
      /** The number of the customer's entry, and of its posting. */
      version: z.int(),
      posting: z.int(),
      kind: nameOf<EntryKind>(),
      /** The change of the house's account. */
      change: Quantity,
      causeKind: z.nullable(nameOf<CauseKind>()),
      /** The record number that people read out; null if the cause has none. */
      causeNumber: z.nullable(z.string()),
      /** The review of the cause, by whose id staff open it; null if staff do not decide the cause. */
      review: z.nullable(Id),
      at: Moment,
    }),
  ),
})

export const sourcesStaffCalls = { listAccountSources }
