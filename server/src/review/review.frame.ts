import type { Amount } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { InputOf, RefusalOf, ReplyOf, Topic, Write } from '@lonja/core/base/contract'
import { isRefused, type Refused } from '@lonja/core/base/refusal'
import type { Opinion } from '@lonja/core/review/review.contract'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { hasDisagreed, NO_FLAWS, type Flaws, type OpeningRefusal, type Outcome } from '@lonja/core/review/review.rules'
import type { OpinionInput } from '@lonja/core/review/review.staff.contract'
import type * as z from 'zod/mini'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Tx } from '../database/db.ts'
import type { Answer, Route } from '../door/serve.ts'
import type { Seat } from '../door/seats.ts'
import { onStaffWrite, type StaffWriteContext } from '../door/serve.staff.ts'
import { countActiveSeats, listSeatedBy } from '../staff/seats.store.ts'
import { lastMoves, type CauseNames } from './moves.actions.ts'
import { lessOf, type ReducibleThing } from './offers.frame.ts'
import { findOffer } from './offers.store.ts'
import {
  actFor,
  giveOpinion,
  isOnePerson,
  peopleFor,
  readReview,
  startReview,
  type Payload,
  type ReviewWithSteps,
  type ReviewSettings,
} from './review.actions.ts'
import { holderReply, stepsFor } from './review.replies.ts'
import { lockFor, opinionsIn, type ReviewRow, type StepRow } from './review.store.ts'

/** The settings and names that every kind in this house shares. The composition root supplies them. */
export interface Reviews {
  readonly settings: ReviewSettings
  readonly names: CauseNames
}

/** A thing that staff decide, of any product. Its customer never changes. */
interface Thing {
  /** Null for a thing of the house. */
  readonly customer: CustomerId | null
}

type OpenCall = Write<z.ZodMiniType<{ readonly id: string }>>
type DecideCall = Write<z.ZodMiniType<OpinionInput>, z.ZodMiniType<{ readonly state: string }>>

/**
 * The fields of the evidence that the frame adds itself: `moves` if the kind moves money, `offered` if it can be
 * approved for less.
 */
type FrameField =
  'offered' | 'review' | 'seen' | 'steps' | 'holder' | 'onlyLook' | 'people' | 'onePerson' | 'seatedBy' | 'moves'

/** A decision that ends the review. */
export interface Decision {
  readonly result: 'approved' | 'refused'
  readonly reason: string
  /** The people who gave the opinions that count. */
  readonly people: 1 | 2
}

/** An opinion that does not end the review. */
export interface OpenOutcome {
  readonly outcome: 'needs_second' | 'disagreed'
  readonly opinion: Opinion
  /** True if two people have disagreed on it, now or before: no opinion alone may have an effect. */
  readonly hasDisagreed: boolean
}

/**
 * A product implements this so that staff can decide its things: the evidence, the payload, and the effects of a
 * decision. The frame opens and holds reviews, takes opinions, counts people and answers. Before the first write,
 * `opening` and `ready` may refuse.
 */
export interface ReviewedThing<
  T extends Thing,
  Open extends OpenCall,
  Decide extends DecideCall,
  Ready extends object,
> {
  readonly kind: ReviewKind
  readonly open: Open
  readonly decide: Decide
  /** The refusal if there is no such thing. */
  readonly unknown: Refused<RefusalOf<Open> & RefusalOf<Decide>>
  /** The topics to publish to the customer: when the review is opened, and with an opinion. */
  readonly topics: { readonly opened: readonly Topic[]; readonly judged: readonly Topic[] }
  /** Finds the thing by the id of its review. */
  readonly find: (tx: Tx, review: string) => Promise<T | null>
  /** Refuses a thing that cannot be shown at all. */
  readonly opening?: (thing: T) => Refused<RefusalOf<Open>> | null
  /** Called when a seat has opened the review for the first time. */
  readonly opened: (context: StaffWriteContext, thing: T) => Promise<void>
  /** The product's own part of the evidence. It is a view, which the frame has recorded. */
  readonly evidence: (
    context: StaffWriteContext,
    thing: T,
    review: ReviewRow,
  ) => Promise<Omit<ReplyOf<Open>, FrameField>>
  /** The facts that stand against an approval by this seat now. Omitted for a kind without checks and pictures. */
  readonly flaws?: (context: StaffWriteContext, thing: T) => Promise<Flaws>
  /** The payload as it is now, and other data that the decision needs; or the refusal to decide. */
  readonly ready: (
    context: StaffWriteContext,
    thing: T,
    input: InputOf<Decide>,
  ) => Promise<(Ready & { readonly payload: Payload }) | Refused<RefusalOf<Decide>>>
  /** Carries out a decision: a credit, a release, a notice. A refusal takes the opinion back. */
  readonly decided: (
    context: StaffWriteContext,
    thing: T,
    decision: Decision,
    ready: Ready,
  ) => Promise<void | Refused<RefusalOf<Decide>>>
  /** Called after an opinion that decides nothing: it waits for a second person, or two have disagreed. */
  readonly undecided?: (
    context: StaffWriteContext,
    thing: T,
    undecided: OpenOutcome,
  ) => Promise<void | Refused<RefusalOf<Decide>>>
  /** For a kind that can be approved for less than was asked. */
  readonly less?: ReducibleThing<T, RefusalOf<Decide>>
  /** The state of the thing after an opinion. */
  readonly stateOf: (thing: T) => ReplyOf<Decide>['state']
}

/** The two calls by which staff decide a kind: open one with its evidence, and give an opinion. */
export const reviewedRoutes = <T extends Thing, Open extends OpenCall, Decide extends DecideCall, Ready extends object>(
  reviews: Reviews,
  product: ReviewedThing<T, Open, Decide, Ready>,
): Route[] => [openRoute(reviews, product), decideRoute(reviews, product)]

function openRoute<T extends Thing, Open extends OpenCall, Decide extends DecideCall, Ready extends object>(
  reviews: Reviews,
  product: ReviewedThing<T, Open, Decide, Ready>,
): Route {
  const { kind, open, unknown, topics, find, opening, opened, evidence } = product
  return onStaffWrite<Open>(open, {
    customerOf: (tx, { id }) => lockOf(product, tx, id),
    handle: async (context, { id }) => {
      const { tx, now, seat, publish } = context
      const row = await find(tx, id)
      if (!row) return unknown
      const refused = opening?.(row)
      if (refused) return refused
      const started = await startReview(tx, kind, { id, seat, now })
      const thing = await readAgain(tx, product, id)
      if (started.isFirst) await opened(context, thing)
      if (thing.customer !== null) publish(thing.customer, ...topics.opened)
      const own = await evidence(context, thing, started.review)
      return { ...own, ...(await frameOf(context, reviews, kind, started)) } as unknown as ReplyOf<Open>
    },
  })
}

/** The part of the evidence that is the same for every kind. */
async function frameOf(
  { tx, now, language, seat }: StaffWriteContext,
  { settings, names }: Reviews,
  kind: ReviewKind,
  { review, steps, refused }: ReviewWithSteps & { readonly refused: Refused<OpeningRefusal | 'role_reads'> | null },
) {
  const { record, customer, amount } = review
  const seats = await countActiveSeats(tx)
  assert(!kind.movesMoney || (amount !== null && customer !== null), 'what moves money says how much, and whose')
  return {
    review: review.state,
    seen: review.payloadHash,
    steps: stepsFor(language, kind, steps).map((step, n) => ({ ...step, note: steps[n]?.note ?? null })),
    holder: holderReply(review, seat, now),
    onlyLook: refused?.refused ?? null,
    people: await peopleFor(tx, kind, review, settings, seats),
    onePerson: isOnePerson(settings, seats),
    seatedBy: await seatedByFor(tx, steps, seat),
    ...(kind.less && amount ? { offered: await offeredOf(tx, review, amount) } : {}),
    ...(kind.movesMoney && customer !== null && amount
      ? { moves: await lastMoves(tx, { customer, amount, own: { kind: kind.name, id: record } }, names) }
      : {}),
  }
}

/**
 * The rules cannot see whether two seats are two people: lists who seated the asking seat and those that gave opinions.
 */
async function seatedByFor(
  tx: Tx,
  steps: readonly StepRow[],
  asking: Pick<Seat, 'id'>,
): Promise<{ seat: number; by: number }[]> {
  const opined = steps.flatMap(({ person, by }) => (person === null || by === null ? [] : [by.seat]))
  return (await listSeatedBy(tx, [...opined, asking.id])).map(({ seat, by }) => ({ seat, by }))
}

/** Carries out the effects of an opinion that the product has: of a decision, or of one that decides nothing yet. */
async function follow<T extends Thing, Open extends OpenCall, Decide extends DecideCall, Ready extends object>(
  { decided, undecided }: ReviewedThing<T, Open, Decide, Ready>,
  context: StaffWriteContext,
  { thing, id, opinion, outcome, ready }: { thing: T; id: string; opinion: Opinion; outcome: Outcome; ready: Ready },
): Promise<void | Refused<RefusalOf<Decide>>> {
  const { review, steps } = await readReview(context.tx, id)
  if (outcome.outcome !== 'decided')
    return undecided?.(context, thing, { outcome: outcome.outcome, opinion, hasDisagreed: hasDisagreed(steps) })
  if (outcome.result === 'offered') return
  const people = opinionsIn(steps, review.round, null).length === 1 ? 1 : 2
  return decided(context, thing, { result: outcome.result, reason: outcome.reason, people }, ready)
}

const isOffer = (outcome: Outcome): boolean => outcome.outcome === 'decided' && outcome.result === 'offered'

/** The smaller amount that the running round approves; null if there is none. */
async function offeredOf(tx: Tx, review: ReviewRow, { asset }: Amount): Promise<Amount | null> {
  const offer = await findOffer(tx, review)
  return offer && { asset, units: offer.units }
}

function decideRoute<T extends Thing, Open extends OpenCall, Decide extends DecideCall, Ready extends object>(
  { settings }: Reviews,
  product: ReviewedThing<T, Open, Decide, Ready>,
): Route {
  const { kind, decide, unknown, topics, find, ready, stateOf } = product
  return onStaffWrite<Decide>(decide, {
    customerOf: (tx, { id }) => lockOf(product, tx, id),
    handle: async (context, input): Answer<Decide> => {
      const { tx, now, seat, publish } = context
      const { id, note, opinion, reason, seen, less: amount }: OpinionInput = input
      const row = await find(tx, id)
      if (!row) return unknown
      const prepared = await ready(context, row, input)
      if (isRefused(prepared)) return prepared
      const { review } = await readReview(tx, id)
      const lesser = opinion === 'approve' ? amount : undefined
      const less = await lessOf(tx, product, row, { amount: lesser, request: review.amount })
      if (isRefused(less)) return less
      const outcome = await giveOpinion(tx, kind, {
        id,
        seat,
        opinion,
        reason,
        seen,
        note: note ?? null,
        less,
        payload: prepared.payload,
        flaws: (await product.flaws?.(context, row)) ?? NO_FLAWS,
        settings,
        activeSeats: await countActiveSeats(tx),
        now,
      })
      if (isRefused(outcome)) return outcome
      const thing = await readAgain(tx, product, id)
      const refused = await follow(product, context, { thing, id, opinion, outcome, ready: prepared })
      if (refused) return refused
      if (less && isOffer(outcome)) await product.less?.offered(tx, thing, { amount: less.amount, at: now })
      if (row.customer !== null) publish(row.customer, ...topics.judged)
      const { role, number } = actFor(kind, seat)
      const state = stateOf(await readAgain(tx, product, id))
      return { id, outcome: outcome.outcome, state, seat: { role, number } } as unknown as ReplyOf<Decide>
    },
  })
}

async function lockOf<T extends Thing>(
  { find }: { readonly find: (tx: Tx, id: string) => Promise<T | null> },
  tx: Tx,
  id: string,
): Promise<ReturnType<typeof lockFor> | null> {
  const thing = await find(tx, id)
  return thing && lockFor(thing)
}

/** Reads the thing again after a write, with the present state of its review. */
async function readAgain<T extends Thing>(
  tx: Tx,
  { find }: { readonly find: (tx: Tx, id: string) => Promise<T | null> },
  id: string,
): Promise<T> {
  const thing = await find(tx, id)
  assert(thing !== null, 'what is reviewed stays')
  return thing
}
