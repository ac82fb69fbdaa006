import { refusesRestricted, type Topic, type Write } from '@lonja/core/base/contract'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import { openBook, want, type Book, type Shelf, type Wanted } from './book.ts'
import type { Clock } from '../base/clock.ts'
import { arrayOf, uuids } from './columns.ts'
import { sql, type Line } from './db.ts'
import type { Cells, Sent } from './statement.ts'
import type { Token } from '../secrets/token.ts'

/**
 * A command is either a call of the contract, which says whether a restricted account may make it and which topics it publishes, or
 * started by the house itself, without a session.
 */
type Origin =
  | { readonly call: Write; readonly session?: Token | undefined; readonly tells?: undefined }
  | { readonly call?: undefined; readonly session?: undefined; readonly tells: readonly Topic[] }

/** One thing to decide for one customer. */
export type Command<Answer> = Origin & Decision<Answer>

interface Decision<Answer> {
  readonly customer: string
  /** What it must know, read under the customer's lock. */
  readonly wants: readonly Wanted[]
  /** Pure: reads and writes nothing but the book. Refuses before its first change. */
  decide(book: Book, now: Instant): Answer | Refused
}

/** How the lane knows a live session: its row, read in the load trip, so that an ended one stops at once. */
export interface Guard<Session> {
  readonly shelf: Shelf<Token, Session>
  isLive(session: Session, now: Instant): boolean
  /** Whether staff have restricted the account. */
  isRestricted(session: Session, now: Instant): boolean
}

/** A command with whoever waits for its answer. */
export interface Waiting {
  readonly command: Command<unknown>
  readonly since: Instant
  passedOver: number
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** After a commit, once a customer. */
export type Tell = (customer: string, topics: readonly Topic[]) => void

const BEGIN = sql('lane_begin', 'begin isolation level read committed read write')
const COMMIT = sql('lane_commit', 'commit')
/** Who is held elsewhere is left for the next batch and stops nobody: since none waits, the order of the locks does not matter. */
const LOCK = sql(
  'lane_lock',
  'select customer from customers_lock where customer = any($1::uuid[]) for update skip locked',
)
const KNOWN = sql('lane_known', 'select customer from customers_lock where customer = any($1::uuid[])')
const customersOf = uuids((customer: string) => customer)

interface Decided {
  readonly waiting: Waiting
  readonly answer: unknown
  readonly changed: boolean
}

/** What a batch came to: what is committed, and what was locked elsewhere and is not decided yet. */
export interface Outcome {
  readonly decided: readonly Decided[]
  readonly passedOver: readonly Waiting[]
}

export const NOTHING: Outcome = { decided: [], passedOver: [] }

/** What deciding a batch needs besides what it reads. */
export interface Deciding {
  readonly clock: Clock
  readonly newId: () => string
  readonly guard?: Guard<unknown> | undefined
}

/** The two trips. */
export async function runTrips(line: Line, batch: readonly Waiting[], options: Deciding): Promise<Outcome> {
  const loaded = await load(line, batch, options.guard?.shelf)
  const now = options.clock.now()
  const decided: Decided[] = []
  const passedOver: Waiting[] = []
  for (const waiting of batch) {
    const { customer } = waiting.command
    if (loaded.locked.has(customer)) decided.push(decide(waiting, loaded.book, now, options.guard))
    else if (loaded.known?.has(customer) ?? true) passedOver.push(waiting)
    else decided.push({ waiting, answer: refuse('not_signed_in'), changed: false })
  }
  await line.trip([...loaded.book.saves({ id: options.newId(), at: now }), { statement: COMMIT, values: [] }])
  return { decided, passedOver }
}

function decide(waiting: Waiting, book: Book, now: Instant, guard: Deciding['guard']): Decided {
  const { command } = waiting
  const before = book.changes()
  const answer = refusalBefore(command, book, now, guard) ?? command.decide(book, now)
  const changed = book.changes() !== before
  assert(!changed || !isRefused(answer), 'a refusal changes nothing')
  return { waiting, answer, changed }
}

interface Loaded {
  readonly book: Book
  readonly locked: ReadonlySet<string>
  /** Asked for only where a customer was passed over before: who has no row at all will never be locked. */
  readonly known: ReadonlySet<string> | null
}

/** First trip: begin, lock, and read in statements of their own, since one that locks and reads sees an old snapshot. */
async function load(line: Line, batch: readonly Waiting[], sessions?: Shelf<Token, unknown>): Promise<Loaded> {
  const customers = [...new Set(batch.map(({ command }) => command.customer))]
  const ids = [arrayOf(customersOf, customers)]
  const asks = batch.some(({ passedOver }) => passedOver > 0)
  const book = openBook()
  for (const { command } of batch) {
    if (command.session && sessions) book.want(want(sessions, command.session))
    for (const wanted of command.wants) book.want(wanted)
  }
  const head: Sent[] = [
    { statement: BEGIN, values: [] },
    { statement: LOCK, values: ids },
    ...(asks ? [{ statement: KNOWN, values: ids }] : []),
  ]
  const answers = await line.trip([...head, ...book.loads()])
  book.take(answers.slice(head.length))
  return { book, locked: firstCells(answers[1]), known: asks ? firstCells(answers[2]) : null }
}

const firstCells = (rows: readonly Cells[] = []): Set<string> => new Set(rows.map(([cell]) => cell as string))

function refusalBefore(command: Command<unknown>, book: Book, now: Instant, guard: Deciding['guard']): Refused | null {
  if (!command.session) return null
  const session = guard && book.on(guard.shelf).find(command.session)
  if (!guard || session === undefined || !guard.isLive(session, now)) return refuse('not_signed_in')
  return refusesRestricted(command.call) && guard.isRestricted(session, now) ? refuse('account_restricted') : null
}

/** After the commit, once a customer: what changed. */
export function tellAll(decided: readonly Decided[], tell: Tell): void {
  const told = new Map<string, Set<Topic>>()
  for (const { waiting, changed } of decided) {
    if (!changed) continue
    const { customer, call, tells = call?.publishes ?? [] } = waiting.command
    const topics = told.get(customer) ?? new Set()
    for (const topic of tells) topics.add(topic)
    told.set(customer, topics)
  }
  for (const [customer, topics] of told) tell(customer, [...topics])
}
