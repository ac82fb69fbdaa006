import { cents, negated, wholeShares, type ListingId } from '@lonja/core/base/amount'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { mix } from '@lonja/core/base/noise'
import { dayOf } from '@lonja/core/calendar/days'
import { backtestSteps } from '@lonja/core/strategies/backtest.rules'
import { decideParameters, type Parameters, type Strategy } from '@lonja/core/strategies/events'
import { STRATEGIES } from '@lonja/core/strategies/listed'
import type { Hearing } from '@lonja/core/strategies/hearing.rules'
import { bookAtStart, standingOf } from '@lonja/core/strategies/passing.rules'
import { BEGUN, type RunTerms } from '@lonja/core/strategies/running.rules'
import type { Minutes } from '@lonja/core/strategies/simulation.rules'
import { hearTick, type Tick, type TickStep, type TickingRun } from '@lonja/core/strategies/ticks.rules'
import { newId } from '@lonja/server/base/ids'

/**
 * A backtest of a year of minutes, beside a bare loop over the same columns; and a tick that 200 running strategies hear
 * among 9,000 listings, minute and quote, beside a bare pass over the same columns. Both anchors read each value once.
 */

/** The bars: at most so many times the bare loop, and the bare pass. */
const BACKTEST_FLOOR = 20
const BACKTEST_AIM = 8
const TICK_FLOOR = 5
const TICK_AIM = 2
const DAYS = 365
const MINUTES_A_DAY = 1_440
const LISTINGS = 9_000
const RUNS = 200
const TICKS = 300
const TURNS = 5
const START = Date.UTC(2025, 0, 1)
const LISTING: ListingId = 'XNYS:ABC'

/** A year in which every day trades from midnight to midnight, on a random walk from 100.00 with its minutes' highs and lows. */
function yearOf(seed: number): Minutes {
  const count = DAYS * MINUTES_A_DAY
  const column = (): Float64Array => new Float64Array(count)
  const [at, open, high, low, close, volume] = [column(), column(), column(), column(), column(), column()]
  const [bid, ask, bidSize, askSize] = [column(), column(), column(), column()]
  let price = 1_000_000
  for (let n = 0; n < count; n++) {
    const draw = (most: number, place: number): number => mix(seed, 1, 2, place, n) % most
    at[n] = START + (n + 1) * MINUTE
    open[n] = price
    price = Math.max(price + draw(1_001, 1) - 500, 100_000)
    close[n] = price
    high[n] = Math.max(open[n] as number, price) + draw(300, 2)
    low[n] = Math.min(open[n] as number, price) - draw(300, 3)
    volume[n] = 1_000 + draw(9_000, 4)
    bid[n] = price - 100
    ask[n] = price + 100
    bidSize[n] = 100 + draw(2_000, 5)
    askSize[n] = 100 + draw(2_000, 6)
  }
  const sessions = Array.from({ length: DAYS }, (_session, day) => ({
    venue: 'XNYS' as const,
    day: dayOf(day + START / (24 * HOUR)),
    open: START + day * 24 * HOUR,
    close: START + (day + 1) * 24 * HOUR,
  }))
  return { listing: LISTING, at, open, high, low, close, volume, bid, ask, bidSize, askSize, sessions }
}

type Columns = readonly ArrayLike<number>[]

const columnsOf = ({ at, open, high, low, close, volume, bid, ask, bidSize, askSize }: Minutes): Columns => [
  at,
  open,
  high,
  low,
  close,
  volume,
  bid,
  ask,
  bidSize,
  askSize,
]

/** Reads every value of some columns, row by row, as a loop over bars does. */
function barePass(columns: Columns, rows: number): number {
  const [at, open, high, low, close, volume, bid, ask, bidSize, askSize] = columns as Float64Array[]
  if (!at || !open || !high || !low || !close || !volume || !bid || !ask || !bidSize || !askSize) return NaN
  let sum = 0
  for (let n = 0; n < rows; n++) {
    sum +=
      (at[n] as number) +
      (open[n] as number) +
      (high[n] as number) +
      (low[n] as number) +
      (close[n] as number) +
      (volume[n] as number) +
      (bid[n] as number) +
      (ask[n] as number) +
      (bidSize[n] as number) +
      (askSize[n] as number)
  }
  return sum
}

const usualOf = (strategy: Strategy): Parameters => decideParameters(strategy, {}) as Parameters

const termsOf = (strategy: Strategy, listing: ListingId = LISTING): RunTerms => ({
  id: newId<'run'>(),
  customer: newId(),
  listing,
  strategy: strategy.id,
  version: strategy.version,
  parameters: usualOf(strategy),
  budget: cents(10_000_00n),
  lossStop: cents(9_000_00n),
  most: cents(10_000_00n),
})

function backtest(strategy: Strategy, minutes: Minutes): number {
  const steps = backtestSteps({ strategy, run: termsOf(strategy), minutes, history: MINUTES_A_DAY, feeTable: 2 })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value.own.fills.length
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** Milliseconds of processor time, the collector's included: on a shared machine the clock measures its other works. */
function timed(work: () => unknown): number {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

const verdictOf = (ratio: number, floor: number, aim: number): string =>
  ratio <= aim ? 'within the aim' : ratio <= floor ? 'within the floor' : 'BELOW THE FLOOR'

function measureBacktests(): boolean {
  const minutes = yearOf(7)
  const columns = columnsOf(minutes)
  const rows = minutes.at.length
  console.log(`\nA backtest of ${rows} minutes beside a bare loop over its ${columns.length} columns`)
  const ratios = new Map<Strategy, number[]>(STRATEGIES.map((strategy) => [strategy, []]))
  const fills = new Map<Strategy, number>()
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const [strategy, own] of ratios) {
      const bareMs = median(Array.from({ length: 5 }, () => timed(() => barePass(columns, rows))))
      const ms = timed(() => fills.set(strategy, backtest(strategy, minutes)))
      // The first turn warms up.
      if (turn > 0) own.push(ms / bareMs)
    }
  }
  for (const [{ id }, own] of ratios) console.log(`${id.padEnd(16)} ${median(own).toFixed(1).padStart(6)} times`)
  const worst = Math.max(...[...ratios.values()].map(median))
  console.log(`fills: ${[...fills.values()].join(', ')}`)
  console.log(`${verdictOf(worst, BACKTEST_FLOOR, BACKTEST_AIM)}: at most ${BACKTEST_FLOOR} times, aim ${BACKTEST_AIM}`)
  return worst <= BACKTEST_FLOOR
}

type Market = Omit<Minutes, 'listing' | 'sessions'>

/** The market's columns with a row for each listing. */
function marketOf(): { readonly [Name in keyof Market]: Float64Array } {
  const column = (): Float64Array => new Float64Array(LISTINGS)
  const [at, open, high, low, close, volume] = [column(), column(), column(), column(), column(), column()]
  return { at, open, high, low, close, volume, bid: column(), ask: column(), bidSize: column(), askSize: column() }
}

/** Writes the nth minute of a year into the market: each listing has another place in it. */
function passMinute(market: ReturnType<typeof marketOf>, year: Minutes, n: number): Tick {
  // The first minute is the last of a session: a strategy that joins a session late does less.
  const marketNow = START + 24 * HOUR + n * MINUTE
  const day = n === 0 ? 0 : 1
  for (const [name, column] of Object.entries(market) as [keyof Market, Float64Array][]) {
    const values = year[name]
    for (let row = 0; row < LISTINGS; row++)
      column[row] = name === 'at' ? marketNow : (values[(row * 53 + n) % values.length] as number)
  }
  const session = { open: START + day * 24 * HOUR, close: START + (day + 1) * 24 * HOUR }
  return {
    bars: market,
    quotes: { ...market, last: market.close },
    sessionOf: () => session,
    marketNow,
    wallTimeOf: (at) => at,
    feeTable: 2,
  }
}

function runsOf(): TickingRun[] {
  return Array.from({ length: RUNS }, (_run, n) => {
    const strategy = STRATEGIES[n % STRATEGIES.length] as Strategy
    const terms = termsOf(strategy, `XNYS:A${n}`)
    const run = {
      strategy,
      setup: { parameters: terms.parameters },
      terms,
      phase: BEGUN,
      memory: strategy.begin({ parameters: terms.parameters }),
      standing: standingOf(bookAtStart(terms), terms),
    }
    return { row: (n * 45) % LISTINGS, run, barsThrough: 0, quotesThrough: 0 }
  })
}

/** A run after an effect, as if its orders had filled for all that it has. */
function filled(ticking: TickingRun, { tickets }: Hearing): TickingRun {
  const { run } = ticking
  const { book } = run.standing
  const shares = tickets.reduce(
    (sum, ticket) => sum + (ticket.side === 'buy' ? ticket.shares : negated(ticket.shares)),
    0n,
  )
  const left = wholeShares(book.shares + shares)
  const free = left > 0n ? cents(0n) : run.terms.budget
  return { ...ticking, run: { ...run, standing: standingOf({ ...book, free, shares: left }, run.terms) } }
}

function measureTicks(): boolean {
  const year = yearOf(8)
  const market = marketOf()
  const columns = Object.values(market)
  console.log(`\nA tick of ${RUNS} runs on ${LISTINGS} listings beside a bare pass over the same columns`)
  const ratios: number[] = []
  let [bareMs, effects] = [0, 0]
  for (let turn = 0; turn <= TURNS; turn++) {
    let runs: readonly TickingRun[] = runsOf()
    let [ms, bare] = [0, 0]
    effects = 0
    for (let n = 0; n < TICKS; n++) {
      const tick = passMinute(market, year, n)
      bare += timed(() => barePass(columns, LISTINGS))
      let steps: readonly TickStep[] = []
      ms += timed(() => {
        steps = hearTick(runs, tick)
      })
      effects += steps.filter(({ effect }) => effect !== null).length
      runs = steps.map(({ ticking, effect }) => (effect ? filled(ticking, effect) : ticking))
    }
    bareMs = bare
    if (turn > 0) ratios.push(ms / bare)
  }
  const ratio = median(ratios)
  console.log(
    `${ratio.toFixed(2)} times the bare pass of ${((bareMs / TICKS) * 1_000).toFixed(0)} µs; ${effects} of ${TICKS * RUNS} had an effect`,
  )
  console.log(`${verdictOf(ratio, TICK_FLOOR, TICK_AIM)}: at most ${TICK_FLOOR} times, aim ${TICK_AIM}`)
  return ratio <= TICK_FLOOR
}

export function run(): Promise<void> {
  const good = [measureBacktests(), measureTicks()]
  if (good.includes(false)) process.exitCode = 1
  return Promise.resolve()
}
