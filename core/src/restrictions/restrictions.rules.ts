import { stopsMoney } from '../accounts/restrictions.rules.ts'
import type { RestrictionLevel } from '../base/contract.ts'
import type { CustomerId } from '../base/ids.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'

/** More than the deposits that a customer can have under way. */
export const DEPOSITS_SHOWN = 50

/** The applications and repayments that are shown of each product. */
export const APPLICATIONS_SHOWN = 50

/** The products whose applications, and whose repayments, a customer can have under way. */
export const APPLICATION_KINDS_SHOWN = ['ipo', 'block', 'loan', 'loan_repayment', 'option', 'run'] as const
export type ApplicationKindShown = (typeof APPLICATION_KINDS_SHOWN)[number]

/** Restricted accounts on a page of the list, unless the call says how many. */
export const RESTRICTED_PAGE = 50

const DAY = 24 * HOUR

/** The longest restriction before it must be reviewed and renewed. */
export const RESTRICTED_MOST = 90 * DAY

/** One person restricts an account for at most this time within the window, all restrictions together. */
export const ALONE_MOST = 72 * HOUR
export const ALONE_WINDOW = 30 * DAY

/** A restriction in the times that count: from its start to its end, or to its lifting before that. */
export interface RestrictionSpan {
  readonly from: Instant
  readonly to: Instant
}

/** The time of the last 30 days in which the account was restricted by one person alone, in milliseconds. */
export const aloneMs = (spans: readonly RestrictionSpan[], now: Instant): number =>
  spans.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, now) - Math.max(from, now - ALONE_WINDOW)), 0)

export interface RestrictionRequest {
  readonly customer: CustomerId
  readonly level: RestrictionLevel
  readonly until: Instant
}

export interface RestrictionFacts {
  readonly now: Instant
  /** The seat's own customer account; null for none. */
  readonly ownAccount: CustomerId | null
  /** The restriction in force; null for none. */
  readonly inForce: { readonly level: RestrictionLevel; readonly untilAt: Instant } | null
  /** Restrictions of one person, past and present. */
  readonly alone: readonly RestrictionSpan[]
}

export type RestrictionRefusal = 'own_account' | 'until_past' | 'until_too_far'

/**
 * Decide whether a seat restricts an account at once, or asks for two people: beyond 72 hours of the last 30 days together
 * with earlier ones, and wherever the restriction in force would become weaker or end earlier, which is a lifting.
 */
export function decideRestriction(
  { customer, level, until }: RestrictionRequest,
  { now, ownAccount, inForce, alone }: RestrictionFacts,
): { readonly people: 1 | 2 } | Refused<RestrictionRefusal> {
  if (customer === ownAccount) return refuse('own_account')
  if (until <= now) return refuse('until_past', {}, 'until')
  if (until - now > RESTRICTED_MOST) return refuse('until_too_far', {}, 'until')
  const isWeaker = inForce !== null && (level < inForce.level || until < inForce.untilAt)
  return { people: isWeaker || aloneMs(alone, now) + (until - now) > ALONE_MOST ? 2 : 1 }
}

/** Something of a customer's that is under way. */
export type UnderWay =
  | { readonly kind: 'order'; readonly side: 'buy' | 'sell' }
  | { readonly kind: 'withdrawal'; readonly state: string }
  | { readonly kind: 'deposit' | ApplicationKindShown }

/**
 * The effect of a restriction on something under way. `ends`: an open buy or a run of a strategy ends, and its hold is released. `stops`: an approved
 * withdrawal goes back to its queue. `waits`: a withdrawal in review is not approved, and no loan is paid out. `goes_on`: nothing
 * changes; nothing is ever sold.
 */
export type Fate = 'ends' | 'stops' | 'waits' | 'goes_on'

export function fateOf(what: UnderWay, level: RestrictionLevel): Fate {
  if (what.kind === 'order') return what.side === 'buy' ? 'ends' : 'goes_on'
  if (what.kind === 'run') return 'ends'
  if (what.kind === 'loan') return 'waits'
  if (what.kind !== 'withdrawal' || !stopsMoney(level)) return 'goes_on'
  return what.state === 'approved' ? 'stops' : 'waits'
}
