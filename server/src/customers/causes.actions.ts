import { recordNumber } from '@lonja/core/base/numbers'
import type { CauseKind } from '@lonja/core/ledger/ledger.contract'
import { causeIdsOf } from '@lonja/core/ledger/ledger.rules'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import type { Cause, CausesOf } from '../ledger/ledger.replies.ts'
import { listingsOf } from '../orders/causes.store.ts'

const NO_PAGE: Cause = { causeKind: null, causeNumber: null, listing: null }

/** The kinds of causes with a page, and the kinds of reviews: a cause that staff decide has the name of its kind. */
export interface CauseNames {
  readonly causes: readonly CauseKind[]
  readonly reviews: readonly ReviewKind[]
}

/** Describes the causes of a customer's entries: the order's listing, or the record number of what staff decide. */
export const causesOf =
  ({ causes, reviews }: CauseNames): CausesOf =>
  async (tx, customer, of) => {
    const listings = await listingsOf(tx, customer, causeIdsOf(of, 'order'))
    return ({ causeKind, cause }) => {
      const kind = causes.find((name) => name === causeKind)
      if (cause === null || kind === undefined) return NO_PAGE
      const review = reviews.find(({ name }) => name === kind)
      const causeNumber = review ? recordNumber(review, cause) : null
      return { causeKind: kind, causeNumber, listing: (kind === 'order' && listings.get(cause)) || null }
    }
  }
