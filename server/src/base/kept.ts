import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { CannotOpen } from './cannot.ts'

/**
 * The small files of the data folder. Each is on disk before its name is, so that a power cut leaves the old file or
 * the new one and never a part.
 */
export function writeKept(file: string, text: string): void {
  const fresh = `${file}.new`
  const opened = openSync(fresh, 'w', 0o600)
  try {
    // It writes on until all is written, or throws: a disk that is nearly full may take a part at first.
    writeFileSync(opened, text)
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
  renameSync(fresh, file)
  syncFolder(dirname(file))
}

/** Windows has no way to wait for a folder. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/**
 * Reads a JSON file of the data folder; null if there is none. A broken file stops the house with a line that names it
 * and the remedy. The line never quotes the file, which may hold secrets.
 */
export function readKept<T extends z.ZodMiniType>(file: string, schema: T, remedy: string): z.output<T> | null {
  if (!existsSync(file)) return null
  const read = z.safeParse(schema, jsonIn(readOwn(file)))
  if (read.success) return read.data
  throw new CannotOpen(`${file} is broken: ${remedy}.`)
}

/** The text of a file of the data folder. One that this user may not read stops the house with a line. */
export function readOwn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM') throw error
    throw new CannotOpen(
      `${file} cannot be read (${code}): it belongs to another user, so start the house as that user, or give this one the data folder (chown -R).`,
      { cause: error },
    )
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
