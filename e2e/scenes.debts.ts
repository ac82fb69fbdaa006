import { eur, priceE4, wholeShares, type Amount } from '@lonja/core/base/amount'
import { readDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { readInstrument } from '@lonja/core/market/market.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import type { ReversalReason } from '@lonja/core/reversals/reversals.review'
import { decideReversal, openReversal, reverseCredit } from '@lonja/core/reversals/reversals.staff.contract'
import { askFor, newId } from './client.ts'
import type { Customer } from './customers.ts'
import type { Seat } from './desk.ts'
import { addCoins, reviewOf, type Desk } from './scenes.desk.ts'

/**
 * A deposit of which all but a hundred was reversed when a part was not free any more; and a reversal that waits.
 */
export async function addDebt({ house: { url }, one, two }: Desk, debtor: Customer): Promise<Record<string, string>> {
  const { token, userId: customer } = debtor
  const reversed = await addCoins(url, token, 60_000_000_000n)
  const review = await reviewOf(url, one, reversed)
  const { seen } = await askFor(url, openDeposit, { id: review }, { token: one.token })
  await askFor(url, decideDeposit, { id: review, seen, opinion: 'approve', reason: 'received' }, { token: one.token })
  const { posting, cash } = await askFor(url, readDeposit, { id: reversed }, { token })
  await holdMost(url, token, await freeOf(url, token))
  const reverse = (entry: number, amount: Amount, reason: ReversalReason) =>
    askFor(url, reverseCredit, { id: newId(), customer, entry, amount, reason }, { token: one.token })
  const gift = await reverse(1, eur((await freeOf(url, token)) - 220_00n), 'wrong_amount')
  for (const seat of [one, two]) await approveReversal(url, seat, gift.review, 'wrong_amount')
  const payment = await reverse(posting ?? 0, { ...cash, units: cash.units - 100_00n }, 'wrong_amount')
  for (const seat of [one, two]) await approveReversal(url, seat, payment.review, 'wrong_amount')
  const waiting = await reverse(1, eur(250_00n), 'granted_by_mistake')
  await approveReversal(url, one, waiting.review, 'granted_by_mistake')
  return { reversed, reversedReview: review, waiting: waiting.review }
}

/** The euros that a customer has free, in cents. */
async function freeOf(url: string, token: string): Promise<bigint> {
  const { byCurrency } = await askFor(url, readFigures, {}, { token })
  return byCurrency.find(({ currency }) => currency === 'EUR')?.free ?? 0n
}

/** An open buy, a fifth below the market, that holds most of what is free. */
async function holdMost(url: string, token: string, free: bigint): Promise<void> {
  const { listing } = await askFor(url, listInstruments, { list: 'active', venue: 'XMAD', limit: 1 })
  const share = listing[0]!
  const { quote } = await askFor(url, readInstrument, { listing: share })
  const limit = priceE4((((quote?.last ?? 0n) * 8n) / 100_000n) * 10_000n)
  const shares = wholeShares((free * 90n) / limit)
  const ticket = { listing: share, side: 'buy', shares, limit, timeInForce: 'gtc' } as const
  await askFor(url, placeOrder, { id: newId<'order'>(), ...ticket }, { token })
}

async function approveReversal(url: string, { token }: Seat, id: string, reason: string): Promise<void> {
  const { seen } = await askFor(url, openReversal, { id }, { token })
  await askFor(url, decideReversal, { id, seen, opinion: 'approve', reason }, { token })
}
