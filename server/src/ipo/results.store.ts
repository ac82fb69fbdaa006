import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Allotment } from '@lonja/core/ipo/draw.rules'
import { bytes, group, instant, shapeOf, tableOf, uuid } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { lots } from './ipo.store.ts'

/** The result of a customer's application. */
export interface ResultRow {
  readonly customer: CustomerId
  readonly application: string
  readonly place: number
  readonly allotment: Allotment
}

/** A result with the ticket of its application. */
interface ListedResult extends ResultRow {
  readonly ticket: number
}

/** A drawn offer: its published file, compressed, and the time from which all results are there. */
export interface DrawnRow {
  readonly file: Buffer
  readonly drawnAt: Instant
}

export const ALLOTMENT = group<Allotment>({
  ballot: lots('ballot'),
  proRata: lots('pro_rata'),
  byPlace: lots('by_place'),
})

const DRAWN = tableOf<DrawnRow>({ file: bytes('file'), drawnAt: instant('drawn_at') })

// A result is unique by its place as well.
const INSERT_RESULTS = sql(
  'insert_ipo_results',
  `insert into ipo_results (offer, customer, application, place, ballot, pro_rata, by_place)
   select $1, * from unnest($2::uuid[], $3::uuid[], $4::int8[], $5::int8[], $6::int8[], $7::int8[])
   on conflict do nothing`,
)
const LIST_RESULTS = sql(
  'list_ipo_results',
  `select a.ticket, r.customer, r.application, r.place, r.ballot, r.pro_rata, r.by_place
   from ipo_applications a join ipo_results r on r.customer = a.customer and r.application = a.id
   where a.offer = $1 and a.ticket > $2 order by a.ticket limit $3`,
  shapeOf<ListedResult>({
    ticket: instant('ticket'),
    customer: uuid('customer'),
    application: uuid('application'),
    place: instant('place'),
    allotment: ALLOTMENT,
  }),
)
const INSERT_DRAWN = sql(
  'insert_ipo_draw',
  `insert into ipo_draws (${DRAWN.names}, offer) values (${DRAWN.slots}, $3) on conflict (offer) do nothing`,
)
const FIND_DRAWN = sql('find_ipo_draw', `select ${DRAWN.names} from ipo_draws where offer = $1`, DRAWN.ofRow)

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

/** The results of an offer by ticket, behind one (0 begins with the first). */
export async function listResults(tx: Tx, offer: string, behind: number, limit: number): Promise<ListedResult[]> {
  return tx.run(LIST_RESULTS, [offer, behind, limit])
}

/** Say that an offer is drawn. The results must be there. If another server said so first, its row stays. */
export async function insertDrawn(tx: Tx, offer: string, drawn: DrawnRow): Promise<void> {
  await tx.run(INSERT_DRAWN, [...DRAWN.values(drawn), offer])
}

export async function findDrawn(tx: Tx, offer: string): Promise<DrawnRow | null> {
  const [drawn] = await tx.run(FIND_DRAWN, [offer])
  return drawn ?? null
}
