import type { CustomerId } from '@lonja/core/base/ids'
import { depositNumber } from '@lonja/core/deposits/deposits.rules'
import { causeIdsOf } from '@lonja/core/ledger/ledger.rules'
import type { Tx } from '../database/db.ts'
import type { Cause, CauseOf } from '../ledger/ledger.replies.ts'
import { listingsOf } from '../orders/causes.store.ts'
import { numberFor } from '../withdrawals/replies.actions.ts'

const NO_PAGE: Cause = { causeKind: null, causeNumber: null, listing: null }

/** Describes the causes of a customer's entries: the order's listing, or the number of the deposit or withdrawal. */
export async function causesOf(tx: Tx, customer: CustomerId, of: readonly CauseOf[]): Promise<(of: CauseOf) => Cause> {
  const listings = await listingsOf(tx, customer, causeIdsOf(of, 'order'))
  return ({ causeKind, cause }) => {
    if (cause === null) return NO_PAGE
    if (causeKind === 'order') return { causeKind, causeNumber: null, listing: listings.get(cause) ?? null }
    if (causeKind === 'withdrawal') return { causeKind, causeNumber: numberFor(cause), listing: null }
    if (causeKind === 'deposit') return { causeKind, causeNumber: depositNumber(cause), listing: null }
    return NO_PAGE
  }
}
