import type * as z from 'zod/mini'
import { isCurrency, tickerOf, type Amount, type Currency, type ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import { causeIdsOf, type Entry } from '@lonja/core/ledger/ledger.rules'
import { recordNumber } from '@lonja/core/base/numbers'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import type { LastMove } from '@lonja/core/review/review.staff.contract'
import { MOVES_SHOWN } from '@lonja/core/review/review.rules'
import type { Tx } from '../database/db.ts'
import { listEntriesOf } from '../ledger/entries.store.ts'

type Move = z.output<typeof LastMove>

/** The thing under decision: its own moves are marked. */
interface Own {
  readonly kind: string
  readonly id: string
}

/** The names of entries' causes, shown beside a decision. */
export interface CauseNames {
  readonly kinds: readonly ReviewKind[]
  /** The listings of the orders among some causes. Passed in, since orders are a floor above reviews. */
  listingsOf(tx: Tx, customer: CustomerId, causes: readonly string[]): Promise<ReadonlyMap<string, ListingId>>
}

/**
 * A customer's last moves in the currency of the amount under decision, newest first; `own` is the thing under
 * decision. Reading them is part of a view, which the caller has recorded.
 */
export async function lastMoves(
  tx: Tx,
  { customer, amount, own }: { customer: CustomerId; amount: Amount; own: Own },
  names: CauseNames,
): Promise<Move[]> {
  const { asset } = amount
  assert(isCurrency(asset), 'cash is decided about')
  const filter = { kind: null, asset, cause: null, from: null, to: null, after: null }
  const entries = await listEntriesOf(tx, customer, filter, MOVES_SHOWN)
  const listings = await names.listingsOf(tx, customer, causeIdsOf(entries, 'order'))
  const nameOf = ({ causeKind, cause }: Entry): string | null => {
    if (cause === null) return null
    const kind = names.kinds.find(({ name }) => name === causeKind)
    const listing = causeKind === 'order' ? listings.get(cause) : undefined
    return kind ? recordNumber(kind, cause) : listing ? tickerOf(listing) : null
  }
  return entries.map((entry) => moveOf(entry, asset, own, nameOf))
}

function moveOf(entry: Entry, asset: Currency, own: Own, nameOf: (entry: Entry) => string | null): Move {
  const { version, at, kind, causeKind, cause, freeBefore, freeAfter, heldBefore, heldAfter } = entry
  const isHeld = freeAfter === freeBefore
  return {
    id: `${version}`,
    at,
    kind,
    isHeld,
    own: causeKind === own.kind && cause === own.id,
    change: { asset, units: isHeld ? heldAfter - heldBefore : freeAfter - freeBefore },
    after: { asset, units: isHeld ? heldAfter : freeAfter },
    cause: nameOf(entry),
  }
}
