import * as z from 'zod/mini'
import { currencyFor } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import { STRATEGIES } from '@lonja/core/strategies/listed'
import { BACKTESTS_OPEN_MOST, BACKTESTS_STORED_MOST, BACKTEST_DAYS_MOST } from '@lonja/core/strategies/requests.rules'
import { BUDGET_LEAST, BUDGET_MOST, RUNS_OPEN_MOST } from '@lonja/core/strategies/running.rules'
import { BacktestOutcome, BacktestTrade, OwnStop } from '@lonja/core/strategies/strategies.contract'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import type { OwnRow } from './own.store.ts'
import type { StrategyParts } from './strategies.actions.ts'
import type { BacktestRow } from './strategies.store.ts'

export const strategiesReply = ({ market, isOn }: StrategyParts) => ({
  strategies: STRATEGIES.map(({ id, version, name, intraday, parameters }) => ({
    id,
    version,
    name,
    intraday,
    parameters: Object.entries(parameters).map(([parameter, bounds]) => ({ name: parameter, ...bounds })),
  })),
  budget: { least: BUDGET_LEAST, most: BUDGET_MOST },
  backtests: { daysMost: BACKTEST_DAYS_MOST, openMost: BACKTESTS_OPEN_MOST, storedMost: BACKTESTS_STORED_MOST },
  runs: { off: !isOn, openMost: RUNS_OPEN_MOST },
  source: market.name,
})

/** What a reply shows beside a backtest's row: the names of the customer's own strategies by id. */
export interface ReplyFacts {
  readonly market: Market
  readonly language: Language
  readonly names: ReadonlyMap<string, string>
}

export const namesOf = (own: readonly OwnRow[]): ReadonlyMap<string, string> =>
  new Map(own.map(({ id, name }) => [id, name]))

export function backtestReply(row: BacktestRow, { market, language, names }: ReplyFacts) {
  const { id, strategy, version, listing, firstDay, lastDay, budget, most, lossStop } = row
  const { at, state, fault, endedAt, progress } = row
  return {
    id,
    strategy,
    version,
    listing,
    from: firstDay,
    to: lastDay,
    budget,
    most,
    lossStop,
    at,
    state,
    fault,
    endedAt,
    progress,
    parameters: Object.entries(row.parameters).map(([name, value]) => ({ name, value })),
    own: row.own === null ? null : { id: row.own, name: names.get(row.own) ?? null },
    stop: row.stop && z.decode(OwnStop, row.stop as never),
    company: nameOf(market, listing, language),
    currency: currencyFor(listing),
  }
}

/** Replies of what is stored as JSON. */
export const outcomeReply = (stored: object): BacktestOutcome => z.decode(BacktestOutcome, stored as never)
export const tradeReply = (stored: object): BacktestTrade => z.decode(BacktestTrade, stored as never)
