import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { numberSearchesFor } from '@lonja/core/review/numbers.rules'
import { QUEUE_PAGE } from '@lonja/core/review/review.staff.contract'
import * as z from 'zod/mini'
import type { Route } from '../door/serve.ts'
import { onStaffRead } from '../door/serve.staff.ts'
import { narrowedFor, pageOfQueue, queueRowsFor, type Queues } from './queue.actions.ts'
import { countOpen, listNumbered, type QueueCursor } from './queue.store.ts'

/** The list of a queue, narrowed by its filters. */
export const queueRoutes = (queues: Queues): Route[] => [
  onStaffRead(
    queues.calls.listQueue,
    async ({ tx, now, language, seat }, { find, cursor, limit = QUEUE_PAGE, ...input }) => {
      const queue = await narrowedFor(tx, queues, input, { seat, now })
      if (queue === null) return refuse('not_your_role')
      const asking = { seat, now, language }
      if (find !== undefined) {
        const reviews = await listNumbered(tx, numberSearchesFor(queue.kinds, find), limit)
        return { rows: await queueRowsFor(tx, queues, reviews, asking), cursor: null, count: null }
      }
      const listed = await pageOfQueue(tx, queue, { after: cursorIn(cursor), most: limit + 1 })
      const page = listed.slice(0, limit)
      const last = page.at(-1)?.place
      return {
        rows: await queueRowsFor(
          tx,
          queues,
          page.map(({ review }) => review),
          asking,
        ),
        cursor: listed.length > limit && last ? `${last.at}.${last.id}` : null,
        count: queue.isOpen ? await countOpen(tx, queue.filter) : null,
      }
    },
  ),
]

/** The cursor of a page; null for an invalid cursor. */
function cursorIn(cursor: string | undefined): QueueCursor | null {
  const [at = '', id] = cursor?.split('.') ?? []
  const known = z.safeParse(Id, id)
  return known.success && /^-?\d{1,15}$/.test(at) ? { at: Number(at), id: known.data } : null
}
