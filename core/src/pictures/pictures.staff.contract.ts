import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Id } from '../base/wire.ts'
import { PICTURE_USES, ShownPicture } from './pictures.contract.ts'

/**
 * See one picture of a customer: never the original, but one with the seat, the second and the record all over it. That it was
 * looked at stands in the customer's activity before it is shown. Papers of an identity are for reviewers, proofs of a deposit for
 * treasurers, pictures of the support thread for support.
 */
export const viewPicture = read({
  path: '/staff/pictures/view',
  method: 'POST',
  caller: 'seat',
  roles: ['reviewer', 'treasurer', 'support'],
  summary: 'One picture of a customer, watermarked; the view is recorded first',
  input: z.strictObject({ customer: CustomerId, id: Id }),
  reply: z.object({ ...ShownPicture.shape, use: z.enum(PICTURE_USES) }),
  refusals: ['unknown_picture', 'picture_removed', 'picture_damaged'],
})

export const picturesStaffCalls = { viewPicture }
