import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Cents, Count, CurrencyCode, Id, Listing, Moment, Page, Price, Shares, pageOf } from '../base/wire.ts'
import { RUN_STATES, STOP_REASONS } from './running.rules.ts'
import { Chosen, OwnStop, OwnStrategyName, StrategyName } from './strategies.contract.ts'

/** The two lists of runs: those that go on, and those that are over. */
export const RUN_LISTS = ['open', 'over'] as const
export type RunList = (typeof RUN_LISTS)[number]

/** The amount, the most in the position, and the loss at which it ends: in the currency of the listing. */
export const RunAmounts = { listing: Listing, budget: Cents, most: Cents, lossStop: Cents }

const Terms = { strategy: StrategyName, version: z.int(), ...RunAmounts }

/** Start a run: its amount is held, and the strategy trades within it. */
export const startRun = write({
  path: '/strategies/run/start',
  caller: 'customer',
  restrictedFrom: 1,
  enters: 'strategies',
  key: 'id',
  summary: 'Start a run of a strategy; its amount is held',
  input: z.strictObject({ id: Id, ...Terms, parameters: Chosen.check(z.maxLength(20)) }),
  reply: z.object({ id: Id, at: Moment }),
  refusals: [
    'unknown_strategy',
    'unknown_listing',
    'not_tradable',
    'never_quoted',
    'trading_paused',
    'run_budget',
    'run_loss_stop',
    'run_most',
    'unknown_parameter',
    'parameter_out_of_range',
    'too_many_runs',
    'insufficient_balance',
  ],
})

/** The state after an act. A repeat of the act has the same reply. */
const Phase = z.object({ id: Id, state: z.enum(RUN_STATES) })

/** Pause a run: its open orders end, and it places no further ones. Its loss stop and its close still hold. */
export const pauseRun = write({
  path: '/strategies/run/pause',
  caller: 'customer',
  restrictedFrom: 1,
  key: 'header',
  summary: 'Pause a run: its open orders end and it places no further ones',
  input: z.strictObject({ id: Id }),
  reply: Phase,
  refusals: ['unknown_run', 'run_over'],
})

export const resumeRun = write({
  path: '/strategies/run/resume',
  caller: 'customer',
  restrictedFrom: 1,
  key: 'header',
  summary: 'Resume a paused run',
  input: z.strictObject({ id: Id }),
  reply: Phase,
  refusals: ['unknown_run', 'run_over'],
})

/** Stop a run. Its lots become ordinary ones, or with `sells` are sold at market first. */
export const stopRun = write({
  path: '/strategies/run/stop',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Stop a run: the free rest of its amount is released; its shares are kept, or sold first',
  input: z.strictObject({ id: Id, sells: z.boolean() }),
  reply: Phase,
  refusals: ['unknown_run'],
})

const Drawdown = z.object({ most: Cents, bps: z.int() })

/** A run with its figures from fills. Amounts are in the currency of the listing; the drawdown comes first. */
const RunReply = z.object({
  drawdown: Drawdown,
  id: Id,
  ...Terms,
  /** The customer's own strategy, of which `version` is; null for one of the house. */
  own: z.nullable(OwnStrategyName),
  /** The fault of an own strategy that stopped it; null for none. */
  stop: z.nullable(OwnStop),
  parameters: Chosen,
  company: z.string(),
  currency: CurrencyCode,
  at: Moment,
  state: z.enum(RUN_STATES),
  /** The reason of its stop; null before. */
  reason: z.nullable(z.enum(STOP_REASONS)),
  /** True if it sells its lots before it has stopped. */
  sells: z.boolean(),
  endedAt: z.nullable(Moment),
  /** Its cash and its shares at the latest price; at its end once it has stopped. Null without a price. */
  value: z.nullable(Cents),
  /** The value less the amount that it began with. */
  result: z.nullable(Cents),
  realised: Cents,
  fees: Cents,
  /** Its cash, with what its open buys hold; 0 once it has stopped and the cash is free. */
  cash: Cents,
  shares: Count,
  /** The cost of its shares, fees included. */
  cost: Cents,
  orders: z.int(),
  fills: z.int(),
  /** The events that it heard as history: they came too late for an order. */
  late: z.int(),
  /** The orders that were refused, by reason. */
  refusals: z.array(z.object({ code: z.string(), count: z.int() })),
})

/** The customer's runs of one list, newest first: of all strategies, or with `own` of that own strategy. */
export const listRuns = read({
  path: '/strategies/runs',
  caller: 'customer',
  summary: 'Own runs that go on, or those that are over, newest first; of one own strategy if asked',
  topics: ['strategies'],
  input: z.strictObject({ state: z.enum(RUN_LISTS), own: z.optional(Id), ...Page }),
  reply: pageOf(RunReply),
})

/** One run with its curve. */
export const readRun = read({
  path: '/strategies/run',
  caller: 'customer',
  summary: 'One run with its figures and the curve of its value',
  topics: ['strategies'],
  input: z.strictObject({ id: Id }),
  reply: z.object({ ...RunReply.shape, curve: z.array(z.object({ at: Moment, value: Cents })) }),
  refusals: ['unknown_run'],
})

/** A lot that the run closed in whole or in part, with the orders of both sides. `buy` and `sell` are order ids. */
const RunTrade = z.object({
  buy: Id,
  sell: Id,
  shares: Shares,
  openedAt: Moment,
  closedAt: Moment,
  openPrice: Price,
  closePrice: Price,
  cost: Cents,
  proceeds: Cents,
  fee: Cents,
  realised: Cents,
})

/** A lot that the run still has. */
const RunLot = z.object({ buy: Id, shares: Shares, openedAt: Moment, openPrice: Price, cost: Cents })

/** The trades of a run, newest first, and the lots that it has. */
export const listRunTrades = read({
  path: '/strategies/run/trades',
  caller: 'customer',
  summary: 'The trades of a run with the orders of both sides, newest first, and its open lots',
  topics: ['strategies'],
  input: z.strictObject({ id: Id, ...Page }),
  reply: z.object({ ...pageOf(RunTrade).shape, open: z.array(RunLot) }),
  refusals: ['unknown_run'],
})

/** The result of all customers' runs of one strategy. */
const RunResult = z.object({
  /** The numbers of started runs, of ended ones, and of ended ones with a loss. */
  runs: z.int(),
  over: z.int(),
  lost: z.int(),
  /** The result and the fees of the ended runs in basis points of their amounts, and the worst drawdown of any of them. */
  resultBps: z.int(),
  feesBps: z.int(),
  drawdownBps: z.int(),
})

/** The results of the house's strategies over the runs of all customers. */
export const readRunResults = read({
  path: '/strategies/results',
  caller: 'customer',
  summary: 'The result of each strategy over the runs of all customers; null while they are few',
  topics: [],
  input: z.strictObject({}),
  reply: z.object({
    /** The least number of ended runs for which a strategy's result is shown. */
    least: z.int(),
    strategies: z.array(z.object({ strategy: z.string(), version: z.int(), result: z.nullable(RunResult) })),
  }),
})

export const runsCalls = {
  startRun,
  pauseRun,
  resumeRun,
  stopRun,
  listRuns,
  readRun,
  listRunTrades,
  readRunResults,
} as const
