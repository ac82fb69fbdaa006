import { HOUR, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import type { ActName } from '../audit/audit.acts.ts'
import type { Role, Topic } from '../base/contract.ts'
import type { PictureUse } from './pictures.contract.ts'

/** A feature's part in the list of uses: the role that works with such pictures, the act of a view, the topic it changes. */
export interface PicturePart {
  readonly role: Role
  readonly act: string
  readonly topic: string
}

/** The uses of pictures, as the roof joins them. */
export type PictureUses = Readonly<
  Record<PictureUse, { readonly role: Role; readonly act: ActName; readonly topic: Topic }>
>

/** The image formats that are decoded; any other is refused unread. */
export type PictureForm = 'jpeg' | 'png' | 'webp'

/** Bounds on a picture's pixels (a phone's camera has 12 to 50 million) and on its shorter side. */
export const PIXELS_MOST = 50_000_000
export const SIDE_LEAST = 100
/** The longer side of a stored picture, large enough for the small print of a document. */
export const KEPT_SIDE_MOST = 2_400

/** A picture that no record uses is removed after a day. */
export const UNUSED_KEPT_MS = 24 * HOUR
/** The most unused pictures per customer. */
export const UNUSED_MOST = 20
/** A picture is removed 30 days after the decision about its record. Product rule 9. */
export const KEPT_AFTER_DECISION_MS = 30 * 24 * HOUR

export const removalFor = (decidedAt: Instant): Instant => decidedAt + KEPT_AFTER_DECISION_MS

const startsWith = (bytes: Uint8Array, signs: readonly number[], at = 0): boolean =>
  signs.every((sign, place) => bytes[at + place] === sign)

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

const FORMS: readonly (readonly [PictureForm, (bytes: Uint8Array) => boolean])[] = [
  ['jpeg', (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff])],
  ['png', (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['webp', (bytes) => text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP'],
]

/** Common other file types, so that the refusal can name the type that was sent. */
const OTHERS: readonly (readonly [string, (bytes: Uint8Array) => boolean])[] = [
  ['GIF', (bytes) => text(bytes, 0, 4) === 'GIF8'],
  ['PDF', (bytes) => text(bytes, 0, 5) === '%PDF-'],
  ['HEIC', (bytes) => text(bytes, 4, 8) === 'ftyp' && /^(hei|hev|mif1|msf1)/.test(text(bytes, 8, 12))],
  ['AVIF', (bytes) => text(bytes, 4, 8) === 'ftyp' && text(bytes, 8, 11) === 'avi'],
  ['MP4', (bytes) => text(bytes, 4, 8) === 'ftyp'],
  ['TIFF', (bytes) => /^(II\*\0|MM\0\*)/.test(text(bytes, 0, 4))],
  ['BMP', (bytes) => text(bytes, 0, 2) === 'BM'],
  ['ZIP', (bytes) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])],
  ['SVG', (bytes) => /^[\s\ufeff\u00ef\u00bb\u00bf]*<(\?xml|svg|!doctype|!--)/i.test(text(bytes, 0, 200))],
]

/** The image format that the first bytes show, whatever the file's name; or the refusal. */
export function checkPicture(
  bytes: Uint8Array,
): { form: PictureForm } | Refused<'picture_empty' | 'picture_not_taken' | 'picture_unreadable'> {
  if (bytes.length === 0) return refuse('picture_empty')
  const form = FORMS.find(([, isIt]) => isIt(bytes))?.[0]
  if (form) return { form }
  const other = OTHERS.find(([, isIt]) => isIt(bytes))?.[0]
  return other === undefined ? refuse('picture_unreadable') : refuse('picture_not_taken', { form: other })
}

/** Check a picture's dimensions before it is decoded. */
export function checkSize(
  width: number,
  height: number,
): Refused<'picture_too_many_pixels' | 'picture_too_small'> | null {
  if (width * height > PIXELS_MOST) return refuse('picture_too_many_pixels')
  return Math.min(width, height) < SIDE_LEAST ? refuse('picture_too_small') : null
}

/** Store one more unused picture, or refuse it. */
export const decideStore = (unused: number): { keep: true } | Refused<'too_many_pictures'> =>
  unused >= UNUSED_MOST ? refuse('too_many_pictures', { most: String(UNUSED_MOST) }) : { keep: true }

/** The facts about a picture that need no decoding. */
export interface PictureFacts {
  readonly id: string
  readonly use: PictureUse
  /** The record that uses it; null for none. */
  readonly usedBy: string | null
  readonly removedAt: Instant | null
}

/**
 * Attach pictures to a record, or refuse the first that cannot be: unknown or another customer's, for another use, used
 * by another record (except `earlier`, which this record follows), removed, or named twice.
 */
export function decideUse(
  ids: readonly string[],
  pictures: readonly PictureFacts[],
  { use, record, earlier = null }: { use: PictureUse; record: string; earlier?: string | null },
): { take: readonly string[] } | Refused<'unknown_picture' | 'picture_removed'> {
  for (const [place, id] of ids.entries()) {
    const picture = pictures.find((one) => one.id === id)
    if (!picture || picture.use !== use) return refuse('unknown_picture')
    if (picture.removedAt !== null) return refuse('picture_removed')
    const isFree = picture.usedBy === null || picture.usedBy === record || picture.usedBy === earlier
    if (!isFree || ids.indexOf(id) !== place) return refuse('unknown_picture')
  }
  return { take: ids }
}
