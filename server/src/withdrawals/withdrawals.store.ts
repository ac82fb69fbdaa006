import { rateE6, type Amount, type Currency, type RateE6 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { PlainReviewState } from '@lonja/core/review/review.contract'
import type { Coin } from '@lonja/core/payees/chains'
import type { CoinsOut, Ending, WithdrawalProgress } from '@lonja/core/withdrawals/withdrawals.rules'
import { sql, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'

/** A withdrawal as it is stored, with the state of its review. */
export interface WithdrawalRow extends WithdrawalProgress {
  readonly id: string
  readonly customer: CustomerId
  readonly reviewId: string
  readonly payee: string
  readonly amount: Amount
  /** USD for one EUR at the time of the request; null if there was no rate. */
  readonly rate: RateE6 | null
  /** Null for a card, and for withdrawals from before coins were computed. */
  readonly coins: CoinsOut | null
  readonly at: Instant
  readonly dueAt: Instant
  /** The time of the decision, or of the cancellation before it. */
  readonly reviewedAt: Instant | null
  /** The reason of the decision. */
  readonly reason: string | null
  /** The numbers of its postings so far, each of a single entry; null if an earlier release wrote it. */
  readonly postings: readonly number[] | null
}

interface Raw {
  id: string
  customer: CustomerId
  review_id: string
  payee: string
  asset: Currency
  units: bigint
  rate_e6: bigint | null
  coin: Coin | null
  coin_e8: bigint | null
  coin_rate_e6: bigint | null
  rates_version: number | null
  made_at: bigint
  ended: Ending['how'] | null
  ended_at: bigint | null
  state: PlainReviewState
  due_at: bigint
  reviewed_at: bigint | null
  reason: string | null
  held_posting: bigint | null
  ended_posting: bigint | null
}

const coinsIn = ({ coin, coin_e8, coin_rate_e6, rates_version }: Raw): CoinsOut | null =>
  coin === null || coin_e8 === null || coin_rate_e6 === null
    ? null
    : { coin, amountE8: coin_e8, usd: rateE6(coin_rate_e6), ratesVersion: Number(rates_version) }

const postingsIn = ({ held_posting: held, ended_posting: over, ended }: Raw): number[] | null => {
  if (held === null || (over === null) !== (ended === null)) return null
  return over === null ? [Number(held)] : [Number(held), Number(over)]
}

const toRow = (raw: Raw): WithdrawalRow => ({
  id: raw.id,
  customer: raw.customer,
  reviewId: raw.review_id,
  payee: raw.payee,
  amount: { asset: raw.asset, units: raw.units },
  rate: raw.rate_e6 === null ? null : rateE6(raw.rate_e6),
  coins: coinsIn(raw),
  at: Number(raw.made_at),
  dueAt: Number(raw.due_at),
  review: raw.state,
  reviewedAt: raw.reviewed_at === null ? null : Number(raw.reviewed_at),
  reason: raw.reason,
  ending: raw.ended === null ? null : { how: raw.ended, at: Number(raw.ended_at) },
  postings: postingsIn(raw),
})

/** The state of the review counts until the withdrawal has ended. */
const SELECT = `select w.id, w.customer, w.payee, w.asset, w.units, w.rate_e6,
    w.coin, w.coin_e8, w.coin_rate_e6, w.rates_version, w.made_at, w.ended, w.ended_at, w.held_posting, w.ended_posting,
    r.id as review_id, r.state, r.due_at, r.ended_at as reviewed_at, r.reason
  from withdrawals w join reviews r on r.customer = w.customer and r.record = w.id`

const INSERT = sql(
  'insert_withdrawal',
  `insert into withdrawals (id, customer, payee, asset, units, rate_e6, made_at, coin, coin_e8, coin_rate_e6, rates_version,
     held_posting)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
)
const FIND = sql('find_withdrawal', `${SELECT} where w.customer = $1 and w.id = $2`)
const FIND_REVIEWED = sql('find_reviewed_withdrawal', `${SELECT} where r.id = $1`)
const END = sql(
  'end_withdrawal',
  'update withdrawals set ended = $3, ended_at = $4, ended_posting = $5 where customer = $1 and id = $2',
)
const LIST = sql(
  'list_withdrawals',
  `${SELECT} where w.customer = $1 and (w.made_at, w.id) < ($2, $3)
     and ($4::text is null or case $4 when 'open' then w.ended is null else w.ended = $4 end)
   order by w.made_at desc, w.id desc limit $5`,
)
const COUNT_OPEN = sql(
  'count_open_withdrawals',
  'select count(*) as open from withdrawals where customer = $1 and ended is null',
)
const USES = sql(
  'count_withdrawals_by_payee',
  `select payee, count(*) as made, count(*) filter (where ended is null) as open,
     count(*) filter (where ended = 'sent') as sent
   from withdrawals where customer = $1 group by payee`,
)
const LIST_TO_SEND = sql(
  'list_withdrawals_to_send',
  `${SELECT} where w.ended is null and r.state = 'approved' and r.ended_at <= $1 order by r.ended_at, w.id limit $2`,
)
const LIKE = sql(
  'count_withdrawals_like',
  `select count(*) as alike from withdrawals
   where customer = $1 and payee = $2 and asset = $3 and units = $4 and id <> $5
     and made_at > $6 and ended is distinct from 'cancelled'`,
)

export type NewWithdrawal = Pick<WithdrawalRow, 'id' | 'customer' | 'payee' | 'amount' | 'rate' | 'coins' | 'at'>

/** The caller opens the review in the same transaction. `posting` holds the amount. */
export async function insertWithdrawal(tx: Tx, made: NewWithdrawal, posting: number): Promise<void> {
  const { id, customer, payee, amount, rate, coins, at } = made
  const counted = coins ? [coins.coin, coins.amountE8, coins.usd, coins.ratesVersion] : [null, null, null, null]
  await tx.run(INSERT, [id, customer, payee, amount.asset, amount.units, rate, at, ...counted, posting])
}

/** A withdrawal of this customer. */
export async function findWithdrawal(tx: Tx, customer: CustomerId, id: string): Promise<WithdrawalRow | null> {
  const [raw] = await tx.run<Raw>(FIND, [customer, id])
  return raw ? toRow(raw) : null
}

/** The withdrawal of a review, of any customer. */
export async function findReviewedWithdrawal(tx: Tx, review: string): Promise<WithdrawalRow | null> {
  const [raw] = await tx.run<Raw>(FIND_REVIEWED, [review])
  return raw ? toRow(raw) : null
}

const COINS_OF = sql(
  'coins_of_withdrawals',
  'select id, coin, coin_e8 from withdrawals where customer = $1 and id = any($2::uuid[]) and coin is not null',
)

/** The coins of those ids that are withdrawals to a wallet, in hundred-millionths. */
export async function coinsOf(
  tx: Tx,
  customer: CustomerId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<CoinsOut, 'coin' | 'amountE8'>>> {
  const rows = await tx.run<{ id: string; coin: Coin; coin_e8: bigint }>(COINS_OF, [customer, ids])
  return new Map(rows.map(({ id, coin, coin_e8: amountE8 }) => [id, { coin, amountE8 }]))
}

export async function saveEnding(
  tx: Tx,
  { customer, id }: Pick<WithdrawalRow, 'customer' | 'id'>,
  { how, at }: Ending,
  posting: number,
): Promise<void> {
  await tx.run(END, [customer, id, how, at, posting])
}

/** The cursor of a list of withdrawals. */
export interface WithdrawalPlace {
  readonly at: Instant
  readonly id: string
}

const FROM_THE_NEWEST: WithdrawalPlace = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

export interface WithdrawalFilter {
  /** The last withdrawal of the page before. */
  readonly after: WithdrawalPlace | null
  readonly state: 'open' | Ending['how'] | null
}

/** A customer's withdrawals, newest first. */
export async function listWithdrawals(
  tx: Tx,
  customer: CustomerId,
  { after, state }: WithdrawalFilter,
  most: number,
): Promise<WithdrawalRow[]> {
  const { at, id } = after ?? FROM_THE_NEWEST
  return (await tx.run<Raw>(LIST, [customer, at, id, state, most])).map(toRow)
}

/** Counts withdrawals under way: not sent, refused or cancelled. */
export async function countOpen(tx: Tx, customer: CustomerId): Promise<number> {
  const [row] = await tx.run<{ open: bigint }>(COUNT_OPEN, [customer])
  return Number(row?.open ?? 0n)
}

/** By payee: the number of withdrawals to it, and how many of them are under way. */
export async function countUses(
  tx: Tx,
  customer: CustomerId,
): Promise<ReadonlyMap<string, { readonly all: number; readonly underWay: number; readonly sent: number }>> {
  const rows = await tx.run<{ payee: string; made: bigint; open: bigint; sent: bigint }>(USES, [customer])
  return new Map(
    rows.map(({ payee, made, open, sent }) => [
      payee,
      { all: Number(made), underWay: Number(open), sent: Number(sent) },
    ]),
  )
}

/** Approved withdrawals that were decided by `until` and are not sent, the longest waiting first. */
export const listToSend = async (tx: Tx, until: Instant, most: number): Promise<WithdrawalRow[]> =>
  (await tx.run<Raw>(LIST_TO_SEND, [until, most])).map(toRow)

/** Counts other withdrawals of the same amount to the same payee since an instant. */
export async function countAlike(
  tx: Tx,
  { id, customer, payee, amount }: WithdrawalRow,
  since: Instant,
): Promise<number> {
  const [row] = await tx.run<{ alike: bigint }>(LIKE, [customer, payee, amount.asset, amount.units, id, since])
  return Number(row?.alike ?? 0n)
}
