import { hash, randomBytes } from 'node:crypto'
import { assert } from '@lonja/core/base/assert'
import { askReset, finishReset, readReset } from '@lonja/core/resets/resets.contract'
import { decideReset, findReset, openReset } from '@lonja/core/resets/resets.staff.contract'
import { newId } from '../base/ids.ts'
import type { CallAnswer } from '../testing/ask.ts'
import type { TestHouse } from '../testing/house.ts'
import { settleResets } from './resets.jobs.ts'
import { findResetBySecret } from './resets.store.ts'

/** A device with its own secret, which asks for a new password. */
export interface TestDevice {
  /** The id of its request, which only the house knows. */
  readonly id: string
  readonly secret: string
  readonly secretHash: string
  readonly code: string
}

interface SeatSession {
  readonly token: string
}

/** A new secret and its hash, as a device makes them. */
export function newSecret(): Pick<TestDevice, 'secret' | 'secretHash'> {
  const secret = randomBytes(32).toString('base64url')
  return { secret, secretHash: hash('sha256', secret, 'buffer').toString('base64url') }
}

/** A device asks for a new password of a phone number; the customer is told. */
export async function askOn(house: TestHouse, phone: string): Promise<TestDevice> {
  const own = newSecret()
  const answer = await house.ask(askReset, { phone, secretHash: own.secretHash }, { ip: `10.8.0.${address()}` })
  assert(answer.status === 200, `a device asks for a new password: ${answer.error}`)
  await settle(house)
  const row = await house.db.read((tx) => findResetBySecret(tx, Buffer.from(own.secretHash, 'base64url')))
  return { ...own, id: row?.id ?? '', code: (answer.data as { code: string }).code }
}

let addresses = 0
const address = (): number => (addresses = (addresses + 1) % 250)

/** Runs the house's job once. */
export const settle = (house: TestHouse): Promise<void> =>
  settleResets({ db: house.db, clock: house.clock, events: house.events })

/** A seat finds a request by its code; returns the id of the review. */
export async function findBy(
  house: TestHouse,
  { code }: Pick<TestDevice, 'code'>,
  { token }: SeatSession,
): Promise<string> {
  const answer = await house.ask(findReset, { code }, { token })
  assert(answer.status === 200, `a seat finds a request: ${answer.error}`)
  return (answer.data as { id: string }).id
}

/** A seat opens a request and gives its opinion. */
export async function opine(
  house: TestHouse,
  id: string,
  { token }: SeatSession,
  opinion: 'approve' | 'refuse' = 'approve',
): Promise<CallAnswer> {
  const { seen } = (await house.ask(openReset, { id }, { token })).data as { seen: string }
  const reason = opinion === 'approve' ? 'answers_match' : 'answers_wrong'
  return house.ask(decideReset, { id, seen, opinion, reason }, { token, key: newId() })
}

/** Two seats let a device through. */
export async function letThrough(house: TestHouse, device: TestDevice, seats: readonly SeatSession[]): Promise<void> {
  for (const seat of seats) await opine(house, await findBy(house, device, seat), seat)
}

export const stateOf = async (house: TestHouse, { secretHash }: Pick<TestDevice, 'secretHash'>): Promise<unknown> =>
  ((await house.ask(readReset, { secretHash })).data as { state: string }).state

/** Sets a new password with a secret. */
export const setBy = (house: TestHouse, secret: string, password = 'heron lamp 7'): Promise<CallAnswer> =>
  house.ask(finishReset, { secret, password, again: password }, { ip: '10.9.9.9' })
