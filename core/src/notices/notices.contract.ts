import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Id, Moment, Page } from '../base/wire.ts'

/** What a notice may say: a code, put into words in the reader's language when it is read. */
export const NOTICE_CODES = [
  'order_filled',
  'order_cancelled',
  'order_expired',
  'order_rejected',
  'grant_received',
  'password_changed',
  'signed_in',
] as const
export type NoticeCode = (typeof NOTICE_CODES)[number]

const NoticeRow = z.object({
  id: Id,
  code: z.enum(NOTICE_CODES),
  /** In the language of the call. */
  title: z.string(),
  body: z.string(),
  at: Moment,
  /** The spec's field: "0" is unread. */
  is_read: z.enum(['0', '1']),
  /** Where it leads, such as an order's id; null for nowhere. */
  order: z.nullable(Id),
})

/** Notices, newest first. Spec section 7: GET /index/get_user_message; `data.data` is the list. */
export const listNotices = read({
  path: '/index/get_user_message',
  caller: 'customer',
  summary: 'Notices of the customer, newest first',
  topics: ['notices'],
  input: z.strictObject({ ...Page }),
  reply: z.object({ data: z.array(NoticeRow), cursor: z.nullable(z.string()), unread: z.int() }),
})

/** One notice, which is then read. Spec section 7: GET /index/get_user_message_detail. */
export const readNotice = read({
  path: '/index/get_user_message_detail',
  caller: 'customer',
  summary: 'One notice; marks it as read',
  input: z.strictObject({ id: Id }),
  reply: NoticeRow,
  refusals: ['unknown_notice'],
})

/** Mark one notice unread again, or read: the undo of opening it. */
export const markNotice = write({
  path: '/notices/mark',
  caller: 'customer',
  key: 'header',
  summary: 'Mark one notice read or unread',
  input: z.strictObject({ id: Id, read: z.boolean() }),
  reply: z.object({ id: Id, read: z.boolean() }),
  refusals: ['unknown_notice'],
})

export const readAllNotices = write({
  path: '/notices/read-all',
  caller: 'customer',
  key: 'header',
  summary: 'Mark every notice read',
  input: z.strictObject({}),
  reply: z.object({ marked: z.int() }),
})

export const noticesCalls = { listNotices, readNotice, markNotice, readAllNotices }
