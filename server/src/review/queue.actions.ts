import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { assert } from '@lonja/core/base/assert'
import type { InputOf, ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { recordNumber } from '@lonja/core/base/numbers'
import type { ReviewState } from '@lonja/core/review/review.contract'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { kindsReadBy, maskedName, roleFor, SILENCE_MS } from '@lonja/core/review/review.rules'
import type { QueueSort } from '@lonja/core/review/queue.staff.contract'
import type { QueueSubject, ReviewCalls } from '@lonja/core/review/review.staff.contract'
import { newSince } from '@lonja/core/review/whose.rules'
import { findNames, type CustomerName } from '../accounts/accounts.store.ts'
import type { Tx } from '../database/db.ts'
import type { Seat } from '../door/seats.ts'
import {
  listOpen,
  listOpinions,
  listOver,
  type ReviewInList,
  type OpinionRow,
  type QueueFilter,
  type QueuePage,
} from './queue.store.ts'
import type { ReviewSettings } from './review.actions.ts'
import { holderReply, reasonIn } from './review.replies.ts'
import type { ReviewRow } from './review.store.ts'
import { listWaiting } from './turns.actions.ts'

/** The subjects of a kind whose reviews are the house's, by the ids of their records, in the language of the answer. */
export type SubjectsOf = (
  tx: Tx,
  records: readonly string[],
  language: Language,
) => Promise<ReadonlyMap<string, QueueSubject>>

/** The queues of a house: its kinds with their subjects, their calls from the composition root, and its settings. */
export interface Queues {
  readonly kinds: readonly ReviewKind[]
  /** By the names of kinds whose subject is the house. */
  readonly subjects: Readonly<Partial<Record<string, SubjectsOf>>>
  readonly calls: ReviewCalls
  readonly settings: ReviewSettings
}

export type QueueRow = ReplyOf<ReviewCalls['listQueue']>['rows'][number]

/** The filters of a queue as a call names them. */
export type QueueInput = InputOf<ReviewCalls['exportQueue']>

export function kindNamed({ kinds }: Pick<Queues, 'kinds'>, name: string): ReviewKind {
  const kind = kinds.find((each) => each.name === name)
  assert(kind !== undefined, 'a review is of a kind that this house knows')
  return kind
}

/** The asking seat at a moment, and the language of its answer. */
export interface Asking {
  readonly seat: Seat
  readonly now: Instant
  readonly language: Language
}

/** Open states: their reviews are listed by deadline. An offer waits for its customer. */
const WITHOUT_END: readonly ReviewState[] = ['pending', 'in_review', 'offered']
const OPEN_STATES: readonly ReviewState[] = ['pending', 'in_review']

/** A queue that is narrowed: the kinds and states of its reviews, and the facts that its filters compare. */
export interface NarrowedQueue {
  readonly filter: QueueFilter
  readonly kinds: readonly ReviewKind[]
  readonly isOpen: boolean
  readonly sort: QueueSort
}

const CENTS = 100n
const centsOf = (euros: number | undefined): bigint | null => (euros === undefined ? null : BigInt(euros) * CENTS)

/** The queue that a seat asks for; null if its roles read none of it. */
export async function narrowedFor(
  tx: Tx,
  queues: Pick<Queues, 'kinds'>,
  input: QueueInput,
  { seat, now }: Pick<Asking, 'seat' | 'now'>,
): Promise<NarrowedQueue | null> {
  const { kind, state = 'open', late, joined, restricted, way = null, least, most, sort = 'due' } = input
  const kinds = kindsReadBy(queues.kinds, seat.roles).filter(({ name }) => kind === undefined || name === kind)
  if (kinds.length === 0) return null
  const states = state === 'open' ? OPEN_STATES : [state]
  const facts = {
    lateAt: late ? now : null,
    joinedAfter: joined ? newSince(now) : null,
    restrictedAt: restricted ? now : null,
    way,
    leastCents: centsOf(least),
    mostCents: centsOf(most),
  }
  const turn = await turnsFor(tx, kinds, input.whose, { seat, now })
  const isOpen = states.every((each) => WITHOUT_END.includes(each))
  return { filter: { states, silentAt: now - SILENCE_MS, ...facts, ...turn }, kinds, isOpen, sort }
}

const ANYBODY = { only: null, without: [], heldBy: null, freeFor: null } as const

/** The part of a filter that says whose turn it is. */
async function turnsFor(
  tx: Tx,
  kinds: readonly ReviewKind[],
  whose: QueueInput['whose'],
  { seat, now }: Pick<Asking, 'seat' | 'now'>,
): Promise<Pick<QueueFilter, 'kinds' | 'only' | 'without' | 'heldBy' | 'freeFor'>> {
  if (whose === undefined) return { ...ANYBODY, kinds }
  if (whose === 'mine') return { ...ANYBODY, kinds, heldBy: seat.id }
  const waiting = await listWaiting(tx, kinds, seat, now)
  if (whose === 'free') {
    const without = waiting.filter(({ turn }) => turn !== 'second').map(({ review }) => review)
    const decided = kinds.filter((kind) => roleFor(kind, seat.roles) !== null)
    return { ...ANYBODY, kinds: decided, without, freeFor: seat }
  }
  return { ...ANYBODY, kinds, only: waiting.filter(({ turn }) => turn === whose).map(({ review }) => review) }
}

/** A page of a narrowed queue. */
export const pageOfQueue = (
  tx: Tx,
  { filter, isOpen, sort }: NarrowedQueue,
  page: QueuePage,
): Promise<readonly ReviewInList[]> => (isOpen ? listOpen(tx, filter, { ...page, sort }) : listOver(tx, filter, page))

/** Reviews as the rows of a list: masked, with their opinions. */
export async function queueRowsFor(
  tx: Tx,
  queues: Pick<Queues, 'kinds' | 'subjects'>,
  reviews: readonly ReviewRow[],
  asking: Asking,
): Promise<QueueRow[]> {
  const kinds = kindsReadBy(queues.kinds, asking.seat.roles)
  const ids = reviews.map(({ id }) => id)
  const opinions = await listOpinions(tx, ids, kinds)
  const names = await findNames(tx, [...new Set(reviews.flatMap(({ customer }) => customer ?? []))])
  const subjects = await subjectsFor(tx, queues, reviews, asking.language)
  return reviews.map((review) =>
    queueRow(review, kindNamed(queues, review.kind), { names, subjects, opinions, ...asking }),
  )
}

/** The subjects of the house's reviews by their records: a statement a kind. */
async function subjectsFor(
  tx: Tx,
  { subjects }: Pick<Queues, 'subjects'>,
  reviews: readonly ReviewRow[],
  language: Language,
): Promise<ReadonlyMap<string, QueueSubject>> {
  const byRecord = new Map<string, QueueSubject>()
  for (const name of new Set(reviews.map(({ kind }) => kind))) {
    const records = reviews.filter(({ kind }) => kind === name).map(({ record }) => record)
    for (const [record, subject] of (await subjects[name]?.(tx, records, language)) ?? []) byRecord.set(record, subject)
  }
  return byRecord
}

interface Around extends Asking {
  readonly names: ReadonlyMap<CustomerId, CustomerName>
  readonly subjects: ReadonlyMap<string, QueueSubject>
  readonly opinions: readonly OpinionRow[]
}

function queueRow(review: ReviewRow, kind: ReviewKind, around: Around): QueueRow {
  const { names, subjects, opinions, seat, now, language } = around
  const { id, record, state, customer, amount, eurCents, openedAt, dueAt, endedAt, round, reason } = review
  return {
    id,
    kind: kind.name,
    state,
    amount,
    openedAt,
    dueAt,
    endedAt,
    round,
    number: recordNumber(kind, record),
    customer: customer === null ? null : customerReply(customer, names.get(customer)),
    about: customer === null ? (subjects.get(record) ?? null) : null,
    eur: eurCents,
    late: (endedAt ?? now) > dueAt,
    holder: holderReply(review, seat, now),
    opinions: opinions
      .filter((opinion) => opinion.review === id)
      .map((step) => ({
        opinion: step.step,
        seat: { role: step.role, number: step.number },
        reason: reasonIn(language, kind, step.reason),
        own: step.seat === seat.id,
      })),
    ownAccount: customer !== null && seat.customer === customer,
    reason: reason === null ? null : reasonIn(language, kind, reason),
  }
}

const customerReply = (id: CustomerId, { name, phone }: CustomerName = { name: null, phone: '' }) => ({
  id,
  name: maskedName(name ?? ''),
  phone: maskedPhone(phone),
})
