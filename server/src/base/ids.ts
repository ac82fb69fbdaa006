import { randomFillSync, randomInt } from 'node:crypto'
import type { IdOf } from '@lonja/core/base/ids'
import { V7Generator } from 'uuidv7'

const DIGITS = Buffer.from('0123456789abcdef', 'latin1')
const DASH = 45
const text = Buffer.alloc(36)

// Random numbers are fetched 4 KB at a time. Fetching them for each id costs as much as the rest of the id.
const page = new Uint32Array(1_024)
let used = page.length
const nextUint32 = (): number => {
  if (used === page.length) {
    randomFillSync(page)
    used = 0
  }
  return page[used++] as number
}
const generator = new V7Generator({ nextUint32 })

/** A new id for a thing that the server creates, of the kind that its place wants: a UUIDv7, so later ids sort later. */
export function newId<Kind extends string>(): IdOf<Kind> {
  const { bytes } = generator.generate()
  let at = 0
  for (let n = 0; n < 16; n++) {
    const byte = bytes[n] as number
    if (n === 4 || n === 6 || n === 8 || n === 10) text[at++] = DASH
    text[at++] = DIGITS[byte >> 4] as number
    text[at++] = DIGITS[byte & 15] as number
  }
  // One text from a buffer: the library's own method, which joins letters, costs five times as much.
  return text.toString('latin1') as IdOf<Kind>
}

/** Digits and letters without I, L, O and U, which are misread or spell words. */
const SPOKEN = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A short random name of a request, for a person to read out: eight letters, 40 bits. */
export function newReference(): string {
  let reference = ''
  for (let half = 0; half < 2; half++) {
    const random = nextUint32()
    for (let shift = 0; shift < 20; shift += 5) reference += SPOKEN[(random >>> shift) & 31]
  }
  return reference
}

/**
 * The cursor before the newest id of a descending list. A real id lets the database use its index; `null or before it`
 * reads all rows.
 */
export const PAST_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** A cursor before every id. */
export const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/** A random number from 0 up to 1, to spread waits that should not all end at once. */
export const chance = (): number => randomInt(2 ** 32) / 2 ** 32
