import * as z from 'zod/mini'
import { ROLES, read, write } from '../base/contract.ts'
import { nameOf, type NameIn } from '../base/lists.ts'
import { Id, Moment, Page } from '../base/wire.ts'

/** Limits of a message: characters and pictures. */
export const MESSAGE_MOST = 2_000
export const PICTURES_MOST = 4
export const RATING_MOST = 5

/** Several lines of plain text, never interpreted as anything else. No control characters except line ends. */
export const MessageText = z.string().check(z.trim(), z.maxLength(MESSAGE_MOST), z.regex(/^[\P{Cc}\n]*$/u))

/** A view by staff that features bring words for; any other is of the `account`. */
export type ViewName = NameIn<'views'> | 'account'

export const Message = z.object({
  id: Id,
  /** Counted from 1 over all of the customer's messages. */
  n: z.int(),
  thread: Id,
  /** The number of the seat that wrote it; null for the customer's own. */
  seat: z.nullable(z.int()),
  text: z.string(),
  pictures: z.array(Id),
  at: Moment,
  /** True once the other side has read it. */
  isRead: z.boolean(),
})

export const Thread = z.object({
  id: Id,
  openedAt: Moment,
  closedAt: z.nullable(Moment),
  /** The number of the seat that closed it. */
  closedBy: z.nullable(z.int()),
  rating: z.nullable(z.int()),
})

export const View = z.object({ seat: z.int(), role: z.enum(ROLES), what: nameOf<ViewName>(), at: Moment })

/** Messages with customer service, newest first, with their threads and the views that staff made meanwhile. */
export const readThread = read({
  path: '/support/thread',
  caller: 'customer',
  summary: 'What was said with customer service, newest first',
  topics: ['support', 'notices'],
  input: z.strictObject(Page),
  reply: z.object({
    rows: z.array(Message),
    cursor: z.nullable(z.string()),
    threads: z.array(Thread),
    views: z.array(View),
    /** Unread answers of staff. */
    unread: z.int(),
    /** The median wait of recent customers, in milliseconds; null while there are too few. */
    usualWaitMs: z.nullable(z.int()),
  }),
})

/** Write to customer service: into the open thread, or a new one. */
export const sendMessage = write({
  path: '/support/send',
  caller: 'customer',
  restrictedFrom: null,
  key: 'id',
  summary: 'Write to customer service',
  input: z.strictObject({
    id: Id,
    text: MessageText,
    /** Pictures that were stored for support: at most four. */
    pictures: z.array(Id).check(z.maxLength(PICTURES_MOST)),
  }),
  reply: z.object({ id: Id, n: z.int(), thread: Id, at: Moment }),
  refusals: ['message_empty', 'too_many_messages', 'unknown_picture', 'picture_removed'],
})

/** Mark the answers of staff as read up to a message. The mark never moves back. */
export const markThreadRead = write({
  path: '/support/read',
  caller: 'customer',
  restrictedFrom: null,
  key: 'none',
  summary: 'Mark what customer service wrote as read, up to a message',
  input: z.strictObject({ through: z.int().check(z.gte(0), z.lte(1_000_000_000)) }),
  reply: z.object({ unread: z.int() }),
})

/** Rate a closed thread, once. */
export const rateThread = write({
  path: '/support/rate',
  caller: 'customer',
  restrictedFrom: null,
  key: 'header',
  summary: 'Say of a closed thread whether it helped, from 1 to 5',
  input: z.strictObject({ thread: Id, rating: z.int().check(z.gte(1), z.lte(RATING_MOST)) }),
  reply: z.object({ thread: Id, rating: z.int() }),
  refusals: ['unknown_thread', 'thread_open', 'already_rated'],
})

export const threadCalls = { readThread, sendMessage, markThreadRead, rateThread }
