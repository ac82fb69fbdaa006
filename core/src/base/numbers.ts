import { CUSTOMER_NUMBER } from './wire.ts'

/*
 * Short record numbers that people read out to each other, made from the end of an id. They tell apart the records
 * of one customer or of one day. A lookup that must be exact uses the whole id.
 */

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

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

/**
 * The last ten digits of the id whose number in letters a person typed: case and dash do not count, and letters that are
 * mistaken for digits are read as these. Null unless it is a whole number.
 */
export function idEndOfLetters(written: string): string | null {
  const plain = written.toUpperCase().replace(/-/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')
  const values = [...plain].map((letter) => LETTERS.indexOf(letter))
  if (values.length !== 8 || values.includes(-1)) return null
  return values
    .reduce((sum, one) => sum * 32n + BigInt(one), 0n)
    .toString(16)
    .padStart(10, '0')
}

/** The last six digits of the id whose number in digits a person typed; null unless it is a whole number. */
export const idEndOfDigits = (written: string): string | null =>
  /^[0-9a-f]{6}$/i.test(written) ? written.toLowerCase() : null

/** The numbering of a kind of record: its prefix letter, and the form of the rest. */
export interface Numbering {
  readonly mark: string
  readonly numberIn: 'letters' | 'digits'
}

/** The record number that people use: `R-7K2M-91QX`, `D-4F09C2`. */
export const recordNumber = ({ mark, numberIn }: Numbering, id: string): string =>
  `${mark}-${numberIn === 'letters' ? lettersFor(id) : digitsFor(id)}`

const CUSTOMERS: Numbering = { mark: 'L', numberIn: 'digits' }

/** The account number that staff use among themselves: `L-4F09C2`. */
export const customerNumber = (id: string): string => recordNumber(CUSTOMERS, id)

/** The last six digits of the id whose account number a person typed; null unless it is a whole number with its letter. */
export const idEndOfCustomer = (written: string): string | null =>
  CUSTOMER_NUMBER.test(written) ? idEndOfDigits(written.slice(-6)) : null
