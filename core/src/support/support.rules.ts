import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'

/** So many messages a customer may write in a while: enough for any talk, too few to bury others' questions. */
export const BURST_MOST = 20
export const BURST_MS = 10 * MINUTE
export const DAY_MOST = 150
export const DAY_MS = 24 * HOUR

/** A seat that looks again within this time is still looking: one view. */
export const SAME_VIEW_MS = 10 * MINUTE

/** Of fewer answers no usual wait is told. */
export const WAITS_LEAST = 3

/** What a customer wrote lately: how many in the last ten minutes and in the last day. */
export interface Lately {
  readonly burst: number
  readonly day: number
}

/** Write one more message, or why not. */
export function decideMessage(
  message: { readonly text: string; readonly pictures: readonly string[] },
  lately: Lately,
): { write: true } | Refused<'message_empty' | 'too_many_messages'> {
  if (!isSaid(message.text) && message.pictures.length === 0) return refuse('message_empty', {}, 'text')
  if (lately.burst >= BURST_MOST) return refuse('too_many_messages', { minutes: String(BURST_MS / MINUTE) })
  if (lately.day >= DAY_MOST) return refuse('too_many_messages', { minutes: String(DAY_MS / MINUTE) })
  return { write: true }
}

/** Has a sign that is seen. */
const isSaid = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** What is known of a thread when something is to be done in it. */
export interface ThreadState {
  readonly closedAt: Instant | null
  readonly rating: number | null
}

/** Answer in a customer's newest thread: an open one of somebody else's. */
export function decideAnswer(
  text: string,
  thread: ThreadState | null,
  isOwn: boolean,
): { write: true } | Refused<'message_empty' | 'unknown_thread' | 'thread_closed' | 'own_account'> {
  if (isOwn) return refuse('own_account')
  if (!thread) return refuse('unknown_thread')
  if (thread.closedAt !== null) return refuse('thread_closed')
  return isSaid(text) ? { write: true } : refuse('message_empty', {}, 'text')
}

/** Rate a closed thread once; the same again is the same. */
export function decideRating(
  rating: number,
  thread: ThreadState | null,
): { save: boolean } | Refused<'unknown_thread' | 'thread_open' | 'already_rated'> {
  if (!thread) return refuse('unknown_thread')
  if (thread.closedAt === null) return refuse('thread_open')
  if (thread.rating === null) return { save: true }
  return thread.rating === rating ? { save: false } : refuse('already_rated')
}

/** Whether a look of a seat at a thread is a new view, or still the last one. */
export const isNewView = (last: { seat: string; at: Instant } | null, seat: string, now: Instant): boolean =>
  last === null || last.seat !== seat || now - last.at >= SAME_VIEW_MS
