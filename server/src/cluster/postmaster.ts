import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The facts that a running PostgreSQL writes about itself into its folder. */
interface Postmaster {
  readonly pid: number
  /** True if it accepts connections. */
  readonly ready: boolean
  readonly port: number
  /** The folder of its socket; empty if it has none. */
  readonly socket: string
}

// The lines of postmaster.pid: process id, folder, start, port, folder of the socket, address, memory, status.
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

/** True while any process with this id lives. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True if that process is the PostgreSQL of these files, and not another process that reuses its id. */
function isPostgresOf(files: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') return cwdOf(pid) === realpathSync(files)
  const [program, args] = processNameCommand(pid)
  const { stdout } = spawnSync(program, args, { encoding: 'utf8' })
  return (stdout ?? '').includes('postgres')
}

/** The command that reports the program of a process id on a system without /proc. */
export function processNameCommand(pid: number, platform = process.platform): [program: string, args: string[]] {
  if (platform === 'win32') return ['tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']]
  return ['ps', ['-o', 'command=', '-p', `${pid}`]]
}

/**
 * The command that sends a signal to PostgreSQL on Windows. There a signal from Node kills any process at once, so
 * PostgreSQL's own tool sends it. Null on other systems, and for SIGKILL.
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
    return null // The process has just ended, or belongs to another user, so it is not ours.
  }
}

const FAST_MS = 30_000
const AT_ONCE_MS = 5_000
/** The longest time that ending a PostgreSQL takes, with a margin. */
export const END_MOST_MS = FAST_MS + 2 * AT_ONCE_MS + 5_000

/**
 * Ends a PostgreSQL in up to three steps: fast (writes everything, disconnects clients), immediate (the next start
 * recovers), by force.
 */
export async function endPostgres(pid: number, bin: string): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', FAST_MS],
    ['SIGQUIT', AT_ONCE_MS],
    ['SIGKILL', AT_ONCE_MS],
  ]
  for (const [signal, patienceMs] of steps) {
    if (!isAlive(pid)) return
    // A killed postmaster cannot end its child processes.
    const left = signal === 'SIGKILL' ? childrenOf(pid) : []
    sendSignal(pid, signal, bin)
    for (const child of left) sendSignal(child, signal, bin)
    if (await endsWithin(pid, patienceMs)) return
  }
}

/** The live child processes of a process; none on Windows, which has no such list. */
function childrenOf(pid: number): number[] {
  if (process.platform === 'win32') return []
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return rows.flatMap(([child, parent]) => (child && parent === pid ? [child] : []))
}

/** Sends a signal to a process that may already have ended. */
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

/** The PostgreSQL of these files, if it runs and accepts connections. */
export function findRunning(files: string): Postmaster | null {
  const postmaster = findPostmaster(files)
  return postmaster?.ready && isPostgresOf(files, postmaster.pid) ? postmaster : null
}

/**
 * Ends the PostgreSQL that a killed server left running, so that the new server can start its own. Returns its process
 * id, or null.
 */
export async function endLeftover(files: string, bin: string): Promise<number | null> {
  const postmaster = findPostmaster(files)
  if (!postmaster || !isPostgresOf(files, postmaster.pid)) return null
  await endPostgres(postmaster.pid, bin)
  return postmaster.pid
}
