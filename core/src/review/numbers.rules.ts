import { endOfDigits, endOfLetters, type IdEnd } from '../base/numbers.ts'
import type { ReviewKind } from './review.kind.ts'

/** A search of a queue: the end of a number, which some kinds write in letters, or of the customer's phone. */
export interface NumberSearch {
  /** The kind that the prefix letter names; null without one. */
  readonly kind: string | null
  readonly letters: IdEnd | null
  readonly digits: IdEnd | null
  readonly phoneEnd: string | null
}

const LETTERS_AFTER_DASH = 4

/**
 * Parse a search: the end of a number, with or without its prefix letter, a whole id, or the end of a phone number.
 * Null if the text can be none of them, so nothing matches.
 */
export function numberSearchFor(kinds: readonly ReviewKind[], written: string): NumberSearch | null {
  const plain = written.trim().toUpperCase().replace(/\s/g, '')
  const marked = kinds.find(({ mark }) => plain.startsWith(`${mark}-`) && plain.length > mark.length + 1)
  const end = marked ? plain.slice(marked.mark.length + 1) : plain
  // `D-8Y9S` may also be the end of a number in letters, of any kind, whose part before the dash ends with that letter.
  const isEnd = end.length === LETTERS_AFTER_DASH
  const inLetters = !marked || marked.numberIn === 'letters'
  const letters = inLetters ? endOfLetters(end) : isEnd ? endOfLetters(plain) : null
  const digits = marked?.numberIn === 'letters' ? null : endOfDigits(end)
  const phone = plain.replace(/[+-]/g, '')
  const phoneEnd = !marked && /^\d{1,15}$/.test(phone) ? phone : null
  const kind = isEnd ? null : (marked?.name ?? null)
  const isWhole = plain.length === 36 && digits !== null
  if (isWhole) return { kind, letters: digits, digits, phoneEnd: null }
  return letters === null && digits === null && phoneEnd === null ? null : { kind, letters, digits, phoneEnd }
}
