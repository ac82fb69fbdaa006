import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { OrderId } from '../base/ids.ts'
import { nameOf, type NameIn } from '../base/lists.ts'
import { Id, LanguageCode, Listing, Moment, Page } from '../base/wire.ts'

/** The code of a notice. It is put into words in the reader's language when it is read. */
export type NoticeCode = NameIn<'notices'>

/** A kind of record with a page of its own, which its notices link to. */
export type NoticeRecord = NameIn<'records'>

/** The subjects of notices, which filter a list of them. */
export const NOTICE_KINDS = ['orders', 'prices', 'money', 'account'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** An earlier step of a record, as it was sent. */
const EarlierStep = z.object({ id: Id, code: nameOf<NoticeCode>(), title: z.string(), body: z.string(), at: Moment })

const NoticeRow = z.object({
  id: Id,
  code: nameOf<NoticeCode>(),
  kind: z.enum(NOTICE_KINDS),
  /** In the language of the call. */
  title: z.string(),
  body: z.string(),
  /** The language of title and body, if it is not that of the call: a message that nobody wrote in it. */
  language: z.nullable(LanguageCode),
  at: Moment,
  /** The spec's field: "0" is unread. */
  is_read: z.enum(['0', '1']),
  /** The order that it links to; null for none. */
  order: z.nullable(OrderId),
  /** The withdrawal, deposit … that it is about; null for none. */
  record: z.nullable(z.object({ kind: nameOf<NoticeRecord>(), id: Id })),
  /** The instrument that it is about, which has a page of its own; null for none. */
  listing: z.nullable(Listing),
  /** The earlier steps of its record, newest first. They are one message with it: read and counted once. */
  earlier: z.array(EarlierStep),
})

/** Notices, newest first. Spec section 7: GET /index/get_user_message; `data.data` is the list. */
export const listNotices = read({
  path: '/index/get_user_message',
  caller: 'customer',
  summary: 'Notices of the customer, newest first',
  topics: ['notices'],
  input: z.strictObject({ ...Page, kind: z.optional(z.enum(NOTICE_KINDS)) }),
  /** `unread` counts all kinds. */
  reply: z.object({ data: z.array(NoticeRow), cursor: z.nullable(z.string()), unread: z.int() }),
})

/** One notice, which is then marked as read. Spec section 7: GET /index/get_user_message_detail. */
export const readNotice = read({
  path: '/index/get_user_message_detail',
  caller: 'customer',
  summary: 'One notice; marks it as read',
  input: z.strictObject({ id: Id }),
  reply: NoticeRow,
  refusals: ['unknown_notice'],
})

/** Mark one notice as unread again, or as read: the undo of opening it. */
export const markNotice = write({
  path: '/notices/mark',
  caller: 'customer',
  restrictedFrom: null,
  key: 'header',
  summary: 'Mark one notice read or unread',
  input: z.strictObject({ id: Id, read: z.boolean() }),
  reply: z.object({ id: Id, read: z.boolean() }),
  refusals: ['unknown_notice'],
})

export const readAllNotices = write({
  path: '/notices/read-all',
  caller: 'customer',
  restrictedFrom: null,
  key: 'header',
  summary: 'Mark every notice read',
  input: z.strictObject({}),
  /** `at` identifies the marked ones, so that they can be marked unread again. */
  reply: z.object({ marked: z.int(), at: Moment }),
})

/** Undo marking all as read: exactly the notices marked then are unread again. */
export const unreadNotices = write({
  path: '/notices/unread-all',
  caller: 'customer',
  restrictedFrom: null,
  key: 'header',
  summary: 'Mark unread what was marked read together',
  input: z.strictObject({ at: Moment }),
  reply: z.object({ marked: z.int() }),
})

export const noticesCalls = { listNotices, readNotice, markNotice, readAllNotices, unreadNotices }
