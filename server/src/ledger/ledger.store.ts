import type { Asset, ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Balance, Entry, HouseLine } from '@lonja/core/ledger/ledger.rules'
import type { Batch, ChangedRow, Log, BookTable } from '../database/book.ts'
import {
  cellOf,
  group,
  instant,
  int4,
  orNull,
  shapeOf,
  tableOf,
  units,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { arrayOf, int8s, loadSet, saveSet, texts, tids, uuids } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'
import { LINES_MOST, postings, type NewPosting } from './postings.store.ts'
import type { LockedTx } from '../database/locks.ts'

export interface BalanceKey {
  readonly customer: CustomerId
  readonly asset: Asset
}

const FIELDS: Fields<Balance> = {
  customer: uuid('customer'),
  asset: word('asset'),
  free: units('free'),
  held: units('held'),
  owed: units('owed'),
  version: instant('version'),
}
const BALANCES = tableOf<Balance>(FIELDS)

/** Field by field: every balance of the lane has one form, with its fields inside the object. */
const balanceOf = (row: Balance): Balance => ({
  customer: row.customer,
  asset: row.asset,
  free: row.free,
  held: row.held,
  owed: row.owed,
  version: row.version,
})

/** Balances need no lock of their own: every writer for a customer holds the lock on that customer's row. */
const findBalances = loadSet<BalanceKey, Balance>(
  'find_balances',
  [uuids(({ customer }) => customer), texts(({ asset }) => asset)],
  (cells) => balanceOf(BALANCES.ofCells(cells)),
  `select ${BALANCES.under('b')}, b.ctid
   from $rows as wanted (customer, asset)
   join balances b on b.customer = wanted.customer and b.asset = wanted.asset`,
)

const insertBalances = saveSet(
  'insert_balances',
  BALANCES.columns,
  `insert into balances (${BALANCES.names}) select * from $rows as rows`,
)
const updateBalances = saveSet<ChangedRow<Balance>>(
  'update_balances',
  [
    tids(({ row }) => row),
    uuids(({ value }) => value.customer),
    texts(({ value }) => value.asset),
    int8s(({ value }) => value.free),
    int8s(({ value }) => value.held),
    int8s(({ value }) => value.owed),
    int8s(({ value }) => value.version),
  ],
  `update balances b set free = c.free, held = c.held, owed = c.owed, version = c.version
   from $rows as c (row, customer, asset, free, held, owed, version)
   where b.ctid = c.row and b.customer = c.customer and b.asset = c.asset`,
)

/** Balances in a batch's book. */
export const balances: BookTable<BalanceKey, Balance> = {
  load: findBalances,
  textOf: ({ asset }) => asset,
  keyOf: (balance) => balance,
  save: (added, changed) => [
    ...(added.length > 0 ? [insertBalances(added)] : []),
    ...(changed.length > 0 ? [updateBalances(changed)] : []),
  ],
}

const houseAccounts = texts(({ account }: HouseLine) => account)
const houseAssets = texts(({ asset }: HouseLine) => asset)
const houseUnits = int8s(({ units }: HouseLine) => units)
const batchIds = uuids(({ id }: Batch) => id)
const batchTimes = int8s(({ at }: Batch) => at)

const INSERT_HOUSE_BATCH = sql(
  'insert_house_batch',
  `insert into house_batches (batch, made_at, accounts, assets, units)
   select unnest($1::uuid[]), unnest($2::int8[]), $3::text[], $4::text[], $5::int8[]`,
)

/** The house's side of a batch: one row with a line for each account and asset. */
export const houseEntries: Log<HouseLine> = {
  save: (lines, batch) => {
    const sums = summed(lines).filter(({ units }) => units !== 0n)
    if (sums.length === 0) return []
    const of = [arrayOf(batchIds, [batch]), arrayOf(batchTimes, [batch])]
    const columns = [houseAccounts, houseAssets, houseUnits].map((column) => arrayOf(column, sums))
    return [{ statement: INSERT_HOUSE_BATCH, values: [...of, ...columns] }]
  },
}

function summed(lines: readonly HouseLine[]): HouseLine[] {
  const accounts = new Map<string, Map<string, HouseLine>>()
  for (const line of lines) {
    let sums = accounts.get(line.account)
    if (!sums) {
      sums = new Map()
      accounts.set(line.account, sums)
    }
    const { account, asset } = line
    sums.set(asset, { account, asset, units: line.units + (sums.get(asset)?.units ?? 0n) })
  }
  return [...accounts.values()].flatMap((sums) => [...sums.values()])
}

/** The number of a customer's newest entry, and the number of their open orders after its posting. */
interface LastEntry {
  readonly customer: CustomerId
  readonly version: number
  readonly openOrders: number
}

const LAST_ENTRIES = tableOf<LastEntry>({
  customer: uuid('customer'),
  version: instant('version'),
  openOrders: int4('open_orders'),
})

/**
 * The newest entry's number in a batch's book; the next entry follows it. It is read but never saved, since it follows
 * from the saved postings.
 */
export const lastEntries: BookTable<{ readonly customer: CustomerId }, LastEntry> = {
  load: loadSet(
    'find_last_entries',
    [uuids(({ customer }) => customer)],
    LAST_ENTRIES.ofCells,
    `select wanted.customer, last.version, last.open_orders, last.ctid from $rows as wanted (customer)
     cross join lateral (
       select p.first + p.lines - 1 as version, p.open_orders, p.ctid from postings p
       where p.customer = wanted.customer order by p.first desc limit 1
     ) as last`,
  ),
  textOf: () => '',
  keyOf: ({ customer }) => ({ customer }),
  save: () => [],
}

const LAST_ENTRY = sql(
  'last_entry',
  'select customer, first + lines - 1 as version, open_orders from postings where customer = $1 order by first desc limit 1',
)

/** A customer's newest entry; number 0 if there is none yet. */
export async function findLastEntry(tx: Tx, customer: CustomerId): Promise<LastEntry> {
  const [row] = await tx.run(LAST_ENTRY, [customer])
  return row ? LAST_ENTRIES.ofRow(row) : { customer, version: 0, openOrders: 0 }
}

/** The number of a customer's newest entry; 0 if there is none yet. */
export const lastVersion = async (tx: Tx, customer: CustomerId): Promise<number> =>
  (await findLastEntry(tx, customer)).version

/** The result of an ordinary write: new and changed balances, and the entries of both sides. */
export interface PostingChanges {
  readonly added: readonly Balance[]
  readonly changed: readonly ChangedRow<Balance>[]
  readonly posting: NewPosting
  readonly house: readonly HouseLine[]
}

export async function saveMoves(tx: LockedTx, moved: PostingChanges, batch: Batch): Promise<void> {
  const statements = [
    ...balances.save(moved.added, moved.changed),
    ...postings.save([moved.posting], batch),
    ...houseEntries.save(moved.house, batch),
  ]
  for (const { statement, values } of statements) await tx.run(statement, values)
}

const LIST_HELD_LISTINGS = sql(
  'list_held_listings',
  `select distinct asset from balances where strpos(asset, ':') > 0 and free + held > 0 order by asset`,
  cellOf(word<ListingId>('asset')),
)

/** The listings of which any customer owns shares. The table is scanned: for a start alone. */
export const listHeldListings = async (tx: Tx): Promise<ListingId[]> => tx.run(LIST_HELD_LISTINGS)

const LIST_BALANCES = sql(
  'list_balances',
  `select ${BALANCES.names}, ctid from balances where customer = $1 order by asset`,
  shapeOf<ChangedRow<Balance>>({ value: group<Balance>(FIELDS), row: word('ctid') }),
)

/** All balances of a customer: both currencies and every listing ever held. */
export async function listBalances(tx: Tx, customer: CustomerId): Promise<Balance[]> {
  return (await listPlacedBalances(tx, customer)).map(({ value }) => value)
}

const LIST_CASH_OF = sql(
  'list_cash_of_customers',
  `select ${BALANCES.names} from balances where customer = any($1::uuid[]) and asset in ('EUR', 'USD')`,
)

/** The balances of some customers in cash. */
export const listCashOf = async (tx: Tx, customers: readonly CustomerId[]): Promise<Balance[]> =>
  (await tx.run(LIST_CASH_OF, [customers])).map(BALANCES.ofRow)

/** All balances of a customer with the place of each row, for changes of some. */
export async function listPlacedBalances(tx: Tx, customer: CustomerId): Promise<ChangedRow<Balance>[]> {
  return tx.run(LIST_BALANCES, [customer])
}

/** The view of the postings, one row a line. */
export const ENTRIES = tableOf<Entry>({
  customer: uuid('customer'),
  asset: word('asset'),
  version: instant('version'),
  posting: instant('posting'),
  kind: word('kind'),
  counter: word('counter'),
  freeBefore: units('free_before'),
  freeAfter: units('free_after'),
  heldBefore: units('held_before'),
  heldAfter: units('held_after'),
  causeKind: word('cause_kind'),
  cause: orNull(uuid('cause')),
  at: instant('made_at'),
})

/**
 * The entries of a customer numbered below, from or to a number are in a range of rows: no row has more lines than
 * `LINES_MOST`.
 */
export const fromNumber = (number: string): string => `first > ${number} - ${LINES_MOST} and version > ${number}`
export const toNumber = (number: string): string => `first <= ${number} and version <= ${number}`

const ROLL_UP_DAYS = sql(
  'roll_up_days',
  `insert into house_days (day_at, account, asset, units, lines)
   select made_at - made_at % 86400000, account, asset, sum(units), count(*)
   from house_entries
   where made_at >= coalesce((select max(day_at) + 86400000 from house_days), 0) and made_at < $1
   group by 1, 2, 3
   on conflict (day_at, account, asset) do nothing`,
)

/** Sums the house's side of all days (UTC) that were over before `until`, a multiple of a day. */
export async function rollUpHouse(tx: Tx, until: Instant): Promise<void> {
  await tx.run(ROLL_UP_DAYS, [until])
}
