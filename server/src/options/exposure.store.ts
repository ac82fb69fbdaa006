import type { ListingId } from '@lonja/core/base/amount'
import type { OptionSide } from '@lonja/core/options/options.contract'
import type { OpenOptions, OptionTermsVersion } from '@lonja/core/options/options.rules'
import { instant, int4, shapeOf, units, word } from '../database/codecs.ts'
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
