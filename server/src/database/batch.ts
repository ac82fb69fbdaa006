import { refusalByState, type AccountState, type Topic, type Write } from '@lonja/core/base/contract'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import { openBook, need, type Book, type BookTable, type NeededValue } from './book.ts'
import type { Clock } from '../base/clock.ts'
import { arrayOf, uuids } from './columns.ts'
import { sql, type Line } from './db.ts'
import type { Cells, BoundStatement } from './statement.ts'
import type { Token } from '../secrets/token.ts'

/**
 * A command is either a call of the contract with its input, or started by the house itself without a session. The call
 * says from which level on a restricted account is refused, and which topics it publishes.
 */
type Origin =
  | { readonly call: Write; readonly input: unknown; readonly session?: Token | undefined; readonly topics?: undefined }
  | { readonly call?: undefined; readonly session?: undefined; readonly topics: readonly Topic[] }

/** One decision for one customer. */
export type Command<Answer> = Origin & Decision<Answer>

interface Decision<Answer> {
  readonly customer: CustomerId
  /** The values that it needs, read under the customer's lock. */
  readonly needs: readonly NeededValue[]
  /** Pure: reads and writes only the book. Refuses before its first change. */
  decide(book: Book, now: Instant): Answer | Refused
}

/**
 * The lane's check of sessions. It reads the session's row in the load trip, so that an ended session stops at once.
 */
export interface Guard<Session> {
  readonly table: BookTable<Token, Session>
  isLive(session: Session, now: Instant): boolean
  /** The state of the account, by which calls are refused. */
  stateOf(session: Session, now: Instant): AccountState
}

/** A command with the promise of its answer. */
export interface QueuedCommand {
  readonly command: Command<unknown>
  readonly since: Instant
  passedOver: number
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** Publishes topics to a customer. Called after the commit, once for each customer. */
export type Publish = (customer: CustomerId, topics: readonly Topic[]) => void

const BEGIN = sql('lane_begin', 'begin isolation level read committed read write')
const COMMIT = sql('lane_commit', 'commit')
/**
 * Skips a customer whose row is locked elsewhere: the command goes into a later batch. No lock waits, so the order of
 * the locks does not matter.
 */
const LOCK = sql(
  'lane_lock',
  'select customer from customers_lock where customer = any($1::uuid[]) for update skip locked',
)
const KNOWN = sql('lane_known', 'select customer from customers_lock where customer = any($1::uuid[])')
const customersOf = uuids((customer: CustomerId) => customer)

interface DecidedCommand {
  readonly waiting: QueuedCommand
  readonly answer: unknown
  readonly changed: boolean
}

/** The result of a batch: the commands that are committed, and those whose customer was locked elsewhere. */
export interface Outcome {
  readonly decided: readonly DecidedCommand[]
  readonly passedOver: readonly QueuedCommand[]
}

export const NOTHING: Outcome = { decided: [], passedOver: [] }

/** The dependencies of a batch besides the data that it reads. */
export interface BatchContext {
  readonly clock: Clock
  readonly newId: () => string
  readonly guard?: Guard<unknown> | undefined
}

/** Runs a batch in two trips: lock and load; then save and commit. */
export async function runTrips(line: Line, batch: readonly QueuedCommand[], options: BatchContext): Promise<Outcome> {
  const loaded = await load(line, batch, options.guard?.table)
  const now = options.clock.now()
  const decided: DecidedCommand[] = []
  const passedOver: QueuedCommand[] = []
  for (const waiting of batch) {
    const { customer } = waiting.command
    if (loaded.locked.has(customer)) decided.push(decide(waiting, loaded.book, now, options.guard))
    else if (loaded.known?.has(customer) ?? true) passedOver.push(waiting)
    else decided.push({ waiting, answer: refuse('not_signed_in'), changed: false })
  }
  await line.trip([...loaded.book.saves({ id: options.newId(), at: now }), { statement: COMMIT, values: [] }])
  return { decided, passedOver }
}

function decide(waiting: QueuedCommand, book: Book, now: Instant, guard: BatchContext['guard']): DecidedCommand {
  const { command } = waiting
  const before = book.changes()
  const answer = refusalBefore(command, book, now, guard) ?? command.decide(book, now)
  const changed = book.changes() !== before
  assert(!changed || !isRefused(answer), 'a refusal changes nothing')
  return { waiting, answer, changed }
}

interface BatchData {
  readonly book: Book
  readonly locked: ReadonlySet<string>
  /**
   * Read only after a customer was passed over: a customer without a row can never be locked. Null if it was not read.
   */
  readonly known: ReadonlySet<string> | null
}

/**
 * First trip: begin, lock, and then read in separate statements, since a statement that locks and reads sees an old
 * snapshot.
 */
async function load(
  line: Line,
  batch: readonly QueuedCommand[],
  sessions?: BookTable<Token, unknown>,
): Promise<BatchData> {
  const customers = [...new Set(batch.map(({ command }) => command.customer))]
  const ids = [arrayOf(customersOf, customers)]
  const asks = batch.some(({ passedOver }) => passedOver > 0)
  const book = openBook()
  for (const { command } of batch) {
    if (command.session && sessions) book.need(need(sessions, command.session))
    for (const needed of command.needs) book.need(needed)
  }
  const head: BoundStatement[] = [
    { statement: BEGIN, values: [] },
    { statement: LOCK, values: ids },
    ...(asks ? [{ statement: KNOWN, values: ids }] : []),
  ]
  const answers = await line.trip([...head, ...book.loads()])
  book.take(answers.slice(head.length))
  return { book, locked: firstCells(answers[1]), known: asks ? firstCells(answers[2]) : null }
}

const firstCells = (rows: readonly Cells[] = []): Set<string> => new Set(rows.map(([cell]) => cell as string))

function refusalBefore(
  command: Command<unknown>,
  book: Book,
  now: Instant,
  guard: BatchContext['guard'],
): Refused | null {
  if (!command.session) return null
  const session = guard && book.on(guard.table).find(command.session)
  if (!guard || session === undefined || !guard.isLive(session, now)) return refuse('not_signed_in')
  return refusalByState(command.call, guard.stateOf(session, now), now, command.input)
}

/** Publishes the topics of all changes after the commit, once for each customer. */
export function publishAll(decided: readonly DecidedCommand[], publish: Publish): void {
  const changedTopics = new Map<CustomerId, Set<Topic>>()
  for (const { waiting, changed } of decided) {
    if (!changed) continue
    const { customer, call, topics = call?.publishes ?? [] } = waiting.command
    const all = changedTopics.get(customer) ?? new Set()
    for (const topic of topics) all.add(topic)
    changedTopics.set(customer, all)
  }
  for (const [customer, topics] of changedTopics) publish(customer, [...topics])
}
