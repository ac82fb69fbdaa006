import {
  beginSecondStep,
  finishLogIn,
  makeRecoveryCodes,
  readResetLink,
  readSecondStep,
  removeSecondStep,
  resetPassword,
  setSecondStep,
} from '@lonja/core/accounts/second-step.contract'
import { plainStepCode } from '@lonja/core/accounts/second-step.rules'
import { deviceFor } from '@lonja/core/base/device'
import { isRefused, refuse, refuseBlank } from '@lonja/core/base/refusal'
import { noticeOfSecurity } from '@lonja/core/accounts/accounts.notices'
import { recordAct } from '../audit/audit.actions.ts'
import type { Tx } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { onEntry, onPreparedWrite, onRead, type PrepareContext, type Route, type WriteContext } from '../door/serve.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { tryPassword } from './accounts.actions.ts'
import { readCustomer } from './accounts.store.ts'
import { answerResetLink, setByLink } from './resets.actions.ts'
import {
  beginSetUp,
  countCode,
  finishSetUp,
  finishSignIn,
  newRecoveryCodes,
  refundCode,
  takeCode,
} from './second-step.actions.ts'
import { countRecoveryCodes, findSecondStep, saveSecondStepEnd } from './second-step.store.ts'

type What = 'code_set' | 'code_removed' | 'recovery_made'

/** Sends the notice and records the act. */
async function written({ tx, customer, now, publish }: WriteContext, what: What, device: string): Promise<void> {
  await insertNotices(tx, [noticeOfSecurity({ customer, id: newId(), at: now }, what, device)])
  await recordAct(tx, { customer, seat: null, act: what, about: null, detail: {}, at: now })
  publish('profile', 'notices')
}

/** A set second step is not replaced: otherwise the password alone could install another app. */
const isSet = refuse('second_step_set')

/** Counts a try before the code is checked; a right code is refunded. */
async function prepared({ house, customer, now, userAgent }: PrepareContext, typed: string) {
  const code = plainStepCode(typed)
  if (code === '') return refuse('missing_information', {}, 'code')
  const full = await countCode(house, customer, now)
  if (full) return full
  return { code, device: deviceFor(userAgent), right: (tx: Tx) => refundCode(tx, house, customer, now) }
}

/** The customer's second step, and the links for a lost password. `codesKey` seals the secrets of one-time codes. */
export const secondStepRoutes = (codesKey: Buffer): Route[] => [
  onEntry(finishLogIn, (request, house) => finishSignIn(request, house, codesKey)),

  onRead(readSecondStep, async ({ tx, customer }) => {
    const step = await findSecondStep(tx, customer)
    return { setAt: step?.setAt ?? null, recoveryLeft: step ? await countRecoveryCodes(tx, customer) : 0 }
  }),

  onPreparedWrite(
    beginSecondStep,
    async (context, { password }) => (await checkPassword(context, password)) ?? {},
    async ({ tx, customer, now }) =>
      (await findSecondStep(tx, customer)) ? isSet : beginSetUp(codesKey, await readCustomer(tx, customer), now),
  ),

  onPreparedWrite(
    setSecondStep,
    (context, { code }) => prepared(context, code),
    async (context, { setUp }, { code, device, right }) => {
      const { tx, customer, now } = context
      if (await findSecondStep(tx, customer)) return isSet
      const recovery = await finishSetUp(tx, { customer, code, codesKey, now }, setUp)
      if (isRefused(recovery)) return recovery
      await written(context, 'code_set', device)
      await right(context.tx)
      return { recovery }
    },
  ),

  onMakeRecoveryCodes(codesKey),
  onRemoveSecondStep(codesKey),
  onEntry(readResetLink, answerResetLink),
  onEntry(resetPassword, setByLink),
]

const onMakeRecoveryCodes = (codesKey: Buffer): Route =>
  onPreparedWrite(
    makeRecoveryCodes,
    (context, { code }) => prepared(context, code),
    async (context, _input, { code, device, right }) => {
      const { tx, customer, now } = context
      const wrong = await takeCode(tx, { customer, code, codesKey, now })
      if (isRefused(wrong)) return wrong
      const recovery = await newRecoveryCodes(tx, customer, now)
      await written(context, 'recovery_made', device)
      await right(context.tx)
      return { recovery }
    },
  )

const onRemoveSecondStep = (codesKey: Buffer): Route =>
  onPreparedWrite(
    removeSecondStep,
    async (context, { password, code }) =>
      refuseBlank({ password, code: plainStepCode(code) }) ??
      (await checkPassword(context, password)) ??
      prepared(context, code),
    async (context, _input, { code, device, right }) => {
      const { tx, customer, now } = context
      const wrong = await takeCode(tx, { customer, code, codesKey, now })
      if (isRefused(wrong)) return wrong
      await saveSecondStepEnd(tx, customer, now)
      await written(context, 'code_removed', device)
      await right(context.tx)
      return { removed: true as const }
    },
  )

/** The refusal of a wrong log-in password; null where it is right. */
async function checkPassword(context: PrepareContext, password: string) {
  if (password.trim() === '') return refuse('missing_information', {}, 'password')
  const { loginHash } = await context.house.db.read((tx) => readCustomer(tx, context.customer))
  const right = await tryPassword(context, loginHash, password)
  if (isRefused(right)) return right
  return right ? null : refuse('wrong_password', {}, 'password')
}
