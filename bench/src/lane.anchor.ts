import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** TPC-B as run by PostgreSQL's own `pgbench` on the measured server: the anchor of the lane. */
export interface Anchor {
  /** Transactions per second with a number of clients. */
  measure(clients: number, seconds: number): number
}

const PACKAGED = '/usr/lib/postgresql'
/** At least as many branches as clients, so that they do not wait for one another's row. */
const SCALE = 32

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
  return {
    measure: (clients, seconds) => {
      const threads = String(Math.min(2, clients))
      const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', threads, '-T', String(seconds), at.database]
      const output = execFileSync(pgbench, [...at.args, ...args], { env: at.env, encoding: 'utf8' })
      return Number(/tps = ([\d.]+)/.exec(output)?.[1])
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
