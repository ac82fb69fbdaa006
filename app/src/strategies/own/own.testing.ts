import { newId } from '@lonja/kit/ids'
import type { Check, OwnLimits, OwnRow, Trial, WholeOwn } from './own.ts'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'

/* Answers of the house about own strategies, for the tests of their screens. */

export const NOW = Date.UTC(2026, 10, 23, 9)
export const OWN = newId()
export const TEXT =
  "import { strategy } from 'lonja'\n\nexport default strategy({\n  onBar: (bar, own, act) => act.sel(1),\n})\n"

export const limits: OwnLimits = {
  bytes: 32_768,
  strategies: 20,
  versions: 200,
  stepsPerEvent: 1_000_000,
  msPerEvent: 2_000,
  megabytes: 16,
  stateBytes: 16_384,
  ordersPerMinute: 10,
  history: 200,
  spans: [1, 5, 15],
  backtestsOpen: 3,
}

export const ownRow = (more: Partial<OwnRow> = {}): OwnRow => ({
  id: OWN,
  name: 'Media propia',
  version: 2,
  at: NOW,
  bytes: TEXT.length,
  shared: null,
  ...more,
})

export const wholeOwn = (more: Partial<WholeOwn> = {}): WholeOwn => ({
  ...ownRow(),
  read: 2,
  text: TEXT,
  link: null,
  versions: [
    { version: 2, at: NOW, bytes: TEXT.length },
    { version: 1, at: NOW - 60_000, bytes: 12 },
  ],
  ...more,
})

export const fault = (more: Partial<OwnDiagnostic> = {}): OwnDiagnostic => ({
  code: 'unknown_name',
  line: 4,
  column: 32,
  message: 'not a function',
  name: 'sel',
  near: 'sell',
  ...more,
})

export const checkOf = (more: Partial<Check> = {}): Check => ({ diagnostics: [], settings: null, trial: null, ...more })

export const trialOf = (more: Partial<Trial> = {}): Trial => ({
  bars: 390,
  quotes: 400,
  orders: 1,
  events: [{ at: NOW, on: 'bar', kind: 'buy', shares: 5, limit: null, note: null, line: 4 }],
  stop: null,
  steps: 120,
  stateBytes: 4,
  ...more,
})
