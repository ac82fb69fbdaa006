import { promiseIn } from '../notices/promises.rules.ts'
import type { SeatId } from '../base/ids.ts'
import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'

/** Messages of a customer on a page of the list, unless the call says how many. */
export const MESSAGES_PAGE = 50

/** Threads on a page of the list, unless the call says how many. */
export const THREADS_PAGE = 50

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
/** The most answers that it is computed from: the latest. */
export const WAITS_MOST = 100
/** The usual wait is the median over this time. */
export const WAITS_OF_MS = 30 * 24 * HOUR

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

/**
 * Answer in a customer's newest thread, which must be open, not the seat's own and not held by another seat, without a
 * promise of gain.
 */
export function decideAnswer(
  text: string,
  thread: ThreadState | null,
  isOwn: boolean,
  other: number | null,
): { write: true } | Refused<'message_empty' | 'promise_word' | HoldRefusal> {
  const refusal = refusalOfHolding(thread, isOwn, other)
  if (refusal) return refusal
  if (!isSaid(text)) return refuse('message_empty', {}, 'text')
  const word = promiseIn(text)
  return word === null ? { write: true } : refuse('promise_word', { word }, 'text')
}

type HoldRefusal = 'unknown_thread' | 'thread_closed' | 'own_account' | 'thread_held'

function refusalOfHolding(
  thread: ThreadState | null,
  isOwn: boolean,
  other: number | null,
): Refused<HoldRefusal> | null {
  if (isOwn) return refuse('own_account')
  if (!thread) return refuse('unknown_thread')
  if (thread.closedAt !== null) return refuse('thread_closed')
  return other === null ? null : refuse('thread_held', { seat: String(other) })
}

/** A seat holds a conversation for so long after its last act on it. */
export const HOLDING_MS = 15 * MINUTE

/** The seat, by its number, that holds a conversation, and its last act on it. */
export interface ThreadHolder {
  readonly seat: number
  readonly at: Instant
}

/** The holder of a conversation now; null if nobody holds it any longer. */
export const holderAt = (last: ThreadHolder | null, now: Instant): ThreadHolder | null =>
  last !== null && now - last.at < HOLDING_MS ? last : null

/** The number of another seat that holds the conversation now; null if none does. */
export function otherHolder(last: ThreadHolder | null, seat: number, now: Instant): number | null {
  const held = holderAt(last, now)
  return held === null || held.seat === seat ? null : held.seat
}

/** Take an open conversation, so that others do not answer in it. */
export const decideTake = (
  thread: ThreadState | null,
  isOwn: boolean,
  other: number | null,
): { take: true } | Refused<HoldRefusal> => refusalOfHolding(thread, isOwn, other) ?? { take: true }

/** Write a note on a customer that is not the seat's own account. */
export function decideNote(text: string, isOwn: boolean): { write: true } | Refused<'message_empty' | 'own_account'> {
  if (isOwn) return refuse('own_account')
  return isSaid(text) ? { write: true } : refuse('message_empty', {}, 'text')
}

/** The most notes that are shown of a customer, newest first. */
export const NOTES_SHOWN = 50

/** The most records that are shown beside a conversation, newest first. */
export const RECORDS_SHOWN = 5

/** The longest preview of a message, in characters. */
export const PREVIEW_MOST = 80

const ADDRESS = /\S+@\S+/gu
const LONG_CODE = /[0-9A-Za-z]{16,}/g
const LONG_NUMBER = /\d(?:[ .\-/]?\d){3,}/g

/**
 * The beginning of a message for a list, which is not a view: on one line, with everything hidden that names a person or a payee:
 * numbers of four digits and more, addresses, and codes of wallets and transactions.
 */
export function previewFor(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  const hidden = line.replace(ADDRESS, '••••').replace(LONG_CODE, '••••').replace(LONG_NUMBER, '••••')
  const signs = [...hidden]
  return signs.length <= PREVIEW_MOST ? hidden : `${signs.slice(0, PREVIEW_MOST - 1).join('')}…`
}

/** The set answers, whose words are in the house's texts. A seat reads and may change one before it is sent. */
export const SET_ANSWERS = ['looking', 'money_in', 'money_out', 'identity', 'practice', 'closing'] as const

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
