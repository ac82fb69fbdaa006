import type { ActName } from '../audit/audit.acts.ts'
import type { Role, Topic } from '../base/contract.ts'
import type { Opinion } from './review.contract.ts'

/**
 * A kind of review, described by its own feature in `<feature>.review.ts`. The roof joins them in
 * `core/src/lists.ts`: queues, counts, roles, reasons, numbers and the console's pages read that list.
 */
export interface ReviewKind {
  /**
   * The name in the database, on the wire, and in the keys of its texts: `reviews.<name>.<reason>.title` and `.next`.
   */
  readonly name: string
  /**
   * The form of its record numbers: `R-7K2M-91QX` in letters, `D-4F09C2` in digits. No two kinds share a prefix letter.
   */
  readonly mark: string
  readonly numberIn: 'letters' | 'digits'
  /** The roles that decide it. A seat acts in the first of them that it holds. */
  readonly roles: readonly Role[]
  /**
   * The reasons to approve or refuse: closed lists. There is no free text between staff and customer, so that no
   * refusal can ask for anything. Sentences and next steps are in the server's texts.
   */
  readonly reasons: Readonly<Record<Opinion, readonly string[]>>
  /** Reasons to approve that say that everything was checked. No seat may give them while a check has failed. */
  readonly clean?: readonly string[]
  /** Reasons that need a note for other staff. */
  readonly noted?: readonly string[]
  /** The acts in the audit log: a seat opened one, a seat gave its opinion. */
  readonly acts: { readonly viewed: ActName; readonly judged: ActName }
  /** The topic that reloads its records on a customer's screens; null if no customer has one. */
  readonly topic: Topic | null
  /** The time from submission until a decision is due; null for the house's setting. */
  readonly dueMs: number | null
  /** The subject: a customer, or the house, such as for the terms of an offer. */
  readonly subject: 'customer' | 'house'
  readonly amount: 'currency' | 'shares' | 'none'
  /** The ways in which its money goes, by which its queue can be narrowed. Omitted for a kind without. */
  readonly ways?: readonly string[]
  /** True if a decision moves money: the evidence then shows the customer's latest entries in its currency. */
  readonly movesMoney: boolean
  /** Opinions that always take two people, whatever the amount. */
  readonly twoPeople: readonly Opinion[]
  /**
   * Above the house's limit two people decide: `sum` adds the same customer's others of this kind within 24 hours, `none` never
   * asks for the limit.
   */
  readonly limit: 'sum' | 'none'
  /** For a kind that can be approved for less than requested: the customer's time to accept the smaller amount. */
  readonly less?: { readonly answerMs: number }
}
