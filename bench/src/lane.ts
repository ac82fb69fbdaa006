import { verifyBooks } from '@lonja/server/books'
import { findPgbench, openAnchor, type Anchor } from './lane.anchor.ts'
import { makeDatabase, openFloor, type Floor } from './lane.floor.ts'
import { between, costsSoFar } from './lane.costs.ts'
import { KINDS, measure, plainly, prepare, stock, waiting, type Kind, type Submit } from './lane.work.ts'

/**
 * Durable commands per second on the lane, as a ratio to TPC-B on the same server in the same run. The floor must be
 * reached; the aim may be missed.
 */

const CLIENTS = [1, 8, 32, 256] as const
const FLOORS: Readonly<Record<number, number>> = { 1: 0.6, 8: 0.9, 32: 1.8, 256: 3.2 }
const AIMS: Readonly<Record<number, number>> = { 1: 1.0, 8: 1.4, 32: 2.7, 256: 4.8 }
const COUNTS: Readonly<Record<number, number>> = { 1: 1_500, 8: 5_000, 32: 12_000, 256: 24_000 }
const PLAIN_COUNTS: Readonly<Record<number, number>> = { 1: 500, 8: 1_500, 32: 2_000, 256: 2_000 }
const ROUNDS = Number(process.env['LONJA_BENCH_ROUNDS'] ?? 3)
const ANCHOR_SECONDS = 4
const CUSTOMERS = 2_000
const CONNECTIONS = 32

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

type Rates = Map<string, number[]>

export async function run(): Promise<void> {
  const floor = await openFloor(CUSTOMERS, CONNECTIONS)
  try {
    console.log(`\nThe lane on embedded PostgreSQL ${floor.version}, fsync on, ${ROUNDS} rounds interleaved with TPC-B`)
    const pgbench = findPgbench()
    if (!pgbench) console.log('pgbench is not installed here: there is no anchor, so only plain figures are shown.')
    const anchor = pgbench ? openAnchor(pgbench, await makeDatabase(floor.adminUrl, 'tpcb')) : null
    await warm(floor)
    const { lane, one, best } = await rounds(floor, anchor)
    print(lane, await besides(floor), one, best)
    await printCosts(floor)
    const { breaches, counts } = await verifyBooks(floor.db)
    console.log(
      `The ledger law over ${counts.entries} entries and ${counts.orders} orders: ${breaches.length === 0 ? 'holds' : JSON.stringify(breaches)}`,
    )
    if (breaches.length > 0) process.exitCode = 1
  } finally {
    await floor.close()
  }
}

/** A fresh cluster creates its log files at first, and a fresh process compiles. */
async function warm(floor: Floor): Promise<void> {
  await stock(floor, floor.lane.submit)
  for (const kind of KINDS) await measured(floor, floor.lane.submit, kind, 32, 6_000, new Map())
  await waiting(floor, floor.lane.submit, 20_000, 90_000n)
}

async function rounds(floor: Floor, anchor: Anchor | null) {
  const lane = new Map()
  const one: number[] = []
  const best: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    if (anchor) {
      one.push(anchor.measure(1, ANCHOR_SECONDS))
      best.push(Math.max(...[8, 16, 32].map((clients) => anchor.measure(clients, ANCHOR_SECONDS))))
    }
    for (const clients of CLIENTS) {
      for (const kind of KINDS) await measured(floor, floor.lane.submit, kind, clients, COUNTS[clients] ?? 1_000, lane)
    }
    console.log(`round ${round} is done`)
  }
  return { lane, one: median(one), best: median(best) }
}

/** The same work as plain transactions. */
async function besides(floor: Floor): Promise<Rates> {
  const plain = new Map()
  const submit = plainly(floor.db)
  for (const clients of CLIENTS) {
    for (const kind of KINDS) await measured(floor, submit, kind, clients, PLAIN_COUNTS[clients] ?? 500, plain)
  }
  return plain
}

const keyOf = (kind: Kind, clients: number): string => `${kind} ${clients}`

async function measured(
  floor: Floor,
  submit: Submit,
  kind: Kind,
  clients: number,
  count: number,
  into: Rates,
): Promise<void> {
  const { rate } = await measure(floor, submit, kind, clients, count, await prepare(floor, kind, count))
  into.set(keyOf(kind, clients), [...(into.get(keyOf(kind, clients)) ?? []), rate])
}

/** Rows and processor time per command, with few clients and with many. */
async function printCosts(floor: Floor): Promise<void> {
  console.log('kind    clients  rows  Node us  database us, a command')
  for (const kind of KINDS) {
    for (const clients of [32, 256]) {
      const count = COUNTS[clients] ?? 0
      const prepared = await prepare(floor, kind, count)
      const before = await costsSoFar(floor.db, floor.pid())
      const { commands } = await measure(floor, floor.lane.submit, kind, clients, count, prepared)
      const cost = between(before, await costsSoFar(floor.db, floor.pid()))
      const each = (value: number | null, places = 0): string =>
        value === null ? '-' : (value / commands).toFixed(places)
      console.log(
        `${kind.padEnd(7)} ${String(clients).padStart(7)} ${each(cost.rows, 1).padStart(5)} ${each(cost.nodeUs).padStart(8)} ${each(cost.databaseUs).padStart(12)}`,
      )
    }
  }
}

function print(lane: Rates, plain: Rates, one: number, best: number): void {
  if (best > 0)
    console.log(`TPC-B: ${one.toFixed(0)}/s at one client, ${best.toFixed(0)}/s at its best of 8, 16 and 32`)
  console.log('kind    clients  commands/s   ratio  floor  aim   plain/s')
  for (const kind of KINDS) {
    for (const clients of CLIENTS) {
      const rate = median(lane.get(keyOf(kind, clients)) ?? [])
      const beside = median(plain.get(keyOf(kind, clients)) ?? [])
      const anchor = clients === 1 ? one : best
      const ratio = anchor > 0 ? rate / anchor : null
      const floor = FLOORS[clients] ?? 0
      const below = ratio !== null && ratio < floor
      if (below) process.exitCode = 1
      console.log(
        [
          kind.padEnd(7),
          String(clients).padStart(7),
          rate.toFixed(0).padStart(11),
          (ratio === null ? '-' : ratio.toFixed(2)).padStart(7),
          floor.toFixed(1).padStart(6),
          (AIMS[clients] ?? 0).toFixed(1).padStart(4),
          beside.toFixed(0).padStart(9),
          below ? '  BELOW ITS FLOOR' : '',
        ].join(' '),
      )
    }
  }
}
