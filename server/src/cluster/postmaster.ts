import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a running PostgreSQL writes about itself into its folder. */
interface Postmaster {
  readonly pid: number
  /** It takes connections. */
  readonly ready: boolean
  readonly port: number
  /** The folder of its socket; empty where it has none. */
  readonly socket: string
}

// The lines of postmaster.pid: process, folder, start, port, folder of the socket, address, memory, status.
const [PORT_LINE, SOCKET_LINE, STATUS_LINE] = [3, 4, 7]

export function findPostmaster(files: string): Postmaster | null {
  const path = join(files, 'postmaster.pid')
  if (!existsSync(path)) return null
  const lines = readFileSync(path, 'utf8').split('\n')
  const pid = Math.abs(Number(lines[0]))
  if (!pid) return null
  return {
    pid,
    ready: lines[STATUS_LINE]?.trim() === 'ready',
    port: Number(lines[PORT_LINE]),
    socket: lines[SOCKET_LINE] ?? '',
  }
}

/** True while a process of this number lives, whoever it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True where that process is the PostgreSQL of these files, and not another that was given the same number since. */
function isPostgresOf(files: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') return cwdOf(pid) === realpathSync(files)
  const [program, args] = whoIs(pid)
  const { stdout } = spawnSync(program, args, { encoding: 'utf8' })
  return (stdout ?? '').includes('postgres')
}

/** What tells, where there is no /proc, which program has a process number. */
export function whoIs(pid: number, platform = process.platform): [program: string, args: string[]] {
  if (platform === 'win32') return ['tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']]
  return ['ps', ['-o', 'command=', '-p', `${pid}`]]
}

/**
 * What sends a signal to a PostgreSQL, where the system has none: on Windows a signal of Node's ends any process at once, and the
 * database's own tool asks it as it understands. Null where signals are signals.
 */
export function signaller(
  bin: string,
  signal: NodeJS.Signals,
  pid: number,
  platform = process.platform,
): [program: string, args: string[]] | null {
  if (platform !== 'win32' || signal === 'SIGKILL') return null
  return [join(bin, 'pg_ctl'), ['kill', signal.slice(3), `${pid}`]]
}

function cwdOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null // It ended in this moment, or it is a stranger's, and so not ours.
  }
}

const FAST_MS = 30_000
const AT_ONCE_MS = 5_000
/** How long the ending of a PostgreSQL takes at most, with time to look. */
export const END_MOST_MS = FAST_MS + 2 * AT_ONCE_MS + 5_000

/** Ends a PostgreSQL: fast (all is written, clients are sent away), then at once (the next start recovers), then by force. */
export async function endPostgres(pid: number, bin: string): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', FAST_MS],
    ['SIGQUIT', AT_ONCE_MS],
    ['SIGKILL', AT_ONCE_MS],
  ]
  for (const [signal, patienceMs] of steps) {
    if (!isAlive(pid)) return
    // One that has to be ended by force tells its own processes nothing any more.
    const left = signal === 'SIGKILL' ? childrenOf(pid) : []
    sendSignal(pid, signal, bin)
    for (const child of left) sendSignal(child, signal, bin)
    if (await endsWithin(pid, patienceMs)) return
  }
}

/** The processes that a process has started and that still live; on Windows nobody tells. */
function childrenOf(pid: number): number[] {
  if (process.platform === 'win32') return []
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return rows.flatMap(([child, parent]) => (child && parent === pid ? [child] : []))
}

/** Sends a signal to a process that may have ended in the meantime. */
function sendSignal(pid: number, signal: NodeJS.Signals, bin: string): void {
  const [program, args] = signaller(bin, signal, pid) ?? []
  if (program && spawnSync(program, args, { stdio: 'ignore' }).status === 0) return
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function endsWithin(pid: number, patienceMs: number): Promise<boolean> {
  for (const until = Date.now() + patienceMs; Date.now() < until;) {
    if (!isAlive(pid)) return true
    await sleep(10)
  }
  return false
}

/** The PostgreSQL of these files, where it runs and takes connections. */
export function findRunning(files: string): Postmaster | null {
  const found = findPostmaster(files)
  return found?.ready && isPostgresOf(files, found.pid) ? found : null
}

/** The PostgreSQL of a server that was killed lives on: it is ended here, so that the new server starts its own. Its pid, or null. */
export async function endLeftover(files: string, bin: string): Promise<number | null> {
  const postmaster = findPostmaster(files)
  if (!postmaster || !isPostgresOf(files, postmaster.pid)) return null
  await endPostgres(postmaster.pid, bin)
  return postmaster.pid
}
