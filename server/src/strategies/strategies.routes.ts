import { isRefused, refuse } from '@lonja/core/base/refusal'
import { BACKTESTS_PAGE, TRADES_PAGE } from '@lonja/core/strategies/requests.rules'
import {
  listBacktestTrades,
  listBacktests,
  listStrategies,
  readBacktest,
  removeBacktest,
  startBacktest,
} from '@lonja/core/strategies/strategies.contract'
import { PAST_ALL_IDS } from '../base/ids.ts'
import { placeIn } from '../door/cursors.ts'
import { onRead, onWrite, type Route } from '../door/serve.ts'
import { listOwn } from './own.store.ts'
import { backtestReply, namesOf, outcomeReply, strategiesReply, tradeReply } from './replies.actions.ts'
import { start, type StrategyParts } from './strategies.actions.ts'
import { deleteBacktest } from './queue.store.ts'
import { findBacktest, findOutcome, listBacktestRows, listTrades } from './strategies.store.ts'

const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

/** The customer's calls on strategies and their backtests. */
export const strategiesRoutes = (parts: StrategyParts): Route[] => [
  onRead(listStrategies, () => Promise.resolve(strategiesReply(parts))),

  onRead(listBacktests, async ({ tx, customer, language }, { cursor, limit = BACKTESTS_PAGE }) => {
    const list = await listBacktestRows(tx, customer, placeIn(cursor) ?? NEWEST, limit + 1)
    const names = namesOf(await listOwn(tx, customer))
    const rows = list.slice(0, limit).map((row) => backtestReply(row, { market: parts.market, language, names }))
    const last = list.length > limit ? rows.at(-1) : undefined
    return { rows, cursor: last ? `${last.at}.${last.id}` : null }
  }),

  onRead(readBacktest, async ({ tx, customer, language }, { id }) => {
    const row = await findBacktest(tx, { customer, id })
    if (!row) return refuse('unknown_backtest')
    const outcome = await findOutcome(tx, row)
    const names = namesOf(await listOwn(tx, customer))
    return {
      ...backtestReply(row, { market: parts.market, language, names }),
      outcome: outcome && outcomeReply(outcome),
    }
  }),

  onRead(listBacktestTrades, async ({ tx, customer }, { id, cursor, limit = TRADES_PAGE }) => {
    if (!(await findBacktest(tx, { customer, id }))) return refuse('unknown_backtest')
    const after = tradesBefore(cursor)
    const list = await listTrades(tx, { customer, id }, after, limit + 1)
    const rows = list.slice(0, limit).map(tradeReply)
    return { rows, cursor: list.length > limit ? String(after + limit) : null }
  }),

  onWrite(startBacktest, async ({ tx, customer, now, publish }, form) => {
    const backtest = await start(tx, parts, { customer, now }, form)
    if (isRefused(backtest)) return backtest
    publish('strategies')
    return { id: backtest.id, at: backtest.at }
  }),

  onWrite(removeBacktest, async ({ tx, customer, publish }, { id }) => {
    if (!(await findBacktest(tx, { customer, id }))) return refuse('unknown_backtest')
    await deleteBacktest(tx, { customer, id })
    publish('strategies')
    return { id }
  }),
]

/** The number of trades before a cursor's page; an invalid cursor begins the list. */
const tradesBefore = (cursor: string | undefined): number => (/^\d{1,6}$/.test(cursor ?? '') ? Number(cursor) : 0)
