import { CURRENCIES, currencyFor, type Amount, type Currency, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Balance } from '@lonja/core/ledger/ledger.rules'
import { leveragedPartOf } from '@lonja/core/orders/leverage.rules'
import type { MarginLot } from '@lonja/core/orders/margin.rules'
import { byLevel, riskAccountOf, type RiskAccount } from '@lonja/core/risk/risk.rules'
import type { Tx } from '../database/db.ts'
import { listCashOf } from '../ledger/ledger.store.ts'
import { lentToEach } from '../lending/lending.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { listLotsOfFinanced } from '../orders/exposure.store.ts'

/** All accounts with financed lots at one moment. */
export interface RiskNow {
  /** The lowest level first. */
  readonly accounts: readonly RiskAccount[]
  readonly financed: readonly Amount[]
  readonly used: readonly Amount[]
}

/**
 * The accounts with financed lots now, each judged as on its customer's own page. Three statements read all of them, and each
 * listing's price is asked for once: 5,000 accounts are one read.
 */
export async function riskNow(tx: Tx, market: Pick<Market, 'last' | 'rate'>): Promise<RiskNow> {
  const lots = await listLotsOfFinanced(tx)
  const lotsOf = grouped(lots)
  const balancesOf = grouped<Balance>(await listCashOf(tx, [...lotsOf.keys()]))
  const lent = await lentToEach(tx, [...lotsOf.keys()])
  const last = remembered(market.last)
  const rate = market.rate()?.rate ?? null
  const accounts = [...lotsOf].map(([customer, own]) =>
    riskAccountOf(customer, {
      balances: balancesOf.get(customer) ?? [],
      lots: own,
      lent: lent.get(customer) ?? 0n,
      last,
      rate,
    }),
  )
  const sums = sumsOf(lots)
  return {
    accounts: accounts.toSorted(byLevel),
    financed: sums.map(({ asset, financed }) => ({ asset, units: financed })),
    used: sums.map(({ asset, used }) => ({ asset, units: used })),
  }
}

function grouped<Row extends { readonly customer: CustomerId }>(rows: readonly Row[]): Map<CustomerId, Row[]> {
  const groups = new Map<CustomerId, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.customer)
    if (group) group.push(row)
    else groups.set(row.customer, [row])
  }
  return groups
}

function remembered<Value>(find: (listing: ListingId) => Value): (listing: ListingId) => Value {
  const known = new Map<ListingId, Value>()
  return (listing) => {
    if (!known.has(listing)) known.set(listing, find(listing))
    return known.get(listing) as Value
  }
}

/** The financed part of lots and their used margin, by currency. */
const sumsOf = (lots: readonly MarginLot[]) =>
  CURRENCIES.map((asset: Currency) => ({
    asset,
    ...leveragedPartOf(lots.filter(({ listing }) => currencyFor(listing) === asset)),
  }))
