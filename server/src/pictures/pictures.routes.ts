import { isRefused, refuse } from '@lonja/core/base/refusal'
import { readPicture, storePicture } from '@lonja/core/pictures/pictures.contract'
import { UNUSED_KEPT_MS, decideStore } from '@lonja/core/pictures/pictures.rules'
import { onPreparedWrite, onRead, type Route } from '../door/serve.ts'
import { aboutPicture, openPicture } from './pictures.actions.ts'
import { countUnused, findPicture, insertPicture } from './pictures.store.ts'
import { redraw } from './redraw.ts'
import { sealed, type WrappingKey } from './seal.ts'

export const picturesRoutes = (key: WrappingKey): Route[] => [onStore(key), onOwn(key)]

/** Redraws and seals the picture before the transaction: the bytes that were sent are never stored. */
const onStore = (key: WrappingKey): Route =>
  onPreparedWrite(
    storePicture,
    async ({ house, customer, bytes }, { id }) => {
      const early = decideStore(await house.db.read((tx) => countUnused(tx, customer)))
      if (isRefused(early)) return early
      const drawn = await redraw(bytes)
      if (isRefused(drawn)) return drawn
      return { drawn, sealed: sealed(key, aboutPicture({ customer, id }), drawn.bytes) }
    },
    async ({ tx, customer, now }, { id, use }, facts) => {
      const decision = decideStore(await countUnused(tx, customer))
      if (isRefused(decision)) return decision
      if (await findPicture(tx, customer, id)) return refuse('key_reused')
      const { bytes, width, height } = facts.drawn
      const removeAt = now + UNUSED_KEPT_MS
      await insertPicture(tx, { customer, id, use, sealed: facts.sealed, width, height, storedAt: now, removeAt })
      return { id, width, height, bytes: bytes.length }
    },
  )

const onOwn = (key: WrappingKey): Route =>
  onRead(readPicture, async ({ tx, customer }, { id }) => {
    const picture = await findPicture(tx, customer, id)
    if (!picture) return refuse('unknown_picture')
    const opened = openPicture(key, picture)
    if (isRefused(opened)) return opened
    const { width, height } = picture
    return { type: 'image/jpeg' as const, width, height, base64: opened.toString('base64') }
  })
