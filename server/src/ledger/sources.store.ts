import type { Currency } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { EntryKind, HouseAccount } from '@lonja/core/ledger/ledger.contract'
import type { Entry } from '@lonja/core/ledger/ledger.rules'
import { PAST_ALL_IDS } from '../base/ids.ts'
import { sql, type Tx } from '../database/db.ts'
import { ENTRIES } from './ledger.store.ts'

/** The place after which a page of sources begins: the last row of the page before. */
export interface SourcePlace {
  readonly at: Instant
  readonly customer: CustomerId
  readonly version: number
}

/** The customers' entries against one account of the house in a span; `kind` null for every kind. */
export interface SourceFilter {
  readonly account: HouseAccount
  readonly currency: Currency
  readonly kind: EntryKind | null
  readonly from: Instant
  readonly to: Instant
  readonly after: SourcePlace | null
}

const LIST = sql(
  'list_account_sources',
  `select ${ENTRIES.names} from entries
   where made_at >= $1 and made_at < $2 and counter = $3 and asset = $4 and ($5::text is null or kind = $5)
     and (made_at, customer, version) < ($6::int8, $7::uuid, $8::int8)
   order by made_at desc, customer desc, version desc limit $9`,
)

/** The entries of all customers behind an account's day, newest first. */
export async function listEntriesAgainst(tx: Tx, filter: SourceFilter, most: number): Promise<Entry[]> {
  const { account, currency, kind, from, to, after } = filter
  const place = [after?.at ?? Number.MAX_SAFE_INTEGER, after?.customer ?? PAST_ALL_IDS, after?.version ?? 0]
  return (await tx.run(LIST, [from, to, account, currency, kind, ...place, most])).map(ENTRIES.ofRow)
}
