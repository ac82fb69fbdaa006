import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { KNOWN_DEVICES_MOST } from '@lonja/core/base/marks'
import { newId } from '../base/ids.ts'
import { bytes, cellOf, uuid } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { markHashIn, newMark } from '../secrets/marks.ts'

/** The account that a device is known to. */
type Owner = CustomerId | SeatId

const FIND = sql(
  'find_known_device',
  'select id from known_devices where customer = $1 and mark_hash = $2',
  cellOf(uuid('id')),
)
const USED = sql(
  'touch_known_device',
  'update known_devices set used_at = greatest(used_at, $3) where customer = $1 and id = $2',
)
const INSERT = sql(
  'insert_known_device',
  'insert into known_devices (customer, id, mark_hash, known_at, used_at) values ($1, $2, $3, $4, $4)',
)
const DROP_OLDEST = sql(
  'drop_oldest_known_devices',
  `delete from known_devices where customer = $1
   and id in (select id from known_devices where customer = $1 order by used_at desc, id desc offset $2)`,
)
const HASHES = sql(
  'list_marks_of_known_devices',
  'select mark_hash from known_devices where customer = $1',
  cellOf(bytes('mark_hash')),
)
const FORGET = sql('forget_known_device', 'delete from known_devices where customer = $1 and id = $2')
const FORGET_OTHERS = sql(
  'forget_other_known_devices',
  'delete from known_devices where customer = $1 and id is distinct from $2::uuid',
)
const FORGET_EVERY = sql('forget_every_known_device', 'delete from known_devices')

/** The id of the known device with this mark; null if it is unknown or forgotten. */
export async function findKnownDevice(tx: Tx, owner: Owner, markHash: Buffer): Promise<string | null> {
  const [id] = await tx.run(FIND, [owner, markHash])
  return id ?? null
}

/** The hashes of the marks of an account's known devices. */
export const listMarkHashes = async (tx: Tx, owner: Owner): Promise<Buffer[]> => tx.run(HASHES, [owner])

export interface SigningIn {
  readonly owner: Owner
  /** The name that a mark is bound to. */
  readonly name: string
  /** Undefined if the caller keeps no marks. */
  readonly marks: readonly string[] | undefined
  readonly marksKey: Buffer
  readonly now: Instant
}

/**
 * The device on which a session is opened: the one whose mark was sent, or a new one with a mark for it to keep. Null for
 * a caller that keeps no marks.
 */
export async function knowDevice(
  tx: Tx,
  { owner, name, marks, marksKey, now }: SigningIn,
): Promise<{ id: string; mark?: string } | null> {
  if (!marks) return null
  const hash = markHashIn(marksKey, name, marks)
  const known = hash && (await findKnownDevice(tx, owner, hash))
  if (known) {
    await tx.run(USED, [owner, known, now])
    return { id: known }
  }
  const { text, markHash } = newMark(marksKey, name)
  const id = newId()
  await tx.run(INSERT, [owner, id, markHash, now])
  await tx.run(DROP_OLDEST, [owner, KNOWN_DEVICES_MOST])
  return { id, mark: text }
}

/** Forgets a device: it has no counter of its own any more. Null is no device. */
export async function forgetDevice(tx: Tx, owner: Owner, device: string | null): Promise<void> {
  if (device !== null) await tx.run(FORGET, [owner, device])
}

/** Forgets every device of an account but one; null is no device. */
export async function forgetDevicesBut(tx: Tx, owner: Owner, device: string | null): Promise<void> {
  await tx.run(FORGET_OTHERS, [owner, device])
}

/** Forgets every device of an account. */
export const forgetDevices = (tx: Tx, owner: Owner): Promise<void> => forgetDevicesBut(tx, owner, null)

/** Forgets the devices of everybody. */
export async function forgetEveryDevice(tx: Tx): Promise<void> {
  await tx.run(FORGET_EVERY)
}
