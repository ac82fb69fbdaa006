import type { ReplyOf } from '@lonja/core/base/contract'
import type { NameIn } from '@lonja/core/base/lists'
import type { Instant } from '@lonja/core/base/instant'
import { DAY_MOST, MESSAGES_PAGE } from '@lonja/core/support/support.rules'
import { PAGE_MAX, VersionText } from '@lonja/core/base/wire'
import type { readThread } from '@lonja/core/support/thread.contract'
import * as z from 'zod/mini'
import type { CustomerId } from '@lonja/core/base/ids'
import { recordAct } from '../audit/audit.actions.ts'
import { listActs } from '../audit/audit.store.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { decidedPictures } from '../pictures/pictures.actions.ts'
import {
  findNewestThread,
  findThreads,
  listMessages,
  saveClosed,
  type MessageRow,
  type ThreadRow,
} from './support.store.ts'

/** The messages of a thread, as both sides read them. */
export type ThreadPage = Pick<ReplyOf<typeof readThread>, 'rows' | 'cursor' | 'threads' | 'views'>

/** The views that threads name, joined by the composition root. */
export type ViewNames = readonly NameIn<'views'>[]

type View = ThreadPage['views'][number]

/** This many of a customer's latest acts are searched for views. */
const ACTS = 2 * PAGE_MAX

/**
 * A page of a customer's messages, newest first, with their threads and the views by staff since the oldest of them.
 */
export async function listSaid(
  tx: Tx,
  customer: CustomerId,
  { cursor, limit = MESSAGES_PAGE }: { cursor?: string | undefined; limit?: number | undefined },
  names: ViewNames,
): Promise<ThreadPage> {
  const before = z.safeDecode(VersionText, cursor ?? '')
  const messages = await listMessages(tx, customer, before.success ? before.data : null, limit + 1)
  const page = messages.slice(0, limit)
  const threads = await findThreads(tx, customer, [...new Set(page.map(({ thread }) => thread))])
  const [newest, oldest] = [messages[0], page.at(-1)]
  const isFirst = !before.success
  const views =
    oldest && newest
      ? await listViews(tx, customer, { from: oldest.at, until: isFirst ? Infinity : newest.at }, names)
      : []
  return {
    rows: page.map((message) => replyFor(message, threads)),
    cursor: messages.length > limit ? String(oldest?.n) : null,
    threads: threads.map(({ id, openedAt, closedAt, closedBy, rating }) => ({
      id,
      openedAt,
      closedAt,
      closedBy,
      rating,
    })),
    views,
  }
}

function replyFor({ n, id, thread, seat, text, pictures, at }: MessageRow, threads: readonly ThreadRow[]) {
  const of = threads.find((one) => one.id === thread)
  const read = seat === null ? of?.staffRead : of?.customerRead
  return { id, n, thread, seat, text, pictures: [...pictures], at, isRead: n <= (read ?? 0) }
}

/** The views of a customer by staff in a period, oldest first, from the audit log. */
async function listViews(
  tx: Tx,
  customer: CustomerId,
  { from, until }: { from: number; until: number },
  names: ViewNames,
): Promise<View[]> {
  const acts = await listActs(tx, { chains: [customer], act: null }, { before: null, most: ACTS })
  return acts
    .filter(({ act, seat, at }) => seat !== null && act.startsWith(VIEWED) && at >= from && at <= until)
    .map(({ act, seat, at }) => ({
      seat: seat?.number ?? 0,
      role: seat?.role ?? ('support' as const),
      what: names.find((what) => act === VIEWED + what) ?? ('account' as const),
      at,
    }))
    .reverse()
}

const VIEWED = 'viewed_'

/** The closing seat's number if no seat closed the thread. Seats count from 1. */
const NO_SEAT = 0

/**
 * Closes a customer's open thread because the account is closed and nobody could read an answer. Its pictures are
 * removed like those of any closed thread. The audit log records it as `support_ended`.
 */
export async function endThread(tx: LockedTx, customer: CustomerId, at: Instant): Promise<void> {
  const thread = await findNewestThread(tx, customer)
  if (!thread || thread.closedAt !== null) return
  const { id } = thread
  await saveClosed(tx, thread, NO_SEAT, at)
  await decidedPictures(tx, customer, id, at)
  await recordAct(tx, {
    customer,
    seat: null,
    act: 'support_ended',
    about: { kind: 'support_thread', id },
    detail: {},
    at,
  })
}

/** The number of messages read to count recent ones: one more than a day allows. */
export const RECENT_MOST = DAY_MOST + 1
