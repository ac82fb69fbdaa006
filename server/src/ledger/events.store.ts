import type { Asset } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { PostingCauseKind } from '@lonja/core/ledger/ledger.contract'
import type { Entry, PostingCause } from '@lonja/core/ledger/ledger.rules'
import { instant, orNull, tableOf, units, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { ENTRIES } from './ledger.store.ts'

/** Filters of the events: null matches every event. `before` is the cursor, the last row of the page before. */
export interface EventFilter {
  readonly asset: Asset | 'shares' | null
  readonly causeKind: PostingCauseKind | null
  readonly from: Instant | null
  readonly to: Instant | null
  /** Only events of which a part is still held. */
  readonly isHeld: boolean
  readonly before: number | null
}

/** One event in one asset, as the view `fund_events` adds it up from the entries. */
export interface EventRow {
  readonly asset: Asset
  readonly causeKind: PostingCauseKind
  readonly cause: string | null
  readonly effect: bigint
  readonly held: bigint
  readonly left: bigint
  readonly moved: number
  readonly beganAt: Instant
  readonly movedAt: Instant
}

/** The view of the events, one row an event and asset. */
const EVENTS = tableOf<EventRow>({
  asset: word('asset'),
  causeKind: word('cause_kind'),
  cause: orNull(uuid('cause')),
  effect: units('effect'),
  held: units('still_held'),
  left: units('left_free'),
  moved: instant('moved'),
  beganAt: instant('began_at'),
  movedAt: instant('moved_at'),
})

const LIST_EVENTS = sql(
  'list_events',
  `select ${EVENTS.names} from fund_events
   where customer = $1
     and ($2::text is null or case $2 when 'shares' then asset not in ('EUR', 'USD') else asset = $2 end)
     and ($3::text is null or cause_kind = $3)
     and moved_at >= coalesce($4::int8, 0)
     and moved_at < coalesce($5::int8, 9223372036854775807)
     and moved < coalesce($6::int8, 9223372036854775807)
     and (not $7::bool or still_held <> 0)
   order by moved desc limit $8`,
  EVENTS.ofRow,
)

/** The events of a customer, newest first. Every entry of the customer is added up: what is left needs them all. */
export async function listEventsOf(
  tx: Tx,
  customer: CustomerId,
  { asset, causeKind, from, to, isHeld, before }: EventFilter,
  most: number,
): Promise<EventRow[]> {
  return tx.run(LIST_EVENTS, [customer, asset, causeKind, from, to, before, isHeld, most])
}

/** The id that stands for none in a comparison: no cause has it. */
const NO_ID = `'00000000-0000-0000-0000-000000000000'::uuid`

const LIST_OF_CAUSES = sql(
  'list_entries_of_causes',
  `select ${ENTRIES.names} from entries e
   where customer = $1 and exists (
     select from unnest($2::text[], $3::uuid[]) as wanted (kind, id)
     where wanted.kind = e.cause_kind and coalesce(wanted.id, ${NO_ID}) = coalesce(e.cause, ${NO_ID})
   )
   order by first, at`,
)

/** All entries of some causes of a customer, of every asset, in order. */
export async function listEntriesOfCauses(
  tx: Tx,
  customer: CustomerId,
  causes: readonly PostingCause[],
): Promise<Entry[]> {
  const values = [customer, causes.map(({ kind }) => kind), causes.map(({ id }) => id)]
  return (await tx.run(LIST_OF_CAUSES, values)).map(ENTRIES.ofRow)
}
