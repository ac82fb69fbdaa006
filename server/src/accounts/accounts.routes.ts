import {
  changeLoginPassword,
  changeProfile,
  endAccessWait,
  endSession,
  listSessions,
  logIn,
  logOut,
  readProfile,
  register,
  setTradingPassword,
} from '@lonja/core/accounts/accounts.contract'
import {
  accessWaitAt,
  checkPasswordForm,
  decideFirstTradingPassword,
  decideLoginPassword,
  decideTradingPassword,
  maskedPhone,
  type PasswordForm,
} from '@lonja/core/accounts/accounts.rules'
import type { Amount } from '@lonja/core/base/amount'
import { deviceFor } from '@lonja/core/base/device'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { VERSION } from '@lonja/core/base/version'
import { noticeOfPassword } from '@lonja/core/accounts/accounts.notices'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import { onEntry, onPreparedWrite, onRead, onWrite, type Route } from '../door/serve.ts'
import { readNoticeChoices, saveNoticeChoices, type NoticeChoices } from '../notices/choices.store.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { signIn, signUp, tryNewTrading, tryPassword, tryTradingPassword } from './accounts.actions.ts'
import { renewSession } from './accounts.sessions.ts'
import {
  readCustomer,
  saveAccessWait,
  saveLoginHash,
  saveProfile,
  saveTradingHash,
  type Customer,
} from './accounts.store.ts'
import { hashPassword, isCommonPassword, isPassword } from '../secrets/passwords.ts'
import { forgetDevice, forgetDevicesBut } from '../door/devices.store.ts'
import { findRestriction, type Restriction } from './restrictions.store.ts'
import { findDeviceOf, listLiveSessions, saveEnd, saveEndOfOthers } from './sessions.store.ts'

interface AroundProfile {
  readonly notices: NoticeChoices
  readonly restriction: Restriction | null
  readonly now: Instant
}

const profileFor = (customer: Customer, { notices, restriction, now }: AroundProfile) => ({
  userId: customer.id,
  displayName: customer.displayName,
  phone: maskedPhone(customer.phone),
  language: customer.language,
  displayCurrency: customer.displayCurrency,
  textSize: customer.textSize,
  kyc: customer.kyc,
  hasTradingPassword: customer.tradingHash !== null,
  notices,
  joinedAt: customer.joinedAt,
  restriction: restriction && {
    level: restriction.level,
    reason: restriction.reason,
    untilAt: restriction.untilAt,
  },
  accessWaitsUntil: accessWaitAt(customer.accessWaitsUntil, now),
  version: VERSION,
})

const onChangeLoginPassword = onPreparedWrite(
  changeLoginPassword,
  async (context, form: PasswordForm) => {
    const wrong = checkPasswordForm(form)
    if (wrong) return wrong
    const { loginHash, phone } = await context.house.db.read((tx) => readCustomer(tx, context.customer))
    const right = await tryPassword(context, loginHash, form.old)
    if (isRefused(right)) return right
    const decision = decideLoginPassword(form, right, { phone, isCommon: isCommonPassword(form.password) })
    if (isRefused(decision)) return decision
    return { was: loginHash, hash: await hashPassword(form.password), userAgent: context.userAgent }
  },
  async ({ tx, customer, session, now, publish }, _form, { was, hash, userAgent }) => {
    if ((await readCustomer(tx, customer)).loginHash !== was) return refuse('wrong_password', {}, 'old')
    await saveLoginHash(tx, customer, hash)
    const { session: next, ...reply } = await renewSession(tx, { customer, session, now, userAgent })
    const sessionsEnded = (await saveEndOfOthers(tx, customer, next, now)) - 1
    await forgetDevicesBut(tx, customer, await findDeviceOf(tx, customer, next))
    await insertNotices(tx, [noticeOfPassword({ customer, id: newId(), at: now }, 'login', deviceFor(userAgent))])
    publish('sessions', 'notices')
    return { ...reply, sessionsEnded }
  },
)

const onSetTradingPassword = onPreparedWrite(
  setTradingPassword,
  async (context, form: PasswordForm) => {
    const wrong = checkPasswordForm(form)
    if (wrong) return wrong
    const own = await context.house.db.read((tx) => readCustomer(tx, context.customer))
    const waits = decideFirstTradingPassword(waitFactsOf(own), context.now)
    if (waits) return waits
    const { loginHash, tradingHash, phone } = own
    const right = await tryPassword(context, tradingHash ?? loginHash, form.old)
    if (isRefused(right)) return right
    // If the old password is wrong, an empty check takes the same time and reveals nothing about the log-in password.
    const same = right ? await tryNewTrading(context, loginHash, form.password) : await isPassword(null, form.password)
    if (isRefused(same)) return same
    const decision = decideTradingPassword(form, right, same, { phone, isCommon: isCommonPassword(form.password) })
    if (isRefused(decision)) return decision
    const hash = await hashPassword(form.password)
    return { wasLogin: loginHash, was: tradingHash, hash, device: deviceFor(context.userAgent) }
  },
  async ({ tx, customer, now, publish }, _form, { wasLogin, was, hash, device }) => {
    const own = await readCustomer(tx, customer)
    if (own.loginHash !== wasLogin || own.tradingHash !== was) return refuse('wrong_password', {}, 'old')
    // The password was reset while the form was checked.
    const waits = decideFirstTradingPassword(waitFactsOf(own), now)
    if (waits) return waits
    await saveTradingHash(tx, customer, hash)
    await insertNotices(tx, [noticeOfPassword({ customer, id: newId(), at: now }, 'trading', device)])
    publish('profile', 'notices')
    return { set: true as const }
  },
)

const waitFactsOf = ({ tradingHash, accessWaitsUntil }: Customer) => ({
  hasTradingPassword: tradingHash !== null,
  waitsUntil: accessWaitsUntil,
})

const onEndAccessWait = onPreparedWrite(
  endAccessWait,
  (context, { password }) => tryTradingPassword(context, password),
  async ({ tx, customer, now, publish }, _form, tried) => {
    const { tradingHash, accessWaitsUntil } = await readCustomer(tx, customer)
    // The password was changed while it was tried.
    if (tradingHash !== tried.tradingHash) return refuse('wrong_trading_password', {}, 'password')
    if (accessWaitAt(accessWaitsUntil, now) !== null) {
      await saveAccessWait(tx, customer, null)
      await recordAct(tx, { customer, seat: null, act: 'wait_ended', about: null, detail: {}, at: now })
      publish('profile', 'notices')
    }
    return { accessWaitsUntil: null }
  },
)

/** `grant` is a new customer's starting cash; null for none. */
export function accountsRoutes({ grant, codesKey }: { grant: Amount | null; codesKey: Buffer }): Route[] {
  return [
    onEntry(register, (request, house) => signUp(request, house, grant)),

    onEntry(logIn, (request, house) => signIn(request, house, codesKey)),

    onWrite(logOut, async ({ tx, customer, session, now, publish }) => {
      await saveEnd(tx, customer, session, now)
      publish('sessions')
      return {}
    }),

    onRead(listSessions, async ({ tx, customer, session, now }) => {
      const rows = await listLiveSessions(tx, customer, now)
      return { rows: rows.map(({ endsAt, ...row }) => ({ ...row, expiresAt: endsAt, own: row.id === session })) }
    }),

    onWrite(endSession, async ({ tx, customer, session, now, publish }, { id }) => {
      if (id === 'others') {
        const ended = await saveEndOfOthers(tx, customer, session, now)
        await forgetDevicesBut(tx, customer, await findDeviceOf(tx, customer, session))
        publish('sessions')
        return { ended }
      }
      if (!(await saveEnd(tx, customer, id, now))) return refuse('unknown_session')
      await forgetDevice(tx, customer, await findDeviceOf(tx, customer, id))
      publish('sessions')
      return { ended: 1 }
    }),

    onRead(readProfile, async ({ tx, customer, now }) =>
      profileFor(await readCustomer(tx, customer), {
        notices: await readNoticeChoices(tx, customer),
        restriction: await findRestriction(tx, customer, now),
        now,
      }),
    ),

    onWrite(changeProfile, async ({ tx, customer, now, publish }, change) => {
      const before = await readCustomer(tx, customer)
      const { notices = await readNoticeChoices(tx, customer), ...fields } = change
      const changed = Object.entries(fields).filter(([, value]) => value !== undefined)
      const after: Customer = { ...before, ...Object.fromEntries(changed) }
      await saveProfile(tx, customer, after)
      await saveNoticeChoices(tx, customer, notices)
      publish('profile', 'notices')
      return profileFor(after, { notices, restriction: await findRestriction(tx, customer, now), now })
    }),

    onChangeLoginPassword,
    onSetTradingPassword,
    onEndAccessWait,
  ]
}
