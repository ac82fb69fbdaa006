import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Id, LanguageCode, Moment, Page } from '../base/wire.ts'
import { ShownPicture } from '../pictures/pictures.contract.ts'
import { REVIEW_STATES } from '../review/review.contract.ts'
import { SET_ANSWERS } from './support.rules.ts'
import { Message, MessageText, Thread, View } from './thread.contract.ts'

const SUPPORT = ['support'] as const
const READERS = ['support', 'auditor'] as const
/** The roles that work with customers, and so note things on them. */
const NOTING = ['support', 'reviewer', 'treasurer', 'admin'] as const

/** A note of staff on a customer, by the number of its seat. */
export const NoteReply = z.object({ id: Id, seat: z.int(), text: z.string(), at: Moment })

/**
 * Threads by longest wait first, then those without a waiting customer, then closed ones, newest first. The list is
 * masked, so it does not count as a view.
 */
export const listThreads = read({
  path: '/staff/support/list',
  caller: 'seat',
  roles: READERS,
  summary: 'Threads of customer service: waiting ones first, the longest wait first',
  input: z.strictObject({
    ...Page,
    which: z.enum(['open', 'closed']),
    /** Those that the seat holds, or nobody. */
    whose: z.optional(z.enum(['mine', 'free'])),
    /**
     * A whole number of an account or of a record that the customer asks about: the customer's conversations, open and closed, whatever
     * the other fields say. Any other text matches nothing.
     */
    find: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  }),
  reply: z.object({
    rows: z.array(
      z.object({
        thread: Id,
        customer: CustomerId,
        /** The end of the phone number only. */
        phone: z.string(),
        openedAt: Moment,
        /** The start of the customer's wait for an answer; null if nobody waits. */
        waitingSince: z.nullable(Moment),
        lastAt: Moment,
        closedAt: z.nullable(Moment),
        rating: z.nullable(z.int()),
        /** The language that the customer reads. */
        language: LanguageCode,
        /** The beginning of the last message with every number and address hidden, and its seat; null of the customer's. */
        last: z.object({ text: z.string(), seat: z.nullable(z.int()), pictures: z.int() }),
        /** The seat that holds it now; null if nobody does. */
        holder: z.nullable(z.int()),
      }),
    ),
    cursor: z.nullable(z.string()),
    /** The number of open threads with a waiting customer. */
    waiting: z.int(),
  }),
})

/**
 * Open a customer's thread. It counts as a view, which the customer sees. Support's view marks the customer's messages as read.
 */
export const openThread = read({
  path: '/staff/support/thread',
  caller: 'seat',
  roles: READERS,
  summary: 'A customer’s thread, newest first; the view is written down first',
  input: z.strictObject({ ...Page, customer: CustomerId }),
  reply: z.object({
    rows: z.array(Message),
    cursor: z.nullable(z.string()),
    threads: z.array(Thread),
    views: z.array(View),
    number: z.string(),
    language: LanguageCode,
    /** The seat that holds the conversation, and until when without a further act; null if nobody does. */
    holder: z.nullable(z.object({ seat: z.int(), until: Moment })),
    /** Notes of staff on the customer, newest first. */
    notes: z.array(NoteReply),
    /** The customer's newest records that staff decide, each with its review: most questions are about one of them. */
    records: z.array(
      z.object({ id: Id, kind: z.string(), number: z.string(), state: z.enum(REVIEW_STATES), at: Moment }),
    ),
  }),
  refusals: ['unknown_thread'],
})

/**
 * A picture in a thread. It counts as a view too. The picture is never the original, but a copy watermarked with the
 * seat, the time and the thread.
 */
export const readThreadPicture = read({
  path: '/staff/support/picture',
  caller: 'seat',
  roles: READERS,
  summary: 'A picture that a customer sent to customer service; the view is written down first',
  input: z.strictObject({ customer: CustomerId, id: Id }),
  reply: ShownPicture,
  refusals: ['unknown_picture', 'picture_removed', 'picture_damaged'],
})

export const answerThread = write({
  path: '/staff/support/answer',
  caller: 'seat',
  roles: SUPPORT,
  key: 'id',
  summary: 'Answer in a customer’s open thread',
  input: z.strictObject({ id: Id, customer: CustomerId, text: MessageText }),
  reply: z.object({ id: Id, n: z.int(), thread: Id, at: Moment }),
  refusals: ['message_empty', 'promise_word', 'unknown_thread', 'thread_closed', 'thread_held', 'own_account'],
})

/**
 * Close a thread. The customer is asked for a rating, and the next message opens a new thread. Closing twice has the
 * same effect as once.
 */
export const closeThread = write({
  path: '/staff/support/close',
  caller: 'seat',
  roles: SUPPORT,
  key: 'header',
  summary: 'Close a customer’s thread',
  input: z.strictObject({ customer: CustomerId, thread: Id }),
  reply: z.object({ thread: Id, closedAt: Moment }),
  refusals: ['unknown_thread', 'own_account'],
})

/**
 * Hold a customer's open conversation, so that no other seat answers in it for a while, or let go of it. Answering holds it too.
 */
export const holdThread = write({
  path: '/staff/support/hold',
  caller: 'seat',
  roles: SUPPORT,
  key: 'none',
  summary: 'Hold a conversation, or let go of it',
  input: z.strictObject({ customer: CustomerId, take: z.boolean() }),
  reply: z.object({ holder: z.nullable(z.object({ seat: z.int(), until: Moment })) }),
  refusals: ['unknown_thread', 'thread_closed', 'thread_held', 'own_account'],
})

/** The set answers in a language, each with its title in the language of the caller. */
export const listSetAnswers = read({
  path: '/staff/support/answers',
  caller: 'seat',
  roles: READERS,
  summary: 'The house’s set answers in a customer’s language',
  input: z.strictObject({ language: LanguageCode }),
  reply: z.object({ rows: z.array(z.object({ code: z.enum(SET_ANSWERS), title: z.string(), text: z.string() })) }),
})

/**
 * Write a note on a customer, for colleagues. It never changes. The customer sees that a seat wrote one, and the archive of the
 * customer's data has its text.
 */
export const writeNote = write({
  path: '/staff/customers/note',
  caller: 'seat',
  roles: NOTING,
  key: 'id',
  summary: 'Write a note on a customer, which the archive of the customer’s data has',
  input: z.strictObject({ id: Id, customer: CustomerId, text: MessageText }),
  reply: NoteReply,
  refusals: ['message_empty', 'unknown_customer', 'own_account'],
})

export const supportStaffCalls = {
  listThreads,
  openThread,
  readThreadPicture,
  answerThread,
  closeThread,
  holdThread,
  listSetAnswers,
  writeNote,
}
