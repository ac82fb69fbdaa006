import { cents } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { CustomerId, type RunId } from '../base/ids.ts'
import { isRefused } from '../base/refusal.ts'
import { NEWEST_FEE_TABLE } from '../orders/fees.rules.ts'
import { backtestSteps, type BacktestFigures } from './backtest.rules.ts'
import { decideParameters, type Strategy } from './events.ts'
import type { Band, OutOfSample, Weights } from './model.features.ts'
import { listingsIn, marketOf, minutesIn, sessionsIn } from './model.houses.ts'
import type { RunTerms } from './running.rules.ts'
import type { Minutes } from './simulation.rules.ts'
import { strategyOf } from './trained.ts'

/*
 * The result of the model out of sample: backtests by the very rules of orders, one for each session, each with an amount of
 * its own. The model trades with its usual parameters, and may have all of the amount in its position.
 */

/** The sessions of a house, and the listings on each of these days. */
const DAYS = 5
const LISTINGS_A_DAY = 2
const BUDGET = cents(10_000_00n)

/** The customer of these runs, who exists in no house. */
const NOBODY = CustomerId.parse('00000000-0000-7000-8000-000000000000')

/** The results of a house: the sum of each day in cents, after fees and spread, and before them. */
export interface HouseResult {
  readonly house: number
  readonly net: readonly number[]
  readonly gross: readonly number[]
  readonly fills: number
}

export function resultIn(house: number, weights: Weights): HouseResult {
  const market = marketOf(house)
  const strategy = strategyOf(weights) as Strategy
  const listings = listingsIn(market, house, DAYS * LISTINGS_A_DAY)
  const results = listings.map((listing, n) => {
    const day = Math.floor(n / LISTINGS_A_DAY)
    const sessions = sessionsIn(market, listing, DAYS).slice(day, day + 2)
    return sessionResult(strategy, minutesIn(market, listing, sessions))
  })
  const sumOf = (day: number, figure: (result: BacktestFigures) => bigint): number =>
    Number(
      results.slice(day * LISTINGS_A_DAY, (day + 1) * LISTINGS_A_DAY).reduce((sum, each) => sum + figure(each), 0n),
    )
  const days = Array.from({ length: DAYS }, (_day, day) => day)
  return {
    house,
    net: days.map((day) => sumOf(day, ({ result }) => result)),
    gross: days.map((day) => sumOf(day, ({ result, fees, spread }) => result + fees + spread)),
    fills: results.reduce((sum, { fills }) => sum + fills.length, 0),
  }
}

/** The backtest of the last session of some minutes. Those before it are history. */
function sessionResult(strategy: Strategy, minutes: Minutes): BacktestFigures {
  const open = minutes.sessions[1]?.open ?? 0
  const history = Array.from(minutes.at).filter((at) => at <= open).length
  const steps = backtestSteps({
    strategy,
    run: termsOf(strategy, minutes),
    minutes,
    history,
    feeTable: NEWEST_FEE_TABLE,
  })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value.own
  }
}

function termsOf(strategy: Strategy, { listing }: Minutes): RunTerms {
  const parameters = decideParameters(strategy, {})
  assert(!isRefused(parameters), 'a strategy has its usual parameters')
  const bounds = { budget: BUDGET, lossStop: BUDGET, most: BUDGET }
  const { id, version } = strategy
  return {
    id: 'model' as RunId,
    customer: NOBODY,
    listing,
    strategy: id,
    version,
    parameters,
    ...bounds,
  }
}

/** The 99.5 % point of the normal distribution. With a thousand days Student's distribution has the same. */
const Z = 2.575_829_304

/** The band of the mean of some days, in basis points of the amounts of a day, to a hundredth. */
function bandOf(days: readonly number[]): Band {
  const bps = days.map((sum) => (sum * 10_000) / (Number(BUDGET) * LISTINGS_A_DAY))
  let sum = 0
  for (const each of bps) sum += each
  const mean = sum / bps.length
  let squares = 0
  for (const each of bps) squares += (each - mean) * (each - mean)
  const error = Math.sqrt(squares / (bps.length - 1) / bps.length)
  const hundredth = (value: number): number => Math.round(value * 100) / 100
  return { mean: hundredth(mean), lower: hundredth(mean - Z * error), upper: hundredth(mean + Z * error) }
}

/** The result over some houses. The sessions of a day of a house count as one, because they go together. */
export const outOfSampleOf = (results: readonly HouseResult[]): OutOfSample => ({
  houses: results.length,
  days: results.length * DAYS,
  sessions: results.length * DAYS * LISTINGS_A_DAY,
  fills: results.reduce((sum, { fills }) => sum + fills, 0),
  net: bandOf(results.flatMap(({ net }) => net)),
  gross: bandOf(results.flatMap(({ gross }) => gross)),
})
