import { eur, priceE4, wholeShares } from '@lonja/core/base/amount'
import type { RestrictionLevel } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR } from '@lonja/core/base/instant'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { readInstrument } from '@lonja/core/market/market.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import {
  decideRestriction,
  liftRestriction,
  openRestriction,
  restrictAccount,
} from '@lonja/core/restrictions/restrictions.staff.contract'
import { submitWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { decideWithdrawal, openWithdrawal, recallWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { askFor, newId } from './client.ts'
import { newCustomer, type Customer } from './customers.ts'
import { TRADING, type Seat } from './desk.ts'
import { reviewOf, type Desk } from './scenes.desk.ts'

/** Customers whose accounts are restricted to the first and to the second level. */
export interface RestrictedCustomers {
  readonly limited: Customer
  readonly saver: Customer
}

/**
 * Restrict two accounts, one of them with withdrawals and an order under way; and ask for what two people decide: a longer
 * restriction of `trader`, and a lifting.
 */
export async function addRestricted(
  desk: Desk,
  saver: Customer & { readonly payees: { readonly card: string } },
  trader: Customer,
): Promise<{ readonly others: RestrictedCustomers; readonly names: Readonly<Record<string, string>> }> {
  const { house, one, two } = desk
  const limited = await newCustomer(house)
  const names = await addStopped(desk, saver)
  await restrict(house.url, one, saver.userId, 2, 72, 'reported_stolen', 'Llamó a las 14:21 desde otro número.')
  await restrict(house.url, two, limited.userId, 1, 24, 'unusual_activity')
  const lift = await askFor(house.url, liftRestriction, { id: newId(), customer: limited.userId }, { token: one.token })
  await approve(house.url, one, lift.review ?? '', 'grounds_gone')
  const long = await restrict(house.url, one, trader.userId, 3, 720, 'court_order', 'Oficio 114/2026.')
  return { others: { limited, saver }, names: { ...names, lift: lift.review ?? '', long: long ?? '' } }
}

/** A withdrawal that a seat recalled, one that is approved, one in review, and an open buy. */
async function addStopped(
  { house: { url }, one }: Desk,
  { token, payees: { card } }: Customer & { readonly payees: { readonly card: string } },
): Promise<Record<string, string>> {
  const withdraw = async (cents: bigint): Promise<string> => {
    const id = newId()
    await askFor(url, submitWithdrawal, { id, amount: eur(cents), payee: card, password: TRADING }, { token })
    return id
  }
  const [recalled, stopped] = [await withdraw(310_00n), await withdraw(95_00n)]
  for (const id of [recalled, stopped]) await send(url, one, id)
  await askFor(url, recallWithdrawal, { id: await reviewOf(url, one, recalled) }, { token: one.token })
  await withdraw(1_200_00n)
  const { listing } = await askFor(url, listInstruments, { list: 'active', venue: 'XMAD', limit: 1 })
  const share = listing[0]!
  const { quote } = await askFor(url, readInstrument, { listing: share })
  const limit = priceE4((((quote?.last ?? 0n) * 8n) / 100_000n) * 10_000n)
  const ticket = { listing: share, side: 'buy', shares: wholeShares(3n), limit, timeInForce: 'gtc' } as const
  await askFor(url, placeOrder, { id: newId<'order'>(), ...ticket }, { token })
  return { recalled, stopped, stoppedReview: await reviewOf(url, one, stopped) }
}

/** Approve a withdrawal, which is sent a while later. */
export async function send(url: string, { token }: Seat, record: string): Promise<string> {
  const id = await reviewOf(url, { token } as Seat, record)
  const { seen } = await askFor(url, openWithdrawal, { id }, { token })
  const opinion = { id, seen, opinion: 'approve', reason: 'customer_confirmed' } as const
  await askFor(url, decideWithdrawal, opinion, { token })
  return id
}

type Reason = 'reported_stolen' | 'unusual_activity' | 'court_order'

/** The review in which two people decide; null where one person was enough. */
async function restrict(
  url: string,
  { token }: Seat,
  customer: CustomerId,
  level: RestrictionLevel,
  hours: number,
  reason: Reason,
  note?: string,
): Promise<string | null> {
  const until = Date.now() + hours * HOUR - 60_000
  const terms = { id: newId(), customer, level, reason, until, ...(note === undefined ? {} : { note }) }
  return (await askFor(url, restrictAccount, terms, { token })).review
}

async function approve(url: string, { token }: Seat, id: string, reason: string): Promise<void> {
  const { seen } = await askFor(url, openRestriction, { id }, { token })
  await askFor(url, decideRestriction, { id, seen, opinion: 'approve', reason }, { token })
}
