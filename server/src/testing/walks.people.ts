import { hash } from '@node-rs/argon2'
import { eur, usd, type Amount, type Currency } from '@lonja/core/base/amount'
import { ROLES, type Role } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { sessionEndFor } from '@lonja/core/accounts/accounts.rules'
import { insertCustomer, saveTradingHash } from '../accounts/accounts.store.ts'
import { makeInvitation } from '../accounts/invitations.ts'
import { insertInvitationUse } from '../accounts/invitations.store.ts'
import { insertSession } from '../accounts/sessions.store.ts'
import { recordStartingGrant } from '../accounts/starting-grants.store.ts'
import { newId } from '../base/ids.ts'
import { newToken } from '../secrets/token.ts'
import type { Dice } from './fuzz.dice.ts'
import type { TestHouse } from './house.ts'
import type { CallAnswer } from './ask.ts'
import { insertCustomerLock } from '../database/locks.ts'
import { grantTo } from '../accounts/operator.actions.ts'
import { postGrant } from '../ledger/ledger.actions.ts'
import { insertPayee } from '../payees/payees.store.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { CARD, TRADING } from '../withdrawals/withdrawals.testing.ts'

/** Money in its wire form. */
export interface Cash {
  readonly amount: string
  readonly currency: Currency
}

/** Parses a decimal amount into cents: `"250.5"` is 25,050. */
export function centsOf(amount: string): bigint {
  const [whole = '0', places = ''] = amount.split('.')
  return BigInt(whole + places.padEnd(2, '0'))
}

/** A customer of a walk, with an independent record of what they did. */
export interface Walker {
  readonly id: CustomerId
  readonly token: string
  readonly orders: string[]
  readonly withdrawals: string[]
  readonly deposits: string[]
  readonly checks: string[]
  readonly applications: string[]
  readonly blocks: string[]
  readonly loans: string[]
  readonly repayments: string[]
  readonly options: string[]
  readonly runs: string[]
  /** The identity check is passed, which a first application for a loan makes sure of. */
  isChecked: boolean
  readonly payees: string[]
  /** The cash that each deposit becomes, by its answer. */
  readonly cashOf: Map<string, Cash>
  /** Transaction hashes that were submitted, to be submitted again sometimes. */
  readonly hashes: string[]
  /** The amounts that the house granted or credited, in cents. */
  readonly paidIn: Record<Currency, bigint>
  /** The end of the restriction by staff; 0 if there is none. */
  restrictedUntil: Instant
}

/** A review that a seat has opened and not yet decided. */
export interface OpenedReview {
  readonly kind: 'deposit' | 'withdrawal' | 'kyc' | 'block' | 'loan' | 'loan_repayment'
  readonly id: string
  readonly seat: TestSeat
  readonly seen: string
}

/** One walk: its customers, the seats, its own chance, and the faults that it found. */
export interface Walk {
  readonly house: TestHouse
  readonly chance: Dice
  readonly walkers: Walker[]
  readonly seats: readonly Clerk[]
  readonly opened: OpenedReview[]
  readonly wrong: string[]
}

export type Act = (walk: Walk, who: Walker) => Promise<CallAnswer | null>

export const anyOf = (ids: readonly string[], chance: Dice): string => (ids.length > 0 ? chance.pick(ids) : newId())

let cheap: Promise<string> | undefined
/** Everybody's trading password, hashed at the lowest cost, because walks check it thousands of times. */
const cheapHash = (): Promise<string> => (cheap ??= hash(TRADING, { memoryCost: 8, timeCost: 1, parallelism: 1 }))

let walked = 0

/** The starting grant of a test house, in cents of EUR. */
export const GRANT = 10_000_000n

/** The starting grants of a customer: mostly that of a practice house, sometimes none. */
const grantsFor = (chance: Dice): Amount[] =>
  chance.pick([[], [eur(GRANT)], [eur(GRANT)], [eur(1_500_000n), usd(2_000_000n)]])

/** A signed-in customer with a trading password and a card, inserted directly because a sign-up is slow. */
export async function newWalker(house: TestHouse, chance: Dice): Promise<Walker> {
  const [id, payee] = [newId<'customer'>(), newId()]
  const now = house.clock.now()
  const { text, token } = newToken(id)
  const trading = await cheapHash()
  const grants = grantsFor(chance)
  const [first, ...later] = grants
  const { code: invitation } = await makeInvitation(house.db, { uses: 1, days: 1, now })
  await recordStartingGrant(house.db, first ?? null, now)
  await house.db.write(async (begun) => {
    const tx = await insertCustomerLock(begun, id, now)
    const opened = { openedKey: newId(), openedBody: Buffer.alloc(32) }
    walked += 1
    const phone = String(700_000_000 + walked)
    await insertCustomer(tx, { id, phone, language: 'en', loginHash: trading, joinedAt: now, ...opened })
    await insertInvitationUse(tx, invitation, 1, id, now)
    await saveTradingHash(tx, id, trading)
    await insertSession(tx, { ...token, id: newId(), device: '', startedAt: now, endsAt: sessionEndFor(now, now) })
    if (first) await postGrant(tx, id, first, now)
    await insertPayee(tx, { customer: id, id: payee, to: CARD, addedAt: now, readyAt: now })
  })
  for (const amount of later) await grantTo(house.db, id, { amount, key: newId() }, now)
  const paidIn: Record<Currency, bigint> = { EUR: 0n, USD: 0n }
  for (const { asset, units } of grants) paidIn[asset as Currency] += units
  const records = { orders: [], withdrawals: [], deposits: [], checks: [], applications: [], blocks: [], loans: [], repayments: [], options: [], runs: [], payees: [payee], hashes: [], cashOf: new Map() } // prettier-ignore
  return { id, token: text, ...records, paidIn, isChecked: false, restrictedUntil: 0 }
}

const SEATS: readonly (readonly Role[] | undefined)[] = [
  ['treasurer'],
  ['treasurer', 'reviewer'],
  ['support'],
  undefined,
]

/** A seat and its roles. */
export interface Clerk extends TestSeat {
  readonly roles: readonly Role[]
}

/** The seats of some walks: with one role, with several, and one with all roles whose person is also a customer. */
export const newSeats = (house: TestHouse, own: Walker): Promise<Clerk[]> =>
  Promise.all(
    SEATS.map(async (roles) => ({
      ...(await house.seat(roles ? { roles } : { customer: own.id })),
      roles: roles ?? ROLES,
    })),
  )
