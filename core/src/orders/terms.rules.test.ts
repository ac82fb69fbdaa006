import { expect, test } from 'vitest'
import { priceE4, usd, wholeShares } from '../base/amount.ts'
import { aCustomer, anOrder } from '../base/ids.testing.ts'
import { expiryDiffers, termsDiffer } from './terms.rules.ts'
import type { Order } from './orders.rules.ts'

const expired: Order = {
  node: 'one',
  customer: aCustomer('01890000-0000-7000-8000-000000000001'),
  id: anOrder('01890000-0000-7000-8000-000000000002'),
  listing: 'XNYS:ABC',
  side: 'buy',
  shares: wholeShares(10n),
  limit: null,
  timeInForce: 'day',
  placedAt: 1_000,
  marketAt: 1_000,
  endsAt: 5_000,
  worst: priceE4(102_000n),
  asset: 'USD',
  held: [usd(10_000n)],
  feeTable: 2,
  fillRule: 'shared',
  conditions: null,
  through: 5_001,
  state: 'expired',
  filled: wholeShares(0n),
  endedAt: 5_001,
  endReason: 'beyond_collar',
}
const open = { closedForGood: false, lastQuoteAt: 4_000 }

test('the end of an order has the reason that follows from the last quote before it', () => {
  expect(expiryDiffers(expired, open)).toBeNull()
  expect(expiryDiffers({ ...expired, endReason: 'end_of_day' }, open)).toContain('worked out anew: beyond_collar')
  expect(expiryDiffers(expired, { ...open, lastQuoteAt: 1_000 })).toContain('worked out anew: end_of_day')
  expect(expiryDiffers(expired, { ...open, lastQuoteAt: 1_001 })).toBeNull()
})

test('an order does not expire at its last instant, but after it', () => {
  expect(expiryDiffers({ ...expired, through: 5_000 }, open)).toContain('worked out anew: it had time left')
  const closed = { ...expired, through: 5_000, limit: priceE4(90_000n), endReason: 'market_closed_for_good' } as const
  expect(expiryDiffers(closed, { ...open, closedForGood: true })).toBeNull()
})

test('a buy at market that an earlier release took without an ask is as it was: a collar of zero, and no other', () => {
  const quote = { listing: expired.listing, at: 900, bid: priceE4(99_900n), ask: priceE4(0n), bidSize: 1n, askSize: 0n, last: priceE4(100_000n) } // prettier-ignore
  const session = { venue: 'XNYS', day: '2026-11-20', open: 0, close: 5_000 } as const
  const facts = { kind: 'share', halted: false, session, sessionAfter: () => null, quote, staleAfterMs: 30_000, rate: null } as const // prettier-ignore
  const untaken = { ...expired, worst: priceE4(0n), held: [usd(1n)] }
  expect(termsDiffer(untaken, facts)).toBeNull()
  expect(termsDiffer({ ...untaken, worst: priceE4(1n) }, facts)).toContain('the rules refuse it: no_ask')
})
