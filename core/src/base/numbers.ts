/*
 * Short record numbers that people read out to each other, made from the end of an id. They tell apart the records
 * of one customer or of one day. A lookup that must be exact uses the whole id.
 */

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BITS_OF_A_LETTER = 5
const BITS_OF_A_DIGIT = 4

/** The last 40 bits of an id. */
const endOf = (id: string): bigint => BigInt(`0x${id.replaceAll('-', '').slice(-10)}`)

/** Eight letters and digits, without I, L, O and U: `7K2M-91QX`. */
export function lettersFor(id: string): string {
  let rest = endOf(id)
  let text = ''
  for (let place = 0; place < 8; place++) {
    text = (LETTERS[Number(rest % 32n)] ?? '') + text
    rest /= 32n
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** Six hexadecimal digits: `4F09C2`. */
export const digitsFor = (id: string): string => id.slice(-6).toUpperCase()

/** A pattern for the end of an id: an id matches if its last 40 bits, masked, equal the value. */
export interface IdEnd {
  readonly mask: bigint
  readonly value: bigint
}

const endFrom = (value: bigint, bits: number): IdEnd => ({ mask: (1n << BigInt(bits)) - 1n, value })

/** The id pattern for letters that a person typed; null if they are malformed or too many. */
export function endOfLetters(written: string): IdEnd | null {
  const plain = written.toUpperCase().replace(/-/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')
  const values = [...plain].map((letter) => LETTERS.indexOf(letter))
  if (values.length === 0 || values.length > 8 || values.includes(-1)) return null
  const value = values.reduce((sum, one) => sum * 32n + BigInt(one), 0n)
  return endFrom(value, values.length * BITS_OF_A_LETTER)
}

/** The id pattern for hexadecimal digits. For a whole id the pattern covers its last 40 bits. */
export function endOfDigits(written: string): IdEnd | null {
  const plain = written.toLowerCase().replace(/-/g, '')
  if (!/^[0-9a-f]{1,32}$/.test(plain)) return null
  const digits = plain.slice(-10)
  return endFrom(BigInt(`0x${digits}`), digits.length * BITS_OF_A_DIGIT)
}

/** How a kind of record is numbered: the letter before the dash, and the signs behind it. */
export interface Numbering {
  readonly mark: string
  readonly numberIn: 'letters' | 'digits'
}

/** The number by which people name a record: `R-7K2M-91QX`, `D-4F09C2`. */
export const recordNumber = ({ mark, numberIn }: Numbering, id: string): string =>
  `${mark}-${numberIn === 'letters' ? lettersFor(id) : digitsFor(id)}`
