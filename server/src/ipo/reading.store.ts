import type { Currency } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Allotment } from '@lonja/core/ipo/draw.rules'
import type { OfferState } from '@lonja/core/ipo/ipo.contract'
import type { Lots } from '@lonja/core/ipo/terms.text'
import { PAST_ALL_IDS } from '../base/ids.ts'
import { bytes, group, instant, orNull, tableOf, word } from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import {
  OFFERS,
  applicationFrom,
  applicationUnder,
  lots,
  offerFrom,
  type ApplicationRow,
  type OfferRow,
} from './ipo.store.ts'
import { ALLOTMENT } from './results.store.ts'

/** The Chinese names of a company from its prospectus, whose hash is in the terms; null if it has only the name of the terms. */
export interface ChineseNames {
  readonly nameCn: string | null
  readonly nameTw: string | null
}

/** An offer with its demand and the steps of its draw that are public. */
export interface OfferView extends OfferRow, ChineseNames {
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

/** An application as lists show it, with the names of its company. */
export interface ListedApplication extends ApplicationView, ChineseNames {}

/** The state of an offer at the instant `now`, as `stateFor` of the rules has it: a page of one state reads no other offers. */
const stateAt = (now: string): string => `case
  when o.cancelled_at is not null then 'cancelled'
  when d.offer is not null then case when ${now}::int8 >= o.lists_at then 'listed' else 'drawn' end
  when ${now}::int8 < o.opens_at then 'not_started'
  when ${now}::int8 <= o.closes_at then 'subscribing'
  else 'ended' end`

/** A prospectus has a part for each language, which begins with its code and the name of the company. */
const NAMES = `substring(b.text from '\\[cn\\]\\n([^\\n]+)') as name_cn, substring(b.text from '\\[tw\\]\\n([^\\n]+)') as name_tw`
const PROSPECTUS = `left join ipo_prospectuses b on b.hash = decode(substring(o.terms from '\\nprospectus ([0-9a-f]{64})'), 'hex')`
const CHINESE = tableOf<ChineseNames>({ nameCn: orNull(word('name_cn')), nameTw: orNull(word('name_tw')) })

const VIEW = `
  select ${OFFERS.under('o')}, ${NAMES}, d.drawn_at, l.root as customers_root, r.root as whole_root, r.crowd_seed, p.published_at as root_at,
    (select coalesce(sum(a.lots), 0)::int8 from ipo_applications a where a.offer = o.id and a.withdrawn_at is null) as asked
  from ipo_offers o
  left join ipo_lists l on l.offer = o.id left join ipo_roots r on r.offer = o.id
  left join ipo_publications p on p.offer = o.id left join ipo_draws d on d.offer = o.id
  ${PROSPECTUS}`
const DRAWS = tableOf<Omit<OfferView, keyof OfferRow | keyof ChineseNames>>({
  customersLots: lots('asked'),
  customersRoot: orNull(bytes('customers_root')),
  root: orNull(bytes('whole_root')),
  rootAt: orNull(instant('root_at')),
  crowdSeed: orNull(bytes('crowd_seed')),
  drawnAt: orNull(instant('drawn_at')),
})
const viewFrom = (row: Row): OfferView => ({ ...offerFrom(row), ...CHINESE.ofRow(row), ...DRAWS.ofRow(row) })

const FIND_VIEW = sql('find_ipo_offer_view', `${VIEW} where o.id = $1`, viewFrom)
const LIST_VIEWS = sql(
  'list_ipo_offer_views',
  `${VIEW} where (o.opens_at, o.id) < ($1, $2) and ($3::text is null or ${stateAt('$4')} = $3)
   order by o.opens_at desc, o.id desc limit $5`,
  viewFrom,
)

export async function findOfferView(tx: Tx, id: string): Promise<OfferView | null> {
  const [view] = await tx.run(FIND_VIEW, [id])
  return view ?? null
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
  return tx.run(LIST_VIEWS, [opens, offer, state, now, limit])
}

const withOffer = ({ names, joins }: { readonly names: string; readonly joins: string }): string => `
  select ${applicationUnder('a')}, ${OFFERS.under('o')}${names}, d.drawn_at, r.place, r.ballot, r.pro_rata, r.by_place
  from ipo_applications a join ipo_offers o on o.id = a.offer left join ipo_draws d on d.offer = a.offer
  left join ipo_results r on r.customer = a.customer and r.application = a.id ${joins}`
const WITH_OFFER = withOffer({ names: '', joins: '' })
const LISTED = withOffer({ names: `, ${NAMES}`, joins: PROSPECTUS })
const RESULTS = tableOf<Pick<ApplicationView, 'drawnAt' | 'result'>>({
  drawnAt: orNull(instant('drawn_at')),
  result: orNull(group<ApplicationResult>({ place: instant('place'), allotment: ALLOTMENT })),
})

function ownFrom(row: Row): ApplicationView {
  const { drawnAt, result } = RESULTS.ofRow(row)
  const application = applicationFrom(row)
  // Results are stored page by page, and count from the instant at which all are there.
  return { application, offer: offerFrom(row), drawnAt, result: drawnAt === null ? null : result }
}

const listedFrom = (row: Row): ListedApplication => ({ ...ownFrom(row), ...CHINESE.ofRow(row) })

const FIND_NEWEST = sql(
  'find_newest_ipo_application',
  `${WITH_OFFER} where a.customer = $1 and a.offer = $2 order by a.ticket desc limit 1`,
  ownFrom,
)
const FIND_OWN = sql('find_own_ipo_application', `${WITH_OFFER} where a.customer = $1 and a.id = $2`, ownFrom)

/** The status of an application, as `statusFor` in the rules of `applications` has it: a page of one status reads no others. */
const STATUS = `case
  when a.withdrawn_at is not null or d.offer is not null then 'finished'
  when o.cancelled_at is not null then 'refused'
  else 'running' end`
const LIST_OWN = sql(
  'list_own_ipo_applications',
  `${LISTED} where a.customer = $1 and (a.made_at, a.id) < ($2, $3)
     and ($4::text is null or ${STATUS} = $4) and ($5::text is null or a.asset = $5)
     and a.made_at >= $6 and a.made_at < $7
   order by a.made_at desc, a.id desc limit $8`,
  listedFrom,
)
const LIST_DRAWN = sql(
  'list_drawn_ipo_applications',
  `${LISTED} where a.customer = $1 and (a.made_at, a.id) < ($2, $3) and a.withdrawn_at is null and d.offer is not null
     and (not $4::bool or (o.lists_at > $5 and r.ballot + r.pro_rata + r.by_place > 0))
   order by a.made_at desc, a.id desc limit $6`,
  listedFrom,
)

export async function findOwn(tx: Tx, customer: CustomerId, id: string): Promise<ApplicationView | null> {
  const [own] = await tx.run(FIND_OWN, [customer, id])
  return own ?? null
}

/** The newest application of a customer for an offer, withdrawn ones included. */
export async function findNewest(tx: Tx, customer: CustomerId, offer: string): Promise<ApplicationView | null> {
  const [newest] = await tx.run(FIND_NEWEST, [customer, offer])
  return newest ?? null
}

/** The place of an application in the list of its customer's. */
export interface OwnPlace {
  readonly at: Instant
  readonly id: string
}

/** The filter of a customer's applications; null for all. */
export interface OwnFilter {
  readonly status: 'running' | 'refused' | 'finished' | null
  readonly currency: Currency | null
  /** By the time when they were made, from `from` up to but without `to`. */
  readonly from: Instant | null
  readonly to: Instant | null
}

export const ALL_OWN: OwnFilter = { status: null, currency: null, from: null, to: null }

const FIRST_PLACE: OwnPlace = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

/** A page of a customer's applications, newest first, behind a place. */
export async function listOwn(
  tx: Tx,
  customer: CustomerId,
  { status, currency, from, to }: OwnFilter,
  behind: OwnPlace | null,
  limit: number,
): Promise<ListedApplication[]> {
  const { at, id } = behind ?? FIRST_PLACE
  const span = [from ?? 0, to ?? Number.MAX_SAFE_INTEGER]
  return tx.run(LIST_OWN, [customer, at, id, status, currency, ...span, limit])
}

/** The applications for drawn offers; of an inventory those that won shares of a company that does not trade yet at `now`. */
export async function listDrawn(
  tx: Tx,
  customer: CustomerId,
  { isInventory, now }: { readonly isInventory: boolean; readonly now: Instant },
  behind: OwnPlace | null,
  limit: number,
): Promise<ListedApplication[]> {
  const { at, id } = behind ?? FIRST_PLACE
  return tx.run(LIST_DRAWN, [customer, at, id, isInventory, now, limit])
}
