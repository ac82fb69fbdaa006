import { afterEach, beforeEach, expect, test } from 'vitest'
import { assert } from '@lonja/core/base/assert'
import { readDirectory, type Directory } from '@lonja/core/feed/directory'
import { openDb, sql, type Db } from '../database/db.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { takeDirectory, type DirectoryOptions } from './directory.ts'
import { listListings } from '../market/directory.store.ts'

let database: TestDatabase
let db: Db
beforeEach(async () => {
  database = await testDatabase()
  db = openDb(database.url)
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

const HEADING = 'Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares'
const END = 'File Creation Time: 1121202617:03|||||||'
const row = (symbol: string, name = `${symbol} Works Inc. - Common Stock`): string => `${symbol}|${name}|Q|N|N|100|N|N`
const listed = (...rows: string[]): Directory => {
  const read = readDirectory([HEADING, ...rows, END, ''].join('\n'))
  assert('entries' in read, 'a directory of a test is read')
  return read
}
const PLAIN: DirectoryOptions = { dryRun: false, skipBad: false, acceptGone: false }
const take = (directory: Directory, options: Partial<DirectoryOptions> = {}, now = 1): Promise<string[]> =>
  takeDirectory(db, directory, { ...PLAIN, ...options }, 'nasdaqlisted.txt', now)
const listings = async (): Promise<string[]> =>
  (await db.read(listListings)).map(
    ({ listing, name, isDelisted }) => `${listing} ${name}${isDelisted ? ' (gone)' : ''}`,
  )

test('a directory is imported, a second one is a change, and missing listings stay, marked as gone', async () => {
  const first = await take(listed(row('AAA'), row('BBB'), row('CCC')))
  expect(first[1]).toBe('Taken over: 3 added, 0 changed, 0 back, 0 gone, 0 as before.')
  const again = await take(listed(row('AAA'), row('BBB'), row('CCC')), {}, 2)
  expect(again[1]).toBe('Taken over: 0 added, 0 changed, 0 back, 0 gone, 3 as before.')
  const changed = await take(listed(row('AAA', 'Renamed Inc. - Common Stock'), row('BBB'), row('DDD')), {}, 3)
  expect(changed.slice(1)).toEqual([
    'Taken over: 1 added, 1 changed, 0 back, 1 gone, 1 as before.',
    '  + XNAS:DDD DDD Works Inc.',
    '  ~ XNAS:AAA AAA Works Inc. → Renamed Inc.',
    '  - XNAS:CCC CCC Works Inc. is listed no more',
  ])
  expect(await listings()).toEqual([
    'XNAS:AAA Renamed Inc.',
    'XNAS:BBB BBB Works Inc.',
    'XNAS:CCC CCC Works Inc. (gone)',
    'XNAS:DDD DDD Works Inc.',
  ])
  expect((await take(listed(row('AAA'), row('BBB'), row('CCC'), row('DDD')), {}, 4))[1]).toContain('1 back')
  expect(await listings()).not.toContain('XNAS:CCC CCC Works Inc. (gone)')
})

test('a dry run lists the changes and makes none', async () => {
  const lines = await take(listed(row('AAA')), { dryRun: true })
  expect(lines).toContain('It would be: 1 added, 0 changed, 0 back, 0 gone, 0 as before.')
  expect(lines.at(-1)).toBe('Nothing was changed.')
  expect(await listings()).toEqual([])
})

test('a file with bad lines is refused with a list of them, unless they are skipped', async () => {
  const directory = listed(row('AAA'), 'too|few', row('aaa'))
  await expect(take(directory)).rejects.toThrow(
    /nasdaqlisted\.txt, line 3: 2 columns, not 8\.\n.*line 4: the symbol is not understood: 'aaa'\.\nNothing of nasdaqlisted/,
  )
  expect(await listings()).toEqual([])
  await take(directory, { skipBad: true })
  expect(await listings()).toEqual(['XNAS:AAA AAA Works Inc.'])
})

test('a file that lacks more than a fifth of a venue is refused as broken, unless --accept-gone is given', async () => {
  const symbols = Array.from({ length: 20 }, (_row, n) => row(`AA${String.fromCharCode(65 + n)}`))
  await take(listed(...symbols))
  await take(listed(...symbols.slice(4)), {}, 2)
  await expect(take(listed(...symbols.slice(8)), {}, 3)).rejects.toThrow('lacks 4 of the 16 listings of XNAS')
  await take(listed(...symbols.slice(8)), { acceptGone: true }, 3)
  expect((await listings()).filter((line) => line.endsWith('(gone)'))).toHaveLength(8)
})

test('the server cannot delete a listing', async () => {
  await take(listed(row('AAA')))
  await expect(db.write((tx) => tx.run(sql('test_delete_listing', 'delete from listings')))).rejects.toMatchObject({
    code: '42501',
  })
})
