import { cents } from '../base/amount.ts'

/** The id under which runs and backtests have a strategy of their customer's own. */
export const OWN_STRATEGY = 'own'

/** The limits of customers' own strategies. Each is said to the customer. */
export const OWN_NAME_MOST = 60
/** The bytes of a text in UTF-8. */
export const OWN_TEXT_MOST = 32_768
export const OWN_STRATEGIES_MOST = 20
export const OWN_VERSIONS_MOST = 200
/** The runs of own strategies of a customer that go on at the same time, at most. */
export const OWN_RUNS_OPEN_MOST = 3

/** The minutes that a bar of an own strategy may have. */
export const OWN_SPANS = [1, 5, 15, 30, 60] as const
/** The most bars of history that it may use. */
export const OWN_HISTORY_MOST = 200

/**
 * The time and the memory that an own strategy may use. Its time is counted in steps (turns of a loop, calls), not by a clock,
 * so that an event stops at the same place on every server. After the milliseconds its thread is ended.
 */
export const STEPS_PER_EVENT_MOST = 1_000_000
export const EVENT_MS_MOST = 5_000
export const MEGABYTES_MOST = 16
export const STATE_BYTES_MOST = 16_384
export const OWN_ORDERS_PER_MINUTE_MOST = 10

/** The most checks of texts that wait at a server; each customer has at most one. */
export const CHECKS_WAITING_MOST = 8
/** The most faults of a text that a check reports, and the most events of a try: the first ones. */
export const FAULTS_SHOWN = 20
export const TRIAL_EVENTS_SHOWN = 50
/** The amount of a try, unless the text sets a lower one. */
export const TRIAL_AMOUNT = cents(10_000_00n)

/**
 * The faults of a text and of its run.
 * Before it begins: `syntax`, `no_strategy` (it exports none), `setting`, `unknown_import`,
 * `unknown_name`, `absent` (a clock, chance, network, timers, code from a text: none has them).
 * On an event: `threw`, `too_slow`, `too_much_memory`, `too_deep`, `too_many_orders`, `order_form`,
 * `state_form` (its state is no JSON), `state_too_large`. `sandbox`: it broke its sandbox, which was thrown away.
 */
export const OWN_FAULTS = [
  'syntax',
  'no_strategy',
  'setting',
  'unknown_import',
  'unknown_name',
  'absent',
  'threw',
  'too_slow',
  'too_much_memory',
  'too_deep',
  'too_many_orders',
  'order_form',
  'state_form',
  'state_too_large',
  'sandbox',
] as const
export type OwnFaultCode = (typeof OWN_FAULTS)[number]

/** The members of the objects that a text gets. An unknown one is reported before the text runs. */
const LOOKING = ['at', 'minute', 'left', 'mean', 'highest', 'lowest', 'deviation', 'ago']
export const OWN_MEMBERS = {
  bar: ['open', 'high', 'low', 'close', 'volume', ...LOOKING],
  quote: ['bid', 'ask', 'bidSize', 'askSize', ...LOOKING],
  own: ['shares', 'buying', 'selling', 'cash', 'waiting'],
  act: ['buy', 'sell', 'note'],
} as const
export const OWN_SETTINGS = ['bars', 'history', 'intraday', 'most', 'state', 'onBar', 'onQuote'] as const
