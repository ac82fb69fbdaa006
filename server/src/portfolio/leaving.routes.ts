import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import type { Amount } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import type { Order } from '@lonja/core/orders/orders.rules'
import { closeAccount, readClosing, readStartOver, startOver } from '@lonja/core/portfolio/leaving.contract'
import {
  againstClosing,
  cashFor,
  decideClosing,
  decideStartOver,
  handedBackFor,
  START_OVER_EVERY,
} from '@lonja/core/portfolio/leaving.rules'
import { noticeOfStartOver } from '@lonja/core/portfolio/leaving.notices'
import { tryTradingPassword } from '../accounts/accounts.actions.ts'
import { readCustomer, saveClosing } from '../accounts/accounts.store.ts'
import { preparedCode, takeFormCode } from '../accounts/second-step.actions.ts'
import { findSecondStep, saveResetsEnd } from '../accounts/second-step.store.ts'
import { saveEndOfAll } from '../accounts/sessions.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import { onPreparedWrite, onRead, type PrepareContext, type Route } from '../door/serve.ts'
import { endWithAccount } from '../kyc/kyc.actions.ts'
import { insertNotices } from '../notices/notices.store.ts'
import type { TradingParts } from '../orders/orders.actions.ts'
import { endTalk } from '../support/support.actions.ts'
import { saveAlertsRemoval } from '../watchlist/alerts.store.ts'
import { handBackAll, handBackRest, ownedNow } from './leaving.actions.ts'
import { isHandBackTaken, lastStartOver } from './leaving.store.ts'

export interface LeavingOptions {
  /** The starting cash of a new customer; null for none. */
  readonly grant: Amount | null
  /** The least withdrawal, in cents of its currency. */
  readonly minimum: bigint
  /** Seals the secrets of one-time codes. */
  readonly codesKey: Buffer
  readonly open: TradingParts['open']
}

/** Starting over, and closing the account for good. */
export const leavingRoutes = (options: LeavingOptions): Route[] => [
  onReadStartOver(options),
  onStartOver(options),
  onReadClosing(options),
  onCloseAccount(options),
]

const onReadStartOver = ({ grant }: LeavingOptions): Route =>
  onRead(readStartOver, async ({ tx, customer, now, isRestricted }) => {
    const owned = await ownedNow(tx, customer, now)
    const lastAt = await lastStartOver(tx, customer)
    const decision = decideStartOver({ ...owned, now, lastAt, grant })
    const against = 'refused' in decision ? decision.refused : null
    const first: ReplyOf<typeof readStartOver>['against'] = isRestricted ? 'account_restricted' : against
    return {
      ...handedBackFor(owned, grant),
      against: first,
      againAt: against === 'started_over_lately' && lastAt !== null ? lastAt + START_OVER_EVERY : null,
      hasTradingPassword: (await readCustomer(tx, customer)).tradingHash !== null,
      lastAt,
    }
  })

/** Keeps the cancelled orders by the input of their request, and drops them from the open ones after the commit. */
function onStartOver({ grant, open }: LeavingOptions): Route {
  const ended = new WeakMap<object, readonly Order[]>()
  const route = startingOver(grant, ended)
  return {
    ...route,
    answer: async (asked, house) => {
      const answer = await route.answer(asked, house)
      for (const order of ended.get(asked.input as object) ?? []) open.take(order)
      return answer
    },
  }
}

const startingOver = (grant: Amount | null, ended: WeakMap<object, readonly Order[]>): Route =>
  onPreparedWrite(
    startOver,
    async (context, { password }) => {
      const { house, customer, now } = context
      // Refusals come before the password is tried, and so do not count as a try.
      const early = await house.db.read(async (tx) =>
        decideStartOver({
          ...(await ownedNow(tx, customer, now)),
          now,
          grant,
          lastAt: await lastStartOver(tx, customer),
        }),
      )
      return isRefused(early) ? early : tryTradingPassword(context, password)
    },
    async ({ tx, customer, now, publish }, form, { tradingHash }) => {
      const { id } = form
      // The password was changed while it was tried.
      if ((await readCustomer(tx, customer)).tradingHash !== tradingHash)
        return refuse('wrong_trading_password', {}, 'password')
      if (await isHandBackTaken(tx, id)) return refuse('key_reused')
      const owned = await ownedNow(tx, customer, now)
      const decision = decideStartOver({ ...owned, now, grant, lastAt: await lastStartOver(tx, customer) })
      if (isRefused(decision)) return decision
      const { figures, cancelled } = await handBackAll(tx, { id, customer, now }, grant)
      ended.set(form, cancelled)
      const about = { kind: 'hand_back', id }
      const detail = { orders: figures.orders, positions: figures.positions }
      await recordAct(tx, { customer, seat: null, act: 'started_over', about, detail, at: now })
      await insertNotices(tx, [noticeOfStartOver({ customer, id: newId(), at: now }, figures.orders)])
      publish('balances', 'orders', 'notices', 'profile')
      return { id, at: now, ...figures }
    },
  )

const onReadClosing = ({ minimum }: LeavingOptions): Route =>
  onRead(readClosing, async ({ tx, customer, now, isRestricted }) => {
    const owned = await ownedNow(tx, customer, now)
    const { withdrawable, rest } = cashFor(owned, minimum)
    const { tradingHash, phone } = await readCustomer(tx, customer)
    const restricted = isRestricted ? (['account_restricted'] as const) : []
    return {
      against: [...restricted, ...againstClosing(owned, minimum)],
      cash: withdrawable,
      rest,
      hasTradingPassword: tradingHash !== null,
      phone: maskedPhone(phone),
      needsCode: (await findSecondStep(tx, customer)) !== null,
    }
  })

const onCloseAccount = ({ minimum, codesKey }: LeavingOptions): Route =>
  onPreparedWrite(
    closeAccount,
    async (context: PrepareContext, { password, code }) => {
      const { house, customer, now } = context
      const early = await house.db.read(async (tx) => decideClosing(await ownedNow(tx, customer, now), minimum))
      if (isRefused(early)) return early
      const tried = await tryTradingPassword(context, password)
      if (isRefused(tried)) return tried
      const given = await preparedCode(context, code)
      return isRefused(given) ? given : { ...tried, given }
    },
    async ({ tx, customer, now, publish }, _form, { tradingHash, given }) => {
      if ((await readCustomer(tx, customer)).tradingHash !== tradingHash)
        return refuse('wrong_trading_password', {}, 'password')
      const owned = await ownedNow(tx, customer, now)
      const decision = decideClosing(owned, minimum)
      if (isRefused(decision)) return decision
      const wrong = await takeFormCode(tx, { customer, codesKey, now }, given)
      if (wrong) return wrong
      const { rest } = cashFor(owned, minimum)
      if (rest.length > 0) await handBackRest(tx, { id: newId(), customer, now }, rest)
      await saveClosing(tx, customer, now)
      await saveEndOfAll(tx, customer, now)
      await saveAlertsRemoval(tx, customer, now)
      await saveResetsEnd(tx, customer, now)
      await endWithAccount(tx, customer, now)
      await endTalk(tx, customer, now)
      await recordAct(tx, { customer, seat: null, act: 'account_closed', about: null, detail: {}, at: now })
      publish('sessions')
      return { closedAt: now, rest }
    },
  )
