import type { Cents, ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId, RunId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Json, Parameters } from '@lonja/core/strategies/events'
import type { RunState, StopReason } from '@lonja/core/strategies/running.rules'
import {
  cash,
  cellOf,
  flag,
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
} from '../database/codecs.ts'
import type { Fields } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import type { TimedPlace } from '../door/cursors.ts'

export interface RunKey {
  readonly customer: CustomerId
  readonly id: RunId
}

/** An own strategy by id and name. */
export interface OwnName {
  readonly id: string
  readonly name: string
}

/** A run as it was started. */
export interface NewRun extends RunKey {
  readonly strategy: string
  readonly version: number
  readonly parameters: Parameters
  readonly listing: ListingId
  readonly budget: Cents
  readonly most: Cents
  readonly lossStop: Cents
  readonly at: Instant
  /** The source's clock at its start. */
  readonly marketAt: Instant
  /** The customer's own strategy that `version` belongs to, and its name at the start; null for a strategy of the house. */
  readonly own: OwnName | null
}

/** An order of a step as it is stored until it is placed. Shares and limit are whole numbers as texts. */
export interface StoredTicket {
  readonly id: OrderId
  readonly side: 'buy' | 'sell'
  readonly shares: string
  readonly limit: string | null
}

/** The strategy's own state, and the last events that it has heard. */
export interface RunMemory {
  /** Null before the first event. The state itself may be null, so it is wrapped in an object. */
  readonly memory: { readonly state: Json } | null
  readonly barsThrough: Instant
  readonly quotesThrough: Instant
  readonly late: number
}

/** The course of a run's value: its highest, the worst fall below it, and points by time. */
export interface RunCourse {
  readonly peak: Cents
  readonly drawdown: Cents
  readonly drawdownBps: number
  readonly curve: readonly (readonly [at: Instant, cents: number])[]
}

/** A run with its present state. */
export interface RunRow extends NewRun, RunMemory, RunCourse {
  readonly state: RunState
  readonly reason: StopReason | null
  readonly sells: boolean
  readonly endedAt: Instant | null
  readonly steps: number
  readonly tickets: readonly StoredTicket[]
  readonly refusals: Readonly<Record<string, number>>
  readonly endValue: Cents | null
}

const STARTED: Fields<NewRun> = {
  customer: uuid('customer'),
  id: uuid('id'),
  strategy: word('strategy'),
  version: int4('version'),
  parameters: json('parameters'),
  listing: word('listing'),
  budget: cash('budget'),
  most: cash('most'),
  lossStop: cash('loss_stop'),
  at: instant('made_at'),
  marketAt: instant('market_at'),
  own: orNull(group<OwnName>({ id: uuid('own'), name: word('own_name') })),
}
const NEW = tableOf<NewRun>(STARTED)
const RUNS = tableOf<RunRow>({
  ...STARTED,
  state: word('state'),
  reason: orNull(word<StopReason>('reason')),
  sells: flag('sells'),
  endedAt: orNull(instant('ended_at')),
  steps: int4('steps'),
  memory: orNull(json<{ readonly state: Json }>('memory')),
  barsThrough: instant('bars_through'),
  quotesThrough: instant('quotes_through'),
  tickets: json('tickets'),
  late: int4('late'),
  refusals: json('refusals'),
  peak: cash('peak'),
  drawdown: cash('drawdown'),
  drawdownBps: int4('drawdown_bps'),
  curve: json('curve'),
  endValue: orNull(cash('end_value')),
})

const INSERT = sql(
  'insert_run',
  `insert into runs (${NEW.names}, state, sells, steps, bars_through, quotes_through, tickets, late, refusals, peak, drawdown, drawdown_bps, curve)
   values (${NEW.slots}, 'running', false, 0, 0, 0, '[]', 0, '{}', $7, 0, 0, '[]')`,
)
const FIND = sql('find_run', `select ${RUNS.names} from runs where customer = $1 and id = $2`, RUNS.ofRow)
/** The columns of a page of a list, with the conditions and the order that all lists of runs have. */
const pageOf = (condition: string): string =>
  `select ${RUNS.names} from runs where customer = $1 and (ended_at is null) = ($2 = 'open') and (made_at, id) < ($3, $4::uuid)
     ${condition} order by made_at desc, id desc limit $5`
const LIST = sql('list_runs', pageOf(''), RUNS.ofRow)
const LIST_OF_OWN = sql('list_runs_of_own', pageOf('and own = $6'), RUNS.ofRow)
const LIST_OPEN_OF = sql(
  'list_open_runs_of_customer',
  `select ${RUNS.names} from runs where customer = $1 and ended_at is null order by id`,
  RUNS.ofRow,
)
const COUNT_OF_OWN = sql(
  'count_open_runs_of_own',
  'select count(*) as count from runs where customer = $1 and own = $2 and ended_at is null',
  cellOf(int8('count')),
)
const LIST_STEPS = sql(
  'list_steps_of_open_runs',
  'select customer, id, steps from runs where ended_at is null order by customer, id',
  shapeOf<RunKey & { steps: number }>({ customer: uuid('customer'), id: uuid('id'), steps: int4('steps') }),
)
// Each of these statements adds a step, and finds no row if another step was stored before.
const SAVE_PHASE = sql(
  'save_phase_of_run',
  `update runs set state = $4, reason = $5, sells = $6, tickets = '[]', steps = steps + 1
   where customer = $1 and id = $2 and steps = $3`,
)
const SAVE_STEP = sql(
  'save_step_of_run',
  `update runs set memory = $4, bars_through = $5, quotes_through = $6, late = $7,
     peak = $8, drawdown = $9, drawdown_bps = $10, curve = $11, tickets = $12, steps = steps + 1
   where customer = $1 and id = $2 and steps = $3`,
)
const SAVE_MEMORY = sql(
  'save_memory_of_run',
  `update runs set memory = $4, bars_through = $5, quotes_through = $6, late = $7,
     peak = $8, drawdown = $9, drawdown_bps = $10, curve = $11
   where customer = $1 and id = $2 and steps = $3`,
)
const SAVE_PLACED = sql(
  'save_placed_of_run',
  `update runs set tickets = '[]', refusals = $4 where customer = $1 and id = $2 and steps = $3`,
)
const END = sql(
  'end_run',
  `update runs set state = 'stopped', ended_at = $4, end_value = $5, end_fees = $6, tickets = '[]', steps = steps + 1,
     peak = $7, drawdown = $8, drawdown_bps = $9, curve = $10
   where customer = $1 and id = $2 and steps = $3`,
)

/** A page of a list of runs. `own` narrows it to the runs of one own strategy. */
interface RunsWanted {
  readonly state: 'open' | 'over'
  readonly own: string | undefined
  readonly after: TimedPlace
  readonly most: number
}

export async function insertRun(tx: LockedTx, run: NewRun): Promise<void> {
  await tx.run(INSERT, NEW.values(run))
}

export async function findRun(tx: Tx, { customer, id }: RunKey): Promise<RunRow | null> {
  const [run] = await tx.run(FIND, [customer, id])
  return run ?? null
}

/** The runs of a customer that go on, or those that are over, newest first, after a place: of one own strategy, or of all. */
export const listRunRows = (
  tx: Tx,
  customer: CustomerId,
  { state, own, after, most }: RunsWanted,
): Promise<RunRow[]> =>
  own === undefined
    ? tx.run(LIST, [customer, state, after.at, after.id, most])
    : tx.run(LIST_OF_OWN, [customer, state, after.at, after.id, most, own])

/** The runs of a customer that go on. */
export const listOpenRuns = (tx: Tx, customer: CustomerId): Promise<RunRow[]> => tx.run(LIST_OPEN_OF, [customer])

/** The runs of an own strategy that go on. */
export async function countOpenRunsOf(tx: Tx, customer: CustomerId, own: string): Promise<number> {
  const [count] = await tx.run(COUNT_OF_OWN, [customer, own])
  return count ?? 0
}

/** The runs of all customers that go on, each with the number of its steps. */
export const listSteps = (tx: Tx): Promise<(RunKey & { steps: number })[]> => tx.run(LIST_STEPS, [])

type Step = RunKey & Pick<RunRow, 'steps'>

/** Stores another phase of a run. Orders that wait to be placed are given up. */
export async function savePhase(
  tx: LockedTx,
  { customer, id, steps }: Step,
  { state, reason, sells }: Pick<RunRow, 'state' | 'reason' | 'sells'>,
): Promise<void> {
  await tx.run(SAVE_PHASE, [customer, id, steps, state, reason, sells])
}

const memoryValues = ({ memory, barsThrough, quotesThrough, late }: RunMemory) =>
  [memory && JSON.stringify(memory), barsThrough, quotesThrough, late] as const

const courseValues = ({ peak, drawdown, drawdownBps, curve }: RunCourse) =>
  [peak, drawdown, drawdownBps, JSON.stringify(curve)] as const

/** Stores what an event did: the strategy's state with the orders that it asks for, before they are placed. */
export async function saveStep(
  tx: LockedTx,
  { customer, id, steps }: Step,
  { tickets, ...after }: RunMemory & RunCourse & Pick<RunRow, 'tickets'>,
): Promise<void> {
  await tx.run(SAVE_STEP, [
    customer,
    id,
    steps,
    ...memoryValues(after),
    ...courseValues(after),
    JSON.stringify(tickets),
  ])
}

/** Stores the state of a strategy after events that did nothing else, and the course of the run's value. */
export async function saveMemory(
  tx: LockedTx,
  { customer, id, steps }: Step,
  after: RunMemory & RunCourse,
): Promise<void> {
  await tx.run(SAVE_MEMORY, [customer, id, steps, ...memoryValues(after), ...courseValues(after)])
}

/** Stores that the orders of a step are placed, with the refusals so far. */
export async function savePlaced(
  tx: LockedTx,
  { customer, id, steps }: Step,
  refusals: RunRow['refusals'],
): Promise<void> {
  await tx.run(SAVE_PLACED, [customer, id, steps, JSON.stringify(refusals)])
}

/** Stores the end of a run. Its phase is stored before. */
export async function saveEnd(
  tx: LockedTx,
  { customer, id, steps }: Step,
  { at, value, fees, course }: { at: Instant; value: Cents | null; fees: bigint; course: RunCourse },
): Promise<void> {
  await tx.run(END, [customer, id, steps, at, value, fees, ...courseValues(course)])
}
