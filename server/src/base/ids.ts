import { randomFillSync, randomInt } from 'node:crypto'
import { V7Generator } from 'uuidv7'

const DIGITS = Buffer.from('0123456789abcdef', 'latin1')
const DASH = 45
const text = Buffer.alloc(36)

// A page of randomness at a time: fetched for each id, it costs as much as the rest of the id.
const page = new Uint32Array(1_024)
let used = page.length
const generator = new V7Generator({
  nextUint32: () => {
    if (used === page.length) {
      randomFillSync(page)
      used = 0
    }
    return page[used++] as number
  },
})

/** A new id, for what the server starts by itself: a UUIDv7, so that ids made later sort later. */
export function newId(): string {
  const { bytes } = generator.generate()
  let at = 0
  for (let n = 0; n < 16; n++) {
    const byte = bytes[n] as number
    if (n === 4 || n === 6 || n === 8 || n === 10) text[at++] = DASH
    text[at++] = DIGITS[byte >> 4] as number
    text[at++] = DIGITS[byte & 15] as number
  }
  // One text made whole: the library's own, put together letter by letter, costs five times as much.
  return text.toString('latin1')
}

/** After every id: where a list that goes from the newest down begins. Sent in an id's place, the database goes there by its index; of “no id, or before it” it reads all. */
export const PAST_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** Before every id. */
export const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/** A number from 0 to 1: for waits that should not end all at once. */
export const chance = (): number => randomInt(2 ** 32) / 2 ** 32
