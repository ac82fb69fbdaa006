import type { PriceE4 } from '../base/amount.ts'

/** The kinds of instrument: a share of a company, or an index computed from its members (never traded). */
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

/** A company's stated dividend: `perYear` per share in the listing's currency, in `timesAYear` equal payments. */
export interface Dividend {
  readonly perYear: PriceE4
  readonly timesAYear: 1 | 2 | 4
}
