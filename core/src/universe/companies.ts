import type { Venue } from '../base/amount.ts'
import { priceE4 } from '../base/amount.ts'
import type { Dividend, Sector } from '../market/instruments.ts'
import type { Instrument } from '../market/market.contract.ts'
import { NORMAL, TABLE_SHIFT, exp } from '../base/maths.ts'
import type { Words } from '../base/noise.ts'
import type { Activity } from './activities.ts'
import type { Industry } from './industries.ts'
import type { CompanyNames, Country } from './naming.ts'
import { profileOf } from './profiles.ts'

/**
 * The properties of an invented company, drawn from sixteen random words: its size, its dividend, its price behaviour.
 */

export type Liquidity = 'high' | 'medium' | 'low'

/**
 * The parameters by which the practice market moves a share. None depends on a seed: they are public before any price.
 */
export interface Traits {
  readonly liquidity: Liquidity
  /** The price, in ten-thousandths, that the share reverts to at the start of the history. */
  readonly basePrice: number
  /** The growth of that price, as a log return per year. */
  readonly growth: number
  /** The share's sensitivity to the market's move. */
  readonly beta: number
  /** Standard deviation of the share's own log return in a day. */
  readonly volatility: number
  /** Shares traded on a usual day. */
  readonly turnover: number
  /** The day of each quarter, counted from 0, on which it reports. */
  readonly reportsOn: number
  /** The sector whose moves its price shares. Omitted for a company whose own sector it is. */
  readonly movesWith?: Sector
}

export interface PracticeShare extends Instrument {
  readonly kind: 'share'
  readonly traits: Traits
}

export interface Size {
  /** 0 for the smallest company, 1 for the largest. */
  readonly scale: number
  readonly worth: number
  readonly price: number
}

/** The part of its shares that trades daily, and its spread. */
export interface Trade {
  readonly liquidity: Liquidity
  readonly sharesInIssue: number
  readonly reportsOn: number
  /** The spread of parameters among companies of one kind, and the largest volatility of all. */
  readonly variety: number
  readonly wildest: number
}

/** A number between 0 and 1 from a random word. */
export const unit = (word: number): number => (word + 0.5) / 4_294_967_296

export const tenTo = (power: number): number => exp(2.302_585 * power)

export interface Company {
  readonly country: Country
  readonly venue: Venue
  readonly ticker: string
  readonly names: CompanyNames
  readonly kind: Activity
  readonly size: Size
  readonly trade: Trade
  readonly draw: Words
}

/** A company as an instrument. Its description is put into words only on demand. */
export function shareOfCompany({ country, venue, ticker, names, kind, size, trade, draw }: Company): PracticeShare {
  return {
    listing: `${venue}:${ticker}`,
    kind: 'share',
    name: names.en,
    names: { cn: names.cn, tw: names.tw },
    sector: kind.sector,
    industry: kind.industry.words,
    dividend: dividendFor(country, kind, size, draw),
    sharesInIssue: BigInt(trade.sharesInIssue),
    profile: profileOf({ country, names, kind, founded: draw[4]!, city: draw[5]!, people: draw[6]!, size: size.scale }),
    traits: traitsFor(kind, size, trade, draw),
  }
}

/** The part of a sector's companies that pay a dividend, and the yearly dividend as a part of the base price. */
const PAYERS: Readonly<Record<Industry['sector'], readonly [part: number, yearly: number]>> = {
  technology: [0.25, 0.01],
  health: [0.3, 0.015],
  finance: [0.8, 0.032],
  industry: [0.6, 0.02],
  consumer: [0.45, 0.02],
  staples: [0.75, 0.028],
  energy: [0.6, 0.04],
  materials: [0.6, 0.025],
  utilities: [0.95, 0.037],
  property: [0.95, 0.045],
  communication: [0.4, 0.03],
}

/**
 * A stated dividend: quarterly in the United States; half-yearly or once a year in Madrid. Larger companies are
 * likelier to pay.
 */
function dividendFor(country: Country, { sector }: Activity, { scale, price }: Size, draw: Words): Dividend | null {
  const [part, yearly] = PAYERS[sector]
  if (unit(draw[14]!) > part * (0.45 + 0.9 * Math.sqrt(scale))) return null
  const timesAYear = country === 'US' ? 4 : draw[15]! % 3 === 0 ? 1 : 2
  const yearlyCents = price * yearly * (0.5 + unit(draw[15]!)) * 100
  return { perYear: priceE4(BigInt(Math.max(1, Math.round(yearlyCents / timesAYear)) * timesAYear * 100)), timesAYear }
}

const RESTLESS: Partial<Record<Industry['sector'], number>> = {
  technology: 1.25,
  health: 1.1,
  energy: 1.2,
  consumer: 1.1,
  utilities: 0.65,
  staples: 0.65,
}

function traitsFor({ sector }: Activity, { scale, price }: Size, trade: Trade, draw: Words): Traits {
  const { liquidity, sharesInIssue, reportsOn, variety, wildest } = trade
  const temper = RESTLESS[sector] ?? 1
  const spread = exp(variety * NORMAL[draw[9]! >>> TABLE_SHIFT]!)
  const volatility = Math.min(wildest, (0.009 + 0.011 * (1 - scale)) * temper * spread)
  return {
    liquidity,
    basePrice: Math.round(price * 100) * 100,
    growth: 0.01 + 0.06 * unit(draw[10]!),
    beta: (0.6 + 0.8 * unit(draw[11]!)) * (0.5 + 0.5 * temper),
    volatility,
    turnover: sharesInIssue * (liquidity === 'low' ? 0.002 : 0.004) * exp(0.4 * NORMAL[draw[12]! >>> TABLE_SHIFT]!),
    reportsOn,
  }
}
