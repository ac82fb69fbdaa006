import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { refuse } from '@lonja/core/base/refusal'
import { TRADES_STORED_MOST } from '@lonja/core/strategies/requests.rules'
import { downloadBacktest } from '@lonja/core/strategies/strategies.contract'
import { readCustomer } from '../accounts/accounts.store.ts'
import { onFile, type FileContext } from '../door/serve.files.ts'
import type { Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { listOwn } from '../strategies/own.store.ts'
import { namesOf, tradeReply } from '../strategies/replies.actions.ts'
import { findBacktest, listTrades } from '../strategies/strategies.store.ts'
import { backtestCsvOf } from './backtest.csv.ts'
import { countFile } from './files.actions.ts'

/** The file of a backtest: it moves no money, and has the form of the files that do. */
export const backtestFile = (market: Market): Route =>
  onFile(downloadBacktest, { shut: countFile, handle: (context, { id }) => fileOf(context, id, market) })

async function fileOf({ tx, customer, now, language }: FileContext, id: string, market: Market) {
  const backtest = await findBacktest(tx, { customer, id })
  if (!backtest) return refuse('unknown_backtest')
  const { displayName, phone } = await readCustomer(tx, customer)
  const name = backtest.own === null ? null : namesOf(await listOwn(tx, customer)).get(backtest.own)
  const pieces = backtestCsvOf({
    customer: { id: customer, name: displayName, phone: maskedPhone(phone) },
    language,
    madeAt: now,
    source: { name: market.name, label: market.label },
    nameOf: (listing) => nameOf(market, listing, language),
    backtest,
    strategy: name ?? backtest.strategy,
    trades: (await listTrades(tx, backtest, 0, TRADES_STORED_MOST)).map(tradeReply),
  })
  return { file: { name: `lonja-backtest-${backtest.firstDay}.csv`, type: 'text/csv; charset=utf-8', pieces } }
}
