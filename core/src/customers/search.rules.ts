import { phonesFor } from '../accounts/phones.rules.ts'
import { MINUTE } from '../base/instant.ts'
import { idEndOfCustomer } from '../base/numbers.ts'
import type { Throttle } from '../base/throttle.ts'
import { hasMark, numberSearchesFor, type NumberSearch } from '../review/numbers.rules.ts'
import type { ReviewKind } from '../review/review.kind.ts'

/** The searches that one seat may make in a minute, on all servers together. */
export const SEARCHES: Throttle = { kind: 'seat_searches', most: 30, windowMs: MINUTE }

/** The most customers that one search shows. */
export const SEARCH_ROWS = 50

/**
 * A text as everything that it may be, each whole: a part of a number or of a word finds nothing, so that a search can confirm what
 * somebody knows but not reveal it piece by piece.
 */
export interface CustomerQuery {
  /** The stored forms of a phone number. */
  readonly phones: readonly string[]
  /** A whole id of a customer. */
  readonly id: string | null
  /** The end of the id that an account number, `L-4F09C2`, is made of. */
  readonly accountEnd: string | null
  readonly records: readonly NumberSearch[]
  /** In stored form. */
  readonly iban: string | null
  /** In lower case. */
  readonly address: string | null
  /** With and without `0x`. */
  readonly hashes: readonly string[]
  /** The words of a name, which all must match. */
  readonly name: string
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Everything that a text may be. A record's number needs its prefix letter here, where nothing else says its kind. */
export function customerQueryFor(kinds: readonly ReviewKind[], written: string): CustomerQuery {
  const plain = written.trim()
  const id = ID.test(plain.toLowerCase()) ? plain.toLowerCase() : null
  const [, hash] = /^(?:0x)?([0-9a-f]{64})$/i.exec(plain) ?? []
  const iban = plain.replace(/[\s-]/g, '').toUpperCase()
  return {
    phones: phonesFor(plain),
    id,
    accountEnd: idEndOfCustomer(plain),
    records: id !== null || hasMark(kinds, plain) ? numberSearchesFor(kinds, plain) : [],
    iban: /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(iban) ? iban : null,
    address: /^[0-9a-z]{20,100}$/i.test(plain) ? plain.toLowerCase() : null,
    hashes: hash === undefined ? [] : [hash.toLowerCase(), `0x${hash.toLowerCase()}`],
    name: plain,
  }
}
