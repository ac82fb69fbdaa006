import { randomBytes } from 'node:crypto'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { checkLogIn, plainPhone } from '@lonja/core/accounts/accounts.rules'
import { refuse } from '@lonja/core/base/refusal'
import {
  askReset,
  disownReset,
  finishReset,
  listOwnResets,
  readReset,
  withdrawReset,
} from '@lonja/core/resets/resets.contract'
import { isResetLive, mayDisown, RESET_DISOWN_MS, resetStateAt } from '@lonja/core/resets/resets.rules'
import { ASK_RESET_ADDRESS, ASK_RESET_PHONE } from '@lonja/core/resets/tries.rules'
import { RESTRICTED_MOST } from '@lonja/core/restrictions/restrictions.rules'
import { saveLoginHash } from '../accounts/accounts.store.ts'
import { saveEndOfOthers } from '../accounts/sessions.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import {
  onEntry,
  onPreparedWrite,
  onRead,
  type Answer,
  type CallRequest,
  type House,
  type Route,
  type WriteContext,
} from '../door/serve.ts'
import type { EndingParts } from '../orders/orders.actions.ts'
import { impose, TOLD } from '../restrictions/restrictions.actions.ts'
import { hashPassword } from '../secrets/passwords.ts'
import { finish } from './finishing.actions.ts'
import { newReset, resetReply, RESET_TOPICS, settle } from './resets.actions.ts'
import {
  findResetBySecret,
  insertReset,
  listSince,
  saveResetEnd,
  type CustomerReset,
  type ResetRow,
} from './resets.store.ts'

export interface ResetsOptions {
  /** The key of the hashes of phone numbers, and of the codes. */
  readonly key: Buffer
  /** The market and the open orders: ended ones leave it after the commit. */
  readonly trading: EndingParts
}

/** The calls of a device that asks for a new password, and of the customer who says that it was not theirs. */
export const resetsRoutes = ({ key, trading }: ResetsOptions): Route[] => [
  onEntry(askReset, (request, house) => ask(request, house, key)),
  onEntry(readReset, ({ input, language, now }, { db }) =>
    db.read(async (tx) => {
      const reset = await findResetBySecret(tx, hashIn(input))
      return reset ? resetReply(reset, language, now) : refuse('unknown_reset')
    }),
  ),
  onEntry(withdrawReset, withdraw),
  onEntry(finishReset, finish),
  ownRoute,
  disownRoute(trading),
]

const hashIn = ({ secretHash }: { readonly secretHash: string }): Buffer => Buffer.from(secretHash, 'base64url')

async function ask(request: CallRequest<typeof askReset>, house: House, key: Buffer): Answer<typeof askReset> {
  const { input, ip, language, now } = request
  const wrong = checkLogIn({ phone: input.phone, password: 'none' })
  if (wrong) return wrong
  const phone = plainPhone(input.phone)
  const subjects = [
    { throttle: ASK_RESET_PHONE, who: phone },
    { throttle: ASK_RESET_ADDRESS, who: ip },
  ]
  const full = await house.tries.count({ entrance: 'link', from: ip, subjects, now })
  if (full) return full
  return house.db.write(async (tx) => {
    await insertReset(tx, newReset(request, { key, marksKey: house.marksKey }), phone)
    const reset = await findResetBySecret(tx, hashIn(input))
    return reset ? resetReply(reset, language, now) : refuse('unavailable')
  })
}

/** The job cancels the review: the device learns nothing about an account from the time that this takes. */
async function withdraw(
  { input, language, now }: CallRequest<typeof withdrawReset>,
  { db, events }: House,
): Answer<typeof withdrawReset> {
  const reset = await db.write(async (tx) => {
    const request = await findResetBySecret(tx, hashIn(input))
    if (request && isResetLive(resetStateAt(request, now))) await saveResetEnd(tx, request.id, 'withdrawn', now)
    return findResetBySecret(tx, hashIn(input))
  })
  if (!reset) return refuse('unknown_reset')
  if (reset.customer !== null) events.publish(reset.customer, RESET_TOPICS)
  return resetReply(reset, language, now)
}

/** The instant at which the password was set; null while it was not. */
const usedAt = ({ end, endedAt }: ResetRow): Instant | null => (end === 'used' ? endedAt : null)

/** The customer's requests that can still be said not to be theirs: those that were used first, then the newest one. */
async function listDisownable(tx: Tx, customer: CustomerId, now: Instant): Promise<ResetRow[]> {
  const disownable = (await listSince(tx, customer, now - RESET_DISOWN_MS)).filter(
    // The customer reads of it together with the notice.
    (reset) => reset.announcedAt !== null && mayDisown({ state: resetStateAt(reset, now), usedAt: usedAt(reset) }, now),
  )
  return [
    ...disownable.filter((reset) => usedAt(reset) !== null),
    ...disownable.filter((reset) => usedAt(reset) === null),
  ]
}

const ownRoute = onRead(listOwnResets, async ({ tx, customer, now }) => ({
  rows: (await listDisownable(tx, customer, now)).map((reset) => ({
    id: reset.id,
    state: resetStateAt(reset, now),
    device: reset.device,
    askedAt: reset.at,
    opensAt: reset.opensAt,
    usedAt: usedAt(reset),
    restrictedUntil: now + RESTRICTED_MOST,
  })),
}))

const disownRoute = (trading: EndingParts): Route =>
  onPreparedWrite(
    disownReset,
    // A password that nobody knows takes the place of one that was set by the reset.
    async () => ({ unknown: await hashPassword(randomBytes(32).toString('base64url')) }),
    async (context, input, { unknown }) => {
      const { tx, customer, now, publish, afterCommit } = context
      const reset = (await listDisownable(tx, customer, now)).find(({ id }) => id === input.id)
      if (!reset) return refuse('no_reset')
      const wasUsed = reset.end === 'used'
      await saveResetEnd(tx, reset.id, 'stopped', now)
      const stopped = await findResetBySecret(tx, reset.secretHash)
      if (stopped?.reviewId) await settle(tx, stopped as CustomerReset, now)
      const until = now + RESTRICTED_MOST
      const restriction = {
        id: newId(),
        customer,
        level: 3,
        reason: 'reported_stolen',
        until,
        by: 'customer',
        people: null,
        now,
      } as const
      const ended = await impose(tx, restriction, trading)
      afterCommit(() => ended.forEach((order) => trading.open.take(order)))
      const sessionsEnded = wasUsed ? await endNewPassword(context, unknown) : 0
      const about = { kind: 'reset', id: reset.id }
      await recordAct(tx, {
        customer,
        seat: null,
        act: 'reset_disowned',
        about,
        detail: { wasUsed: String(wasUsed) },
        at: now,
      })
      publish(...TOLD, ...RESET_TOPICS, 'sessions')
      return { restrictedUntil: until, sessionsEnded }
    },
  )

/** The password of the reset opens nothing more, and of the sessions that began with it only the calling one stays, for reading. */
async function endNewPassword({ tx, customer, session, now }: WriteContext, unknown: string): Promise<number> {
  await saveLoginHash(tx, customer, unknown)
  return saveEndOfOthers(tx, customer, session, now)
}
