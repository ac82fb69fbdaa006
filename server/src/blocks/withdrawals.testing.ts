import { assert } from '@lonja/core/base/assert'
import { listBlockOffers, readBlock } from '@lonja/core/blocks/blocks.contract'
import {
  decideBlockWithdrawal,
  openBlockWithdrawal,
  proposeBlockWithdrawal,
} from '@lonja/core/blocks/withdrawals.staff.contract'
import { DAY_MS } from '@lonja/core/calendar/days'
import { newId } from '../base/ids.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { applyFor } from './blocks.testing.ts'

/** The token of a new seat of operations. */
export const operationsOf = async (house: TestHouse): Promise<string> =>
  (await house.seat({ roles: ['operations'], claimedAt: house.clock.now() - 2 * DAY_MS })).token

/** A new customer with an application for 100 shares at 7.00: 700.70 are held. */
export async function applicationFor(house: TestHouse, offer: string): Promise<{ who: TestCustomer; id: string }> {
  const who = await house.customer()
  return { who, id: ((await applyFor(house, who, offer)).data as { id: string }).id }
}

/** An application as its customer reads it. */
export const blockOf = async (house: TestHouse, who: TestCustomer, id: string): Promise<CallAnswer['data']> =>
  (await house.ask(readBlock, { id }, { token: await signInAgain(house, who) })).data

/** The offers as a customer reads them. */
export const blockOffersOf = async (house: TestHouse, who: TestCustomer): Promise<CallAnswer['data']> =>
  (await house.ask(listBlockOffers, {}, { token: await signInAgain(house, who) })).data

/** The free euros of a customer. */
export const freeOf = async (house: TestHouse, who: TestCustomer): Promise<string> =>
  ((await blockOffersOf(house, who)) as { free: [{ amount: string }] }).free[0].amount

/** A seat proposes to withdraw an offer. */
export function proposeWithdrawal(house: TestHouse, token: string, offer: string, change = {}): Promise<CallAnswer> {
  const form = { id: newId(), offer, reason: 'company_event', ...change }
  return house.ask(proposeBlockWithdrawal, form, { token, key: form.id })
}

/** A seat opens the review of a withdrawal. */
export const openWithdrawal = async (house: TestHouse, token: string, id: string): Promise<CallAnswer['data']> =>
  (await house.ask(openBlockWithdrawal, { id }, { token })).data

/** A seat gives its opinion on a withdrawal: it confirms it if the form does not say otherwise. */
export const decideWithdrawal = (house: TestHouse, token: string, form: object): Promise<CallAnswer> =>
  house.ask(decideBlockWithdrawal, { opinion: 'approve', reason: 'company_event', ...form }, { token, key: newId() })

/** A proposed withdrawal that a second person has opened, ready to be confirmed. */
export async function openedWithdrawal(house: TestHouse, offer: string) {
  const { review: id } = (await proposeWithdrawal(house, await operationsOf(house), offer)).data as { review: string }
  const token = await operationsOf(house)
  const { seen } = (await openWithdrawal(house, token, id)) as { seen: string }
  return { token, form: { id, seen } }
}

/** One seat of operations proposes to withdraw an offer, and another one confirms it. */
export async function withdrawBlocks(house: TestHouse, offer: string): Promise<void> {
  const { token, form } = await openedWithdrawal(house, offer)
  const decision = await decideWithdrawal(house, token, form)
  assert(decision.error === undefined, `two people withdraw an offer: ${decision.error}`)
  assert((decision.data as { state: string }).state === 'approved', 'the second of two people decides')
}
