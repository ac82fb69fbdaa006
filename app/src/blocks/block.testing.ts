import { eur, priceE4, usd, wholeShares } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import { newId } from '@lonja/kit/ids'
import type { Block, BlockOffer, BlockOffers, Purchase } from './block.ts'

export const NOW = Date.now()
const DAY = 24 * HOUR
export const OFFER = newId()
export const BLOCK = newId()

const TERMS = {
  offer: OFFER,
  offerNumber: 'G-0214AF',
  listing: 'XMAD:TRQ',
  company: 'Torque Ibérico',
  venue: 'XMAD',
  currency: 'EUR',
  discountBps: 400,
  lockDays: 30,
} as const

/** An open offer at 4 % less than an ask of 6.73. */
export const offer = (more: Partial<BlockOffer> = {}): BlockOffer => ({
  ...TERMS,
  state: 'open',
  withdrawal: null,
  shares: wholeShares(100_000n),
  least: wholeShares(1_000n),
  most: wholeShares(5_000n),
  left: 84_500n,
  mostNow: 5_000n,
  endsAt: NOW + 5 * DAY,
  applications: 31,
  ask: priceE4(67_300n),
  price: priceE4(64_608n),
  quotedAt: NOW,
  last: priceE4(67_300n),
  priceAfter: NOW + 3 * HOUR,
  termsHash: 'ab'.repeat(32),
  terms: 'lonja block 1\n',
  ...more,
})

export const offers = (rows: BlockOffer[], more: Partial<BlockOffers> = {}): BlockOffers => ({
  rows,
  cursor: null,
  outcomes: { count: 12, leastBps: -1421, mostBps: 905, lost: 7 },
  discounts: { leastBps: 100, mostBps: 1_000 },
  free: [eur(12_418_36n), usd(0n)],
  fees: {
    feeTable: 2,
    feeBps: 10,
    feeLeast: { EUR: 1n, USD: 1n },
    rounding: 'against_customer',
    next: null,
  },
  dueHours: 24,
  ...more,
})

/** 1,000 shares bought at 6.4608, now at 6.31. */
export const purchase = (more: Partial<Purchase> = {}): Purchase => ({
  ...TERMS,
  id: BLOCK,
  number: '7K2M91QX',
  lot: newId<'lot'>(),
  state: 'hold',
  shares: wholeShares(1_000n),
  left: 1_000n,
  price: priceE4(64_608n),
  cost: 6_467_27n,
  fee: 6_47n,
  boughtAt: NOW - 2 * DAY,
  evidence: { source: 'practice', at: NOW - 2 * DAY, ask: priceE4(67_300n) },
  until: NOW + 28 * DAY + 32 * 60_000 + 30_000,
  freedAt: null,
  value: 6_310_00n,
  estimated: -157_27n,
  last: priceE4(63_100n),
  sold: 0n,
  sellPrice: null,
  realised: 0n,
  ...more,
})

/** An application for 1,000 shares at 7.00 at most. */
export const block = (more: Partial<Block> = {}): Block => ({
  ...TERMS,
  id: BLOCK,
  number: 'B-033812',
  state: 'pending',
  shares: wholeShares(1_000n),
  cap: priceE4(70_000n),
  held: eur(7_007_00n),
  at: NOW - 3 * DAY,
  dueAt: NOW + DAY,
  offered: null,
  granted: null,
  approvedAt: null,
  priceAfter: null,
  reason: null,
  withdrawal: null,
  aboveCap: null,
  endedAt: null,
  purchase: null,
  ...more,
})

/** The withdrawal of the offer by the house. */
export const withdrawal = {
  at: Date.UTC(2026, 10, 27, 15),
  reason: { code: 'company_event', title: 'Un hecho de la empresa cambia su valor', next: 'Mira otras ofertas.' },
}
