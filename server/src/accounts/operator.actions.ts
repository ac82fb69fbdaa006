import { maskedPhone, plainPhone } from '@lonja/core/accounts/accounts.rules'
import type { Amount } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { freeLine } from '@lonja/core/ledger/ledger.rules'
import { noticeOfGift } from '@lonja/core/accounts/accounts.notices'
import * as z from 'zod/mini'
import { CustomerId } from '@lonja/core/base/ids'
import { recordAct } from '../audit/audit.actions.ts'
import { CannotOpen } from '../base/cannot.ts'
import type { Db, Tx } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { lockCustomer, type LockedTx } from '../database/locks.ts'
import { listMarkHashes } from '../door/devices.store.ts'
import { clearAttempts } from '../door/throttle.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listEntriesOf } from '../ledger/entries.store.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { subjectsOf } from './accounts.actions.ts'
import { findCustomer, findCustomerByPhone, type Customer } from './accounts.store.ts'
import { clearSecondStep, makeResetLink } from './resets.actions.ts'
import { findRestriction } from './restrictions.store.ts'
import { findSecondStep } from './second-step.store.ts'
import { listLiveSessions } from './sessions.store.ts'

/*
 * The operator's acts on a customer at the command line, whether the house is running or not. Each is recorded in the
 * customer's activity as done by the house, and sends a notice.
 */

/** A customer by id, or the open account of a phone number; ends the command if there is none. */
export async function customerNamed(tx: Tx, named: string): Promise<Customer> {
  const id = z.safeParse(CustomerId, named)
  const owner = id.success ? await findCustomer(tx, id.data) : await findCustomerByPhone(tx, plainPhone(named))
  if (owner) return owner
  throw new CannotOpen(`There is no customer "${named}": npm run customer -- list says which there are.`)
}

type HouseAct =
  'viewed_customer_here' | 'unlocked_here' | 'second_step_cleared_here' | 'login_reset_here' | 'granted_here'

const record = (
  tx: LockedTx,
  customer: CustomerId,
  act: HouseAct,
  now: Instant,
  detail: Record<string, string | number> = {},
) => recordAct(tx, { customer, seat: null, act, about: null, detail, at: now })

/** The state of an account, in lines. This is a view: it is recorded before anything is shown. */
export const showCustomer = (db: Db, named: string, now: Instant): Promise<string[]> =>
  db.write(async (begun) => {
    const { id } = await customerNamed(begun, named)
    const tx = await lockCustomer(begun, id)
    await record(tx, id, 'viewed_customer_here', now)
    const { phone, displayName, kyc, joinedAt, closedAt, tradingHash } = await customerNamed(tx, id)
    const restriction = await findRestriction(tx, id, now)
    const sessions = await listLiveSessions(tx, id, now)
    const cash = (await listBalances(tx, id)).filter(({ asset }) => !asset.includes(':'))
    return [
      `Customer ${id}`,
      `  phone      ${phone}${displayName === null ? '' : ` (${displayName})`}`,
      `  joined     ${timeOf(joinedAt)}${closedAt === null ? '' : `, closed ${timeOf(closedAt)}`}`,
      `  identity   ${kyc}`,
      `  passwords  log-in${tradingHash === null ? '' : ', trading'}${(await findSecondStep(tx, id)) ? ', one-time code' : ''}`,
      `  sessions   ${sessions.length}`,
      ...cash.map(({ asset, free, held }) => `  ${asset}        ${centsOf(free)} free, ${centsOf(held)} held`),
      `  restricted ${restriction ? `level ${restriction.level}, ${restriction.reason}, until ${timeOf(restriction.untilAt)}` : 'no'}`,
    ]
  })

const timeOf = (at: Instant): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const centsOf = (units: bigint): string => {
  const digits = String(units).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export interface UnlockOptions {
  /** Also clears the tries counted with this address; null clears only those counted without one. */
  readonly address: string | null
  /** Removes the second step of a customer who lost the phone and the recovery codes. */
  readonly secondStep: boolean
}

/**
 * Clears the counted tries of a customer's passwords and codes. With `secondStep` it removes a lost one, and
 * withdrawals then wait a day.
 */
export const unlockCustomer = (
  { db, attemptsKey }: { db: Db; attemptsKey: Buffer },
  named: string,
  { address, secondStep }: UnlockOptions,
  now: Instant,
): Promise<string> =>
  db.write(async (begun) => {
    const { id, phone } = await customerNamed(begun, named)
    const tx = await lockCustomer(begun, id)
    await clearAttempts(tx, attemptsKey, subjectsOf({ id, phone }, address, await listMarkHashes(tx, id)))
    await record(tx, id, 'unlocked_here', now)
    const cleared = secondStep && (await clearSecondStep(tx, { customer: id, now }))
    if (cleared) await record(tx, id, 'second_step_cleared_here', now)
    const code = !secondStep
      ? ''
      : cleared
        ? ' The one-time code is off; withdrawals wait 24 hours.'
        : ' There was no one-time code.'
    return `${maskedPhone(phone)} may try again, within ten seconds at a running house.${code}`
  })

/** Makes a one-time link for a new log-in password. The path follows the house's own address. */
export const resetCustomer = (db: Db, named: string, now: Instant): Promise<{ path: string; endsAt: Instant }> =>
  db.write(async (begun) => {
    const { id, closedAt } = await customerNamed(begun, named)
    if (closedAt !== null) throw new CannotOpen('This account is closed: nobody can log in to it any more.')
    const tx = await lockCustomer(begun, id)
    const link = await makeResetLink(tx, { customer: id, now })
    await record(tx, id, 'login_reset_here', now, { endsAt: link.endsAt })
    return link
  })

/**
 * Gives practice money from the house's account of grants, by an ordinary posting. `key` is the posting's cause: a
 * second call with it gives nothing and returns false.
 */
export const grantTo = (
  db: Db,
  named: string,
  { amount, key }: { amount: Amount; key: string },
  now: Instant,
): Promise<boolean> =>
  db.write(async (begun) => {
    const { id: customer, closedAt } = await customerNamed(begun, named)
    if (closedAt !== null) throw new CannotOpen('This account is closed: nothing can be given to it.')
    const tx = await lockCustomer(begun, customer)
    const same = { kind: null, asset: null, causeKind: 'grant', cause: key, from: null, to: null, after: null } as const
    const [before] = await listEntriesOf(tx, customer, same, 1)
    if (before) {
      const isSame = before.asset === amount.asset && before.freeAfter - before.freeBefore === amount.units
      if (isSame) return false
      throw new CannotOpen('This key was used for something else: leave --key out, and a new one is made.')
    }
    await postNow(tx, {
      customer,
      cause: { kind: 'grant', id: key },
      at: now,
      lines: [freeLine('grant', 'grants', amount)],
    })
    await record(tx, customer, 'granted_here', now, {
      asset: amount.asset,
      units: amount.units.toString(),
      grant: key,
    })
    await insertNotices(tx, [noticeOfGift({ customer, id: newId(), at: now }, amount)])
    return true
  })
