import { MARKS, endOfDigits, endOfLetters, recordNumber, type IdEnd } from '../base/numbers.ts'
import type { ReviewKind } from './review.contract.ts'

/** By which people name what is reviewed: `R-7K2M-91QX` a withdrawal, `D-4F09C2` a deposit, `K-4F09C2` an identity check. */
export const numberOf = (kind: ReviewKind, id: string): string => recordNumber(kind, id)

/** What a search of a queue looks for: the end of a number, which some kinds write in letters, or of the customer's phone. */
export interface LookedFor {
  /** The one kind that the mark names; null without a mark. */
  readonly kind: ReviewKind | null
  readonly letters: IdEnd | null
  readonly digits: IdEnd | null
  readonly phoneEnd: string | null
}

const LETTERS_AFTER_DASH = 4

/**
 * Reads what was typed into a search: the end of a number, with its mark or without, a whole id, or the end of a phone number.
 * Null where it can be none of them: nothing is found.
 */
export function lookedFor(written: string): LookedFor | null {
  const plain = written.trim().toUpperCase().replace(/\s/g, '')
  const [, mark, end = plain] = /^([RDK])-(.+)$/.exec(plain) ?? []
  // `D-8Y9S` may also be the end of a withdrawal's number, where a letter that is a mark elsewhere stands before its dash.
  const isEnd = mark !== undefined && mark !== MARKS.withdrawal && end.length === LETTERS_AFTER_DASH
  const kind = isEnd ? null : ((Object.keys(MARKS) as ReviewKind[]).find((one) => MARKS[one] === mark) ?? null)
  const letters =
    mark === undefined || mark === MARKS.withdrawal ? endOfLetters(end) : isEnd ? endOfLetters(plain) : null
  const digits = mark === MARKS.withdrawal ? null : endOfDigits(end)
  const phone = plain.replace(/[+-]/g, '')
  const phoneEnd = mark === undefined && /^\d{1,15}$/.test(phone) ? phone : null
  const isWhole = plain.length === 36 && digits !== null
  if (isWhole) return { kind, letters: digits, digits, phoneEnd: null }
  return letters === null && digits === null && phoneEnd === null ? null : { kind, letters, digits, phoneEnd }
}
