import type * as Fs from 'node:fs'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readOwn, writeKept } from './kept.ts'

const { fsync } = vi.hoisted(() => ({ fsync: { fails: false } }))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>()
  const fsyncSync = (opened: number): void => {
    if (fsync.fails) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
    fs.fsyncSync(opened)
  }
  return { ...fs, fsyncSync }
})

let folder: string

beforeEach(() => {
  fsync.fails = false
  folder = mkdtempSync(join(tmpdir(), 'lonja-kept-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a file that the disk did not take does not replace the one before', () => {
  const file = join(folder, 'house.json')
  writeKept(file, 'before')
  fsync.fails = true
  expect(() => writeKept(file, 'after')).toThrow('EIO')
  expect(readOwn(file)).toBe('before')
  fsync.fails = false
  writeKept(file, 'after')
  expect(readFileSync(file, 'utf8')).toBe('after')
})
