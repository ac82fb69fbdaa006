import type { SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { SeatFilter } from '@lonja/core/review/filters.rules'
import { instant, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

/** A filter as it is saved: the fields of its queue's address. */
export interface SavedFilter extends SeatFilter {
  readonly query: string
}

const SHOWN = { id: uuid('id'), kind: word('kind'), name: word('name'), query: word('query') }
const FILTERS = tableOf<SavedFilter>(SHOWN)
const ADDED = tableOf<SavedFilter & { seat: SeatId; at: Instant }>({
  seat: uuid('seat'),
  ...SHOWN,
  at: instant('made_at'),
})

const LIST = sql(
  'list_seat_filters',
  `select ${FILTERS.names} from seat_filters where seat = $1 order by lower(name), made_at, id`,
)
const INSERT = sql('insert_seat_filter', `insert into seat_filters (${ADDED.names}) values (${ADDED.slots})`)
const REMOVE = sql('remove_seat_filter', 'delete from seat_filters where seat = $1 and id = $2 returning id')

/** The filters that a seat saved, by name. */
export const listFiltersOf = async (tx: Tx, seat: SeatId): Promise<SavedFilter[]> =>
  (await tx.run(LIST, [seat])).map(FILTERS.ofRow)

export async function insertFilter(tx: LockedTx, seat: SeatId, filter: SavedFilter, at: Instant): Promise<void> {
  await tx.run(INSERT, ADDED.values({ ...filter, seat, at }))
}

/** Removes a seat's filter; true if there was one. */
export const removeFilter = async (tx: LockedTx, seat: SeatId, id: string): Promise<boolean> =>
  (await tx.run(REMOVE, [seat, id])).length > 0
