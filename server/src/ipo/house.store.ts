import type { Instant } from '@lonja/core/base/instant'
import type { OfferWithdrawalReason } from '@lonja/core/ipo/acts.contract'
import { termsText, type Terms } from '@lonja/core/ipo/terms.text'
import { cellOf, flag, instant, int4, shapeOf, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { termsOf } from './ipo.store.ts'

const LIST_NUMBERS = sql(
  'list_ipo_house_numbers',
  'select number from ipo_house_offers order by number',
  cellOf(int4('number')),
)
const INSERT_NUMBER = sql('insert_ipo_house_offer', 'insert into ipo_house_offers (number, offer) values ($1, $2)')
const IS_OWN = sql(
  'is_ipo_house_offer',
  'select exists (select from ipo_house_offers where offer = $1) as own',
  cellOf(flag('own')),
)
const LIST_OFFERED = sql(
  'list_ipo_house_offers',
  `select h.number, o.terms from ipo_house_offers h join ipo_offers o on o.id = h.offer
   where o.cancelled_at is null order by h.number`,
  shapeOf<NumberedOffer>({ number: int4('number'), terms: termsOf('terms') }),
)
const INSERT_WITHDRAWAL = sql(
  'insert_ipo_withdrawal',
  'insert into ipo_withdrawals (offer, reason, withdrawn_at) values ($1, $2, $3)',
)
const FIND_WITHDRAWAL = sql(
  'find_ipo_withdrawal',
  'select reason from ipo_withdrawals where offer = $1',
  cellOf(word<OfferWithdrawalReason>('reason')),
)
const INSERT_POSTPONEMENT = sql(
  'insert_ipo_postponement',
  `insert into ipo_postponements (offer, place, before, terms, postponed_at)
   select $1, 1 + count(*), $2, $3, $4 from ipo_postponements where offer = $1`,
)
const LIST_POSTPONEMENTS = sql(
  'list_ipo_postponements',
  'select before, terms, postponed_at from ipo_postponements where offer = $1 order by place',
  shapeOf<Postponement>({ before: termsOf('before'), terms: termsOf('terms'), at: instant('postponed_at') }),
)

/** The running numbers of the published offers that operations made. */
export const listHouseNumbers = (tx: Tx): Promise<number[]> => tx.run(LIST_NUMBERS)

/** Give a published offer its running number. */
export async function insertHouseOffer(tx: Tx, number: number, offer: string): Promise<void> {
  await tx.run(INSERT_NUMBER, [number, offer])
}

/** True if operations made an offer; false for one that came by itself. */
export async function isHouseOffer(tx: Tx, offer: string): Promise<boolean> {
  const [isOwn] = await tx.run(IS_OWN, [offer])
  return isOwn === true
}

/** An offer that operations made, by its running number. */
export interface NumberedOffer {
  readonly number: number
  readonly terms: Terms
}

/** Those that the house has not withdrawn. */
export const listHouseOffered = (tx: Tx): Promise<NumberedOffer[]> => tx.run(LIST_OFFERED)

/** Store the public reason of a withdrawn offer. */
export async function insertWithdrawal(
  tx: Tx,
  offer: string,
  reason: OfferWithdrawalReason,
  at: Instant,
): Promise<void> {
  await tx.run(INSERT_WITHDRAWAL, [offer, reason, at])
}

export async function findWithdrawalReason(tx: Tx, offer: string): Promise<OfferWithdrawalReason | null> {
  const [reason] = await tx.run(FIND_WITHDRAWAL, [offer])
  return reason ?? null
}

/** Store the later terms of an offer with those before. The offer itself takes them afterwards. */
export async function insertPostponement(tx: Tx, before: Terms, terms: Terms, at: Instant): Promise<void> {
  await tx.run(INSERT_POSTPONEMENT, [terms.offer, termsText(before), termsText(terms), at])
}

/** Later terms of an offer, and those before. */
export interface Postponement {
  readonly before: Terms
  readonly terms: Terms
  readonly at: Instant
}

/** The later terms of an offer, the first time first. */
export const listPostponements = (tx: Tx, offer: string): Promise<Postponement[]> => tx.run(LIST_POSTPONEMENTS, [offer])
