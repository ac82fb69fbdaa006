import { refuse } from '@lonja/core/base/refusal'
import { kindsReadBy, roleFor } from '@lonja/core/review/review.rules'
import type { Route } from '../door/serve.ts'
import { onStaffRead, onStaffWrite } from '../door/serve.staff.ts'
import { countActiveSeats } from '../staff/seats.store.ts'
import { kindNamed, type Queues } from './queue.actions.ts'
import { countOpenQueues } from './queue.store.ts'
import { isOnePerson, releaseReview } from './review.actions.ts'
import { reasonsIn } from './review.replies.ts'
import { findReview, lockFor } from './review.store.ts'
import { listWaiting, type Waiting } from './turns.actions.ts'

const NOT_YOUR_ROLE = refuse('not_your_role')

/**
 * Calls that read the queues. The frame has the calls that open and decide a thing; each kind's feature implements
 * them.
 */
export const reviewRoutes = (queues: Queues): Route[] => [
  onStaffRead(queues.calls.countQueues, async ({ tx, now, seat }) => {
    const kinds = kindsReadBy(queues.kinds, seat.roles)
    const waiting = await listWaiting(tx, kinds, seat, now)
    const counts = await countOpenQueues(tx, kinds, { seat: seat.id, now })
    return {
      rows: counts.map((count) => ({ ...count, ...secondsIn(waiting, count.kind) })),
      limit: queues.settings.limitCents,
      onePerson: isOnePerson(queues.settings, await countActiveSeats(tx)),
    }
  }),

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

/** The reviews of a kind that wait for a second person, and those that wait for the asking seat. */
function secondsIn(waiting: readonly Waiting[], name: string): { second: number; secondForYou: number } {
  const ofKind = waiting.filter(({ kind }) => kind === name)
  return { second: ofKind.length, secondForYou: ofKind.filter(({ turn }) => turn === 'second').length }
}
