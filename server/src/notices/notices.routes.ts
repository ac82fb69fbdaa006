import type { ListingId } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { listNotices, markNotice, readAllNotices, readNotice } from '@lonja/core/notices/notices.contract'
import { wordingFor } from '@lonja/core/notices/notices.rules'
import * as z from 'zod/mini'
import { asCustomer, onEntry, onRead, onWrite, type Route } from '../base/serve.ts'
import { sentence } from '../base/texts.ts'
import { countUnread, findNotice, listNoticeRows, saveAllRead, saveMark, type NoticeRow } from './notices.store.ts'

/** The name of a listing in a language: the market has it, which stands beside and not below. */
export type NameOf = (listing: ListingId, language: Language) => string

const PAGE = 30

export function noticesRoutes(nameOf: NameOf): Route[] {
  const inWords = (row: NoticeRow, language: Language) => {
    const { key, blanks, reason } = wordingFor(row.code, row.facts, language, (listing) => nameOf(listing, language))
    const device = blanks['device'] === '' ? { device: sentence(language, 'notices', 'unknown_device') } : {}
    const why = reason === null ? {} : { reason: sentence(language, 'notices', reason) }
    const filled = { ...blanks, ...device, ...why }
    return {
      id: row.id,
      code: row.code,
      title: sentence(language, 'notices', `${key}.title`, filled),
      body: sentence(language, 'notices', `${key}.body`, filled),
      at: row.at,
      is_read: row.read ? ('1' as const) : ('0' as const),
      order: row.order,
    }
  }

  return [
    onRead(listNotices, async ({ tx, customer, language }, { cursor, limit = PAGE }) => {
      const before = cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null
      const rows = await listNoticeRows(tx, customer, before, limit + 1)
      const page = rows.slice(0, limit)
      return {
        data: page.map((row) => inWords(row, language)),
        cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
        unread: await countUnread(tx, customer),
      }
    }),

    // A read by the spec's method that marks: it writes, and a repeat finds it marked.
    onEntry(readNotice, async (asked, house) => {
      const row = await asCustomer(asked, house, async ({ tx, customer, now, tell }) => {
        const found = await findNotice(tx, customer, asked.input.id)
        if (!found) return refuse('unknown_notice')
        if (found.read) return found
        await saveMark(tx, customer, found.id, true, now)
        tell('notices')
        return { ...found, read: true }
      })
      return isRefused(row) ? row : inWords(row, asked.language)
    }),

    onWrite(markNotice, async ({ tx, customer, now, tell }, { id, read }) => {
      if (!(await findNotice(tx, customer, id))) return refuse('unknown_notice')
      await saveMark(tx, customer, id, read, now)
      tell('notices')
      return { id, read }
    }),

    onWrite(readAllNotices, async ({ tx, customer, now, tell }) => {
      const marked = await saveAllRead(tx, customer, now)
      if (marked > 0) tell('notices')
      return { marked }
    }),
  ]
}
