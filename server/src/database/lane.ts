import type { Refused } from '@lonja/core/base/refusal'
import {
  NOTHING,
  runTrips,
  publishAll,
  type Command,
  type BatchContext,
  type Outcome,
  type Publish,
  type QueuedCommand,
} from './batch.ts'
import { isBusy, isOutage, outage, type Db, type Line } from './db.ts'

/**
 * The hot path for frequent commands: they go in batches of two database trips each. While a batch is under way,
 * arriving commands wait and then go together. The lane looks at its queue at the end of a turn of the event loop, so
 * commands of one turn share a batch. It sets no timer: a single command leaves alone.
 */
export interface Lane {
  /** Resolves to the command's answer once it is committed. A refusal changed nothing. */
  submit<Answer>(command: Command<Answer>): Promise<Answer | Refused>
  /** The number of waiting commands, and the wait of the first in milliseconds. Does not query the database. */
  backlog(): { readonly waiting: number; readonly oldestMs: number }
  /** Finishes the batches under way and accepts no more commands. */
  close(): Promise<void>
}

export interface LaneOptions extends BatchContext {
  readonly publish: Publish
  /** Called at the end of each batch. */
  readonly heard?: (batch: BatchFacts) => void
}

/** A batch that has ended: the commands in it, and its time. */
export interface BatchFacts {
  readonly commands: number
  readonly ms: number
}

const BATCH_MOST = 1_024
/**
 * From this many waiting commands on, two half batches on two connections are faster than one. With fewer, each batch
 * costs more than it saves.
 */
const SPLIT_FROM = 12
/** The longest wait of a command for a customer whom an ordinary write has locked. */
const LOCKED_MOST_MS = 10_000
const LOCKED_PAUSE_MS = 2
const TRIES_MOST = 3

interface Running {
  readonly db: Db
  readonly options: LaneOptions
  queue: QueuedCommand[]
  /** True while a look at the queue is scheduled for the end of this turn. */
  isLooking: boolean
  closed: boolean
  /** At most two connections, opened on first use and again after an error. `idle` lists those without a batch. */
  readonly lines: (Line | null)[]
  readonly idle: number[]
  /** The customers of the batches under way. */
  readonly busy: Set<string>
  readonly underWay: Set<Promise<void>>
}

export function openLane(db: Db, options: LaneOptions): Lane {
  const lane: Running = {
    db,
    options,
    queue: [],
    isLooking: false,
    closed: false,
    lines: [null, null],
    idle: [0, 1],
    busy: new Set(),
    underWay: new Set(),
  }
  return {
    submit: (command) => submit(lane, command),
    backlog: () => {
      const since = lane.queue.reduce((first, waiting) => Math.min(first, waiting.since), Infinity)
      return { waiting: lane.queue.length, oldestMs: Number.isFinite(since) ? Math.max(0, Date.now() - since) : 0 }
    },
    close: () => closeLane(lane),
  }
}

function submit<Answer>(lane: Running, command: Command<Answer>): Promise<Answer | Refused> {
  return new Promise((resolve, reject) => {
    if (lane.closed) return reject(outage('The house is closing.'))
    lane.queue.push({ command, since: Date.now(), passedOver: 0, resolve, reject })
    lookAtTurnsEnd(lane)
  })
}

/**
 * Looking in a microtask would be too early. After a commit, the first caller to send its next command would leave in a
 * batch of one, ahead of the others who were answered in the same turn.
 */
function lookAtTurnsEnd(lane: Running): void {
  if (lane.isLooking) return
  lane.isLooking = true
  setImmediate(() => {
    lane.isLooking = false
    pump(lane)
  })
}

/**
 * Sends the waiting commands. From `SPLIT_FROM` on they leave at once on every idle connection: half on each of two,
 * with no customer in both. Fewer go in one batch, and only while no other is under way.
 */
function pump(lane: Running): void {
  const { idle, queue } = lane
  const batches = queue.length >= SPLIT_FROM ? idle.length : idle.length - 1
  for (let left = batches; left > 0; left--) {
    const batch = takeFrom(lane, Math.ceil(lane.queue.length / left))
    if (batch.length > 0) start(lane, batch)
  }
}

function takeFrom(lane: Running, most: number): QueuedCommand[] {
  const batch: QueuedCommand[] = []
  const rest: QueuedCommand[] = []
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

function start(lane: Running, batch: QueuedCommand[]): void {
  const slot = lane.idle.shift() as number
  const customers = new Set(batch.map(({ command }) => command.customer))
  for (const customer of customers) lane.busy.add(customer)
  const began = performance.now()
  const work = runBatch(lane, slot, batch).then(({ decided, passedOver }) => {
    lane.options.heard?.({ commands: batch.length, ms: performance.now() - began })
    for (const customer of customers) lane.busy.delete(customer)
    lane.idle.push(slot)
    lane.idle.sort()
    lane.underWay.delete(work)
    for (const { waiting, answer } of decided) waiting.resolve(answer)
    takeBack(lane, passedOver)
    lookAtTurnsEnd(lane)
    publishAll(decided, lane.options.publish)
  })
  lane.underWay.add(work)
}

/**
 * Commands whose customer was locked elsewhere go first in the next batch. If nobody else waits, they go after a pause.
 */
function takeBack(lane: Running, passedOver: readonly QueuedCommand[]): void {
  const again: QueuedCommand[] = []
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
    lookAtTurnsEnd(lane)
  })
  lane.underWay.add(pause)
}

/** Runs a batch. After an unexpected error it runs the commands one by one, so that a bad command affects no other. */
async function runBatch(lane: Running, slot: number, batch: QueuedCommand[]): Promise<Outcome> {
  try {
    return await attempt(lane, slot, batch)
  } catch (error) {
    dropLine(lane, slot)
    if (isOutage(error) && !isBusy(error)) {
      for (const waiting of batch) waiting.reject(error)
      return NOTHING
    }
    const outcomes: Outcome[] = []
    for (const waiting of batch) outcomes.push(await runAlone(lane, slot, waiting))
    return {
      decided: outcomes.flatMap(({ decided }) => decided),
      passedOver: outcomes.flatMap(({ passedOver }) => passedOver),
    }
  }
}

async function runAlone(lane: Running, slot: number, waiting: QueuedCommand): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(lane, slot, [waiting])
    } catch (error) {
      dropLine(lane, slot)
      if (isBusy(error) && tries < TRIES_MOST) continue
      waiting.reject(error)
      return NOTHING
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

async function attempt(
  { db, lines, options }: Running,
  slot: number,
  batch: readonly QueuedCommand[],
): Promise<Outcome> {
  const line: Line = (lines[slot] ??= await db.connect())
  return runTrips(line, batch, options)
}
