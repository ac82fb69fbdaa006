import type { Role } from '../base/contract.ts'
import type { CustomerId, SeatId } from '../base/ids.ts'
import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { isSamePerson, type SecondRefusal } from '../staff/hands.rules.ts'
import type { Opinion, ReviewState } from './review.contract.ts'
import type { ReviewKind } from './review.kind.ts'

/** The moves of money that are shown beside a decision. */
export const MOVES_SHOWN = 6

/** The roles that open a kind: those that decide it, and the auditor, who only views. */
export const readersOf = ({ roles }: Pick<ReviewKind, 'roles'>): Role[] => [...roles, 'auditor']

/** The kinds that these roles read: those that they decide; all for an auditor. */
export const kindsReadBy = <Kind extends Pick<ReviewKind, 'roles'>>(
  kinds: readonly Kind[],
  roles: readonly Role[],
): Kind[] => kinds.filter((kind) => readersOf(kind).some((role) => roles.includes(role)))

/** The role in which a seat acts on a kind: the first of the kind's roles that it holds. Null if it holds none. */
export const roleFor = (kind: Pick<ReviewKind, 'roles'>, roles: readonly Role[]): Role | null =>
  kind.roles.find((role) => roles.includes(role)) ?? null

/** The due time of a decision on a submission made now. `houseMs` is the house's setting. */
export const dueAtFor = ({ dueMs }: Pick<ReviewKind, 'dueMs'>, houseMs: number, now: Instant): Instant =>
  now + (dueMs ?? houseMs)

/** A seat that opened a review and is silent for this time has left it: another seat may take it over. */
export const SILENCE_MS = 15 * MINUTE

/** The window in which a customer's amounts count together. */
export const WINDOW_MS = 24 * HOUR

/** A review in the fields that its rules need. */
export interface Review {
  readonly kind: ReviewKind
  /** Null if the subject is the house. */
  readonly customer: CustomerId | null
  readonly state: ReviewState
  /** The seat that holds it, and the time of that seat's last activity on it. */
  readonly holder: { readonly seat: SeatId; readonly at: Instant } | null
  /** The hash of the submission. */
  readonly payloadHash: string
  /** Counted from 1; a disagreement starts a new round. */
  readonly round: number
  /** Opinions of the current round, in order. */
  readonly opinions: readonly SeatOpinion[]
}

/** An opinion with its seat, and that person's own customer account. */
export interface SeatOpinion extends Acting {
  readonly opinion: Opinion
  readonly reason: string
  /** For an approval of less than requested: the hash of the smaller payload. */
  readonly offer: string | null
}

/** The acting seat. */
export interface Acting {
  readonly seat: SeatId
  /** The person's own customer account. */
  readonly customer: CustomerId | null
}

/**
 * True if it is the person's own account. A review of the house is nobody's own, even for a person without an account.
 */
const isOwn = (review: Pick<Review, 'customer'>, { customer }: Acting): boolean =>
  customer !== null && customer === review.customer

const isSame = (one: Acting, other: Acting): boolean => one.seat === other.seat || isSamePerson(one, other)

/**
 * A review with the opinions that still count. An opinion counts as long as its seat may decide: if the seat has been
 * ended, or may no longer decide this kind, it is as if two people had disagreed. A new round starts, and two other
 * people decide.
 */
export function withValidOpinions<Kept extends Omit<Review, 'opinions'>>(
  review: Kept,
  opinions: readonly Omit<SeatOpinion, 'customer'>[],
  deciders: ReadonlyMap<string, Pick<Acting, 'customer'>>,
): Kept & Pick<Review, 'opinions'> {
  const counted = opinions.flatMap((opinion): SeatOpinion[] => {
    const decider = deciders.get(opinion.seat)
    return decider ? [{ ...opinion, customer: decider.customer }] : []
  })
  if (isOver(review) || counted.length === opinions.length) return { ...review, opinions: counted }
  return { ...review, round: review.round + 1, opinions: [] }
}

/** True if two people have disagreed on a review that is not decided: a second opinion did not end it. */
export const hasDisagreed = (steps: readonly { readonly person: number | null }[]): boolean =>
  steps.some(({ person }) => person === 2)

export const isOver = ({ state }: Pick<Review, 'state'>): boolean => state !== 'pending' && state !== 'in_review'

/** True while a seat holds a review against others: its last activity was less than a quarter of an hour ago. */
export const isHeld = ({ holder }: Pick<Review, 'holder'>, now: Instant): boolean =>
  holder !== null && now - holder.at < SILENCE_MS

export type OpeningRefusal = 'review_over' | 'own_account' | 'same_person' | 'held_by_another' | SecondRefusal

/**
 * Open a review for a seat, which then holds it: as the first, again, or by taking it over from a silent seat. `second`
 * is the refusal of `decideSecond` where there is a first opinion; null without one. A review
 * that is over, of the seat's own account, or waiting for another person can be viewed but not held.
 */
export function decideOpening(
  review: Review,
  acting: Acting,
  second: null | Refused<SecondRefusal>,
  now: Instant,
): { step: 'opened' | 'taken_over' | null } | Refused<OpeningRefusal> {
  if (isOver(review)) return refuse('review_over')
  if (isOwn(review, acting)) return refuse('own_account')
  if (review.opinions.some((opinion) => isSame(opinion, acting))) return refuse('same_person')
  if (second) return second
  const { holder } = review
  if (holder?.seat === acting.seat) return { step: null }
  if (isHeld(review, now)) return refuse('held_by_another')
  return { step: holder === null ? 'opened' : 'taken_over' }
}

/** The house's rules about the subject at this moment. */
export interface OpinionFacts {
  /** True if the amount, together with the customer's others in the window, is above the house's limit. */
  readonly aboveLimit: boolean
  /** True if one person decides here: `TWO_PERSON=off` and a single active seat. */
  readonly onePerson: boolean
  /** The hash of the current payload. */
  readonly payloadHash: string
  readonly flaws: Flaws
  /** Why the seat cannot be the second person beside the first; null if it can, or is the first. */
  readonly second: null | Refused<SecondRefusal>
}

/** The facts in the evidence that stand against an approval. */
export interface Flaws {
  /** True if one of the house's own checks has failed; an unknown one has not. */
  readonly failedCheck: boolean
  /** The number of pictures that the seat has not opened. */
  readonly unopened: number
}

export const NO_FLAWS: Flaws = { failedCheck: false, unopened: 0 }

export interface NewOpinion {
  readonly opinion: Opinion
  readonly reason: string
  /** The hash of the payload that the seat has seen. */
  readonly seen: string
  /** True if the seat wrote a note for other staff. */
  readonly hasNote: boolean
  /** For an approval of less than requested: the hash of the smaller payload. */
  readonly offer: string | null
}

export type OpinionRefusal =
  | 'review_over'
  | 'own_account'
  | 'same_person'
  | 'not_held'
  | 'payload_changed'
  | 'unknown_reason'
  | 'picture_unopened'
  | 'check_failed'
  | 'note_needed'
  | SecondRefusal

/** The outcome of an opinion. `offered`: approved for less than requested, if the customer accepts. */
export type Outcome =
  | { readonly outcome: 'decided'; readonly result: 'approved' | 'refused' | 'offered'; readonly reason: string }
  | { readonly outcome: 'needs_second' }
  | { readonly outcome: 'disagreed' }

/**
 * True if two people must decide: above the limit, where the kind requires it, and after a disagreement or a lapsed
 * opinion.
 */
export const needsTwo = (
  { kind, round }: Pick<Review, 'kind' | 'round'>,
  opinion: Opinion,
  { aboveLimit, onePerson }: Pick<OpinionFacts, 'aboveLimit' | 'onePerson'>,
): boolean => !onePerson && (aboveLimit || round > 1 || kind.twoPeople.includes(opinion))

/**
 * Record the opinion of a seat that holds the review and has seen exactly this payload. It decides alone, or waits for
 * a second person, or is that second person. Two who disagree, also about the amount, send the review back to the
 * queue. The second person's reason is the decision's.
 */
export function decideOpinion(
  review: Review,
  acting: Acting,
  opinion: NewOpinion,
  facts: OpinionFacts,
): Outcome | Refused<OpinionRefusal> {
  if (isOver(review)) return refuse('review_over')
  if (isOwn(review, acting)) return refuse('own_account')
  const [first] = review.opinions
  if (first && isSame(first, acting)) return refuse('same_person')
  if (facts.second) return facts.second
  if (review.holder?.seat !== acting.seat) return refuse('not_held')
  if (opinion.seen !== review.payloadHash || facts.payloadHash !== review.payloadHash) return refuse('payload_changed')
  if (!isReason(review.kind, opinion.opinion, opinion.reason)) return refuse('unknown_reason', {}, 'reason')
  const flaw = flawIn(review.kind, opinion, facts.flaws)
  if (flaw) return flaw
  // From here on the opinion must be written down.
  const result = opinion.opinion === 'refuse' ? 'refused' : opinion.offer === null ? 'approved' : 'offered'
  if (first) {
    return first.opinion === opinion.opinion && first.offer === opinion.offer
      ? { outcome: 'decided', result, reason: opinion.reason }
      : { outcome: 'disagreed' }
  }
  if (needsTwo(review, opinion.opinion, facts)) return { outcome: 'needs_second' }
  return { outcome: 'decided', result, reason: opinion.reason }
}

/** An approval needs every picture opened; a reason that says that all was checked, no failed check; some a note. */
function flawIn(
  { clean = [], noted = [] }: ReviewKind,
  { opinion, reason, hasNote }: NewOpinion,
  { failedCheck, unopened }: Flaws,
): Refused<OpinionRefusal> | null {
  if (noted.includes(reason) && !hasNote) return refuse('note_needed', {}, 'note')
  if (opinion === 'refuse') return null
  if (unopened > 0) return refuse('picture_unopened', { count: String(unopened) })
  return failedCheck && clean.includes(reason) ? refuse('check_failed', {}, 'reason') : null
}

/** The reasons to approve that may be given beside these flaws. */
export const approvalsFor = <Code extends string>(
  { clean = [] }: Pick<ReviewKind, 'clean'>,
  reasons: readonly Code[],
  { failedCheck }: Pick<Flaws, 'failedCheck'>,
): Code[] => reasons.filter((reason) => !(failedCheck && clean.includes(reason)))

const isReason = (kind: ReviewKind, opinion: Opinion, reason: string): boolean => kind.reasons[opinion].includes(reason)

/**
 * One of a customer's amounts of a kind: its submission time, in cents of EUR at the rate of that time; null without a
 * rate.
 */
export interface SubmittedAmount {
  readonly at: Instant
  readonly eurCents: bigint | null
}

/**
 * True if an amount is above the house's limit: `largestWindow` is compared with it, so that no order of submissions
 * stays below the limit. An amount without a rate counts as above.
 */
export function isAboveLimit(own: SubmittedAmount, others: readonly SubmittedAmount[], limitCents: bigint): boolean {
  const largest = largestWindow(own, others)
  return largest === null || largest > limitCents
}

/**
 * The largest sum in EUR of any 24 hours that contain an amount; null if one of its neighbours within them, or it, has no
 * rate. `others` are the same customer's amounts of the kind that were neither refused nor cancelled.
 */
export function largestWindow(own: SubmittedAmount, others: readonly SubmittedAmount[]): bigint | null {
  const near = [own, ...others.filter(({ at }) => Math.abs(at - own.at) < WINDOW_MS)]
  const starts = near.filter(({ at }) => at <= own.at).map(({ at }) => at)
  return starts.reduce<bigint | null>((largest, from) => {
    const inside = sum(near.filter(({ at }) => at >= from && at < from + WINDOW_MS))
    return largest === null || inside === null ? null : inside > largest ? inside : largest
  }, 0n)
}

/** Null if one of the amounts has no rate. */
const sum = (amounts: readonly SubmittedAmount[]): bigint | null =>
  amounts.reduce<bigint | null>(
    (total, { eurCents }) => (total === null || eurCents === null ? null : total + eurCents),
    0n,
  )

/** A masked name for lists: the first letter of each word. `Ana García` becomes `A•• G•••••`. */
export const maskedName = (name: string): string => name.replace(/(?<=\p{L}|\p{N})[\p{L}\p{N}\p{M}]/gu, '•')

/** A submission as one text: its fields in order of name. Two payloads are equal exactly if their texts are. */
export const payloadText = (fields: Readonly<Record<string, string | null>>): string =>
  JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
