import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { openDb } from '../database/db.ts'
import { saveDirectory } from '../market/directory.store.ts'
import { insertOpening } from '../market/market.store.ts'
import { run } from './article.ts'

let folder: string
let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lonja-article-'))
  database = await testDatabase()
  await opensWithFeed(database.url)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

/** Opens a house with a live feed, whose directory has one listing. */
async function opensWithFeed(url: string): Promise<void> {
  const db = openDb(url, { max: 1 })
  const listing = { listing: 'XNYS:LMR', name: 'Lumora Foods', sector: 'consumer', sharesInIssue: 1n } as const
  await db.write(async (tx) => {
    const feed = { streams: 'iex' }
    await insertOpening(tx, { openedAt: 1, source: 'alpaca', hours: 'exchange', practice: null, replay: null, feed })
    await saveDirectory(tx, { added: [listing], back: [], renamed: [], gone: [], same: 0 }, 1)
  })
  await db.close()
}

const lines: string[] = []
beforeEach(() => {
  lines.length = 0
  vi.stubEnv('DATABASE_URL', database.url)
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line: string) => void lines.push(line))
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error(ENDED)
  })
})

const ENDED = 'the command ended'
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** The output of the command, after `ok` or `no` for its success. */
async function command(...args: string[]): Promise<string> {
  lines.length = 0
  const isWell = await run(args).then(
    () => true,
    (error: Error) => {
      if (error.message !== ENDED) throw error
      return false
    },
  )
  return `${isWell ? 'ok' : 'no'}: ${lines.join('\n')}`
}

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const head = (more = '') => `title: Why an order waits\nlanguage: en\n${more}`

test('an article is published, edited, listed and withdrawn by command', async () => {
  const path = file('waits.en.md', `${head()}\nFirst.\n`)
  expect(await command('list')).toBe('ok: The house has published no article.')
  expect(await command('edit', path)).toContain('no: waits is not published in en')
  expect(await command('publish', path)).toBe('ok: Published: waits in en-GB.')
  expect(await command('publish', path)).toBe('ok: waits in en-GB reads so already: nothing changed.')
  file('waits.en.md', `${head()}\nSecond.\n`)
  expect(await command('publish', path)).toContain('no: waits is published in en-GB with another text')
  expect(await command('edit', path)).toContain('ok: Edited: waits in en-GB.')
  expect(await command('list')).toMatch(/^ok: waits \(en-GB, .*, edited 1×\): Why an order waits$/)
  expect(await command('withdraw', 'waits')).toContain('no: --reason is missing')
  expect(await command('withdraw', 'nowhere', '--reason', 'x')).toContain('There is no article nowhere')
  expect(await command('withdraw', 'waits', '--reason', 'It named the wrong day.')).toContain('ok: Withdrawn: waits.')
  expect(await command('edit', path)).toContain('no: waits was withdrawn')
  expect(await command('list')).toContain('withdrawn')
})

test.each([
  ['before 1970', 'date: 1969-12-31 12:00', 'line 3: date is "1969-12-31 12:00", before 1970'],
  ['before 1970 in UTC alone', 'date: 1970-01-01 00:30', 'line 3: date is "1970-01-01 00:30", before 1970'],
  ['to come', 'date: 2999-01-01', 'date is to come'],
  ['no day', 'date: 2026-02-30', 'line 3: date is "2026-02-30"'],
])('a date %s is refused with the remedy', async (_what, date, remedy) => {
  const path = file('dated.md', `${head(`${date}\n`)}\nText.\n`)
  const answer = await command('publish', path)
  expect(answer.startsWith('no: ')).toBe(true)
  expect(answer).toContain(remedy)
})

test('the first hour of 1970 is a valid date', async () => {
  const path = file('first.md', `${head('date: 1970-01-01 01:00\n')}\nText.\n`)
  expect(await command('publish', path)).toBe('ok: Published: first in en-GB.')
})

test.each([[['publish']], [['sing', 'x']], [[]]])('%j is answered with the usage', async (args) => {
  expect(await command(...args)).toContain('no: Say npm run article -- publish FILE')
})

test('an article whose words name a listing of the directory is proposed, and one that promises is refused', async () => {
  expect(await command('publish', file('named.md', `${head()}\nLumora Foods closes.\n`))).toContain(
    'ok: Proposed: named',
  )
  expect(await command('publish', file('sure.md', `${head()}\nIt will rise.\n`))).toContain(
    'no: The text promises ("will rise")',
  )
})

test('before the house has opened no listing is known, and every article is proposed', async () => {
  const unopened = await testDatabase()
  vi.stubEnv('DATABASE_URL', unopened.url)
  expect(await command('publish', file('early.md', `${head()}\nText.\n`))).toContain('ok: Proposed: early')
  await unopened.drop()
})
