import type { Act, ActDetail, Head } from '@lonja/core/audit/audit.rules'
import type { StoredHead, StoredRow } from '@lonja/core/audit/audit.check'
import type { Role } from '@lonja/core/base/contract'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'
import { BEFORE_ALL_IDS, PAST_ALL_IDS } from '../base/ids.ts'
import type { LockedTx } from '../database/locks.ts'

/** A row to be added to a chain. */
export interface NewRow extends Act {
  readonly chain: string
  readonly detailText: string
  readonly before: Head
  readonly head: Head
}

const HEADS = sql('find_audit_heads', 'select chain, n, hash from audit_heads where chain = any($1::uuid[])')
const INSERT = sql(
  'insert_audit_row',
  `insert into audit_rows (chain, n, id, act, customer, seat, seat_number, role, about_kind, about_id, detail, made_at, previous, hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
)
const SAVE_HEAD = sql(
  'save_audit_head',
  `insert into audit_heads (chain, n, hash) values ($1, $2, $3)
   on conflict (chain) do update set n = excluded.n, hash = excluded.hash`,
)

/** The heads of the chains that have a row. */
export async function findHeads(tx: Tx, chains: readonly string[]): Promise<Map<string, Head>> {
  const rows = await tx.run<{ chain: string; n: bigint; hash: Buffer }>(HEADS, [chains])
  return new Map(rows.map(({ chain, n, hash }) => [chain, { n: Number(n), hash }]))
}

/**
 * Adds a row to its chain and moves the head. Throws a duplicate (SQLSTATE 23505) if another row has its number: a bug.
 */
export async function insertAuditRow(tx: LockedTx, row: NewRow): Promise<void> {
  const { chain, id, act, customer, seat, about, at, before, head } = row
  const hash = Buffer.from(head.hash)
  const by = [seat?.id ?? null, seat?.number ?? null, seat?.role ?? null]
  const what = [id, act, customer, ...by, about?.kind ?? null, about?.id ?? null, row.detailText, at]
  await tx.run(INSERT, [chain, head.n, ...what, Buffer.from(before.hash), hash])
  await tx.run(SAVE_HEAD, [chain, head.n, hash])
}

interface Raw {
  id: string
  act: string
  customer: CustomerId | null
  seat: SeatId | null
  seat_number: number | null
  role: Role | null
  about_kind: string | null
  about_id: string | null
  detail: string
  made_at: bigint
}

const toAct = (raw: Raw): Act => ({
  id: raw.id,
  act: raw.act,
  customer: raw.customer,
  seat: raw.seat && raw.seat_number && raw.role ? { id: raw.seat, number: raw.seat_number, role: raw.role } : null,
  about: raw.about_kind && raw.about_id ? { kind: raw.about_kind, id: raw.about_id } : null,
  detail: JSON.parse(raw.detail) as ActDetail,
  at: Number(raw.made_at),
})

const COLUMNS = 'id, act, customer, seat, seat_number, role, about_kind, about_id, detail, made_at'
const LIST_CHAIN = sql(
  'list_audit_chain',
  `select ${COLUMNS} from audit_rows
   where chain = $1 and id < $2 and ($3::text is null or act = $3)
     and ($5::uuid is null or customer = $5) and ($6::text[] is null or act = any($6)) order by id desc limit $4`,
)
// An act is in one or two chains. Lists show the row of the seat's chain if a seat did it, else of the customer's.
const LISTED = `select ${COLUMNS} from audit_rows where chain = coalesce(seat, customer) and id < $1`
const LIST_ALL = sql('list_audit_log', `${LISTED} order by id desc limit $2`)
const LIST_ACT = sql('list_audit_log_of_act', `${LISTED} and act = $3 order by id desc limit $2`)

export interface ActsFilter {
  /** One customer or seat; null for the whole log. */
  readonly chain: string | null
  readonly act: string | null
  /** In a chain: only these acts. */
  readonly acts?: readonly string[] | null
  /** In a seat's chain: only acts on this customer. */
  readonly customer?: CustomerId | null
  readonly before: string | null
  readonly most: number
}

/** Acts, newest first. */
export async function listActs(
  tx: Tx,
  { chain, act, acts = null, customer = null, before, most }: ActsFilter,
): Promise<Act[]> {
  const below = before ?? PAST_ALL_IDS
  if (chain === null) {
    const rows = await (act === null ? tx.run<Raw>(LIST_ALL, [below, most]) : tx.run<Raw>(LIST_ACT, [below, most, act]))
    return rows.map(toAct)
  }
  const rows = await tx.run<Raw>(LIST_CHAIN, [chain, below, act, most, customer, acts])
  return rows.map(toAct)
}

const LAST_ACT = sql(
  'find_last_act',
  `select max(made_at) as at from (
     select act, seat, made_at from audit_rows where chain = $1 order by n desc limit 100
   ) as latest where act = $2 and seat = $3`,
)

/**
 * The time of the seat's last such act on a customer, among the customer's latest hundred acts; null where it is not
 * among them.
 */
export async function findLastAct(tx: Tx, customer: CustomerId, act: string, seat: SeatId): Promise<Instant | null> {
  const [row] = await tx.run<{ at: bigint | null }>(LAST_ACT, [customer, act, seat])
  return row?.at === null || row === undefined ? null : Number(row.at)
}

interface RawKept extends Raw {
  chain: string
  n: bigint
  previous: string
  hash: string
}

const LIST_CHAINS = sql(
  'list_audit_chains',
  `select chain from (select chain from audit_heads union select distinct chain from audit_rows) known
   where chain > $1 and ($2::uuid is null or chain = $2) order by chain limit $3`,
)
const LIST_KEPT = sql(
  'list_kept_audit_rows',
  `select chain, n, ${COLUMNS}, encode(previous, 'hex') as previous, encode(hash, 'hex') as hash
   from audit_rows where chain = any($1::uuid[]) order by chain, n`,
)

/**
 * The ids of chains in order, after one of them, or one alone. Chains that lack their head or their rows are included.
 */
export async function listChains(tx: Tx, after: string | null, only: string | null, most: number): Promise<string[]> {
  const rows = await tx.run<{ chain: string }>(LIST_CHAINS, [after ?? BEFORE_ALL_IDS, only, most])
  return rows.map(({ chain }) => chain)
}

const VANISHED = sql(
  'list_vanished_chains',
  `select chain from unnest($1::uuid[]) as known (chain)
   where not exists (select from audit_heads h where h.chain = known.chain)
     and not exists (select from audit_rows r where r.chain = known.chain) order by chain`,
)

/** The chains among these that have neither a head nor a row any more. */
export const listVanished = async (tx: Tx, chains: readonly string[]): Promise<string[]> =>
  (await tx.run<{ chain: string }>(VANISHED, [chains])).map(({ chain }) => chain)

/** The stored rows of some chains, each chain in the order of its numbers. */
export async function listStoredRows(tx: Tx, chains: readonly string[]): Promise<Map<string, StoredRow[]>> {
  const rows = await tx.run<RawKept>(LIST_KEPT, [chains])
  const byChain = new Map<string, StoredRow[]>(chains.map((chain) => [chain, []]))
  for (const raw of rows) {
    const { chain, id, act, customer, seat, role, detail, previous, hash } = raw
    byChain.get(chain)?.push({
      chain,
      n: Number(raw.n),
      id,
      act,
      customer,
      seat,
      role,
      detail,
      previous,
      hash,
      seatNumber: raw.seat_number,
      aboutKind: raw.about_kind,
      aboutId: raw.about_id,
      at: Number(raw.made_at),
    })
  }
  return byChain
}

const LIST_HEADS = sql(
  'list_audit_heads',
  `select chain, n, encode(hash, 'hex') as hash from audit_heads where $1::uuid[] is null or chain = any($1) order by chain`,
)
const LIST_ROUNDS = sql('list_audit_rounds', 'select n, made_at, line from audit_rounds where n > $1 order by n')
const INSERT_ROUND = sql('insert_audit_round', 'insert into audit_rounds (n, made_at, line) values ($1, $2, $3)')

/** The heads of all chains, or of some, in the order of their ids. */
export async function listHeads(tx: Tx, of: readonly string[] | null = null): Promise<StoredHead[]> {
  const rows = await tx.run<{ chain: string; n: bigint; hash: string }>(LIST_HEADS, [of])
  return rows.map(({ chain, n, hash }) => ({ chain, n: Number(n), hash }))
}

/** A round of signing. `line` is the same text as in the file. */
export interface Round {
  readonly n: number
  readonly at: Instant
  readonly line: string
}

const toRound = ({ n, made_at, line }: { n: bigint; made_at: bigint; line: string }): Round => ({
  n: Number(n),
  at: Number(made_at),
  line,
})

export const listRounds = async (tx: Tx, after = 0): Promise<Round[]> =>
  (await tx.run<{ n: bigint; made_at: bigint; line: string }>(LIST_ROUNDS, [after])).map(toRound)

// An act of a seat about a customer is in both chains, with the same content.
const UNLIKE = sql(
  'list_unlike_audit_rows',
  `select min(chain::text)::uuid as chain, min(n) as n from audit_rows where customer is not null and seat is not null
   group by id having count(*) <> 2 or min(chain::text) = max(chain::text)
     or count(distinct row (act, customer, seat, seat_number, role, about_kind, about_id, detail, made_at)) <> 1
   order by 1 limit 100`,
)

/** Acts whose rows in the two chains differ, or that are missing in one of them. */
export async function listUnlike(tx: Tx): Promise<{ chain: string; n: number }[]> {
  return (await tx.run<{ chain: string; n: bigint }>(UNLIKE)).map(({ chain, n }) => ({ chain, n: Number(n) }))
}

const LAST_ROUND = sql('find_last_audit_round', 'select made_at from audit_rounds order by n desc limit 1')

/** The time of the last round of signing; null before the first one. */
export async function findLastRound(tx: Tx): Promise<Instant | null> {
  const [row] = await tx.run<{ made_at: bigint }>(LAST_ROUND)
  return row ? Number(row.made_at) : null
}

/** Throws a duplicate (SQLSTATE 23505) if another node signed this round. */
export async function insertRound(tx: Tx, { n, at, line }: Round): Promise<void> {
  await tx.run(INSERT_ROUND, [n, at, line])
}

const COUNT_CHAINS = sql('count_audit_chains', 'select count(*) as chains from audit_heads')

export async function countChains(tx: Tx): Promise<number> {
  const [raw] = await tx.run<{ chains: bigint }>(COUNT_CHAINS, [])
  return Number(raw?.chains ?? 0n)
}

const ROUND = sql('find_last_round_line', 'select n, made_at, line from audit_rounds order by n desc limit 1')
const UNSIGNED = sql('count_unsigned_audit_rows', 'select count(*) as rows from audit_rows where id >= $1')

/** The latest round of signing; null for none. */
export async function findLastRoundLine(tx: Tx): Promise<Round | null> {
  const [raw] = await tx.run<{ n: bigint; made_at: bigint; line: string }>(ROUND)
  return raw ? { n: Number(raw.n), at: Number(raw.made_at), line: raw.line } : null
}

/** Counts the rows of the audit log written from an instant on: their ids begin with their time. */
export async function countRowsFrom(tx: Tx, from: Instant): Promise<number> {
  const time = Math.max(0, from).toString(16).padStart(12, '0')
  const [raw] = await tx.run<{ rows: bigint }>(UNSIGNED, [
    `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`,
  ])
  return Number(raw?.rows ?? 0n)
}
