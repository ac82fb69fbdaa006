import type * as z from 'zod/mini'
import { isCurrency, tickerOf, type Amount, type Currency, type ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Entry } from '@lonja/core/ledger/ledger.rules'
import { numberOf } from '@lonja/core/review/numbers.rules'
import type { LastMove } from '@lonja/core/review/review.staff.contract'
import type { Tx } from '../database/db.ts'
import { listEntriesOf } from '../ledger/entries.store.ts'
import { listKinds } from './review.store.ts'

type Move = z.output<typeof LastMove>

/** So many stand beside a decision. */
const MOVES = 6

/** What the orders among causes were of: orders stand above reviews. */
type ListingsOf = (tx: Tx, customer: string, causes: readonly string[]) => Promise<ReadonlyMap<string, ListingId>>

/**
 * A customer's last moves in the currency of the amount that is decided about, newest first; `own` is what is decided. They are part
 * of a view: the caller has written it down.
 */
export async function lastMoves(
  tx: Tx,
  { customer, amount, own }: { customer: string; amount: Amount; own: string },
  listingsOf: ListingsOf,
): Promise<Move[]> {
  const { asset } = amount
  assert(isCurrency(asset), 'cash is decided about')
  const filter = { kind: null, asset, cause: null, from: null, to: null, after: null }
  const entries = await listEntriesOf(tx, customer, filter, MOVES)
  const causes = [...new Set(entries.flatMap(({ cause }) => cause ?? []))]
  const kinds = await listKinds(tx, causes)
  const listings = await listingsOf(tx, customer, causes)
  const nameOf = (cause: string): string | null => {
    const [kind, listing] = [kinds.get(cause), listings.get(cause)]
    return kind ? numberOf(kind, cause) : listing ? tickerOf(listing) : null
  }
  return entries.map((entry) => moveOf(entry, asset, own, nameOf))
}

function moveOf(entry: Entry, asset: Currency, own: string, nameOf: (cause: string) => string | null): Move {
  const { version, at, kind, cause, freeBefore, freeAfter, heldBefore, heldAfter } = entry
  const isHeld = freeAfter === freeBefore
  return {
    ...{ id: `${version}`, at, kind, isHeld, own: cause === own },
    change: { asset, units: isHeld ? heldAfter - heldBefore : freeAfter - freeBefore },
    after: { asset, units: isHeld ? heldAfter : freeAfter },
    cause: cause === null ? null : nameOf(cause),
  }
}
