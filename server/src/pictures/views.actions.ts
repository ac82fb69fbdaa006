import { assert } from '@lonja/core/base/assert'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import type { PictureUse } from '@lonja/core/pictures/pictures.contract'
import type { PictureUses } from '@lonja/core/pictures/pictures.rules'
import type { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import { recordAct } from '../audit/audit.actions.ts'
import type { CallRequest, House } from '../door/serve.ts'
import { asSeat } from '../door/serve.staff.ts'
import { openPicture } from './pictures.actions.ts'
import { countView, findPicture } from './pictures.store.ts'
import type { WrappingKey } from './seal.ts'
import { watermarked } from './watermark.ts'

/** A seat's call that shows one picture of a customer. */
export type Viewing = Pick<CallRequest<typeof viewPicture>, 'input'> & CallRequest

/**
 * Shows one picture, never the original. It is drawn after the view is committed, so that every shown picture is
 * recorded and no lock is held while it is drawn. `only` limits the call to one use; null shows each use that the
 * seat's roles allow.
 */
export async function showPicture(request: Viewing, house: House, { key, uses, only }: Showing) {
  const seen = await recordView(request, house, { key, uses, only })
  if (isRefused(seen)) return seen
  const { bytes, use, looking, width } = seen
  const drawn = await watermarked(bytes, width, looking)
  const size = { width: drawn.width, height: drawn.height }
  return { use, shown: { type: 'image/jpeg' as const, ...size, base64: drawn.bytes.toString('base64') } }
}

export interface Showing {
  readonly key: WrappingKey
  /** From the composition root: each use with its role, its act and its topic. */
  readonly uses: PictureUses
  readonly only: PictureUse | null
}

const recordView = (request: Viewing, house: House, { key, uses, only }: Showing) =>
  asSeat(
    request,
    house,
    () => request.input.customer,
    async ({ tx, now, seat, publish }) => {
      const { customer, id } = request.input
      const picture = await findPicture(tx, customer, id)
      // A picture that no record uses is visible to its owner only.
      if (!picture || picture.usedBy === null) return refuse('unknown_picture')
      const { use, width, usedBy } = picture
      if (only !== null && use !== only) return refuse('unknown_picture')
      const { role: worker, act, topic } = uses[use]
      const role = ([worker, 'auditor'] as const).find((one) => seat.roles.includes(one))
      if (role === undefined) return refuse('not_your_role')
      const bytes = openPicture(key, picture)
      if (isRefused(bytes)) return bytes
      assert(usedBy !== null, 'a picture that staff see belongs to a record')
      const by = { id: seat.id, number: seat.number, role }
      await recordAct(tx, {
        act,
        customer,
        seat: by,
        at: now,
        about: { kind: use, id: usedBy },
        detail: { picture: id },
      })
      await countView(tx, customer, id)
      // The `notices` topic also makes the app read the list of acts again.
      publish(customer, topic, 'notices')
      const looking = { seat: seat.number, role, at: now, about: `${use} ${usedBy.slice(-12)}` }
      return { bytes, use, width, looking }
    },
  )
