import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Cents, Id, Listing, Moment, line, numberText } from '../base/wire.ts'
import { OWN_NAME_MOST, OWN_TEXT_MOST, OWN_VERSIONS_MOST } from './own.rules.ts'
import { RunAmounts } from './runs.contract.ts'
import { BacktestAmounts, DayText, OwnDiagnostic, OwnStop } from './strategies.contract.ts'

/* A customer's own strategies: texts in versions. Only the server runs one, in a sandbox. */

const Name = line(OWN_NAME_MOST)
/** The text of a version. Its bytes are counted by the rules; no text of so few bytes has more characters. */
const Text = z.string().check(z.maxLength(OWN_TEXT_MOST))
const Version = z.int().check(z.gte(1), z.lte(OWN_VERSIONS_MOST))
/** The settings that a text has for its strategy. */
export const OwnSettings = z.object({
  /** The minutes of its bars. */
  span: z.int(),
  /** The bars that it may look back on. */
  history: z.int(),
  /** True if it holds nothing over the close. */
  intraday: z.boolean(),
  /** The most in the position that it proposes to its form. */
  most: z.nullable(Cents),
})
export type OwnSettings = z.output<typeof OwnSettings>

const Limits = z.object({
  /** The bytes of a text, the own strategies of a customer and the versions of each, at most. */
  bytes: z.int(),
  strategies: z.int(),
  versions: z.int(),
  /** The time of an event: counted in steps, and the milliseconds that these take at most. */
  stepsPerEvent: z.int(),
  msPerEvent: z.int(),
  /** The memory of a strategy in MB, and the bytes of its state as JSON. */
  megabytes: z.int(),
  stateBytes: z.int(),
  ordersPerMinute: z.int(),
  /** The bars of its history at most, and the minutes that a bar may have. */
  history: z.int(),
  spans: z.array(z.int()),
  /** The backtests of a customer that wait or run, of all strategies together. */
  backtestsOpen: z.int(),
  /** The runs of own strategies of a customer that go on, at most. */
  runsOpen: z.int(),
})

const Summary = {
  id: Id,
  name: Name,
  /** The newest version, and the instant at which it was saved. */
  version: Version,
  at: Moment,
  bytes: z.int(),
  /** The version that the link shows; null if it is not shared. */
  shared: z.nullable(Version),
}

/** The customer's own strategies, the last saved first, with the limits of all. */
export const listOwnStrategies = read({
  path: '/strategies/own/list',
  caller: 'customer',
  summary: 'Own strategies, the last saved first, and the limits of their texts and runs',
  topics: ['strategies'],
  input: z.strictObject({}),
  reply: z.object({ rows: z.array(z.object(Summary)), limits: Limits }),
})

/** One own strategy: the text of a version, the newest if none is named. */
export const readOwnStrategy = read({
  path: '/strategies/own',
  caller: 'customer',
  summary: 'The text of an own strategy in one version, with the list of its versions',
  topics: ['strategies'],
  input: z.strictObject({ id: Id, version: z.optional(numberText(1, OWN_VERSIONS_MOST)) }),
  reply: z.object({
    ...Summary,
    /** The version that is read, and its text. */
    read: Version,
    text: Text,
    /** The name in the link that shows it; null if it is not shared. */
    link: z.nullable(z.string()),
    versions: z.array(z.object({ version: Version, at: Moment, bytes: z.int() })),
  }),
  refusals: ['unknown_own_strategy'],
})

/**
 * Save a text as the next version of an own strategy; the first makes it. A draft with faults is saved too. `after` is the
 * version that the text follows, 0 for none: refused is one that another device has overtaken.
 */
export const saveOwnStrategy = write({
  path: '/strategies/own/save',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'id',
  summary: 'Save a text as the next version of an own strategy',
  /** `id` is the version's own, `own` that of the strategy. */
  input: z.strictObject({
    id: Id,
    own: Id,
    name: Name,
    text: Text,
    after: z.int().check(z.gte(0), z.lte(OWN_VERSIONS_MOST)),
  }),
  reply: z.object({ own: Id, version: Version, at: Moment }),
  refusals: ['own_text_too_long', 'own_version_overtaken', 'too_many_own_strategies', 'too_many_own_versions'],
})

/** Remove an own strategy with its versions. Its backtests and runs stay. Refused while one of them waits or goes on. */
export const removeOwnStrategy = write({
  path: '/strategies/own/remove',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Remove an own strategy with its versions; its backtests and runs stay',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id }),
  refusals: ['unknown_own_strategy', 'own_strategy_in_use'],
})

/** An event of a try: an order that it asks for, a note that it writes, or its end. */
const TryEvent = z.object({
  /** The instant of the bar or the quote that it heard. */
  at: Moment,
  on: z.enum(['bar', 'quote']),
  kind: z.enum(['buy', 'sell', 'note']),
  /** The shares of an order, and its limit in ten-thousandths; null at market and for a note. */
  shares: z.nullable(z.int()),
  limit: z.nullable(z.int()),
  note: z.nullable(z.string()),
  line: z.int(),
})

const Trial = z.object({
  bars: z.int(),
  quotes: z.int(),
  orders: z.int(),
  /** The first of them. */
  events: z.array(TryEvent),
  /** Why it ended before the day did; null if it did not. */
  stop: z.nullable(OwnStop),
  /** The most steps that an event took, and the bytes of its last state. */
  steps: z.int(),
  stateBytes: z.int(),
})
export type TrialReply = z.output<typeof Trial>

/**
 * Compile a text, and let it hear the minutes of a past day in the sandbox, by the rules of a backtest with 10,000.00. Nothing
 * is stored. Without a day it is compiled alone.
 */
export const checkOwnStrategy = read({
  path: '/strategies/own/check',
  method: 'POST',
  caller: 'customer',
  summary: 'Compile a text and let it hear a past day in the sandbox; nothing is stored',
  topics: [],
  input: z.strictObject({ text: Text, try: z.nullable(z.strictObject({ listing: Listing, day: DayText })) }),
  reply: z.object({
    /** The faults that keep it from beginning, by line; empty if it compiles. */
    diagnostics: z.array(OwnDiagnostic),
    settings: z.nullable(OwnSettings),
    trial: z.nullable(Trial),
  }),
  refusals: [
    'own_text_too_long',
    'unknown_listing',
    'not_tradable',
    'never_quoted',
    'backtest_period',
    'backtest_too_long',
    'backtest_no_prices',
    'own_checks_busy',
  ],
})

/** Share one version by a link, which shows it and never runs it. A new link ends the one before. */
export const shareOwnStrategy = write({
  path: '/strategies/own/share',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Share one version of an own strategy by a link that shows it',
  input: z.strictObject({ id: Id, version: Version }),
  reply: z.object({ id: Id, version: Version, link: z.string() }),
  refusals: ['unknown_own_strategy'],
})

/** End the link of an own strategy. */
export const unshareOwnStrategy = write({
  path: '/strategies/own/unshare',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'End the link that shows an own strategy',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id }),
  refusals: ['unknown_own_strategy'],
})

/** The text that a link shows. Its customer stays unsaid. */
export const readSharedStrategy = read({
  path: '/strategies/own/shared',
  caller: 'customer',
  summary: 'The text of a strategy that its customer shares by a link; nothing runs it',
  topics: ['strategies'],
  input: z.strictObject({ link: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)) }),
  reply: z.object({ name: Name, version: Version, at: Moment, text: Text }),
  refusals: ['unknown_own_strategy'],
})

/** Ask for a backtest of a version of an own strategy. It waits in the queue of all backtests. */
export const startOwnBacktest = write({
  path: '/strategies/own/backtest',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'id',
  summary: 'Ask for a backtest of an own strategy over past minutes',
  input: z.strictObject({ id: Id, own: Id, version: Version, ...BacktestAmounts }),
  reply: z.object({ id: Id, at: Moment }),
  refusals: [
    'unknown_own_strategy',
    'unknown_listing',
    'not_tradable',
    'never_quoted',
    'backtest_period',
    'backtest_too_long',
    'backtest_no_prices',
    'run_budget',
    'run_loss_stop',
    'run_most',
    'too_many_backtests',
  ],
})

/**
 * Start a run of a version of an own strategy, as one of the house's is started: its amount is held. The run keeps its version
 * when a newer one is saved. A text with faults is refused with the line of the first.
 */
export const startOwnRun = write({
  path: '/strategies/own/run',
  caller: 'customer',
  restrictedFrom: 1,
  enters: 'strategies',
  key: 'id',
  summary: 'Start a run of an own strategy; its amount is held',
  input: z.strictObject({ id: Id, own: Id, version: Version, ...RunAmounts }),
  reply: z.object({ id: Id, at: Moment }),
  refusals: [
    'unknown_own_strategy',
    'own_checks_busy',
    'own_text_faults',
    'unknown_listing',
    'not_tradable',
    'never_quoted',
    'trading_paused',
    'run_budget',
    'run_loss_stop',
    'run_most',
    'too_many_own_runs',
    'too_many_runs',
    'insufficient_balance',
  ],
})

export const ownStrategiesCalls = {
  listOwnStrategies,
  readOwnStrategy,
  saveOwnStrategy,
  removeOwnStrategy,
  checkOwnStrategy,
  shareOwnStrategy,
  unshareOwnStrategy,
  readSharedStrategy,
  startOwnBacktest,
  startOwnRun,
} as const
