import type { Role } from '@lonja/core/base/contract'
import type { SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { SeatChangeAct } from '@lonja/core/staff/changes.rules'
import { cellOf, instant, list, orNull, renamed, tableOf, uuid, word, type Fields } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { saveRevocation } from './seats.store.ts'

/** A change as it is proposed. */
export interface NewSeatChange {
  readonly id: string
  readonly act: SeatChangeAct
  /** The seat that changes; null for a link. */
  readonly seat: SeatId | null
  readonly link: string | null
  /** The roles of a seat that gets others; null for a link or an end. */
  readonly before: readonly Role[] | null
  /** The roles afterwards; null for an end. */
  readonly roles: readonly Role[] | null
  readonly proposedBy: SeatId
  readonly madeAt: Instant
  readonly endsAt: Instant
}

/** A change as it is stored. */
export interface SeatChangeRow extends NewSeatChange {
  readonly state: 'open' | 'confirmed' | 'withdrawn'
}

const FIELDS: Fields<NewSeatChange> = {
  id: uuid('id'),
  act: word('act'),
  seat: orNull(uuid('seat')),
  link: orNull(uuid('link')),
  before: orNull(list('before')),
  roles: orNull(list('roles')),
  proposedBy: renamed(uuid('proposed_by'), 'proposed_by'),
  madeAt: instant('made_at'),
  endsAt: instant('ends_at'),
}
const NEW = tableOf<NewSeatChange>(FIELDS)
const CHANGES = tableOf<SeatChangeRow>({ ...FIELDS, state: word('state') })

const INSERT = sql('insert_seat_change', `insert into seat_changes (${NEW.names}) values (${NEW.slots})`)
const FIND = sql('find_seat_change', `select ${CHANGES.names} from seat_changes where id = $1`)
/** All open changes in one order: ending a seat withdraws others, and two that do so never wait for each other. */
const LOCK = sql('lock_seat_changes', `select from seat_changes where state = 'open' or id = $1 order by id for update`)
const FIND_LINK = sql('find_change_of_link', `select ${CHANGES.names} from seat_changes where link = $1`)
const LIST_OPEN = sql(
  'list_open_seat_changes',
  `select ${CHANGES.names} from seat_changes where state = 'open' and ends_at > $1 order by made_at desc, id desc`,
)
const END = sql('end_seat_change', 'update seat_changes set state = $2, ended_by = $3, ended_at = $4 where id = $1')
const WITHDRAW_ALL = sql(
  'withdraw_changes_of_seat',
  `update seat_changes set state = 'withdrawn', ended_at = $2 where proposed_by = $1 and state = 'open' returning link`,
  cellOf(FIELDS.link),
)
const INSERT_CONFIRMATION = sql(
  'insert_seat_confirmation',
  'insert into seat_confirmations (seat, confirmed_by, made_at) values ($1, $2, $3)',
)

export async function insertChange(tx: Tx, change: NewSeatChange): Promise<void> {
  await tx.run(INSERT, NEW.values(change))
}

export async function findChange(tx: Tx, id: string): Promise<SeatChangeRow | null> {
  const [row] = await tx.run(FIND, [id])
  return row ? CHANGES.ofRow(row) : null
}

/** Locks a change, with the open ones, against being confirmed or withdrawn meanwhile; null if there is none. */
export async function lockChange(tx: Tx, id: string): Promise<SeatChangeRow | null> {
  await tx.run(LOCK, [id])
  return findChange(tx, id)
}

/** The change that a link waits or waited for; null for a link that was made at once. */
export async function findChangeOfLink(tx: Tx, link: string): Promise<SeatChangeRow | null> {
  const [row] = await tx.run(FIND_LINK, [link])
  return row ? CHANGES.ofRow(row) : null
}

/** The changes that are open now, newest first. */
export const listOpenChanges = async (tx: Tx, now: Instant): Promise<SeatChangeRow[]> =>
  (await tx.run(LIST_OPEN, [now])).map(CHANGES.ofRow)

export async function saveChangeEnd(
  tx: Tx,
  id: string,
  { state, by, at }: { state: 'confirmed' | 'withdrawn'; by: SeatId; at: Instant },
): Promise<void> {
  await tx.run(END, [id, state, by, at])
}

/** Withdraws the open changes that a seat proposed, with their links: it has ended, or is no admin any more. */
export async function withdrawChangesOf(tx: Tx, seat: SeatId, now: Instant): Promise<void> {
  await tx.run(LOCK, [null])
  for (const link of await tx.run(WITHDRAW_ALL, [seat, now])) if (link !== null) await saveRevocation(tx, link, now)
}

export async function insertConfirmation(tx: Tx, seat: SeatId, by: SeatId, now: Instant): Promise<void> {
  await tx.run(INSERT_CONFIRMATION, [seat, by, now])
}
