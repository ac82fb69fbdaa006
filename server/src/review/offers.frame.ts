import type { Amount } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { RefusalOf, ReplyOf, Topic, Write } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import type { Refused } from '@lonja/core/base/refusal'
import { decideAnswer, isLess, stateAfter, type OfferAnswer } from '@lonja/core/review/offers.rules'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import type * as z from 'zod/mini'
import type { CustomerId } from '@lonja/core/base/ids'
import { eachInTurn } from '../jobs/rounds.ts'
import type { Events } from '../base/events.ts'
import type { Db, Tx } from '../database/db.ts'
import { lockCustomer, type LockedTx } from '../database/locks.ts'
import { onWrite, type Answer, type Route } from '../door/serve.ts'
import type { ReducedOffer } from './offers.actions.ts'
import { readReview, type Payload } from './review.actions.ts'
import { findOffer, listDueOffers, saveOfferAnswer, type OfferRow } from './offers.store.ts'
import { findReview, findReviewOf, saveReview, type ReviewRow } from './review.store.ts'

/**
 * Offers of less than was asked. A seat approves a smaller amount. The product makes a payload of it, which is frozen
 * like the submitted one, and one or two people decide on it by the rule for the smaller amount. The customer then
 * accepts or declines exactly that payload. Without an answer in time the offer expires.
 */

/** A product implements this too if its things can be approved for less than was asked. */
export interface ReducibleThing<T, Code extends string> {
  /** The refusal of an amount that is not less than the amount asked for. */
  readonly notLess: Refused<Code>
  /** The submission with the smaller amount. */
  readonly payloadOf: (tx: Tx, thing: T, amount: Amount) => Promise<Payload> | Payload
  /** Its value in cents of EUR, at the rate stored with the thing; null without one. */
  readonly eurCentsOf: (thing: T, amount: Amount) => bigint | null
  /** Called once staff have decided on an offer: sends a notice. The hold stays until the customer answers. */
  readonly offered: (tx: LockedTx, thing: T, offer: { readonly amount: Amount; readonly at: Instant }) => Promise<void>
  /**
   * Called after the customer's answer, or after the time for it: pays out the smaller amount, releases the rest, sends
   * a notice.
   */
  readonly answered: (
    tx: LockedTx,
    thing: T,
    answer: { readonly how: OfferAnswer; readonly amount: Amount; readonly at: Instant },
  ) => Promise<void>
}

/** The smaller amount that an opinion approves, with its payload; null if the opinion approves all or refuses. */
export async function lessOf<T, Code extends string>(
  tx: Tx,
  { kind, less }: { readonly kind: ReviewKind; readonly less?: ReducibleThing<T, Code> },
  thing: T,
  amounts: { readonly amount: Amount | undefined; readonly request: Amount | null },
): Promise<ReducedOffer | Refused<Code> | null> {
  const { amount, request } = amounts
  if (amount === undefined) return null
  assert(less !== undefined && kind.less !== undefined, 'a kind whose call takes less says how')
  if (!isLess(amount, request)) return less.notLess
  const payload = await less.payloadOf(tx, thing, amount)
  return { amount, payload, eurCents: less.eurCentsOf(thing, amount), answerMs: kind.less.answerMs }
}

/** The parts of a product that the answers to its offers need. */
interface Offering<T, Code extends string, State> {
  readonly kind: ReviewKind
  readonly unknown: Refused<Code>
  /** Finds the thing by the id of its review. */
  readonly find: (tx: Tx, review: string) => Promise<T | null>
  readonly stateOf: (thing: T) => State
  readonly topics: { readonly judged: readonly Topic[] }
  readonly less?: ReducibleThing<T, string>
}

type AnswerCall<State> = Write<
  z.ZodMiniType<{ readonly id: string; readonly seen: string }>,
  z.ZodMiniType<{ readonly id: string; readonly state: State }>
>

/** The refusal of an acceptance by what the offer is about, of a kind that has one. */
type Accepting<T, Call extends AnswerCall<string>> = (
  tx: LockedTx,
  thing: T,
) => Promise<Refused<RefusalOf<Call>> | null>

/** The two calls by which a customer answers an offer. Both refuse `review_over` and `payload_changed`. */
export const offerRoutes = <
  T extends { readonly customer: CustomerId | null },
  Accept extends AnswerCall<string>,
  Decline extends AnswerCall<string>,
>(
  product: Offering<T, RefusalOf<Accept> & RefusalOf<Decline>, ReplyOf<Accept>['state'] & ReplyOf<Decline>['state']>,
  calls: { readonly accept: Accept; readonly decline: Decline; readonly accepting?: Accepting<T, Accept> },
): Route[] => [
  answerRoute(product, calls.accept, 'accepted', calls.accepting),
  answerRoute(product, calls.decline, 'declined'),
]

const answerRoute = <T extends { readonly customer: CustomerId | null }, Call extends AnswerCall<string>>(
  product: Offering<T, RefusalOf<Call>, ReplyOf<Call>['state']>,
  call: Call,
  how: OfferAnswer,
  accepting?: Accepting<T, Call>,
): Route =>
  onWrite<Call>(call, async ({ tx, customer, now, publish }, { id, seen }): Answer<Call> => {
    const review = await findReviewOf(tx, customer, id)
    const thing = review && (await product.find(tx, review.id))
    if (!thing) return product.unknown
    const offer = await findOffer(tx, review)
    const refused = decideAnswer(review.state, offer, { seen, now }) ?? (await accepting?.(tx, thing))
    if (refused) return refused
    assert(offer !== null, 'what is answered was offered')
    await endOffer(tx, product, { thing, review, offer }, how, now)
    publish(...product.topics.judged)
    const after = await product.find(tx, review.id)
    assert(after !== null, 'what is reviewed stays')
    return { id, state: product.stateOf(after) } as ReplyOf<Call>
  })

async function endOffer<T>(
  tx: LockedTx,
  { less }: Pick<Offering<T, string, string>, 'less'>,
  { thing, review, offer }: { thing: T; review: ReviewRow; offer: OfferRow },
  how: OfferAnswer,
  at: Instant,
): Promise<void> {
  assert(less !== undefined && review.amount !== null, 'an offer is of a kind that can be less')
  const state = stateAfter(how)
  await saveOfferAnswer(tx, offer, how, at)
  await saveReview(tx, { ...review, state, endedAt: at, reason: state === 'approved' ? review.reason : null })
  await less.answered(tx, thing, { how, amount: { ...review.amount, units: offer.units }, at })
}

const AT_ONCE = 100

/** Expires the offers of a kind that nobody answered in time, each in its own transaction. Returns how many. */
export async function expireOffers<T>(
  { db, events }: { readonly db: Db; readonly events: Pick<Events, 'publish'> },
  product: Pick<Offering<T, string, string>, 'kind' | 'find' | 'less' | 'topics'>,
  now: Instant,
): Promise<number> {
  const due = await db.read((tx) => listDueOffers(tx, product.kind.name, now, AT_ONCE))
  let ended = 0
  await eachInTurn(due, async (id) => {
    const customer = await db.write((tx) => expireOne(tx, product, id, now))
    if (customer === null) return
    ended += 1
    events.publish(customer, [...product.topics.judged])
  })
  return ended
}

/** Returns the customer whose offer has expired; null if it was answered in the same moment. */
async function expireOne<T>(
  tx: Tx,
  product: Pick<Offering<T, string, string>, 'find' | 'less'>,
  id: string,
  now: Instant,
): Promise<CustomerId | null> {
  const customer = (await findReview(tx, id))?.customer ?? null
  assert(customer !== null, 'an offer is made to a customer')
  const locked = await lockCustomer(tx, customer)
  const { review } = await readReview(tx, id)
  const offer = await findOffer(tx, review)
  if (review.state !== 'offered' || !offer || offer.endsAt === null || offer.endsAt > now) return null
  const thing = await product.find(tx, id)
  assert(thing !== null, 'what is reviewed stays')
  await endOffer(locked, product, { thing, review, offer }, 'expired', now)
  return customer
}
