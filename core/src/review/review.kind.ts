import type { ActName } from '../audit/audit.acts.ts'
import type { Role, Topic } from '../base/contract.ts'
import type { Opinion } from './review.contract.ts'

/**
 * A kind of thing that staff decide, as its own feature describes it in `<feature>.review.ts`. The roof joins them in
 * `core/src/reviews.contract.ts`: queues, counts, roles, reasons, numbers and the console's pages read that list.
 */
export interface ReviewKind {
  /** In the database, on the wire, and in the keys of its texts: `reviews.<name>.<reason>.title` and `.next`. */
  readonly name: string
  /** The number by which people name one: `R-7K2M-91QX` in letters, `D-4F09C2` in digits. No two kinds share a mark. */
  readonly mark: string
  readonly numberIn: 'letters' | 'digits'
  /** The roles that decide it. A seat acts in the first of them that it holds. */
  readonly roles: readonly Role[]
  /**
   * Why staff approve or refuse: closed lists. There is no free text between staff and customer, so that no refusal can ask for
   * anything. Sentences and next steps stand in the server's texts.
   */
  readonly reasons: Readonly<Record<Opinion, readonly string[]>>
  /** The acts in the audit log: a seat opened one, a seat gave its opinion. */
  readonly acts: { readonly viewed: ActName; readonly judged: ActName }
  /** The topic by which a customer's screens ask for a record of it anew; null where no customer has one. */
  readonly topic: Topic | null
  /** A decision is due this long after the request; null: as long as the house's own setting says. */
  readonly dueMs: number | null
  /** Whose it is: a customer's, or the house's own, such as the terms of an offer. */
  readonly subject: 'customer' | 'house'
  readonly amount: 'currency' | 'shares' | 'none'
  /** Whether deciding it moves money: the evidence then shows the customer's last moves in its currency. */
  readonly movesMoney: boolean
  /** Opinions that take two people whatever the amount. */
  readonly twoPeople: readonly Opinion[]
  /**
   * Above the house's limit two people decide: `sum` adds the same customer's others of this kind within 24 hours, `none` never
   * asks for the limit.
   */
  readonly limit: 'sum' | 'none'
  /** Of a kind that can be approved for less than was asked: how long the customer may take to accept the smaller amount. */
  readonly less?: { readonly answerMs: number }
}
