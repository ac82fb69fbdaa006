import {
  CODE_TRIES,
  LOG_IN_ADDRESS,
  LOG_IN_DEVICE,
  LOG_IN_PHONE,
  LOG_IN_PHONE_ADDRESS,
  NEW_TRADING_TRIES,
  PASSWORD_TRIES,
  SIGN_UP_ADDRESS,
} from '@lonja/core/accounts/tries.rules'
import type { logIn, register } from '@lonja/core/accounts/accounts.contract'
import {
  checkLogIn,
  checkRegistration,
  decideRegistration,
  plainCode,
  plainPhone,
} from '@lonja/core/accounts/accounts.rules'
import type { Amount } from '@lonja/core/base/amount'
import { formatDate } from '@lonja/core/base/dates'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { noticeOfGrant } from '@lonja/core/accounts/accounts.notices'
import { isDuplicate, type Db, type Tx } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { fingerprintOf } from '../door/stored-answers.ts'
import type { Answer, CallRequest, House, PrepareContext } from '../door/serve.ts'
import { lockCustomer, insertCustomerLock } from '../database/locks.ts'
import { shutUntil, type ThrottleSubject } from '../door/throttle.ts'
import { postGrant } from '../ledger/ledger.actions.ts'
import { insertNotices } from '../notices/notices.store.ts'
import {
  findClosedByPhone,
  findCustomerByPhone,
  insertCustomer,
  readCustomer,
  type Customer,
} from './accounts.store.ts'
import { openSession, appendSignInNotice } from './accounts.sessions.ts'
import { findInvitation, insertInvitationUse } from './invitations.store.ts'
import { findKnownDevice } from '../door/devices.store.ts'
import { customerOwner, markHashIn } from '../secrets/marks.ts'
import { hashPassword, isCommonPassword, isPassword } from '../secrets/passwords.ts'
import { newStep } from './second-step.actions.ts'
import { findSecondStep } from './second-step.store.ts'

/** The end of the log-in block on a phone number after too many wrong passwords; null where there is none. */
export const logInShutUntil = (tx: Tx, attemptsKey: Buffer, phone: string, now: Instant): Promise<Instant | null> =>
  shutUntil(tx, attemptsKey, { throttle: LOG_IN_PHONE, who: phone }, now)

/**
 * The keys that a customer's tries are counted under: phone number, passwords, codes, known devices; with the address,
 * if given.
 */
export const subjectsOf = (
  { id, phone }: Pick<Customer, 'id' | 'phone'>,
  address: string | null,
  devices: readonly Buffer[],
): ThrottleSubject[] => [
  ...devices.map((mark) => ({ throttle: LOG_IN_DEVICE, who: mark.toString('hex') })),
  { throttle: LOG_IN_PHONE, who: phone },
  { throttle: PASSWORD_TRIES, who: id },
  { throttle: NEW_TRADING_TRIES, who: id },
  { throttle: CODE_TRIES, who: id },
  ...(address === null ? [] : [{ throttle: LOG_IN_PHONE_ADDRESS, who: `${phone} ${address}` }]),
]

/**
 * Checks a signed-in customer's password, with the rate limiter: the try is committed before the password is checked.
 */
export async function tryPassword({ house, customer, now }: PrepareContext, hash: string, password: string) {
  const subjects = [{ throttle: PASSWORD_TRIES, who: customer }]
  return house.tries.attempt({ entrance: 'customer', subjects, now }, async (right) => {
    const isRight = await isPassword(hash, password)
    if (isRight) await right()
    return isRight
  })
}

/**
 * Whether a new trading password equals the log-in password. Rate-limited, and no try is refunded: each answer is a
 * guess.
 */
export async function tryNewTrading({ house, customer, now }: PrepareContext, loginHash: string, password: string) {
  const subjects = [{ throttle: NEW_TRADING_TRIES, who: customer }]
  return house.tries.attempt({ entrance: 'customer', subjects, now }, () => isPassword(loginHash, password))
}

/**
 * Checks the trading password that moves money require: right, wrong, or not set. Returns its hash, to be compared
 * again under the lock.
 */
export async function tryTradingPassword(context: PrepareContext, password: string) {
  if (password.trim() === '') return refuse('missing_information', {}, 'password')
  const { tradingHash } = await context.house.db.read((tx) => readCustomer(tx, context.customer))
  if (tradingHash === null) return refuse('trading_password_needed', {}, 'password')
  const right = await tryPassword(context, tradingHash, password)
  if (isRefused(right)) return right
  return right ? { tradingHash } : refuse('wrong_trading_password', {}, 'password')
}

/**
 * Opens an account. The customer, their lock, the use of the invitation, the grant and the first session are one
 * transaction.
 */
export async function signUp(
  request: CallRequest<typeof register>,
  house: House,
  grant: Amount | null,
): Answer<typeof register> {
  const { input, now } = request
  const wrong = checkRegistration(input, isCommonPassword(input.password))
  if (wrong) return wrong
  const subjects = [{ throttle: SIGN_UP_ADDRESS, who: request.ip }]
  const body = fingerprintOf(house.fingerprintKey, request.call.path, { ...input, phone: plainPhone(input.phone) })
  return house.tries.attempt({ entrance: 'signUp', from: request.ip, subjects, now }, async (right) => {
    const answer = (await findRepeat(request, house, body)) ?? (await signUpAnew(request, house, body, grant))
    if (!isRefused(answer)) await right()
    return answer
  })
}

/** Answers a repeated sign-up with a new session if the password matches; null if it is no repeat. */
async function findRepeat(
  request: CallRequest<typeof register>,
  house: House,
  body: Buffer,
): Promise<Awaited<Answer<typeof register>> | null> {
  const customer = await house.db.read((tx) => findCustomerByPhone(tx, plainPhone(request.input.phone)))
  if (!customer || customer.openedKey !== request.key) return null
  if (!(await isPassword(customer.loginHash, request.input.password))) return refuse('phone_taken', {}, 'phone')
  if (!customer.openedBody.equals(body)) return refuse('key_reused')
  return house.db.write((tx) => openSession(tx, customer, request, house.marksKey))
}

async function signUpAnew(
  request: CallRequest<typeof register>,
  house: House,
  body: Buffer,
  grant: Amount | null,
): Answer<typeof register> {
  const early = await house.db.read((tx) => decideFrom(tx, request))
  const answer = isRefused(early) ? early : await tryToOpen(request, house, body, grant)
  // The refusal may come from this very form, sent twice and accepted a moment ago.
  return isRefused(answer) ? ((await findRepeat(request, house, body)) ?? answer) : answer
}

async function tryToOpen(
  request: CallRequest<typeof register>,
  house: House,
  body: Buffer,
  grant: Amount | null,
): Answer<typeof register> {
  const loginHash = await hashPassword(request.input.password)
  return openWith(request, house.db, { loginHash, body, grant, marksKey: house.marksKey })
}

/** Opens the account with the next free use of the code. If another request takes it first, the one after is tried. */
export async function openWith(
  request: CallRequest<typeof register>,
  db: Db,
  opening: Opening,
): Promise<Awaited<ReturnType<typeof openAccount>>> {
  for (;;) {
    try {
      return await inTurn(() => db.write((tx) => openAccount(tx, request, opening)))
    } catch (error) {
      if (!isDuplicate(error)) throw error // Taken on another node: the phone number, or this use of the code.
    }
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Runs sign-ups one after the other on this node, since simultaneous ones compete for the same next use of a code. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => {}) // The caller receives the error; the next one in the queue must not.
  return mine
}

async function decideFrom(tx: Tx, { input, now }: CallRequest<typeof register>) {
  const invitation = await findInvitation(tx, plainCode(input.invitation))
  return decideRegistration(invitation, (await findCustomerByPhone(tx, plainPhone(input.phone))) !== null, now)
}

interface Opening {
  readonly loginHash: string
  readonly body: Buffer
  readonly grant: Amount | null
  readonly marksKey: Buffer
}

async function openAccount(
  begun: Tx,
  request: CallRequest<typeof register>,
  { loginHash, body, grant, marksKey }: Opening,
) {
  const { input, now } = request
  const decision = await decideFrom(begun, request)
  if (isRefused(decision)) return decision
  const id = newId<'customer'>()
  const tx = await insertCustomerLock(begun, id, now)
  await insertCustomer(tx, {
    id,
    phone: plainPhone(input.phone),
    language: input.language ?? request.language,
    loginHash,
    joinedAt: now,
    openedKey: request.key ?? newId(),
    openedBody: body,
  })
  await insertInvitationUse(tx, plainCode(input.invitation), decision.use, id, now)
  if (grant) {
    await postGrant(tx, id, grant, now)
    await insertNotices(tx, [noticeOfGrant({ customer: id, id: newId(), at: now }, grant)])
  }
  return openSession(tx, { id, phone: plainPhone(input.phone) }, request, marksKey)
}

/** Signs in. An unknown phone number and a wrong password take the same steps, the same time and the same answer. */
export async function signIn(request: CallRequest<typeof logIn>, house: House, codesKey: Buffer): Answer<typeof logIn> {
  const wrong = checkLogIn(request.input)
  if (wrong) return wrong
  const customer = (await tryOnKnownDevice(request, house)) ?? (await tryAsStranger(request, house))
  if (isRefused(customer)) return customer
  const session = await house.db.write((tx) => letIn(tx, customer, request, { codesKey, marksKey: house.marksKey }))
  if (isRefused(session)) return session
  house.events.publish(customer.id, ['sessions', 'notices'])
  return session
}

/**
 * A log-in on a known device has a counter of its own, so that nobody else's guesses shut its owner out. Null if the
 * device is unknown: the mark gives no other right.
 */
async function tryOnKnownDevice({ input, now }: CallRequest<typeof logIn>, { tries, marksKey }: House) {
  const phone = plainPhone(input.phone)
  const mark = markHashIn(marksKey, customerOwner(phone), input.marks)
  if (!mark) return null
  const subjects = [{ throttle: LOG_IN_DEVICE, who: mark.toString('hex') }]
  return tries.attempt({ entrance: 'knownDevice', subjects, now }, async (right) => {
    const isKnown = await tries.db.read(async (tx) => {
      const customer = await findCustomerByPhone(tx, phone)
      return customer !== null && (await findKnownDevice(tx, customer.id, mark)) !== null
    })
    const tried = isKnown ? await customerWith(tries.db, phone, input.password) : null
    if (!isRefused(tried)) await right()
    return tried
  })
}

async function tryAsStranger({ input, now, ip }: CallRequest<typeof logIn>, { tries }: House) {
  const phone = plainPhone(input.phone)
  const subjects: ThrottleSubject[] = [
    { throttle: LOG_IN_PHONE_ADDRESS, who: `${phone} ${ip}` },
    { throttle: LOG_IN_PHONE, who: phone },
    { throttle: LOG_IN_ADDRESS, who: ip },
  ]
  return tries.attempt({ entrance: 'stranger', from: ip, subjects, now }, async (right) => {
    const tried = await customerWith(tries.db, phone, input.password)
    if (!isRefused(tried)) await right()
    return tried
  })
}

/** The open account with this phone number and password. */
async function customerWith(db: Db, phone: string, password: string) {
  const [customer, closed] = await db.read(async (tx) => {
    const open = await findCustomerByPhone(tx, phone)
    return [open, open ? null : await findClosedByPhone(tx, phone)]
  })
  const isRight = await isPassword((customer ?? closed)?.loginHash ?? null, password)
  // A caller learns that the account is closed only with its password.
  if (isRight && closed?.closedAt) return refuse('account_closed', { at: formatDate(closed.closedAt) })
  return isRight && customer ? customer : refuse('wrong_phone_or_password', {}, 'password')
}

/** Opens the session and sends its notice, unless the password was changed meanwhile or a second step must follow. */
async function letIn(
  begun: Tx,
  tried: Customer,
  request: CallRequest<typeof logIn>,
  { codesKey, marksKey }: { codesKey: Buffer; marksKey: Buffer },
) {
  const tx = await lockCustomer(begun, tried.id)
  const customer = await findCustomerByPhone(tx, tried.phone)
  if (customer?.loginHash !== tried.loginHash) return refuse('wrong_phone_or_password', {}, 'password')
  if (await findSecondStep(tx, tried.id)) {
    return refuse('second_step_needed', { step: newStep(codesKey, tried, request.now) })
  }
  await appendSignInNotice(tx, tried.id, request)
  return openSession(tx, tried, request, marksKey)
}
