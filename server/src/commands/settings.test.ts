import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configFrom } from '../config/config.ts'
import { dotEnvIn, settingsIn } from '../config/listing.ts'
import { run } from './settings.ts'

const lines: string[] = []
let folder: string
beforeEach(() => {
  lines.length = 0
  folder = mkdtempSync(join(tmpdir(), 'lonja-settings-'))
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
  rmSync(folder, { recursive: true, force: true })
})

const one = (name: string, env: NodeJS.ProcessEnv, dotEnv: NodeJS.Dict<string> = {}) =>
  settingsIn(env, dotEnv).find((setting) => setting.name === name)

// prettier-ignore
test.each<[string, string, NodeJS.ProcessEnv, NodeJS.Dict<string>, string | null, string]>([
  ['nobody set it',                        'PORT',           {},                        {},                '3300',              'default'],
  ['nobody set it, and there is none',     'KEFU_URL',       {},                        {},                null,                'default'],
  ['the environment says it',              'PORT',           { PORT: '80' },            {},                '80',                'environment'],
  ['.env says it',                         'PORT',           {},                        { PORT: '81' },    '81',                '.env'],
  ['both do: the environment wins',        'PORT',           { PORT: '80' },            { PORT: '81' },    '80',                'environment'],
  ['set to nothing means none',            'STARTING_GRANT', { STARTING_GRANT: '' },    {},                null,                'environment'],
  ['set to nothing where it cannot be',    'PORT',           { PORT: ' ' },             {},                '3300',              'default'],
  ['a secret',                             'ALPACA_KEY_ID',  { ALPACA_KEY_ID: 'PK99' }, {},                '(set, not shown)',  'environment'],
])('%s', (_what, name, env, dotEnv, value, source) => {
  expect(one(name, env, dotEnv)).toMatchObject({ value, source, wrong: null })
})

test.each([
  'javascript:alert(1)',
  'http://help.example.org',
  'data:text/html,x',
  'help.example.org',
  '//help.example.org',
])('the address of customer service must be https: %s is refused at the start, in one line', (address) => {
  const { wrong } = one('KEFU_URL', { KEFU_URL: address }) ?? {}
  expect(wrong).toContain('beginning with https://')
  expect(wrong).not.toContain('\n')
  expect(() => configFrom({ KEFU_URL: address })).toThrow(/^KEFU_URL .*beginning with https:\/\/.*$/m)
  expect(configFrom({ KEFU_URL: 'https://help.example.org' }).kefuUrl).toBe('https://help.example.org')
})

test('a secret from a file is not shown, and a missing file is reported', () => {
  const file = join(folder, 'key')
  writeFileSync(file, 'PK1234')
  expect(one('ALPACA_KEY_ID', { ALPACA_KEY_ID_FILE: file })).toMatchObject({
    value: '(set, not shown)',
    source: 'file',
  })
  expect(one('ALPACA_KEY_ID', { ALPACA_KEY_ID_FILE: `${file}x` })?.wrong).toContain('there is no such file')
})

test('the command prints every setting once, without a secret, and reports the invalid ones', async () => {
  const dotEnv = join(folder, '.env')
  writeFileSync(dotEnv, 'KEFU_URL=https://help.example.org\nSECRET_KEY=nonsense\n')
  expect(dotEnvIn(join(folder, 'none'))).toEqual({})
  await run({ PORT: '70000' }, dotEnv)
  const text = lines.join('\n')
  expect(text).toMatch(/^KEFU_URL +https:\/\/help\.example\.org +\.env +\(none\)$/m)
  expect(text).toMatch(/^SECRET_KEY +\(set, not shown\) +\.env +\(none\)$/m)
  expect(text).not.toContain('nonsense')
  expect(text).toContain('PORT is "70000": give a port')
  expect(text).toContain('SECRET_KEY is not of its form')
  expect(process.exitCode).toBe(1)
  lines.length = 0
  process.exitCode = undefined
  await run({}, join(folder, 'none'))
  expect(lines.filter((line) => line.startsWith('PORT '))).toHaveLength(1)
  expect(process.exitCode).toBe(undefined)
})
