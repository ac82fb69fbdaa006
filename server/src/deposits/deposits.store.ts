import type { Amount, RateE6 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { DepositWay } from '@lonja/core/deposits/deposits.contract'
import type { Chain, Coin } from '@lonja/core/payees/chains'
import {
  cellOf,
  flag,
  group,
  instant,
  int4,
  int8,
  orNull,
  rate,
  renamed,
  shapeOf,
  tableOf,
  units,
  uuid,
  word,
} from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'

/** The market's rate at the time: USD for one EUR. */
export interface StoredRate {
  readonly rate: RateE6
  readonly at: Instant
  readonly source: string
}

/** The coins that were sent on a chain, and their rate from the published table. */
export interface StoredCoins {
  readonly currency: Coin
  readonly chain: Chain
  readonly amountE8: bigint
  readonly address: string
  readonly hash: string
  readonly usd: RateE6
  readonly ratesVersion: number
}

/** A deposit as it was submitted. It never changes. */
export interface Deposit {
  readonly id: string
  readonly customer: CustomerId
  readonly way: DepositWay
  readonly cash: Amount
  readonly eurCents: bigint
  readonly coins: StoredCoins | null
  readonly eurUsd: StoredRate | null
  readonly madeAt: Instant
}

const DEPOSITS = tableOf<Deposit>({
  id: uuid('id'),
  customer: uuid('customer'),
  way: word('way'),
  cash: group<Amount>({ asset: word('asset'), units: units('units') }),
  eurCents: units('eur_cents'),
  coins: orNull(
    group<StoredCoins>({
      currency: word('currency'),
      chain: word('chain'),
      amountE8: units('coin_e8'),
      address: word('address'),
      hash: word('hash'),
      usd: rate('coin_rate_e6'),
      ratesVersion: int4('rates_version'),
    }),
  ),
  eurUsd: orNull(group<StoredRate>({ rate: rate('eur_rate_e6'), at: instant('rate_at'), source: word('rate_source') })),
  madeAt: instant('made_at'),
})

const INSERT = sql('insert_deposit', `insert into deposits (${DEPOSITS.names}) values (${DEPOSITS.slots})`)

export async function insertDeposit(tx: Tx, deposit: Deposit): Promise<void> {
  await tx.run(INSERT, DEPOSITS.values(deposit))
}

const LOCK_HASH = sql(
  'lock_deposits_of_hash',
  'select from deposits where chain = $1 and hash = $2 order by customer, id for update',
)

/** Locks all deposits that name a transaction before a credit, so that of two concurrent credits one sees the other. */
export async function lockHash(tx: Tx, chain: Chain, hash: string): Promise<void> {
  await tx.run(LOCK_HASH, [chain, hash])
}

const INSERT_CREDIT = sql(
  'insert_deposit_credit',
  `insert into deposit_credits (deposit, customer, chain, hash, posting, credited_at) values ($1, $2, $3, $4, $5, $6)
   on conflict do nothing returning deposit`,
)
const FIND_CREDIT = sql(
  'find_deposit_credit',
  'select posting from deposit_credits where customer = $1 and deposit = $2',
  cellOf(instant('posting')),
)

/** Stores that a deposit is credited. False if the deposit, or its transaction, is credited already. */
export async function insertCredit(
  tx: Tx,
  { id, customer, coins }: Deposit,
  posting: number,
  now: Instant,
): Promise<boolean> {
  const values = [id, customer, coins?.chain ?? null, coins?.hash ?? null, posting, now]
  return (await tx.run(INSERT_CREDIT, values)).length === 1
}

export async function findCreditPosting(tx: Tx, customer: CustomerId, deposit: string): Promise<number | null> {
  const [posting] = await tx.run(FIND_CREDIT, [customer, deposit])
  return posting ?? null
}

/** A deposit by its customer and its id, which is unique for that customer only. */
type DepositId = Pick<Deposit, 'customer' | 'id'>

const FIND_CREDITED = sql(
  'find_credited_hash',
  'select customer, deposit as id from deposit_credits where chain = $1 and hash = $2',
  shapeOf<DepositId>({ customer: uuid('customer'), id: uuid('id') }),
)

/** The deposit that was credited for a transaction. */
export async function findCredited(tx: Tx, chain: Chain, hash: string): Promise<DepositId | null> {
  const [deposit] = await tx.run(FIND_CREDITED, [chain, hash])
  return deposit ?? null
}

export const isSameDeposit = (one: DepositId, other: DepositId): boolean =>
  one.customer === other.customer && one.id === other.id

/** The state of a deposit's review. */
interface DepositReview {
  readonly reviewId: string
  readonly state: 'pending' | 'in_review' | 'approved' | 'refused'
  readonly dueAt: Instant
  readonly endedAt: Instant | null
  readonly reason: string | null
}

/** A deposit with the state of its review. */
export interface DepositRow extends Deposit, DepositReview {}

const REVIEWS = tableOf<DepositReview>({
  reviewId: renamed(uuid('id'), 'review_id'),
  state: word('state'),
  dueAt: instant('due_at'),
  endedAt: orNull(instant('ended_at')),
  reason: orNull(word('reason')),
})

const depositFrom = (row: Row): DepositRow => ({ ...DEPOSITS.ofRow(row), ...REVIEWS.ofRow(row) })

const WITH_REVIEW = `select ${DEPOSITS.under('d')}, ${REVIEWS.under('r')}
  from deposits d join reviews r on r.customer = d.customer and r.record = d.id`
const FIND = sql('find_deposit', `${WITH_REVIEW} where d.customer = $1 and d.id = $2`)
const FIND_REVIEWED = sql('find_reviewed_deposit', `${WITH_REVIEW} where r.id = $1`)
const LIST_HASH = sql(
  'list_deposits_of_hash',
  `${WITH_REVIEW} where d.chain = $1 and d.hash = $2 order by d.made_at, d.customer, d.id limit $3`,
)
const LIST = sql(
  'list_deposits',
  `${WITH_REVIEW} where d.customer = $1 and ($2::text[] is null or r.state = any($2)) and (d.made_at, d.id) < ($3, $4)
   order by d.made_at desc, d.id desc limit $5`,
)

/** A deposit of this customer. */
export async function findDeposit(tx: Tx, customer: CustomerId, id: string): Promise<DepositRow | null> {
  const [row] = await tx.run(FIND, [customer, id])
  return row ? depositFrom(row) : null
}

/** The deposit of a review, of any customer. */
export async function findReviewedDeposit(tx: Tx, review: string): Promise<DepositRow | null> {
  const [row] = await tx.run(FIND_REVIEWED, [review])
  return row ? depositFrom(row) : null
}

/** All deposits that name a transaction, of any customer, oldest first. */
export async function listDepositsOfHash(tx: Tx, chain: Chain, hash: string, limit: number): Promise<DepositRow[]> {
  return (await tx.run(LIST_HASH, [chain, hash, limit])).map(depositFrom)
}

/** The cursor of a list of deposits. */
export interface DepositPlace {
  readonly at: Instant
  readonly id: string
}

const END: DepositPlace = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

/** A customer's deposits, newest first; with these states, or all. */
export async function listDepositRows(
  tx: Tx,
  customer: CustomerId,
  { states, after, most }: { states: readonly string[] | null; after: DepositPlace | null; most: number },
): Promise<DepositRow[]> {
  const { at, id } = after ?? END
  return (await tx.run(LIST, [customer, states, at, id, most])).map(depositFrom)
}

const SUM = sql(
  'sum_deposits',
  `select coalesce(sum(d.eur_cents) filter (where d.made_at > $2 and r.state in ('pending', 'in_review', 'approved')), 0)::int8 as used,
     count(*) filter (where r.ended_at is null) as open
   from deposits d join reviews r on r.customer = d.customer and r.record = d.id where d.customer = $1`,
  shapeOf({ used: units('used'), open: int8('open') }),
)
const IS_SUBMITTED = sql(
  'is_hash_submitted',
  `select exists (select from deposits d join reviews r on r.customer = d.customer and r.record = d.id
     where d.customer = $1 and d.chain = $2 and d.hash = $3 and r.ended_at is null) as submitted`,
  cellOf(flag('submitted')),
)

/** The sum of a customer's deposits after an instant, without refused ones, and how many are under way. */
export async function sumDeposits(
  tx: Tx,
  customer: CustomerId,
  from: Instant,
): Promise<{ used: bigint; open: number }> {
  const [sum] = await tx.run(SUM, [customer, from])
  return sum ?? { used: 0n, open: 0 }
}

/** Whether the customer has a deposit under way that names this transaction. */
export async function isHashSubmitted(tx: Tx, customer: CustomerId, chain: Chain, hash: string): Promise<boolean> {
  const [submitted] = await tx.run(IS_SUBMITTED, [customer, chain, hash])
  return submitted === true
}
