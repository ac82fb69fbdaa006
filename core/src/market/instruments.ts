import type { PriceE4 } from '../base/amount.ts'

/** What can be looked at: a share of a company, or an index computed from its members (never traded). */
export type InstrumentKind = 'share' | 'index'

export const SECTORS = [
  'technology',
  'health',
  'finance',
  'industry',
  'consumer',
  'staples',
  'energy',
  'materials',
  'utilities',
  'property',
  'communication',
] as const
export type Sector = (typeof SECTORS)[number] | 'none'

/** A company's stated dividend: `perYear` a share, in the listing's currency, in that many equal payments. */
export interface Dividend {
  readonly perYear: PriceE4
  readonly timesAYear: 1 | 2 | 4
}
