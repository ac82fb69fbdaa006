import type { ListingId } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import {
  NOTICE_CODES,
  listNotices,
  markNotice,
  readAllNotices,
  readNotice,
  unreadNotices,
} from '@lonja/core/notices/notices.contract'
import { KIND_OF, listingOf, wordingFor } from '@lonja/core/notices/notices.rules'
import { houseWordingFor, type HouseWording } from '@lonja/core/notices/house.rules'
import { recordOf } from '@lonja/core/notices/records.rules'
import * as z from 'zod/mini'
import { asCustomer, onEntry, onRead, onWrite, type Route } from '../base/serve.ts'
import { sentence } from '../base/texts.ts'
import {
  countUnread,
  findNotice,
  listNoticeRows,
  saveAllRead,
  saveAllUnread,
  saveMark,
  type NoticeRow,
} from './notices.store.ts'

/** The name of a listing in a language: the market has it, which stands beside and not below. */
export type NameOf = (listing: ListingId, language: Language) => string

const PAGE = 30

/** A notice as it is said in a language. */
function inWordsOf(nameOf: NameOf, row: NoticeRow, language: Language) {
  const { key, blanks, reason, note, review, role }: HouseWording =
    houseWordingFor(row.code, row.facts, language) ??
    wordingFor(row.code, row.facts, language, (listing) => nameOf(listing, language))
  const device = blanks['device'] === '' ? { device: sentence(language, 'notices', 'unknown_device') } : {}
  const why = reason === null ? {} : { reason: sentence(language, 'notices', reason) }
  const by = role === undefined ? {} : { role: sentence(language, 'notices', `role.${role}`) }
  const filled = {
    ...blanks,
    ...device,
    ...why,
    ...by,
    ...decisionIn(review, language),
    ...holdingIn(blanks, language),
  }
  const own = note ? ` ${sentence(language, 'notices', 'own_note', { note })}` : ''
  return {
    id: row.id,
    code: row.code,
    kind: KIND_OF[row.code],
    title: sentence(language, 'notices', `${key}.title`, filled),
    body: sentence(language, 'notices', `${key}.body`, filled) + own,
    at: row.at,
    is_read: row.read ? ('1' as const) : ('0' as const),
    order: row.order,
    record: recordOf(row.facts),
    listing: listingOf(row.facts),
  }
}

/** Why it was decided so, and what comes next: in the words of reviews. */
const decisionIn = (review: string | undefined, language: Language): Readonly<Record<string, string>> =>
  review === undefined
    ? {}
    : {
        reason: sentence(language, 'reviews', `${review}.title`),
        next: sentence(language, 'reviews', `${review}.next`),
      }

/** So many shares of a company, as a language says one and several. */
function holdingIn(blanks: Readonly<Record<string, string>>, language: Language): Readonly<Record<string, string>> {
  if (blanks['shares'] === undefined) return {}
  return { holding: sentence(language, 'notices', blanks['shares'] === '1' ? 'holding_one' : 'holding_other', blanks) }
}

export function noticesRoutes(nameOf: NameOf): Route[] {
  const inWords = (row: NoticeRow, language: Language) => inWordsOf(nameOf, row, language)
  return [
    onRead(listNotices, async ({ tx, customer, language }, { cursor, limit = PAGE, kind }) => {
      const before = cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null
      const codes = kind === undefined ? null : NOTICE_CODES.filter((code) => KIND_OF[code] === kind)
      const rows = await listNoticeRows(tx, customer, { before, codes, most: limit + 1 })
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
      return { marked, at: now }
    }),

    onWrite(unreadNotices, async ({ tx, customer, tell }, { at }) => {
      const marked = await saveAllUnread(tx, customer, at)
      if (marked > 0) tell('notices')
      return { marked }
    }),
  ]
}
