import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuOf } from './lane.costs.ts'

/** TPC-B as PostgreSQL's own `pgbench` runs it, on the server that is measured: the lane is compared with it. */
export interface Anchor {
  /** Transactions per second with a number of clients. */
  measure(clients: number, seconds: number): number
  /** The same, with PostgreSQL's processor time a transaction. `postgres` is its first process. */
  measureCosts(clients: number, seconds: number, postgres: number | null): Promise<AnchorCosts>
}

export interface AnchorCosts {
  readonly rate: number
  /** Null where the machine does not say. */
  readonly databaseUs: number | null
}

const PACKAGED = '/usr/lib/postgresql'
/** At least as many branches as clients, so that they do not wait for one another's row. */
const SCALE = 32
/** Sessions that are just ending are counted nowhere: read sooner, a transaction seems to cost half. */
const ENDED_MS = 300

/** The machine's `pgbench`; null if there is none. The npm binaries do not include it. */
export function findPgbench(): string | null {
  const packaged = existsSync(PACKAGED)
    ? readdirSync(PACKAGED)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(PACKAGED, version, 'bin', 'pgbench'))
    : []
  const programs = ['/usr/bin/pgbench', ...packaged].filter((path) => existsSync(path))
  return programs.find((path) => spawnSync(path, ['--version']).status === 0) ?? null
}

/** Create the TPC-B tables in a database of their own. */
export function openAnchor(pgbench: string, url: string): Anchor {
  const at = connectionOf(url)
  execFileSync(pgbench, [...at.args, '-i', '-q', '-s', String(SCALE), at.database], { env: at.env, stdio: 'ignore' })
  const report = (clients: number, seconds: number): { rate: number; transactions: number } => {
    const threads = String(Math.min(2, clients))
    const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', threads, '-T', String(seconds), at.database]
    const text = execFileSync(pgbench, [...at.args, ...args], { env: at.env, encoding: 'utf8' })
    const figure = (form: RegExp): number => Number(form.exec(text)?.[1])
    return { rate: figure(/tps = ([\d.]+)/), transactions: figure(/actually processed: (\d+)/) }
  }
  return {
    measure: (clients, seconds) => report(clients, seconds).rate,
    measureCosts: async (clients, seconds, postgres) => {
      const cpu = (): number | null => (postgres === null ? null : cpuOf(postgres))
      const before = cpu()
      const { rate, transactions } = report(clients, seconds)
      await sleep(ENDED_MS)
      const after = cpu()
      return { rate, databaseUs: before === null || after === null ? null : (after - before) / transactions }
    },
  }
}

/** An address as the options and environment of PostgreSQL's own programs. */
function connectionOf(url: string): { args: string[]; env: NodeJS.ProcessEnv; database: string } {
  const read = new URL(url.replace(/@\//, '@socket/'))
  const socket = read.searchParams.get('host')
  const args = ['-h', socket ?? read.hostname, '-U', decodeURIComponent(read.username)]
  const port = read.searchParams.get('port') ?? read.port
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(read.password) }
  return { args: port ? [...args, '-p', port] : args, env, database: read.pathname.slice(1) }
}
