import { findPgbench, openAnchor, type Anchor } from './lane.anchor.ts'
import { makeDatabase } from './lane.floor.ts'
import { AIMS, FLOORS, isMissed, NODE_FILL, type Bar } from './lane.bars.ts'
import { openSide, type Sample, type Side } from './lane.sides.ts'
import { KINDS, type Kind } from './lane.work.ts'
import { median } from './quantiles.ts'
import { BESIDE, checkout, turnsOf } from './sides.ts'

/**
 * Durable commands a second through the lane, and the processor time that they cost the database, as ratios to TPC-B on the
 * same server in the same run. The floor must be reached; the aim may be missed. `LONJA_BENCH_BESIDE` names another compiled checkout to be measured in turn.
 */

const CLIENTS = [1, 8, 32, 256] as const
const COUNTS: Readonly<Record<number, number>> = { 1: 1_500, 8: 5_000, 32: 12_000, 256: 24_000 }
const PLAIN_COUNTS: Readonly<Record<number, number>> = { 1: 500, 8: 1_500, 32: 2_000, 256: 2_000 }
const ROUNDS = Number(process.env['LONJA_BENCH_ROUNDS'] ?? 3)
const ANCHOR_SECONDS = 4

type Samples = Map<string, Sample[]>

/** A side with its samples so far. */
interface SideSamples {
  readonly side: Side
  readonly samples: Samples
}

/** TPC-B: a second at one client, at its best, and processor time a transaction. */
interface AnchorRates {
  readonly one: number
  readonly best: number
  readonly databaseUs: number
}

export async function run(): Promise<void> {
  const here = { side: await openSide(checkout), samples: new Map() }
  const beside = BESIDE === null ? null : { side: await openSide(BESIDE), samples: new Map() }
  const sides: readonly SideSamples[] = beside ? [here, beside] : [here]
  const { side } = here
  try {
    console.log(`\nThe lane on embedded PostgreSQL ${side.version}, fsync on, ${ROUNDS} rounds interleaved with TPC-B`)
    const pgbench = findPgbench()
    if (!pgbench) console.log('pgbench is not installed here: there is no anchor, so only plain figures are shown.')
    const anchor = pgbench ? openAnchor(pgbench, await makeDatabase(side.adminUrl, 'tpcb')) : null
    const anchored = await rounds(sides, anchor)
    if (anchor) {
      console.log(
        `TPC-B: ${anchored.one.toFixed(0)}/s at one client, ${anchored.best.toFixed(0)}/s at its best of 8, 16 and 32, ${anchored.databaseUs.toFixed(0)} µs of the database each`,
      )
    }
    if (beside) print(`The checkout ${BESIDE}`, beside.samples, await plainly(beside.side), anchored, false)
    print('This checkout', here.samples, await plainly(side), anchored, true)
    const { breaches, entries, orders } = await side.verify()
    console.log(
      `The ledger law over ${entries} entries and ${orders} orders: ${breaches.length === 0 ? 'holds' : JSON.stringify(breaches)}`,
    )
    if (breaches.length > 0) process.exitCode = 1
  } finally {
    for (const measured of sides) await measured.side.close()
  }
}

/** Round by round: TPC-B, then each figure on every side in turn. */
async function rounds(sides: readonly SideSamples[], anchor: Anchor | null): Promise<AnchorRates> {
  const [one, best, costs]: [number[], number[], number[]] = [[], [], []]
  const pid = sides[0]?.side.pid ?? null
  for (let round = 1; round <= ROUNDS; round++) {
    if (anchor) {
      one.push(anchor.measure(1, ANCHOR_SECONDS))
      const many = []
      for (const clients of [8, 16, 32]) many.push(await anchor.measureCosts(clients, ANCHOR_SECONDS, pid))
      best.push(Math.max(...many.map(({ rate }) => rate)))
      costs.push(...many.map(({ databaseUs }) => databaseUs ?? NaN))
    }
    for (const clients of CLIENTS) {
      for (const kind of KINDS) {
        for (const { side, samples } of turnsOf(sides, round)) {
          const sample = await side.sample({ kind, clients, count: COUNTS[clients] ?? 1_000, plain: false })
          const key = keyOf(kind, clients)
          samples.set(key, [...(samples.get(key) ?? []), sample])
        }
      }
    }
    console.log(`round ${round} is done`)
  }
  return { one: median(one), best: median(best), databaseUs: median(costs) }
}

/** The same work as plain transactions: how many a second. */
async function plainly(side: Side): Promise<Map<string, number>> {
  const rates = new Map<string, number>()
  for (const clients of CLIENTS) {
    for (const kind of KINDS) {
      const { rate } = await side.sample({ kind, clients, count: PLAIN_COUNTS[clients] ?? 500, plain: true })
      rates.set(keyOf(kind, clients), rate)
    }
  }
  return rates
}

const keyOf = (kind: Kind, clients: number): string => `${kind} ${clients}`

function print(
  title: string,
  samples: Samples,
  plain: Map<string, number>,
  anchored: AnchorRates,
  isHeld: boolean,
): void {
  console.log(`\n${title}, medians; each ratio with its floor and its aim`)
  console.log(
    'kind    clients  commands/s   of TPC-B             database µs   of TPC-B             Node µs           plain/s',
  )
  for (const kind of KINDS) {
    for (const clients of CLIENTS) {
      const key = keyOf(kind, clients)
      const of = (what: (sample: Sample) => number | null): number =>
        median((samples.get(key) ?? []).map((sample) => what(sample) ?? NaN))
      const [rate, database, node] = [of((s) => s.rate), of((s) => s.databaseUs), of((s) => s.nodeUs)]
      const ratios = {
        rate: rate / (clients === 1 ? anchored.one : anchored.best),
        costs: database / anchored.databaseUs,
      }
      const bars = { floor: FLOORS[key], aim: AIMS[key] }
      const nodeBars = NODE_FILL[key]
      const missed =
        isMissed('least', ratios.rate, bars.floor?.rate) ||
        isMissed('most', ratios.costs, bars.floor?.costs) ||
        isMissed('most', node, nodeBars?.floor)
      if (missed && isHeld) process.exitCode = 1
      console.log(
        [
          kind.padEnd(7),
          String(clients).padStart(7),
          figure(rate).padStart(11),
          beside(ratios.rate, bars, (bar) => bar.rate),
          figure(database).padStart(12),
          beside(ratios.costs, bars, (bar) => bar.costs),
          (figure(node) + (nodeBars ? ` (${nodeBars.floor}, ${nodeBars.aim})` : '')).padEnd(15),
          figure(plain.get(key) ?? NaN).padStart(9),
          missed && isHeld ? '  MISSES A FLOOR' : '',
        ].join(' '),
      )
    }
  }
}

const figure = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(0))

/** A ratio with its floor and its aim, where there are any. */
function beside(
  ratio: number,
  { floor, aim }: { floor: Bar | undefined; aim: Bar | undefined },
  of: (bar: Bar) => number | undefined,
): string {
  const bars = [floor, aim].flatMap((bar) => (bar === undefined ? [] : (of(bar) ?? [])))
  const text = Number.isNaN(ratio) ? '-' : ratio.toFixed(2)
  return `${text.padStart(7)} ${(bars.length > 0 ? `(${bars.join(', ')})` : '').padEnd(14)}`
}
