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

/** The parts of a kind that its queue needs: the roles that decide it, and how its numbers are written. */
type Queued = Pick<ReviewKind, 'name' | 'roles' | 'numberIn'>

export interface QueueFilter {
  readonly kinds: readonly Queued[]
  readonly states: readonly ReviewState[]
  readonly after: QueueCursor | null
  /** The search; null for all reviews. */
  readonly found: NumberSearch | null
}

/** Searches by the end of the number, which is made of the last 40 bits of the record's id, or of the customer's phone. */
const FOUND = `(not $6::bool
  or kind = any($12::text[]) and ('x' || right(record::text, 10))::bit(40)::int8 & $7::int8 = $8::int8
  or kind <> all($12::text[]) and ('x' || right(record::text, 10))::bit(40)::int8 & $9::int8 = $10::int8
  or $11::text is not null and exists (
    select from customers where customers.id = reviews.customer and reverse(phone) like $11 || '%'
  ))`

/**
 * One short index scan for each kind and state, none longer than the page: the last page of a long queue costs as much
 * as the first.
 */
const LIST_OPEN = sql(
  'list_open_queue',
  `select r.* from unnest($1::text[]) as kinds (kind) cross join unnest($2::text[]) as states (state)
   cross join lateral (
     select ${REVIEWS.names} from reviews
     where kind = kinds.kind and state = states.state and ended_at is null and (due_at, id) > ($3::int8, $4::uuid) and ${FOUND}
     order by due_at, id limit $5
   ) as r order by r.due_at, r.id limit $5`,
)
const LIST_OVER = sql(
  'list_over_queue',
  `select r.* from unnest($1::text[]) as kinds (kind) cross join unnest($2::text[]) as states (state)
   cross join lateral (
     select ${REVIEWS.names} from reviews
     where kind = kinds.kind and state = states.state and ended_at is not null and (ended_at, id) < ($3::int8, $4::uuid) and ${FOUND}
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

/** Matches no id: under an empty mask every id is 0, never -1. */
const NO_ID = { mask: 0n, value: -1n }

function parametersOf({ kinds, states, after, found }: QueueFilter, start: QueueCursor, most: number): unknown[] {
  const { at, id } = after ?? start
  const [letters, digits] = [found?.letters ?? NO_ID, found?.digits ?? NO_ID]
  const reversed = found?.phoneEnd ? [...found.phoneEnd].toReversed().join('') : null
  const ends = [letters.mask, letters.value, digits.mask, digits.value]
  const inLetters = kinds.filter(({ numberIn }) => numberIn === 'letters')
  return [namesOf(kinds), states, at, id, most, found !== null, ...ends, reversed, namesOf(inLetters)]
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
