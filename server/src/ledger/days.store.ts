import type { Currency } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { AccountSums, CustomerSums, SourceSums } from '@lonja/core/ledger/days.rules'
import { group, int8, shapeOf, units, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** A span of the books: from an instant on, and before another. */
export interface Span {
  readonly from: Instant
  readonly to: Instant
}

interface OfAsset {
  readonly asset: Currency
}

// Finished days before the span are summed in advance, so that only its own day and the one before are read line by line.
const HOUSE = sql(
  'sum_house_span',
  `select account, asset, coalesce(sum(units) filter (where before), 0)::int8 as before,
     coalesce(sum(units) filter (where not before), 0)::int8 as change
   from (
     select account, asset, units, true as before from house_days
     where asset in ('EUR', 'USD') and day_at + 86400000 <= $1::int8
     union all
     select account, asset, units, made_at < $1::int8 from house_entries
     where asset in ('EUR', 'USD') and made_at < $2::int8
       and made_at >= coalesce((select max(day_at) + 86400000 from house_days where day_at + 86400000 <= $1::int8), 0)
   ) as parts group by account, asset order by account, asset`,
  shapeOf<AccountSums & OfAsset>({
    account: word('account'),
    asset: word('asset'),
    before: units('before'),
    change: units('change'),
  }),
)

const SOURCES = sql(
  'sum_span_sources',
  `select counter as account, kind, asset, sum(greatest(moved, 0))::int8 as received, sum(greatest(-moved, 0))::int8 as given,
     count(*) as entries
   from (
     select counter, kind, asset, free_moved + held_moved as moved from entries
     where made_at >= $1 and made_at < $2 and asset in ('EUR', 'USD') and counter <> 'hold'
   ) as moves group by counter, kind, asset order by counter, kind, asset`,
  shapeOf({
    asset: word<Currency>('asset'),
    sums: group<SourceSums>({
      account: word('account'),
      kind: word('kind'),
      received: units('received'),
      given: units('given'),
      entries: int8('entries'),
    }),
  }),
)

const CUSTOMERS = sql(
  'sum_customers_cash',
  `select asset, sum(units)::int8 as now, sum(moved)::int8 as since from (
     select asset, free + held as units, 0 as moved from balances where asset in ('EUR', 'USD')
     union all
     select asset, 0, free_moved + held_moved from entries where made_at >= $1 and asset in ('EUR', 'USD') and counter <> 'hold'
   ) as parts group by asset`,
  shapeOf({ asset: word<Currency>('asset'), now: units('now'), since: units('since') }),
)

/** The sums of the house's accounts in cash before a span, and their changes in it, by the house's own lines. */
export const sumHouseSpan = (tx: Tx, { from, to }: Span): Promise<(AccountSums & OfAsset)[]> =>
  tx.run(HOUSE, [from, to])

/** The customers' side of a span by currency: their balances now, their changes since, and their entries in it. */
export async function sumCustomersSpan(tx: Tx, { from, to }: Span): Promise<(currency: Currency) => CustomerSums> {
  const balances = await tx.run(CUSTOMERS, [to])
  const sources = await tx.run(SOURCES, [from, to])
  return (currency) => {
    const own = balances.find(({ asset }) => asset === currency)
    const ownSources = sources.filter(({ asset }) => asset === currency)
    return { now: own?.now ?? 0n, since: own?.since ?? 0n, sources: ownSources.map(({ sums }) => sums) }
  }
}
