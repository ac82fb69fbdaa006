import type { Topic } from '@lonja/core/base/contract'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import { openBook, want, type Book, type Shelf, type Wanted } from './book.ts'
import { arrayOf, uuids } from './columns.ts'
import type { Clock } from './clock.ts'
import { isBusy, isOutage, outage, sql, type Cells, type Db, type Line, type Sent } from './db.ts'
import type { Token } from './token.ts'

/**
 * The hot path: what can come thousands a second goes in batches, two trips to the database each. While one batch is under
 * way, the commands that arrive wait; then they go together. With one command waiting the batch is one: no timers.
 */
export interface Lane {
  /** The command's answer once it is committed. A refusal changed nothing. */
  submit<Answer>(command: Command<Answer>): Promise<Answer | Refused>
  /** Ends the batches under way and takes no more. */
  close(): Promise<void>
}

/** One thing to decide for one customer. */
export interface Command<Answer> {
  readonly customer: string
  /** The session that asks; left out for what the house starts itself. */
  readonly session?: Token | undefined
  /** What the customer is told when it changed something. */
  readonly tells: readonly Topic[]
  /** What it must know, read under the customer's lock. */
  readonly wants: readonly Wanted[]
  /** Pure: reads and writes nothing but the book. Refuses before its first change. */
  decide(book: Book, now: Instant): Answer | Refused
}

/** How the lane knows a live session: its row, read in the load trip, so that an ended one stops at once. */
export interface Guard<Session> {
  readonly shelf: Shelf<Token, Session>
  isLive(session: Session, now: Instant): boolean
}

export interface LaneOptions {
  readonly clock: Clock
  readonly newId: () => string
  /** After a commit, once a customer. */
  readonly tell: (customer: string, topics: readonly Topic[]) => void
  readonly guard?: Guard<unknown> | undefined
}

const BATCH_MOST = 1_024
/** From so many waiting on, two half batches on two connections are faster than one. */
const SPLIT_FROM = 80
/** How long a command waits for a customer whom an ordinary write holds. */
const LOCKED_MOST_MS = 10_000
const LOCKED_PAUSE_MS = 2
const TRIES_MOST = 3

const BEGIN = sql('lane_begin', 'begin isolation level read committed read write')
const COMMIT = sql('lane_commit', 'commit')
/** In one order, for every node; who is held elsewhere is left for the next batch and stops nobody. */
const LOCK = sql(
  'lane_lock',
  'select customer from customers_lock where customer = any($1::uuid[]) order by customer for update skip locked',
)
const KNOWN = sql('lane_known', 'select customer from customers_lock where customer = any($1::uuid[])')
const customersOf = uuids((customer: string) => customer)

interface Waiting {
  readonly command: Command<unknown>
  readonly since: Instant
  passedOver: number
  resolve(answer: unknown): void
  reject(error: unknown): void
}

interface Running {
  readonly db: Db
  readonly options: LaneOptions
  queue: Waiting[]
  closed: boolean
  /** Two connections at most, opened when first needed and again after an error; `idle` are those without a batch. */
  readonly lines: (Line | null)[]
  readonly idle: number[]
  /** Customers of the batches under way. */
  readonly busy: Set<string>
  readonly underWay: Set<Promise<void>>
}

export function openLane(db: Db, options: LaneOptions): Lane {
  const lane: Running = {
    db,
    options,
    queue: [],
    closed: false,
    lines: [null, null],
    idle: [0, 1],
    busy: new Set(),
    underWay: new Set(),
  }
  return { submit: (command) => submit(lane, command), close: () => closeLane(lane) }
}

function submit<Answer>(lane: Running, command: Command<Answer>): Promise<Answer | Refused> {
  return new Promise((resolve, reject) => {
    if (lane.closed) return reject(outage('The house is closing.'))
    const since = Date.now()
    const { length } = lane.queue
    lane.queue.push({ command, since, passedOver: 0, resolve, reject })
    if (length === 0 || (length + 1) % SPLIT_FROM === 0) queueMicrotask(() => pump(lane))
  })
}

/** Send what waits: all of it, or from `SPLIT_FROM` on, half on each connection, with no customer in both. */
function pump(lane: Running): void {
  const { idle } = lane
  while (lane.queue.length > 0 && idle.length > 0) {
    const many = lane.queue.length >= SPLIT_FROM
    if (idle.length === 1 && !many) return
    const batch = takeFrom(lane, many && idle.length === 2 ? Math.ceil(lane.queue.length / 2) : BATCH_MOST)
    if (batch.length === 0) return
    start(lane, batch)
  }
}

function takeFrom(lane: Running, most: number): Waiting[] {
  const batch: Waiting[] = []
  const rest: Waiting[] = []
  const left = new Set<string>() // A customer's commands stay in their order.
  for (const waiting of lane.queue) {
    const { customer } = waiting.command
    if (lane.busy.has(customer) || left.has(customer) || batch.length >= Math.min(most, BATCH_MOST)) {
      left.add(customer)
      rest.push(waiting)
    } else batch.push(waiting)
  }
  lane.queue = rest
  return batch
}

function start(lane: Running, batch: Waiting[]): void {
  const slot = lane.idle.shift() as number
  const customers = new Set(batch.map(({ command }) => command.customer))
  for (const customer of customers) lane.busy.add(customer)
  const work = runBatch(lane, slot, batch).then((passedOver) => {
    for (const customer of customers) lane.busy.delete(customer)
    lane.idle.push(slot)
    lane.idle.sort()
    lane.underWay.delete(work)
    takeBack(lane, passedOver)
    pump(lane)
  })
  lane.underWay.add(work)
}

/** Who was locked elsewhere comes first in the next batch; where nobody else waits, after a moment. */
function takeBack(lane: Running, passedOver: readonly Waiting[]): void {
  const again: Waiting[] = []
  for (const waiting of passedOver) {
    waiting.passedOver += 1
    if (Date.now() - waiting.since <= LOCKED_MOST_MS) again.push(waiting)
    else waiting.reject(outage('The customer is locked elsewhere.'))
  }
  if (again.length === 0) return
  if (lane.queue.length > 0) {
    lane.queue = [...again, ...lane.queue]
    return
  }
  const pause = new Promise<void>((resolve) => setTimeout(resolve, LOCKED_PAUSE_MS)).then(() => {
    lane.underWay.delete(pause)
    lane.queue = [...again, ...lane.queue]
    pump(lane)
  })
  lane.underWay.add(pause)
}

/** Run a batch; after an unexpected error run it again one by one, so that one bad command spoils no other. */
async function runBatch(lane: Running, slot: number, batch: Waiting[]): Promise<Waiting[]> {
  try {
    return await attempt(lane, slot, batch)
  } catch (error) {
    dropLine(lane, slot)
    if (isOutage(error) && !isBusy(error)) {
      for (const waiting of batch) waiting.reject(error)
      return []
    }
    const passedOver: Waiting[] = []
    for (const waiting of batch) passedOver.push(...(await runAlone(lane, slot, waiting)))
    return passedOver
  }
}

async function runAlone(lane: Running, slot: number, waiting: Waiting): Promise<Waiting[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(lane, slot, [waiting])
    } catch (error) {
      dropLine(lane, slot)
      if (isBusy(error) && tries < TRIES_MOST) continue
      waiting.reject(error)
      return []
    }
  }
}

function dropLine({ lines }: Running, slot: number): void {
  lines[slot]?.close()
  lines[slot] = null
}

async function closeLane(lane: Running): Promise<void> {
  lane.closed = true
  while (lane.underWay.size > 0 || lane.queue.length > 0) {
    pump(lane)
    await Promise.all(lane.underWay)
  }
  lane.lines.forEach((_line, slot) => dropLine(lane, slot))
}

interface Decided {
  readonly waiting: Waiting
  readonly answer: unknown
  readonly changed: boolean
}

/** The two trips. What it returns was locked elsewhere and is not decided yet. */
async function attempt({ db, lines, options }: Running, slot: number, batch: readonly Waiting[]): Promise<Waiting[]> {
  const line = (lines[slot] ??= await db.connect())
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
  answerAll(decided, options.tell)
  return passedOver
}

function decide(waiting: Waiting, book: Book, now: Instant, guard: LaneOptions['guard']): Decided {
  const { command } = waiting
  const before = book.changes()
  const answer = isAllowed(command, book, now, guard) ? command.decide(book, now) : refuse('not_signed_in')
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

function isAllowed(command: Command<unknown>, book: Book, now: Instant, guard: LaneOptions['guard']): boolean {
  if (!command.session || !guard) return !command.session
  const session = book.on(guard.shelf).find(command.session)
  return session !== undefined && guard.isLive(session, now)
}

function answerAll(decided: readonly Decided[], tell: LaneOptions['tell']): void {
  const told = new Map<string, Set<Topic>>()
  for (const { waiting, answer, changed } of decided) {
    waiting.resolve(answer)
    if (!changed) continue
    const { customer, tells } = waiting.command
    const topics = told.get(customer) ?? new Set()
    for (const topic of tells) topics.add(topic)
    told.set(customer, topics)
  }
  for (const [customer, topics] of told) tell(customer, [...topics])
}
