import { assert } from '@lonja/core/base/assert'
import type { Language } from '@lonja/core/base/language'
import type { CustomerId } from '@lonja/core/base/ids'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import {
  listNotices,
  markNotice,
  readAllNotices,
  readNotice,
  unreadNotices,
  type NoticeCode,
} from '@lonja/core/notices/notices.contract'
import { recordOf } from '@lonja/core/notices/records.rules'
import { NOTICES_PAGE } from '@lonja/core/notices/notices.rules'
import * as z from 'zod/mini'
import type { Tx } from '../database/db.ts'
import { asCustomer, onEntry, onRead, onWrite, type Route } from '../door/serve.ts'
import {
  countUnread,
  findNotice,
  listEarlier,
  listNoticeRows,
  saveAllRead,
  saveAllUnread,
  saveMark,
  type NoticeRow,
} from './notices.store.ts'
import { inWordsOf, type Wordbook } from './notices.words.ts'

export function noticesRoutes(book: Wordbook): Route[] {
  const { notices } = book.lists
  const codes = Object.keys(notices) as NoticeCode[]
  const inWords = ({ notice, earlier }: FoldedNotices, language: Language) => ({
    ...inWordsOf(book, notice, language),
    earlier: earlier.map((row) => {
      const { id, code, title, body, at } = inWordsOf(book, row, language)
      return { id, code, title, body, at }
    }),
  })
  return [
    onRead(listNotices, async ({ tx, customer, language }, { cursor, limit = NOTICES_PAGE, kind }) => {
      const before = cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null
      const shown = kind === undefined ? null : codes.filter((code) => notices[code]?.about === kind)
      const rows = await listNoticeRows(tx, customer, { before, codes: shown, most: limit + 1 })
      const page = rows.slice(0, limit)
      return {
        data: (await folded(tx, customer, page)).map((each) => inWords(each, language)),
        cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
        unread: await countUnread(tx, customer),
      }
    }),

    // The spec has a read here that marks the notice as read. It writes, so a repeat finds the notice marked.
    onEntry(readNotice, async (request, house) => {
      const row = await asCustomer(request, house, async ({ tx, customer, now, publish }) => {
        const notice = await findNotice(tx, customer, request.input.id)
        if (!notice) return refuse('unknown_notice')
        const [whole] = await folded(tx, customer, [{ ...notice, read: true }])
        assert(whole !== undefined, 'a notice that was found has its message')
        if (notice.read) return whole
        await saveMark(tx, customer, notice.id, true, now)
        publish('notices')
        return whole
      })
      return isRefused(row) ? row : inWords(row, request.language)
    }),

    onWrite(markNotice, async ({ tx, customer, now, publish }, { id, read }) => {
      if (!(await findNotice(tx, customer, id))) return refuse('unknown_notice')
      await saveMark(tx, customer, id, read, now)
      publish('notices')
      return { id, read }
    }),

    onWrite(readAllNotices, async ({ tx, customer, now, publish }) => {
      const marked = await saveAllRead(tx, customer, now)
      if (marked > 0) publish('notices')
      return { marked, at: now }
    }),

    onWrite(unreadNotices, async ({ tx, customer, publish }, { at }) => {
      const marked = await saveAllUnread(tx, customer, at)
      if (marked > 0) publish('notices')
      return { marked }
    }),
  ]
}

/** A message: the newest notice of a record with the earlier ones, newest first; or a notice about none, alone. */
interface FoldedNotices {
  readonly notice: NoticeRow
  readonly earlier: readonly NoticeRow[]
}

const isOfRecord = (notice: NoticeRow, { facts }: NoticeRow): boolean => {
  const [record, other] = [recordOf(notice.facts), recordOf(facts)]
  return record !== null && record.id === other?.id && record.kind === other.kind
}

async function folded(tx: Tx, customer: CustomerId, notices: readonly NoticeRow[]): Promise<FoldedNotices[]> {
  const records = notices.flatMap(({ facts }) => recordOf(facts)?.id ?? [])
  const steps = await listEarlier(tx, customer, records)
  return notices.map((notice) => ({
    notice,
    earlier: steps.filter((step) => step.id !== notice.id && step.at <= notice.at && isOfRecord(notice, step)),
  }))
}
