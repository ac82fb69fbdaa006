import { randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { CannotOpen } from '../base/cannot.ts'
import { readKept, readOwn } from '../base/kept.ts'
import { CHECKOUT } from '../config/config.ts'
import { isAlive } from './postmaster.ts'
import { runAsFor } from './runas.ts'

/** The only folder that the house writes to, locked by one server at a time. */
export interface Folder {
  readonly path: string
  /** Releases the lock. */
  release(): void
}

const LOCK = 'lock'
const USUAL = join(CHECKOUT, 'data')
/** The data folder of a house under root whose checkout other users cannot enter. */
const FOR_ROOT = '/var/lib/lonja'

/**
 * Opens the data folder: the one that was set, or else `data` in the checkout. /var/lib/lonja takes its place if root
 * runs a house whose checkout other users cannot enter and the machine has no user namespaces. `say` then gets a line
 * about it.
 */
export function openFolder(
  setting: string | null,
  hasOwnDatabase: boolean,
  say: (line: string) => void,
  roomAt: (path: string) => number = roomOnDisk,
): Folder {
  const path = setting ?? usualFolder(hasOwnDatabase, say)
  if (hasOwnDatabase && !existsSync(join(path, 'pg'))) checkRoom(path, roomAt)
  makeWritable(path)
  return { path, release: lock(path) }
}

/** True if a data folder is locked, perhaps by a server that was killed. */
export const isLocked = (folder: string): boolean => existsSync(join(folder, LOCK))

/** The data folder of a house whose operator did not set one. */
export function usualFolder(hasOwnDatabase: boolean, say: (line: string) => void): string {
  if (!hasOwnDatabase || runAsFor(join(USUAL, 'pg'))) return USUAL
  say(`The data folder is ${FOR_ROOT}: PostgreSQL does not run as root, and nobody else can enter ${CHECKOUT}.`)
  return FOR_ROOT
}

/** Other users may pass through a folder of root's, because its database runs as another user. They cannot list it. */
const MODE = process.getuid?.() === 0 ? 0o711 : 0o700

const MIB = 1024 * 1024
/** The files of a new database are 70 MB, and its log grows by some hundred while the first orders come. */
const NEW_HOUSE_BYTES = 512 * MIB

/** Refuses a new house on a disk that would be full before it opens: its database would break off half made. */
function checkRoom(path: string, roomAt: (path: string) => number): void {
  const room = roomAt(path)
  if (room >= NEW_HOUSE_BYTES) return
  throw new CannotOpen(
    `The disk of the data folder ${path} has ${Math.floor(room / MIB)} MB of room, and a new house needs ${NEW_HOUSE_BYTES / MIB}: make room there, or set DATA_DIR to a folder on another disk.`,
  )
}

/** The bytes that this user may still write where a folder is, or will be made. */
function roomOnDisk(path: string): number {
  let there = path
  while (!existsSync(there)) there = dirname(there)
  const { bavail, bsize } = statfsSync(there)
  return bavail * bsize
}

// An empty file fits on a full disk. This size does not.
const PROBE_BYTES = 64 * 1024

function makeWritable(path: string): void {
  const probe = join(path, `.probe-${process.pid}`)
  try {
    mkdirSync(path, { recursive: true, mode: MODE })
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES))
    rmSync(probe)
  } catch (error) {
    if (existsSync(probe)) rmSync(probe, { force: true })
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    const full = code === 'ENOSPC' || code === 'EDQUOT'
    const remedy = full
      ? 'make room on its disk'
      : 'give its user the right to write there, or set DATA_DIR to another folder'
    throw new CannotOpen(`The data folder ${path} cannot be written (${code}): ${remedy}.`, { cause: error })
  }
}

/**
 * The process that holds a folder. A process id alone is not enough: it may be reused, or belong to another container.
 */
const HolderText = z.object({ pid: z.int().check(z.gte(1)), started: z.string(), boot: z.string(), space: z.string() })
type Holder = Readonly<z.output<typeof HolderText>>

const BEAT_MS = 5_000
/**
 * A holder in another container, invisible to this machine, counts as dead if it has not touched its lock for this
 * long.
 */
const DEAD_AFTER_MS = 4 * BEAT_MS

function lock(folder: string): () => void {
  const path = join(folder, LOCK)
  const mine = JSON.stringify(holderNow(process.pid))
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(fresh, mine)
  try {
    while (!linked(fresh, path)) takeAway(path, folder)
  } finally {
    rmSync(fresh, { force: true })
  }
  const beat = setInterval(() => touch(path), BEAT_MS).unref()
  return () => {
    clearInterval(beat)
    if (existsSync(path) && readFileSync(path, 'utf8') === mine) rmSync(path, { force: true })
  }
}

/** Puts the lock in place; false if there is one already. Linking is atomic: only one of two processes succeeds. */
function linked(fresh: string, path: string): boolean {
  try {
    linkSync(fresh, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock of a dead server. Throws a line that names a live one. */
function takeAway(path: string, folder: string): void {
  const text = readIfThere(path)
  if (text === null) return
  const holder = holderIn(text, path)
  if (holder && isHeldBy(holder, path)) {
    throw new CannotOpen(
      `The data folder ${folder} is in use by another server (process ${holder.pid}): stop it first, or set DATA_DIR to another folder.`,
    )
  }
  const aside = `${path}.dead.${process.pid}`
  renameSync(path, aside)
  // Another server may have put its lock there since the read: put that one back.
  if (readFileSync(aside, 'utf8') !== text) linked(aside, path)
  rmSync(aside, { force: true })
}

function readIfThere(path: string): string | null {
  try {
    return readOwn(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * The holder in a lock file; null for a file that a full disk or a power cut left empty. Any other text may be the lock
 * of a live server of another release.
 */
function holderIn(text: string, path: string): Holder | null {
  if (text.replaceAll('\0', '').trim() === '') return null
  return readKept(path, HolderText, 'see that no server uses this data folder, then remove this file')
}

function isHeldBy(holder: Holder, path: string): boolean {
  const here = holderNow(holder.pid)
  if (holder.boot !== here.boot) return false
  if (holder.space !== here.space) return Date.now() - statSync(path).mtimeMs < DEAD_AFTER_MS
  return isAlive(holder.pid) && holder.started === here.started
}

const holderNow = (pid: number): Holder => ({
  pid,
  started: startOf(pid),
  boot: fromSystem(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  space: fromSystem(() => readlinkSync('/proc/self/ns/pid')),
})

// Field 22 of /proc/<pid>/stat is the start in clock ticks since boot. The name before it, in brackets, may hold
// spaces.
const startOf = (pid: number): string =>
  fromSystem(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '')

/** Reads Linux's facts about a process. Other systems have no such files, so the process id alone decides there. */
function fromSystem(ask: () => string): string {
  try {
    return ask()
  } catch {
    return ''
  }
}

function touch(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // The folder was removed while in use. The next write to it reports that better.
  }
}
