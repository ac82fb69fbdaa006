import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Role } from '../base/contract.ts'
import type { CustomerId, SeatId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'

/** Acts on a page of the list, unless the call says how many. */
export const AUDIT_PAGE = 50

/** The latest acts on a customer among which the last of a kind is looked for. */
export const LATEST_ACTS_MOST = 100

/** The most acts that a verification names whose rows in the two chains differ. */
export const UNLIKE_ACTS_MOST = 100

/** The detail of an act: codes, ids, amounts as texts. Never a secret, a name, a phone number or a document. */
export type ActDetail = Readonly<Record<string, string | number | boolean | null>>

/** The seat that acted, as customers see it: a number and the role it acted in. */
export interface ActingSeat {
  readonly id: SeatId
  readonly number: number
  readonly role: Role
}

/** An act or a view for the audit log: the customer, the seat, and the record. */
export interface Act {
  readonly id: string
  readonly act: string
  /** Null if it concerns no customer. */
  readonly customer: CustomerId | null
  /** Null if the customer, or the house itself, acted. */
  readonly seat: ActingSeat | null
  readonly about: { readonly kind: string; readonly id: string } | null
  readonly detail: ActDetail
  readonly at: Instant
}

/** The head of a chain: the number and the hash of its last row. */
export interface Head {
  readonly n: number
  readonly hash: Uint8Array
}

/** The head before the first row of a chain. */
export const NO_HEAD: Head = { n: 0, hash: new Uint8Array(32) }

/** The detail in the form that is hashed and stored: JSON with sorted names. */
export const detailText = (detail: ActDetail): string =>
  JSON.stringify(Object.fromEntries(Object.entries(detail).sort(([one], [other]) => (one < other ? -1 : 1))))

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The head of a chain after one more act: SHA-256 of its name, the row's number, the row's content, and the hash before
 * it.
 */
export function headAfter(chain: string, before: Head, { id, act, customer, seat, about, detail, at }: Act): Head {
  const n = before.n + 1
  const kind = about?.kind ?? null
  const by = [seat?.id ?? null, seat?.number ?? null, seat?.role ?? null]
  const of = [kind, about?.id ?? null, detailText(detail), at, hex(before.hash)]
  const fields = [chain, n, id, act, customer, ...by, ...of]
  return { n, hash: sha256(utf8ToBytes(JSON.stringify(fields))) }
}

/** The chains that an act belongs to: the customer's and the seat's. */
export const chainsOf = ({ customer, seat }: Pick<Act, 'customer' | 'seat'>): string[] =>
  [customer, seat?.id ?? null].filter((chain) => chain !== null)
