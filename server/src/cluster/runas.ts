import { spawn, spawnSync, type ChildProcess, type SpawnOptions, type StdioOptions } from 'node:child_process'
import { chownSync, existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'

/**
 * PostgreSQL refuses to run as root. If the server runs as root, its database runs as another user: the owner of the
 * existing files, or the user nobody, or root itself in a user namespace that maps it to nobody. It also refuses a user
 * id without a name, which the same namespace maps to nobody.
 */
export type RunAs =
  | { readonly way: 'self' }
  | { readonly way: 'user'; readonly uid: number; readonly gid: number }
  | { readonly way: 'namespace' }

const NOBODY = 65_534
const OTHERS_ENTER = 0o001
const OTHERS_READ = 0o004

const isRoot = (): boolean => process.getuid?.() === 0

/** False for a user id that this machine has no name for, as containers use. PostgreSQL does not make files for it. */
export function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** True if every user can pass through all folders down to this one. */
export function othersCanEnter(folder: string): boolean {
  const parent = dirname(folder)
  if (existsSync(folder) && !(statSync(folder).mode & OTHERS_ENTER)) return false
  return parent === folder || othersCanEnter(parent)
}

/** True if every user can reach and read this file. */
export const othersCanRead = (file: string): boolean =>
  Boolean(statSync(file).mode & OTHERS_READ) && othersCanEnter(dirname(file))

let namespaces: boolean | undefined
/** True if this machine allows a user namespace. Cached, since the check starts a process. */
function canMakeNamespace(): boolean {
  namespaces ??= spawnSync('unshare', [...NAMESPACE, 'true'], { stdio: 'ignore' }).status === 0
  return namespaces
}

const NAMESPACE = ['-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

/**
 * The user who runs the database whose files are in `cluster`; null if there is none, so that another folder is needed.
 */
export function runAsFor(cluster: string): RunAs | null {
  if (!isRoot()) return hasName() || !canMakeNamespace() ? { way: 'self' } : { way: 'namespace' }
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { way: 'user', uid, gid }
    return canMakeNamespace() ? { way: 'namespace' } : null
  }
  if (othersCanEnter(dirname(resolve(cluster)))) return { way: 'user', uid: NOBODY, gid: NOBODY }
  return canMakeNamespace() ? { way: 'namespace' } : null
}

/** Gives a file or folder to the user who runs the database. */
export function giveTo(runAs: RunAs, path: string): void {
  if (runAs.way === 'user') chownSync(path, runAs.uid, runAs.gid)
}

interface HowToSpawn {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly stdio: StdioOptions
}

/**
 * Starts a program as that user in its own session, so that Ctrl-C at the terminal reaches only the server, which stops
 * its database itself. If the server exits first, the program gets a signal to end as well.
 */
export function spawnAs(runAs: RunAs, program: string, args: readonly string[], how: HowToSpawn): ChildProcess {
  const options = { ...how, detached: true, windowsHide: true }
  const child = spawnedBy(runAs, program, args, options)
  const endToo = (): void => void child.kill('SIGINT')
  process.on('exit', endToo)
  child.once('exit', () => process.off('exit', endToo))
  return child
}

function spawnedBy(runAs: RunAs, program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  if (runAs.way === 'namespace') return spawn('unshare', [...NAMESPACE, program, ...args], options)
  if (runAs.way === 'user') return spawn(program, args, { ...options, uid: runAs.uid, gid: runAs.gid })
  return spawn(program, args, options)
}
