import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signaller, whoIs } from './postmaster.ts'

test('where signals are signals they are sent as they are', () => {
  for (const platform of ['linux', 'darwin'] as const) expect(signaller('/bin', 'SIGINT', 7, platform)).toBeNull()
})

test('on Windows PostgreSQL is asked by its own tool, and only at last ended by force', () => {
  const bin = join('C:', 'house', 'bin')
  expect(signaller(bin, 'SIGINT', 7, 'win32')).toEqual([join(bin, 'pg_ctl'), ['kill', 'INT', '7']])
  expect(signaller(bin, 'SIGQUIT', 7, 'win32')).toEqual([join(bin, 'pg_ctl'), ['kill', 'QUIT', '7']])
  expect(signaller(bin, 'SIGKILL', 7, 'win32')).toBeNull()
})

test('a process number is asked after in the words of the system', () => {
  expect(whoIs(7, 'win32')).toEqual(['tasklist', ['/FI', 'PID eq 7', '/FO', 'CSV', '/NH']])
  const [program, args] = whoIs(process.pid, 'darwin')
  const { stdout, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (!error) expect(stdout).toContain('node')
})
