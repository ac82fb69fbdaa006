import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Cents, CurrencyCode, Id, Listing, Moment, Page, Price, Shares, pageOf } from '../base/wire.ts'
import { SOURCES } from '../market/source.names.ts'
import { BIASES } from './bias.ts'
import { PARAMETER_UNITS } from './events.ts'
import { OWN_FAULTS } from './own.rules.ts'
import { STOP_REASONS } from './running.rules.ts'

/** The states of a backtest: in the queue, worked out by a server, and its two ends. */
export const BACKTEST_STATES = ['queued', 'running', 'done', 'failed'] as const
export type BacktestState = (typeof BACKTEST_STATES)[number]

/**
 * The reasons for which a backtest fails: the house has no minutes of its period, the strategy threw, it took too long, or
 * each server that began it ended before it was done.
 */
export const BACKTEST_FAULTS = ['no_minutes', 'threw', 'too_long', 'servers_ended'] as const
export type BacktestFault = (typeof BACKTEST_FAULTS)[number]

/** A day of the listing's venue. */
export const DayText = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/))
export const StrategyName = z.string().check(z.regex(/^[a-z_]{1,40}$/))
const ParameterName = z.string().check(z.regex(/^[A-Za-z]{1,40}$/))
export const Chosen = z.array(z.object({ name: ParameterName, value: z.int() }))

/** The strategies of the house with their parameters, and the bounds of what a customer may ask for. */
export const listStrategies = read({
  path: '/strategies/list',
  caller: 'customer',
  summary: 'The strategies of the house with their parameters, and the bounds of amounts and periods',
  topics: [],
  input: z.strictObject({}),
  reply: z.object({
    strategies: z.array(
      z.object({
        id: z.string(),
        version: z.int(),
        name: z.string(),
        /** True if it holds nothing over the close. */
        intraday: z.boolean(),
        parameters: z.array(
          z.object({
            name: z.string(),
            unit: z.enum(PARAMETER_UNITS),
            least: z.int(),
            most: z.int(),
            usual: z.int(),
          }),
        ),
      }),
    ),
    /** The bounds of the amount of a run or a backtest, in the currency of its listing. */
    budget: z.object({ least: Cents, most: Cents }),
    /** The most days of a backtest, and the most backtests of a customer that are open and that are stored. */
    backtests: z.object({ daysMost: z.int(), openMost: z.int(), storedMost: z.int() }),
    /** Whether the operator has switched runs off, and the most open runs of a customer. */
    runs: z.object({ off: z.boolean(), openMost: z.int() }),
    /** A replay and a feed have only the minutes that the house has recorded. */
    source: z.enum(SOURCES),
  }),
})

/** The listing, the period and the amounts of a backtest. */
export const BacktestAmounts = {
  listing: Listing,
  /** The first and the last day, both over. */
  from: DayText,
  to: DayText,
  /** The amount, the most in the position, and the loss at which it ends: in the currency of the listing. */
  budget: Cents,
  most: Cents,
  lossStop: Cents,
}
const Request = { strategy: StrategyName, version: z.int(), ...BacktestAmounts }

/** Ask for a backtest. It waits in the queue until a server of the house works it out. */
export const startBacktest = write({
  path: '/strategies/backtest/start',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'id',
  summary: 'Ask for a backtest of a strategy over past minutes',
  input: z.strictObject({ id: Id, ...Request, parameters: Chosen.check(z.maxLength(20)) }),
  reply: z.object({ id: Id, at: Moment }),
  refusals: [
    'unknown_strategy',
    'unknown_listing',
    'not_tradable',
    'never_quoted',
    'backtest_period',
    'backtest_too_long',
    'backtest_no_prices',
    'run_budget',
    'run_loss_stop',
    'run_most',
    'unknown_parameter',
    'parameter_out_of_range',
    'too_many_backtests',
  ],
})

const Drawdown = z.object({ most: Cents, bps: z.int() })

/** The figures of one side; amounts are in the currency of the listing. The drawdown comes first. */
const Figures = z.object({
  drawdown: Drawdown,
  value: Cents,
  result: Cents,
  realised: Cents,
  fees: Cents,
  /** The distance of its fills from the middle of bid and ask. */
  spread: Cents,
  exposureBps: z.int(),
  fills: z.int(),
})

/** A fault that stops a strategy, or keeps it from beginning. Lines and columns count from 1; 0 where the engine knows none. */
export const OwnDiagnostic = z.object({
  code: z.enum(OWN_FAULTS),
  line: z.int(),
  column: z.int(),
  /** The engine's sentence, or that of the strategy's own error. */
  message: z.string(),
  /** The name that it does not know, or the setting that is wrong; and a name that is near it. */
  name: z.nullable(z.string()),
  near: z.nullable(z.string()),
})
export type OwnDiagnostic = z.output<typeof OwnDiagnostic>

/** A fault of an own strategy that stopped it, with the instant of its event. */
export const OwnStop = z.object({ ...OwnDiagnostic.shape, at: Moment })
export type OwnStop = z.output<typeof OwnStop>

/** A customer's own strategy by name. Of a backtest the name is null once the strategy is removed. */
export const OwnStrategyName = z.object({ id: Id, name: z.nullable(z.string()) })

/** The result of a backtest, as it is stored too. */
export const BacktestOutcome = z.object({
  /** The ends of its first and its last minute. */
  from: Moment,
  to: Moment,
  /** The minutes that it went through, and those among them with a quote: nothing fills on the others. */
  minutes: z.int(),
  quoted: z.int(),
  own: Figures,
  /** A purchase at the first minute that is held. */
  held: Figures,
  curve: z.array(z.object({ at: Moment, value: Cents, held: Cents })),
  trades: z.int(),
  wins: z.int(),
  /** The reason why its run ended before the period; null if it did not. */
  stopped: z.nullable(z.enum(STOP_REASONS)),
  /** The orders that were refused, by reason. */
  refusals: z.array(z.object({ code: z.string(), count: z.int() })),
  /** The biases of an own strategy by the tests of `bias.ts`; null if they took too long. */
  biases: z.optional(z.nullable(z.array(z.object({ bias: z.enum(BIASES), at: Moment })))),
})
export type BacktestOutcome = z.output<typeof BacktestOutcome>

/** A lot that was closed, as it is stored too. */
export const BacktestTrade = z.object({
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
export type BacktestTrade = z.output<typeof BacktestTrade>

const BacktestReply = z.object({
  id: Id,
  ...Request,
  parameters: Chosen,
  /** The customer's own strategy; `strategy` is `own` then, and `version` is of it. */
  own: z.nullable(OwnStrategyName),
  company: z.string(),
  currency: CurrencyCode,
  at: Moment,
  state: z.enum(BACKTEST_STATES),
  fault: z.nullable(z.enum(BACKTEST_FAULTS)),
  endedAt: z.nullable(Moment),
  /** The fault of an own strategy that stopped it, or kept it from beginning; null for none. */
  stop: z.nullable(OwnStop),
  /** The minutes that it has gone through, of all; null while these are being read. */
  progress: z.nullable(z.object({ minutes: z.int(), all: z.int() })),
})

/** The customer's backtests, newest first. */
export const listBacktests = read({
  path: '/strategies/backtests',
  caller: 'customer',
  summary: 'Own backtests with their state, newest first',
  topics: ['strategies'],
  input: z.strictObject({ ...Page }),
  reply: pageOf(BacktestReply),
})

/** One backtest with its result. */
export const readBacktest = read({
  path: '/strategies/backtest',
  caller: 'customer',
  summary: 'One backtest with its progress, and its result beside a purchase that is held',
  topics: ['strategies'],
  input: z.strictObject({ id: Id }),
  reply: z.object({ ...BacktestReply.shape, outcome: z.nullable(BacktestOutcome) }),
  refusals: ['unknown_backtest'],
})

/** The trades of a backtest, oldest first: each lot that it closed, at most the first `TRADES_STORED_MOST`. */
export const listBacktestTrades = read({
  path: '/strategies/backtest/trades',
  caller: 'customer',
  summary: 'The trades of a backtest, oldest first',
  topics: ['strategies'],
  input: z.strictObject({ id: Id, ...Page }),
  reply: pageOf(BacktestTrade),
  refusals: ['unknown_backtest'],
})

/** The stored trades of a backtest as a table with the practice mark, in the language of the call. */
export const downloadBacktest = read({
  path: '/strategies/backtest/file',
  caller: 'customer',
  summary: 'The trades of a backtest as a table, in the language of the call',
  file: ['text/csv'],
  input: z.strictObject({ id: Id }),
  reply: z.object({}),
  refusals: ['unknown_backtest', 'too_many_tries'],
})

/** Remove a backtest. One that waits or runs is ended by it. */
export const removeBacktest = write({
  path: '/strategies/backtest/remove',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Remove a backtest; one that waits or runs is ended by it',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id }),
  refusals: ['unknown_backtest'],
})

export const strategiesCalls = {
  listStrategies,
  startBacktest,
  listBacktests,
  readBacktest,
  listBacktestTrades,
  downloadBacktest,
  removeBacktest,
} as const
