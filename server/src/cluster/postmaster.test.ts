import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signaller, processNameCommand } from './postmaster.ts'

test('signals are sent directly on Linux and macOS', () => {
  for (const platform of ['linux', 'darwin'] as const) expect(signaller('/bin', 'SIGINT', 7, platform)).toBeNull()
})

test('on Windows pg_ctl sends the signals, except for the last, which kills', () => {
  const bin = join('C:', 'house', 'bin')
  expect(signaller(bin, 'SIGINT', 7, 'win32')).toEqual([join(bin, 'pg_ctl'), ['kill', 'INT', '7']])
  expect(signaller(bin, 'SIGQUIT', 7, 'win32')).toEqual([join(bin, 'pg_ctl'), ['kill', 'QUIT', '7']])
  expect(signaller(bin, 'SIGKILL', 7, 'win32')).toBeNull()
})

test('a process is looked up by the tool of the system', () => {
  expect(processNameCommand(7, 'win32')).toEqual(['tasklist', ['/FI', 'PID eq 7', '/FO', 'CSV', '/NH']])
  const [program, args] = processNameCommand(process.pid, 'darwin')
  const { stdout, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (!error) expect(stdout).toContain('node')
})
