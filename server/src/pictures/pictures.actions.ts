import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { refuse, type Refused } from '@lonja/core/base/refusal'
import type { PictureUse } from '@lonja/core/pictures/pictures.contract'
import { decideUse, removalFor } from '@lonja/core/pictures/pictures.rules'
import type { Tx } from '../database/db.ts'
import { listPictures, saveRemoval, saveUse, type Picture } from './pictures.store.ts'
import { unsealed, type About, type WrappingKey } from './seal.ts'

/*
 * The calls that a feature makes about pictures: `takePictures` takes the pictures that its form names for a record, and
 * `decidedPictures` says that the record is decided, after which they are kept for 30 days. Both run inside the write's
 * own transaction.
 */

export const aboutPicture = ({ customer, id }: Pick<Picture, 'customer' | 'id'>): About => ({
  what: 'picture',
  customer,
  id,
})

export interface UseOptions {
  readonly use: PictureUse
  /** The id of the record that the pictures will belong to. */
  readonly record: string
  /** An earlier record, such as a refused one, whose pictures may be taken over. */
  readonly earlier?: string | null
}

/** Takes a customer's pictures for a record, or refuses and takes none. */
export async function takePictures(
  tx: Tx,
  customer: CustomerId,
  ids: readonly string[],
  options: UseOptions,
): Promise<Refused<'unknown_picture' | 'picture_removed'> | null> {
  const decision = decideUse(ids, await listPictures(tx, customer, ids), options)
  if ('refused' in decision) return decision
  if (ids.length > 0) await saveUse(tx, customer, ids, options.record)
  return null
}

/** Marks a record's pictures for removal, 30 days after the decision. */
export const decidedPictures = (tx: Tx, customer: CustomerId, record: string, at: Instant): Promise<void> =>
  saveRemoval(tx, customer, record, removalFor(at))

/** Opens a picture as JPEG, or says why it can no longer be shown. */
export function openPicture(
  key: WrappingKey,
  picture: Picture,
): Buffer | Refused<'picture_removed' | 'picture_damaged'> {
  if (!picture.sealed) return refuse('picture_removed')
  return unsealed(key, aboutPicture(picture), picture.sealed) ?? refuse('picture_damaged')
}
