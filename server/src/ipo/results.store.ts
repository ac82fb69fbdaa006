import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Allotment } from '@lonja/core/ipo/draw.rules'
import { wholeLots } from '@lonja/core/ipo/terms.text'
import { sql, type Tx } from '../database/db.ts'

/** The result of a customer's application. */
export interface ResultRow {
  readonly customer: CustomerId
  readonly application: string
  readonly place: number
  readonly allotment: Allotment
}

/** A drawn offer: its published file, compressed, and the time from which all results are there. */
export interface DrawnRow {
  readonly file: Buffer
  readonly drawnAt: Instant
}

const INSERT_RESULTS = sql(
  'insert_ipo_results',
  `insert into ipo_results (offer, customer, application, place, ballot, pro_rata, by_place)
   select $1, * from unnest($2::uuid[], $3::uuid[], $4::int8[], $5::int8[], $6::int8[], $7::int8[])
   on conflict (customer, application) do nothing`,
)
const LIST_RESULTS = sql(
  'list_ipo_results',
  `select a.ticket, r.customer, r.application, r.place, r.ballot, r.pro_rata, r.by_place
   from ipo_applications a join ipo_results r on r.customer = a.customer and r.application = a.id
   where a.offer = $1 and a.ticket > $2 order by a.ticket limit $3`,
)
const INSERT_DRAWN = sql(
  'insert_ipo_draw',
  'insert into ipo_draws (offer, file, drawn_at) values ($1, $2, $3) on conflict (offer) do nothing',
)
const FIND_DRAWN = sql('find_ipo_draw', 'select file, drawn_at from ipo_draws where offer = $1')

/** Store results of an offer. Those that another server stored first stay: they are the same. */
export async function insertResults(tx: Tx, offer: string, results: readonly ResultRow[]): Promise<void> {
  const columns = [
    results.map(({ customer }) => customer),
    results.map(({ application }) => application),
    results.map(({ place }) => place),
    results.map(({ allotment }) => allotment.ballot),
    results.map(({ allotment }) => allotment.proRata),
    results.map(({ allotment }) => allotment.byPlace),
  ]
  await tx.run(INSERT_RESULTS, [offer, ...columns])
}

interface ListedRow {
  ticket: bigint
  customer: CustomerId
  application: string
  place: bigint
  ballot: bigint
  pro_rata: bigint
  by_place: bigint
}

/** The results of an offer by ticket, behind one (0 begins with the first). */
export async function listResults(
  tx: Tx,
  offer: string,
  behind: number,
  limit: number,
): Promise<(ResultRow & { readonly ticket: number })[]> {
  const rows = await tx.run<ListedRow>(LIST_RESULTS, [offer, behind, limit])
  return rows.map(({ ticket, customer, application, place, ballot, pro_rata: proRata, by_place: byPlace }) => ({
    ticket: Number(ticket),
    customer,
    application,
    place: Number(place),
    allotment: { ballot: wholeLots(ballot), proRata: wholeLots(proRata), byPlace: wholeLots(byPlace) },
  }))
}

/** Say that an offer is drawn. The results must be there. If another server said so first, its row stays. */
export async function insertDrawn(tx: Tx, offer: string, { file, drawnAt }: DrawnRow): Promise<void> {
  await tx.run(INSERT_DRAWN, [offer, file, drawnAt])
}

export async function findDrawn(tx: Tx, offer: string): Promise<DrawnRow | null> {
  const [row] = await tx.run<{ file: Buffer; drawn_at: bigint }>(FIND_DRAWN, [offer])
  return row ? { file: row.file, drawnAt: Number(row.drawn_at) } : null
}
