import fs, { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOwn, writeKept } from './kept.ts'

const { fsyncSync } = fs

/** The disk of this process fails, or works again. Other files of tests share the process. */
function setDisk(fails: boolean): void {
  const failing = (): void => {
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
  }
  fs.fsyncSync = fails ? failing : fsyncSync
  syncBuiltinESMExports()
}

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lonja-kept-'))
})

afterEach(() => {
  setDisk(false)
  rmSync(folder, { recursive: true, force: true })
})

test('a file that the disk did not take does not replace the one before', () => {
  const file = join(folder, 'house.json')
  writeKept(file, 'before')
  setDisk(true)
  expect(() => writeKept(file, 'after')).toThrow('EIO')
  expect(readOwn(file)).toBe('before')
  setDisk(false)
  writeKept(file, 'after')
  expect(readFileSync(file, 'utf8')).toBe('after')
})
