import { randomBytes } from 'node:crypto'
import { logIn, setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import { askReset, disownReset, finishReset, listOwnResets, withdrawReset } from '@lonja/core/resets/resets.contract'
import { decideReset, findReset, openReset } from '@lonja/core/resets/resets.staff.contract'
import { deviceSecretFrom, type DeviceSecret } from '@lonja/core/resets/secret.rules'
import type { Opinion } from '@lonja/core/review/review.contract'
import { askFor } from './client.ts'
import { newCustomer, type Customer } from './customers.ts'
import { TRADING, type Seat } from './desk.ts'
import { PASSWORD } from './person.ts'
import type { Desk } from './scenes.desk.ts'

/** The requests for a new password on devices without a session, by the state they are in. */
export const DEVICES = [
  'deviceWaiting',
  'deviceChecking',
  'deviceNotice',
  'deviceOpen',
  'deviceRefused',
  'deviceReplaced',
  'deviceWithdrawn',
  'deviceStopped',
] as const
export type Device = (typeof DEVICES)[number]

/** Customers who are told of a request, who wait after one, and who closed their account because of one. */
export interface Resetting {
  readonly warned: Customer
  readonly waiting: Customer
  readonly shut: Customer
}

export interface Resets {
  readonly others: Resetting
  /** The secret that each device keeps. */
  readonly secrets: Readonly<Record<Device, string>>
  /** The review of the request that one person has approved. */
  readonly names: Readonly<Record<string, string>>
}

const NEXT = 'marisma-2026-nueva'

/** A request for a new password in every state that a device, a customer and a seat can see. */
export async function addResets({ house, one, two }: Desk): Promise<Resets> {
  const { url } = house
  const requestReset = async (who?: Customer): Promise<{ of: DeviceSecret; code: string; who: Customer }> => {
    const customer = who ?? (await newCustomer(house))
    const of = deviceSecretFrom(randomBytes(32))
    const { code } = await askFor(url, askReset, { phone: customer.phone, secretHash: of.secretHash })
    return { of, code, who: customer }
  }
  const replaced = await requestReset()
  const waiting = await requestReset(replaced.who)
  const [checking, notice, open, refused] = [
    await requestReset(),
    await requestReset(),
    await requestReset(),
    await requestReset(),
  ]
  const [withdrawn, stopped, used] = [await requestReset(), await requestReset(), await requestReset()]
  const reset = await find(url, one, checking.code)
  await askFor(url, openReset, { id: reset }, { token: one.token })
  const noticed = await judge(url, one, notice.code, 'approve', 'answers_match')
  for (const seat of [one, two]) await judge(url, seat, open.code, 'approve', 'answers_match')
  await judge(url, one, refused.code, 'refuse', 'answers_wrong')
  await askFor(url, withdrawReset, { secretHash: withdrawn.of.secretHash })
  const shut = await disown(url, stopped.who)
  return {
    others: { warned: notice.who, waiting: await reopened(url, used.who, [one, two], used), shut },
    secrets: {
      deviceWaiting: waiting.of.secret,
      deviceChecking: checking.of.secret,
      deviceNotice: notice.of.secret,
      deviceOpen: open.of.secret,
      deviceRefused: refused.of.secret,
      deviceReplaced: replaced.of.secret,
      deviceWithdrawn: withdrawn.of.secret,
      deviceStopped: stopped.of.secret,
    },
    names: { reset, noticed },
  }
}

const find = async (url: string, { token }: Seat, code: string): Promise<string> =>
  (await askFor(url, findReset, { code }, { token })).id

async function judge(url: string, seat: Seat, code: string, opinion: Opinion, reason: string): Promise<string> {
  const { token } = seat
  const id = await find(url, seat, code)
  const { seen } = await askFor(url, openReset, { id }, { token })
  await askFor(url, decideReset, { id, seen, opinion, reason }, { token })
  return id
}

/** “This was not me”: the request falls, and the account is closed to all but reading. */
async function disown(url: string, customer: Customer): Promise<Customer> {
  const { token } = customer
  await askFor(url, disownReset, { id: await announced(url, token) }, { token })
  return customer
}

/** The customer reads of a request together with its notice, which the house sends within a second or two. */
async function announced(url: string, token: string): Promise<string> {
  for (let tries = 0; tries < 120; tries += 1) {
    const [row] = (await askFor(url, listOwnResets, {}, { token })).rows
    if (row) return row.id
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('The request for a new password was not announced within 30 seconds')
}

/** Two people let the device through, and it sets a new password: the customer is back, and waits. */
async function reopened(
  url: string,
  { phone, token }: Customer,
  seats: readonly Seat[],
  { of, code }: { of: DeviceSecret; code: string },
): Promise<Customer> {
  await askFor(url, setTradingPassword, { old: PASSWORD, password: TRADING, again: TRADING }, { token })
  for (const seat of seats) await judge(url, seat, code, 'approve', 'known_in_person')
  await askFor(url, finishReset, { secret: of.secret, password: NEXT, again: NEXT })
  const session = await askFor(url, logIn, { phone, password: NEXT })
  return { phone, token: session.token, userId: session.userId }
}
