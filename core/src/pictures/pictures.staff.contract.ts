import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { nameOf } from '../base/lists.ts'
import { CustomerId } from '../base/ids.ts'
import { Id } from '../base/wire.ts'
import { ShownPicture, type PictureUse } from './pictures.contract.ts'

/**
 * See one picture of a customer: never the original, but a copy with a watermark of the seat, the time and the record. The view
 * is recorded in the customer's activity before the picture is shown. Reviewers see identity documents, treasurers see proofs of
 * deposits, support sees pictures of the support thread, auditors see all of them.
 */
export const viewPicture = read({
  path: '/staff/pictures/view',
  method: 'POST',
  caller: 'seat',
  roles: ['reviewer', 'treasurer', 'support', 'auditor'],
  summary: 'One picture of a customer, watermarked; the view is recorded first',
  input: z.strictObject({ customer: CustomerId, id: Id }),
  reply: z.object({ ...ShownPicture.shape, use: nameOf<PictureUse>() }),
  refusals: ['unknown_picture', 'picture_removed', 'picture_damaged'],
})

export const picturesStaffCalls = { viewPicture }
