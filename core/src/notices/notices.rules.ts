import { isCurrency, type Amount, type ListingId } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Role } from '../base/contract.ts'
import { formatAmount } from '../base/formats.ts'
import type { CustomerId, OrderId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import type { Language } from '../base/language.ts'
import type { NoticeCode, NoticeKind } from './notices.contract.ts'
import type { PushPriority } from './push.rules.ts'

/** Notices on a page of the list, unless the call says how many. */
export const NOTICES_PAGE = 30

/** The facts of a notice: plain texts by name, so that it can always be read in any language. */
export type Facts = Readonly<Record<string, string>>

/** A new notice, stored in the transaction of the event that it reports. */
export interface NewNotice {
  readonly customer: CustomerId
  /** A UUIDv7: notices are sorted by it. */
  readonly id: string
  readonly code: NoticeCode
  readonly facts: Facts
  readonly order: OrderId | null
  readonly at: Instant
}

export type NoticeHead = Pick<NewNotice, 'customer' | 'id' | 'at'>

/** A feature's entry in the list of notices. */
export interface NoticePart {
  /** The kind that filters a list of notices. */
  readonly about: NoticeKind
  /** Null: never pushed. */
  readonly push: PushPriority | null
  /**
   * The page it links to if it names no order and no record; behind the page of a share if it names one. Omitted if the notice is
   * complete in itself, or about a price: those lead to the share and its alerts.
   */
  readonly leadsTo?: string
}

/** A page of the app that a notice can link to. */
export interface PlacePart {
  /** The path behind the hash. */
  readonly path: string
  /** The page shows one record, named by its id in the query. */
  readonly takesId?: true
}

/** A notice to put into words. `nameOf` gives a listing's name in the language. */
export interface NoticeInWords {
  readonly code: NoticeCode
  readonly facts: Facts
  readonly language: Language
  readonly nameOf: (listing: ListingId) => string
}

/** The sentence of a notice: the key of the catalogue's text, and the values for its blanks. */
export interface Wording {
  readonly key: string
  readonly blanks: Readonly<Record<string, string>>
  /** A blank that is itself a sentence of the catalogue. */
  readonly reason: string | null
  /** Further sentences of the catalogue, after the body. */
  readonly also?: readonly string[]
  /** The reason of a decision: its words are in the server's review texts. */
  readonly review?: string | undefined
  /** The customer's own note, appended at the end; '' for none. */
  readonly note?: string
  /** The role of the staff member: a word of the catalogue. */
  readonly role?: Role
  /** The language of a text that was not written in the reader's. */
  readonly language?: Language
}

/** A feature's function that puts a notice into words. The catalogue has a text for a device without a name. */
export type Words = (notice: NoticeInWords) => Wording

/** A sentence with blanks and no reason. */
export const plain = (key: string, blanks: Wording['blanks'] = {}): Wording => ({ key, blanks, reason: null })

/** The sentence of a notice that has no blanks. */
export const plainSentence: Words = ({ code }) => plain(code)

export const amountFacts = ({ asset, units }: Amount): Facts => ({ asset, units: units.toString() })

/** The amount among the facts, formatted for the language. */
export function amountIn({ facts, language }: Pick<NoticeInWords, 'facts' | 'language'>): string {
  const asset = factIn(facts, 'asset')
  assert(isCurrency(asset), 'a notice tells of money in a currency')
  return formatAmount({ asset, units: BigInt(factIn(facts, 'units')) }, language)
}

/** One fact. Asserts that the notice has it. */
export function factIn(facts: Facts, name: string): string {
  const fact = facts[name]
  assert(fact !== undefined, `a notice has the fact that its words need: ${name}`)
  return fact
}

/** The listing that a notice is about; null for none. */
export const listingOf = (facts: Facts): ListingId | null => (facts['listing'] as ListingId | undefined) ?? null
