import type { Amount, Currency } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { CreditKind } from '@lonja/core/reversals/reversals.contract'
import type { ReversalReason } from '@lonja/core/reversals/reversals.review'
import type { Credit } from '@lonja/core/reversals/reversals.rules'
import { BEFORE_ALL_IDS } from '../base/ids.ts'
import { cellOf, group, instant, int4, orNull, renamed, tableOf, units, uuid, word } from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import type { SeatAct } from '../review/review.store.ts'

/** The cash of a reversal: always one of the currencies. */
type Cash = Amount & { readonly asset: Currency }

/** A reversal that a seat asks for. */
export interface NewReversal {
  readonly id: string
  readonly customer: CustomerId
  readonly amount: Cash
  /** The number of the entry that is reversed, its kind, and what it credited. */
  readonly entry: number
  readonly kind: CreditKind
  readonly credited: bigint
  readonly reason: ReversalReason
  readonly by: SeatAct
  readonly at: Instant
}

/** The posting of a reversal, and how much of it was owed. */
export interface ReversalPosting {
  readonly posting: number
  readonly owed: bigint
  readonly at: Instant
}

/** A reversal with its review. */
export interface ReversalRow extends NewReversal {
  readonly reviewId: string
  readonly review: 'pending' | 'in_review' | 'approved' | 'refused' | 'cancelled'
  readonly dueAt: Instant
  /** Null until it is carried out. */
  readonly posted: ReversalPosting | null
}

const REVERSALS = tableOf<NewReversal>({
  id: uuid('id'),
  customer: uuid('customer'),
  amount: group<Cash>({ asset: word('asset'), units: units('units') }),
  entry: instant('entry'),
  kind: word('kind'),
  credited: units('credited'),
  reason: word('reason'),
  by: group<SeatAct>({ seat: uuid('seat'), number: int4('seat_number'), role: word('role') }),
  at: instant('made_at'),
})
const POSTINGS = tableOf<Pick<ReversalRow, 'posted'>>({
  posted: orNull(
    group<ReversalPosting>({ posting: instant('posting'), owed: units('owed'), at: instant('posted_at') }),
  ),
})
const REVIEWS = tableOf<Pick<ReversalRow, 'reviewId' | 'review' | 'dueAt'>>({
  reviewId: renamed(uuid('id'), 'review_id'),
  review: word('state'),
  dueAt: instant('due_at'),
})
const rowOf = (row: Row): ReversalRow => ({ ...REVERSALS.ofRow(row), ...POSTINGS.ofRow(row), ...REVIEWS.ofRow(row) })

const SELECT = `select ${REVERSALS.under('v')}, ${POSTINGS.under('v')}, ${REVIEWS.under('r')}
  from reversals v join reviews r on r.customer = v.customer and r.record = v.id`

const INSERT = sql('insert_reversal', `insert into reversals (${REVERSALS.names}) values (${REVERSALS.slots})`)
const FIND = sql('find_reviewed_reversal', `${SELECT} where r.id = $1 and r.kind = 'reversal'`)
const LIST_POSTED = sql(
  'list_posted_reversals',
  `${SELECT} where v.customer = $1 and v.posting is not null and v.posting < coalesce($2::int8, 9223372036854775807)
     and ($3::int8 is null or v.entry = $3) order by v.posting desc limit $4`,
)
const LIST_OPEN = sql(
  'list_open_reversals',
  `${SELECT} where v.customer = $1 and r.ended_at is null order by v.made_at, v.id`,
)
const SAVE_POSTED = sql(
  'save_reversal_posted',
  'update reversals set posting = $3, owed = $4, posted_at = $5 where customer = $1 and id = $2',
)

/** The caller opens the review in the same transaction. */
export async function insertReversal(tx: Tx, reversal: NewReversal): Promise<void> {
  await tx.run(INSERT, REVERSALS.values(reversal))
}

/** The reversal of a review, of any customer. */
export async function findReviewedReversal(tx: Tx, review: string): Promise<ReversalRow | null> {
  const [row] = await tx.run(FIND, [review])
  return row ? rowOf(row) : null
}

/** Stores that a reversal was carried out. */
export async function savePosted(
  tx: Tx,
  { customer, id }: NewReversal,
  { posting, owed, at }: ReversalPosting,
): Promise<void> {
  await tx.run(SAVE_POSTED, [customer, id, posting, owed, at])
}

/** A customer's reversals that wait for a decision, oldest first. */
export const listOpenReversals = async (tx: Tx, customer: CustomerId): Promise<ReversalRow[]> =>
  (await tx.run(LIST_OPEN, [customer])).map(rowOf)

/** The reversals of a customer that were carried out, newest first: those before a posting, and of one entry or of all. */
export async function listPostedReversals(
  tx: Tx,
  customer: CustomerId,
  { before, entry, most }: { before: number | null; entry: number | null; most: number },
): Promise<ReversalRow[]> {
  return (await tx.run(LIST_POSTED, [customer, before, entry, most])).map(rowOf)
}

const SUM = sql(
  'sum_reversals',
  `select coalesce(sum(v.units), 0)::int8 as units from reversals v
   join reviews r on r.customer = v.customer and r.record = v.id
   where v.customer = $1 and v.entry = $2 and v.id is distinct from $3::uuid and (v.posting is not null or r.ended_at is null)`,
  cellOf(units('units')),
)

/** The sum of a credit's reversals that are posted or wait for a decision, without one of them or, with null, of all. */
export async function sumReversals(
  tx: Tx,
  customer: CustomerId,
  { entry }: Pick<Credit, 'entry'>,
  without: string | null,
): Promise<bigint> {
  const [units] = await tx.run(SUM, [customer, entry, without])
  return units ?? 0n
}

/** A customer's debt in a currency, with the time of the oldest reversal that is not paid yet. */
export interface DebtRow {
  readonly customer: CustomerId
  readonly owed: Cash
  readonly since: Instant
}

const DEBTS = tableOf<DebtRow>({
  customer: uuid('customer'),
  owed: group<Cash>({ asset: word('asset'), units: units('owed') }),
  since: instant('since'),
})

/** The cursor of a page of debts. */
export interface DebtPlace {
  readonly since: Instant
  readonly customer: CustomerId
  readonly asset: string
}

/** Debts are paid in the order of their reversals: the newest ones that together reach what is owed are not paid yet. */
const WITH_SINCE = `
  select b.customer, b.asset, b.owed, (
    select max(unpaid.posted_at) from (
      select v.posted_at, sum(v.owed) over (order by v.posting desc) as newer
      from reversals v where v.customer = b.customer and v.asset = b.asset and v.owed > 0
    ) as unpaid where unpaid.newer >= b.owed
  ) as since
  from balances b where b.owed > 0`
const LIST_DEBTS = sql(
  'list_debts',
  `select ${DEBTS.names} from (${WITH_SINCE}) as debts
   where (since, customer, asset) > ($1::int8, $2::uuid, $3::text) order by since, customer, asset limit $4`,
)
const COUNT_DEBTS = sql('count_debts', 'select count(*) as debts from balances where owed > 0', cellOf(units('debts')))

/** The debts of all customers, the oldest first. */
export async function listDebtRows(tx: Tx, after: DebtPlace | null, most: number): Promise<DebtRow[]> {
  const { since, customer, asset } = after ?? { since: 0, customer: BEFORE_ALL_IDS, asset: '' }
  return (await tx.run(LIST_DEBTS, [since, customer, asset, most])).map(DEBTS.ofRow)
}

export async function countDebts(tx: Tx): Promise<bigint> {
  const [debts] = await tx.run(COUNT_DEBTS)
  return debts ?? 0n
}
