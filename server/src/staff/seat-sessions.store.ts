import type { SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import {
  bytes,
  cellOf,
  group,
  instant,
  int4,
  int8,
  list,
  orNull,
  shapeOf,
  tableOf,
  uuid,
  word,
} from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { CallingSeat, Seat } from '../door/seats.ts'
import { SESSIONS, type SessionRow, type SessionSpan } from '../door/sessions.ts'
import { seatOf, type Token } from '../secrets/token.ts'

const CALLING = tableOf<Omit<CallingSeat, 'seat'>>({ session: uuid('id'), seenAt: instant('seen_at') })
const SEATS = tableOf<Omit<Seat, 'id'>>({
  number: int4('number'),
  name: word('name'),
  roles: list('roles'),
  customer: orNull(uuid('customer')),
})

const FIND = sql(
  'find_live_seat_session',
  `select ${CALLING.under('s')}, ${SEATS.under('seats')}
   from seat_sessions s join seats on seats.id = s.seat
   where s.seat = $1 and s.secret_hash = $2 and s.ends_at > $3 and seats.ended_at is null`,
)
export interface NewSeatSession {
  readonly seat: SeatId
  readonly id: string
  readonly secretHash: Buffer
  readonly device: string
  readonly startedAt: Instant
  readonly endsAt: Instant
  /** The id of the known device; left out if the device keeps no mark. */
  readonly knownDevice?: string | null
}

const OPENED = tableOf<Omit<NewSeatSession, 'knownDevice'>>({
  seat: uuid('seat'),
  id: uuid('id'),
  secretHash: bytes('secret_hash'),
  device: word('device'),
  endsAt: instant('ends_at'),
  startedAt: instant('started_at'),
})

const INSERT = sql(
  'insert_seat_session',
  `insert into seat_sessions (${OPENED.names}, seen_at, known_device) values (${OPENED.slots}, $7, $8)`,
)
const LIST = sql(
  'list_live_seat_sessions',
  `select ${SESSIONS.names} from seat_sessions
   where seat = $1 and ends_at > $2 order by seen_at desc, id desc`,
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
  const id = seatOf(token)
  const [row] = await tx.run(FIND, [id, token.secretHash, now])
  return row ? { ...CALLING.ofRow(row), seat: { id, ...SEATS.ofRow(row) } } : null
}

export async function insertSeatSession(tx: Tx, session: NewSeatSession): Promise<void> {
  await tx.run(INSERT, [...OPENED.values(session), session.startedAt, session.knownDevice ?? null])
}

export async function listLiveSeatSessions(tx: Tx, seat: SeatId, now: Instant): Promise<SessionRow[]> {
  return (await tx.run(LIST, [seat, now])).map(SESSIONS.ofRow)
}

export interface SeatActivity {
  readonly seenAt: Instant
  readonly sessions: number
}

const SEEN = sql(
  'find_seats_seen',
  `select seat, max(seen_at) as seen_at, count(*) filter (where ends_at > $1) as live from seat_sessions group by seat`,
  shapeOf({
    seat: uuid<'seat'>('seat'),
    activity: group<SeatActivity>({ seenAt: instant('seen_at'), sessions: int8('live') }),
  }),
)

/** The last use and the number of live sessions of each seat. */
export async function findSeatActivity(tx: Tx, now: Instant): Promise<Map<SeatId, SeatActivity>> {
  const rows = await tx.run(SEEN, [now])
  return new Map(rows.map(({ seat, activity }) => [seat, activity]))
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

const DEVICE_OF = sql(
  'find_device_of_seat_session',
  'select known_device from seat_sessions where seat = $1 and id = $2',
  cellOf(orNull(uuid('known_device'))),
)

/** The known device that a seat's session was opened on; null for none. */
export async function findDeviceOfSeatSession(tx: Tx, seat: SeatId, session: string): Promise<string | null> {
  const [knownDevice] = await tx.run(DEVICE_OF, [seat, session])
  return knownDevice ?? null
}

/** Ends one session now; true if it was live. */
export const saveSeatSessionEnd = async (tx: Tx, seat: SeatId, id: string, now: Instant): Promise<boolean> =>
  (await tx.run(END, [seat, id, now])).length > 0

const END_EVERY = sql('end_every_seat_session', 'update seat_sessions set ends_at = $1 where ends_at > $1 returning id')

/** Ends the live sessions of all seats; returns how many. */
export const saveEndOfEverySeat = async (tx: Tx, now: Instant): Promise<number> =>
  (await tx.run(END_EVERY, [now])).length

/** Ends every live session of a seat, except `but`; returns how many. */
export const saveSeatSessionsEnd = async (tx: Tx, seat: SeatId, but: string | null, now: Instant): Promise<number> =>
  (await tx.run(END_OTHERS, [seat, but, now])).length
