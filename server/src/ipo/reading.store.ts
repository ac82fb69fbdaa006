import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Allotment } from '@lonja/core/ipo/draw.rules'
import type { OfferState } from '@lonja/core/ipo/ipo.contract'
import { wholeLots, type Lots } from '@lonja/core/ipo/terms.text'
import { PAST_ALL_IDS } from '../base/ids.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import {
  OFFERS,
  applicationFrom,
  applicationUnder,
  offerFrom,
  type ApplicationRow,
  type OfferRow,
} from './ipo.store.ts'

/** An offer with its demand and the steps of its draw that are public. */
export interface OfferView extends OfferRow {
  /** The lots that customers ask for. */
  readonly customersLots: Lots
  readonly customersRoot: Buffer | null
  readonly root: Buffer | null
  readonly rootAt: Instant | null
  readonly crowdSeed: Buffer | null
  readonly drawnAt: Instant | null
}

/** The result of an application as the draw gave it. */
export interface ApplicationResult {
  readonly place: number
  readonly allotment: Allotment
}

/** An application with its offer, and its result once the offer is drawn. */
export interface ApplicationView {
  readonly application: ApplicationRow
  readonly offer: OfferRow
  readonly drawnAt: Instant | null
  readonly result: ApplicationResult | null
}

/** The state of an offer at the instant `now`, as `stateFor` of the rules has it: a page of one state reads no other offers. */
const stateAt = (now: string): string => `case
  when o.cancelled_at is not null then 'cancelled'
  when d.offer is not null then case when ${now}::int8 >= o.lists_at then 'listed' else 'drawn' end
  when ${now}::int8 < o.opens_at then 'not_started'
  when ${now}::int8 <= o.closes_at then 'subscribing'
  else 'ended' end`

const VIEW = `
  select ${OFFERS.under('o')}, d.drawn_at, l.root as customers_root, r.root as whole_root, r.crowd_seed, p.published_at as root_at,
    (select coalesce(sum(a.lots), 0)::int8 from ipo_applications a where a.offer = o.id and a.withdrawn_at is null) as asked
  from ipo_offers o
  left join ipo_lists l on l.offer = o.id left join ipo_roots r on r.offer = o.id
  left join ipo_publications p on p.offer = o.id left join ipo_draws d on d.offer = o.id`
const FIND_VIEW = sql('find_ipo_offer_view', `${VIEW} where o.id = $1`)
const LIST_VIEWS = sql(
  'list_ipo_offer_views',
  `${VIEW} where (o.opens_at, o.id) < ($1, $2) and ($3::text is null or ${stateAt('$4')} = $3)
   order by o.opens_at desc, o.id desc limit $5`,
)

interface ViewRow extends Row {
  asked: bigint
  customers_root: Buffer | null
  whole_root: Buffer | null
  root_at: bigint | null
  crowd_seed: Buffer | null
  drawn_at: bigint | null
}

const orNull = (at: bigint | null): Instant | null => (at === null ? null : Number(at))

const viewFrom = (row: ViewRow): OfferView => ({
  ...offerFrom(row),
  customersLots: wholeLots(row.asked),
  customersRoot: row.customers_root,
  root: row.whole_root,
  rootAt: orNull(row.root_at),
  crowdSeed: row.crowd_seed,
  drawnAt: orNull(row.drawn_at),
})

export async function findOfferView(tx: Tx, id: string): Promise<OfferView | null> {
  const [row] = await tx.run<ViewRow>(FIND_VIEW, [id])
  return row ? viewFrom(row) : null
}

/** The place of an offer in the list of all. */
export interface OfferPlace {
  readonly opens: Instant
  readonly offer: string
}

/** A page of the offers in a state at an instant (null for all), those that open last first, behind a place. */
export async function listOfferViews(
  tx: Tx,
  {
    state,
    now,
    behind,
  }: { readonly state: OfferState | null; readonly now: Instant; readonly behind: OfferPlace | null },
  limit: number,
): Promise<OfferView[]> {
  const { opens, offer } = behind ?? { opens: Number.MAX_SAFE_INTEGER, offer: PAST_ALL_IDS }
  return (await tx.run<ViewRow>(LIST_VIEWS, [opens, offer, state, now, limit])).map(viewFrom)
}

const WITH_OFFER = `
  select ${applicationUnder('a')}, ${OFFERS.under('o')}, d.drawn_at, r.place, r.ballot, r.pro_rata, r.by_place
  from ipo_applications a join ipo_offers o on o.id = a.offer left join ipo_draws d on d.offer = a.offer
  left join ipo_results r on r.customer = a.customer and r.application = a.id`
const FIND_NEWEST = sql(
  'find_newest_ipo_application',
  `${WITH_OFFER} where a.customer = $1 and a.offer = $2 order by a.ticket desc limit 1`,
)
const FIND_OWN = sql('find_own_ipo_application', `${WITH_OFFER} where a.customer = $1 and a.id = $2`)
const LIST_OWN = sql(
  'list_own_ipo_applications',
  `${WITH_OFFER} where a.customer = $1 and (a.made_at, a.id) < ($2, $3) order by a.made_at desc, a.id desc limit $4`,
)

interface OwnRow extends Row {
  drawn_at: bigint | null
  place: bigint | null
  ballot: bigint | null
  pro_rata: bigint | null
  by_place: bigint | null
}

function ownFrom(row: OwnRow): ApplicationView {
  const { place, ballot, pro_rata: proRata, by_place: byPlace } = row
  const drawnAt = orNull(row.drawn_at)
  // Results are stored page by page, and count from the instant at which all are there.
  const isThere = drawnAt !== null && place !== null && ballot !== null && proRata !== null && byPlace !== null
  const result = isThere
    ? {
        place: Number(place),
        allotment: { ballot: wholeLots(ballot), proRata: wholeLots(proRata), byPlace: wholeLots(byPlace) },
      }
    : null
  return { application: applicationFrom(row), offer: offerFrom(row), drawnAt, result }
}

export async function findOwn(tx: Tx, customer: CustomerId, id: string): Promise<ApplicationView | null> {
  const [row] = await tx.run<OwnRow>(FIND_OWN, [customer, id])
  return row ? ownFrom(row) : null
}

/** The newest application of a customer for an offer, withdrawn ones included. */
export async function findNewest(tx: Tx, customer: CustomerId, offer: string): Promise<ApplicationView | null> {
  const [row] = await tx.run<OwnRow>(FIND_NEWEST, [customer, offer])
  return row ? ownFrom(row) : null
}

/** A page of a customer's applications, newest first, behind a place. */
export async function listOwn(
  tx: Tx,
  customer: CustomerId,
  behind: { readonly at: Instant; readonly id: string } | null,
  limit: number,
): Promise<ApplicationView[]> {
  const { at, id } = behind ?? { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }
  return (await tx.run<OwnRow>(LIST_OWN, [customer, at, id, limit])).map(ownFrom)
}
