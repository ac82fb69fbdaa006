import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { PictureUse } from '@lonja/core/pictures/pictures.contract'
import type { PictureFacts } from '@lonja/core/pictures/pictures.rules'
import { sql, type Tx } from '../database/db.ts'
import type { SealedBytes } from './seal.ts'

/** A picture, as stored. `sealed` is null after its removal. */
export interface Picture extends PictureFacts {
  readonly customer: CustomerId
  readonly sealed: SealedBytes | null
  readonly width: number
  readonly height: number
  readonly storedAt: Instant
  /** The number of views by staff. */
  readonly views: number
  /** The time of removal; null while the record of the picture is undecided. */
  readonly removeAt: Instant | null
}

interface Raw {
  customer: CustomerId
  id: string
  use: PictureUse
  used_by: string | null
  sealed?: Buffer | null
  sealed_key?: Buffer | null
  width: number
  height: number
  views: number
  stored_at: bigint
  remove_at: bigint | null
  removed_at: bigint | null
}

const instant = (at: bigint | null): Instant | null => (at === null ? null : Number(at))

const toPicture = (raw: Raw): Picture => ({
  customer: raw.customer,
  id: raw.id,
  use: raw.use,
  usedBy: raw.used_by,
  sealed: raw.sealed && raw.sealed_key ? { bytes: raw.sealed, key: raw.sealed_key } : null,
  width: raw.width,
  height: raw.height,
  views: raw.views,
  storedAt: Number(raw.stored_at),
  removeAt: instant(raw.remove_at),
  removedAt: instant(raw.removed_at),
})

const INSERT = sql(
  'insert_picture',
  `insert into pictures (customer, id, use, sealed, sealed_key, width, height, stored_at, remove_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)
const FIND = sql('find_picture', 'select * from pictures where customer = $1 and id = $2')
const FACTS = 'customer, id, use, used_by, width, height, views, stored_at, remove_at, removed_at'
const LIST = sql('list_pictures', `select ${FACTS} from pictures where customer = $1 and id = any($2::uuid[])`)
const COUNT_UNUSED = sql(
  'count_unused_pictures',
  'select count(*) as unused from pictures where customer = $1 and used_by is null and removed_at is null',
)
const USE = sql(
  'use_pictures',
  'update pictures set used_by = $3, remove_at = null where customer = $1 and id = any($2::uuid[])',
)
const COUNT_VIEW = sql('count_view_of_picture', 'update pictures set views = views + 1 where customer = $1 and id = $2')
const SET_REMOVAL = sql(
  'set_removal_of_pictures',
  'update pictures set remove_at = $3 where customer = $1 and used_by = $2 and removed_at is null',
)
const LIST_DUE = sql(
  'list_pictures_due',
  `select distinct customer from
   (select customer from pictures where removed_at is null and remove_at <= $1 order by remove_at limit $2) as due`,
)
const REMOVE = sql(
  'remove_pictures',
  `update pictures set sealed = null, sealed_key = null, removed_at = $2
   where customer = $1 and removed_at is null and remove_at <= $2 returning id`,
)

export type NewPicture = Pick<Picture, 'customer' | 'id' | 'use' | 'width' | 'height' | 'storedAt'> & {
  readonly sealed: SealedBytes
  readonly removeAt: Instant
}

export async function insertPicture(tx: Tx, made: NewPicture): Promise<void> {
  const { customer, id, use, sealed, width, height, storedAt, removeAt } = made
  await tx.run(INSERT, [customer, id, use, sealed.bytes, sealed.key, width, height, storedAt, removeAt])
}

/** One of a customer's pictures, with its sealed bytes. */
export async function findPicture(tx: Tx, customer: CustomerId, id: string): Promise<Picture | null> {
  const [raw] = await tx.run<Raw>(FIND, [customer, id])
  return raw ? toPicture(raw) : null
}

/** A customer's pictures by id, without the sealed bytes. Unknown ids are left out. */
export async function listPictures(tx: Tx, customer: CustomerId, ids: readonly string[]): Promise<Picture[]> {
  return ids.length === 0 ? [] : (await tx.run<Raw>(LIST, [customer, ids])).map(toPicture)
}

const LIST_OF = sql(
  'list_pictures_of_record',
  'select id from pictures where customer = $1 and used_by = $2 and removed_at is null order by stored_at, id',
)

/** The ids of a record's pictures that are not removed, in the order of their upload. */
export async function listPicturesOf(tx: Tx, customer: CustomerId, record: string): Promise<string[]> {
  return (await tx.run<{ id: string }>(LIST_OF, [customer, record])).map(({ id }) => id)
}

export async function countUnused(tx: Tx, customer: CustomerId): Promise<number> {
  const [row] = await tx.run<{ unused: bigint }>(COUNT_UNUSED, [customer])
  return Number(row?.unused ?? 0n)
}

/** Assigns pictures to a record; they stay until it is decided. */
export async function saveUse(tx: Tx, customer: CustomerId, ids: readonly string[], record: string): Promise<void> {
  await tx.run(USE, [customer, ids, record])
}

/** Sets the time of removal of a record's pictures; null while it is not known. */
export async function saveRemoval(tx: Tx, customer: CustomerId, record: string, at: Instant | null): Promise<void> {
  await tx.run(SET_REMOVAL, [customer, record, at])
}

/** Customers with pictures that are due for removal. */
export async function listDue(tx: Tx, now: Instant, most: number): Promise<CustomerId[]> {
  return (await tx.run<{ customer: CustomerId }>(LIST_DUE, [now, most])).map(({ customer }) => customer)
}

/** Removes a customer's due pictures, the sealed bytes and their keys; returns how many. */
export async function removeDue(tx: Tx, customer: CustomerId, now: Instant): Promise<number> {
  return (await tx.run(REMOVE, [customer, now])).length
}

/** Counts one more view by staff. */
export async function countView(tx: Tx, customer: CustomerId, id: string): Promise<void> {
  await tx.run(COUNT_VIEW, [customer, id])
}
