import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFolder } from './folder.ts'
import { keyFor, readSecret } from '../secrets/secret.ts'

let path: string
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'lonja-folder-')), 'data')
})
afterEach(() => rmSync(join(path, '..'), { recursive: true, force: true }))

const open = () => openFolder(path, true, () => {})
const lockOf = (pid: number, changes: object = {}): string => {
  const mine = JSON.parse(readFileSync(join(path, 'lock'), 'utf8')) as object
  return JSON.stringify({ ...mine, pid, ...changes })
}

test('a folder is made, locked, and released', () => {
  const folder = open()
  expect(readFileSync(join(path, 'lock'), 'utf8')).toContain(`"pid":${process.pid}`)
  folder.release()
  expect(existsSync(join(path, 'lock'))).toBe(false)
})

test('a second server on the same folder is told which process has it', () => {
  const folder = open()
  expect(open).toThrow(`The data folder ${path} is in use by another server (process ${process.pid})`)
  folder.release()
  open().release()
})

test('the lock of a server that was killed is taken over', async () => {
  const child: ChildProcess = spawn('sleep', ['1000'])
  const pid = child.pid ?? 0
  open()
  writeFileSync(join(path, 'lock'), lockOf(pid, { started: startedOf(pid) }))
  expect(open, 'while it lives').toThrow(`process ${pid}`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  open().release()
})

const startedOf = (pid: number): string | undefined =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]

// prettier-ignore
test.runIf(process.platform === 'linux').each<[string, object]>([
  ['the number belongs to another process by now', { started: '1' }],
  ['the machine was started again since',          { boot: 'another' }],
])('a lock is taken over when %s', (_why, changes) => {
  open()
  writeFileSync(join(path, 'lock'), lockOf(process.pid, changes))
  open().release()
})

test('a lock of another container holds as long as its file is touched', () => {
  open()
  const lock = join(path, 'lock')
  writeFileSync(lock, lockOf(1, { space: 'pid:[1]' }))
  expect(open).toThrow('process 1')
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(lock, longAgo, longAgo)
  open().release()
})

test('a lock that a full disk left empty is taken over', () => {
  open().release()
  writeFileSync(join(path, 'lock'), '')
  open().release()
})

test('a folder that is not writable is reported with the remedy', () => {
  writeFileSync(path, 'a file, where a folder should be')
  chmodSync(path, 0o400)
  expect(open).toThrow(new RegExp(`^The data folder ${path} cannot be written \\((EEXIST|ENOTDIR)\\): .*DATA_DIR`))
})

describe('the room on the disk', () => {
  const MIB = 1024 * 1024
  const openWith = (bytes: number, hasOwnDatabase = true) =>
    openFolder(
      path,
      hasOwnDatabase,
      () => {},
      () => bytes,
    )

  test('is looked at before a new house is made, to the byte, and a refusal makes nothing', () => {
    expect(() => openWith(512 * MIB - 1)).toThrow(
      `The disk of the data folder ${path} has 511 MB of room, and a new house needs 512: make room there, or set DATA_DIR`,
    )
    expect(existsSync(path)).toBe(false)
    openWith(512 * MIB).release()
  })

  test('stops no house that is there, and none whose database is elsewhere', () => {
    openWith(0, false).release()
    mkdirSync(join(path, 'pg'))
    openWith(0).release()
  })
})

test('the secret of the house is made once, and each purpose has its own key', () => {
  const folder = open()
  const secret = readSecret(null, path)
  expect(readSecret(null, path)).toEqual(secret)
  expect(keyFor(secret, 'one')).toEqual(keyFor(secret, 'one'))
  expect(keyFor(secret, 'one')).not.toEqual(keyFor(secret, 'two'))
  expect(readSecret('ab'.repeat(32), path).toString('hex')).toBe('ab'.repeat(32))
  writeFileSync(join(path, 'secret.key'), 'spoilt')
  expect(() => readSecret(null, path)).toThrow('put it back from a backup')
  folder.release()
})
