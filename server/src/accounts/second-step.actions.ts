import { hash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { CODE_TRIES } from '@lonja/core/accounts/tries.rules'
import type { finishLogIn } from '@lonja/core/accounts/second-step.contract'
import {
  isAppCode,
  isInTime,
  otpAddressFor,
  plainStepCode,
  RECOVERY_CODES,
  SET_UP_MS,
  STEP_MS,
} from '@lonja/core/accounts/second-step.rules'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import { deviceFor } from '@lonja/core/base/device'
import { CustomerId } from '@lonja/core/base/ids'
import { noticeOfSecurity } from '@lonja/core/accounts/accounts.notices'
import { codeSecretText, codeStepFor, newCodeSecret } from '../secrets/codes.ts'
import type { Tx } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { seal, unseal } from '../secrets/sealing.ts'
import type { Answer, CallRequest, House, PrepareContext } from '../door/serve.ts'
import { type LockedTx, writeFor } from '../database/locks.ts'
import type { ThrottleSubject } from '../door/throttle.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { openSession, appendSignInNotice } from './accounts.sessions.ts'
import { findOpenCustomer, type Customer } from './accounts.store.ts'
import {
  findSecondStep,
  insertRecoveryCodes,
  saveCodeStep,
  saveSecondStep,
  spendRecoveryCode,
} from './second-step.store.ts'

const wrongCode = refuse('wrong_code', {}, 'code')

const STAMP_BYTES = 8
const ID_BYTES = 36

function stamped(now: Instant): Buffer {
  const bytes = Buffer.alloc(STAMP_BYTES)
  bytes.writeBigUInt64BE(BigInt(now))
  return bytes
}

/** Binds a step to the password: after a change of password the step is invalid. */
const markOf = (loginHash: string): Buffer => hash('sha256', loginHash, 'buffer')

/** The sealed token that follows a right password where a code is needed. The server stores nothing of it. */
export function newStep(codesKey: Buffer, { id, loginHash }: Pick<Customer, 'id' | 'loginHash'>, now: Instant): string {
  return seal(codesKey, 'log-in step', Buffer.concat([stamped(now), Buffer.from(id), markOf(loginHash)])).toString(
    'base64url',
  )
}

/** Signs in by the second step. A try is counted by customer before the code is checked. */
export async function finishSignIn(
  request: CallRequest<typeof finishLogIn>,
  house: House,
  codesKey: Buffer,
): Answer<typeof finishLogIn> {
  const { input, now, userAgent } = request
  const code = plainStepCode(input.code)
  if (code === '') return refuse('missing_information', {}, 'code')
  const opened = unseal(codesKey, 'log-in step', Buffer.from(input.step, 'base64url'))
  if (!opened || !isInTime(Number(opened.readBigUInt64BE(0)), now, STEP_MS)) return refuse('step_expired')
  const customer = z.parse(CustomerId, opened.toString('latin1', STAMP_BYTES, STAMP_BYTES + ID_BYTES))
  const mark = opened.subarray(STAMP_BYTES + ID_BYTES)
  const subjects = codeSubjects(customer)
  const full = await house.tries.count({ entrance: 'customer', subjects, now })
  if (full) return full
  const session = await writeFor(house.db, customer, async (tx) => {
    const owner = await findOpenCustomer(tx, customer)
    if (!owner || !markOf(owner.loginHash).equals(mark)) return refuse('step_expired')
    const acceptedCode = await takeCode(tx, { customer, code, codesKey, now })
    // If the second step was removed meanwhile, the customer signs in again from the start.
    if (isRefused(acceptedCode)) return acceptedCode.refused === 'wrong_code' ? wrongCode : refuse('step_expired')
    if (acceptedCode.by === 'recovery') await publish(tx, customer, 'recovery_used', userAgent, now)
    await house.tries.refundIn(tx, { subjects, now })
    await appendSignInNotice(tx, customer, request)
    return openSession(tx, owner, request, house.marksKey)
  })
  if (isRefused(session)) return session
  house.events.publish(customer, ['sessions', 'notices', 'profile'])
  return session
}

const publish = async (
  tx: Tx,
  customer: CustomerId,
  what: Parameters<typeof noticeOfSecurity>[1],
  userAgent: string,
  now: Instant,
) => insertNotices(tx, [noticeOfSecurity({ customer, id: newId(), at: now }, what, deviceFor(userAgent))])

export interface CodeTry {
  readonly customer: CustomerId
  /** In the form that `plainStepCode` returns. */
  readonly code: string
  readonly codesKey: Buffer
  readonly now: Instant
}

/** Takes a code of the customer's second step once: one of the app, or one of the ten recovery codes. */
export async function takeCode(
  tx: LockedTx,
  { customer, code, codesKey, now }: CodeTry,
): Promise<{ by: 'app' | 'recovery' } | Refused<'wrong_code' | 'second_step_unset'>> {
  const step = await findSecondStep(tx, customer)
  if (!step) return refuse('second_step_unset')
  if (!isAppCode(code)) {
    return (await spendRecoveryCode(tx, customer, recoveryHash(code), now)) ? { by: 'recovery' } : wrongCode
  }
  const secret = unseal(codesKey, `customer ${customer}`, step.sealedCode)
  const at = secret && codeStepFor(secret, code, now)
  return at !== null && (await saveCodeStep(tx, customer, at)) ? { by: 'app' } : wrongCode
}

/** Counts a try of a signed-in customer. The count is committed before the code is checked. */
export const countCode = ({ tries }: House, customer: CustomerId, now: Instant) =>
  tries.count({ entrance: 'customer', subjects: codeSubjects(customer), now })

const codeSubjects = (customer: CustomerId): ThrottleSubject[] => [{ throttle: CODE_TRIES, who: customer }]

/** Refunds the try of a right code, within the write that the code was for. */
export const refundCode = (tx: Tx, { tries }: House, customer: CustomerId, now: Instant): Promise<void> =>
  tries.refundIn(tx, { subjects: codeSubjects(customer), now })

/** The code of a form; `code` is null where the account has no second step. */
export interface FormCode {
  readonly code: string | null
  /** The device that the notice about a used recovery code names. */
  readonly userAgent: string
  /** Refunds the try after a right code. */
  right(tx: Tx): Promise<void>
}

/**
 * Prepares the code of a form that moves money or adds a payee. It is required where the account has a second step, and
 * its try is counted before it is checked. `takeFormCode` takes it within the write.
 */
export async function preparedCode(
  { house, customer, now, userAgent }: PrepareContext,
  typed: string | undefined,
): Promise<FormCode | Refused<'code_needed' | 'too_many_tries' | 'too_many_requests'>> {
  const code = plainStepCode(typed ?? '')
  const step = await house.db.read((tx) => findSecondStep(tx, customer))
  if (!step) return { code: null, userAgent, right: () => Promise.resolve() }
  if (code === '') return refuse('code_needed', {}, 'code')
  const full = await countCode(house, customer, now)
  if (full) return full
  return { code, userAgent, right: (tx) => refundCode(tx, house, customer, now) }
}

/** Takes the code once; null if it is right or none is required. The caller must not refuse anything after it. */
export async function takeFormCode(
  tx: LockedTx,
  { customer, codesKey, now }: Omit<CodeTry, 'code'>,
  { code, userAgent, right }: FormCode,
): Promise<Refused<'code_needed' | 'wrong_code'> | null> {
  if (!(await findSecondStep(tx, customer))) return null
  if (code === null) return refuse('code_needed', {}, 'code')
  const acceptedCode = await takeCode(tx, { customer, code, codesKey, now })
  if (isRefused(acceptedCode)) return wrongCode
  if (acceptedCode.by === 'recovery') await publish(tx, customer, 'recovery_spent', userAgent, now)
  await right(tx)
  return null
}

/** A new secret, shown to the customer and sealed for the set-up that may follow. */
export function beginSetUp(codesKey: Buffer, { id, phone }: Pick<Customer, 'id' | 'phone'>, now: Instant) {
  const secret = newCodeSecret()
  const setUp = seal(codesKey, `set-up ${id}`, Buffer.concat([stamped(now), secret])).toString('base64url')
  const text = codeSecretText(secret)
  return { secret: text, address: otpAddressFor(maskedPhone(phone), text), setUp }
}

/** Sets the second step by the first code of a set-up, with ten recovery codes. */
export async function finishSetUp(
  tx: LockedTx,
  { customer, code, codesKey, now }: CodeTry,
  setUp: string,
): Promise<string[] | Refused<'step_expired' | 'wrong_code'>> {
  const opened = unseal(codesKey, `set-up ${customer}`, Buffer.from(setUp, 'base64url'))
  if (!opened || !isInTime(Number(opened.readBigUInt64BE(0)), now, SET_UP_MS)) return refuse('step_expired')
  const secret = Buffer.from(opened.subarray(STAMP_BYTES))
  const at = codeStepFor(secret, code, now)
  if (at === null) return wrongCode
  await saveSecondStep(tx, customer, {
    sealedCode: seal(codesKey, `customer ${customer}`, secret),
    codeStep: at,
    setAt: now,
  })
  return newRecoveryCodes(tx, customer, now)
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixteen characters of Crockford's alphabet in groups of four: 80 bits, and no two characters look alike. */
const newRecoveryCode = (): string =>
  [...randomBytes(16)].map((byte, at) => `${at > 0 && at % 4 === 0 ? '-' : ''}${ALPHABET[byte % 32]}`).join('')

const recoveryHash = (plain: string): Buffer => hash('sha256', plain, 'buffer')

/** Ten new recovery codes in clear: they are shown once, and only their hashes are stored. */
export async function newRecoveryCodes(tx: Tx, customer: CustomerId, now: Instant): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await insertRecoveryCodes(
    tx,
    customer,
    codes.map((code) => recoveryHash(plainStepCode(code))),
    now,
  )
  return codes
}
