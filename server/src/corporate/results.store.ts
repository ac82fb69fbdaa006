import type { Currency, ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { shapeOf, units, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** The results of corporate actions in a customer's figures. */

const RESULTS = sql(
  'sum_fraction_results',
  `select case when a.listing like 'XMAD:%' then 'EUR' else 'USD' end as currency, sum(p.cash - p.cost)::int8 as realised
   from corporate_parts p join corporate_actions a on a.id = p.action
   where p.customer = $1 and p.version <= $2 and p.cost > 0 group by 1`,
  shapeOf({ currency: word<Currency>('currency'), realised: units('realised') }),
)

/** The results of all fractions that a customer was paid for, up to an entry's number, by currency. */
export async function sumFractionResults(
  tx: Tx,
  customer: CustomerId,
  through: number,
): Promise<Record<Currency, bigint>> {
  const rows = await tx.run(RESULTS, [customer, through])
  const of = (currency: Currency): bigint => rows.find((row) => row.currency === currency)?.realised ?? 0n
  return { EUR: of('EUR'), USD: of('USD') }
}

/** The shares of a customer that an action made into others. */
export interface MovedShares {
  readonly listing: ListingId
  readonly listingAfter: ListingId
  readonly before: bigint
  readonly after: bigint
}

const MOVED_SINCE = sql(
  'list_moved_since',
  `select a.listing, coalesce(a.successor, a.listing) as listing_after, p.shares_before as before, p.shares_after as after
   from corporate_parts p join corporate_actions a on a.id = p.action
   where p.customer = $1 and p.version > $2 and a.kind <> 'dividend' order by p.version`,
  shapeOf<MovedShares>({
    listing: word('listing'),
    listingAfter: word('listing_after'),
    before: units('before'),
    after: units('after'),
  }),
)

/** The splits and symbol changes of a customer after an entry's number, in order. */
export async function listMovedSince(tx: Tx, customer: CustomerId, after: number): Promise<MovedShares[]> {
  return tx.run(MOVED_SINCE, [customer, after])
}
