import type { ReplyOf } from '@lonja/core/base/contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import type { House } from '@lonja/kit/house.testing'

/* The facts about a practice house in which trading is open. */

export const NOW = Date.UTC(2026, 10, 20, 15)
export const ABOUT: ReplyOf<typeof readAbout> = {
  name: 'Lonja',
  version: '1.0.0',
  versionCode: 1,
  practiceMoney: true,
  licensed: false,
  off: [],
  openedAt: NOW,
  source: {
    name: 'practice',
    label: 'practice',
    hours: 'always',
    now: NOW,
    speed: null,
    pausedAt: null,
    stoppedSince: null,
    publicThrough: null,
    streams: [],
    unquoted: [],
    hasRates: true,
  },
  roots: { publicKey: '', newest: null },
  seeds: null,
  listings: 9_000,
  fees: { feeTable: 2, feeBps: 10, feeLeast: { EUR: 1n, USD: 1n }, rounding: 'against_customer', next: null },
  grant: null,
  languages: ['tur'],
}

/** Answer with these facts, of which the source is changed. */
export const aboutHouse = (house: House, change: Partial<typeof ABOUT.source> = {}): void =>
  house.answer(readAbout, () => ({ ...ABOUT, source: { ...ABOUT.source, ...change } }))
