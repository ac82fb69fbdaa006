import { idEndOfDigits, idEndOfLetters } from '../base/numbers.ts'
import type { ReviewKind } from './review.kind.ts'

/** A search for a record by its whole number: a kind, and the end of the record's id that its number is made of. */
export interface NumberSearch {
  readonly kind: string
  /** In hex, without dashes at its end: six digits, ten digits, or a whole id. */
  readonly idEnd: string
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The records that a text may name: a whole number with its prefix letter, `R-7K2M-91QX`, or without it, or a whole id. None for
 * any other text, also for a part of a number.
 */
export function numberSearchesFor(kinds: readonly ReviewKind[], written: string): NumberSearch[] {
  const plain = written.replace(/\s/g, '')
  if (ID.test(plain.toLowerCase())) return kinds.map(({ name: kind }) => ({ kind, idEnd: plain.toLowerCase() }))
  return kinds.flatMap(({ name: kind, mark, numberIn }) => {
    const rest = plain.toUpperCase().startsWith(`${mark}-`) ? plain.slice(mark.length + 1) : plain
    const idEnd = numberIn === 'letters' ? idEndOfLetters(rest) : idEndOfDigits(rest)
    return idEnd === null ? [] : [{ kind, idEnd }]
  })
}

/** True if the text begins with the prefix letter of a kind, as a whole number is written. */
export const hasMark = (kinds: readonly ReviewKind[], written: string): boolean =>
  kinds.some(({ mark }) => written.trim().toUpperCase().startsWith(`${mark}-`))
