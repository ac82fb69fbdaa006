import type { Asset, Currency } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { EntryKind } from '@lonja/core/ledger/ledger.contract'
import type { HouseAccount } from '@lonja/core/ledger/ledger.contract'
import type { Entry } from '@lonja/core/ledger/ledger.rules'
import { cellOf, flag, instant, int4, shapeOf, units, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { ENTRIES, fromNumber, toNumber } from './ledger.store.ts'

/** The sum of what entries of one kind and account have moved. */
export interface FlowSum {
  readonly asset: Currency
  readonly kind: EntryKind
  readonly counter: HouseAccount
  readonly came: bigint
  readonly went: bigint
}

const MOVED = 'free_moved + held_moved'
/** Entries of the customer's own cash, without holds, which move nothing in or out. */
const OF_CASH = `asset in ('EUR', 'USD') and counter <> 'hold'`

const VERSION_BEFORE = sql(
  'version_before',
  'select first + lines - 1 as version from postings where customer = $1 and made_at < $2 order by first desc limit 1',
  cellOf(instant('version')),
)

/** The number of a customer's last entry before an instant; 0 if there is none. Later entries are scanned. */
export async function versionBefore(tx: Tx, customer: CustomerId, before: Instant): Promise<number> {
  const [version] = await tx.run(VERSION_BEFORE, [customer, before])
  return version ?? 0
}

const SUM_FLOWS = sql(
  'sum_flows',
  `select asset, kind, counter, sum(came)::int8 as came, sum(went)::int8 as went from (
     select asset, kind, counter, came, went from entry_sums where customer = $1 and through <= $2
     union all
     select asset, kind, counter, greatest(${MOVED}, 0), greatest(-(${MOVED}), 0) from entries
     where customer = $1 and ${toNumber('$2')} and ${OF_CASH}
       and ${fromNumber('(select coalesce(max(through), 0) from entry_sums where customer = $1 and through <= $2)')}
   ) as parts group by asset, kind, counter`,
  shapeOf<FlowSum>({
    asset: word('asset'),
    kind: word('kind'),
    counter: word('counter'),
    came: units('came'),
    went: units('went'),
  }),
)

/** The money that came into and went out of a customer's cash up to an entry's version, by kind and account. */
export async function sumFlows(tx: Tx, customer: CustomerId, through: number): Promise<FlowSum[]> {
  return tx.run(SUM_FLOWS, [customer, through])
}

const ADD_UP_ENTRIES = sql(
  'add_up_entries',
  `insert into entry_sums (customer, through, asset, kind, counter, came, went)
   select due.customer, (version + 999) / 1000 * 1000, asset, kind, counter, sum(greatest(${MOVED}, 0)), sum(greatest(-(${MOVED}), 0))
   from (
     select customer, max(version) / 1000 * 1000 as through,
       (select coalesce(max(s.through), 0) from entry_sums s where s.customer = b.customer) as known
     from balances b group by customer
   ) as due
   join entries e on e.customer = due.customer and ${fromNumber('due.known')} and ${toNumber('due.through')}
   where due.through > due.known and ${OF_CASH}
   group by 1, 2, 3, 4, 5
   on conflict do nothing`,
)

/** Sums every full thousand of a customer's entries that is not summed yet. */
export async function addUpEntries(tx: Tx): Promise<void> {
  await tx.run(ADD_UP_ENTRIES)
}

const BALANCES_THROUGH = sql(
  'balances_through',
  `select b.asset, (b.free + b.held - coalesce(since.moved, 0))::int8 as units, (b.owed - coalesce(since.owed, 0))::int8 as owed
   from balances b
   left join (
     select asset, sum(${MOVED}) as moved, sum(case when counter = 'debts' then ${MOVED} else 0 end) as owed
     from entries where customer = $1 and ${fromNumber('$2')} group by asset
   ) as since on since.asset = b.asset
   where b.customer = $1`,
  shapeOf({ asset: word<Asset>('asset'), units: units('units'), owed: units('owed') }),
)

/**
 * A customer's balance of each asset, free and held together, and what was owed, at an entry's version: the present
 * balance less later changes.
 */
export async function listBalancesThrough(
  tx: Tx,
  customer: CustomerId,
  through: number,
): Promise<{ asset: Asset; units: bigint; owed: bigint }[]> {
  return tx.run(BALANCES_THROUGH, [customer, through])
}

/** The change of an asset by one entry; `paid` says that the customer's own money was paid in or out by it. */
export interface BalanceChange {
  readonly asset: Asset
  readonly units: bigint
  readonly at: Instant
  readonly paid: boolean
}

/** Two kinds of accounts of the house, as the feature above that adds the figures up names them. */
interface AccountsByKind {
  /** The customer's own money comes from these and goes to these. */
  readonly paidBy: readonly HouseAccount[]
  /** The customer owes these. An entry against one changes cash and debt alike, so it changes no total. */
  readonly owedTo: readonly HouseAccount[]
}

const LIST_CHANGES = sql(
  'list_changes',
  `select asset, ${MOVED} as units, made_at, counter = any($3::text[]) as paid from entries
   where customer = $1 and counter <> 'hold' and counter <> all($4::text[]) and ${fromNumber('$2')} order by first, at`,
  shapeOf<BalanceChange>({ asset: word('asset'), units: units('units'), at: instant('made_at'), paid: flag('paid') }),
)

/**
 * The changes of each asset after an entry's version, in order. Holds and entries against the accounts of `owedTo` are left
 * out: they change no total.
 */
export async function listChanges(
  tx: Tx,
  customer: CustomerId,
  after: number,
  { paidBy, owedTo }: AccountsByKind,
): Promise<BalanceChange[]> {
  return tx.run(LIST_CHANGES, [customer, after, paidBy, owedTo])
}

const LIST_MOVED = sql(
  'list_moved',
  `select least(width_bucket(made_at, $3::int8[]), cardinality($3::int8[]) - 1) as part, asset, counter = any($4::text[]) as paid,
     sum(${MOVED})::int8 as units
   from entries where customer = $1 and counter <> 'hold' and counter <> all($5::text[]) and ${fromNumber('$2')}
   group by 1, 2, 3`,
  shapeOf({
    part: int4<number>('part'),
    asset: word<Asset>('asset'),
    paid: flag('paid'),
    units: units('units'),
  }),
)

/**
 * The changes that `listChanges` has, summed up to each of some ascending instants. The last sum also has the changes after
 * the last instant.
 */
export async function listMoved(
  tx: Tx,
  customer: CustomerId,
  after: number,
  instants: readonly Instant[],
  { paidBy, owedTo }: AccountsByKind,
): Promise<{ part: number; asset: Asset; paid: boolean; units: bigint }[]> {
  // An entry of the very instant belongs to it.
  const ends = instants.map((at) => Math.min(at + 1, Number.MAX_SAFE_INTEGER))
  return tx.run(LIST_MOVED, [customer, after, ends, paidBy, owedTo])
}

const LAST_VERSIONS = sql(
  'last_versions',
  `select width_bucket(made_at, $2::int8[]) as part, max(first + lines - 1) as through from postings
   where customer = $1 group by 1`,
  shapeOf({ part: int4<number>('part'), through: instant('through') }),
)

/**
 * The number of a customer's last entry before each of some ascending instants: `versionBefore` for each, in one scan
 * of all entries.
 */
export async function versionsBefore(tx: Tx, customer: CustomerId, instants: readonly Instant[]): Promise<number[]> {
  const rows = await tx.run(LAST_VERSIONS, [customer, instants])
  return instants.map((_, index) =>
    Math.max(0, ...rows.filter(({ part }) => part <= index).map(({ through }) => through)),
  )
}

const LIST_BETWEEN = sql(
  'list_entries_between',
  `select ${ENTRIES.names} from entries where customer = $1 and ${fromNumber('$2')} and ${toNumber('$3')} order by first, at limit $4`,
)

/**
 * A customer's entries numbered in (after, through], in order, at most `most`. They never change, so the next page may
 * be read later.
 */
export async function listEntriesBetween(
  tx: Tx,
  customer: CustomerId,
  { after, through }: { after: number; through: number },
  most: number,
): Promise<Entry[]> {
  return (await tx.run(LIST_BETWEEN, [customer, after, through, most])).map(ENTRIES.ofRow)
}
