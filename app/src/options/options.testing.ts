import { priceE4 } from '@lonja/core/base/amount'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { newId } from '@lonja/kit/ids'
import { plain, type Page } from '@lonja/kit/screens.testing'
import { instrument } from '../orders/market.testing.ts'
import type { OptionStory, OptionTerms } from './option.ts'

/** Answers of the house on options. */

export const NOW = Date.now()
export const ID = newId()
export const words = (page: Page) => plain(page.getByRole('main').textContent)

export const TERMS = { version: 1, payoutBps: 8_800, lossBps: 600, sellEdgeBps: 600 }
export const limit = { limit: 100_00n, next: null, most: 1_000_00n, staked: 50_00n, left: 50_00n }
export const totals = { count: 14, staked: 700_00n, paid: 564_00n, won: 6, lost: 8, returned: 0, sold: 0 }
export const terms = (more: Partial<OptionTerms> = {}): OptionTerms => ({
  off: null,
  ofSeat: false,
  house: { count: 4_812, resultBps: -588 },
  terms: TERMS,
  least: 1_00n,
  limit,
  free: 12_418_36n,
  totals,
  ...more,
})
export const event = (at: number, mid: bigint) => ({
  at,
  bid: priceE4(mid - 100n),
  ask: priceE4(mid + 100n),
  mid: priceE4(mid),
})
export const story = (more: Partial<OptionStory> = {}): OptionStory => ({
  id: ID,
  number: 'OP-4F09C2',
  listing: 'XMAD:BVE',
  company: 'Bodegas Verano',
  venue: 'XMAD',
  currency: 'EUR',
  side: 'up',
  life: '15minutes',
  state: 'running',
  stake: 50_00n,
  win: 94_00n,
  terms: TERMS,
  at: NOW,
  marketAt: NOW,
  expiresAt: NOW + 15 * MINUTE,
  endedAt: null,
  paid: null,
  strike: event(NOW + 400, 174_600n),
  events: [],
  mean: null,
  sale: { paid: 17_10n, value: 18_20n, chance: 193_618, volatility: 400, quote: event(NOW + SECOND, 174_400n) },
  sellableUntil: NOW + 15 * MINUTE - 20 * SECOND,
  limit,
  totals,
  ...more,
})

export const CLOSE = Date.UTC(2026, 10, 27, 16, 35)
export const session = { ...instrument().session, close: CLOSE }
