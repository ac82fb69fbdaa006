import type { Cents, ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { FeeTableVersion } from '@lonja/core/orders/fees.rules'
import type { Parameters } from '@lonja/core/strategies/events'
import type { BacktestFault, BacktestState } from '@lonja/core/strategies/strategies.contract'
import {
  cash,
  cellOf,
  group,
  instant,
  int4,
  int8,
  json,
  orNull,
  shapeOf,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { TimedPlace } from '../door/cursors.ts'

export interface BacktestKey {
  readonly customer: CustomerId
  readonly id: string
}

/** A backtest as it was asked for. */
export interface NewBacktest extends BacktestKey {
  readonly strategy: string
  readonly version: number
  /** The customer's own strategy that `version` belongs to; null for a strategy of the house. */
  readonly own: string | null
  readonly parameters: Parameters
  readonly listing: ListingId
  /** The first and the last day, and the instants around them. */
  readonly firstDay: string
  readonly lastDay: string
  readonly from: Instant
  readonly to: Instant
  readonly budget: Cents
  readonly most: Cents
  readonly lossStop: Cents
  readonly feeTable: FeeTableVersion
  readonly at: Instant
}

export interface Progress {
  readonly minutes: number
  readonly all: number
}

/** A backtest with its state. Its outcome is read by a query of its own. */
export interface BacktestRow extends NewBacktest {
  readonly state: BacktestState
  readonly progress: Progress | null
  readonly endedAt: Instant | null
  readonly fault: BacktestFault | null
  /** The fault of an own strategy, as the replies have it. */
  readonly stop: object | null
}

const ASKED: Fields<NewBacktest> = {
  customer: uuid('customer'),
  id: uuid('id'),
  strategy: word('strategy'),
  version: int4('version'),
  own: orNull(uuid('own')),
  parameters: json('parameters'),
  listing: word('listing'),
  firstDay: word('first_day'),
  lastDay: word('last_day'),
  from: instant('from_at'),
  to: instant('to_at'),
  budget: cash('budget'),
  most: cash('most'),
  lossStop: cash('loss_stop'),
  feeTable: int4('fee_table'),
  at: instant('made_at'),
}
export const NEW_BACKTESTS = tableOf<NewBacktest>(ASKED)
const ROWS = tableOf<BacktestRow>({
  ...ASKED,
  state: word('state'),
  progress: orNull(group<Progress>({ minutes: int4('passed'), all: int4('minutes') })),
  endedAt: orNull(instant('ended_at')),
  fault: orNull(word<BacktestFault>('fault')),
  stop: orNull(json<object>('stop')),
})

const FIND = sql('find_backtest', `select ${ROWS.names} from backtests where customer = $1 and id = $2`, ROWS.ofRow)
const LIST = sql(
  'list_backtests',
  `select ${ROWS.names} from backtests where customer = $1 and (made_at, id) < ($2, $3::uuid)
   order by made_at desc, id desc limit $4`,
  ROWS.ofRow,
)
const FIND_OUTCOME = sql(
  'find_backtest_outcome',
  'select outcome from backtests where customer = $1 and id = $2 and outcome is not null',
  cellOf(json<object>('outcome')),
)
const LIST_TRADES = sql(
  'list_backtest_trades',
  `select trade from backtests b, jsonb_array_elements(b.trades) with ordinality as t (trade, place)
   where b.customer = $1 and b.id = $2 and t.place > $3 order by t.place limit $4`,
  cellOf(json<object>('trade')),
)
const COUNT = sql(
  'count_backtests',
  `select count(*) as stored, count(*) filter (where state in ('queued', 'running')) as open
   from backtests where customer = $1`,
  shapeOf({ stored: int8('stored'), open: int8('open') }),
)
const COUNT_OF_OWN = sql(
  'count_open_backtests_of_own',
  "select count(*) as count from backtests where customer = $1 and own = $2 and state in ('queued', 'running')",
  cellOf(int8('count')),
)

/** The backtests of an own strategy that wait or run. */
export async function countOpenOf(tx: Tx, customer: CustomerId, own: string): Promise<number> {
  const [count] = await tx.run(COUNT_OF_OWN, [customer, own])
  return count ?? 0
}

export async function findBacktest(tx: Tx, { customer, id }: BacktestKey): Promise<BacktestRow | null> {
  const [row] = await tx.run(FIND, [customer, id])
  return row ?? null
}

/** A customer's backtests, newest first, after a place. */
export const listBacktestRows = (
  tx: Tx,
  customer: CustomerId,
  after: TimedPlace,
  most: number,
): Promise<BacktestRow[]> => tx.run(LIST, [customer, after.at, after.id, most])

/** The stored form of an outcome; null while there is none. */
export async function findOutcome(tx: Tx, { customer, id }: BacktestKey): Promise<object | null> {
  const [outcome] = await tx.run(FIND_OUTCOME, [customer, id])
  return outcome ?? null
}

/** Stored trades in their order, after the first `after`. */
export const listTrades = (tx: Tx, { customer, id }: BacktestKey, after: number, most: number): Promise<object[]> =>
  tx.run(LIST_TRADES, [customer, id, after, most])

export async function countBacktests(tx: Tx, customer: CustomerId): Promise<{ stored: number; open: number }> {
  const [counts] = await tx.run(COUNT, [customer])
  return counts ?? { stored: 0, open: 0 }
}
