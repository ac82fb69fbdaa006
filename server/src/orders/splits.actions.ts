import { setTimeout } from 'node:timers/promises'
import type { ListingId } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import type { Market } from '../market/market.quotes.ts'

const SPLIT_WAIT_MS = 2 * SECOND
const LOOK_EVERY_MS = 20

/** The market, and the longest time in milliseconds for which a command waits while a split is carried out. */
interface SplitsGround {
  readonly market: Pick<Market, 'now' | 'heldAt'>
  readonly splitWaitMs?: number
}

/**
 * Waits while a split or a new ticker of a listing is carried out, so that what the customer asks for is meant in the
 * shares of after it. If that takes long, an order is placed and ended by the rules of before.
 */
export async function splitsCarriedOut(
  { market, splitWaitMs = SPLIT_WAIT_MS }: SplitsGround,
  listing: ListingId,
): Promise<void> {
  const isBetween = (): boolean => market.now() > market.heldAt(listing)
  for (let waited = 0; waited < splitWaitMs && isBetween(); waited += LOOK_EVERY_MS) await setTimeout(LOOK_EVERY_MS)
}
