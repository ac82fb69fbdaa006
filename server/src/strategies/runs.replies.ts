import * as z from 'zod/mini'
import { cents, currencyFor, minus, plus, wholeShares, type Cents } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import type { Lot } from '@lonja/core/orders/lots.rules'
import { STRATEGIES } from '@lonja/core/strategies/listed'
import { RESULTS_LEAST } from '@lonja/core/strategies/running.rules'
import { OwnStop } from '@lonja/core/strategies/strategies.contract'
import type { Tx } from '../database/db.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { findPurse } from '../orders/purses.store.ts'
import { sumRuns, type RunClosing } from '../orders/runs.store.ts'
import { listOwn } from './own.store.ts'
import { namesOf } from './replies.actions.ts'
import { fallsAt, valueOf } from './runs.actions.ts'
import type { StrategySums } from './results.store.ts'
import type { RunRow } from './runs.store.ts'

interface Reader {
  readonly market: Market
  readonly language: Language
}

/** The replies of some runs of one customer, with their figures from orders, fills and lots. */
export async function runReplies(tx: Tx, runs: readonly RunRow[], reader: Reader) {
  const [first] = runs
  if (!first) return []
  const sums = await sumRuns(
    tx,
    first.customer,
    runs.map(({ id }) => id),
  )
  const lotsOfAll = await listOpenLots(tx, first.customer)
  const names = namesOf(runs.some(({ own }) => own !== null) ? await listOwn(tx, first.customer) : [])
  return Promise.all(
    runs.map(async (run) => {
      const purse = await findPurse(tx, run)
      const value = purse ? valueOf(purse, reader.market) : run.endValue
      const ofRun = sums.find((each) => each.run === run.id)
      const lots = lotsOfAll.filter((lot) => lot.run === run.id)
      return {
        ...headOf(run, reader, names),
        drawdown: drawdownOf(run, purse ? value : null),
        value,
        result: value === null ? null : minus(value, run.budget),
        realised: cents(ofRun?.realised ?? 0n),
        fees: cents(ofRun?.fees ?? 0n),
        cash: purse ? plus(purse.cash, purse.cashHeld) : cents(0n),
        shares: lots.reduce((sum, { left }) => plus(sum, left), wholeShares(0n)),
        cost: lots.reduce((sum, { costLeft }) => plus(sum, costLeft), cents(0n)),
        orders: ofRun?.orders ?? 0,
        fills: ofRun?.fills ?? 0,
      }
    }),
  )
}

function drawdownOf(run: RunRow, value: Cents | null) {
  const { drawdown, drawdownBps } = fallsAt(run, value)
  return { most: drawdown, bps: drawdownBps }
}

function headOf(run: RunRow, { market, language }: Reader, names: ReadonlyMap<string, string>) {
  const { id, strategy, version, listing, budget, most, lossStop, at, state, reason, sells, endedAt, late } = run
  return {
    id,
    strategy,
    version,
    own: run.own && { id: run.own.id, name: names.get(run.own.id) ?? run.own.name },
    stop: stopOf(run),
    listing,
    budget,
    most,
    lossStop,
    at,
    state,
    reason,
    sells,
    endedAt,
    late,
    parameters: Object.entries(run.parameters).map(([name, value]) => ({ name, value })),
    company: nameOf(market, listing, language),
    currency: currencyFor(listing),
    refusals: Object.entries(run.refusals).map(([code, count]) => ({ code, count })),
  }
}

/** The fault that stopped an own strategy, from its state; null for none. */
function stopOf({ own, reason, memory }: RunRow): OwnStop | null {
  const state = memory?.state as { readonly stop?: object | null } | null | undefined
  return own && reason === 'fault' && state?.stop ? z.decode(OwnStop, state.stop as never) : null
}

export const curveReply = ({ curve }: RunRow) => curve.map(([at, value]) => ({ at, value: cents(BigInt(value)) }))

export const runTradeReply = ({ fill: _fill, lot: _lot, ...trade }: RunClosing) => trade

export const runLotReply = ({ order, left, openedAt, price, costLeft }: Lot) => ({
  buy: order,
  shares: left,
  openedAt,
  openPrice: price,
  cost: costLeft,
})

/** The results of each strategy; null with so few ended runs that the result of one could be inferred. */
export const resultsReply = (sums: readonly StrategySums[]) => ({
  least: RESULTS_LEAST,
  strategies: STRATEGIES.map(({ id, version }) => {
    const own = sums.find((each) => each.strategy === id && each.version === version)
    return { strategy: id, version, result: own && own.over >= RESULTS_LEAST ? resultOf(own) : null }
  }),
})

const resultOf = ({ runs, over, lost, resultBps, feesBps, drawdownBps }: StrategySums) => ({
  runs,
  over,
  lost,
  resultBps: resultBps ?? 0,
  feesBps: feesBps ?? 0,
  drawdownBps: drawdownBps ?? 0,
})
