import type { Instant } from '@lonja/core/base/instant'
import type { HouseAccount } from '@lonja/core/ledger/ledger.contract'
import type { HouseLine } from '@lonja/core/ledger/ledger.rules'
import { cellOf, instant, int8, orNull, shapeOf, tableOf, units, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { Statement } from '../database/statement.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'

/** A line of the house's side as it is stored, with the id of its batch. */
export interface HouseEntry extends HouseLine {
  readonly batch: string
  readonly at: Instant
}

const LINES = tableOf<HouseEntry>({
  batch: uuid('batch'),
  account: word('account'),
  asset: word('asset'),
  units: units('units'),
  at: instant('made_at'),
})

const SUMS = sql(
  'sum_house_accounts',
  `select account, asset, sum(units)::int8 as units, sum(lines)::int8 as lines from (
     select account, asset, units, lines from house_days where asset in ('EUR', 'USD')
     union all
     select account, asset, units, 1 from house_entries
     where asset in ('EUR', 'USD') and made_at >= coalesce((select max(day_at) + 86400000 from house_days), 0)
   ) as parts group by account, asset order by account, asset`,
  shapeOf<HouseLine & { lines: number }>({
    account: word('account'),
    asset: word('asset'),
    units: units('units'),
    lines: int8('lines'),
  }),
)

/**
 * The sum and the number of lines of each account of the house in each currency. Finished days are summed in advance.
 */
export async function sumHouseAccounts(tx: Tx): Promise<(HouseLine & { lines: number })[]> {
  return tx.run(SUMS)
}

const listing = (name: string, where: string): Statement =>
  sql(
    name,
    `select ${LINES.names} from (
       select b.batch, b.made_at, b.accounts, line.account, line.asset, line.units
       from house_batches b cross join lateral unnest(b.accounts, b.assets, b.units) as line (account, asset, units)
     ) as lines
     where ${where}
       and ($1::text is null or case $1 when 'cash' then asset in ('EUR', 'USD') when 'shares' then asset not in ('EUR', 'USD') else asset = $1 end)
       and made_at >= $2 and made_at < $3 and made_at <= $4::int8
       and (made_at, batch, account, asset) < ($4::int8, $5::uuid, $6::text collate "C", $7::text collate "C")
     order by made_at desc, batch desc, account desc, asset desc limit $8`,
  )
const LIST = listing('list_house_entries', 'true')
/** Accounts of trading, which are in most batches. All others are rare, and an index covers their batches. */
const COMMON: readonly HouseAccount[] = ['market', 'fees', 'conversion', 'markup']
const OF_RARE = ` and not accounts <@ '{${COMMON.join(',')}}'`
// The statement contains the account's name, so that the planner can use the index of rare accounts.
const LISTS = new Map<HouseAccount, Statement>()

function listOf(account: HouseAccount): Statement {
  const own =
    LISTS.get(account) ??
    listing(`list_house_${account}`, `account = '${account}'${COMMON.includes(account) ? '' : OF_RARE}`)
  LISTS.set(account, own)
  return own
}

/** Filters of lines: null matches every line. `after` is the cursor of the page before. */
export interface HouseFilter {
  readonly account: HouseAccount | null
  readonly asset: 'EUR' | 'USD' | 'cash' | 'shares' | null
  readonly from: Instant | null
  readonly to: Instant | null
  readonly after: HousePlace | null
}

export interface HousePlace {
  readonly at: Instant
  readonly batch: string
  readonly account: string
  readonly asset: string
}

const END: HousePlace = {
  at: Number.MAX_SAFE_INTEGER,
  batch: PAST_ALL_IDS,
  account: '',
  asset: '',
}

/**
 * Lines of the house's side, newest first. The account must be one of the house's: its name becomes part of the
 * statement.
 */
export async function listHouseLines(tx: Tx, filter: HouseFilter, most: number): Promise<HouseEntry[]> {
  const { account, asset, from, to, after } = filter
  const place = after ?? END
  const values = [asset, from ?? 0, to ?? Number.MAX_SAFE_INTEGER, place.at, place.batch, place.account, place.asset]
  return (await tx.run(account === null ? LIST : listOf(account), [...values, most])).map(LINES.ofRow)
}

const FIND_BATCH = sql(
  'find_house_batch',
  `select ${LINES.names} from house_entries where batch = $1 order by account, asset`,
)

/** All lines of one batch; empty if there is no such batch. */
export const findHouseBatch = async (tx: Tx, batch: string): Promise<HouseEntry[]> =>
  (await tx.run(FIND_BATCH, [batch])).map(LINES.ofRow)

const FIND_LAST_ENTRY = sql(
  'find_last_house_entry',
  'select greatest((select max(made_at) from house_entries), (select max(made_at) from house_batches)) as at',
  cellOf(orNull(instant('at'))),
)

/** The time of the newest entry of the house's side, which every posting has; null in a new house. */
export async function findLastEntryTime(tx: Tx): Promise<Instant | null> {
  const [at] = await tx.run(FIND_LAST_ENTRY)
  return at ?? null
}
