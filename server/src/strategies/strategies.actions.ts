import { cents, currencyFor, venueOf } from '@lonja/core/base/amount'
import type { InputOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { feeTablesAt, type FeeTableDay } from '@lonja/core/orders/fees.rules'
import { findStrategy } from '@lonja/core/strategies/listed'
import { BACKTESTS_OPEN_MOST, BACKTESTS_STORED_MOST, decidePeriod } from '@lonja/core/strategies/requests.rules'
import { decideTerms } from '@lonja/core/strategies/running.rules'
import type { startBacktest } from '@lonja/core/strategies/strategies.contract'
import type { LockedTx } from '../database/locks.ts'
import type { Market } from '../market/market.quotes.ts'
import { deleteOldestEnded, insertBacktest } from './queue.store.ts'
import { countBacktests, findBacktest, type NewBacktest } from './strategies.store.ts'

/** The parts that the calls on strategies need. */
export interface StrategyParts {
  readonly market: Market
  /** The house's fee tables with their days. A backtest has the one in force when it is asked for. */
  readonly fees: readonly FeeTableDay[]
  /** True while the operator has strategies switched on. */
  readonly isOn: boolean
}

/** Puts a backtest into the queue. */
export async function start(
  tx: LockedTx,
  { market, fees }: StrategyParts,
  { customer, now }: { readonly customer: CustomerId; readonly now: Instant },
  form: InputOf<typeof startBacktest>,
) {
  const { id, listing } = form
  // The customer has used the id for a backtest whose stored answer is purged.
  if (await findBacktest(tx, { customer, id })) return refuse('key_reused')
  const request = decideRequest(market, form)
  if (isRefused(request)) return request
  const { version: feeTable } = feeTablesAt(fees, now).current
  return queue(tx, { ...request, own: null, customer, id, listing, feeTable, at: now })
}

/** Stores a backtest, or refuses it if too many wait. If too many are stored, the oldest ended one is deleted. */
export async function queue(tx: LockedTx, backtest: NewBacktest) {
  const { stored, open } = await countBacktests(tx, backtest.customer)
  if (open >= BACKTESTS_OPEN_MOST) return refuse('too_many_backtests', { most: String(BACKTESTS_OPEN_MOST) })
  if (stored >= BACKTESTS_STORED_MOST) await deleteOldestEnded(tx, backtest.customer)
  await insertBacktest(tx, backtest)
  return backtest
}

/** The listing and the days of a backtest. */
type Place = Pick<InputOf<typeof startBacktest>, 'listing' | 'from' | 'to'>

/** Accept the listing and the days of a backtest with their instants, or refuse them. */
export function decidePlace(market: Market, { listing, from, to }: Place) {
  const instrument = market.find(listing)
  if (!instrument) return refuse('unknown_listing')
  if (instrument.kind === 'index') return refuse('not_tradable')
  if (market.unquoted(listing) !== null) return refuse('never_quoted')
  const period = decidePeriod({ from, to }, venueOf(listing), market.now())
  if (isRefused(period)) return period
  if (market.candles(listing, 'day', { ...period, most: 1 }).at.length === 0) return refuse('backtest_no_prices')
  return period
}

/** Accept what a customer asks for, or refuse it. Refusals come in the order of the form. */
function decideRequest(market: Market, form: InputOf<typeof startBacktest>) {
  const { listing, from: firstDay, to: lastDay } = form
  const strategy = findStrategy(form.strategy, form.version)
  if (!strategy) return refuse('unknown_strategy')
  const period = decidePlace(market, form)
  if (isRefused(period)) return period
  const terms = {
    budget: cents(form.budget),
    most: cents(form.most),
    lossStop: cents(form.lossStop),
    parameters: Object.fromEntries(form.parameters.map(({ name, value }) => [name, value])),
  }
  const parameters = decideTerms(strategy, terms, currencyFor(listing))
  if (isRefused(parameters)) return parameters
  return { ...terms, ...period, parameters, strategy: strategy.id, version: strategy.version, firstDay, lastDay }
}
