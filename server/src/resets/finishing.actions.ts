import { checkReset } from '@lonja/core/accounts/second-step.rules'
import { RESET_ADDRESS } from '@lonja/core/accounts/tries.rules'
import type { CustomerId } from '@lonja/core/base/ids'
import { isGuessable } from '@lonja/core/base/password'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import type { finishReset } from '@lonja/core/resets/resets.contract'
import { noticeOfDevice } from '@lonja/core/resets/resets.notices'
import { decideNewPassword, resetStateAt } from '@lonja/core/resets/resets.rules'
import { findOpenCustomer, readCustomer } from '../accounts/accounts.store.ts'
import { replaceLoginPassword } from '../accounts/replacing.actions.ts'
import { newId } from '../base/ids.ts'
import { writeFor, type LockedTx } from '../database/locks.ts'
import type { Answer, CallRequest, House } from '../door/serve.ts'
import { listSteps } from '../review/review.store.ts'
import { hashPassword, isCommonPassword } from '../secrets/passwords.ts'
import { hashOfSecret, settle } from './resets.actions.ts'
import { findResetBySecret, saveResetEnd, type CustomerReset, type ResetRow } from './resets.store.ts'

type FinishRequest = CallRequest<typeof finishReset>

/** Sets the new password of the device that holds the secret, once. */
export async function finish(request: FinishRequest, house: House): Answer<typeof finishReset> {
  const { input, ip, now } = request
  const wrong = checkReset(input, isCommonPassword(input.password))
  if (wrong) return wrong
  const subjects = [{ throttle: RESET_ADDRESS, who: ip }]
  const prepared = await house.tries.attempt({ entrance: 'link', from: ip, subjects, now }, async (right) => {
    const known = await house.tries.db.read((tx) => findResetBySecret(tx, hashOfSecret(input.secret)))
    if (!known) return refuse('unknown_reset')
    const decision = decideNewPassword(resetStateAt(known, now))
    if (isRefused(decision)) return decision
    const { customer } = known
    if (customer === null) return refuse('reset_not_open')
    await right()
    const { phone } = await house.tries.db.read((tx) => readCustomer(tx, customer))
    if (isGuessable(input.password, phone)) return refuse('password_guessable', {}, 'password')
    return { customer, loginHash: await hashPassword(input.password) }
  })
  return isRefused(prepared) ? prepared : save(request, house, prepared)
}

async function save(
  { input, now }: FinishRequest,
  house: House,
  { customer, loginHash }: { customer: CustomerId; loginHash: string },
): Answer<typeof finishReset> {
  const answer = await writeFor(house.db, customer, async (tx) => {
    const reset = await upToNow(tx, hashOfSecret(input.secret), now)
    // Another request may have used the secret since, a device may have stopped it, or the account may have been closed.
    if (!reset || !(await findOpenCustomer(tx, customer))) return refuse('reset_over')
    const decision = decideNewPassword(resetStateAt(reset, now))
    if (isRefused(decision)) return decision
    if (!(await saveResetEnd(tx, reset.id, 'used', now))) return refuse('reset_over')
    const notice = noticeOfDevice({ customer, id: newId(), at: now }, 'reset_used', reset.device)
    const about = { kind: 'reset', id: reset.id }
    const detail = { device: reset.device, seats: await seatsOf(tx, reset) }
    return { waitsUntil: await replaceLoginPassword(tx, { loginHash, notice, about, detail }) }
  })
  if (!isRefused(answer)) house.events.publish(customer, ['sessions', 'notices', 'profile'])
  return answer
}

/** The request after its time of notice was brought up to now. */
async function upToNow(tx: LockedTx, secretHash: Buffer, now: number): Promise<ResetRow | null> {
  const reset = await findResetBySecret(tx, secretHash)
  if (!reset?.reviewId) return reset
  await settle(tx, reset as CustomerReset, now)
  return findResetBySecret(tx, secretHash)
}

/** The seats that let the device through. */
const seatsOf = async (tx: LockedTx, { reviewId }: ResetRow): Promise<string> => {
  const steps = reviewId === null ? [] : await listSteps(tx, reviewId)
  const last = steps.at(-1)?.round
  const seats = steps.flatMap(({ step, round, by }) => (step === 'approve' && round === last && by ? [by.number] : []))
  return seats.join(' ')
}
