import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CustomerId } from '@lonja/core/base/ids'
import { settableClock } from '../base/clock.ts'
import { openDb, type Db, type Line } from './db.ts'
import { newId } from '../base/ids.ts'
import { insertCustomerLock } from './locks.ts'
import { openLane, type Lane } from './lane.ts'
import type { BoundStatement } from './statement.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'

/**
 * Tests when commands leave and which ones share a batch. The test holds every batch before its commit, so it knows
 * which batches are under way, and lets turns of the event loop pass. Nothing here depends on timing.
 */

const clock = settableClock(Date.UTC(2026, 10, 20, 15))

let database: TestDatabase
let db: Db
let lane: Lane
let customers: CustomerId[]

/** A decided batch that waits for its commit. */
interface HeldBatch {
  /** The numbers of its commands. */
  readonly commands: readonly number[]
  readonly line: number
  commit(): void
}

/** The number of batches whose first trip was sent. */
let begun = 0
let decided: number[] = []
let held: HeldBatch[] = []
/** The number of held batches that the test has read. */
let seen = 0
let isHolding = false
let whenHeld: () => void = () => {}

const firstOf = (sent: readonly BoundStatement[]): string => sent[0]?.statement.name ?? ''

let connections = 0

/** The database, with each batch's second trip held until the test commits it. */
const holding = (): Db => ({
  ...db,
  connect: async () => {
    const line = await db.connect()
    connections += 1
    const number = connections
    return { ...line, trip: (sent) => (firstOf(sent) === 'lane_begin' ? begin(line, sent) : end(line, number, sent)) }
  },
})

function begin(line: Line, sent: readonly BoundStatement[]): ReturnType<Line['trip']> {
  begun += 1
  return line.trip(sent)
}

async function end(line: Line, number: number, sent: readonly BoundStatement[]): ReturnType<Line['trip']> {
  const commands = decided
  decided = []
  if (isHolding) {
    await new Promise<void>((commit) => {
      held.push({ commands, line: number, commit })
      whenHeld()
    })
  }
  return line.trip(sent)
}

/** The next decided batch, in the order of decisions. */
async function nextHeld(): Promise<HeldBatch> {
  while (held.length === seen) await new Promise<void>((resolve) => (whenHeld = resolve))
  seen += 1
  return held[seen - 1] as HeldBatch
}

/** Waits until the commands of this turn have been sent. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
}

beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 2 })
  customers = Array.from({ length: 40 }, newId<'customer'>)
  await db.write(async (tx) => {
    for (const customer of customers) await insertCustomerLock(tx, customer, clock.now())
  })
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

beforeEach(async () => {
  lane = openLane(holding(), { clock, newId, publish: () => {} })
  await Promise.all(send(0, 39)) // Opens both connections before the test begins.
  begun = 0
  isHolding = true
})

afterEach(async () => {
  isHolding = false
  for (const { commit } of held) commit()
  await lane.close()
  held = []
  seen = 0
})

/** Submits a command by number, each for a different customer. It answers its number. */
const sendOne = (number: number): Promise<unknown> =>
  lane.submit({
    customer: customers[number]!,
    topics: [],
    needs: [],
    decide: () => {
      decided.push(number)
      return number
    },
  })

const send = (from: number, to: number): Promise<unknown>[] =>
  Array.from({ length: to - from + 1 }, (_none, at) => sendOne(from + at))

const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_none, at) => from + at)

test('commands of one turn leave in one batch, despite microtasks between them', async () => {
  void sendOne(0)
  for (let steps = 0; steps < 50; steps++) await Promise.resolve()
  void sendOne(1)
  await turn()
  expect((await nextHeld()).commands).toEqual([0, 1])
  expect(begun).toBe(1)
})

test('callers who send again after a commit leave in one batch', async () => {
  const again = upTo(0, 4).map(async (number) => {
    await sendOne(number)
    // The last caller is some microtasks later than the first.
    for (let steps = 0; steps < 10 * number; steps++) await Promise.resolve()
    void sendOne(10 + number)
  })
  const first = await nextHeld()
  expect(first.commands).toEqual([0, 1, 2, 3, 4])
  first.commit()
  await Promise.all(again)
  expect((await nextHeld()).commands).toEqual([10, 11, 12, 13, 14])
  expect(begun).toBe(2)
})

test.each([1, 4, 7, 11])('%i waiting commands go in one batch, and none is left behind', async (count) => {
  void send(0, count - 1)
  await turn()
  expect(begun).toBe(1)
  expect((await nextHeld()).commands).toEqual(upTo(0, count - 1))
})

test.each([12, 13, 23])('%i waiting commands go in two halves, which both leave at once', async (count) => {
  void send(0, count - 1)
  await turn()
  expect(begun).toBe(2)
  const halves = [await nextHeld(), await nextHeld()]
  const sizes = halves.map(({ commands }) => commands.length)
  expect(sizes.toSorted((a, b) => b - a)).toEqual([Math.ceil(count / 2), Math.floor(count / 2)])
  expect(halves.flatMap(({ commands }) => commands).toSorted((a, b) => a - b)).toEqual(upTo(0, count - 1))
  expect(halves[0]?.line).not.toBe(halves[1]?.line)
})

test('while a batch is under way, eleven wait for its end and twelve leave beside it', async () => {
  void sendOne(0)
  const first = await nextHeld()
  void send(1, 11)
  await turn()
  expect(begun).toBe(1)
  void sendOne(12)
  await turn()
  expect(begun).toBe(2)
  const second = await nextHeld()
  expect(second.commands).toEqual(upTo(1, 12))
  expect(second.line).not.toBe(first.line)
})

test('waiting commands leave when the batch under way has ended', async () => {
  void sendOne(0)
  const first = await nextHeld()
  void send(1, 5)
  await turn()
  expect(begun).toBe(1)
  first.commit()
  expect((await nextHeld()).commands).toEqual(upTo(1, 5))
})

test('with both connections busy, new commands wait for one of them', async () => {
  void send(0, 11)
  const [first, second] = [await nextHeld(), await nextHeld()]
  void send(12, 35)
  await turn()
  expect(begun).toBe(2)
  second.commit()
  const third = await nextHeld()
  expect(third.commands).toEqual(upTo(12, 35))
  expect(third.line).toBe(second.line)
  first.commit()
})
