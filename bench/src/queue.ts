import type { Db } from '@lonja/server/database/db'
import { openFloor } from './lane.floor.ts'
import { fill, LISTS, type List } from './queue.lists.ts'
import { median } from './quantiles.ts'

/**
 * The cost of the last page of each console list with 5,000 rows, beside the only page of the same list with 50: the
 * reads of one page, run alternately on one connection each. At most three times as much.
 */

const LONG = Number(process.env['LONJA_BENCH_ROWS'] ?? 5_000)
const SHORT = 50
const PAGE = 50
const MOST = 3
const ROUNDS = Number(process.env['LONJA_BENCH_ROUNDS'] ?? 100)

export async function run(): Promise<void> {
  const [long, short] = [await openFloor(0, 1), await openFloor(0, 1)]
  try {
    console.log(`\nA page of the last of ${LONG} beside a page of ${SHORT}, PostgreSQL ${long.version}`)
    await fill(long.db, LISTS, LONG)
    await fill(short.db, LISTS, SHORT)
    for (const list of LISTS) await measure(list, long.db, short.db)
  } finally {
    await long.close()
    await short.close()
  }
}

async function measure(list: List, longDb: Db, shortDb: Db): Promise<void> {
  const last = await lastPlace(longDb, list)
  const [long, short]: [number[], number[]] = [[], []]
  for (let n = 0; n < ROUNDS; n++) {
    short.push(await timed(() => page(shortDb, list, null)))
    long.push(await timed(() => page(longDb, list, last)))
  }
  const [ms, beside] = [median(long), median(short)]
  const ratio = ms / beside
  const figures = `${list.name.padEnd(22)} ${ms.toFixed(2)} ms beside ${beside.toFixed(2)} ms`
  console.log(`${figures}: ${ratio.toFixed(2)} times   at most ${MOST}${ratio > MOST ? '   ABOVE IT' : ''}`)
  if (ratio > MOST) process.exitCode = 1
}

async function page(db: Db, list: List, after: unknown): Promise<void> {
  const { count } = await db.read((tx) => list.page(tx, after, PAGE))
  if (count !== PAGE) throw new Error(`A page of ${list.name} has ${count} rows, not ${PAGE}`)
}

/** The end of the page before the last, found as a person finds it: page by page. */
async function lastPlace(db: Db, list: List): Promise<unknown> {
  let after: unknown = null
  for (let n = 0; n < LONG / PAGE - 1; n++) after = (await db.read((tx) => list.page(tx, after, PAGE))).end
  return after
}

async function timed(act: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await act()
  return performance.now() - from
}
