import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Db } from '@lonja/server/database/db'

/** The costs so far: processor time of Node and of all PostgreSQL processes, and rows written. */
export interface Costs {
  readonly nodeUs: number
  /** Null if the machine does not report it (Linux does). */
  readonly databaseUs: number | null
  readonly rows: number
}

const ROWS = sql(
  'bench_rows',
  `select tup_inserted + tup_updated + tup_deleted as rows from pg_stat_database where datname = current_database()`,
)
/** PostgreSQL's sessions report their writes at most once a second. */
const REPORTED_MS = 1_200

export async function costsSoFar(db: Db, postgresPid: number | null): Promise<Costs> {
  const { user, system } = process.cpuUsage()
  const databaseUs = postgresPid === null ? null : cpuOf(postgresPid)
  await sleep(REPORTED_MS)
  const [row] = await db.read((tx) => tx.run<{ rows: bigint }>(ROWS))
  return { nodeUs: user + system, databaseUs, rows: Number(row?.rows ?? 0) }
}

export const between = (before: Costs, after: Costs): Costs => ({
  nodeUs: after.nodeUs - before.nodeUs,
  databaseUs: before.databaseUs === null || after.databaseUs === null ? null : after.databaseUs - before.databaseUs,
  rows: after.rows - before.rows,
})

const TICK_US = 10_000

/** Processor time of a process and its children, in microseconds; null if the machine does not report it. */
export function cpuOf(parent: number): number | null {
  if (!existsSync('/proc/self/stat')) return null
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statOf(name)
    // Fields after the program's name: state, parent, …; user and system time are the 12th and 13th.
    if (Number(name) === parent || Number(fields[1]) === parent) ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks * TICK_US
}

function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return [] // It ended in the meantime.
  }
}
