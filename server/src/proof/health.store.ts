import type { Instant } from '@lonja/core/base/instant'
import type { Breach } from '../ledger/ledger.verify.ts'
import { sql, type Tx } from '../database/db.ts'

/** Facts about the database, read from itself. */
export interface DatabaseFacts {
  readonly engine: string
  readonly bytes: number
  readonly migrations: { readonly done: number; readonly latest: string }
}

const DATABASE = sql(
  'find_database_facts',
  `select 'PostgreSQL ' || current_setting('server_version') as engine, pg_database_size(current_database()) as bytes,
     (select count(*) from schema_migrations) as done,
     (select name from schema_migrations order by number desc limit 1) as latest`,
)

export async function findDatabaseFacts(tx: Tx): Promise<DatabaseFacts> {
  const [raw] = await tx.run<{ engine: string; bytes: bigint; done: bigint; latest: string }>(DATABASE)
  return {
    engine: raw?.engine ?? '',
    bytes: Number(raw?.bytes ?? 0n),
    migrations: { done: Number(raw?.done ?? 0n), latest: raw?.latest ?? '' },
  }
}

/** The result of a check of all books. */
export interface Verification {
  readonly id: string
  readonly beganAt: Instant
  readonly endedAt: Instant
  readonly laws: number
  readonly breaches: readonly Breach[]
  /** The result for the audit log; null if it could not be checked. */
  readonly audit: { readonly rows: number; readonly faults: number } | null
}

const INSERT = sql(
  'insert_verification',
  `insert into verifications (id, began_at, ended_at, ledger_laws, ledger_breaches, ledger_broken, audit_rows, audit_faults)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)
const LATEST = sql('find_last_verification', 'select * from verifications order by id desc limit 1')

export async function insertVerification(tx: Tx, verification: Verification): Promise<void> {
  const { id, beganAt, endedAt, laws, breaches, audit } = verification
  const broken = JSON.stringify(breaches)
  await tx.run(INSERT, [
    id,
    beganAt,
    endedAt,
    laws,
    breaches.length,
    broken,
    audit?.rows ?? null,
    audit?.faults ?? null,
  ])
}

export async function findLastVerification(tx: Tx): Promise<Verification | null> {
  interface Raw {
    id: string
    began_at: bigint
    ended_at: bigint
    ledger_laws: number
    ledger_broken: Breach[]
    audit_rows: bigint | null
    audit_faults: number | null
  }
  const [raw] = await tx.run<Raw>(LATEST)
  if (!raw) return null
  const { id, began_at, ended_at, ledger_laws: laws, ledger_broken: breaches, audit_rows, audit_faults } = raw
  const audit = audit_rows === null ? null : { rows: Number(audit_rows), faults: audit_faults ?? 0 }
  return { id, beganAt: Number(began_at), endedAt: Number(ended_at), laws, breaches, audit }
}
