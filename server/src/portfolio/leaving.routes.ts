import type { CustomerId } from '@lonja/core/base/ids'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import type { Amount } from '@lonja/core/base/amount'
import { refusalByState, type ReplyOf } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import type { NameIn } from '@lonja/core/base/lists'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { LeavingCalls } from '@lonja/core/portfolio/leaving.contract'
import {
  decideClosing,
  decideStartOver,
  handedBackFor,
  owesAnything,
  ownsAnything,
  START_OVER_EVERY,
} from '@lonja/core/portfolio/leaving.rules'
import { noticeOfStartOver } from '@lonja/core/portfolio/leaving.notices'
import { tryTradingPassword } from '../accounts/accounts.actions.ts'
import { readCustomer, saveClosing } from '../accounts/accounts.store.ts'
import { preparedCode, takeFormCode } from '../accounts/second-step.actions.ts'
import { findSecondStep } from '../accounts/second-step.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { onPreparedWrite, onRead, type PrepareContext, type Route } from '../door/serve.ts'
import { insertNotices } from '../notices/notices.store.ts'
import type { EndingParts } from '../orders/orders.actions.ts'
import { handBackAll, ownedNow } from './leaving.actions.ts'
import { isHandBackTaken, lastStartOver, type FindAgainst } from './leaving.store.ts'

export interface LeavingOptions {
  /** The calls with the refusals of every feature, from the composition root. */
  readonly calls: LeavingCalls
  /** Queries for the things under way against starting over, and open against closing. */
  readonly against: {
    readonly startOver: FindAgainst<NameIn<'againstStartOver'>>
    readonly closing: FindAgainst<NameIn<'againstClosing'>>
  }
  /** Acts that end something with the account, in the transaction that closes it. */
  readonly ends: readonly ((tx: LockedTx, customer: CustomerId, now: Instant) => Promise<unknown>)[]
  /** The starting cash of a new customer; null for none. */
  readonly grant: Amount | null
  /** Seals the secrets of one-time codes. */
  readonly codesKey: Buffer
  /** The market and the open orders: a quote event may overtake the end of an order. */
  readonly trading: EndingParts
}

/** Starting over, and closing the account for good. */
export const leavingRoutes = (options: LeavingOptions): Route[] => [
  onReadStartOver(options),
  startingOver(options),
  onReadClosing(options),
  closing(options),
]

/** Takes the orders that a call ended out of the open ones, after its commit. */
const dropping =
  ({ trading: { open } }: LeavingOptions, ended: readonly Order[]) =>
  (): void =>
    ended.forEach((order) => open.take(order))

/** The facts from which starting over is decided. */
async function startOverFacts(tx: Tx, customer: CustomerId, now: Instant, { grant, against }: LeavingOptions) {
  const [owned, underWay] = [await ownedNow(tx, customer), await against.startOver(tx, customer)]
  return { ...owned, against: underWay, now, grant, lastAt: await lastStartOver(tx, customer) }
}

const onReadStartOver = (options: LeavingOptions): Route =>
  onRead(options.calls.readStartOver, async ({ tx, customer, now, restriction, waitsUntil }) => {
    const facts = await startOverFacts(tx, customer, now, options)
    const { lastAt } = facts
    const decision = decideStartOver(facts)
    const against = 'refused' in decision ? decision.refused : null
    const state = refusalByState(options.calls.startOver, { restriction, waitsUntil }, now, {})
    const first: ReplyOf<LeavingCalls['readStartOver']>['against'] = state?.refused ?? against
    return {
      ...handedBackFor(facts),
      grant: options.grant,
      against: first,
      againAt: against === 'started_over_lately' && lastAt !== null ? lastAt + START_OVER_EVERY : null,
      hasTradingPassword: (await readCustomer(tx, customer)).tradingHash !== null,
      lastAt,
    }
  })

const startingOver = (options: LeavingOptions): Route =>
  onPreparedWrite(
    options.calls.startOver,
    async (context, { password }) => {
      const { house, customer, now } = context
      // Refusals come before the password is tried, and so do not count as a try.
      const early = await house.db.read(async (tx) => decideStartOver(await startOverFacts(tx, customer, now, options)))
      return isRefused(early) ? early : tryTradingPassword(context, password)
    },
    async ({ tx, customer, now, publish, afterCommit }, form, { tradingHash }) => {
      const { id } = form
      // The password was changed while it was tried.
      if ((await readCustomer(tx, customer)).tradingHash !== tradingHash)
        return refuse('wrong_trading_password', {}, 'password')
      if (await isHandBackTaken(tx, customer, id)) return refuse('key_reused')
      const decision = decideStartOver(await startOverFacts(tx, customer, now, options))
      if (isRefused(decision)) return decision
      const handedBack = await handBackAll(tx, { id, customer, why: 'start_over', now }, options)
      const { figures } = handedBack
      afterCommit(dropping(options, handedBack.ended))
      const about = { kind: 'hand_back', id }
      const detail = { orders: figures.orders, positions: figures.positions }
      await recordAct(tx, { customer, seat: null, act: 'started_over', about, detail, at: now })
      await insertNotices(tx, [noticeOfStartOver({ customer, id: newId(), at: now }, figures.orders)])
      publish('balances', 'orders', 'notices', 'profile', 'strategies')
      return { id, at: now, ...figures, grant: options.grant }
    },
  )

const onReadClosing = ({ calls, against }: LeavingOptions): Route =>
  onRead(calls.readClosing, async ({ tx, customer, now, restriction, waitsUntil }) => {
    const { tradingHash, phone } = await readCustomer(tx, customer)
    const state = refusalByState(calls.closeAccount, { restriction, waitsUntil }, now, {})
    const byState = state ? [state.refused] : []
    return {
      ...handedBackFor(await ownedNow(tx, customer)),
      against: [...byState, ...(await against.closing(tx, customer))],
      hasTradingPassword: tradingHash !== null,
      phone: maskedPhone(phone),
      needsCode: (await findSecondStep(tx, customer)) !== null,
    }
  })

const closing = (options: LeavingOptions): Route =>
  onPreparedWrite(
    options.calls.closeAccount,
    async (context: PrepareContext, { password, code }) => {
      const { house, customer } = context
      const early = await house.db.read(async (tx) => decideClosing(await options.against.closing(tx, customer)))
      if (isRefused(early)) return early
      const tried = await tryTradingPassword(context, password)
      if (isRefused(tried)) return tried
      const formCode = await preparedCode(context, code)
      return isRefused(formCode) ? formCode : { ...tried, formCode }
    },
    async ({ tx, customer, now, publish, afterCommit }, _form, { tradingHash, formCode }) => {
      if ((await readCustomer(tx, customer)).tradingHash !== tradingHash)
        return refuse('wrong_trading_password', {}, 'password')
      const decision = decideClosing(await options.against.closing(tx, customer))
      if (isRefused(decision)) return decision
      const wrong = await takeFormCode(tx, { customer, codesKey: options.codesKey, now }, formCode)
      if (wrong) return wrong
      const handedBack = await handBackOwned(tx, customer, now, options)
      afterCommit(dropping(options, handedBack.ended))
      await saveClosing(tx, customer, now)
      for (const end of options.ends) await end(tx, customer, now)
      await recordAct(tx, { customer, seat: null, act: 'account_closed', about: null, detail: {}, at: now })
      publish('sessions')
      return { closedAt: now, ...handedBack.figures }
    },
  )

/** Hands back what an account still owns when it is closed. An empty account hands back nothing, and has no record of it. */
async function handBackOwned(tx: LockedTx, customer: CustomerId, now: Instant, { trading }: LeavingOptions) {
  const owned = await ownedNow(tx, customer)
  if (!ownsAnything(owned) && !owesAnything(owned)) return { figures: handedBackFor(owned), ended: [] }
  return handBackAll(tx, { id: newId(), customer, why: 'closing', now }, { grant: null, trading })
}
