import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'

/** What the database knows of itself and of the audit log. */
export interface DatabaseFacts {
  readonly engine: string
  readonly bytes: number
  readonly migrations: { readonly done: number; readonly latest: string }
  readonly chains: number
}

const DATABASE = sql(
  'find_database_facts',
  `select 'PostgreSQL ' || current_setting('server_version') as engine, pg_database_size(current_database()) as bytes,
     (select count(*) from schema_migrations) as done,
     (select name from schema_migrations order by number desc limit 1) as latest,
     (select count(*) from audit_heads) as chains`,
)

export async function findDatabaseFacts(tx: Tx): Promise<DatabaseFacts> {
  const [raw] = await tx.run<{ engine: string; bytes: bigint; done: bigint; latest: string; chains: bigint }>(DATABASE)
  return {
    engine: raw?.engine ?? '',
    bytes: Number(raw?.bytes ?? 0n),
    migrations: { done: Number(raw?.done ?? 0n), latest: raw?.latest ?? '' },
    chains: Number(raw?.chains ?? 0n),
  }
}

const ROUND = sql('find_last_round_line', 'select n, made_at, line from audit_rounds order by n desc limit 1')
const UNSIGNED = sql('count_unsigned_audit_rows', 'select count(*) as rows from audit_rows where id >= $1')

export interface LastRound {
  readonly n: number
  readonly at: Instant
  readonly line: string
}

/** The latest round of signing; null for none. */
export async function findLastRoundLine(tx: Tx): Promise<LastRound | null> {
  const [raw] = await tx.run<{ n: bigint; made_at: bigint; line: string }>(ROUND)
  return raw ? { n: Number(raw.n), at: Number(raw.made_at), line: raw.line } : null
}

/** Rows of the audit log that were written from a moment on: their ids begin with their time. */
export async function countRowsFrom(tx: Tx, from: Instant): Promise<number> {
  const time = Math.max(0, from).toString(16).padStart(12, '0')
  const [raw] = await tx.run<{ rows: bigint }>(UNSIGNED, [
    `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`,
  ])
  return Number(raw?.rows ?? 0n)
}

/** What a check of all books found. */
export interface Verification {
  readonly id: string
  readonly beganAt: Instant
  readonly endedAt: Instant
  readonly laws: number
  readonly breaches: number
  /** Of the audit log; null where it could not be checked. */
  readonly audit: { readonly rows: number; readonly faults: number } | null
}

const INSERT = sql(
  'insert_verification',
  `insert into verifications (id, began_at, ended_at, ledger_laws, ledger_breaches, audit_rows, audit_faults)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)
const LATEST = sql('find_last_verification', 'select * from verifications order by id desc limit 1')

export async function insertVerification(tx: Tx, found: Verification): Promise<void> {
  const { id, beganAt, endedAt, laws, breaches, audit } = found
  await tx.run(INSERT, [id, beganAt, endedAt, laws, breaches, audit?.rows ?? null, audit?.faults ?? null])
}

export async function findLastVerification(tx: Tx): Promise<Verification | null> {
  interface Raw {
    id: string
    began_at: bigint
    ended_at: bigint
    ledger_laws: number
    ledger_breaches: number
    audit_rows: bigint | null
    audit_faults: number | null
  }
  const [raw] = await tx.run<Raw>(LATEST)
  if (!raw) return null
  const { id, began_at, ended_at, ledger_laws: laws, ledger_breaches: breaches, audit_rows, audit_faults } = raw
  const audit = audit_rows === null ? null : { rows: Number(audit_rows), faults: audit_faults ?? 0 }
  return { id, beganAt: Number(began_at), endedAt: Number(ended_at), laws, breaches, audit }
}
