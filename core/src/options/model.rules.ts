import { BPS, divideDown } from '../base/amount.ts'
import { MINUTE, SECOND, type Instant } from '../base/instant.ts'
import { exp, ln } from '../base/maths.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import type { OptionSide } from './options.contract.ts'
import { SETTLING_MS, twiceMid, winOf, type Bet, type OptionEvent } from './options.rules.ts'

/*
 * The model by which an option is sold back. Its inputs are quote events alone: the newest one, the strike, and the mids of
 * the minutes before. It uses no function of the engine that is not exact, so that `verify` comes to the same cent.
 */

/** The changes of a minute that the volatility is worked out from, and the fewest of them. */
export const MODEL_MINUTES = 60
export const MODEL_MINUTES_LEAST = 30

/** The instants whose newest events are read: a sale's own, and each minute before it within its session, newest first. */
export function modelInstants(at: Instant, sessionOpen: Instant): Instant[] {
  const instants: Instant[] = []
  for (let n = 0; n <= MODEL_MINUTES; n++) if (at - n * MINUTE > sessionOpen) instants.push(at - n * MINUTE)
  return instants
}

/** The mean square of the relative change of a minute, from twice the mids of minutes, newest first; null if there are too few. */
export function minuteVariance(twiceMids: readonly bigint[]): number | null {
  let sum = 0
  let count = 0
  for (const [n, later] of twiceMids.entries()) {
    const earlier = twiceMids[n + 1]
    if (earlier === undefined) break
    const change = ln(Number(later) / Number(earlier))
    sum += change * change
    count++
  }
  return count < MODEL_MINUTES_LEAST || sum === 0 ? null : sum / count
}

/** The normal distribution (Abramowitz and Stegun 26.2.17, error below 7.5e-8). */
export function normalBelow(z: number): number {
  if (z < 0) return 1 - normalBelow(-z)
  if (z > 8) return 1
  const t = 1 / (1 + 0.231_641_9 * z)
  const sum = t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
  return 1 - 0.398_942_280_401_432_7 * exp((-z * z) / 2) * sum
}

/**
 * The mean of ten events a second apart varies less than the last of them: for a walk, as if the option ended so many
 * milliseconds sooner (nine seconds, less the 2.85 that the sum of the squares of 0.1 to 0.9 gives back).
 */
const AVERAGED_MS = 6_150

/** The inputs of the model. */
export interface ModelInput {
  readonly side: OptionSide
  readonly strike: OptionEvent
  readonly quote: OptionEvent
  readonly expiresAt: Instant
  /** The variance of a minute. */
  readonly variance: number
}

const MILLION = 1_000_000

/** The chance of winning by the model, in millionths: of a walk without drift that ends beyond the strike. */
export function chanceOf({ side, strike, quote, expiresAt, variance }: ModelInput): bigint {
  const minutes = (expiresAt - quote.at - AVERAGED_MS) / MINUTE
  const distance = ln(Number(twiceMid(quote)) / Number(twiceMid(strike))) / Math.sqrt(variance * minutes)
  return BigInt(Math.round(normalBelow(side === 'up' ? distance : -distance) * MILLION))
}

/** The model's value of an option in cents, rounded down: the chance of what a win pays. */
export const valueOf = (bet: Bet, chance: bigint): bigint =>
  divideDown(winOf(bet.stake, bet.terms) * chance, BigInt(MILLION))

/** The cents that are paid for it: the value less the house's edge, rounded down. */
export const sellPriceOf = (value: bigint, sellEdgeBps: number): bigint =>
  divideDown(value * (BPS - BigInt(sellEdgeBps)), BPS)

/** An option is sold until its last events begin. */
export const sellableUntil = (expiresAt: Instant): Instant => expiresAt - SETTLING_MS

/** The facts of a sale. */
export interface SaleFacts {
  readonly now: Instant
  readonly expiresAt: Instant
  readonly strike: OptionEvent | null
  /** The newest event; null without one that has a mid, or where it is stale. */
  readonly quote: OptionEvent | null
  /** Twice the mids of the minutes before it, newest first and beginning with its own. */
  readonly twiceMids: readonly bigint[]
}

/** The price of a sale with its inputs. */
export interface Sale {
  readonly strike: OptionEvent
  readonly quote: OptionEvent
  readonly variance: number
  readonly chance: bigint
  readonly value: bigint
  readonly paid: bigint
}

export type SaleRefusal = 'option_settling' | 'option_unpriced'

/** Price an option that its customer would sell now, or refuse it. */
export function priceSale(bet: Bet, facts: SaleFacts): Sale | Refused<SaleRefusal> {
  const { now, expiresAt, strike, quote } = facts
  if (now > sellableUntil(expiresAt)) return refuse('option_settling')
  if (strike === null || quote === null || quote.at < strike.at || now - quote.at > SALE_QUOTE_MS)
    return refuse('option_unpriced')
  const variance = minuteVariance(facts.twiceMids)
  if (variance === null) return refuse('option_unpriced')
  const chance = chanceOf({ side: bet.side, strike, quote, expiresAt, variance })
  const value = valueOf(bet, chance)
  return { strike, quote, variance, chance, value, paid: sellPriceOf(value, bet.terms.sellEdgeBps) }
}

/** An option is not sold on an event that is older. */
export const SALE_QUOTE_MS = 5 * SECOND
