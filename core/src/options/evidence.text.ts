import * as z from 'zod/mini'
import type { ListingId } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { Cents } from '../base/wire.ts'
import type { OptionEnd, OptionSide } from './options.contract.ts'
import type { OptionEvent } from './options.rules.ts'

/*
 * The file of an option's evidence, as decision 0054 gives it: a line for each fact, so that a person can check it by hand,
 * and `evidence.check.ts` without the code that settled it.
 */

/** The facts of an ended option in its file. */
export interface EndedFacts {
  readonly number: string
  readonly id: string
  readonly listing: ListingId
  readonly side: OptionSide
  /** Cents of EUR. */
  readonly stake: bigint
  readonly terms: { readonly version: number; readonly payoutBps: number; readonly sellEdgeBps: number }
  /** The entry by the clock of the house, and by that of the market. */
  readonly at: Instant
  readonly marketAt: Instant
  readonly expiresAt: Instant
  readonly strike: OptionEvent | null
  readonly events: readonly OptionEvent[]
  readonly sale: {
    readonly quote: OptionEvent
    readonly chance: number
    readonly volatility: number
    readonly value: bigint
  } | null
  readonly state: OptionEnd
  readonly endedAt: Instant
  readonly paid: bigint
}

const cents = (units: bigint): string => z.encode(Cents, units)
const time = (at: Instant): string => new Date(at).toISOString()
const event = ({ at, bid, ask }: OptionEvent): string => `${time(at)} ${price(bid)} ${price(ask)}`

function price(e4: bigint): string {
  const digits = String(e4).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

function millionths(count: number): string {
  const digits = String(count).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Write the file of an ended option: terms, times, strike, the quotes that ended it, and the end. */
export function evidenceText(option: EndedFacts): string {
  const { terms, sale } = option
  const lines = [
    'lonja option 1',
    `option ${option.number} ${option.id}`,
    `listing ${option.listing}`,
    `side ${option.side}`,
    `stake ${cents(option.stake)} EUR`,
    `terms ${terms.version} ${terms.payoutBps} ${terms.sellEdgeBps}`,
    `entered ${time(option.at)} ${time(option.marketAt)}`,
    `expires ${time(option.expiresAt)}`,
    `strike ${option.strike ? event(option.strike) : 'none'}`,
    ...option.events.map((one) => `quote ${event(one)}`),
    ...(sale
      ? [
          `sale ${event(sale.quote)}`,
          `model ${millionths(sale.chance)} ${millionths(sale.volatility)} ${cents(sale.value)}`,
        ]
      : []),
    `end ${option.state} ${time(option.endedAt)} ${cents(option.paid)} EUR`,
  ]
  return `${lines.join('\n')}\n`
}
