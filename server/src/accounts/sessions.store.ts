import type { RestrictionLevel } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { bytes, cellOf, group, instant, int4, orNull, shapeOf, tableOf, uuid, word } from '../database/codecs.ts'
import type { BookTable } from '../database/book.ts'
import { byteas, loadSet, uuids } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'
import { BEFORE_ALL_IDS } from '../base/ids.ts'
import type { CallingCustomer, SessionUse } from '../door/serve.ts'
import { SESSIONS, type SessionRow, type SessionSpan } from '../door/sessions.ts'
import type { Token } from '../secrets/token.ts'
import { dropDevice } from '../notices/push.store.ts'

interface LiveRestriction {
  readonly level: RestrictionLevel
  readonly untilAt: Instant
}

/** The columns of a session that the lane reads in its load trip. */
export interface LiveSession extends Token, SessionUse {
  readonly endsAt: Instant
  /** The account's restriction that nobody has lifted; null for none. */
  readonly restriction: LiveRestriction | null
  /** The end of the account's wait after a password reset; null for none. */
  readonly waitsUntil: Instant | null
}

const LIVE = tableOf<LiveSession>({
  customer: uuid('customer'),
  secretHash: bytes('secret_hash'),
  session: uuid('id'),
  seenAt: instant('seen_at'),
  endsAt: instant('ends_at'),
  restriction: orNull(group<LiveRestriction>({ level: int4('level'), untilAt: instant('until_at') })),
  waitsUntil: orNull(instant('access_waits_until')),
})

const findLive = loadSet<Token, LiveSession>(
  'find_lane_sessions',
  [uuids(({ customer }) => customer), byteas(({ secretHash }) => secretHash)],
  LIVE.ofCells,
  `select s.customer, s.secret_hash, s.id, s.seen_at, s.ends_at,
     r.level, r.until_at, c.access_waits_until, s.ctid from $rows as wanted (customer, secret_hash)
   join sessions s on s.customer = wanted.customer and s.secret_hash = wanted.secret_hash
   join customers c on c.id = s.customer
   left join restrictions r on r.customer = s.customer and r.lifted_at is null`,
)

/** Sessions in a batch's book, read only. */
export const sessionTable: BookTable<Token, LiveSession> = {
  load: findLive,
  textOf: ({ secretHash }) => secretHash.toString('latin1'),
  keyOf: (session) => session,
  save: () => [],
}

const FIND = sql(
  'find_live_session',
  `select id, seen_at,
     (select r.level from restrictions r where r.customer = $1 and r.lifted_at is null and r.until_at > $3) as level,
     (select c.access_waits_until from customers c where c.id = $1) as waits_until
   from sessions where customer = $1 and secret_hash = $2 and ends_at > $3`,
  shapeOf<Omit<CallingCustomer, 'customer'>>({
    session: uuid('id'),
    seenAt: instant('seen_at'),
    restriction: orNull(int4('level')),
    waitsUntil: orNull(instant('waits_until')),
  }),
)
export interface NewSession extends Token {
  readonly id: string
  readonly device: string
  readonly startedAt: Instant
  readonly endsAt: Instant
  /** The id of the known device; left out if the device keeps no mark. */
  readonly knownDevice?: string | null
}

const OPENED = tableOf<Omit<NewSession, 'knownDevice'>>({
  customer: uuid('customer'),
  id: uuid('id'),
  secretHash: bytes('secret_hash'),
  device: word('device'),
  endsAt: instant('ends_at'),
  startedAt: instant('started_at'),
})

const INSERT = sql(
  'insert_session',
  `insert into sessions (${OPENED.names}, seen_at, known_device) values (${OPENED.slots}, $7, $8)`,
)
const LIST = sql(
  'list_live_sessions',
  `select ${SESSIONS.names} from sessions where customer = $1 and ends_at > $2 order by seen_at desc, id desc`,
)
// The statement checks again that the session is live: an ended one stays ended, without the customer's lock.
const TOUCH = sql(
  'touch_session',
  `update sessions set seen_at = $3, ends_at = greatest(ends_at, least(started_at + $4::int8, $3 + $5::int8))
   where customer = $1 and id = $2 and ends_at > $3 and seen_at < $3`,
)
const END = sql(
  'end_sessions',
  `update sessions set ends_at = $4 where customer = $1 and ends_at > $4
   and case when $2::uuid is null then id <> $3::uuid else id = $2 end returning id`,
  cellOf(uuid('id')),
)

/** The customer and session of a token; null if the session is not live. */
export async function findCallingCustomer(
  tx: Tx,
  { customer, secretHash }: Token,
  now: Instant,
): Promise<CallingCustomer | null> {
  const [session] = await tx.run(FIND, [customer, secretHash, now])
  return session ? { customer, ...session } : null
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.run(INSERT, [...OPENED.values(session), session.startedAt, session.knownDevice ?? null])
}

export async function listLiveSessions(tx: Tx, customer: CustomerId, now: Instant): Promise<SessionRow[]> {
  return (await tx.run(LIST, [customer, now])).map(SESSIONS.ofRow)
}

const LIST_RECENT = sql(
  'list_recent_sessions',
  `select ${SESSIONS.names} from sessions where customer = $1 and started_at > $2 order by started_at desc, id desc limit $3`,
)

/** The sessions that began since an instant, live or ended, newest first. */
export const listRecentSessions = async (
  tx: Tx,
  customer: CustomerId,
  { since, most }: { readonly since: Instant; readonly most: number },
): Promise<SessionRow[]> => (await tx.run(LIST_RECENT, [customer, since, most])).map(SESSIONS.ofRow)

/** Session refresh: the session ends a fixed time after now, and at most a fixed time after its start. */
export async function touchSession(
  tx: Tx,
  { customer, session }: SessionUse,
  now: Instant,
  { idle, most }: SessionSpan,
): Promise<void> {
  await tx.run(TOUCH, [customer, session, now, most, idle])
}

const DEVICE_OF = sql(
  'find_device_of_session',
  'select known_device from sessions where customer = $1 and id = $2',
  cellOf(orNull(uuid('known_device'))),
)

/** The known device that a session was opened on; null for none. */
export async function findDeviceOf(tx: Tx, customer: CustomerId, session: string): Promise<string | null> {
  const [knownDevice] = await tx.run(DEVICE_OF, [customer, session])
  return knownDevice ?? null
}

const END_OF = sql(
  'find_end_of_session',
  'select ends_at from sessions where customer = $1 and id = $2',
  cellOf(instant('ends_at')),
)

/** The end of a session, past or to come; null if there is no such session any more. */
export async function findEndOf(tx: Tx, customer: CustomerId, id: string): Promise<Instant | null> {
  const [endsAt] = await tx.run(END_OF, [customer, id])
  return endsAt ?? null
}

/** Ends one session now; true if it was live. Its device gets no more pushes. */
export async function saveEnd(tx: Tx, customer: CustomerId, id: string, now: Instant): Promise<boolean> {
  return (await endThem(tx, [customer, id, null, now])) > 0
}

/**
 * Ends every live session now. The customer's devices get no more pushes; with `keepPushes` they get those of the notices that
 * were written at this instant, and are then forgotten by the job.
 */
export async function saveEndOfAll(
  tx: Tx,
  customer: CustomerId,
  now: Instant,
  { keepPushes = false }: { readonly keepPushes?: boolean } = {},
): Promise<void> {
  const values = [customer, null, BEFORE_ALL_IDS, now] as const
  await (keepPushes ? tx.run(END, values) : endThem(tx, values))
}

const END_EVERY = sql('end_every_session', 'update sessions set ends_at = $1 where ends_at > $1 returning id')

/** Ends the live sessions of everybody; returns how many. */
export const saveEndOfEverybody = async (tx: Tx, now: Instant): Promise<number> =>
  (await tx.run(END_EVERY, [now])).length

/** Ends every live session but one now; returns how many. */
export async function saveEndOfOthers(tx: Tx, customer: CustomerId, own: string, now: Instant): Promise<number> {
  return endThem(tx, [customer, null, own, now])
}

async function endThem(tx: Tx, values: readonly [customer: CustomerId, ...unknown[]]): Promise<number> {
  const ended = await tx.run(END, values)
  for (const session of ended) await dropDevice(tx, { customer: values[0], session })
  return ended.length
}
