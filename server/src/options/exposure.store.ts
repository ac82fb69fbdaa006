import type { ListingId } from '@lonja/core/base/amount'
import type { OptionSide } from '@lonja/core/options/options.contract'
import type { HouseSums, OpenOptions, OptionTermsVersion } from '@lonja/core/options/options.rules'
import { instant, int4, int8, shapeOf, units, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

const SUM_OPEN = sql(
  'sum_open_options',
  `select listing, side, expires_at, terms, count(*)::int4 as count, sum(stake)::int8 as staked
   from options where ended_at is null group by listing, side, expires_at, terms`,
  shapeOf<OpenOptions>({
    listing: word<ListingId>('listing'),
    side: word<OptionSide>('side'),
    expiresAt: instant('expires_at'),
    terms: int4<OptionTermsVersion>('terms'),
    count: int4('count'),
    staked: units('staked'),
  }),
)

/** The running options of all customers together, by listing, side, expiry and terms. */
export const sumOpenOptions = (tx: Tx): Promise<OpenOptions[]> => tx.run(SUM_OPEN, [])

const SUM_ENDED = sql(
  'sum_ended_options',
  `select count(*) as count, count(distinct customer) as customers, coalesce(sum(stake), 0)::int8 as staked, coalesce(sum(paid), 0)::int8 as paid
   from options where ended_at is not null`,
  shapeOf<HouseSums>({
    count: int8('count'),
    customers: int8('customers'),
    staked: units('staked'),
    paid: units('paid'),
  }),
)

/** The ended options of all customers. The table is read once. */
export async function sumEndedOptions(tx: Tx): Promise<HouseSums> {
  const [sums] = await tx.run(SUM_ENDED, [])
  return sums ?? { count: 0, customers: 0, staked: 0n, paid: 0n }
}
