import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import type { Breach } from '../ledger/ledger.verify.ts'
import { group, instant, int4, int8, json, orNull, shapeOf, tableOf, uuid, word } from '../database/codecs.ts'
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
  shapeOf<DatabaseFacts>({
    engine: word('engine'),
    bytes: int8('bytes'),
    migrations: group<DatabaseFacts['migrations']>({ done: int8('done'), latest: word('latest') }),
  }),
)

export async function findDatabaseFacts(tx: Tx): Promise<DatabaseFacts> {
  const [facts] = await tx.run(DATABASE)
  assert(facts !== undefined, 'a row of facts')
  return facts
}

interface AuditResult {
  readonly rows: number
  readonly faults: number
}

/** The result of a check of all books. */
export interface Verification {
  readonly id: string
  readonly beganAt: Instant
  readonly endedAt: Instant
  readonly laws: number
  readonly breaches: readonly Breach[]
  /** The result for the audit log; null if it could not be checked. */
  readonly audit: AuditResult | null
}

const VERIFICATIONS = tableOf<Verification>({
  id: uuid('id'),
  beganAt: instant('began_at'),
  endedAt: instant('ended_at'),
  laws: int4('ledger_laws'),
  breaches: json('ledger_broken'),
  audit: orNull(group<AuditResult>({ rows: int8('audit_rows'), faults: int4('audit_faults') })),
})

const INSERT = sql(
  'insert_verification',
  `insert into verifications (${VERIFICATIONS.names}, ledger_breaches) values (${VERIFICATIONS.slots}, $8)`,
)
const LATEST = sql(
  'find_last_verification',
  `select ${VERIFICATIONS.names} from verifications order by id desc limit 1`,
  VERIFICATIONS.ofRow,
)

export async function insertVerification(tx: Tx, verification: Verification): Promise<void> {
  await tx.run(INSERT, [...VERIFICATIONS.values(verification), verification.breaches.length])
}

export async function findLastVerification(tx: Tx): Promise<Verification | null> {
  const [verification] = await tx.run(LATEST)
  return verification ?? null
}
