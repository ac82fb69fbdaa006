import type { CustomerId } from '@lonja/core/base/ids'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { decideAnswer, isNewView } from '@lonja/core/support/support.rules'
import {
  answerThread,
  closeThread,
  listThreads,
  openThread,
  readThreadPicture,
} from '@lonja/core/support/support.staff.contract'
import { noticeOfSupport } from '@lonja/core/support/support.notices'
import { listPhones } from '../accounts/accounts.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import { onStaffRead, onStaffView, onStaffWrite } from '../door/serve.staff.ts'
import type { CallRequest, Route } from '../door/serve.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { decidedPictures } from '../pictures/pictures.actions.ts'
import { showPicture, type Showing } from '../pictures/views.actions.ts'
import { countWaiting, listQueue, type QueuePlace } from './queue.store.ts'
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
  saveStaffRead,
  saveView,
} from './support.store.ts'

const PAGE = 50
const customerOf = (_tx: unknown, { customer }: { customer: CustomerId }): CustomerId => customer

/** The console's side of the thread: listing, opening, answering, closing. */
export const supportStaffRoutes = (pictures: Omit<Showing, 'only'>, views: ViewNames): Route[] => [
  onList(),
  onOpen(views),
  onPicture(pictures),
  onAnswer(),
  onClose(),
]

const onList = (): Route =>
  onStaffRead(listThreads, async ({ tx }, { which, cursor, limit = PAGE }) => {
    const found = await listQueue(tx, which, placeOf(cursor), limit + 1)
    const page = found.slice(0, limit)
    const phones = await listPhones(
      tx,
      page.map(({ row }) => row.customer),
    )
    const last = page.at(-1)?.place
    return {
      rows: page.map(({ row }) => ({ ...row, phone: maskedPhone(phones.get(row.customer) ?? '') })),
      cursor: found.length > limit && last ? `${last.at}.${last.id}` : null,
      waiting: await countWaiting(tx),
    }
  })

/** The place that a cursor names; null for an invalid cursor, which starts at the beginning. */
function placeOf(cursor: string | undefined): QueuePlace | null {
  const [, at, id] = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor ?? '') ?? []
  return at !== undefined && id !== undefined ? { at: Number(at), id } : null
}

/** Records the view, once for repeated views; support marks the customer's messages as read. */
const onOpen = (views: ViewNames): Route =>
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
      return listSaid(tx, customer, page, views)
    },
  })

const onPicture = (pictures: Omit<Showing, 'only'>): Route => ({
  call: readThreadPicture,
  answer: async (asked, house) => {
    const seen = await showPicture(asked as CallRequest<typeof readThreadPicture>, house, {
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
      const decision = decideAnswer(text, thread, seat.customer === customer)
      if (isRefused(decision)) return decision
      if (!thread || (await findMessage(tx, customer, id))) return refuse('key_reused')
      // One notice covers all answers until they are read.
      const isFirstUnread = (await countUnreadAnswers(tx, customer)) === 0
      const waitedMs = thread.waitingSince === null ? null : Math.max(0, now - thread.waitingSince)
      const made = { customer, id, thread: thread.id, seat: seat.number, text, pictures: [], waitedMs, at: now }
      const n = await insertMessage(tx, made)
      await saveAnswered(tx, customer, thread.id, now, n)
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
