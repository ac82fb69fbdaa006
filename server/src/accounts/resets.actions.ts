import { hash, randomBytes } from 'node:crypto'
import type { CustomerId } from '@lonja/core/base/ids'
import { RESET_ADDRESS } from '@lonja/core/accounts/tries.rules'
import type { readResetLink, resetPassword } from '@lonja/core/accounts/second-step.contract'
import { checkReset, decideResetLink, RESET_MS, WAIT_AFTER_RESET_MS } from '@lonja/core/accounts/second-step.rules'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import type { Instant } from '@lonja/core/base/instant'
import { isGuessable } from '@lonja/core/base/password'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { noticeOfSecurity } from '@lonja/core/accounts/accounts.notices'
import type { Tx } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { hashPassword, isCommonPassword } from '../secrets/passwords.ts'
import type { Answer, CallRequest, House } from '../door/serve.ts'
import { type LockedTx, writeFor } from '../database/locks.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { findOpenCustomer, readCustomer, saveWithdrawalsWait } from './accounts.store.ts'
import { findResetLink, insertResetLink, saveResetLinkUse, saveSecondStepEnd } from './second-step.store.ts'
import { replaceLoginPassword } from './replacing.actions.ts'

const hashOf = (link: string): Buffer => hash('sha256', link.trim(), 'buffer')

/** The path of a link in the app. The secret is the part after the `#`, so no server receives or logs it. */
const resetPathOf = (secret: string): string => `/#/subPackages/accounts/reset?link=${secret}`

export interface ResetOptions {
  readonly customer: CustomerId
  readonly now: Instant
}

/**
 * Makes the operator's one-time link for a customer who lost the password, and voids an unused earlier one. The path is
 * shown only once. Nothing else changes until the link is used. The caller records the act.
 */
export async function makeResetLink(
  tx: LockedTx,
  { customer, now }: ResetOptions,
): Promise<{ path: string; endsAt: Instant }> {
  const secret = randomBytes(32).toString('base64url')
  const endsAt = now + RESET_MS
  await insertResetLink(tx, { id: newId(), customer, secretHash: hashOf(secret), madeAt: now, endsAt })
  await insertNotices(tx, [noticeOfSecurity({ customer, id: newId(), at: now }, 'reset_made_here')])
  return { path: resetPathOf(secret), endsAt }
}

/** Removes a lost second step for the customer. Withdrawals then wait. False if none was set. */
export async function clearSecondStep(tx: LockedTx, { customer, now }: ResetOptions): Promise<boolean> {
  if (!(await saveSecondStepEnd(tx, customer, now))) return false
  await saveWithdrawalsWait(tx, customer, now + WAIT_AFTER_RESET_MS)
  await insertNotices(tx, [noticeOfSecurity({ customer, id: newId(), at: now }, 'code_cleared')])
  return true
}

/** Until when a customer's withdrawals wait after a second step was removed; null where they never did. */
export async function withdrawalsWaitUntil(tx: Tx, customer: CustomerId): Promise<Instant | null> {
  return (await readCustomer(tx, customer)).withdrawalsWaitUntil
}

export async function answerResetLink(
  { input, ip, now }: CallRequest<typeof readResetLink>,
  house: House,
): Answer<typeof readResetLink> {
  const subjects = [{ throttle: RESET_ADDRESS, who: ip }]
  return house.tries.attempt({ entrance: 'link', from: ip, subjects, now }, async (right) => {
    const answer = await house.tries.db.read(async (tx) => {
      const reset = await findResetLink(tx, hashOf(input.link))
      const decision = decideResetLink(reset, now)
      if (isRefused(decision) || !reset) return decision as Exclude<typeof decision, { open: true }>
      return { endsAt: reset.endsAt, phone: maskedPhone((await readCustomer(tx, reset.customer)).phone) }
    })
    if (!isRefused(answer)) await right()
    return answer
  })
}

/** Sets the new password of a link: the link is used, every session ends, the account waits, and a notice goes out. */
export async function setByLink(
  request: CallRequest<typeof resetPassword>,
  house: House,
): Answer<typeof resetPassword> {
  const { input, ip, now } = request
  const wrong = checkReset(input, isCommonPassword(input.password))
  if (wrong) return wrong
  const subjects = [{ throttle: RESET_ADDRESS, who: ip }]
  const reset = await house.tries.attempt({ entrance: 'link', from: ip, subjects, now }, async (right) => {
    const known = await house.tries.db.read((tx) => findResetLink(tx, hashOf(input.link)))
    const decision = decideResetLink(known, now)
    if (isRefused(decision) || !known) return decision as Exclude<typeof decision, { open: true }>
    await right()
    const { phone } = await house.tries.db.read((tx) => readCustomer(tx, known.customer))
    if (isGuessable(input.password, phone)) return refuse('password_guessable', {}, 'password')
    const loginHash = await hashPassword(input.password)
    return { customer: known.customer, loginHash }
  })
  return isRefused(reset) ? reset : saveByLink(request, house, reset)
}

async function saveByLink(
  { input, now }: CallRequest<typeof resetPassword>,
  house: House,
  { customer, loginHash }: { customer: CustomerId; loginHash: string },
): Answer<typeof resetPassword> {
  const answer = await writeFor(house.db, customer, async (tx) => {
    // Another request may have used the link since, or the account may have been closed.
    const reset = await findResetLink(tx, hashOf(input.link))
    const decision = decideResetLink((await findOpenCustomer(tx, customer)) && reset, now)
    if (isRefused(decision) || !reset) return decision as Exclude<typeof decision, { open: true }>
    await saveResetLinkUse(tx, reset.id, now)
    const notice = noticeOfSecurity({ customer, id: newId(), at: now }, 'reset_used')
    const detail = { madeBySeat: reset.seat?.number ?? null }
    return { waitsUntil: await replaceLoginPassword(tx, { loginHash, notice, about: null, detail }) }
  })
  if (!isRefused(answer)) house.events.publish(customer, ['sessions', 'notices', 'profile'])
  return answer
}
