import { promiseIn } from '../notices/promises.rules.ts'
import type { SeatId } from '../base/ids.ts'
import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'

/**
 * The most messages that a customer may write in a short period: enough for any conversation, too few to bury other
 * customers' questions.
 */
export const BURST_MOST = 20
export const BURST_MS = 10 * MINUTE
export const DAY_MOST = 150
export const DAY_MS = 24 * HOUR

/** Repeated looks of a seat within this time count as one view. */
export const SAME_VIEW_MS = 10 * MINUTE

/** The least number of answers from which a usual wait is shown. */
export const WAITS_LEAST = 3

/** The number of messages that a customer wrote in the last ten minutes and in the last day. */
export interface RecentMessages {
  readonly burst: number
  readonly day: number
}

/** Accept one more message, or refuse it. */
export function decideMessage(
  message: { readonly text: string; readonly pictures: readonly string[] },
  lately: RecentMessages,
): { write: true } | Refused<'message_empty' | 'too_many_messages'> {
  if (!isSaid(message.text) && message.pictures.length === 0) return refuse('message_empty', {}, 'text')
  if (lately.burst >= BURST_MOST) return refuse('too_many_messages', { minutes: String(BURST_MS / MINUTE) })
  if (lately.day >= DAY_MOST) return refuse('too_many_messages', { minutes: String(DAY_MS / MINUTE) })
  return { write: true }
}

/** True if the text has a visible character. */
const isSaid = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** The facts about a thread before a change to it. */
export interface ThreadState {
  readonly closedAt: Instant | null
  readonly rating: number | null
}

/** Answer in a customer's newest thread, which must be open and not the seat's own, without a promise of gain. */
export function decideAnswer(
  text: string,
  thread: ThreadState | null,
  isOwn: boolean,
): { write: true } | Refused<'message_empty' | 'promise_word' | 'unknown_thread' | 'thread_closed' | 'own_account'> {
  if (isOwn) return refuse('own_account')
  if (!thread) return refuse('unknown_thread')
  if (thread.closedAt !== null) return refuse('thread_closed')
  if (!isSaid(text)) return refuse('message_empty', {}, 'text')
  const word = promiseIn(text)
  return word === null ? { write: true } : refuse('promise_word', { word }, 'text')
}

/** Rate a closed thread once. The same rating again is a repeat. */
export function decideRating(
  rating: number,
  thread: ThreadState | null,
): { save: boolean } | Refused<'unknown_thread' | 'thread_open' | 'already_rated'> {
  if (!thread) return refuse('unknown_thread')
  if (thread.closedAt === null) return refuse('thread_open')
  if (thread.rating === null) return { save: true }
  return thread.rating === rating ? { save: false } : refuse('already_rated')
}

/** True if a seat's look at a thread counts as a new view, false if it continues the last one. */
export const isNewView = (last: { seat: SeatId; at: Instant } | null, seat: SeatId, now: Instant): boolean =>
  last === null || last.seat !== seat || now - last.at >= SAME_VIEW_MS
