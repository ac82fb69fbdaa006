import { minus, type Amount, type Cents, type Currency, type ListingId } from '../base/amount.ts'
import type { CustomerId, RunId } from '../base/ids.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { MINUTE, type Instant } from '../base/instant.ts'
import { decideParameters, type Parameters, type SessionSpan, type Strategy } from './events.ts'

/** The bounds of the amount of a run, in cents of its listing's currency. */
export const BUDGET_LEAST = 100_00n
export const BUDGET_MOST = 1_000_000_000_00n

/** The runs of a customer that go on at the same time, at most. */
export const RUNS_OPEN_MOST = 5

/** The least number of ended runs of a strategy for which its result is shown, so that nobody infers that of one customer. */
export const RESULTS_LEAST = 10

/** The time before the close in which an intraday run sells its position and buys no more. */
export const FLAT_BEFORE_MS = 15 * MINUTE

/** The terms of a run: fixed when it begins, amounts in cents of its listing's currency. */
export interface RunTerms {
  readonly id: RunId
  readonly customer: CustomerId
  readonly listing: ListingId
  readonly strategy: string
  readonly version: number
  readonly parameters: Parameters
  readonly budget: Cents
  /** The loss at which the run ends and sells what it has. */
  readonly lossStop: Cents
  /** The most that its lots may have cost, with what its buys hold. */
  readonly most: Cents
}

export type Application = Pick<RunTerms, 'parameters' | 'budget' | 'lossStop' | 'most'>

export type AmountsRefusal = 'run_budget' | 'run_loss_stop' | 'run_most'
export type TermsRefusal = AmountsRefusal | 'unknown_parameter' | 'parameter_out_of_range'

/**
 * Accept the amounts and parameters of a run or a backtest with all parameters, or refuse them. The loss stop and the most in
 * the position are at most the amount.
 */
export function decideTerms(
  strategy: Pick<Strategy, 'parameters'>,
  application: Application,
  currency: Currency,
): Parameters | Refused<TermsRefusal> {
  return decideAmounts(application, currency) ?? decideParameters(strategy, application.parameters)
}

/** Accept the amounts of a run or a backtest (null), or refuse them. */
export function decideAmounts(
  { budget, lossStop, most }: Pick<Application, 'budget' | 'lossStop' | 'most'>,
  currency: Currency,
): Refused<AmountsRefusal> | null {
  const amount = (units: bigint): Amount => ({ asset: currency, units })
  if (budget < BUDGET_LEAST || budget > BUDGET_MOST)
    return refuse('run_budget', { least: amount(BUDGET_LEAST), most: amount(BUDGET_MOST) }, 'budget')
  if (lossStop <= 0n || lossStop > budget) return refuse('run_loss_stop', { most: amount(budget) }, 'lossStop')
  if (most <= 0n || most > budget) return refuse('run_most', { most: amount(budget) }, 'most')
  return null
}

/**
 * Accept the start of a run whose terms are accepted, with the amount to hold, or refuse it. `free` is the free cash in the
 * currency: a run converts nothing.
 */
export function decideHold(
  budget: Cents,
  { currency, free }: { readonly currency: Currency; readonly free: bigint },
): Amount | Refused<'insufficient_balance'> {
  const amount = (units: bigint): Amount => ({ asset: currency, units })
  if (budget > free) return refuse('insufficient_balance', { needed: amount(budget), free: amount(free) }, 'budget')
  return amount(budget) // From here on it must be accepted.
}

/**
 * The states of a run. `stopping`: its orders are being ended, and where it sells, its lots sold. `stopped`: the rest of
 * its amount is free, and lots that it still has are the customer's like any other.
 */
export const RUN_STATES = ['running', 'paused', 'stopping', 'stopped'] as const
export type RunState = (typeof RUN_STATES)[number]

/**
 * The reasons for which a run stops. `fault`: its code threw, or asked for what no order may be. `leaving`: its customer
 * starts over or closes the account. `market_over`: no session follows. `shares_changed`: a split
 * or a new ticker, after which the prices that it knows mean nothing.
 */
export const STOP_REASONS = [
  'by_customer',
  'loss_stop',
  'restricted',
  'fault',
  'switched_off',
  'leaving',
  'market_over',
  'shares_changed',
] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** The state of a run, with the reason of its stop. */
export interface RunPhase {
  readonly state: RunState
  /** The reason of its stop; null before. */
  readonly reason: StopReason | null
  /** True if it sells its lots before it has stopped. */
  readonly sells: boolean
}

export const BEGUN: RunPhase = { state: 'running', reason: null, sells: false }

export type RunAct =
  | { readonly act: 'pause' | 'resume' | 'end' }
  /** A customer chooses whether it sells. A loss stop always does, every other reason never. */
  | { readonly act: 'stop'; readonly reason: StopReason; readonly sells?: boolean }

/** The state that each act leads to. An act that is missing cannot happen in that state. */
const STEPS: Readonly<Record<RunState, Readonly<Partial<Record<RunAct['act'], RunState>>>>> = {
  running: { pause: 'paused', stop: 'stopping' },
  paused: { resume: 'running', stop: 'stopping' },
  stopping: { end: 'stopped' },
  stopped: {},
}

/** The state in which a repeat of an act finds the run. */
const REACHED: Readonly<Record<RunAct['act'], readonly RunState[]>> = {
  pause: ['paused'],
  resume: ['running'],
  stop: ['stopping', 'stopped'],
  end: ['stopped'],
}

/** The next phase of a run, or a refusal. A repeat of an act changes nothing, and the first reason of a stop remains. */
export function decideStep(phase: RunPhase, act: RunAct): RunPhase | Refused<'run_over' | 'run_not_stopping'> {
  const state = STEPS[phase.state][act.act]
  if (!state) {
    if (REACHED[act.act].includes(phase.state)) return phase
    return refuse(act.act === 'end' ? 'run_not_stopping' : 'run_over')
  }
  if (act.act !== 'stop') return { ...phase, state }
  return { state, reason: act.reason, sells: sellsFor(act.reason, act.sells ?? false) }
}

const sellsFor = (reason: StopReason, chosen: boolean): boolean =>
  reason === 'loss_stop' || (reason === 'by_customer' && chosen)

/** True for an event that is a minute old or older. A run hears it for its state alone, and places no order for it. */
export const isHistory = (at: Instant, marketNow: Instant): boolean => marketNow - at >= MINUTE

/** True in the last minutes of a session, in which an intraday run gives up its position. */
export const isFlattening = (at: Instant, { close }: SessionSpan): boolean => at >= close - FLAT_BEFORE_MS

/** The value below which a run ends, in cents. */
export const floorOf = ({ budget, lossStop }: Pick<RunTerms, 'budget' | 'lossStop'>): Cents => minus(budget, lossStop)
