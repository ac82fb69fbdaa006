import type { Role } from '@lonja/core/base/contract'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'
import type { CallingSeat } from '../door/seats.ts'
import { sessionFrom, type RawSession, type SessionRow, type SessionSpan } from '../door/sessions.ts'
import { seatOf, type Token } from '../secrets/token.ts'

const FIND = sql(
  'find_live_seat_session',
  `select s.id, s.seen_at, seats.number, seats.name, seats.roles, seats.customer
   from seat_sessions s join seats on seats.id = s.seat
   where s.seat = $1 and s.secret_hash = $2 and s.ends_at > $3 and seats.ended_at is null`,
)
const INSERT = sql(
  'insert_seat_session',
  `insert into seat_sessions (seat, id, secret_hash, device, started_at, seen_at, ends_at)
   values ($1, $2, $3, $4, $5, $5, $6)`,
)
const LIST = sql(
  'list_live_seat_sessions',
  `select id, device, started_at, seen_at, ends_at from seat_sessions
   where seat = $1 and ends_at > $2 order by seen_at desc, id desc`,
)
const SEEN = sql(
  'find_seats_seen',
  `select seat, max(seen_at) as seen_at, count(*) filter (where ends_at > $1) as live from seat_sessions group by seat`,
)
const TOUCH = sql(
  'touch_seat_session',
  `update seat_sessions set seen_at = $3, ends_at = greatest(ends_at, least(started_at + $4::int8, $3 + $5::int8))
   where seat = $1 and id = $2 and ends_at > $3 and seen_at < $3`,
)
const END = sql(
  'end_seat_session',
  'update seat_sessions set ends_at = $3 where seat = $1 and id = $2 and ends_at > $3 returning id',
)
const END_OTHERS = sql(
  'end_seat_sessions_but_one',
  `update seat_sessions set ends_at = $3 where seat = $1 and ends_at > $3 and ($2::uuid is null or id <> $2) returning id`,
)

/**
 * The active seat of a token with a live session; null otherwise. The token names a seat, so a customer's token finds
 * none.
 */
export async function findCallingSeat(tx: Tx, token: Token, now: Instant): Promise<CallingSeat | null> {
  interface Raw {
    id: string
    seen_at: bigint
    number: number
    name: string
    roles: Role[]
    customer: CustomerId | null
  }
  const id = seatOf(token)
  const [raw] = await tx.run<Raw>(FIND, [id, token.secretHash, now])
  if (!raw) return null
  const { number, name, roles, customer } = raw
  return { seat: { id, number, name, roles, customer }, session: raw.id, seenAt: Number(raw.seen_at) }
}

export interface NewSeatSession {
  readonly seat: SeatId
  readonly id: string
  readonly secretHash: Buffer
  readonly device: string
  readonly startedAt: Instant
  readonly endsAt: Instant
}

export async function insertSeatSession(tx: Tx, made: NewSeatSession): Promise<void> {
  await tx.run(INSERT, [made.seat, made.id, made.secretHash, made.device, made.startedAt, made.endsAt])
}

export async function listLiveSeatSessions(tx: Tx, seat: SeatId, now: Instant): Promise<SessionRow[]> {
  return (await tx.run<RawSession>(LIST, [seat, now])).map(sessionFrom)
}

export interface SeatActivity {
  readonly seenAt: Instant
  readonly sessions: number
}

/** The last use and the number of live sessions of each seat. */
export async function findSeatActivity(tx: Tx, now: Instant): Promise<Map<SeatId, SeatActivity>> {
  const rows = await tx.run<{ seat: SeatId; seen_at: bigint; live: bigint }>(SEEN, [now])
  return new Map(rows.map(({ seat, seen_at, live }) => [seat, { seenAt: Number(seen_at), sessions: Number(live) }]))
}

/** Session refresh: the session ends a fixed time after now, and at most a fixed time after its start. */
export async function touchSeatSession(
  tx: Tx,
  { seat, session }: CallingSeat,
  now: Instant,
  { idle, most }: SessionSpan,
): Promise<void> {
  await tx.run(TOUCH, [seat.id, session, now, most, idle])
}

/** Ends one session now; true if it was live. */
export const saveSeatSessionEnd = async (tx: Tx, seat: SeatId, id: string, now: Instant): Promise<boolean> =>
  (await tx.run(END, [seat, id, now])).length > 0

/** Ends every live session of a seat, except `but`; returns how many. */
export const saveSeatSessionsEnd = async (tx: Tx, seat: SeatId, but: string | null, now: Instant): Promise<number> =>
  (await tx.run(END_OTHERS, [seat, but, now])).length
