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
  readonly guard?: Guard<never> | undefined
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
  readonly since: number
  passedOver: number
  resolve(answer: unknown): void
  reject(error: unknown): void
}

export function openLane(db: Db, options: LaneOptions): Lane {
  let queue: Waiting[] = []
  let closed = false
  const lines: (Line | null)[] = [null, null]
  const idle = [0, 1]
  const underWay = new Set<Promise<void>>()
  const busy = new Set<string>()

  const submit = <Answer>(command: Command<Answer>): Promise<Answer | Refused> =>
    new Promise<Answer | Refused>((resolve, reject) => {
      if (closed) return reject(outage('The house is closing.'))
      const waiting = {
        command,
        since: Date.now(),
        passedOver: 0,
        resolve: resolve as (answer: unknown) => void,
        reject,
      }
      queue.push(waiting)
      if (queue.length === 1 || queue.length % SPLIT_FROM === 0) queueMicrotask(pump)
    })

  /** Send what waits: all of it, or from `SPLIT_FROM` on, half on each connection, with no customer in both. */
  function pump(): void {
    while (queue.length > 0 && idle.length > 0) {
      if (idle.length === 1 && queue.length < SPLIT_FROM) return
      const most = idle.length === 2 && queue.length >= SPLIT_FROM ? Math.ceil(queue.length / 2) : BATCH_MOST
      const batch = takeFrom(Math.min(most, BATCH_MOST))
      if (batch.length === 0) return
      start(batch)
    }
  }

  function takeFrom(most: number): Waiting[] {
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    const left = new Set<string>() // A customer's commands stay in their order.
    for (const waiting of queue) {
      const { customer } = waiting.command
      const takes = !busy.has(customer) && !left.has(customer) && batch.length < most
      if (!takes) left.add(customer)
      ;(takes ? batch : rest).push(waiting)
    }
    queue = rest
    return batch
  }

  function start(batch: Waiting[]): void {
    const slot = idle.shift() as number
    const customers = new Set(batch.map(({ command }) => command.customer))
    for (const customer of customers) busy.add(customer)
    const work = runBatch(slot, batch).then((passedOver) => {
      for (const customer of customers) busy.delete(customer)
      idle.unshift(slot)
      idle.sort()
      underWay.delete(work)
      takeBack(passedOver)
      pump()
    })
    underWay.add(work)
  }

  /** Who was locked elsewhere comes first in the next batch; where nobody else waits, after a moment. */
  function takeBack(passedOver: Waiting[]): void {
    const late = passedOver.filter(({ since }) => Date.now() - since > LOCKED_MOST_MS)
    for (const waiting of late) waiting.reject(outage('The customer is locked elsewhere.'))
    const again = passedOver.filter((waiting) => !late.includes(waiting))
    if (again.length === 0) return
    for (const waiting of again) waiting.passedOver += 1
    if (queue.length > 0) {
      queue = [...again, ...queue]
      return
    }
    const pause = new Promise<void>((resolve) => setTimeout(resolve, LOCKED_PAUSE_MS)).then(() => {
      underWay.delete(pause)
      queue = [...again, ...queue]
      pump()
    })
    underWay.add(pause)
  }

  /** Run a batch; after an unexpected error run it again one by one, so that one bad command spoils no other. */
  async function runBatch(slot: number, batch: Waiting[]): Promise<Waiting[]> {
    try {
      return await attempt(slot, batch)
    } catch (error) {
      dropLine(slot)
      if (isOutage(error) && !isBusy(error)) {
        for (const waiting of batch) waiting.reject(error)
        return []
      }
      const passedOver: Waiting[] = []
      for (const waiting of batch) passedOver.push(...(await runAlone(slot, waiting)))
      return passedOver
    }
  }

  async function runAlone(slot: number, waiting: Waiting): Promise<Waiting[]> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(slot, [waiting])
      } catch (error) {
        dropLine(slot)
        if (isBusy(error) && tries < TRIES_MOST) continue
        waiting.reject(error)
        return []
      }
    }
  }

  function dropLine(slot: number): void {
    lines[slot]?.close()
    lines[slot] = null
  }

  /** The two trips. What it returns was locked elsewhere and is not decided yet. */
  async function attempt(slot: number, batch: readonly Waiting[]): Promise<Waiting[]> {
    const line = (lines[slot] ??= await db.connect())
    const loaded = await load(line, batch, options.guard?.shelf)
    const now = options.clock.now()
    const { book } = loaded
    const decided: { waiting: Waiting; answer: unknown; changed: boolean }[] = []
    const passedOver: Waiting[] = []
    for (const waiting of batch) {
      const { command } = waiting
      if (!loaded.locked.has(command.customer)) {
        if (loaded.known?.has(command.customer) ?? true) passedOver.push(waiting)
        else decided.push({ waiting, answer: stranger(command), changed: false })
        continue
      }
      const before = book.changes()
      const answer = isAllowed(command, book, now, options.guard) ? command.decide(book, now) : refuse('not_signed_in')
      const changed = book.changes() !== before
      assert(!changed || !isRefused(answer), 'a refusal changes nothing')
      decided.push({ waiting, answer, changed })
    }
    await line.trip([...book.saves({ id: options.newId(), at: now }), { statement: COMMIT, values: [] }])
    answerAll(decided, options.tell)
    return passedOver
  }

  return {
    submit,
    close: async () => {
      closed = true
      while (underWay.size > 0 || queue.length > 0) {
        pump()
        await Promise.all(underWay)
        await new Promise((resolve) => setImmediate(resolve))
      }
      dropLine(0)
      dropLine(1)
    },
  }
}

interface Loaded {
  readonly book: Book
  readonly locked: ReadonlySet<string>
  /** Asked for only where a customer was passed over before: who has no row at all will never be locked. */
  readonly known: ReadonlySet<string> | null
}

/** First trip: begin, lock, and read in statements of their own, since one that locks and reads sees an old snapshot. */
async function load(line: Line, batch: readonly Waiting[], sessions?: Shelf<Token, never>): Promise<Loaded> {
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
  book.fill(answers.slice(head.length))
  return { book, locked: firstCells(answers[1]), known: asks ? firstCells(answers[2]) : null }
}

const firstCells = (rows: readonly Cells[] = []): Set<string> => new Set(rows.map(([cell]) => cell as string))

function isAllowed(command: Command<unknown>, book: Book, now: Instant, guard?: Guard<never>): boolean {
  if (!command.session || !guard) return !command.session
  const session = book.on(guard.shelf).find(command.session)
  return session !== undefined && guard.isLive(session, now)
}

function stranger(command: Command<unknown>): Refused {
  assert(command.session !== undefined, 'what the house starts itself is for a customer it has')
  return refuse('not_signed_in')
}

function answerAll(
  decided: readonly { waiting: Waiting; answer: unknown; changed: boolean }[],
  tell: LaneOptions['tell'],
): void {
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
