import type { Role } from '@lonja/core/base/contract'
import type { SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { NumberSearch } from '@lonja/core/review/numbers.rules'
import type { ReviewState } from '@lonja/core/review/review.contract'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { sql, type Tx } from '../database/db.ts'
import { BEFORE_ALL_IDS, PAST_ALL_IDS } from '../base/ids.ts'
import { REVIEWS, type ReviewRow } from './review.store.ts'

/** The end of a page of a queue: the deadline of its last review, or the end of a review that is over. */
export interface QueueCursor {
  readonly at: Instant
  readonly id: string
}

/** The parts of a kind that its queue needs: its name, and the roles that decide it. */
type Queued = Pick<ReviewKind, 'name' | 'roles'>

export interface QueueFilter {
  readonly kinds: readonly Queued[]
  readonly states: readonly ReviewState[]
  readonly after: QueueCursor | null
}

/**
 * One short index scan for each kind and state, none longer than the page: the last page of a long queue costs as much
 * as the first.
 */
const LIST_OPEN = sql(
  'list_open_queue',
  `select r.* from unnest($1::text[]) as kinds (kind) cross join unnest($2::text[]) as states (state)
   cross join lateral (
     select ${REVIEWS.names} from reviews
     where kind = kinds.kind and state = states.state and ended_at is null and (due_at, id) > ($3::int8, $4::uuid)
     order by due_at, id limit $5
   ) as r order by r.due_at, r.id limit $5`,
)
const LIST_OVER = sql(
  'list_over_queue',
  `select r.* from unnest($1::text[]) as kinds (kind) cross join unnest($2::text[]) as states (state)
   cross join lateral (
     select ${REVIEWS.names} from reviews
     where kind = kinds.kind and state = states.state and ended_at is not null and (ended_at, id) < ($3::int8, $4::uuid)
     order by ended_at desc, id desc limit $5
   ) as r order by r.ended_at desc, r.id desc limit $5`,
)

const FIRST: QueueCursor = { at: -1, id: BEFORE_ALL_IDS }
const LAST: QueueCursor = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

/** Open reviews, the first due first. */
export async function listOpen(tx: Tx, filter: QueueFilter, most: number): Promise<ReviewRow[]> {
  return (await tx.run(LIST_OPEN, parametersOf(filter, FIRST, most))).map(REVIEWS.ofRow)
}

/** Closed reviews, the last decided first. */
export async function listOver(tx: Tx, filter: QueueFilter, most: number): Promise<ReviewRow[]> {
  return (await tx.run(LIST_OVER, parametersOf(filter, LAST, most))).map(REVIEWS.ofRow)
}

const namesOf = (kinds: readonly Queued[]): string[] => kinds.map(({ name }) => name)

const parametersOf = ({ kinds, states, after }: QueueFilter, start: QueueCursor, most: number): unknown[] => {
  const { at, id } = after ?? start
  return [namesOf(kinds), states, at, id, most]
}

const LIST_NUMBERED = sql(
  'list_numbered_reviews',
  `select distinct ${REVIEWS.under('r')} from unnest($1::text[], $2::text[]) as wanted (kind, id_end)
   join reviews r on r.kind = wanted.kind and right(r.record::text, 6) = right(wanted.id_end, 6)
     and right(replace(r.record::text, '-', ''), length(replace(wanted.id_end, '-', ''))) = replace(wanted.id_end, '-', '')
   order by r.opened_at desc, r.id limit $3`,
)

/** The reviews of the records that these numbers name, in every state, newest first. */
export async function listNumbered(tx: Tx, wanted: readonly NumberSearch[], most: number): Promise<ReviewRow[]> {
  const [kinds, ends] = [wanted.map(({ kind }) => kind), wanted.map(({ idEnd }) => idEnd)]
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

const sideBySide = (all: readonly Queued[]): [kinds: string[], roles: string[]] => {
  const pairs = all.flatMap(({ name, roles }) => roles.map((role) => [name, role] as const))
  return [pairs.map(([kind]) => kind), pairs.map(([, role]) => role)]
}

const LIST_OPINIONS = sql(
  'list_opinions_of_reviews',
  `select s.review, s.step, s.seat, s.seat_number as number, s.role, s.reason
   from review_steps s join reviews r on r.id = s.review and r.round = s.round
   where s.review = any($1::uuid[]) and s.person is not null and (r.ended_at is not null or ${STANDS('$2', '$3')}) order by s.review, s.n`,
)

export const listOpinions = (tx: Tx, reviews: readonly string[], kinds: readonly Queued[]): Promise<OpinionRow[]> =>
  tx.run<OpinionRow>(LIST_OPINIONS, [reviews, ...sideBySide(kinds)])

export interface QueueCount {
  readonly kind: string
  readonly waiting: number
  readonly late: number
  readonly oldestAt: Instant | null
  readonly second: number
}

const COUNT = sql(
  'count_queues',
  `select kinds.kind, count(r.id) as waiting, count(r.id) filter (where r.due_at < $2) as late, min(r.opened_at) as oldest,
     count(r.id) filter (where exists (
       select from review_steps s where s.review = r.id and s.round = r.round and s.person = 1 and ${STANDS('$3', '$4')}
     )) as second
   from unnest($1::text[]) as kinds (kind) left join reviews r on r.kind = kinds.kind and r.ended_at is null and r.state <> 'offered'
   group by kinds.kind`,
)

/** Counts of each kind: open, late, and waiting for a second person. */
export async function countOpenQueues(tx: Tx, kinds: readonly Queued[], now: Instant): Promise<QueueCount[]> {
  const rows = await tx.run<{ kind: string; waiting: bigint; late: bigint; oldest: bigint | null; second: bigint }>(
    COUNT,
    [namesOf(kinds), now, ...sideBySide(kinds)],
  )
  return rows.map(({ kind, waiting, late, oldest, second }) => ({
    kind,
    waiting: Number(waiting),
    late: Number(late),
    second: Number(second),
    oldestAt: oldest === null ? null : Number(oldest),
  }))
}
