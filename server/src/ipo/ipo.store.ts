import type { Cents, Currency } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { assert } from '@lonja/core/base/assert'
import { readTerms, termsHash, termsText, wholeLots, type Lots, type Terms } from '@lonja/core/ipo/terms.text'
import { PAST_ALL_IDS } from '../base/ids.ts'
import {
  cash,
  cellOf,
  flag,
  int4,
  instant,
  orNull,
  tableOf,
  typed,
  units,
  uuid,
  word,
  type TableColumns,
} from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

/** An offer as it is stored: its frozen terms, and its time. */
export interface OfferRow {
  readonly terms: Terms
  readonly publishedAt: Instant
  readonly cancelledAt: Instant | null
}

/** An application as it is made. Its ticket comes from the database. */
export interface NewApplication {
  readonly customer: CustomerId
  readonly id: string
  readonly offer: string
  readonly lots: Lots
  /** The cash that it holds, in the currency of the offer. */
  readonly asset: Currency
  readonly held: Cents
  readonly at: Instant
}

export interface ApplicationRow extends NewApplication {
  readonly ticket: number
  readonly changedAt: Instant | null
  readonly withdrawnAt: Instant | null
}

export const OFFERS = tableOf<{ terms: string; publishedAt: Instant; cancelledAt: Instant | null }>({
  terms: word('terms'),
  publishedAt: instant('published_at'),
  cancelledAt: orNull(instant('cancelled_at')),
})
/** Lots of an offer. */
export const lots = (column: string): TableColumns<Lots> => typed(units(column), wholeLots)

const MADE = tableOf<NewApplication>({
  customer: uuid('customer'),
  id: uuid('id'),
  offer: uuid('offer'),
  lots: lots('lots'),
  asset: word('asset'),
  held: cash('held'),
  at: instant('made_at'),
})
const CHANGED = tableOf<Pick<ApplicationRow, 'ticket' | 'changedAt' | 'withdrawnAt'>>({
  ticket: instant('ticket'),
  changedAt: orNull(instant('changed_at')),
  withdrawnAt: orNull(instant('withdrawn_at')),
})

const termsIn = (text: string): Terms => {
  const terms = readTerms(text)
  assert(terms !== null, 'the terms of an offer are those that were written')
  return terms
}
/** The terms of an offer, read from their text. */
export const termsOf = (column: string): TableColumns<Terms> => {
  const { columns, read } = word(column)
  return { columns, read: (cellAt, at) => termsIn(read(cellAt, at)) }
}

/** The offer in a row with the columns of `OFFERS`. */
export function offerFrom(row: Row): OfferRow {
  const { terms, ...times } = OFFERS.ofRow(row)
  return { terms: termsIn(terms), ...times }
}

/** The application in a row with the columns of `applicationUnder`. */
export const applicationFrom = (row: Row): ApplicationRow => ({ ...MADE.ofRow(row), ...CHANGED.ofRow(row) })

const INSERT_OFFER = sql(
  'insert_ipo_offer',
  `insert into ipo_offers (id, terms, terms_hash, opens_at, closes_at, draws_at, lists_at, published_at)
   values ($1, $2, decode($3, 'hex'), $4, $5, $6, $7, $8)`,
)
const FIND_OFFER = sql('find_ipo_offer', `select ${OFFERS.names} from ipo_offers where id = $1`)
const LIST_OFFERS = sql(
  'list_ipo_offers',
  `select ${OFFERS.names} from ipo_offers where (opens_at, id) < ($1, $2) order by opens_at desc, id desc limit $3`,
)
const LOCK_OFFER = sql('lock_ipo_offer', `select ${OFFERS.names} from ipo_offers where id = $1 for update`)
const SHARE_OFFER = sql('share_ipo_offer', `select ${OFFERS.names} from ipo_offers where id = $1 for share`)
const LIST_UNDRAWN = sql(
  'list_undrawn_ipo_offers',
  `select ${OFFERS.names} from ipo_offers o
   where closes_at < $1 and cancelled_at is null and not exists (select from ipo_draws d where d.offer = o.id)
   order by draws_at, id`,
)
const CANCEL_OFFER = sql(
  'cancel_ipo_offer',
  'update ipo_offers set cancelled_at = $2 where id = $1 and cancelled_at is null',
)
const POSTPONE_OFFER = sql(
  'postpone_ipo_offer',
  `update ipo_offers set terms = $2, terms_hash = decode($3, 'hex'), closes_at = $4, draws_at = $5, lists_at = $6 where id = $1`,
)
const IS_COMPANY_TAKEN = sql(
  'is_ipo_company_taken',
  `select exists (select from ipo_offers where lower(substring(terms from '\\ncompany ([^\\n]+)')) = lower($1)) as taken`,
  cellOf(flag('taken')),
)
const COUNT_RUNNING = sql(
  'count_running_ipo_applications',
  'select count(*)::int4 as running from ipo_applications where offer = $1 and withdrawn_at is null',
  cellOf(int4<number>('running')),
)

const APPLICATION = `${MADE.names}, ${CHANGED.names}`
/** The columns of an application under an alias of its table. */
export const applicationUnder = (alias: string): string => `${MADE.under(alias)}, ${CHANGED.under(alias)}`
const INSERT_APPLICATION = sql(
  'insert_ipo_application',
  `insert into ipo_applications (${MADE.names}) values (${MADE.slots}) returning ticket`,
  cellOf(instant('ticket')),
)
const FIND_APPLICATION = sql(
  'find_ipo_application',
  `select ${APPLICATION} from ipo_applications where customer = $1 and id = $2`,
)
const FIND_RUNNING = sql(
  'find_running_ipo_application',
  `select ${APPLICATION} from ipo_applications where customer = $1 and offer = $2 and withdrawn_at is null`,
)
const CHANGE_APPLICATION = sql(
  'change_ipo_application',
  'update ipo_applications set lots = $3, held = $4, changed_at = $5 where customer = $1 and id = $2',
)
const WITHDRAW_APPLICATION = sql(
  'withdraw_ipo_application',
  'update ipo_applications set withdrawn_at = $3 where customer = $1 and id = $2',
)
const LIST_BY_TICKET = sql(
  'list_ipo_applications',
  `select ${APPLICATION} from ipo_applications
   where offer = $1 and ticket > $2 and withdrawn_at is null order by ticket limit $3`,
)

/** Publish an offer: its terms are frozen by their hash. */
export async function insertOffer(tx: Tx, terms: Terms, publishedAt: Instant): Promise<void> {
  const { offer, opens, closes, draws, lists } = terms
  await tx.run(INSERT_OFFER, [offer, termsText(terms), termsHash(terms), opens, closes, draws, lists, publishedAt])
}

export async function findOffer(tx: Tx, id: string): Promise<OfferRow | null> {
  const [row] = await tx.run(FIND_OFFER, [id])
  return row ? offerFrom(row) : null
}

/** A page of the offers, those that open last first. It begins behind a place; null begins with the last. */
export async function listOffers(
  tx: Tx,
  behind: { readonly opens: Instant; readonly offer: string } | null,
  limit: number,
): Promise<OfferRow[]> {
  const { opens, offer } = behind ?? { opens: Number.MAX_SAFE_INTEGER, offer: PAST_ALL_IDS }
  return (await tx.run(LIST_OFFERS, [opens, offer, limit])).map(offerFrom)
}

/**
 * Lock an offer until the transaction ends: nobody applies, changes or withdraws meanwhile, and the offer is not withdrawn.
 * A transaction locks nothing after it.
 */
export async function lockOffer(tx: Tx, id: string): Promise<OfferRow | null> {
  const [row] = await tx.run(LOCK_OFFER, [id])
  return row ? offerFrom(row) : null
}

/**
 * Lock an offer until the transaction ends so that its list is not frozen and it is not withdrawn meanwhile. Others apply beside
 * it. The lock of the customer comes first.
 */
export async function shareOffer(tx: LockedTx, id: string): Promise<OfferRow | null> {
  const [row] = await tx.run(SHARE_OFFER, [id])
  return row ? offerFrom(row) : null
}

/** The offers that closed before an instant, go to a draw, and are not drawn yet, by the instant of their draw. */
export async function listUndrawn(tx: Tx, closedBefore: Instant): Promise<Terms[]> {
  return (await tx.run(LIST_UNDRAWN, [closedBefore])).map((row) => offerFrom(row).terms)
}

/** Withdraw an offer in public. From then on it takes no application, and none is changed. */
export async function updateOfferCancelled(tx: Tx, id: string, at: Instant): Promise<void> {
  await tx.run(CANCEL_OFFER, [id, at])
}

/** Give an offer later dates. The same transaction has stored them with those before: the database compares both. */
export async function updateOfferPostponed(tx: Tx, terms: Terms): Promise<void> {
  const { offer, closes, draws, lists } = terms
  await tx.run(POSTPONE_OFFER, [offer, termsText(terms), termsHash(terms), closes, draws, lists])
}

/** True if an offer of the house has the name of a company. */
export async function isCompanyOffered(tx: Tx, company: string): Promise<boolean> {
  const [isTaken] = await tx.run(IS_COMPANY_TAKEN, [company])
  return isTaken === true
}

/** The number of applications for an offer that were not withdrawn. */
export async function countRunning(tx: Tx, offer: string): Promise<number> {
  const [count] = await tx.run(COUNT_RUNNING, [offer])
  return count ?? 0
}

/** Store an application. Returns its ticket, the next running number of the house. */
export async function insertApplication(tx: Tx, application: NewApplication): Promise<number> {
  const [ticket] = await tx.run(INSERT_APPLICATION, MADE.values(application))
  assert(ticket !== undefined, 'an application has a ticket')
  return ticket
}

export async function findApplication(tx: Tx, customer: CustomerId, id: string): Promise<ApplicationRow | null> {
  const [row] = await tx.run(FIND_APPLICATION, [customer, id])
  return row ? applicationFrom(row) : null
}

/** The application of a customer for an offer that was not withdrawn. */
export async function findRunning(tx: Tx, customer: CustomerId, offer: string): Promise<ApplicationRow | null> {
  const [row] = await tx.run(FIND_RUNNING, [customer, offer])
  return row ? applicationFrom(row) : null
}

export async function updateApplication(
  tx: Tx,
  { customer, id, lots, held }: Pick<ApplicationRow, 'customer' | 'id' | 'lots' | 'held'>,
  at: Instant,
): Promise<void> {
  await tx.run(CHANGE_APPLICATION, [customer, id, lots, held, at])
}

export async function updateWithdrawn(tx: Tx, customer: CustomerId, id: string, at: Instant): Promise<void> {
  await tx.run(WITHDRAW_APPLICATION, [customer, id, at])
}

/** The applications of an offer by ticket, behind one (0 begins with the first): what the draw freezes. */
export async function listByTicket(tx: Tx, offer: string, behind: number, limit: number): Promise<ApplicationRow[]> {
  return (await tx.run(LIST_BY_TICKET, [offer, behind, limit])).map(applicationFrom)
}
