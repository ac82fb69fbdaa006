import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { oneOf, type NameIn } from '../base/lists.ts'
import { Id } from '../base/wire.ts'

/** The use of a picture, such as an identity document or the proof of a deposit. Features bring theirs. */
export type PictureUse = NameIn<'pictures'>

/** The media types accepted for upload. Every picture is re-encoded and stored as a JPEG. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** A picture for display: always a JPEG encoded by the server. */
export const ShownPicture = z.object({
  type: z.literal('image/jpeg'),
  width: z.int(),
  height: z.int(),
  base64: z.string(),
})

/** Store one picture: the body is its bytes. A later deposit, identity check or message names it by this id. */
export const storePicture = write({
  path: '/pictures/store',
  caller: 'customer',
  restrictedFrom: null,
  key: 'id',
  body: 'picture',
  summary: 'Send one picture (JPEG, PNG or WebP, 10 MB at most); it is drawn anew and kept encrypted',
  input: z.strictObject({ id: Id, use: oneOf<PictureUse>('pictures') }),
  reply: z.object({ id: Id, width: z.int(), height: z.int(), bytes: z.int() }),
  refusals: [
    'picture_empty',
    'picture_not_taken',
    'picture_unreadable',
    'picture_too_many_pixels',
    'picture_too_small',
    'too_many_pictures',
    'too_slow',
    'too_many_uploads',
  ],
})

/** The customer's own picture, until it is removed. */
export const readPicture = read({
  path: '/pictures/own',
  caller: 'customer',
  summary: 'One of the customer’s own pictures',
  input: z.strictObject({ id: Id }),
  reply: ShownPicture,
  refusals: ['unknown_picture', 'picture_removed', 'picture_damaged'],
})

export const picturesCalls = { storePicture, readPicture }
