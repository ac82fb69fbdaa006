import {
  SEAT_ADDRESS,
  SEAT_DEVICE,
  SEAT_LINK_ADDRESS,
  SEAT_NAME,
  SEAT_NAME_ADDRESS,
} from '@lonja/core/staff/tries.rules'
import type { claimSeat, readSeatLink, signInSeat } from '@lonja/core/staff/staff.contract'
import { deviceFor } from '@lonja/core/base/device'
import type { ReplyOf, Role } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import {
  checkClaim,
  checkSeatSignIn,
  decideLink,
  plainName,
  plainSeatCode,
  SEAT_SET_UP_MS,
  seatEndFor,
} from '@lonja/core/staff/staff.rules'
import { recordAct } from '../audit/audit.actions.ts'
import { codeSecretText, codeStepFor, newCodeSecret } from '../secrets/codes.ts'
import { isDuplicate, type Tx } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { findKnownDevice, knowDevice } from '../door/devices.store.ts'
import { markHashIn, seatOwner } from '../secrets/marks.ts'
import { hashPassword, isCommonPassword, isPassword } from '../secrets/passwords.ts'
import { seal, unseal } from '../secrets/sealing.ts'
import type { Answer, CallRequest, House } from '../door/serve.ts'
import { lockCustomer, insertCustomerLock } from '../database/locks.ts'
import { newSeatToken } from '../secrets/token.ts'
import { insertSeatSession } from './seat-sessions.store.ts'
import { linkHashOf } from './seat-links.ts'
import {
  findLink,
  findSeat,
  findSeatByName,
  insertSeat,
  lockLink,
  nextSeatNumber,
  saveCodeStep,
  type SeatRow,
} from './seats.store.ts'

/** The parts of the house that signing in needs. */
export interface StaffParts {
  /** Seals the secrets of one-time codes. Derived from the house's secret, and never in the database. */
  readonly codesKey: Buffer
  /** The id of the account with a phone number; null if there is none. */
  readonly findCustomerOf: (tx: Tx, phone: string) => Promise<CustomerId | null>
}

type SignedIn = ReplyOf<typeof signInSeat>

const wrongSignIn = refuse('wrong_sign_in', {}, 'password')

/**
 * The content of a link, with a new secret of one-time codes. The claim sends the secret back sealed; nothing is stored
 * here.
 */
export async function answerSeatLink(
  { input, ip, now }: CallRequest<typeof readSeatLink>,
  house: House,
  { codesKey }: StaffParts,
): Answer<typeof readSeatLink> {
  const subjects = [{ throttle: SEAT_LINK_ADDRESS, who: ip }]
  const link = await house.tries.attempt({ entrance: 'link', from: ip, subjects, now }, async (right) => {
    const known = await house.tries.db.read((tx) => findLink(tx, linkHashOf(input.link)))
    const decision = decideLink(known, now)
    if (isRefused(decision) || !known) return decision as Exclude<typeof decision, { open: true }>
    await right()
    return known
  })
  if (isRefused(link)) return link
  const secret = newCodeSecret()
  const setUp = seal(codesKey, `set-up ${link.id}`, Buffer.concat([stamped(now), secret]))
  const { roles, endsAt } = link
  return { roles: [...roles], endsAt, secret: codeSecretText(secret), setUp: setUp.toString('base64url') }
}

const STAMP_BYTES = 8

function stamped(now: Instant): Buffer {
  const bytes = Buffer.alloc(STAMP_BYTES)
  bytes.writeBigUInt64BE(BigInt(now))
  return bytes
}

/** The secret that was sealed for this link less than `SEAT_SET_UP_MS` ago; null for anything else. */
function secretIn(setUp: string, link: string, { codesKey }: StaffParts, now: Instant): Buffer | null {
  const opened = unseal(codesKey, `set-up ${link}`, Buffer.from(setUp, 'base64url'))
  if (!opened) return null
  return now - Number(opened.readBigUInt64BE(0)) > SEAT_SET_UP_MS ? null : opened.subarray(STAMP_BYTES)
}

/**
 * Claims the seat of a link: its row, its lock, the use of the link, the first session and the act are one transaction.
 */
export async function claim(
  request: CallRequest<typeof claimSeat>,
  house: House,
  parts: StaffParts,
): Answer<typeof claimSeat> {
  const { input, ip, now } = request
  const wrong = checkClaim(input, isCommonPassword(input.password))
  if (wrong) return wrong
  const subjects = [{ throttle: SEAT_LINK_ADDRESS, who: ip }]
  return house.tries.attempt({ entrance: 'link', from: ip, subjects, now }, async (right) => {
    const answer = await claimOf(request, house, parts)
    if (!isRefused(answer)) await right()
    return answer
  })
}

async function claimOf(
  request: CallRequest<typeof claimSeat>,
  house: House,
  parts: StaffParts,
): Answer<typeof claimSeat> {
  const { input, now } = request
  const known = await house.tries.db.read((tx) => findLink(tx, linkHashOf(input.link)))
  const early = decideLink(known, now)
  if (isRefused(early) || !known) return early as Exclude<typeof early, { open: true }>
  const secret = secretIn(input.setUp, known.id, parts, now)
  if (!secret) return refuse('set_up_expired', {}, 'code')
  const step = codeStepFor(secret, plainSeatCode(input.code), now)
  if (step === null) return refuse('wrong_code', {}, 'code')
  const customer = await ownCustomer(input.phone, house, parts)
  if (isRefused(customer)) return customer
  const passwordHash = await hashPassword(input.password)
  return claimAnew(request, house, parts, { secret, step, passwordHash, customer, marksKey: house.marksKey })
}

async function ownCustomer(phone: string | undefined, { db }: House, { findCustomerOf }: StaffParts) {
  if (phone === undefined || phone.trim() === '') return null
  return (await db.read((tx) => findCustomerOf(tx, phone))) ?? refuse('unknown_phone', {}, 'phone')
}

interface Claiming {
  readonly secret: Buffer
  readonly step: number
  readonly passwordHash: string
  readonly customer: CustomerId | null
  readonly marksKey: Buffer
}

/** Tries again with the next number if another claim takes the same number first. */
async function claimAnew(request: CallRequest<typeof claimSeat>, house: House, parts: StaffParts, claiming: Claiming) {
  for (;;) {
    try {
      return await house.db.write((tx) => takeSeat(tx, request, parts, claiming))
    } catch (error) {
      if (!isDuplicate(error)) throw error // The name or the number was taken meanwhile.
    }
  }
}

async function takeSeat(
  begun: Tx,
  request: CallRequest<typeof claimSeat>,
  { codesKey }: StaffParts,
  { secret, step, passwordHash, customer, marksKey }: Claiming,
) {
  const { input, now } = request
  const link = await lockLink(begun, linkHashOf(input.link))
  const decision = decideLink(link, now)
  if (isRefused(decision) || !link) return decision as Exclude<typeof decision, { open: true }>
  const name = plainName(input.name)
  if (await findSeatByName(begun, name)) return refuse('name_taken', {}, 'name')
  const id = newId<'seat'>()
  const tx = await insertCustomerLock(begun, id, now)
  const seat = {
    id,
    number: await nextSeatNumber(tx),
    name,
    roles: link.roles,
    customer,
    passwordHash,
    sealedCode: seal(codesKey, id, secret),
    codeStep: step,
    claimedAt: now,
  }
  await insertSeat(tx, seat, link.id)
  const by = { id, number: seat.number, role: link.roles[0] as Role }
  const detail = { device: deviceFor(request.userAgent), roles: link.roles.join(' '), ownAccount: customer !== null }
  await recordAct(tx, { customer: null, seat: by, act: 'seat_claimed', about: null, detail, at: now })
  return openSession(tx, { ...seat, endedAt: null }, request, marksKey)
}

export const selfOf = ({ id, number, name, roles, customer, claimedAt }: SeatRow) => ({
  id,
  number,
  name,
  roles: [...roles],
  hasCustomer: customer !== null,
  claimedAt,
})

async function openSession(
  tx: Tx,
  seat: SeatRow,
  { now, userAgent, input: { marks } }: CallRequest<typeof signInSeat | typeof claimSeat>,
  marksKey: Buffer,
): Promise<SignedIn> {
  const { text, secretHash } = newSeatToken(seat.id)
  const endsAt = seatEndFor(now, now)
  const known = await knowDevice(tx, { owner: seat.id, name: seatOwner(seat.name), marks, marksKey, now })
  const knownDevice = known?.id ?? null
  const session = { seat: seat.id, id: newId(), secretHash, device: deviceFor(userAgent), knownDevice }
  await insertSeatSession(tx, { ...session, startedAt: now, endsAt })
  const mark = known?.mark === undefined ? {} : { mark: known.mark }
  return { token: text, expiresAt: endsAt, seat: selfOf(seat), ...mark }
}

/**
 * Signs a seat in. An unknown name, a wrong password, a wrong or used code and an ended seat take the same steps and
 * the same answer.
 */
export async function signInAsSeat(
  request: CallRequest<typeof signInSeat>,
  house: House,
  parts: StaffParts,
): Answer<typeof signInSeat> {
  const wrong = checkSeatSignIn(request.input)
  if (wrong) return wrong
  return (await signInOnKnownDevice(request, house, parts)) ?? (await signInAsStranger(request, house, parts))
}

/** Signs in on a known device, which has a counter of its own; null if the device is unknown. */
async function signInOnKnownDevice(request: CallRequest<typeof signInSeat>, house: House, parts: StaffParts) {
  const { input, now } = request
  const name = plainName(input.name)
  const mark = markHashIn(house.marksKey, seatOwner(name), input.marks)
  if (!mark) return null
  const subjects = [{ throttle: SEAT_DEVICE, who: mark.toString('hex') }]
  return house.tries.attempt({ entrance: 'knownSeat', subjects, now }, async (right) => {
    const isKnown = await house.tries.db.read(async (tx) => {
      const seat = await findSeatByName(tx, name)
      return seat !== null && (await findKnownDevice(tx, seat.id, mark)) !== null
    })
    const answer = isKnown ? await signInWith(request, house, parts) : null
    if (!isRefused(answer)) await right()
    return answer
  })
}

async function signInAsStranger(request: CallRequest<typeof signInSeat>, house: House, parts: StaffParts) {
  const { input, ip, now } = request
  const name = plainName(input.name).toLowerCase()
  const subjects = [
    { throttle: SEAT_NAME_ADDRESS, who: `${name} ${ip}` },
    { throttle: SEAT_NAME, who: name },
    { throttle: SEAT_ADDRESS, who: ip },
  ]
  return house.tries.attempt({ entrance: 'seat', from: ip, subjects, now }, async (right) => {
    const answer = await signInWith(request, house, parts)
    if (!isRefused(answer)) await right()
    return answer
  })
}

async function signInWith(request: CallRequest<typeof signInSeat>, house: House, parts: StaffParts) {
  const tried = await seatWith(request, house, parts)
  const letting = tried && house.db.write((tx) => letIn(tx, tried.seat, tried.step, request, house.marksKey))
  return (await letting) ?? wrongSignIn
}

/** The seat with this name, password and one-time code, and the step of the code; null for a wrong one. */
async function seatWith({ input, now }: CallRequest<typeof signInSeat>, { tries }: House, { codesKey }: StaffParts) {
  const seat = await tries.db.read((tx) => findSeatByName(tx, plainName(input.name)))
  const isRight = await isPassword(seat?.passwordHash ?? null, input.password)
  const secret = (seat && unseal(codesKey, seat.id, seat.sealedCode)) ?? NOBODYS
  const step = codeStepFor(secret, plainSeatCode(input.code), now)
  return isRight && step !== null && seat ? { seat, step } : null
}

/** The secret that the code of an unknown name is checked against, to take the same time. */
const NOBODYS = newCodeSecret()

/** Opens the session and records its act, unless the seat was ended or changed, or the code used, meanwhile. */
async function letIn(
  begun: Tx,
  tried: SeatRow,
  step: number,
  request: CallRequest<typeof signInSeat>,
  marksKey: Buffer,
): Promise<SignedIn | null> {
  const tx = await lockCustomer(begun, tried.id)
  const seat = await findSeat(tx, tried.id)
  if (!seat || seat.endedAt !== null || seat.passwordHash !== tried.passwordHash || step <= seat.codeStep) return null
  await saveCodeStep(tx, seat.id, step)
  const by = { id: seat.id, number: seat.number, role: seat.roles[0] as Role }
  const detail = { device: deviceFor(request.userAgent) }
  await recordAct(tx, { customer: null, seat: by, act: 'seat_signed_in', about: null, detail, at: request.now })
  return openSession(tx, seat, request, marksKey)
}
