import type { ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '@lonja/core/base/assert'
import { embeddedBinaries, type Binaries } from './binaries.ts'
import { CannotOpen } from '../base/cannot.ts'
import * as clusters from './cluster.ts'
import type { Cluster } from './cluster.ts'
import type { Log } from '../base/log.ts'
import { endLeftover, endPostgres, findPostmaster, findRunning } from './postmaster.ts'
import { runAsFor, spawnAs } from './runas.ts'

/** The built-in PostgreSQL: a child process, restarted when it dies, ended with the house. */
export interface Postgres {
  /** The address for the server's role, which cannot change append-only data. */
  readonly url: string
  /** The address for the owner of the tables, for migrations. */
  readonly ownerUrl: string
  /** The address for the role that may create and drop databases, for tests. */
  readonly adminUrl: string
  readonly version: string
  /** Its process id; null while it is down. */
  pid(): number | null
  /** Ends it after everything is written. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** The data folder, with the files in `pg` and the socket in `socket`. */
  readonly folder: string
  readonly log: Log
  /** Gets lines for the operator. */
  readonly say?: (line: string) => void
  /** A PostgreSQL other than the built-in one. */
  readonly binaries?: Binaries
  /** Settings that override the house's own. */
  readonly settings?: Record<string, string>
  readonly database?: string
  /** If it aborts during the start, the database is ended and the opening throws. */
  readonly signal?: AbortSignal
}

/**
 * Opens the database of a data folder. The first start makes it, PostgreSQL recovers it after a crash, and a killed
 * server's leftover process is ended.
 */
export async function openPostgres(options: PostgresOptions): Promise<Postgres> {
  const { log, say = (line) => log.info(line), settings = {}, database = 'lonja' } = options
  const cluster = await openCluster(options, say)
  const leftover = await endLeftover(cluster.files, cluster.binaries.bin)
  if (leftover) say(`PostgreSQL of an earlier server was still running (process ${leftover}): it was ended.`)
  const keeper = keep(cluster, settings, log)
  const giveUp = (): void => void keeper.stop()
  options.signal?.addEventListener('abort', giveUp, { once: true })
  try {
    options.signal?.throwIfAborted()
    await keeper.start()
    await clusters.makeRoles(cluster, database)
  } catch (error) {
    await keeper.stop()
    throw error
  } finally {
    options.signal?.removeEventListener('abort', giveUp)
  }
  return {
    url: clusters.urlFor(cluster, clusters.SERVER, database),
    ownerUrl: clusters.urlFor(cluster, clusters.OWNER, database),
    adminUrl: clusters.urlFor(cluster, clusters.ADMIN, clusters.ADMIN),
    version: cluster.binaries.version,
    pid: keeper.pid,
    stop: keeper.stop,
  }
}

/** The server's address in the running database of a folder; null if none runs there. */
export function findUrl(folder: string, database = 'lonja'): string | null {
  const files = join(folder, 'pg')
  const running = findRunning(files)
  if (!running) return null
  const { port, socket } = running
  const where = socket ? ({ by: 'socket', folder: socket } as const) : ({ by: 'loopback', port } as const)
  return clusters.urlFor({ where, passwords: clusters.passwordsIn(folder, files) }, clusters.SERVER, database)
}

async function openCluster(
  { folder, binaries: binariesSetting, settings }: PostgresOptions,
  say: (line: string) => void,
): Promise<Cluster> {
  const files = join(folder, 'pg')
  const runAs = runAsFor(files)
  if (!runAs)
    throw new CannotOpen(
      `PostgreSQL cannot run as root, and nobody else can enter ${folder}: set DATA_DIR to a folder such as /var/lib/lonja.`,
    )
  const binaries = binariesSetting ?? embeddedBinaries(folder, runAs, say)
  const passwords = clusters.passwordsIn(folder, files)
  const cluster = { files, log: join(folder, 'postgres.log'), runAs, binaries, passwords }
  if (!existsSync(files)) await clusters.makeFiles(cluster, settings?.['fsync'] !== 'off')
  clusters.checkMajor(files, binaries)
  return { ...cluster, where: await clusters.placeFor(folder, runAs) }
}

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000
/** The last processes of a killed PostgreSQL may hold its memory for a moment, so the start is retried. */
const TRIES_AT_START = 5

/** Keeps one PostgreSQL running: when it ends by itself, it is restarted until it succeeds. */
function keep(cluster: Cluster, settings: Record<string, string>, log: Log) {
  let child: ChildProcess | null = null
  let stopping = false

  const launch = async (): Promise<void> => {
    child = spawnPostgres(cluster, settings)
    const launched = child
    await untilReady(cluster, launched)
    launched.once('exit', (code, signal) => {
      child = null
      if (!stopping) void again(code, signal)
    })
  }

  const again = async (code: number | null, signal: string | null): Promise<void> => {
    log.error({ code, signal }, 'PostgreSQL ended by itself: it is started again')
    for (let pauseMs = 0; !stopping; pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS + 2 * pauseMs)) {
      await sleep(pauseMs)
      const problem = stopping
        ? null
        : await launch().then(
            () => null,
            (error: unknown) => error,
          )
      if (!problem) return
      log.error({ err: problem }, 'PostgreSQL could not be started again: the next try follows')
    }
  }

  const start = async (): Promise<void> => {
    for (let left = TRIES_AT_START; ; left--) {
      try {
        return await launch()
      } catch (error) {
        if (left === 1 || stopping) throw error
        await sleep(FIRST_PAUSE_MS * 2 ** (TRIES_AT_START - left))
      }
    }
  }

  const stop = async (): Promise<void> => {
    stopping = true
    const ending = child
    if (!ending?.pid || ending.exitCode !== null || ending.signalCode !== null) return
    // If this process exits before the stop has finished, PostgreSQL ends at once. The next start recovers.
    const atOnce = (): void => void ending.kill('SIGQUIT')
    process.once('exit', atOnce)
    await endPostgres(ending.pid, cluster.binaries.bin)
    process.off('exit', atOnce)
  }

  return { start, stop, pid: (): number | null => child?.pid ?? null }
}

const LOG_BYTES = 8 * 1024 * 1024

function spawnPostgres(cluster: Cluster, settings: Record<string, string>): ChildProcess {
  const { files, log, runAs, binaries } = cluster
  if (existsSync(log) && statSync(log).size > LOG_BYTES) renameSync(log, `${log}.1`)
  const out = openSync(log, 'a', 0o600)
  try {
    const args = clusters.argumentsFor(cluster, settings)
    const how = {
      cwd: files,
      env: clusters.plainEnvironment(),
      stdio: ['ignore', out, out] as ['ignore', number, number],
    }
    return spawnAs(runAs, join(binaries.bin, 'postgres'), args, how)
  } finally {
    closeSync(out)
  }
}

const LOOK_EVERY_MS = 5

/**
 * Waits until the database accepts connections: immediately after a clean stop, and for the time of recovery after a
 * crash.
 */
async function untilReady({ files, log }: Cluster, child: ChildProcess): Promise<void> {
  let failed: Error | null = null
  child.once('error', (error) => (failed = error))
  for (;;) {
    if (failed) throw new CannotOpen('PostgreSQL could not be run.', { cause: failed })
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new CannotOpen(`PostgreSQL did not start: ${complaintIn(log)} (its log is ${log})`)
    }
    const postmaster = findPostmaster(files)
    if (postmaster?.ready && postmaster.pid === child.pid) return
    await sleep(LOOK_EVERY_MS)
  }
}

/** The last error in PostgreSQL's log, without time and process. */
function complaintIn(log: string): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  const fatal = lines.findLast((line) => /FATAL:|PANIC:|ERROR:/.test(line)) ?? lines.at(-1)
  assert(fatal !== undefined, 'splitting a text gives at least one line')
  return fatal.replace(/^.*?(FATAL|PANIC|ERROR): */, '')
}
