import { CONNECTIONS, KINDS, openHttpSide, type HttpSide, type Kind, type Stretch } from './http.sides.ts'
import { findPgbench, openAnchor } from './lane.anchor.ts'
import { makeDatabase } from './lane.floor.ts'
import { median } from './quantiles.ts'
import { BESIDE, checkout, turnsOf } from './sides.ts'

/**
 * Orders accepted per second over HTTP, as a ratio to TPC-B on the same server in the same run: limit orders that rest, market
 * orders whose fills follow in the same run, and cancels of those that rest. `LONJA_BENCH_BESIDE` names another compiled
 * checkout, whose house is called in turn: each figure then also has its ratio to that house's.
 */

const SECONDS = Number(process.env['LONJA_BENCH_SECONDS'] ?? 8)
const ROUNDS = Number(process.env['LONJA_BENCH_ROUNDS'] ?? 3)
const ANCHOR_SECONDS = 4
/** A house is slower than the one beside it by more than a tenth below this. */
const BESIDE_LEAST = 0.9

interface Bars {
  readonly title: string
  readonly floor?: number
  readonly aim?: number
}

const BARS: Readonly<Record<Kind, Bars>> = {
  limit: { title: 'limit orders that rest', floor: 1.8, aim: 2.5 },
  market: { title: 'market orders, filled in the same run', floor: 1.0, aim: 1.5 },
  cancel: { title: 'cancels of resting orders' },
}

/** A house with its stretches, one a round. */
interface SideStretches {
  readonly side: HttpSide
  readonly stretches: Readonly<Record<Kind, Stretch[]>>
}

const openStretches = async (root: string): Promise<SideStretches> => ({
  side: await openHttpSide(root),
  stretches: { limit: [], market: [], cancel: [] },
})

export async function run(): Promise<void> {
  const here = await openStretches(checkout)
  const beside = BESIDE === null ? null : await openStretches(BESIDE)
  const sides = beside ? [here, beside] : [here]
  try {
    const anchor = await rounds(sides)
    if (anchor > 0) console.log(`TPC-B: ${anchor.toFixed(0)}/s at its best of 8, 16 and 32`)
    for (const kind of KINDS) {
      print(kind, here.stretches[kind], anchor)
      if (beside) printBeside(here.stretches[kind], beside.stretches[kind])
    }
    for (const { side } of sides) await verify(side)
  } finally {
    for (const { side } of sides) await side.close()
  }
}

/** Round by round: TPC-B, then each kind on every side in turn. Returns the rate of TPC-B, NaN without `pgbench`. */
async function rounds(sides: readonly SideStretches[]): Promise<number> {
  const pgbench = findPgbench()
  if (!pgbench) console.log('pgbench is not installed here: there is no anchor, so only plain figures are shown.')
  const adminUrl = sides[0]?.side.adminUrl ?? ''
  const anchor = pgbench ? openAnchor(pgbench, await makeDatabase(adminUrl, 'tpcb')) : null
  for (const { side } of sides) for (const kind of KINDS) await side.stretch(kind, SECONDS / 4)
  const rates: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    if (anchor) rates.push(Math.max(...[8, 16, 32].map((clients) => anchor.measure(clients, ANCHOR_SECONDS))))
    for (const kind of KINDS)
      for (const { side, stretches } of turnsOf(sides, round)) stretches[kind].push(await side.stretch(kind, SECONDS))
  }
  return median(rates)
}

function print(kind: Kind, stretches: readonly Stretch[], anchor: number): void {
  const { title, floor, aim } = BARS[kind]
  const of = (figure: (stretch: Stretch) => number): number => median(stretches.map(figure))
  const each = of(({ perSecond }) => perSecond)
  const below = floor !== undefined && each / anchor < floor
  if (below) process.exitCode = 1
  const bars = floor === undefined ? '' : ` (floor ${floor}, aim ${aim})`
  console.log(
    `${title}: ${whole(each)}/s through HTTP at ${CONNECTIONS} connections, ratio ${ratio(each / anchor)}${bars}${below ? ' BELOW ITS FLOOR' : ''}`,
  )
  console.log(
    `  processor time of each: the house ${whole(of((s) => s.serverUs))} µs, the database ${whole(of((s) => s.databaseUs))} µs, the bench itself ${whole(of((s) => s.clientUs))} µs`,
  )
}

/** Compares the stretches of a round with each other: the host's speed changes from round to round. */
function printBeside(here: readonly Stretch[], there: readonly Stretch[]): void {
  const of = (figure: (stretch: Stretch) => number): number =>
    median(here.map((stretch, round) => figure(stretch) / figure(there[round] as Stretch)))
  const rates = of(({ perSecond }) => perSecond)
  const isSlower = rates < BESIDE_LEAST
  if (isSlower) process.exitCode = 1
  console.log(
    `  beside ${BESIDE}: ${whole(median(there.map(({ perSecond }) => perSecond)))}/s there, ratio ${ratio(rates)} (floor ${BESIDE_LEAST}); processor time: the house ${ratio(of((s) => s.serverUs))} times, the database ${ratio(of((s) => s.databaseUs))} times${isSlower ? ' SLOWER BY MORE THAN A TENTH' : ''}`,
  )
}

const whole = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(0))
const ratio = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(2))

async function verify(side: HttpSide): Promise<void> {
  const { breaches, counts } = await side.verify()
  if (breaches.length > 0) process.exitCode = 1
  console.log(
    `The ledger law over ${counts.orders} orders and ${counts.fills} fills: ${breaches.length === 0 ? 'holds' : JSON.stringify(breaches)}`,
  )
}
