import type { Amount, Currency, RateE6 } from '@lonja/core/base/amount'
import { rateE6 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { DepositWay } from '@lonja/core/deposits/deposits.contract'
import type { Chain, Coin } from '@lonja/core/payees/chains'
import { sql, type Tx } from '../database/db.ts'
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

interface Raw {
  id: string
  customer: CustomerId
  way: DepositWay
  asset: Currency
  units: bigint
  eur_cents: bigint
  currency: Coin | null
  chain: Chain | null
  coin_e8: bigint | null
  address: string | null
  hash: string | null
  coin_rate_e6: bigint | null
  rates_version: number | null
  eur_rate_e6: bigint | null
  rate_at: bigint | null
  rate_source: string | null
  made_at: bigint
}

const toDeposit = (raw: Raw): Deposit => ({
  id: raw.id,
  customer: raw.customer,
  way: raw.way,
  cash: { asset: raw.asset, units: raw.units },
  eurCents: raw.eur_cents,
  coins:
    raw.way === 'online'
      ? null
      : {
          currency: raw.currency as Coin,
          chain: raw.chain as Chain,
          amountE8: raw.coin_e8 ?? 0n,
          address: raw.address ?? '',
          hash: raw.hash ?? '',
          usd: rateE6(raw.coin_rate_e6 ?? 0n),
          ratesVersion: raw.rates_version ?? 0,
        },
  eurUsd:
    raw.eur_rate_e6 === null
      ? null
      : { rate: rateE6(raw.eur_rate_e6), at: Number(raw.rate_at), source: raw.rate_source ?? '' },
  madeAt: Number(raw.made_at),
})

const COLUMNS = `id, customer, way, asset, units, eur_cents, currency, chain, coin_e8, address, hash, coin_rate_e6, rates_version,
  eur_rate_e6, rate_at, rate_source, made_at`
const INSERT = sql(
  'insert_deposit',
  `insert into deposits (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
)

export async function insertDeposit(tx: Tx, deposit: Deposit): Promise<void> {
  const { id, customer, way, cash, eurCents, coins, eurUsd, madeAt } = deposit
  const sent = coins && [
    coins.currency,
    coins.chain,
    coins.amountE8,
    coins.address,
    coins.hash,
    coins.usd,
    coins.ratesVersion,
  ]
  await tx.run(INSERT, [
    ...[id, customer, way, cash.asset, cash.units, eurCents],
    ...(sent ?? [null, null, null, null, null, null, null]),
    ...[eurUsd?.rate ?? null, eurUsd?.at ?? null, eurUsd?.source ?? null, madeAt],
  ])
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
)
const FIND_CREDITED = sql(
  'find_credited_hash',
  'select customer, deposit as id from deposit_credits where chain = $1 and hash = $2',
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
  const [row] = await tx.run<{ posting: bigint }>(FIND_CREDIT, [customer, deposit])
  return row ? Number(row.posting) : null
}

/** A deposit by its customer and its id, which is unique for that customer only. */
type DepositId = Pick<Deposit, 'customer' | 'id'>

/** The deposit that was credited for a transaction. */
export async function findCredited(tx: Tx, chain: Chain, hash: string): Promise<DepositId | null> {
  const [row] = await tx.run<DepositId>(FIND_CREDITED, [chain, hash])
  return row ?? null
}

export const isSameDeposit = (one: DepositId, other: DepositId): boolean =>
  one.customer === other.customer && one.id === other.id

/** A deposit with the state of its review. */
export interface DepositRow extends Deposit {
  readonly reviewId: string
  readonly state: 'pending' | 'in_review' | 'approved' | 'refused'
  readonly dueAt: Instant
  readonly endedAt: Instant | null
  readonly reason: string | null
}

type RawRow = Raw & {
  review_id: string
  state: DepositRow['state']
  due_at: bigint
  ended_at: bigint | null
  reason: string | null
}

const toRow = (raw: RawRow): DepositRow => ({
  ...toDeposit(raw),
  reviewId: raw.review_id,
  state: raw.state,
  dueAt: Number(raw.due_at),
  endedAt: raw.ended_at === null ? null : Number(raw.ended_at),
  reason: raw.reason,
})

const OF_D = COLUMNS.split(',')
  .map((name) => `d.${name.trim()}`)
  .join(', ')
const WITH_REVIEW = `select ${OF_D}, r.id as review_id, r.state, r.due_at, r.ended_at, r.reason
  from deposits d join reviews r on r.customer = d.customer and r.record = d.id`
const FIND = sql('find_deposit', `${WITH_REVIEW} where d.customer = $1 and d.id = $2`)
const FIND_REVIEWED = sql('find_reviewed_deposit', `${WITH_REVIEW} where r.id = $1`)
const LIST_HASH = sql(
  'list_deposits_of_hash',
  `${WITH_REVIEW} where d.chain = $1 and d.hash = $2 order by d.made_at, d.customer, d.id limit 50`,
)
const LIST = sql(
  'list_deposits',
  `${WITH_REVIEW} where d.customer = $1 and ($2::text[] is null or r.state = any($2)) and (d.made_at, d.id) < ($3, $4)
   order by d.made_at desc, d.id desc limit $5`,
)

/** A deposit of this customer. */
export async function findDeposit(tx: Tx, customer: CustomerId, id: string): Promise<DepositRow | null> {
  const [raw] = await tx.run<RawRow>(FIND, [customer, id])
  return raw ? toRow(raw) : null
}

/** The deposit of a review, of any customer. */
export async function findReviewedDeposit(tx: Tx, review: string): Promise<DepositRow | null> {
  const [raw] = await tx.run<RawRow>(FIND_REVIEWED, [review])
  return raw ? toRow(raw) : null
}

/** All deposits that name a transaction, of any customer, oldest first. */
export async function listDepositsOfHash(tx: Tx, chain: Chain, hash: string): Promise<DepositRow[]> {
  return (await tx.run<RawRow>(LIST_HASH, [chain, hash])).map(toRow)
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
  return (await tx.run<RawRow>(LIST, [customer, states, at, id, most])).map(toRow)
}

const SUM = sql(
  'sum_deposits',
  `select coalesce(sum(d.eur_cents) filter (where d.made_at > $2 and r.state in ('pending', 'in_review', 'approved')), 0)::int8 as used,
     count(*) filter (where r.ended_at is null) as open
   from deposits d join reviews r on r.customer = d.customer and r.record = d.id where d.customer = $1`,
)
const IS_SUBMITTED = sql(
  'is_hash_submitted',
  `select exists (select from deposits d join reviews r on r.customer = d.customer and r.record = d.id
     where d.customer = $1 and d.chain = $2 and d.hash = $3 and r.ended_at is null) as submitted`,
)

/** The sum of a customer's deposits after an instant, without refused ones, and how many are under way. */
export async function sumDeposits(
  tx: Tx,
  customer: CustomerId,
  from: Instant,
): Promise<{ used: bigint; open: number }> {
  const [row] = await tx.run<{ used: bigint; open: bigint }>(SUM, [customer, from])
  return { used: row?.used ?? 0n, open: Number(row?.open ?? 0n) }
}

/** Whether the customer has a deposit under way that names this transaction. */
export async function isHashSubmitted(tx: Tx, customer: CustomerId, chain: Chain, hash: string): Promise<boolean> {
  const [row] = await tx.run<{ submitted: boolean }>(IS_SUBMITTED, [customer, chain, hash])
  return row?.submitted === true
}
