import { stringify } from 'csv-stringify/sync'
import { currencyFor, tickerOf } from '@lonja/core/base/amount'
import { BYTE_ORDER_MARK, delimiterFor, guardedCell } from '@lonja/core/base/cells'
import { formatDate } from '@lonja/core/base/dates'
import type { BacktestTrade } from '@lonja/core/strategies/strategies.contract'
import { sentence } from '../base/texts.ts'
import { figuresOf } from './statements.csv.ts'
import { practiceOf, type Paper } from './statements.pages.ts'
import type { BacktestRow } from '../strategies/strategies.store.ts'

/** The trades of a backtest with its terms. */
export interface BacktestPaper extends Pick<Paper, 'customer' | 'language' | 'madeAt' | 'source' | 'nameOf'> {
  readonly backtest: BacktestRow
  /** The name of an own strategy; of one of the house its id. */
  readonly strategy: string
  readonly trades: readonly BacktestTrade[]
}

const COLUMNS = [
  'openedAt',
  'closedAt',
  'shares',
  'openPrice',
  'closePrice',
  'cost',
  'proceeds',
  'fee',
  'result',
] as const

/** The practice mark, the terms of the backtest, then one row for each trade, oldest first. */
export async function* backtestCsvOf(paper: BacktestPaper): AsyncGenerator<Uint8Array> {
  const { language, trades } = paper
  const say = (key: string): string => sentence(language, 'closed', key, {})
  const rows = (cells: readonly (readonly string[])[]): Uint8Array =>
    Buffer.from(stringify(cells as string[][], { delimiter: delimiterFor(language), record_delimiter: '\r\n' }))
  yield Buffer.from(BYTE_ORDER_MARK)
  yield rows([...headOf(paper), []])
  yield rows([trades.length === 0 ? [sentence(language, 'backtestFile', 'none', {})] : COLUMNS.map(say)])
  yield rows(trades.map((trade) => cellsOf(trade, paper)))
}

function headOf({ backtest, customer, language, madeAt, nameOf, source, strategy }: BacktestPaper): string[][] {
  const say = (key: string, detail = {}): string => sentence(language, 'backtestFile', key, detail)
  const { cents } = figuresOf(language)
  const { listing, firstDay, lastDay, budget, most, lossStop, version } = backtest
  const currency = currencyFor(listing)
  return [
    [practiceOf({ language, source })],
    [say('title')],
    [
      sentence(language, 'closed', 'account', {}),
      guardedCell(customer.name ?? ''),
      guardedCell(customer.phone),
      customer.id,
    ],
    [sentence(language, 'closed', 'made', { at: formatDate(madeAt) })],
    [say('strategy'), guardedCell(strategy), say('version', { version: String(version) })],
    [say('share'), tickerOf(listing), guardedCell(nameOf(listing))],
    [say('period'), firstDay, lastDay],
    [say('budget'), cents(budget), currency],
    [say('most'), cents(most), currency],
    [say('lossStop'), cents(lossStop), currency],
  ]
}

function cellsOf(trade: BacktestTrade, { language }: BacktestPaper): string[] {
  const { cents, count, places } = figuresOf(language)
  return [
    formatDate(trade.openedAt),
    formatDate(trade.closedAt),
    count(trade.shares),
    places(trade.openPrice, 4),
    places(trade.closePrice, 4),
    cents(trade.cost),
    cents(trade.proceeds),
    cents(trade.fee),
    cents(trade.realised),
  ]
}
