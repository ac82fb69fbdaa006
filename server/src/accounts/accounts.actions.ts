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
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { noticeOfGrant } from '@lonja/core/accounts/accounts.notices'
import { isDuplicate, type Db, type Tx } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { fingerprintOf } from '../door/repeats.ts'
import type { Answer, Asked, House, PrepareContext } from '../door/serve.ts'
import { lockCustomer, insertCustomerLock } from '../database/locks.ts'
import { countTry, refundTry, shutUntil, type Throttle, type Trier } from '../door/throttle.ts'
import { postGrant } from '../ledger/ledger.actions.ts'
import { insertNotices } from '../notices/notices.store.ts'
import {
  findClosedByPhone,
  findCustomerByPhone,
  insertCustomer,
  readCustomer,
  type Customer,
} from './accounts.store.ts'
import { openSession, tellOfSignIn } from './accounts.sessions.ts'
import { findInvitation, insertInvitationUse } from './invitations.store.ts'
import { hashPassword, isPassword } from '../secrets/passwords.ts'
import { CODES, newStep } from './second-step.actions.ts'
import { findSecondStep } from './second-step.store.ts'

/** Tries in a quarter of an hour. A phone number is guarded on its own, so that many addresses do not help; an address may be a school's. */
const WINDOW = 15 * MINUTE
const LOG_IN_HERE: Throttle = { kind: 'log_in_phone_address', most: 10, windowMs: WINDOW }
const LOG_IN_PHONE: Throttle = { kind: 'log_in_phone', most: 100, windowMs: WINDOW }
/** Until when nobody logs in with a phone number, after too many wrong passwords; null where one may. */
export const logInShutUntil = (tx: Tx, attemptsKey: Buffer, phone: string, now: Instant): Promise<Instant | null> =>
  shutUntil(tx, attemptsKey, { throttle: LOG_IN_PHONE, who: phone }, now)
const LOG_IN_ADDRESS: Throttle = { kind: 'log_in_address', most: 300, windowMs: WINDOW }
const SIGN_UP: Throttle = { kind: 'sign_up_address', most: 60, windowMs: WINDOW }

export const tooManyTries = refuse('too_many_tries', { minutes: String(WINDOW / MINUTE) })

const PASSWORD: Throttle = { kind: 'password', most: 10, windowMs: WINDOW }
/** Each new trading password is held against the log-in password, so each is a guess at that one, whether it is taken or not. */
const NEW_TRADING: Throttle = { kind: 'new_trading_password', most: 10, windowMs: WINDOW }

/** By what a customer's tries are counted: the phone number, the passwords, the codes; from one address, where it is said. */
export const triersOf = ({ id, phone }: Pick<Customer, 'id' | 'phone'>, address: string | null): Trier[] => [
  { throttle: LOG_IN_PHONE, who: phone },
  { throttle: PASSWORD, who: id },
  { throttle: NEW_TRADING, who: id },
  { throttle: CODES, who: id },
  ...(address === null ? [] : [{ throttle: LOG_IN_HERE, who: `${phone} ${address}` }]),
]

/** Whether a signed-in customer's password is right, throttled: the count is committed before the answer. */
export async function tryPassword({ house, customer, now }: PrepareContext, hash: string, password: string) {
  const triers = [{ throttle: PASSWORD, who: customer }]
  if (!(await countTry(house.db, house.attemptsKey, triers, now))) return tooManyTries
  const right = await isPassword(hash, password)
  if (right) await refundTry(house.db, house.attemptsKey, triers, now)
  return right
}

/** Whether what shall be the trading password is the log-in password, throttled: what was found out is never given back. */
export async function tryNewTrading({ house, customer, now }: PrepareContext, loginHash: string, password: string) {
  const triers = [{ throttle: NEW_TRADING, who: customer }]
  if (!(await countTry(house.db, house.attemptsKey, triers, now))) return tooManyTries
  return isPassword(loginHash, password)
}

/** What money must be asked for with: right, wrong, or none set yet. Its hash comes back, to be compared under the lock. */
export async function tryTradingPassword(context: PrepareContext, password: string) {
  if (password.trim() === '') return refuse('missing_information', {}, 'password')
  const { tradingHash } = await context.house.db.read((tx) => readCustomer(tx, context.customer))
  if (tradingHash === null) return refuse('trading_password_needed', {}, 'password')
  const right = await tryPassword(context, tradingHash, password)
  if (isRefused(right)) return right
  return right ? { tradingHash } : refuse('wrong_trading_password', {}, 'password')
}

/** Opens an account: the customer, their lock, the use of the invitation, the grant and the first session are one transaction. */
export async function signUp(
  asked: Asked<typeof register>,
  house: House,
  grant: Amount | null,
): Answer<typeof register> {
  const { input, now } = asked
  const wrong = checkRegistration(input)
  if (wrong) return wrong
  const triers = [{ throttle: SIGN_UP, who: asked.ip }]
  if (!(await countTry(house.db, house.attemptsKey, triers, now))) return tooManyTries
  const body = fingerprintOf(house.repeatsKey, asked.call.path, { ...input, phone: plainPhone(input.phone) })
  const answer = (await findRepeat(asked, house, body)) ?? (await signUpAnew(asked, house, body, grant))
  if (!isRefused(answer)) await refundTry(house.db, house.attemptsKey, triers, now)
  return answer
}

/** A repeat of a sign-up that was accepted: a new session, for who knows the password that it was made with. Null for any other. */
async function findRepeat(
  asked: Asked<typeof register>,
  house: House,
  body: Buffer,
): Promise<Awaited<Answer<typeof register>> | null> {
  const customer = await house.db.read((tx) => findCustomerByPhone(tx, plainPhone(asked.input.phone)))
  if (!customer || customer.openedKey !== asked.key) return null
  if (!(await isPassword(customer.loginHash, asked.input.password))) return refuse('phone_taken', {}, 'phone')
  if (!customer.openedBody.equals(body)) return refuse('key_reused')
  return house.db.write((tx) => openSession(tx, customer.id, asked))
}

async function signUpAnew(
  asked: Asked<typeof register>,
  house: House,
  body: Buffer,
  grant: Amount | null,
): Answer<typeof register> {
  const early = await house.db.read((tx) => decideFrom(tx, asked))
  const answer = isRefused(early) ? early : await tryToOpen(asked, house, body, grant)
  // What stands against it may be this very form, sent twice and accepted a moment ago.
  return isRefused(answer) ? ((await findRepeat(asked, house, body)) ?? answer) : answer
}

async function tryToOpen(
  asked: Asked<typeof register>,
  house: House,
  body: Buffer,
  grant: Amount | null,
): Answer<typeof register> {
  const loginHash = await hashPassword(asked.input.password)
  return openWith(asked, house.db, { loginHash, body, grant })
}

/** Opens it with the first use of the code that is still free: where somebody took it in the same moment, the next one is tried. */
export async function openWith(
  asked: Asked<typeof register>,
  db: Db,
  opening: Opening,
): Promise<Awaited<ReturnType<typeof openAccount>>> {
  for (;;) {
    try {
      return await inTurn(() => db.write((tx) => openAccount(tx, asked, opening)))
    } catch (error) {
      if (!isDuplicate(error)) throw error // Taken on another node: the phone number, or this use of the code.
    }
  }
}

let last: Promise<unknown> = Promise.resolve()

/** One after the other on this node: a class that signs up at once wants the same next use of one code. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => {}) // Whoever comes next does not hear of it; the one who asked does.
  return mine
}

async function decideFrom(tx: Tx, { input, now }: Asked<typeof register>) {
  const invitation = await findInvitation(tx, plainCode(input.invitation))
  return decideRegistration(invitation, (await findCustomerByPhone(tx, plainPhone(input.phone))) !== null, now)
}

interface Opening {
  readonly loginHash: string
  readonly body: Buffer
  readonly grant: Amount | null
}

async function openAccount(begun: Tx, asked: Asked<typeof register>, { loginHash, body, grant }: Opening) {
  const { input, now } = asked
  const decision = await decideFrom(begun, asked)
  if (isRefused(decision)) return decision
  const id = newId()
  const tx = await insertCustomerLock(begun, id, now)
  await insertCustomer(tx, {
    id,
    phone: plainPhone(input.phone),
    language: input.language ?? asked.language,
    loginHash,
    joinedAt: now,
    openedKey: asked.key ?? newId(),
    openedBody: body,
  })
  await insertInvitationUse(tx, plainCode(input.invitation), decision.use, id, now)
  if (grant) {
    await postGrant(tx, id, grant, now)
    await insertNotices(tx, [noticeOfGrant({ customer: id, id: newId(), at: now }, grant)])
  }
  return openSession(tx, id, asked)
}

/** Signs in. An unknown phone number and a wrong password take the same steps, the same time and the same answer. */
export async function signIn(asked: Asked<typeof logIn>, house: House, codesKey: Buffer): Answer<typeof logIn> {
  const { input, now, ip } = asked
  const wrong = checkLogIn(input)
  if (wrong) return wrong
  const phone = plainPhone(input.phone)
  const triers: Trier[] = [
    { throttle: LOG_IN_HERE, who: `${phone} ${ip}` },
    { throttle: LOG_IN_PHONE, who: phone },
    { throttle: LOG_IN_ADDRESS, who: ip },
  ]
  if (!(await countTry(house.db, house.attemptsKey, triers, now))) return tooManyTries
  const [customer, closed] = await house.db.read(async (tx) => {
    const open = await findCustomerByPhone(tx, phone)
    return [open, open ? null : await findClosedByPhone(tx, phone)]
  })
  const right = await isPassword((customer ?? closed)?.loginHash ?? null, input.password)
  // Only who knows its password hears that an account was closed.
  if (right && closed?.closedAt) return refuse('account_closed', { at: formatDate(closed.closedAt) })
  if (!right || !customer) return refuse('wrong_phone_or_password', {}, 'password')
  await refundTry(house.db, house.attemptsKey, triers, now)
  const session = await house.db.write((tx) => letIn(tx, customer, asked, codesKey))
  if (isRefused(session)) return session
  house.events.tell(customer.id, ['sessions', 'notices'])
  return session
}

/** The session and its notice, unless the password was changed since it was tried, or a second step must follow. */
async function letIn(begun: Tx, tried: Customer, asked: Asked<typeof logIn>, codesKey: Buffer) {
  const tx = await lockCustomer(begun, tried.id)
  const customer = await findCustomerByPhone(tx, tried.phone)
  if (customer?.loginHash !== tried.loginHash) return refuse('wrong_phone_or_password', {}, 'password')
  if (await findSecondStep(tx, tried.id)) {
    return refuse('second_step_needed', { step: newStep(codesKey, tried, asked.now) })
  }
  await tellOfSignIn(tx, tried.id, asked)
  return openSession(tx, tried.id, asked)
}
