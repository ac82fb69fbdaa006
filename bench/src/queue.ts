import type { ReviewKind } from '@lonja/core/review/review.contract'
import { ROLES_OF } from '@lonja/core/review/review.rules'
import { newId } from '@lonja/server/base/ids'
import type { Db, Tx } from '@lonja/server/base/db'
import { findNames } from '@lonja/server/accounts/accounts.store'
import { openReview } from '@lonja/server/review/review.actions'
import { listOpen, listOpinions, type QueueCursor } from '@lonja/server/review/queue.store'
import { openFloor } from './lane.floor.ts'

/**
 * What the last page of a queue of 5,000 costs, beside the only page of a queue of 50: the reads of one page, made in turns on one
 * connection. At most three times.
 */

const LONG = 5_000
const SHORT = 50
const PAGE = 50
const MOST = 3
const ROUNDS = Number(process.env['LONJA_BENCH_ROUNDS'] ?? 200)

export async function run(): Promise<void> {
  const floor = await openFloor(1, 2)
  try {
    console.log(`\nA page of the last of ${LONG} beside a page of ${SHORT}, PostgreSQL ${floor.version}`)
    const customer = floor.customers[0] as string
    await fill(floor.db, customer, 'deposit', LONG)
    await fill(floor.db, customer, 'kyc', SHORT)
    const last = await lastCursor(floor.db)
    const [long, short]: [number[], number[]] = [[], []]
    for (let n = 0; n < ROUNDS; n++) {
      short.push(await timed(() => page(floor.db, 'kyc', null)))
      long.push(await timed(() => page(floor.db, 'deposit', last)))
    }
    const [ms, beside] = [median(long), median(short)]
    const ratio = ms / beside
    const figures = `${ms.toFixed(2)} ms beside ${beside.toFixed(2)} ms`
    console.log(`${figures}: ${ratio.toFixed(2)} times   at most ${MOST}${ratio > MOST ? '   ABOVE IT' : ''}`)
    if (ratio > MOST) process.exitCode = 1
  } finally {
    await floor.close()
  }
}

const fill = (db: Db, customer: string, kind: ReviewKind, count: number): Promise<void> =>
  db.write(async (tx) => {
    for (let n = 0; n < count; n++) {
      const id = newId()
      const made = { id, kind, customer, amount: null, eurCents: null, payload: { id } }
      await openReview(tx, { ...made, at: 1 + n, dueAt: 1_000_000 + n })
    }
  })

/** What one page of a queue reads: the rows, their opinions, the names. */
async function page(db: Db, kind: ReviewKind, after: QueueCursor | null): Promise<void> {
  const found = await db.read(async (tx: Tx) => {
    const rows = await listOpen(tx, { kinds: [kind], states: ['pending', 'in_review'], after, found: null }, PAGE + 1)
    const ids = rows.map(({ id }) => id)
    await listOpinions(tx, ids, ROLES_OF)
    await findNames(tx, [...new Set(rows.map(({ customer }) => customer))])
    return rows.length
  })
  if (found !== PAGE) throw new Error(`A page has ${found} rows, not ${PAGE}`)
}

/** Where the page before the last one ended, found as a person finds it: page by page. */
async function lastCursor(db: Db): Promise<QueueCursor> {
  let after: QueueCursor | null = null
  for (let n = 0; n < LONG / PAGE - 1; n++) {
    const rows = await db.read((tx) =>
      listOpen(tx, { kinds: ['deposit'], states: ['pending', 'in_review'], after, found: null }, PAGE),
    )
    const end = rows.at(-1)
    if (end) after = { at: end.dueAt, id: end.id }
  }
  if (!after) throw new Error('A queue has pages')
  return after
}

async function timed(act: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await act()
  return performance.now() - from
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
