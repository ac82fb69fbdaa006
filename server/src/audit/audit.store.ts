import type { Act, ActDetail, Head } from '@lonja/core/audit/audit.rules'
import type { Role } from '@lonja/core/base/contract'
import { sql, type Tx } from '../base/db.ts'

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

/** Where chains end, those that have a row. The caller holds the locks of their customer and seat. */
export async function findHeads(tx: Tx, chains: readonly string[]): Promise<Map<string, Head>> {
  const rows = await tx.run<{ chain: string; n: bigint; hash: Buffer }>(HEADS, [chains])
  return new Map(rows.map(({ chain, n, hash }) => [chain, { n: Number(n), hash }]))
}

/** Adds a row to its chain, with the head that it makes. A duplicate (SQLSTATE 23505) where another row took its number: a bug. */
export async function insertAuditRow(tx: Tx, row: NewRow): Promise<void> {
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
  customer: string | null
  seat: string | null
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
   where chain = $1 and ($2::uuid is null or id < $2) and ($3::text is null or act = $3) order by id desc limit $4`,
)
// An act stands in one or two chains: the seat's, where a seat did it, else the customer's, is the one that is listed.
const LIST_ALL = sql(
  'list_audit_log',
  `select ${COLUMNS} from audit_rows
   where chain = coalesce(seat, customer) and ($1::uuid is null or id < $1) and ($2::text is null or act = $2)
   order by id desc limit $3`,
)

export interface ActsWanted {
  /** Of one customer or seat; null for the whole log. */
  readonly chain: string | null
  readonly act: string | null
  readonly before: string | null
  readonly most: number
}

/** Acts, newest first. */
export async function listActs(tx: Tx, { chain, act, before, most }: ActsWanted): Promise<Act[]> {
  const rows =
    chain === null
      ? await tx.run<Raw>(LIST_ALL, [before, act, most])
      : await tx.run<Raw>(LIST_CHAIN, [chain, before, act, most])
  return rows.map(toAct)
}
