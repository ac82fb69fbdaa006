import type { Role } from '@lonja/core/base/contract'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { NumberSearch } from '@lonja/core/review/numbers.rules'
import type { QueueSort } from '@lonja/core/review/queue.staff.contract'
import type { ReviewState } from '@lonja/core/review/review.contract'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { cellOf, group, instant, int4, int8, orNull, shapeOf, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import type { Seat } from '../door/seats.ts'
import { BEFORE_ALL_IDS, PAST_ALL_IDS } from '../base/ids.ts'
import { REVIEWS, type ReviewRow } from './review.store.ts'

/** The end of a page of a queue: the place of its last review in the order of the list. */
export interface QueueCursor {
  readonly at: number
  readonly id: string
}

/** The parts of a kind that its queue needs: its name, and the roles that decide it. */
type QueueKind = Pick<ReviewKind, 'name' | 'roles'>

/** The filters of a queue; null, or an empty list of those left out, does not. */
export interface QueueFilter {
  readonly kinds: readonly QueueKind[]
  readonly states: readonly ReviewState[]
  /** Only these reviews, and none of those. */
  readonly only: readonly string[] | null
  readonly without: readonly string[]
  /** The seat that holds them. */
  readonly heldBy: SeatId | null
  /** Those that this seat may hold now: not of its own account, and held by no other seat since `silentAt`. */
  readonly freeFor: Pick<Seat, 'id' | 'customer'> | null
  readonly silentAt: Instant
  /** Past the deadline at this instant, or decided after it. */
  readonly lateAt: Instant | null
  readonly joinedAfter: Instant | null
  /** Reviews of customers who are restricted at this instant. */
  readonly restrictedAt: Instant | null
  readonly way: string | null
  readonly leastCents: bigint | null
  readonly mostCents: bigint | null
}

/** A review in its list, with its place there. */
export interface ReviewInList {
  readonly review: ReviewRow
  readonly place: QueueCursor
}

const PLACED = tableOf<{ readonly place: QueueCursor }>({
  place: group<QueueCursor>({ at: instant('place'), id: uuid('id') }),
})
const listedFrom = (row: Row): ReviewInList => ({ review: REVIEWS.ofRow(row), ...PLACED.ofRow(row) })

/** The column by which open reviews are listed, the least first. An amount without a rate comes last. */
const PLACES: Readonly<Record<QueueSort, string>> = {
  due: 'r.due_at',
  oldest: 'r.opened_at',
  newest: '(-r.opened_at)',
  largest: '(-coalesce(r.eur_cents, 0))',
}

const NARROWED = `r.kind = kinds.kind and r.state = states.state
  and ($3::uuid[] is null or r.id = any($3)) and not r.id = any($4::uuid[]) and ($5::uuid is null or r.seat = $5)
  and ($6::uuid is null or ((r.customer is null or $7::uuid is null or r.customer <> $7)
    and (r.seat is null or r.seat = $6 or r.seat_at <= $8::int8)))
  and ($9::int8 is null or coalesce(r.ended_at, $9) > r.due_at)
  and ($10::int8 is null or exists (select from customers c where c.id = r.customer and c.joined_at > $10))
  and ($11::int8 is null or exists (
    select from restrictions x where x.customer = r.customer and x.lifted_at is null and x.until_at > $11))
  and ($12::text is null or r.way = $12) and ($13::int8 is null or r.eur_cents >= $13) and ($14::int8 is null or r.eur_cents <= $14)`

const EACH = `from unnest($1::text[]) as kinds (kind) cross join unnest($2::text[]) as states (state)`

/**
 * One short index scan for each kind and state, none longer than the page: the last page of a long queue costs as much
 * as the first. Another order than by deadline sorts what waits.
 */
const listOpenBy = (sort: QueueSort) =>
  sql(
    `list_open_queue_${sort}`,
    `select o.* ${EACH} cross join lateral (
       select ${REVIEWS.under('r')}, ${PLACES[sort]}::int8 as place from reviews r
       where ${NARROWED} and r.ended_at is null and (${PLACES[sort]}, r.id) > ($15::int8, $16::uuid)
       order by ${PLACES[sort]}, r.id limit $17
     ) as o order by o.place, o.id limit $17`,
    listedFrom,
  )
const LIST_OPEN = {
  due: listOpenBy('due'),
  oldest: listOpenBy('oldest'),
  newest: listOpenBy('newest'),
  largest: listOpenBy('largest'),
} as const satisfies Record<QueueSort, unknown>
const LIST_OVER = sql(
  'list_over_queue',
  `select o.* ${EACH} cross join lateral (
     select ${REVIEWS.under('r')}, r.ended_at as place from reviews r
     where ${NARROWED} and r.ended_at is not null and (r.ended_at, r.id) < ($15::int8, $16::uuid)
     order by r.ended_at desc, r.id desc limit $17
   ) as o order by o.place desc, o.id desc limit $17`,
  listedFrom,
)
const COUNT_OPEN = sql(
  'count_open_queue',
  `select count(*) as count ${EACH} join reviews r on ${NARROWED} and r.ended_at is null`,
  cellOf(int8('count')),
)

const FIRST: QueueCursor = { at: -Number.MAX_SAFE_INTEGER, id: BEFORE_ALL_IDS }
const LAST: QueueCursor = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

/** The page of a list after a cursor. */
export interface QueuePage {
  readonly after: QueueCursor | null
  readonly most: number
}

/** Open reviews, by default the first due first. */
export async function listOpen(
  tx: Tx,
  filter: QueueFilter,
  { sort, after, most }: QueuePage & { readonly sort: QueueSort },
): Promise<ReviewInList[]> {
  const { at, id } = after ?? FIRST
  return tx.run(LIST_OPEN[sort], [...parametersOf(filter), at, id, most])
}

/** Closed reviews, the last decided first. */
export async function listOver(tx: Tx, filter: QueueFilter, { after, most }: QueuePage): Promise<ReviewInList[]> {
  const { at, id } = after ?? LAST
  return tx.run(LIST_OVER, [...parametersOf(filter), at, id, most])
}

/** The number of open reviews that the filter leaves, on all pages. */
export async function countOpen(tx: Tx, filter: QueueFilter): Promise<number> {
  const [count] = await tx.run(COUNT_OPEN, parametersOf(filter))
  return count ?? 0
}

function parametersOf(filter: QueueFilter): unknown[] {
  const { kinds, states, only, without, heldBy, freeFor, silentAt, way, leastCents, mostCents } = filter
  const turn = [only, without, heldBy, freeFor?.id ?? null, freeFor?.customer ?? null, silentAt]
  const facts = [filter.lateAt, filter.joinedAfter, filter.restrictedAt, way, leastCents, mostCents]
  return [namesOf(kinds), states, ...turn, ...facts]
}

const namesOf = (kinds: readonly QueueKind[]): string[] => kinds.map(({ name }) => name)

const LIST_NUMBERED = sql(
  'list_numbered_reviews',
  `select distinct ${REVIEWS.under('r')} from unnest($1::text[], $2::text[]) as wanted (kind, id_end)
   join reviews r on r.kind = wanted.kind and right(r.record::text, 6) = right(wanted.id_end, 6)
     and right(replace(r.record::text, '-', ''), length(replace(wanted.id_end, '-', ''))) = replace(wanted.id_end, '-', '')
   order by r.opened_at desc, r.id limit $3`,
)

/** The reviews of the records that these numbers name, in every state, newest first. */
export async function listNumbered(tx: Tx, numbers: readonly NumberSearch[], most: number): Promise<ReviewRow[]> {
  const [kinds, ends] = [numbers.map(({ kind }) => kind), numbers.map(({ idEnd }) => idEnd)]
  return (await tx.run(LIST_NUMBERED, [kinds, ends, most])).map(REVIEWS.ofRow)
}

/** An opinion of the running round, by review. */
export interface OpinionRow {
  readonly review: string
  readonly step: 'approve' | 'refuse'
  readonly seat: SeatId
  readonly number: number
  readonly role: Role
  readonly reason: string
}

/**
 * An opinion counts while its seat may decide the kind: see `standing` in the rules. Kinds and roles are passed as
 * parallel arrays.
 */
const STANDS = (kinds: string, roles: string): string => `exists (
  select from seats join unnest(${kinds}::text[], ${roles}::text[]) as by (kind, role) on by.role = any(seats.roles)
  where seats.id = s.seat and seats.ended_at is null and by.kind = r.kind
)`

const sideBySide = (all: readonly QueueKind[]): [kinds: string[], roles: string[]] => {
  const pairs = all.flatMap(({ name, roles }) => roles.map((role) => [name, role] as const))
  return [pairs.map(([kind]) => kind), pairs.map(([, role]) => role)]
}

const LIST_OPINIONS = sql(
  'list_opinions_of_reviews',
  `select s.review, s.step, s.seat, s.seat_number as number, s.role, s.reason
   from review_steps s join reviews r on r.id = s.review and r.round = s.round
   where s.review = any($1::uuid[]) and s.person is not null and (r.ended_at is not null or ${STANDS('$2', '$3')}) order by s.review, s.n`,
  shapeOf<OpinionRow>({
    review: uuid('review'),
    step: word('step'),
    seat: uuid('seat'),
    number: int4('number'),
    role: word('role'),
    reason: word('reason'),
  }),
)

export const listOpinions = (tx: Tx, reviews: readonly string[], kinds: readonly QueueKind[]): Promise<OpinionRow[]> =>
  tx.run(LIST_OPINIONS, [reviews, ...sideBySide(kinds)])

/** The first opinion of a running round, on a review that is not over. */
export interface FirstOpinion {
  readonly review: string
  readonly kind: string
  readonly customer: CustomerId | null
  readonly seat: SeatId
}

const LIST_FIRST = sql(
  'list_first_opinions',
  `select r.id as review, r.kind, r.customer, s.seat from reviews r
   join review_steps s on s.review = r.id and s.round = r.round and s.person = 1
   where r.kind = any($1::text[]) and r.ended_at is null and r.state <> 'offered' and ${STANDS('$2', '$3')}`,
  shapeOf<FirstOpinion>({
    review: uuid('review'),
    kind: word('kind'),
    customer: orNull(uuid('customer')),
    seat: uuid('seat'),
  }),
)

/** Reviews that wait for a second person, with the opinion of the first. */
export const listFirstOpinions = (tx: Tx, kinds: readonly QueueKind[]): Promise<FirstOpinion[]> =>
  tx.run(LIST_FIRST, [namesOf(kinds), ...sideBySide(kinds)])

export interface QueueCount {
  readonly kind: string
  readonly waiting: number
  readonly late: number
  readonly oldestAt: Instant | null
  readonly firstDueAt: Instant | null
  readonly mine: number
  readonly mineDueAt: Instant | null
}

const COUNT = sql(
  'count_queues',
  `select kinds.kind, count(r.id) as waiting, count(r.id) filter (where r.due_at < $2) as late, min(r.opened_at) as oldest,
     min(r.due_at) as first_due, count(r.id) filter (where r.seat = $3) as mine, min(r.due_at) filter (where r.seat = $3) as mine_due
   from unnest($1::text[]) as kinds (kind) left join reviews r on r.kind = kinds.kind and r.ended_at is null and r.state <> 'offered'
   group by kinds.kind`,
  shapeOf<QueueCount>({
    kind: word('kind'),
    waiting: int8('waiting'),
    late: int8('late'),
    oldestAt: orNull(instant('oldest')),
    firstDueAt: orNull(instant('first_due')),
    mine: int8('mine'),
    mineDueAt: orNull(instant('mine_due')),
  }),
)

/** Counts of each kind: open, late, and held by a seat. */
export async function countOpenQueues(
  tx: Tx,
  kinds: readonly QueueKind[],
  { seat, now }: { seat: SeatId; now: Instant },
): Promise<QueueCount[]> {
  return tx.run(COUNT, [namesOf(kinds), now, seat])
}
