import type { ReplyOf } from '@lonja/core/base/contract'
import type { readThread } from '@lonja/core/support/thread.contract'

type ThreadReply = ReplyOf<typeof readThread>
export type Message = ThreadReply['rows'][number]
export type View = ThreadReply['views'][number]
export type Thread = ThreadReply['threads'][number]

/** The entries of a thread in order of time: messages, views by staff, and the closing. */
export type Entry =
  | { readonly key: string; readonly at: number; readonly message: Message }
  | { readonly key: string; readonly at: number; readonly view: View }
  | { readonly key: string; readonly at: number; readonly closed: Thread }

/** All loaded entries, oldest first, without duplicates between pages. */
export function threadEntriesFor(pages: readonly Pick<ThreadReply, 'rows' | 'views' | 'threads'>[]): readonly Entry[] {
  const entries = new Map<string, Entry>()
  for (const { rows, views, threads } of pages) {
    for (const message of rows) entries.set(message.id, { key: message.id, at: message.at, message })
    for (const view of views) {
      const key = `${view.at} ${view.seat} ${view.what}`
      entries.set(key, { key, at: view.at, view })
    }
    for (const thread of threads) {
      const { id, closedAt } = thread
      if (closedAt !== null && !entries.has(`end ${id}`)) {
        entries.set(`end ${id}`, { key: `end ${id}`, at: closedAt, closed: thread })
      }
    }
  }
  return [...entries.values()].sort((a, b) => a.at - b.at || orderOf(a) - orderOf(b))
}

/** At the same instant: a view before the answer it led to, messages by number, the closing last. */
const orderOf = (entry: Entry): number => ('view' in entry ? 0 : 'message' in entry ? entry.message.n : Infinity)

/** The latest thread if it is closed and not rated, to ask for a rating. */
export function threadToRate(threads: readonly Thread[]): Thread | null {
  const latest = threads.reduce<Thread | null>(
    (last, one) => (last && last.openedAt >= one.openedAt ? last : one),
    null,
  )
  return latest && latest.closedAt !== null && latest.rating === null ? latest : null
}

/** The number of the newest unread answer of staff; 0 if all are read. */
export const unreadThrough = (messages: readonly Message[]): number =>
  Math.max(0, ...messages.filter(({ seat, isRead }) => seat !== null && !isRead).map(({ n }) => n))
