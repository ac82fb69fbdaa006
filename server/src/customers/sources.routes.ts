import { customerNumber, recordNumber } from '@lonja/core/base/numbers'
import { CustomerId } from '@lonja/core/base/ids'
import { listAccountSources } from '@lonja/core/customers/sources.staff.contract'
import { houseLineFor } from '@lonja/core/ledger/ledger.rules'
import { SOURCES_PAGE } from '@lonja/core/customers/customers.rules'
import * as z from 'zod/mini'
import { onStaffRead } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { listEntriesAgainst, type SourcePlace } from '../ledger/sources.store.ts'
import { listReviewsOf } from '../review/review.store.ts'
import type { CauseNames } from './causes.actions.ts'

/** The customers' entries behind the accounts of the house, for staff. */
export const sourcesRoutes = ({ causes, reviews }: CauseNames): Route[] => [
  onStaffRead(listAccountSources, async ({ tx }, { cursor, limit = SOURCES_PAGE, kind = null, ...filter }) => {
    const entries = await listEntriesAgainst(tx, { ...filter, kind, after: placeOf(cursor) }, limit + 1)
    const page = entries.slice(0, limit)
    const decided = await listReviewsOf(
      tx,
      page.flatMap(({ customer, cause }) => (cause === null ? [] : [{ customer, record: cause }])),
    )
    const last = page.at(-1)
    return {
      rows: page.map((entry) => {
        const { customer, version, posting, kind: name, asset, cause, at } = entry
        const causeKind = causes.find((each) => each === entry.causeKind) ?? null
        const numbered = reviews.find((each) => each.name === causeKind)
        const review = decided.find((each) => each.customer === customer && each.record === cause)
        return {
          customer,
          number: customerNumber(customer),
          version,
          posting,
          kind: name,
          change: { asset, units: houseLineFor(entry)?.units ?? 0n },
          causeKind,
          causeNumber: cause !== null && numbered ? recordNumber(numbered, cause) : null,
          review: review?.kind === causeKind ? (review?.id ?? null) : null,
          at,
        }
      }),
      cursor: entries.length > limit && last ? [last.at, last.customer, last.version].join('/') : null,
    }
  }),
]

/** The cursor of a page; null for an invalid cursor, which starts at the newest. */
function placeOf(cursor: string | undefined): SourcePlace | null {
  const [at = '', customer = '', version = ''] = cursor?.split('/') ?? []
  const known = z.safeDecode(CustomerId, customer)
  return known.success && /^\d{1,15}$/.test(at) && /^\d{1,15}$/.test(version)
    ? { at: Number(at), customer: known.data, version: Number(version) }
    : null
}
