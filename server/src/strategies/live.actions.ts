import { cents, type Cents } from '@lonja/core/base/amount'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import type { FeeTableVersion } from '@lonja/core/orders/fees.rules'
import type { Strategy } from '@lonja/core/strategies/events'
import type { HearingRun } from '@lonja/core/strategies/hearing.rules'
import { findStrategy } from '@lonja/core/strategies/listed'
import { OWN_STRATEGY } from '@lonja/core/strategies/own.rules'
import { hearPast } from '@lonja/core/strategies/past.rules'
import { bookFrom, standingOf, type Standing } from '@lonja/core/strategies/passing.rules'
import { drawdownAfter, curveWith } from '@lonja/core/strategies/course.rules'
import type { Tx } from '../database/db.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { findPurse, type Purse } from '../orders/purses.store.ts'
import { listOpenOrdersOfRun } from '../orders/runs.store.ts'
import { historyOf, pastMinutes, type Bar, type BarMarket } from './bars.actions.ts'
import { findVersion } from './own.store.ts'
import { findRun, type RunCourse, type RunKey, type RunMemory, type RunRow } from './runs.store.ts'

/** A run as the server that hears for it knows it: as it is stored, its purse, and what it has heard since. */
export interface LiveRun {
  readonly row: RunRow
  readonly purse: Purse
  readonly hearing: HearingRun
  readonly barsThrough: Instant
  readonly quotesThrough: Instant
  readonly late: number
  readonly course: RunCourse
  /** The text of an own strategy; null for one of the house. */
  readonly own: OwnText | null
  /** The minutes from before the start of an own strategy's run that it has still to hear, oldest first. */
  readonly before: readonly Bar[]
  /** True if it has heard something that is not stored. */
  readonly isAhead: boolean
}

/** The text of an own strategy in one version. */
export interface OwnText {
  /** The name of the version among those of all customers. */
  readonly version: string
  readonly text: string
}

/** True for a run whose events its customer's text hears. One that only sells hears nothing any more. */
export const isOfText = ({ own, row }: Pick<LiveRun, 'own' | 'row'>): boolean =>
  own !== null && row.state !== 'stopping'

/** The strategy of an own text where the text itself is not asked: it keeps its state. */
const SILENT: Strategy = {
  id: OWN_STRATEGY,
  version: 1,
  name: OWN_STRATEGY,
  intraday: false,
  parameters: {},
  warmUp: () => 0,
  begin: () => null,
}

async function findText(tx: Tx, { customer, own, version }: RunRow): Promise<OwnText | null> {
  const saved = own && (await findVersion(tx, { customer, id: own.id }, version))
  return saved && { version: `${customer} ${saved.own} ${version}`, text: saved.text }
}

/** Reads a run that goes on; null if it has ended or its strategy no longer exists. */
export async function readLive(tx: Tx, key: RunKey): Promise<LiveRun | null> {
  const row = await findRun(tx, key)
  const purse = row && (await findPurse(tx, row))
  const own = row && (await findText(tx, row))
  const strategy = own ? SILENT : row && findStrategy(row.strategy, row.version)
  if (!row || !purse || !strategy) return null
  const { parameters, budget, lossStop, most, customer, id, state, reason, sells } = row
  const { listing } = purse
  const terms = {
    id,
    customer,
    listing,
    strategy: row.strategy,
    version: row.version,
    parameters,
    budget,
    lossStop,
    most,
  }
  const setup = { parameters }
  const hearing: HearingRun = {
    strategy,
    setup,
    terms,
    phase: { state, reason, sells },
    memory: row.memory?.state ?? null,
    standing: await readStanding(tx, row, purse),
  }
  const { barsThrough, quotesThrough, late, peak, drawdown, drawdownBps, curve } = row
  const course = { peak, drawdown, drawdownBps, curve }
  return { row, purse, hearing, barsThrough, quotesThrough, late, course, own, before: [], isAhead: false }
}

async function readStanding(tx: Tx, row: RunRow, purse: Purse): Promise<Standing> {
  const orders = await listOpenOrdersOfRun(tx, row)
  const lots = (await listOpenLots(tx, row.customer, purse.listing)).filter(({ run }) => run === row.id)
  return standingOf(bookFrom({ free: purse.cash, held: purse.cashHeld, orders, lots }), row)
}

/** A run with its present purse; null if another step of it was stored since, so that it must be read again. */
export async function refreshed(tx: Tx, live: LiveRun): Promise<LiveRun | null> {
  const row = await findRun(tx, live.row)
  const purse = row && (await findPurse(tx, row))
  if (!row || !purse || row.steps !== live.row.steps || purse.listing !== live.purse.listing) return null
  return { ...live, row, purse, hearing: { ...live.hearing, standing: await readStanding(tx, row, purse) } }
}

/** True if a run has no open order, and no shares that it still has to sell. */
export const isDone = ({ purse, row }: LiveRun): boolean =>
  row.tickets.length === 0 && purse.cashHeld === 0n && purse.sharesHeld === 0n && (!row.sells || purse.shares === 0n)

export const memoryOf = ({ hearing, barsThrough, quotesThrough, late }: LiveRun): RunMemory => ({
  memory: { state: hearing.memory },
  barsThrough,
  quotesThrough,
  late,
})

/** The market at the events that a run hears as history. */
interface Past {
  readonly market: BarMarket
  readonly marketNow: Instant
  readonly feeTable: FeeTableVersion
}

/** A run after the minutes before its start, heard as history. A run that has heard them already is returned unchanged. */
export function begun(live: LiveRun, past: Past): LiveRun {
  if (live.row.memory !== null || live.isAhead) return live
  const { strategy, setup, terms } = live.hearing
  const { marketAt: until } = live.row
  const first = { ...live, hearing: { ...live.hearing, memory: strategy.begin(setup) }, isAhead: true }
  const history = historyOf(past.market, terms.listing, { until, before: strategy.warmUp(terms.parameters) })
  return startedAfter(withMissed(first, history, past), history.at(-1))
}

/** A run that has heard the minutes before its start. From here on it hears what follows its start. */
export const startedAfter = (live: LiveRun, last: Pick<Bar, 'at'> | undefined): LiveRun => ({
  ...live,
  barsThrough: last?.at ?? Math.floor(live.row.marketAt / MINUTE) * MINUTE,
  quotesThrough: live.row.marketAt,
  late: 0,
})

/** A run after the minutes that it missed. It hears them as history. */
export function withMissed(live: LiveRun, bars: readonly Bar[], { market, marketNow, feeTable }: Past): LiveRun {
  const { hearing, barsThrough, quotesThrough, late, isAhead } = live
  const minutes = pastMinutes(market, hearing.terms.listing, bars)
  const after = hearPast({ run: hearing, barsThrough, quotesThrough, late }, minutes, { marketNow, feeTable })
  const { run, ...through } = after
  return { ...live, ...through, hearing: run, isAhead: isAhead || after.late > late }
}

/** A run with its value at a minute: its drawdown, and a point of its curve. Shares without a bid have no value. */
export function measured(live: LiveRun, at: Instant, bid: number): LiveRun {
  const { own, cashE4 } = live.hearing.standing
  if (own.shares > 0 && bid === 0) return live
  const value: Cents = cents(BigInt(Math.round((cashE4 + own.shares * bid) / 100)))
  const { curve } = live.course
  return { ...live, course: { ...drawdownAfter(live.course, value), curve: curveWith(curve, at, Number(value)) } }
}
