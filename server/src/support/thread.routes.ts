import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import {
  BURST_MS,
  DAY_MS,
  WAITS_LEAST,
  WAITS_MOST,
  WAITS_OF_MS,
  decideMessage,
  decideRating,
} from '@lonja/core/support/support.rules'
import { markThreadRead, rateThread, readThread, sendMessage } from '@lonja/core/support/thread.contract'
import { newId } from '../base/ids.ts'
import { onRead, onWrite, type Route } from '../door/serve.ts'
import { takePictures } from '../pictures/pictures.actions.ts'
import { RECENT_MOST, listSaid, type ViewNames } from './support.actions.ts'
import {
  countRecentMessages,
  countUnreadAnswers,
  findMessage,
  findNewestThread,
  findThreads,
  findUsualWait,
  insertMessage,
  insertThread,
  saveAsked,
  saveCustomerRead,
  saveRating,
} from './support.store.ts'

const since = (now: Instant) => ({ burst: now - BURST_MS, day: now - DAY_MS })

/** The customer's side of the thread. */
export const threadRoutes = (views: ViewNames): Route[] => [
  onRead(readThread, async ({ tx, customer, now }, page) => {
    const usual = await findUsualWait(tx, now - WAITS_OF_MS, WAITS_MOST)
    return {
      ...(await listSaid(tx, customer, page, views)),
      unread: await countUnreadAnswers(tx, customer),
      usualWaitMs: usual.count < WAITS_LEAST ? null : usual.ms,
    }
  }),

  onWrite(sendMessage, async ({ tx, customer, now, publish }, { id, text, pictures }) => {
    // The answer of this key is purged, but the message was written under it.
    if (await findMessage(tx, customer, id)) return refuse('key_reused')
    const decision = decideMessage({ text, pictures }, await countRecentMessages(tx, customer, since(now), RECENT_MOST))
    if (isRefused(decision)) return decision
    const newest = await findNewestThread(tx, customer)
    const open = newest?.closedAt === null ? newest : null
    const thread = open?.id ?? newId()
    const unusable = await takePictures(tx, customer, pictures, { use: 'support', record: thread })
    if (unusable) return unusable
    if (open) await saveAsked(tx, customer, thread, now)
    else await insertThread(tx, customer, thread, now)
    const n = await insertMessage(tx, { customer, id, thread, seat: null, text, pictures, waitedMs: null, at: now })
    publish('support')
    return { id, n, thread, at: now }
  }),

  onWrite(markThreadRead, async ({ tx, customer, publish }, { through }) => {
    if (await saveCustomerRead(tx, customer, through)) publish('support')
    return { unread: await countUnreadAnswers(tx, customer) }
  }),

  onWrite(rateThread, async ({ tx, customer, publish }, { thread: id, rating }) => {
    const [thread] = await findThreads(tx, customer, [id])
    const decision = decideRating(rating, thread ?? null)
    if (isRefused(decision)) return decision
    if (decision.save && thread) await saveRating(tx, thread, rating)
    publish('support')
    return { thread: id, rating }
  }),
]
