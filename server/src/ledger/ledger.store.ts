import type { Asset } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { EntryKind } from '@lonja/core/ledger/ledger.contract'
import type { Balance, Counter, Entry, HouseLine } from '@lonja/core/ledger/ledger.rules'
import type { Batch, Log, Shelf } from '../base/book.ts'
import { int8s, loadSet, saveSet, texts, uuids } from '../base/columns.ts'
import { sql, type Tx } from '../base/db.ts'

export interface BalanceKey {
  readonly customer: string
  readonly asset: Asset
}

/** No lock of its own: whoever writes for a customer holds that customer's row, and nothing else is ever locked. */
const findBalances = loadSet<BalanceKey, Balance>(
  'find_balances',
  [uuids(({ customer }) => customer), texts(({ asset }) => asset)],
  ([customer, asset, free, held, version]) => ({
    customer: customer as string,
    asset: asset as Asset,
    free: BigInt(free as string),
    held: BigInt(held as string),
    version: Number(version),
  }),
  `select b.customer, b.asset, b.free, b.held, b.version
   from $rows as wanted (customer, asset)
   join balances b on b.customer = wanted.customer and b.asset = wanted.asset`,
)

const BALANCE_COLUMNS = [
  uuids<Balance>(({ customer }) => customer),
  texts<Balance>(({ asset }) => asset),
  int8s<Balance>(({ free }) => free),
  int8s<Balance>(({ held }) => held),
  int8s<Balance>(({ version }) => version),
]
const insertBalances = saveSet<Balance>(
  'insert_balances',
  BALANCE_COLUMNS,
  'insert into balances (customer, asset, free, held, version) select * from $rows as rows',
)
const updateBalances = saveSet<Balance>(
  'update_balances',
  BALANCE_COLUMNS,
  `update balances b set free = c.free, held = c.held, version = c.version
   from $rows as c (customer, asset, free, held, version)
   where b.customer = c.customer and b.asset = c.asset`,
)

/** Balances in a batch's book. */
export const balances: Shelf<BalanceKey, Balance> = {
  load: findBalances,
  textOf: ({ asset }) => asset,
  keyOf: (balance) => balance,
  save: (added, changed) => [
    ...(added.length > 0 ? [insertBalances(added)] : []),
    ...(changed.length > 0 ? [updateBalances(changed)] : []),
  ],
}

const insertEntries = saveSet<Entry>(
  'insert_entries',
  [
    uuids(({ customer }) => customer),
    texts(({ asset }) => asset),
    int8s(({ version }) => version),
    uuids(({ posting }) => posting),
    texts(({ kind }) => kind),
    texts(({ counter }) => counter),
    int8s(({ freeBefore }) => freeBefore),
    int8s(({ freeAfter }) => freeAfter),
    int8s(({ heldBefore }) => heldBefore),
    int8s(({ heldAfter }) => heldAfter),
    uuids(({ cause }) => cause),
    int8s(({ at }) => at),
  ],
  `insert into entries (customer, asset, version, posting, kind, counter, free_before, free_after, held_before, held_after, cause, made_at)
   select * from $rows as rows`,
)

/** Entries of a batch. */
export const entries: Log<Entry> = { save: (rows) => [insertEntries(rows)] }

const insertHouseEntries = saveSet<HouseLine & Batch>(
  'insert_house_entries',
  [
    uuids(({ id }) => id),
    texts(({ account }) => account),
    texts(({ asset }) => asset),
    int8s(({ units }) => units),
    int8s(({ at }) => at),
  ],
  'insert into house_entries (batch, account, asset, units, made_at) select * from $rows as rows',
)

/** The house's side of a batch: one row an account and asset, whatever the batch had of it. */
export const houseEntries: Log<HouseLine> = {
  save: (lines, { id, at }) => {
    const sums = summed(lines).filter(({ units }) => units !== 0n)
    return sums.length > 0
      ? [insertHouseEntries(sums.map(({ account, asset, units }) => ({ account, asset, units, id, at })))]
      : []
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

const INSERT_LOCK = sql('insert_customer_lock', 'insert into customers_lock (customer, opened_at) values ($1, $2)')

/** The row that every write for this customer will lock. Made once, at sign-up. */
export async function insertCustomerLock(tx: Tx, customer: string, now: Instant): Promise<void> {
  await tx.run(INSERT_LOCK, [customer, now])
}

/** What an ordinary write has moved: the balances it changed, whether each is new, and the entries of both sides. */
export interface Moved {
  readonly added: readonly Balance[]
  readonly changed: readonly Balance[]
  readonly entries: readonly Entry[]
  readonly house: readonly HouseLine[]
}

export async function saveMoves(tx: Tx, moved: Moved, batch: Batch): Promise<void> {
  const sent = [
    ...balances.save(moved.added, moved.changed),
    ...entries.save(moved.entries, batch),
    ...houseEntries.save(moved.house, batch),
  ]
  for (const { statement, values } of sent) await tx.run(statement, values)
}

interface BalanceRow {
  customer: string
  asset: Asset
  free: bigint
  held: bigint
  version: bigint
}

const LIST_BALANCES = sql(
  'list_balances',
  'select customer, asset, free, held, version from balances where customer = $1 order by asset',
)

/** All that a customer has: both currencies and every listing ever held. */
export async function listBalances(tx: Tx, customer: string): Promise<Balance[]> {
  const rows = await tx.run<BalanceRow>(LIST_BALANCES, [customer])
  return rows.map((row) => ({ ...row, version: Number(row.version) }))
}

interface EntryRow {
  customer: string
  asset: Asset
  version: bigint
  posting: string
  kind: EntryKind
  counter: Counter
  free_before: bigint
  free_after: bigint
  held_before: bigint
  held_after: bigint
  cause: string | null
  made_at: bigint
}

const entryOf = (row: EntryRow): Entry => ({
  customer: row.customer,
  asset: row.asset,
  version: Number(row.version),
  posting: row.posting,
  kind: row.kind,
  counter: row.counter,
  freeBefore: row.free_before,
  freeAfter: row.free_after,
  heldBefore: row.held_before,
  heldAfter: row.held_after,
  cause: row.cause,
  at: Number(row.made_at),
})

const ENTRY_COLUMNS =
  'customer, asset, version, posting, kind, counter, free_before, free_after, held_before, held_after, cause, made_at'

/** Which entries of the fund flow: all that is null is not asked for. `after` is where the page before ended. */
export interface EntryFilter {
  readonly kind: EntryKind | null
  readonly asset: 'EUR' | 'USD' | 'cash' | 'shares' | null
  readonly cause: string | null
  readonly from: Instant | null
  readonly to: Instant | null
  readonly after: { posting: string; asset: string; version: number } | null
}

const LIST_ENTRIES = sql(
  'list_entries',
  `select ${ENTRY_COLUMNS} from entries
   where customer = $1
     and ($2::text is null or kind = $2)
     and ($3::text is null or case $3 when 'cash' then asset in ('EUR', 'USD') when 'shares' then asset not in ('EUR', 'USD') else asset = $3 end)
     and ($4::uuid is null or cause = $4)
     and ($5::int8 is null or made_at >= $5)
     and ($6::int8 is null or made_at < $6)
     and ($7::uuid is null or (posting <= $7 and (posting, asset, version) < ($7, $8::text collate "C", $9::int8)))
   order by posting desc, asset desc, version desc limit $10`,
)

/** The fund flow, newest first. */
export async function listEntriesOf(tx: Tx, customer: string, filter: EntryFilter, most: number): Promise<Entry[]> {
  const { kind, asset, cause, from, to, after } = filter
  const where = [after?.posting ?? null, after?.asset ?? null, after?.version ?? null]
  const rows = await tx.run<EntryRow>(LIST_ENTRIES, [customer, kind, asset, cause, from, to, ...where, most])
  return rows.map(entryOf)
}

const FIND_POSTING = sql(
  'find_posting',
  `select ${ENTRY_COLUMNS} from entries where customer = $1 and posting = $2 order by asset, version`,
)

/** The entries of one posting of a customer; none where there is no such posting. */
export async function findPosting(tx: Tx, customer: string, posting: string): Promise<Entry[]> {
  return (await tx.run<EntryRow>(FIND_POSTING, [customer, posting])).map(entryOf)
}

const ROLL_UP_DAYS = sql(
  'roll_up_days',
  `insert into house_days (day_at, account, asset, units, lines)
   select made_at - made_at % 86400000, account, asset, sum(units), count(*)
   from house_entries
   where made_at >= coalesce((select max(day_at) + 86400000 from house_days), 0) and made_at < $1
   group by 1, 2, 3
   on conflict (day_at, account, asset) do nothing`,
)

/** Add up the house's side of all days (UTC) that were over before `until`, a multiple of a day. */
export async function rollUpHouse(tx: Tx, until: Instant): Promise<void> {
  await tx.run(ROLL_UP_DAYS, [until])
}
