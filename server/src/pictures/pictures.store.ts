import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { PictureFacts } from '@lonja/core/pictures/pictures.rules'
import {
  bytes,
  cellOf,
  group,
  instant,
  int4,
  int8,
  orNull,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
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

/** A picture as it is uploaded. */
export type NewPicture = Pick<Picture, 'customer' | 'id' | 'use' | 'width' | 'height' | 'storedAt'> & {
  readonly sealed: SealedBytes
  readonly removeAt: Instant
}

const SEALED = group<SealedBytes>({ bytes: bytes('sealed'), key: bytes('sealed_key') })

const FIELDS: Fields<Omit<Picture, 'sealed'>> = {
  customer: uuid('customer'),
  id: uuid('id'),
  use: word('use'),
  usedBy: orNull(uuid('used_by')),
  width: int4('width'),
  height: int4('height'),
  views: int4('views'),
  storedAt: instant('stored_at'),
  removeAt: orNull(instant('remove_at')),
  removedAt: orNull(instant('removed_at')),
}
const PICTURES = tableOf<Picture>({ ...FIELDS, sealed: orNull(SEALED) })
const LISTED = tableOf<Omit<Picture, 'sealed'>>(FIELDS)
const UPLOADED = tableOf<NewPicture>({
  customer: FIELDS.customer,
  id: FIELDS.id,
  use: FIELDS.use,
  sealed: SEALED,
  width: FIELDS.width,
  height: FIELDS.height,
  storedAt: FIELDS.storedAt,
  removeAt: instant('remove_at'),
})

const INSERT = sql('insert_picture', `insert into pictures (${UPLOADED.names}) values (${UPLOADED.slots})`)
const FIND = sql('find_picture', `select ${PICTURES.names} from pictures where customer = $1 and id = $2`)
const LIST = sql('list_pictures', `select ${LISTED.names} from pictures where customer = $1 and id = any($2::uuid[])`)
const COUNT_UNUSED = sql(
  'count_unused_pictures',
  'select count(*) as unused from pictures where customer = $1 and used_by is null and removed_at is null',
  cellOf(int8('unused')),
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
  cellOf(uuid<'customer'>('customer')),
)
const REMOVE = sql(
  'remove_pictures',
  `update pictures set sealed = null, sealed_key = null, removed_at = $2
   where customer = $1 and removed_at is null and remove_at <= $2 returning id`,
)

export async function insertPicture(tx: Tx, picture: NewPicture): Promise<void> {
  await tx.run(INSERT, UPLOADED.values(picture))
}

/** One of a customer's pictures, with its sealed bytes. */
export async function findPicture(tx: Tx, customer: CustomerId, id: string): Promise<Picture | null> {
  const [row] = await tx.run(FIND, [customer, id])
  return row ? PICTURES.ofRow(row) : null
}

/** A customer's pictures by id, without the sealed bytes. Unknown ids are left out. */
export async function listPictures(tx: Tx, customer: CustomerId, ids: readonly string[]): Promise<Picture[]> {
  if (ids.length === 0) return []
  return (await tx.run(LIST, [customer, ids])).map((row) => ({ ...LISTED.ofRow(row), sealed: null }))
}

const LIST_OF = sql(
  'list_pictures_of_record',
  'select id from pictures where customer = $1 and used_by = $2 and removed_at is null order by stored_at, id',
  cellOf(uuid('id')),
)

/** The ids of a record's pictures that are not removed, in the order of their upload. */
export async function listPicturesOf(tx: Tx, customer: CustomerId, record: string): Promise<string[]> {
  return tx.run(LIST_OF, [customer, record])
}

export async function countUnused(tx: Tx, customer: CustomerId): Promise<number> {
  const [unused] = await tx.run(COUNT_UNUSED, [customer])
  return unused ?? 0
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
  return tx.run(LIST_DUE, [now, most])
}

/** Removes a customer's due pictures, the sealed bytes and their keys; returns how many. */
export async function removeDue(tx: Tx, customer: CustomerId, now: Instant): Promise<number> {
  return (await tx.run(REMOVE, [customer, now])).length
}

/** Counts one more view by staff. */
export async function countView(tx: Tx, customer: CustomerId, id: string): Promise<void> {
  await tx.run(COUNT_VIEW, [customer, id])
}
