import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readPasswords } from '../cluster/cluster.ts'
import { configFrom } from '../config/config.ts'
import { openHouse, type OpenHouse } from '../main.ts'
import { copiedFolder, preparedFolder, type TestFolder } from '../testing/database.ts'
import { readSecret } from '../secrets/secret.ts'
import { openConsole } from './console.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** The data folder of a house that has opened and closed. The tests spoil a file of it and put it back. */
let folder: TestFolder
beforeAll(async () => {
  folder = await preparedFolder()
  await (await open()).close()
})
afterAll(() => folder.remove())

const lines: string[] = []
function open(path = folder.path): Promise<OpenHouse> {
  lines.length = 0
  const config = configFrom({ DATA_DIR: path, PORT: '0', LOG_LEVEL: 'silent' })
  return openHouse(config, { app: null, terminal: openConsole((line) => lines.push(line.trim())) })
}

/** The names and the small files of a folder, for a comparison. The log of the database is no file of the house. */
const stateOf = (path: string) =>
  readdirSync(path)
    .filter((name) => name !== 'postgres.log' && name !== 'pg' && name !== 'socket')
    .map((name) => [name, readFileSync(join(path, name), 'utf8')])

const cut = (text: string): string => text.slice(0, text.length / 2)
const otherPasswords = (text: string): string => text.replaceAll(/"[0-9a-f]{10}/g, '"0123456789')
const wrongServer = (text: string): string => text.replace(/"server":"[0-9a-f]{10}/, '"server":"0123456789')

// prettier-ignore
test.each<[string, string, ((text: string) => string) | null, string, boolean]>([
  // file              state                        broken by              remedy                                     is the database started
  ['postgres.json',    'no JSON',                   () => 'postgres',      'put it back from a copy of the data folder', false],
  ['postgres.json',    'cut',                       cut,                   'put it back from a copy of the data folder', false],
  ['postgres.json',    'without a password',        () => '{"admin":"ab"}', 'put it back from a copy of the data folder', false],
  ['postgres.json',    'with other passwords',      otherPasswords,        'put it back from a copy of the data folder', true],
  ['postgres.json',    'with another server’s',     wrongServer,           'put it back from a copy of the data folder', true],
  ['postgres.json',    'missing',                   null,                  'put it back from a backup',                  false],
  ['secret.key',       'missing',                   null,                  'put it back from a backup',                  false],
  ['secret.key',       'empty',                     () => '',              'put it back from a backup',                  false],
  ['secret.key',       'short',                     cut,                   'put it back from a backup',                  false],
  ['secret.key',       'of another house',          () => 'ab'.repeat(32), 'secret.key back',                            true],
  ['lock',             'garbage',                   () => 'garbage',       'then remove this file',                      false],
  ['lock',             'of another form',           () => '{"pid":"me"}',  'then remove this file',                      false],
])('%s %s: one line with file and remedy, and nothing is made or changed', async (name, _state, spoil, remedy, starts) => {
  const file = join(folder.path, name)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (spoil) writeFileSync(file, spoil(before))
  else rmSync(file)
  const spoilt = stateOf(folder.path)
  const error = await open().then((house) => house.close(), (reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'CannotOpen' })
  const { message } = error as Error
  expect(message).toContain(name)
  expect(message).toContain(remedy)
  expect(message, 'one line').not.toContain('\n')
  expect(stateOf(folder.path)).toEqual(spoilt)
  if (!starts) expect(lines, 'no step was begun').toEqual([])
  if (name === 'lock') rmSync(file)
  else writeFileSync(file, before)
})

test.each<[string, (path: string) => unknown]>([
  ['postgres.json', readPasswords],
  ['secret.key', (path) => readSecret(null, path)],
])('%s of another user: one line with the remedy', (name, read) => {
  const file = join(folder.path, name)
  chmodSync(file, 0o000)
  try {
    expect(() => asPlainUser(() => read(folder.path))).toThrow(
      new RegExp(`^${file} cannot be read \\(EACCES\\): it belongs to another user.*chown`),
    )
  } finally {
    chmodSync(file, 0o600)
  }
})

/** Runs the work without the rights of root, who may read every file. */
function asPlainUser<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work()
  process.seteuid?.(65_534)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}

test('without a build of the app nothing is made', async () => {
  const config = configFrom({ DATA_DIR: join(folder.path, 'none'), PORT: '0', LOG_LEVEL: 'silent' })
  const app = join(folder.path, 'no-app')
  await expect(openHouse(config, { app, terminal: openConsole(() => {}) })).rejects.toThrow('npm run build')
  expect(existsSync(join(folder.path, 'none'))).toBe(false)
})

test('the folder with its files put back opens as before', async () => {
  const copy = await copiedFolder(folder.path)
  await (await open(copy.path)).close()
  copy.remove()
})
