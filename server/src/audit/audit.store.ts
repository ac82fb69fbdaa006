import type { Act, ActDetail, ActingSeat, Head } from '@lonja/core/audit/audit.rules'
import type { StoredHead, StoredRow } from '@lonja/core/audit/audit.check'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import {
  bytes,
  cellOf,
  group,
  instant,
  int4,
  int8,
  orNull,
  shapeOf,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import { BEFORE_ALL_IDS, PAST_ALL_IDS } from '../base/ids.ts'
import type { LockedTx } from '../database/locks.ts'

/** A row to be added to a chain. */
export interface NewRow extends Act {
  readonly chain: string
  readonly detailText: string
  readonly before: Head
  readonly head: Head
}

/** An act in its columns: its detail is the text that was hashed. */
interface StoredAct extends Omit<Act, 'detail'> {
  readonly detail: string
}

/** A row of a chain, as it is added. */
interface ChainedAct extends StoredAct {
  readonly chain: string
  readonly n: number
  readonly previous: Buffer
  readonly hash: Buffer
}

const FIELDS: Fields<StoredAct> = {
  id: uuid('id'),
  act: word('act'),
  customer: orNull(uuid('customer')),
  seat: orNull(group<ActingSeat>({ id: uuid('seat'), number: int4('seat_number'), role: word('role') })),
  about: orNull(group<NonNullable<Act['about']>>({ kind: word('about_kind'), id: uuid('about_id') })),
  detail: word('detail'),
  at: instant('made_at'),
}
const ACTS = tableOf<StoredAct>(FIELDS)
const CHAINED = tableOf<ChainedAct>({
  ...FIELDS,
  chain: uuid('chain'),
  n: instant('n'),
  previous: bytes('previous'),
  hash: bytes('hash'),
})

function actFrom(row: Row): Act {
  const act = ACTS.ofRow(row)
  return { ...act, detail: JSON.parse(act.detail) as ActDetail }
}

const HEADS = sql(
  'find_audit_heads',
  'select chain, n, hash from audit_heads where chain = any($1::uuid[])',
  shapeOf({ chain: uuid('chain'), head: group<Head>({ n: instant('n'), hash: bytes('hash') }) }),
)
const INSERT = sql('insert_audit_row', `insert into audit_rows (${CHAINED.names}) values (${CHAINED.slots})`)
const SAVE_HEAD = sql(
  'save_audit_head',
  `insert into audit_heads (chain, n, hash) values ($1, $2, $3)
   on conflict (chain) do update set n = excluded.n, hash = excluded.hash`,
)

/** The heads of the chains that have a row. */
export async function findHeads(tx: Tx, chains: readonly string[]): Promise<Map<string, Head>> {
  const rows = await tx.run(HEADS, [chains])
  return new Map(rows.map(({ chain, head }) => [chain, head]))
}

/**
 * Adds a row to its chain and moves the head. Throws a duplicate (SQLSTATE 23505) if another row has its number: a bug.
 */
export async function insertAuditRow(tx: LockedTx, row: NewRow): Promise<void> {
  const { chain, before, head } = row
  const hash = Buffer.from(head.hash)
  const added = { ...row, detail: row.detailText, n: head.n, previous: Buffer.from(before.hash), hash }
  await tx.run(INSERT, CHAINED.values(added))
  await tx.run(SAVE_HEAD, [chain, head.n, hash])
}

const LIST_CHAIN = sql(
  'list_audit_chain',
  `select ${ACTS.names} from audit_rows
   where chain = any($1::uuid[]) and id < $2 and ($3::text is null or act = $3)
     and ($5::uuid[] is null or customer = any($5)) and ($6::text[] is null or act = any($6))
     and made_at >= $7 and made_at < $8 order by id desc limit $4`,
)
// An act is in one or two chains. Lists show the row of the seat's chain if a seat did it, else of the customer's.
const LISTED = `select ${ACTS.names} from audit_rows
  where chain = coalesce(seat, customer) and id < $1 and made_at >= $3 and made_at < $4`
const LIST_ALL = sql('list_audit_log', `${LISTED} order by id desc limit $2`)
const LIST_ACT = sql('list_audit_log_of_act', `${LISTED} and act = $5 order by id desc limit $2`)

export interface ActsFilter {
  /** The chains of a seat or of customers; null for the whole log. */
  readonly chains: readonly string[] | null
  readonly act: string | null
  /** In a chain: only these acts. */
  readonly acts?: readonly string[] | null
  /** In a seat's chain: only acts on these customers. */
  readonly customers?: readonly CustomerId[] | null
  /** From this instant on, and before that one. */
  readonly from?: Instant | null
  readonly to?: Instant | null
}

/** Acts, newest first. */
export async function listActs(
  tx: Tx,
  { chains, act, acts = null, customers = null, from = null, to = null }: ActsFilter,
  { before, most }: { readonly before: string | null; readonly most: number },
): Promise<Act[]> {
  const below = before ?? PAST_ALL_IDS
  const [since, until] = [from ?? 0, to ?? Number.MAX_SAFE_INTEGER]
  if (chains === null) {
    const values = [below, most, since, until]
    return (await (act === null ? tx.run(LIST_ALL, values) : tx.run(LIST_ACT, [...values, act]))).map(actFrom)
  }
  return (await tx.run(LIST_CHAIN, [chains, below, act, most, customers, acts, since, until])).map(actFrom)
}

const LAST_ACT = sql(
  'find_last_act',
  `select max(made_at) as at from (
     select act, seat, made_at from audit_rows where chain = $1 order by n desc limit $4
   ) as latest where act = $2 and seat = $3`,
  cellOf(orNull(instant('at'))),
)

/** The time of the seat's last such act on a customer, among so many of the customer's latest; null if none is. */
export const findLastAct = async (
  tx: Tx,
  key: readonly [customer: CustomerId, act: string, seat: SeatId],
  among: number,
): Promise<Instant | null> => (await tx.run(LAST_ACT, [...key, among]))[0] ?? null

const FIND_VIEWED = sql(
  'find_viewed_pictures',
  `select distinct detail::jsonb ->> 'picture' as picture from audit_rows
   where chain = $1 and seat = $2 and act = $3 and about_id = $4`,
  cellOf(uuid('picture')),
)

/** The pictures of one record that a seat has opened, by its acts on the customer. */
export async function findViewed(
  tx: Tx,
  { customer, seat, act, about }: { customer: CustomerId; seat: SeatId; act: string; about: string },
): Promise<ReadonlySet<string>> {
  return new Set(await tx.run(FIND_VIEWED, [customer, seat, act, about]))
}

/** The links of a row are read in hex. */
const STORED = tableOf<StoredRow>({
  chain: uuid('chain'),
  n: instant('n'),
  id: uuid('id'),
  act: word('act'),
  customer: orNull(uuid('customer')),
  seat: orNull(uuid('seat')),
  seatNumber: orNull(int4('seat_number')),
  role: orNull(word('role')),
  aboutKind: orNull(word('about_kind')),
  aboutId: orNull(uuid('about_id')),
  detail: word('detail'),
  at: instant('made_at'),
  previous: word('previous'),
  hash: word('hash'),
})

const LIST_CHAINS = sql(
  'list_audit_chains',
  `select chain from (select chain from audit_heads union select distinct chain from audit_rows) known
   where chain > $1 and ($2::uuid is null or chain = $2) order by chain limit $3`,
  cellOf(uuid('chain')),
)
const LIST_KEPT = sql(
  'list_kept_audit_rows',
  `select chain, n, ${ACTS.names}, encode(previous, 'hex') as previous, encode(hash, 'hex') as hash
   from audit_rows where chain = any($1::uuid[]) order by chain, n`,
)

/**
 * The ids of chains in order, after one of them, or one alone. Chains that lack their head or their rows are included.
 */
export async function listChains(tx: Tx, after: string | null, only: string | null, most: number): Promise<string[]> {
  return tx.run(LIST_CHAINS, [after ?? BEFORE_ALL_IDS, only, most])
}

const VANISHED = sql(
  'list_vanished_chains',
  `select chain from unnest($1::uuid[]) as known (chain)
   where not exists (select from audit_heads h where h.chain = known.chain)
     and not exists (select from audit_rows r where r.chain = known.chain) order by chain`,
  cellOf(uuid('chain')),
)

/** The chains among these that have neither a head nor a row any more. */
export const listVanished = async (tx: Tx, chains: readonly string[]): Promise<string[]> => tx.run(VANISHED, [chains])

/** The stored rows of some chains, each chain in the order of its numbers. */
export async function listStoredRows(tx: Tx, chains: readonly string[]): Promise<Map<string, StoredRow[]>> {
  const rows = (await tx.run(LIST_KEPT, [chains])).map(STORED.ofRow)
  const byChain = new Map<string, StoredRow[]>(chains.map((chain) => [chain, []]))
  for (const row of rows) byChain.get(row.chain)?.push(row)
  return byChain
}

const LIST_HEADS = sql(
  'list_audit_heads',
  `select chain, n, encode(hash, 'hex') as hash from audit_heads where $1::uuid[] is null or chain = any($1) order by chain`,
  shapeOf<StoredHead>({ chain: uuid('chain'), n: instant('n'), hash: word('hash') }),
)
/** The heads of all chains, or of some, in the order of their ids. */
export async function listHeads(tx: Tx, of: readonly string[] | null = null): Promise<StoredHead[]> {
  return tx.run(LIST_HEADS, [of])
}

/** A round of signing. `line` is the same text as in the file. */
export interface Round {
  readonly n: number
  readonly at: Instant
  readonly line: string
}

const ROUNDS = tableOf<Round>({ n: instant('n'), at: instant('made_at'), line: word('line') })
const LIST_ROUNDS = sql('list_audit_rounds', `select ${ROUNDS.names} from audit_rounds where n > $1 order by n`)
const INSERT_ROUND = sql('insert_audit_round', `insert into audit_rounds (${ROUNDS.names}) values (${ROUNDS.slots})`)

export const listRounds = async (tx: Tx, after = 0): Promise<Round[]> =>
  (await tx.run(LIST_ROUNDS, [after])).map(ROUNDS.ofRow)

// An act of a seat about a customer is in both chains, with the same content.
const UNLIKE = sql(
  'list_unlike_audit_rows',
  `select min(chain::text)::uuid as chain, min(n) as n from audit_rows where customer is not null and seat is not null
   group by id having count(*) <> 2 or min(chain::text) = max(chain::text)
     or count(distinct row (act, customer, seat, seat_number, role, about_kind, about_id, detail, made_at)) <> 1
   order by 1 limit $1`,
  shapeOf({ chain: uuid('chain'), n: instant('n') }),
)

/** Acts whose rows in the two chains differ, or that are missing in one of them. */
export async function listUnlike(tx: Tx, limit: number): Promise<{ chain: string; n: number }[]> {
  return tx.run(UNLIKE, [limit])
}

const LAST_ROUND = sql(
  'find_last_audit_round',
  'select made_at from audit_rounds order by n desc limit 1',
  cellOf(instant('made_at')),
)

/** The time of the last round of signing; null before the first one. */
export const findLastRound = async (tx: Tx): Promise<Instant | null> => (await tx.run(LAST_ROUND))[0] ?? null

/** Throws a duplicate (SQLSTATE 23505) if another node signed this round. */
export async function insertRound(tx: Tx, round: Round): Promise<void> {
  await tx.run(INSERT_ROUND, ROUNDS.values(round))
}

const COUNT_CHAINS = sql('count_audit_chains', 'select count(*) as chains from audit_heads', cellOf(int8('chains')))

export const countChains = async (tx: Tx): Promise<number> => (await tx.run(COUNT_CHAINS))[0] ?? 0

const ROUND = sql('find_last_round_line', `select ${ROUNDS.names} from audit_rounds order by n desc limit 1`)
const UNSIGNED = sql(
  'count_unsigned_audit_rows',
  'select count(*) as rows from audit_rows where id >= $1',
  cellOf(int8('rows')),
)

/** The latest round of signing; null for none. */
export async function findLastRoundLine(tx: Tx): Promise<Round | null> {
  const [row] = await tx.run(ROUND)
  return row ? ROUNDS.ofRow(row) : null
}

/** Counts the rows of the audit log written from an instant on: their ids begin with their time. */
export async function countRowsFrom(tx: Tx, from: Instant): Promise<number> {
  const time = Math.max(0, from).toString(16).padStart(12, '0')
  const [rows] = await tx.run(UNSIGNED, [`${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`])
  return rows ?? 0
}
