import type { Role } from '../base/contract.ts'
import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import type { Opinion, ReviewState } from './review.contract.ts'
import type { ReviewKind } from './review.kind.ts'

/** The kinds that somebody with these roles decides. */
export const kindsFor = <Kind extends Pick<ReviewKind, 'roles'>>(
  kinds: readonly Kind[],
  roles: readonly Role[],
): Kind[] => kinds.filter((kind) => kind.roles.some((role) => roles.includes(role)))

/** The role in which a seat acts on a kind: the first of the kind's roles that it holds. Null where it holds none. */
export const roleFor = (kind: Pick<ReviewKind, 'roles'>, roles: readonly Role[]): Role | null =>
  kind.roles.find((role) => roles.includes(role)) ?? null

/** When a decision is due on what is asked for now. `houseMs` is the house's own setting. */
export const dueAtFor = ({ dueMs }: Pick<ReviewKind, 'dueMs'>, houseMs: number, now: Instant): Instant =>
  now + (dueMs ?? houseMs)

/** A seat that has opened something and is silent for so long has left it: another may take it over. */
export const SILENCE_MS = 15 * MINUTE

/** Amounts of one customer count together over so long. */
export const WINDOW_MS = 24 * HOUR

/** A review as far as its rules ask. */
export interface Review {
  readonly kind: ReviewKind
  /** Null: the house's own, which has no customer. */
  readonly customer: string | null
  readonly state: ReviewState
  /** The seat that holds it, and when that seat was last at it. */
  readonly holder: { readonly seat: string; readonly at: Instant } | null
  /** The hash of what was submitted. */
  readonly payloadHash: string
  /** A disagreement begins a new round: counted from 1. */
  readonly round: number
  /** Opinions of the running round, in order. */
  readonly opinions: readonly GivenBy[]
}

/** An opinion, whose it is, and that person's own account as a customer. */
export interface GivenBy extends Acting {
  readonly opinion: Opinion
  readonly reason: string
  /** Of an approval for less than was asked: the hash of the smaller payload. */
  readonly offer: string | null
}

/** The seat that acts. */
export interface Acting {
  readonly seat: string
  /** The person's own account as a customer. */
  readonly customer: string | null
}

/** It is the person's own account. A thing of the house is nobody's own, also for a person without an account. */
const isOwn = (review: Pick<Review, 'customer'>, { customer }: Acting): boolean =>
  customer !== null && customer === review.customer

/** One person may have two seats: whoever names the same account as the own is the same one. */
const isSamePerson = (one: Acting, other: Acting): boolean =>
  one.seat === other.seat || (one.customer !== null && one.customer === other.customer)

/**
 * A review as it stands with those that may still decide it. An opinion counts as long as its seat does: of one that was ended since, or
 * may decide this kind no longer, it is as if two had disagreed. A new round begins, and two other people decide.
 */
export function standing<Kept extends Omit<Review, 'opinions'>>(
  review: Kept,
  opinions: readonly Omit<GivenBy, 'customer'>[],
  deciders: ReadonlyMap<string, Pick<Acting, 'customer'>>,
): Kept & Pick<Review, 'opinions'> {
  const given = opinions.flatMap((opinion): GivenBy[] => {
    const decider = deciders.get(opinion.seat)
    return decider ? [{ ...opinion, customer: decider.customer }] : []
  })
  if (isOver(review) || given.length === opinions.length) return { ...review, opinions: given }
  return { ...review, round: review.round + 1, opinions: [] }
}

export const isOver = ({ state }: Pick<Review, 'state'>): boolean => state !== 'pending' && state !== 'in_review'

/** True while a seat holds a review against others: it was at it less than a quarter of an hour ago. */
export const isHeld = ({ holder }: Pick<Review, 'holder'>, now: Instant): boolean =>
  holder !== null && now - holder.at < SILENCE_MS

export type OpeningRefusal = 'review_over' | 'own_account' | 'same_person' | 'held_by_another'

/**
 * A seat opens a review and holds it: as the first, again, or taking it over from one that has been silent. What is over, the own
 * account's, or waits for another person than this one, is not held: it may be looked at.
 */
export function decideOpening(
  review: Review,
  acting: Acting,
  now: Instant,
): { step: 'opened' | 'taken_over' | null } | Refused<OpeningRefusal> {
  if (isOver(review)) return refuse('review_over')
  if (isOwn(review, acting)) return refuse('own_account')
  if (review.opinions.some((given) => isSamePerson(given, acting))) return refuse('same_person')
  const { holder } = review
  if (holder?.seat === acting.seat) return { step: null }
  if (isHeld(review, now)) return refuse('held_by_another')
  return { step: holder === null ? 'opened' : 'taken_over' }
}

/** What the house's rules say about the thing at this moment. */
export interface OpinionFacts {
  /** The amount, with the customer's others of the window, is above the house's limit. */
  readonly aboveLimit: boolean
  /** One person decides here: `TWO_PERSON=off` and a single active seat. */
  readonly onePerson: boolean
  /** The hash of the payload as it stands now. */
  readonly payloadHash: string
}

export interface GivenOpinion {
  readonly opinion: Opinion
  readonly reason: string
  /** The hash of what the seat has seen. */
  readonly seen: string
  /** Of an approval for less than was asked: the hash of the smaller payload. */
  readonly offer: string | null
}

export type OpinionRefusal =
  'review_over' | 'own_account' | 'same_person' | 'not_held' | 'payload_changed' | 'unknown_reason'

/** What an opinion comes to. `offered`: approved for less than was asked, if the customer accepts. */
export type Outcome =
  | { readonly outcome: 'decided'; readonly result: 'approved' | 'refused' | 'offered'; readonly reason: string }
  | { readonly outcome: 'needs_second' }
  | { readonly outcome: 'disagreed' }

/** Two people decide above the limit, where the kind says so, and after a disagreement or a fallen opinion. */
export const needsTwo = (
  { kind, round }: Pick<Review, 'kind' | 'round'>,
  opinion: Opinion,
  { aboveLimit, onePerson }: Pick<OpinionFacts, 'aboveLimit' | 'onePerson'>,
): boolean => !onePerson && (aboveLimit || round > 1 || kind.twoPeople.includes(opinion))

/**
 * A seat says what it thinks of a review that it holds, having seen exactly this payload. It decides alone, or waits for a second
 * person, or is that second person; two who disagree, also about how much, send it back to the queue. The second one's reason is the
 * decision's.
 */
export function decideOpinion(
  review: Review,
  acting: Acting,
  given: GivenOpinion,
  facts: OpinionFacts,
): Outcome | Refused<OpinionRefusal> {
  if (isOver(review)) return refuse('review_over')
  if (isOwn(review, acting)) return refuse('own_account')
  const [first] = review.opinions
  if (first && isSamePerson(first, acting)) return refuse('same_person')
  if (review.holder?.seat !== acting.seat) return refuse('not_held')
  if (given.seen !== review.payloadHash || facts.payloadHash !== review.payloadHash) return refuse('payload_changed')
  if (!isReason(review.kind, given.opinion, given.reason)) return refuse('unknown_reason', {}, 'reason')
  // From here on the opinion must be written down.
  const result = given.opinion === 'refuse' ? 'refused' : given.offer === null ? 'approved' : 'offered'
  if (first) {
    return first.opinion === given.opinion && first.offer === given.offer
      ? { outcome: 'decided', result, reason: given.reason }
      : { outcome: 'disagreed' }
  }
  if (needsTwo(review, given.opinion, facts)) return { outcome: 'needs_second' }
  return { outcome: 'decided', result, reason: given.reason }
}

const isReason = (kind: ReviewKind, opinion: Opinion, reason: string): boolean => kind.reasons[opinion].includes(reason)

/** One of a customer's amounts of a kind: when it was asked for, in cents of EUR at the rate of that moment; null without a rate. */
export interface Asked {
  readonly at: Instant
  readonly eurCents: bigint | null
}

/**
 * Whether an amount is above the house's limit: the most that the customer asked for within any 24 hours that hold this one, so that
 * no order of asking stays below it. `others` are the same customer's of the kind that neither were refused nor cancelled. What has
 * no rate counts as above.
 */
export function isAboveLimit(own: Asked, others: readonly Asked[], limitCents: bigint): boolean {
  const near = [own, ...others.filter(({ at }) => Math.abs(at - own.at) < WINDOW_MS)]
  if (own.eurCents === null) return true
  const starts = near.filter(({ at }) => at <= own.at).map(({ at }) => at)
  return starts.some((from) => {
    const inside = near.filter(({ at }) => at >= from && at < from + WINDOW_MS)
    return inside.some(({ eurCents }) => eurCents === null) || sum(inside) > limitCents
  })
}

const sum = (asked: readonly Asked[]): bigint => asked.reduce((total, { eurCents }) => total + (eurCents ?? 0n), 0n)

/** A name as a list shows it: the first letter of each word. `Ana García` is `A•• G•••••`. */
export const maskedName = (name: string): string => name.replace(/(?<=\p{L}|\p{N})[\p{L}\p{N}\p{M}]/gu, '•')

/** What one submission says, as one text: fields by name in order. Two payloads are the same exactly if their texts are. */
export const payloadText = (fields: Readonly<Record<string, string | null>>): string =>
  JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
