import type { Amount, RateE6 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { CoinsOut, Ending, WithdrawalProgress } from '@lonja/core/withdrawals/withdrawals.rules'
import {
  cellOf,
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

/** A withdrawal as it is asked for. */
export type NewWithdrawal = Pick<WithdrawalRow, 'id' | 'customer' | 'payee' | 'amount' | 'rate' | 'coins' | 'at'>

/** The numbers of its postings: of the hold, and of the release or the sending. */
interface OwnPostings {
  readonly held: number | null
  readonly ended: number | null
}

const ASKED = tableOf<NewWithdrawal>({
  id: uuid('id'),
  customer: uuid('customer'),
  payee: uuid('payee'),
  amount: group<Amount>({ asset: word('asset'), units: units('units') }),
  rate: orNull(rate('rate_e6')),
  coins: orNull(
    group<CoinsOut>({
      coin: word('coin'),
      amountE8: units('coin_e8'),
      usd: rate('coin_rate_e6'),
      ratesVersion: int4('rates_version'),
    }),
  ),
  at: instant('made_at'),
})

const ENDED = tableOf<{ readonly ending: Ending | null; readonly numbers: OwnPostings }>({
  ending: orNull(group<Ending>({ how: word('ended'), at: instant('ended_at') })),
  numbers: group<OwnPostings>({
    held: orNull(instant('held_posting')),
    ended: orNull(instant('ended_posting')),
  }),
})

const REVIEWS = tableOf<Pick<WithdrawalRow, 'reviewId' | 'review' | 'dueAt' | 'reviewedAt' | 'reason'>>({
  reviewId: renamed(uuid('id'), 'review_id'),
  review: word('state'),
  dueAt: instant('due_at'),
  reviewedAt: renamed(orNull(instant('ended_at')), 'reviewed_at'),
  reason: orNull(word('reason')),
})

function postingsIn({ held, ended }: OwnPostings, ending: Ending | null): number[] | null {
  if (held === null || (ended === null) !== (ending === null)) return null
  return ended === null ? [held] : [held, ended]
}

function withdrawalFrom(row: Row): WithdrawalRow {
  const { ending, numbers } = ENDED.ofRow(row)
  return { ...ASKED.ofRow(row), ...REVIEWS.ofRow(row), ending, postings: postingsIn(numbers, ending) }
}

/** The state of the review counts until the withdrawal has ended. */
const SELECT = `select ${ASKED.under('w')}, ${ENDED.under('w')}, ${REVIEWS.under('r')}
  from withdrawals w join reviews r on r.customer = w.customer and r.record = w.id`

const INSERT = sql(
  'insert_withdrawal',
  `insert into withdrawals (${ASKED.names}, held_posting) values (${ASKED.slots}, $12)`,
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
  cellOf(int8('open')),
)
/** The numbers of withdrawals to a payee. */
interface PayeeUses {
  readonly all: number
  readonly underWay: number
  readonly sent: number
}

const USES = sql(
  'count_withdrawals_by_payee',
  `select payee, count(*) as every, count(*) filter (where ended is null) as open,
     count(*) filter (where ended = 'sent') as sent
   from withdrawals where customer = $1 group by payee`,
  shapeOf({
    payee: uuid('payee'),
    uses: group<PayeeUses>({ all: int8('every'), underWay: int8('open'), sent: int8('sent') }),
  }),
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
  cellOf(int8('alike')),
)

/** The caller opens the review in the same transaction. `posting` holds the amount. */
export async function insertWithdrawal(tx: Tx, withdrawal: NewWithdrawal, posting: number): Promise<void> {
  await tx.run(INSERT, [...ASKED.values(withdrawal), posting])
}

/** A withdrawal of this customer. */
export async function findWithdrawal(tx: Tx, customer: CustomerId, id: string): Promise<WithdrawalRow | null> {
  const [row] = await tx.run(FIND, [customer, id])
  return row ? withdrawalFrom(row) : null
}

/** The withdrawal of a review, of any customer. */
export async function findReviewedWithdrawal(tx: Tx, review: string): Promise<WithdrawalRow | null> {
  const [row] = await tx.run(FIND_REVIEWED, [review])
  return row ? withdrawalFrom(row) : null
}

const COINS_OF = sql(
  'coins_of_withdrawals',
  'select id, coin, coin_e8 from withdrawals where customer = $1 and id = any($2::uuid[]) and coin is not null',
  shapeOf({
    id: uuid('id'),
    coins: group<Pick<CoinsOut, 'coin' | 'amountE8'>>({ coin: word('coin'), amountE8: units('coin_e8') }),
  }),
)

/** The coins of those ids that are withdrawals to a wallet, in hundred-millionths. */
export async function coinsOf(
  tx: Tx,
  customer: CustomerId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<CoinsOut, 'coin' | 'amountE8'>>> {
  const rows = await tx.run(COINS_OF, [customer, ids])
  return new Map(rows.map(({ id, coins }) => [id, coins]))
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
  return (await tx.run(LIST, [customer, at, id, state, most])).map(withdrawalFrom)
}

/** Counts withdrawals under way: not sent, refused or cancelled. */
export async function countOpen(tx: Tx, customer: CustomerId): Promise<number> {
  const [open] = await tx.run(COUNT_OPEN, [customer])
  return open ?? 0
}

/** By payee: the number of withdrawals to it, and how many of them are under way. */
export async function countUses(tx: Tx, customer: CustomerId): Promise<ReadonlyMap<string, PayeeUses>> {
  const rows = await tx.run(USES, [customer])
  return new Map(rows.map(({ payee, uses }) => [payee, uses]))
}

const LIST_UNSENT = sql(
  'list_unsent_withdrawals',
  `${SELECT} where w.customer = $1 and w.ended is null order by w.made_at, w.id`,
)

/** A customer's withdrawals under way, the oldest first. */
export const listUnsent = async (tx: Tx, customer: CustomerId): Promise<WithdrawalRow[]> =>
  (await tx.run(LIST_UNSENT, [customer])).map(withdrawalFrom)

const COUNT_UNSENT = sql(
  'count_unsent_withdrawals',
  `select customer, count(*) as open from withdrawals where customer = any($1::uuid[]) and ended is null group by customer`,
  shapeOf({ customer: uuid<'customer'>('customer'), open: int8('open') }),
)

/** By customer: the number of withdrawals under way. */
export async function countUnsent(tx: Tx, customers: readonly CustomerId[]): Promise<ReadonlyMap<CustomerId, number>> {
  const rows = await tx.run(COUNT_UNSENT, [customers])
  return new Map(rows.map(({ customer, open }) => [customer, open]))
}

/** Approved withdrawals that were decided by `until` and are not sent, the longest waiting first. */
export const listToSend = async (tx: Tx, until: Instant, most: number): Promise<WithdrawalRow[]> =>
  (await tx.run(LIST_TO_SEND, [until, most])).map(withdrawalFrom)

/** Counts other withdrawals of the same amount to the same payee since an instant. */
export async function countAlike(
  tx: Tx,
  { id, customer, payee, amount }: WithdrawalRow,
  since: Instant,
): Promise<number> {
  const [alike] = await tx.run(LIKE, [customer, payee, amount.asset, amount.units, id, since])
  return alike ?? 0
}
