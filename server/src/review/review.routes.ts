import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import type { ReplyOf, Topic } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { lookedFor, numberOf } from '@lonja/core/review/numbers.rules'
import { REASONS, type ReviewKind, type ReviewState } from '@lonja/core/review/review.contract'
import { ROLES_OF, isHeld, kindsFor, maskedName, roleFor } from '@lonja/core/review/review.rules'
import { QUEUE_PAGE, countQueues, letGoReview, listQueue, listReasons } from '@lonja/core/review/review.staff.contract'
import * as z from 'zod/mini'
import { findNames, type CustomerName } from '../accounts/accounts.store.ts'
import type { Seat } from '../door/seats.ts'
import type { Route } from '../door/serve.ts'
import { onStaffRead, onStaffWrite } from '../door/serve.staff.ts'
import { countOpenQueues, listOpen, listOpinions, listOver, type OpinionRow, type QueueCursor } from './queue.store.ts'
import { isOnePerson, letGo, reasonIn, type ReviewSettings } from './review.actions.ts'
import { countActiveSeats } from '../staff/seats.store.ts'
import { findReview, type ReviewRow } from './review.store.ts'

type QueueRow = ReplyOf<typeof listQueue>['rows'][number]

const NOT_YOUR_ROLE = refuse('not_your_role')

/** The topic by which a customer's screens ask for a record of a kind anew. */
const TOPIC_OF: Readonly<Record<ReviewKind, Topic>> = { deposit: 'deposits', withdrawal: 'withdrawals', kyc: 'kyc' }

/** The queues of what staff decide. What is decided, and what follows from it, is with each kind's own feature. */
export const reviewRoutes = (settings: ReviewSettings): Route[] => [
  onStaffRead(
    listQueue,
    async ({ tx, now, language, seat }, { kind, state = 'open', find, cursor, limit = QUEUE_PAGE }) => {
      const kinds = kindsFor(seat.roles).filter((own) => kind === undefined || own === kind)
      if (kinds.length === 0) return NOT_YOUR_ROLE
      const found = find === undefined ? null : lookedFor(find)
      if (find !== undefined && found === null) return { rows: [], cursor: null }
      const states: readonly ReviewState[] = state === 'open' ? ['pending', 'in_review'] : [state]
      const isOpen = state === 'open' || state === 'pending' || state === 'in_review'
      const named = kinds.filter((one) => (found?.kind ?? one) === one)
      const filter = { kinds: named, states, after: cursorIn(cursor), found }
      const listed = await (isOpen ? listOpen : listOver)(tx, filter, limit + 1)
      const page = listed.slice(0, limit)
      const opinions = await listOpinions(
        tx,
        page.map(({ id }) => id),
        ROLES_OF,
      )
      const names = await findNames(tx, [...new Set(page.map(({ customer }) => customer))])
      const last = page.at(-1)
      return {
        rows: page.map((review) => queueRow(review, { names, opinions, seat, now, language })),
        cursor: listed.length > limit && last ? `${isOpen ? last.dueAt : last.endedAt}.${last.id}` : null,
      }
    },
  ),

  onStaffRead(countQueues, async ({ tx, now, seat }) => ({
    rows: await countOpenQueues(tx, kindsFor(seat.roles), now, ROLES_OF),
    limit: settings.limitCents,
    onePerson: isOnePerson(settings, await countActiveSeats(tx)),
  })),

  onStaffRead(listReasons, ({ seat, language }, { kind }) =>
    Promise.resolve(
      roleFor(kind, seat.roles) === null
        ? NOT_YOUR_ROLE
        : {
            approve: REASONS[kind].approve.map((code) => reasonIn(language, kind, code)),
            refuse: REASONS[kind].refuse.map((code) => reasonIn(language, kind, code)),
          },
    ),
  ),

  onStaffWrite(letGoReview, {
    customerOf: async (tx, { id }) => (await findReview(tx, id))?.customer ?? null,
    handle: async ({ tx, now, seat, tell }, { id }) => {
      const review = await findReview(tx, id)
      if (!review) return refuse('unknown_review')
      if (roleFor(review.kind, seat.roles) === null) return NOT_YOUR_ROLE
      const held = await letGo(tx, { id, seat, now })
      // It is a step of the record, which the customer reads.
      if (held) tell(review.customer, TOPIC_OF[review.kind])
      return { id, held }
    },
  }),
]

/** Where a page ended; null for a cursor that is none of ours. */
function cursorIn(cursor: string | undefined): QueueCursor | null {
  const [at = '', id] = cursor?.split('.') ?? []
  const known = z.safeParse(Id, id)
  return known.success && /^\d{1,15}$/.test(at) ? { at: Number(at), id: known.data } : null
}

interface Around {
  readonly names: ReadonlyMap<string, CustomerName>
  readonly opinions: readonly OpinionRow[]
  readonly seat: Seat
  readonly now: Instant
  readonly language: Language
}

function queueRow(review: ReviewRow, { names, opinions, seat, now, language }: Around): QueueRow {
  const { id, kind, state, customer, amount, eurCents, openedAt, dueAt, endedAt, holder, round, reason } = review
  const { name, phone } = names.get(customer) ?? { name: null, phone: '' }
  return {
    ...{ id, kind, state, amount, openedAt, dueAt, endedAt, round },
    number: numberOf(kind, id),
    customer: { id: customer, name: maskedName(name ?? ''), phone: maskedPhone(phone) },
    eur: eurCents,
    late: (endedAt ?? now) > dueAt,
    holder: holder && {
      seat: { role: holder.role, number: holder.number },
      at: holder.at,
      own: holder.seat === seat.id,
      silent: !isHeld(review, now),
    },
    opinions: opinions
      .filter((given) => given.review === id)
      .map((given) => ({
        opinion: given.step,
        seat: { role: given.role, number: given.number },
        reason: reasonIn(language, kind, given.reason),
        own: given.seat === seat.id,
      })),
    ownAccount: seat.customer === customer,
    reason: reasonOf(language, kind, reason),
  }
}

const reasonOf = (language: Language, kind: ReviewKind, reason: string | null) =>
  reason === null ? null : reasonIn(language, kind, reason)
