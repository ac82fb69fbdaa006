import type { Instant } from '@lonja/core/base/instant'
import type { OfferWithdrawalReason } from '@lonja/core/ipo/acts.contract'
import { readTerms, termsText, type Terms } from '@lonja/core/ipo/terms.text'
import { assert } from '@lonja/core/base/assert'
import { sql, type Tx } from '../database/db.ts'

const LIST_NUMBERS = sql('list_ipo_house_numbers', 'select number from ipo_house_offers order by number')
const INSERT_NUMBER = sql('insert_ipo_house_offer', 'insert into ipo_house_offers (number, offer) values ($1, $2)')
const IS_OWN = sql('is_ipo_house_offer', 'select exists (select from ipo_house_offers where offer = $1) as own')
const LIST_OFFERED = sql(
  'list_ipo_house_offers',
  `select h.number, o.terms from ipo_house_offers h join ipo_offers o on o.id = h.offer
   where o.cancelled_at is null order by h.number`,
)
const INSERT_WITHDRAWAL = sql(
  'insert_ipo_withdrawal',
  'insert into ipo_withdrawals (offer, reason, withdrawn_at) values ($1, $2, $3)',
)
const FIND_WITHDRAWAL = sql('find_ipo_withdrawal', 'select reason from ipo_withdrawals where offer = $1')
const INSERT_POSTPONEMENT = sql(
  'insert_ipo_postponement',
  `insert into ipo_postponements (offer, place, before, terms, postponed_at)
   select $1, 1 + count(*), $2, $3, $4 from ipo_postponements where offer = $1`,
)
const LIST_POSTPONEMENTS = sql(
  'list_ipo_postponements',
  'select before, terms, postponed_at from ipo_postponements where offer = $1 order by place',
)

/** The running numbers of the published offers that operations made. */
export const listHouseNumbers = async (tx: Tx): Promise<number[]> =>
  (await tx.run<{ number: number }>(LIST_NUMBERS)).map(({ number }) => number)

/** Give a published offer its running number. */
export async function insertHouseOffer(tx: Tx, number: number, offer: string): Promise<void> {
  await tx.run(INSERT_NUMBER, [number, offer])
}

/** True if operations made an offer; false for one that came by itself. */
export async function isHouseOffer(tx: Tx, offer: string): Promise<boolean> {
  const [row] = await tx.run<{ own: boolean }>(IS_OWN, [offer])
  return row?.own === true
}

/** An offer that operations made, by its running number. */
export interface NumberedOffer {
  readonly number: number
  readonly terms: Terms
}

/** Those that the house has not withdrawn. */
export async function listHouseOffered(tx: Tx): Promise<NumberedOffer[]> {
  const rows = await tx.run<{ number: number; terms: string }>(LIST_OFFERED)
  return rows.map(({ number, terms }) => ({ number, terms: termsIn(terms) }))
}

const termsIn = (text: string): Terms => {
  const terms = readTerms(text)
  assert(terms !== null, 'the terms of an offer are those that were written')
  return terms
}

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
  const [row] = await tx.run<{ reason: OfferWithdrawalReason }>(FIND_WITHDRAWAL, [offer])
  return row?.reason ?? null
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
export async function listPostponements(tx: Tx, offer: string): Promise<Postponement[]> {
  const rows = await tx.run<{ before: string; terms: string; postponed_at: bigint }>(LIST_POSTPONEMENTS, [offer])
  return rows.map(({ before, terms, postponed_at: at }) => ({
    before: termsIn(before),
    terms: termsIn(terms),
    at: Number(at),
  }))
}
