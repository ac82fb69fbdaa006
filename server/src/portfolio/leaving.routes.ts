import type { CustomerId } from '@lonja/core/base/ids'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import type { Amount } from '@lonja/core/base/amount'
import { refusesRestricted, type ReplyOf } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import type { NameIn } from '@lonja/core/base/lists'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { LeavingCalls } from '@lonja/core/portfolio/leaving.contract'
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
import { findSecondStep } from '../accounts/second-step.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { onPreparedWrite, onRead, type PrepareContext, type Route } from '../door/serve.ts'
import { insertNotices } from '../notices/notices.store.ts'
import type { TradingParts } from '../orders/orders.actions.ts'
import { handBackAll, handBackRest, ownedNow } from './leaving.actions.ts'
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

/** The facts from which starting over is decided. */
async function startOverFacts(tx: Tx, customer: CustomerId, now: Instant, { grant, against }: LeavingOptions) {
  const [owned, underWay] = [await ownedNow(tx, customer), await against.startOver(tx, customer)]
  return { ...owned, against: underWay, now, grant, lastAt: await lastStartOver(tx, customer) }
}

const onReadStartOver = (options: LeavingOptions): Route =>
  onRead(options.calls.readStartOver, async ({ tx, customer, now, restriction }) => {
    const facts = await startOverFacts(tx, customer, now, options)
    const { lastAt } = facts
    const decision = decideStartOver(facts)
    const against = 'refused' in decision ? decision.refused : null
    const isRestricted = refusesRestricted(options.calls.startOver, restriction, {})
    const first: ReplyOf<LeavingCalls['readStartOver']>['against'] = isRestricted ? 'account_restricted' : against
    return {
      ...handedBackFor(facts, options.grant),
      against: first,
      againAt: against === 'started_over_lately' && lastAt !== null ? lastAt + START_OVER_EVERY : null,
      hasTradingPassword: (await readCustomer(tx, customer)).tradingHash !== null,
      lastAt,
    }
  })

/** Keeps the cancelled orders by the input of their request, and drops them from the open ones after the commit. */
function onStartOver(options: LeavingOptions): Route {
  const ended = new WeakMap<object, readonly Order[]>()
  const route = startingOver(options, ended)
  return {
    ...route,
    answer: async (asked, house) => {
      const answer = await route.answer(asked, house)
      for (const order of ended.get(asked.input as object) ?? []) options.open.take(order)
      return answer
    },
  }
}

const startingOver = (options: LeavingOptions, ended: WeakMap<object, readonly Order[]>): Route =>
  onPreparedWrite(
    options.calls.startOver,
    async (context, { password }) => {
      const { house, customer, now } = context
      // Refusals come before the password is tried, and so do not count as a try.
      const early = await house.db.read(async (tx) => decideStartOver(await startOverFacts(tx, customer, now, options)))
      return isRefused(early) ? early : tryTradingPassword(context, password)
    },
    async ({ tx, customer, now, publish }, form, { tradingHash }) => {
      const { id } = form
      // The password was changed while it was tried.
      if ((await readCustomer(tx, customer)).tradingHash !== tradingHash)
        return refuse('wrong_trading_password', {}, 'password')
      if (await isHandBackTaken(tx, customer, id)) return refuse('key_reused')
      const decision = decideStartOver(await startOverFacts(tx, customer, now, options))
      if (isRefused(decision)) return decision
      const { figures, cancelled } = await handBackAll(tx, { id, customer, now }, options.grant)
      ended.set(form, cancelled)
      const about = { kind: 'hand_back', id }
      const detail = { orders: figures.orders, positions: figures.positions }
      await recordAct(tx, { customer, seat: null, act: 'started_over', about, detail, at: now })
      await insertNotices(tx, [noticeOfStartOver({ customer, id: newId(), at: now }, figures.orders)])
      publish('balances', 'orders', 'notices', 'profile')
      return { id, at: now, ...figures }
    },
  )

/** The facts from which closing is decided. */
const closingFacts = async (tx: Tx, customer: CustomerId, { against }: LeavingOptions) => ({
  ...(await ownedNow(tx, customer)),
  against: await against.closing(tx, customer),
})

const onReadClosing = (options: LeavingOptions): Route =>
  onRead(options.calls.readClosing, async ({ tx, customer, restriction }) => {
    const { minimum } = options
    const facts = await closingFacts(tx, customer, options)
    const { withdrawable, rest } = cashFor(facts, minimum)
    const { tradingHash, phone } = await readCustomer(tx, customer)
    const isRestricted = refusesRestricted(options.calls.closeAccount, restriction, {})
    const restricted = isRestricted ? (['account_restricted'] as const) : []
    return {
      against: [...restricted, ...againstClosing(facts, minimum)],
      cash: withdrawable,
      rest,
      hasTradingPassword: tradingHash !== null,
      phone: maskedPhone(phone),
      needsCode: (await findSecondStep(tx, customer)) !== null,
    }
  })

const onCloseAccount = (options: LeavingOptions): Route =>
  onPreparedWrite(
    options.calls.closeAccount,
    async (context: PrepareContext, { password, code }) => {
      const { house, customer } = context
      const { minimum } = options
      const early = await house.db.read(async (tx) => decideClosing(await closingFacts(tx, customer, options), minimum))
      if (isRefused(early)) return early
      const tried = await tryTradingPassword(context, password)
      if (isRefused(tried)) return tried
      const given = await preparedCode(context, code)
      return isRefused(given) ? given : { ...tried, given }
    },
    async ({ tx, customer, now, publish }, _form, { tradingHash, given }) => {
      if ((await readCustomer(tx, customer)).tradingHash !== tradingHash)
        return refuse('wrong_trading_password', {}, 'password')
      const { minimum, codesKey } = options
      const facts = await closingFacts(tx, customer, options)
      const decision = decideClosing(facts, minimum)
      if (isRefused(decision)) return decision
      const wrong = await takeFormCode(tx, { customer, codesKey, now }, given)
      if (wrong) return wrong
      const { rest } = cashFor(facts, minimum)
      if (rest.length > 0) await handBackRest(tx, { id: newId(), customer, now }, rest)
      await saveClosing(tx, customer, now)
      for (const end of options.ends) await end(tx, customer, now)
      await recordAct(tx, { customer, seat: null, act: 'account_closed', about: null, detail: {}, at: now })
      publish('sessions')
      return { closedAt: now, rest }
    },
  )
