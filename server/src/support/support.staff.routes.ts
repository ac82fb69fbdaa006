import type { CustomerId } from '@lonja/core/base/ids'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { DEFAULT_LANGUAGE } from '@lonja/core/base/language'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { sentence } from '../base/texts.ts'
import {
  decideAnswer,
  decideTake,
  HOLDING_MS,
  holderAt,
  isNewView,
  NOTES_SHOWN,
  otherHolder,
  previewFor,
  RECORDS_SHOWN,
  SET_ANSWERS,
  THREADS_PAGE,
  type ThreadHolder,
} from '@lonja/core/support/support.rules'
import { customerNumber, idEndOfCustomer } from '@lonja/core/base/numbers'
import { hasMark, numberSearchesFor } from '@lonja/core/review/numbers.rules'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import type { Instant } from '@lonja/core/base/instant'
import {
  answerThread,
  closeThread,
  holdThread,
  listSetAnswers,
  listThreads,
  openThread,
  readThreadPicture,
} from '@lonja/core/support/support.staff.contract'
import { noticeOfSupport } from '@lonja/core/support/support.notices'
import { findCustomersNumbered, listLanguages, listPhones, readCustomer } from '../accounts/accounts.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import { onStaffRead, onStaffView, onStaffWrite } from '../door/serve.staff.ts'
import type { CallRequest, Route } from '../door/serve.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { decidedPictures } from '../pictures/pictures.actions.ts'
import { showPicture, type Showing } from '../pictures/views.actions.ts'
import { listNumbered } from '../review/queue.store.ts'
import { recordReply } from '../review/review.replies.ts'
import { listNewestReviews } from '../review/review.store.ts'
import { listCustomerNotes } from './notes.store.ts'
import { countWaiting, listLastSaid, listQueue, type QueuePlace, type Turn } from './queue.store.ts'
import { listSaid, type ViewNames } from './support.actions.ts'
import {
  countUnreadAnswers,
  findMessage,
  findNewestThread,
  findThreads,
  insertMessage,
  listMessages,
  saveAnswered,
  saveClosed,
  saveHolder,
  saveStaffRead,
  saveView,
} from './support.store.ts'

const customerOf = (_tx: unknown, { customer }: { customer: CustomerId }): CustomerId => customer

/** The console's side of the thread: listing, opening, answering, closing. */
export const supportStaffRoutes = (
  pictures: Omit<Showing, 'only'>,
  views: ViewNames,
  kinds: readonly ReviewKind[],
): Route[] => [
  onList(kinds),
  onOpen(views, kinds),
  onPicture(pictures),
  onAnswer(),
  onClose(),
  onHold(),
  onSetAnswers(),
]

const onList = (kinds: readonly ReviewKind[]): Route =>
  onStaffRead(listThreads, async ({ tx, seat, now }, { which, whose = null, find, cursor, limit = THREADS_PAGE }) => {
    const turn = { whose, seat: seat.number, heldUntil: now - HOLDING_MS, customers: null }
    const threads =
      find === undefined
        ? await listQueue(tx, which, turn, placeOf(cursor), limit + 1)
        : await threadsNamed(tx, { ...turn, whose: null, customers: await customersNamed(tx, kinds, find) }, limit)
    const page = threads.slice(0, limit).map(({ row }) => row)
    const customers = page.map(({ customer }) => customer)
    const phones = await listPhones(tx, customers)
    const languages = await listLanguages(tx, customers)
    const lastTexts = new Map((await listLastSaid(tx, page)).map((each) => [each.thread, each]))
    const last = threads[limit - 1]?.place
    return {
      rows: page.map(({ held, ...row }) => {
        const { text = '', seat: by = null, pictures = 0 } = lastTexts.get(row.thread) ?? {}
        return {
          ...row,
          phone: maskedPhone(phones.get(row.customer) ?? ''),
          language: languages.get(row.customer) ?? DEFAULT_LANGUAGE,
          last: { text: previewFor(text), seat: by, pictures },
          holder: row.closedAt === null ? (holderAt(held, now)?.seat ?? null) : null,
        }
      }),
      cursor: threads.length > limit && last ? `${last.at}.${last.id}` : null,
      waiting: await countWaiting(tx),
    }
  })

/** The customers whom a whole number names: that of an account, or of one of their records. */
async function customersNamed(tx: Tx, kinds: readonly ReviewKind[], find: string): Promise<CustomerId[]> {
  const idEnd = idEndOfCustomer(find)
  const records = hasMark(kinds, find) ? await listNumbered(tx, numberSearchesFor(kinds, find), THREADS_PAGE) : []
  const owners = records.flatMap(({ customer }) => customer ?? [])
  return [...(idEnd === null ? [] : await findCustomersNumbered(tx, idEnd)), ...owners]
}

/** The conversations of some customers, open ones first. */
async function threadsNamed(tx: Tx, turn: Turn, most: number) {
  const open = await listQueue(tx, 'open', turn, null, most)
  return [...open, ...(await listQueue(tx, 'closed', turn, null, most))].slice(0, most)
}

/** The place that a cursor names; null for an invalid cursor, which starts at the beginning. */
function placeOf(cursor: string | undefined): QueuePlace | null {
  const [, at, id] = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor ?? '') ?? []
  return at !== undefined && id !== undefined ? { at: Number(at), id } : null
}

/** Records the view, once for repeated views; support marks the customer's messages as read. */
const onOpen = (views: ViewNames, kinds: readonly ReviewKind[]): Route =>
  onStaffView(openThread, {
    customerOf,
    handle: async ({ tx, now, seat, publish }, { customer, ...page }) => {
      const thread = await findNewestThread(tx, customer)
      if (!thread) return refuse('unknown_thread')
      const isNew = isNewView(thread.viewed, seat.id, now)
      if (isNew) {
        const about = { kind: 'support_thread', id: thread.id }
        await recordAct(tx, { customer, seat, act: 'viewed_thread', about, detail: {}, at: now })
        await saveView(tx, thread, seat.id, now)
      }
      const [newest] = await listMessages(tx, customer, null, 1)
      // An auditor answers nobody, so the messages still wait to be read.
      const isRead = seat.role === 'support' && (await saveStaffRead(tx, customer, thread.id, newest?.n ?? 0))
      if (isNew || isRead) publish(customer, 'support')
      // The `notices` topic also makes the app read the list of acts again.
      if (isNew) publish(customer, 'notices')
      const notes = await listCustomerNotes(tx, customer, NOTES_SHOWN)
      const records = await listNewestReviews(tx, customer, RECORDS_SHOWN)
      return {
        ...(await listSaid(tx, customer, page, views)),
        number: customerNumber(customer),
        language: (await readCustomer(tx, customer)).language,
        holder: thread.closedAt === null ? holderIn(thread.held, now) : null,
        notes: notes.map(({ id, seat: by, text, at }) => ({ id, seat: by, text, at })),
        records: records.flatMap((row) => recordReply(kinds, row) ?? []),
      }
    },
  })

/** The seat that holds a conversation, and until when without a further act; null if nobody does. */
function holderIn(last: ThreadHolder | null, now: Instant): { seat: number; until: Instant } | null {
  const held = holderAt(last, now)
  return held && { seat: held.seat, until: held.at + HOLDING_MS }
}

const onPicture = (pictures: Omit<Showing, 'only'>): Route => ({
  call: readThreadPicture,
  answer: async (request, house) => {
    const seen = await showPicture(request as CallRequest<typeof readThreadPicture>, house, {
      ...pictures,
      only: 'support',
    })
    return isRefused(seen) ? seen : seen.shown
  },
})

const onAnswer = (): Route =>
  onStaffWrite(answerThread, {
    customerOf,
    handle: async ({ tx, now, seat, publish }, { id, customer, text }) => {
      const thread = await findNewestThread(tx, customer)
      const other = otherHolder(thread?.held ?? null, seat.number, now)
      const decision = decideAnswer(text, thread, seat.customer === customer, other)
      if (isRefused(decision)) return decision
      if (!thread || (await findMessage(tx, customer, id))) return refuse('key_reused')
      // One notice covers all answers until they are read.
      const isFirstUnread = (await countUnreadAnswers(tx, customer)) === 0
      const waitedMs = thread.waitingSince === null ? null : Math.max(0, now - thread.waitingSince)
      const message = { customer, id, thread: thread.id, seat: seat.number, text, pictures: [], waitedMs, at: now }
      const n = await insertMessage(tx, message)
      await saveAnswered(tx, customer, thread.id, now, n)
      await saveHolder(tx, thread, { seat: seat.number, at: now })
      const about = { kind: 'support_thread', id: thread.id }
      await recordAct(tx, { customer, seat, act: 'answered_thread', about, detail: { message: id }, at: now })
      if (isFirstUnread) {
        await insertNotices(tx, [noticeOfSupport({ customer, id: newId(), at: now }, 'support_answered', seat.number)])
        publish(customer, 'notices')
      }
      publish(customer, 'support')
      return { id, n, thread: thread.id, at: now }
    },
  })

const onClose = (): Route =>
  onStaffWrite(closeThread, {
    customerOf,
    handle: async ({ tx, now, seat, publish }, { customer, thread: id }) => {
      if (seat.customer === customer) return refuse('own_account')
      const [thread] = await findThreads(tx, customer, [id])
      if (!thread) return refuse('unknown_thread')
      if (thread.closedAt !== null) return { thread: id, closedAt: thread.closedAt }
      await saveClosed(tx, thread, seat.number, now)
      await decidedPictures(tx, customer, id, now)
      const about = { kind: 'support_thread', id }
      await recordAct(tx, { customer, seat, act: 'closed_thread', about, detail: {}, at: now })
      await insertNotices(tx, [noticeOfSupport({ customer, id: newId(), at: now }, 'support_closed', seat.number)])
      publish(customer, 'support', 'notices')
      return { thread: id, closedAt: now }
    },
  })

/** Letting go of a conversation that the seat does not hold changes nothing; holding it again renews the time. */
const onHold = (): Route =>
  onStaffWrite(holdThread, {
    customerOf,
    handle: async ({ tx, now, seat, publish }, { customer, take }) => {
      const thread = await findNewestThread(tx, customer)
      const last = thread?.held ?? null
      const other = otherHolder(last, seat.number, now)
      const decision = decideTake(thread, seat.customer === customer, other)
      if (take && isRefused(decision)) return decision
      const isHeld = holderAt(last, now) !== null && other === null
      if (thread && take) await saveHolder(tx, thread, { seat: seat.number, at: now })
      else if (thread && isHeld) await saveHolder(tx, thread, null)
      if (thread && take !== isHeld) {
        const act = take ? 'held_thread' : 'let_go_thread'
        const about = { kind: 'support_thread', id: thread.id }
        await recordAct(tx, { customer, seat, act, about, detail: {}, at: now })
        publish(customer, 'notices')
      }
      return { holder: take ? holderIn({ seat: seat.number, at: now }, now) : null }
    },
  })

const onSetAnswers = (): Route =>
  onStaffRead(listSetAnswers, ({ language }, { language: customers }) =>
    Promise.resolve({
      rows: SET_ANSWERS.map((code) => ({
        code,
        title: sentence(language, 'answers', `${code}.title`),
        text: sentence(customers, 'answers', `${code}.text`),
      })),
    }),
  )
