import { assert } from '@lonja/core/base/assert'
import type { Role } from '@lonja/core/base/contract'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { SeatLink } from '@lonja/core/staff/staff.rules'
import {
  bytes,
  cellOf,
  flag,
  instant,
  int4,
  int8,
  list,
  orNull,
  shapeOf,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'

/** A seat, as stored. */
export interface SeatRow {
  readonly id: SeatId
  readonly number: number
  readonly name: string
  readonly roles: readonly Role[]
  readonly customer: CustomerId | null
  readonly passwordHash: string
  readonly sealedCode: Buffer
  readonly codeStep: number
  readonly claimedAt: Instant
  readonly endedAt: Instant | null
}

const FIELDS: Fields<Omit<SeatRow, 'endedAt'>> = {
  id: uuid('id'),
  number: int4('number'),
  name: word('name'),
  roles: list('roles'),
  customer: orNull(uuid('customer')),
  passwordHash: word('password_hash'),
  sealedCode: bytes('sealed_code'),
  codeStep: instant('code_step'),
  claimedAt: instant('claimed_at'),
}
const CLAIMED = tableOf<Omit<SeatRow, 'endedAt'>>(FIELDS)
const SEATS = tableOf<SeatRow>({ ...FIELDS, endedAt: orNull(instant('ended_at')) })

const FIND = sql('find_seat', `select ${SEATS.names} from seats where id = $1`)
const FIND_BY_NAME = sql(
  'find_seat_by_name',
  `select ${SEATS.names} from seats where lower(name) = lower($1) and ended_at is null`,
)
const LIST = sql('list_seats', `select ${SEATS.names} from seats order by number`)
const COUNT_ACTIVE = sql(
  'count_active_seats',
  `select count(*) as seats from seats where ended_at is null and roles <> '{auditor}'`,
  cellOf(int8('seats')),
)
const NUMBERS = sql(
  'find_seat_numbers',
  'select id, number from seats where id = any($1::uuid[])',
  shapeOf({ id: FIELDS.id, number: FIELDS.number }),
)
const DECIDERS = sql(
  'find_deciding_seats',
  'select id, customer from seats where id = any($1::uuid[]) and ended_at is null and roles && $2::text[]',
  shapeOf({ id: FIELDS.id, customer: FIELDS.customer }),
)
const SEATED_BY = sql(
  'list_seats_by_makers',
  `select s.id, s.number as seat, m.number as by
   from seat_claims c join seat_links l on l.id = c.link join seats s on s.id = c.seat join seats m on m.id = l.made_by
   where $1::uuid[] is null or (s.id = any($1) and m.id = any($1)) order by s.number`,
  shapeOf<SeatedBy>({ id: uuid('id'), seat: int4('seat'), by: int4('by') }),
)
const MAKER = sql(
  'find_maker_of_seat',
  `select m.number from seat_claims c join seat_links l on l.id = c.link join seats m on m.id = l.made_by where c.seat = $1`,
  cellOf(int4('number')),
)
const NEXT_NUMBER = sql(
  'next_seat_number',
  'select coalesce(max(number), 0) + 1 as number from seats',
  cellOf(int4('number')),
)
const INSERT = sql('insert_seat', `insert into seats (${CLAIMED.names}) values (${CLAIMED.slots})`)
const INSERT_CLAIM = sql('insert_seat_claim', 'insert into seat_claims (link, seat, claimed_at) values ($1, $2, $3)')
const SAVE_STEP = sql('save_seat_code_step', 'update seats set code_step = $2 where id = $1')
const SAVE_ROLES = sql('save_seat_roles', 'update seats set roles = $2 where id = $1')
const SAVE_END = sql('save_seat_end', 'update seats set ended_at = $2 where id = $1 and ended_at is null returning id')

export async function findSeat(tx: Tx, id: SeatId): Promise<SeatRow | null> {
  const [row] = await tx.run(FIND, [id])
  return row ? SEATS.ofRow(row) : null
}

/** The active seat with this name, in any spelling of upper and lower case; null for none. */
export async function findSeatByName(tx: Tx, name: string): Promise<SeatRow | null> {
  const [row] = await tx.run(FIND_BY_NAME, [name])
  return row ? SEATS.ofRow(row) : null
}

export const listSeatRows = async (tx: Tx): Promise<SeatRow[]> => (await tx.run(LIST)).map(SEATS.ofRow)

/** The numbers of seats, by id. */
export const findSeatNumbers = async (tx: Tx, ids: readonly SeatId[]): Promise<Map<SeatId, number>> =>
  new Map((await tx.run(NUMBERS, [ids])).map(({ id, number }) => [id, number]))

/** The active seats among these that have one of the roles now, with the person's own account. */
export const findDeciders = async (
  tx: Tx,
  ids: readonly SeatId[],
  roles: readonly Role[],
): Promise<Map<SeatId, Pick<SeatRow, 'customer'>>> =>
  new Map((await tx.run(DECIDERS, [ids, roles])).map(({ id, customer }) => [id, { customer }]))

/** A seat that was claimed by a link of another seat. */
export interface SeatedBy {
  readonly id: SeatId
  readonly seat: number
  readonly by: number
}

/** The seats that were claimed by links of other seats. With `among`, both seats must be in it; null for all. */
export const listSeatedBy = (tx: Tx, among: readonly SeatId[] | null): Promise<SeatedBy[]> => tx.run(SEATED_BY, [among])

/** The number of the seat that let a seat in; null for a link from the command line. */
export async function findMaker(tx: Tx, seat: SeatId): Promise<number | null> {
  const [number] = await tx.run(MAKER, [seat])
  return number ?? null
}

/** The number of active seats that do more than read: with more than one, two people decide. */
export async function countActiveSeats(tx: Tx): Promise<number> {
  const [seats] = await tx.run(COUNT_ACTIVE)
  return seats ?? 0
}

export async function nextSeatNumber(tx: Tx): Promise<number> {
  const [number] = await tx.run(NEXT_NUMBER)
  return number ?? 1
}

/** Throws a duplicate (SQLSTATE 23505) if the name, the number or the link is taken. */
export async function insertSeat(tx: Tx, seat: Omit<SeatRow, 'endedAt'>, link: string): Promise<void> {
  await tx.run(INSERT, CLAIMED.values(seat))
  await tx.run(INSERT_CLAIM, [link, seat.id, seat.claimedAt])
}

export async function saveCodeStep(tx: Tx, id: SeatId, step: number): Promise<void> {
  await tx.run(SAVE_STEP, [id, step])
}

export async function saveSeatRoles(tx: Tx, id: SeatId, roles: readonly Role[]): Promise<void> {
  await tx.run(SAVE_ROLES, [id, roles])
}

/** Ends a seat; true if it was active. */
export const saveSeatEnd = async (tx: Tx, id: SeatId, now: Instant): Promise<boolean> =>
  (await tx.run(SAVE_END, [id, now])).length > 0

/** A one-time link, as stored. */
export interface LinkRow extends SeatLink {
  readonly id: string
  readonly roles: readonly Role[]
  readonly madeBy: SeatId | null
  readonly madeAt: Instant
  /** The numbers of the seats that made it and claimed it. */
  readonly maker: number | null
  readonly user: number | null
}

type LinkCells = Pick<LinkRow, 'id' | 'roles' | 'madeBy' | 'madeAt' | 'endsAt'>
export type NewLink = LinkCells & { readonly secretHash: Buffer }
type LinkUse = Pick<LinkRow, 'isUsed' | 'isWaiting' | 'maker' | 'user'>

const LINK_FIELDS: Fields<LinkCells> = {
  id: uuid('id'),
  roles: list('roles'),
  madeBy: orNull(uuid('made_by')),
  madeAt: instant('made_at'),
  endsAt: instant('ends_at'),
}
const MADE_LINKS = tableOf<NewLink>({ ...LINK_FIELDS, secretHash: bytes('secret_hash') })
const LINKS = tableOf<Omit<LinkRow, keyof LinkUse>>({ ...LINK_FIELDS, revokedAt: orNull(instant('revoked_at')) })
const LINK_USES = tableOf<LinkUse>({
  isUsed: flag('used'),
  isWaiting: flag('waiting'),
  maker: orNull(int4('maker')),
  user: orNull(int4('taker')),
})

const linkFrom = (row: Row): LinkRow => ({ ...LINKS.ofRow(row), ...LINK_USES.ofRow(row) })

const LINK = `${LINKS.under('l')},
  exists (select from seat_claims c where c.link = l.id) as used,
  exists (select from seat_changes h where h.link = l.id and h.state <> 'confirmed') as waiting,
  (select s.number from seats s where s.id = l.made_by) as maker,
  (select s.number from seat_claims c join seats s on s.id = c.seat where c.link = l.id) as taker`
const FIND_LINK = sql('find_seat_link', `select ${LINK} from seat_links l where secret_hash = $1`)
const LOCK_LINK = sql('lock_seat_link', 'select from seat_links where secret_hash = $1 for update')
const LIST_LINKS = sql('list_seat_links', `select ${LINK} from seat_links l order by id desc limit $1`)
const INSERT_LINK = sql('insert_seat_link', `insert into seat_links (${MADE_LINKS.names}) values (${MADE_LINKS.slots})`)
const REVOKE_LINK = sql(
  'revoke_seat_link',
  `update seat_links set revoked_at = $2 where id = $1 and revoked_at is null
   and not exists (select from seat_claims c where c.link = seat_links.id) returning id`,
)
const REVOKE_EVERY_LINK = sql(
  'revoke_every_seat_link',
  `update seat_links set revoked_at = $1 where revoked_at is null and ends_at > $1
   and not exists (select from seat_claims c where c.link = seat_links.id) returning id`,
)
const START_LINK = sql('start_seat_link', 'update seat_links set ends_at = $2 where id = $1')
const COUNT_LINKS = sql('count_seat_links', 'select count(*) as links from seat_links', cellOf(int8('links')))

export async function findLink(tx: Tx, secretHash: Buffer): Promise<LinkRow | null> {
  const [row] = await tx.run(FIND_LINK, [secretHash])
  return row ? linkFrom(row) : null
}

/** Locks a link against being claimed or revoked meanwhile; null if there is none. */
export async function lockLink(tx: Tx, secretHash: Buffer): Promise<LinkRow | null> {
  await tx.run(LOCK_LINK, [secretHash])
  return findLink(tx, secretHash)
}

export const listLinkRows = async (tx: Tx, limit: number): Promise<LinkRow[]> =>
  (await tx.run(LIST_LINKS, [limit])).map(linkFrom)

export async function countLinks(tx: Tx): Promise<number> {
  const [links] = await tx.run(COUNT_LINKS)
  assert(links !== undefined, 'a count is a row')
  return links
}

export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  await tx.run(INSERT_LINK, MADE_LINKS.values(link))
}

/** Sets the end of a link that waited for a second admin: its time begins when it is confirmed. */
export async function saveLinkEnd(tx: Tx, id: string, endsAt: Instant): Promise<void> {
  await tx.run(START_LINK, [id, endsAt])
}

/** Revokes a link; true if it could still be used. */
export const saveRevocation = async (tx: Tx, id: string, now: Instant): Promise<boolean> =>
  (await tx.run(REVOKE_LINK, [id, now])).length > 0

/** Revokes every link that still creates a seat; returns how many. */
export const saveRevocationOfEveryLink = async (tx: Tx, now: Instant): Promise<number> =>
  (await tx.run(REVOKE_EVERY_LINK, [now])).length

const NUMBERED = sql('find_seat_numbered', 'select id from seats where number = $1', cellOf(uuid<'seat'>('id')))

/** The seat of a number, also one that has ended; null for none. */
export async function findSeatNumbered(tx: Tx, number: number): Promise<SeatId | null> {
  const [id] = await tx.run(NUMBERED, [number])
  return id ?? null
}

const COLLEAGUES = sql(
  'list_colleagues',
  'select number, name from seats order by number',
  shapeOf({ number: FIELDS.number, name: FIELDS.name }),
)

/** The names of all seats by their numbers. */
export const listSeatNames = (tx: Tx): Promise<Pick<SeatRow, 'number' | 'name'>[]> => tx.run(COLLEAGUES, [])

const NAMED = sql('is_named_by_seat', 'select from seats where customer = $1 and ended_at is null limit 1')

/** Whether an active seat of staff names a customer as its own account. */
export const isNamedBySeat = async (tx: Tx, customer: CustomerId): Promise<boolean> =>
  (await tx.run(NAMED, [customer])).length > 0
