import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Id, Moment, Page } from '../base/wire.ts'
import { ShownPicture } from '../pictures/pictures.contract.ts'
import { Message, MessageText, Thread, View } from './thread.contract.ts'

const SUPPORT = ['support'] as const
const READERS = ['support', 'auditor'] as const

/**
 * Threads by longest wait first, then those without a waiting customer, then closed ones, newest first. The list is
 * masked, so it does not count as a view.
 */
export const listThreads = read({
  path: '/staff/support/list',
  caller: 'seat',
  roles: READERS,
  summary: 'Threads of customer service: waiting ones first, the longest wait first',
  input: z.strictObject({ ...Page, which: z.enum(['open', 'closed']) }),
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
  refusals: ['message_empty', 'promise_word', 'unknown_thread', 'thread_closed', 'own_account'],
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

export const supportStaffCalls = { listThreads, openThread, readThreadPicture, answerThread, closeThread }
