import { cents, costOf, divideHalfEven, minus, priceE4, type Cents } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Instant } from '../base/instant.ts'
import type { FeeTableVersion } from '../orders/fees.rules.ts'
import type { Fill } from '../orders/fills.rules.ts'
import type { Closing } from '../orders/lots.rules.ts'
import type { OrderRefusal } from '../orders/placing.rules.ts'
import { costsOf, isBalanced, type Account } from './account.rules.ts'
import { buy, isWaiting, keep, sharesFor, type Strategy } from './events.ts'
import { openSimulation, passMinute, type Minutes, type Simulation } from './simulation.rules.ts'
import type { RunPhase, RunTerms } from './running.rules.ts'

/*
 * A backtest: a run of a strategy over past minutes, beside a purchase at their start that is held. Its results follow from
 * fills alone, each on a quote that is newer than the decision.
 */

/** The points of its curves, at most. */
export const CURVE_POINTS_MOST = 500
/** The minutes between two reports of progress. */
const MINUTES_A_CHUNK = 20_000

export interface BacktestTerms {
  readonly strategy: Strategy
  readonly run: RunTerms
  readonly minutes: Minutes
  /** The minutes that its strategy hears as history, before it may ask for orders. */
  readonly history: number
  readonly feeTable: FeeTableVersion
}

/** The values of the run and of the purchase that is held at an instant, in cents. */
export interface CurvePoint {
  readonly at: Instant
  readonly value: Cents
  readonly held: Cents
}

/** The greatest fall of a value from its highest until then, in cents and basis points of it. */
export interface Drawdown {
  readonly most: Cents
  readonly bps: bigint
}

/** The figures of one side. Amounts are cents of the listing's currency. */
export interface BacktestFigures {
  /** Its cash, and its shares at the last bid. */
  readonly value: Cents
  /** The value less the amount; the part of it that its sales realised. */
  readonly result: Cents
  readonly realised: Cents
  readonly drawdown: Drawdown
  readonly fees: Cents
  /** The distance of its fills from the middle of bid and ask. */
  readonly spread: Cents
  /** The part of the minutes in which it had shares. */
  readonly exposureBps: bigint
  readonly fills: readonly Fill[]
}

export interface BacktestResult {
  readonly from: Instant
  readonly to: Instant
  readonly minutes: number
  readonly own: BacktestFigures
  readonly held: BacktestFigures
  readonly curve: readonly CurvePoint[]
  /** The closed lots, oldest first. */
  readonly trades: readonly Closing[]
  readonly wins: number
  readonly phase: RunPhase
  /** The number of orders that each refusal met. */
  readonly refusals: ReadonlyMap<OrderRefusal, number>
}

/** Buys as much as its amount holds, and keeps it. */
const holding: Strategy = {
  id: 'holding',
  version: 1,
  name: 'holding',
  intraday: false,
  parameters: {},
  warmUp: () => 0,
  begin: () => null,
  onQuote: (_state, { own, ask }) => (isWaiting(own) ? keep(null) : buy(null, sharesFor(own.room, ask))),
}

/** A simulation with what is measured along its way, in ten-thousandths. */
interface Side {
  readonly simulation: Simulation
  /** The bid at which its shares are valued: that of the newest minute with one. */
  bid: number
  peak: number
  fall: number
  fallFrom: number
  exposed: number
  /** True once it changes no more: only its shares' price does. */
  isSettled: boolean
}

const openSide = (simulation: Simulation): Side => {
  const value = simulation.run.standing.cashE4
  return { simulation, bid: 0, peak: value, fall: 0, fallFrom: value, exposed: 0, isSettled: false }
}

/** Works a backtest out, and yields the number of minutes it has gone through. Asserts that a minute follows its history. */
export function* backtestSteps(terms: BacktestTerms): Generator<number, BacktestResult, void> {
  const { minutes, history, run } = terms
  const count = minutes.at.length
  assert(history < count, 'a backtest has a minute')
  const own = openSide(openSimulation({ ...terms, terms: run }))
  const all = { ...run, parameters: {}, most: run.budget, lossStop: run.budget }
  const held = openSide(openSimulation({ ...terms, strategy: holding, terms: all }))
  const curve: CurvePoint[] = []
  const stride = Math.ceil((count - history) / CURVE_POINTS_MOST)
  for (let n = 0; n < history; n++) passMinute(own.simulation, n, true)
  held.simulation.session = own.simulation.session
  for (let from = history; from < count; from += MINUTES_A_CHUNK) {
    const until = Math.min(from + MINUTES_A_CHUNK, count)
    passMinutes(own, held, curve, { from, until, stride, last: count - 1 })
    yield until
  }
  const { account, run: ended } = own.simulation
  for (const side of [own, held]) assert(isBalanced(side.simulation.account), 'nothing of an account is lost')
  return {
    from: minutes.at[history] ?? 0,
    to: minutes.at[count - 1] ?? 0,
    minutes: count - history,
    own: figuresOf(own, count - history),
    held: figuresOf(held, count - history),
    curve,
    trades: account.closings,
    wins: account.closings.filter(({ realised }) => realised > 0n).length,
    phase: ended.phase,
    refusals: account.refusals,
  }
}

interface Chunk {
  readonly from: number
  readonly until: number
  readonly stride: number
  readonly last: number
}

function passMinutes(own: Side, held: Side, curve: CurvePoint[], { from, until, stride, last }: Chunk): void {
  const { at, bid } = own.simulation.minutes
  // The last minute is a point of the curve.
  let point = from + ((last - from) % stride)
  for (let n = from; n < until; n++) {
    passMinute(own.simulation, n, false)
    if (!held.isSettled) {
      const { account } = held.simulation
      passMinute(held.simulation, n, false)
      held.isSettled = held.simulation.quote === n && account.orders.length === 0
    }
    const price = bid[n] ?? 0
    mark(own, price)
    mark(held, price)
    if (n < point) continue
    curve.push({ at: at[n] ?? 0, value: centsOf(own), held: centsOf(held) })
    point += stride
  }
}

/** The value of a side after a minute, and its fall from the highest. */
function mark(side: Side, bid: number): void {
  const { own, cashE4 } = side.simulation.run.standing
  if (bid > 0) side.bid = bid
  const value = cashE4 + own.shares * side.bid
  if (own.shares > 0) side.exposed++
  if (value >= side.peak) side.peak = value
  else if (side.peak - value > side.fall) {
    side.fall = side.peak - value
    side.fallFrom = side.peak
  }
}

/** The value in cents, as that of a customer's shares is shown. */
function centsOf({ simulation, bid }: Side): Cents {
  const { free, held, shares } = simulation.run.standing.book
  return cents(free + held + costOf(priceE4(BigInt(bid)), shares))
}

function figuresOf(side: Side, minutes: number): BacktestFigures {
  const { account, run } = side.simulation
  const value = centsOf(side)
  return {
    value,
    result: minus(value, run.terms.budget),
    realised: realisedOf(account),
    drawdown: drawdownOf(side),
    ...costsOf(account),
    exposureBps: divideHalfEven(BigInt(side.exposed) * 10_000n, BigInt(minutes)),
    fills: account.fills,
  }
}

const realisedOf = ({ closings }: Account): Cents => cents(closings.reduce((sum, { realised }) => sum + realised, 0n))

const drawdownOf = ({ fall, fallFrom }: Side): Drawdown => ({
  most: cents(divideHalfEven(BigInt(fall), 100n)),
  bps: divideHalfEven(BigInt(fall) * 10_000n, BigInt(fallFrom)),
})
