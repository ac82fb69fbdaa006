import * as z from 'zod/mini'
import { eur } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import { DAY_MS } from '@lonja/core/calendar/days'
import { TERMS } from '@lonja/core/ipo/draw.testing'
import { noticeOfApplication, noticeOfPostponement } from '@lonja/core/ipo/ipo.notices'
import { NOTICES, PLACES, WORDS } from '@lonja/core/lists'
import { listNotices, readNotice } from '@lonja/core/notices/notices.contract'
import type { NewNotice, NoticeHead } from '@lonja/core/notices/notices.rules'
import { inWordsOf } from '@lonja/server/notices/notices.words'
import { newId } from './client.ts'
import type { Alteration, PictureScreen } from './pictures.entry.ts'

/* The notices of an offer in the real words: the last of them comes days after the house has opened. */

const { company, listing, lists, draws, closes } = TERMS

const headAt = (at: number): NoticeHead => ({ customer: newId(), id: newId(), at })
const shares = { company, count: 150n, amount: eur(1_860_00n) }
const before = { company, closes, draws: draws - DAY_MS, lists: lists - DAY_MS }

/** Those of a customer with won shares, newest first. */
const OFFER_NOTICES: readonly NewNotice[] = [
  noticeOfApplication(headAt(lists + 20_000), 'application_listed', { ...shares, listing }),
  noticeOfApplication(headAt(draws + 4_000), 'application_won', { ...shares, lists }),
  noticeOfApplication(headAt(draws + 3_000), 'application_not_won', { ...shares, count: 0n }),
  noticeOfPostponement(headAt(closes - DAY_MS), { before, after: TERMS, amount: eur(6_200_00n) }),
  noticeOfApplication(headAt(closes - 2 * DAY_MS), 'application_received', { ...shares, count: 10n }),
]
const LISTED = OFFER_NOTICES[0]!.id

const book = { nameOf: () => company, lists: { notices: NOTICES, places: PLACES, words: WORDS } }

const rowsIn = (language: Language) =>
  OFFER_NOTICES.map((notice) => ({
    ...inWordsOf(book, { ...notice, read: notice.id !== LISTED }, language),
    earlier: [],
  }))

const MESSAGES: readonly Alteration[] = [
  {
    path: listNotices.path,
    inWords: (language) => z.encode(listNotices.reply, { data: rowsIn(language), cursor: null, unread: 1 }),
  },
  { path: readNotice.path, inWords: (language) => z.encode(readNotice.reply, rowsIn(language)[0]!) },
]

/** The messages of an offer, with that of its listing opened. */
export const NOTICE_SCREENS: readonly PictureScreen[] = [
  {
    name: 'messages-offer',
    path: `/subPackages/message/message?id=${LISTED}`,
    who: 'person',
    states: ['full'],
    alters: MESSAGES,
  },
]
