import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { assert } from '@lonja/core/base/assert'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { recordNumber } from '@lonja/core/base/numbers'
import { numberSearchesFor } from '@lonja/core/review/numbers.rules'
import type { ReviewState } from '@lonja/core/review/review.contract'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { kindsReadBy, maskedName, roleFor } from '@lonja/core/review/review.rules'
import { QUEUE_PAGE, type ReviewCalls } from '@lonja/core/review/review.staff.contract'
import * as z from 'zod/mini'
import type { CustomerId } from '@lonja/core/base/ids'
import { findNames, type CustomerName } from '../accounts/accounts.store.ts'
import type { Seat } from '../door/seats.ts'
import type { Route } from '../door/serve.ts'
import { onStaffRead, onStaffWrite } from '../door/serve.staff.ts'
import {
  countOpenQueues,
  listNumbered,
  listOpen,
  listOpinions,
  listOver,
  type OpinionRow,
  type QueueCursor,
} from './queue.store.ts'
import { isOnePerson, releaseReview, type ReviewSettings } from './review.actions.ts'
import { holderReply, reasonIn, reasonsIn } from './review.replies.ts'
import { countActiveSeats } from '../staff/seats.store.ts'
import { findReview, lockFor, type ReviewRow } from './review.store.ts'

type QueueRow = ReplyOf<ReviewCalls['listQueue']>['rows'][number]

const NOT_YOUR_ROLE = refuse('not_your_role')

/** The queues of a house: its kinds, their calls from the composition root, and its settings. */
export interface Queues {
  readonly kinds: readonly ReviewKind[]
  readonly calls: ReviewCalls
  readonly settings: ReviewSettings
}

/**
 * Calls that read the queues. The frame has the calls that open and decide a thing; each kind's feature implements
 * them.
 */
export const reviewRoutes = (queues: Queues): Route[] => [
  queueRoute(queues),

  onStaffRead(queues.calls.countQueues, async ({ tx, now, seat }) => ({
    rows: await countOpenQueues(tx, kindsReadBy(queues.kinds, seat.roles), now),
    limit: queues.settings.limitCents,
    onePerson: isOnePerson(queues.settings, await countActiveSeats(tx)),
  })),

  onStaffRead(queues.calls.listReasons, ({ seat, language }, { kind: name }) => {
    const kind = kindNamed(queues, name)
    const isRead = kindsReadBy([kind], seat.roles).length > 0
    return Promise.resolve(isRead ? reasonsIn(language, kind, kind.reasons) : NOT_YOUR_ROLE)
  }),

  onStaffWrite(queues.calls.letGoReview, {
    customerOf: async (tx, { id }) => {
      const review = await findReview(tx, id)
      return review && lockFor(review)
    },
    handle: async ({ tx, now, seat, publish }, { id }) => {
      const review = await findReview(tx, id)
      if (!review) return refuse('unknown_review')
      const kind = kindNamed(queues, review.kind)
      if (roleFor(kind, seat.roles) === null) return NOT_YOUR_ROLE
      const held = await releaseReview(tx, kind, { id, seat, now })
      // Giving a review back is a step of the record, and an act; the customer reads both.
      if (held && review.customer !== null) publish(review.customer, ...(kind.topic ? [kind.topic] : []), 'notices')
      return { id, held }
    },
  }),
]

function kindNamed({ kinds }: Queues, name: string): ReviewKind {
  const kind = kinds.find((each) => each.name === name)
  assert(kind !== undefined, 'a review is of a kind that this house knows')
  return kind
}

/** Open states: their reviews are listed first due first. An offer waits for its customer. */
const WITHOUT_END: readonly ReviewState[] = ['pending', 'in_review', 'offered']
const OPEN_STATES: readonly ReviewState[] = ['pending', 'in_review']

const queueRoute = (queues: Queues): Route =>
  onStaffRead(
    queues.calls.listQueue,
    async ({ tx, now, language, seat }, { kind, state = 'open', find, cursor, limit = QUEUE_PAGE }) => {
      const kinds = kindsReadBy(queues.kinds, seat.roles).filter(({ name }) => kind === undefined || name === kind)
      if (kinds.length === 0) return NOT_YOUR_ROLE
      const states = state === 'open' ? OPEN_STATES : [state]
      const isOpen = states.every((each) => WITHOUT_END.includes(each))
      const listed =
        find === undefined
          ? await (isOpen ? listOpen : listOver)(tx, { kinds, states, after: cursorIn(cursor) }, limit + 1)
          : await listNumbered(tx, numberSearchesFor(kinds, find), limit)
      const page = listed.slice(0, limit)
      const ids = page.map(({ id }) => id)
      const opinions = await listOpinions(tx, ids, kinds)
      const names = await findNames(tx, [...new Set(page.flatMap(({ customer }) => customer ?? []))])
      const last = page.at(-1)
      return {
        rows: page.map((review) =>
          queueRow(review, { kind: kindNamed(queues, review.kind), names, opinions, seat, now, language }),
        ),
        cursor: listed.length > limit && last ? `${isOpen ? last.dueAt : last.endedAt}.${last.id}` : null,
      }
    },
  )

/** The cursor of a page; null for an invalid cursor. */
function cursorIn(cursor: string | undefined): QueueCursor | null {
  const [at = '', id] = cursor?.split('.') ?? []
  const known = z.safeParse(Id, id)
  return known.success && /^\d{1,15}$/.test(at) ? { at: Number(at), id: known.data } : null
}

interface Around {
  readonly kind: ReviewKind
  readonly names: ReadonlyMap<CustomerId, CustomerName>
  readonly opinions: readonly OpinionRow[]
  readonly seat: Seat
  readonly now: Instant
  readonly language: Language
}

function queueRow(review: ReviewRow, { kind, names, opinions, seat, now, language }: Around): QueueRow {
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
    eur: eurCents,
    late: (endedAt ?? now) > dueAt,
    holder: holderReply(review, seat, now),
    opinions: opinions
      .filter((given) => given.review === id)
      .map((given) => ({
        opinion: given.step,
        seat: { role: given.role, number: given.number },
        reason: reasonIn(language, kind, given.reason),
        own: given.seat === seat.id,
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
