import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { ReviewState } from '@lonja/core/review/review.contract'
import type { ResetEnd, ResetFacts } from '@lonja/core/resets/resets.rules'
import { bytes, flag, instant, int4, orNull, renamed, tableOf, uuid, word, type Fields } from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'

/** A request for a new password as a device makes it. */
export interface NewReset {
  readonly id: string
  readonly phoneHash: Buffer
  readonly secretHash: Buffer
  readonly code: string
  readonly device: string
  readonly markHash: Buffer | null
  readonly at: Instant
  readonly endsAt: Instant
}

/** A request with its review. */
export interface ResetRow extends Omit<NewReset, 'phoneHash'>, ResetFacts {
  /** Null if no open account has the phone number. */
  readonly customer: CustomerId | null
  readonly announcedAt: Instant | null
  readonly people: 1 | 2 | null
  readonly endedAt: Instant | null
  /** Null before staff have found the request. */
  readonly reviewId: string | null
  readonly dueAt: Instant | null
  readonly reason: string | null
}

/** A request of a known customer, found by staff. */
export interface CustomerReset extends ResetRow {
  readonly customer: CustomerId
  readonly reviewId: string
  readonly dueAt: Instant
}

const FIELDS: Fields<Omit<NewReset, 'phoneHash'>> = {
  id: uuid('id'),
  secretHash: bytes('secret_hash'),
  code: word('code'),
  device: word('device'),
  markHash: orNull(bytes('mark_hash')),
  at: instant('made_at'),
  endsAt: instant('ends_at'),
}
const NEW = tableOf<NewReset>({ ...FIELDS, phoneHash: bytes('phone_hash') })

type Own = Omit<ResetRow, 'replaced' | 'reviewId' | 'review' | 'dueAt' | 'reason'>
const RESETS = tableOf<Own>({
  ...FIELDS,
  customer: orNull(uuid('customer')),
  announcedAt: orNull(instant('announced_at')),
  opensAt: orNull(instant('opens_at')),
  people: orNull(int4('people')),
  endedAt: orNull(instant('ended_at')),
  end: orNull(word<ResetEnd>('ended')),
})
const REVIEWS = tableOf<Pick<ResetRow, 'reviewId' | 'review' | 'dueAt' | 'reason'>>({
  reviewId: renamed(orNull(uuid('id')), 'review_id'),
  review: orNull(word<ReviewState>('state')),
  dueAt: orNull(instant('due_at')),
  reason: orNull(word('reason')),
})
const REPLACED = tableOf<Pick<ResetRow, 'replaced'>>({ replaced: flag('replaced') })

const IS_REPLACED = 'exists (select from resets n where n.phone_hash = q.phone_hash and n.seq > q.seq)'
const SELECT = `select ${RESETS.under('q')}, ${REVIEWS.under('r')}, ${IS_REPLACED} as replaced
  from resets q left join reviews r on r.kind = 'reset' and r.customer = q.customer and r.record = q.id`

const rowOf = (row: Row): ResetRow => ({ ...RESETS.ofRow(row), ...REVIEWS.ofRow(row), ...REPLACED.ofRow(row) })

// One statement for a known and an unknown phone number: the same work, and nothing else follows before the answer. The code follows
// from the secret, so a repeat meets both.
const INSERT = sql(
  'insert_reset',
  `insert into resets (${NEW.names}, customer)
   values (${NEW.slots}, (select id from customers where phone = $9 and closed_at is null))
   on conflict do nothing`,
)

/** Inserts a request for the account with this phone number, if there is one. A repeat of the same secret changes nothing. */
export async function insertReset(tx: Tx, reset: NewReset, phone: string): Promise<void> {
  await tx.run(INSERT, [...NEW.values(reset), phone])
}

const FIND = sql('find_reset', `${SELECT} where q.secret_hash = $1`)
const FIND_BY_CODE = sql('find_reset_by_code', `${SELECT} where q.code = $1`)
const FIND_REVIEWED = sql('find_reviewed_reset', `${SELECT} where r.id = $1`)
const LIST_SINCE = sql(
  'list_resets_since',
  `${SELECT} where q.customer = $1 and (q.ended is null and not ${IS_REPLACED} or q.ended = 'used' and q.ended_at > $2)
   order by q.seq desc`,
)

const first = (rows: readonly Row[]): ResetRow | null => (rows[0] ? rowOf(rows[0]) : null)

export const findResetBySecret = async (tx: Tx, secretHash: Buffer): Promise<ResetRow | null> =>
  first(await tx.run(FIND, [secretHash]))

export const findResetByCode = async (tx: Tx, code: string): Promise<ResetRow | null> =>
  first(await tx.run(FIND_BY_CODE, [code]))

/** The request of a review, of any customer. */
export const findReviewedReset = async (tx: Tx, review: string): Promise<CustomerReset | null> =>
  first(await tx.run(FIND_REVIEWED, [review])) as CustomerReset | null

/** The customer's requests that have not ended, and those that were used since an instant, newest first. */
export const listSince = async (tx: Tx, customer: CustomerId, since: Instant): Promise<ResetRow[]> =>
  (await tx.run(LIST_SINCE, [customer, since])).map(rowOf)

const LIST_UNANNOUNCED = sql(
  'list_unannounced_resets',
  `${SELECT} where q.announced_at is null and q.customer is not null order by q.seq limit $1`,
)
const ANNOUNCE = sql(
  'save_reset_announced',
  'update resets set announced_at = $2 where id = $1 and announced_at is null returning id',
)

/** Requests that their customers have no notice of yet, oldest first. */
export const listUnannounced = async (tx: Tx, most: number): Promise<ResetRow[]> =>
  (await tx.run(LIST_UNANNOUNCED, [most])).map(rowOf)

/** True if the request was not announced before. */
export const saveAnnounced = async (tx: Tx, id: string, now: Instant): Promise<boolean> =>
  (await tx.run(ANNOUNCE, [id, now])).length > 0

const LIST_DUE = sql(
  'list_due_resets',
  `${SELECT} where r.id is not null
   and (r.ended_at is null
     and (q.ended is not null or ${IS_REPLACED} or (q.opens_at is null and q.ends_at <= $1) or q.opens_at <= $1)
   or r.state = 'approved' and q.people = 1 and r.ended_at < q.opens_at
     and q.opens_at <= $1 and q.opens_at > $3 and q.ended is null and not ${IS_REPLACED})
   order by q.seq limit $2`,
)

/**
 * Requests whose review is open although they are over, or whose notice by one person has run out: that person's opinion has to
 * count still, also where it decided alone. `useMs` is the time in which a device that was let through may act.
 */
export const listDue = async (
  tx: Tx,
  now: Instant,
  { useMs, most }: { readonly useMs: number; readonly most: number },
): Promise<CustomerReset[]> =>
  (await tx.run(LIST_DUE, [now, most, now - useMs])).map((row) => rowOf(row) as CustomerReset)

const LET = sql(
  'save_reset_let_through',
  'update resets set opens_at = $2, people = $3 where id = $1 and ended is null returning id',
)

/** Lets the device through from an instant on, by so many people; null takes it back. False if the request has ended. */
export async function saveLetting(
  tx: Tx,
  id: string,
  letting: { readonly opensAt: Instant; readonly people: 1 | 2 } | null,
): Promise<boolean> {
  return (await tx.run(LET, [id, letting?.opensAt ?? null, letting?.people ?? null])).length > 0
}

const END = sql(
  'save_reset_end',
  `update resets set ended_at = $3, ended = $2
   where id = $1 and (ended is null or (ended = 'used' and $2::text = 'stopped')) returning id`,
)
const END_OF = sql(
  'save_end_of_resets',
  `update resets set ended_at = $2, ended = 'closed' where customer = $1 and ended is null`,
)
const END_EVERY = sql(
  'save_end_of_every_reset',
  `update resets set ended_at = $1, ended = 'restored'
   where ended is null and (case when opens_at is null then ends_at else opens_at + $2::int8 end) > $1 returning id`,
)

/** Ends a request; false if it had ended before. One that was used can still be stopped, which its password follows. */
export const saveResetEnd = async (tx: Tx, id: string, end: ResetEnd, now: Instant): Promise<boolean> =>
  (await tx.run(END, [id, end, now])).length > 0

/** Ends the requests of a customer whose account is closed. */
export async function saveEndOfResets(tx: Tx, customer: CustomerId, now: Instant): Promise<void> {
  await tx.run(END_OF, [customer, now])
}

/** Ends the live requests of everybody; returns how many. `useMs` is the time in which a device that was let through may act. */
export const saveEndOfEveryRequest = async (tx: Tx, now: Instant, useMs: number): Promise<number> =>
  (await tx.run(END_EVERY, [now, useMs])).length

const PURGE = sql(
  'purge_resets',
  `delete from resets q where q.ends_at <= $1
   and not exists (select from reviews r where r.kind = 'reset' and r.customer = q.customer and r.record = q.id)
   and (q.customer is null or q.ends_at <= $2)`,
)

/**
 * Purges requests that ended before an instant and that staff have never found: those for unknown phone numbers earlier. A request
 * with a review stays with it.
 */
export async function purgeResets(
  tx: Tx,
  { unknownBefore, before }: { readonly unknownBefore: Instant; readonly before: Instant },
): Promise<void> {
  await tx.run(PURGE, [unknownBefore, before])
}
