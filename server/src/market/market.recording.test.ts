import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { settableClock } from '../base/clock.ts'
import { openLog } from '../base/log.ts'
import { openDb, type Db } from '../database/db.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openMarket } from './market.opening.ts'
import { readReplayFolder } from './market.recording.ts'

let database: TestDatabase
let db: Db
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lonja-recording-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const HEADING = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
const rowAt = (time: string): string => `2013-10-${time}:00Z,10,11,9,10,100,9.9,100,10.1,100`
const writeBars = (name: string, ...times: string[]): void =>
  writeFileSync(join(folder, name), [HEADING, ...times.map(rowAt), ''].join('\n'))
const RATES = 'time,rate\n2013-10-04T00:00:00Z,1.3558\n'

test('two files of one listing are refused by both their names; its minutes and its days go together', async () => {
  writeBars('ABC.minute.csv', '04T13:30')
  writeFileSync(join(folder, 'XNYS.ABC.daily.csv'), 'date,open,high,low,close,volume\n2013-10-03,1,1,1,1,1\n')
  expect((await readReplayFolder(folder)).files.listings).toMatchObject([
    { listing: 'XNYS:ABC', days: {}, minutes: {} },
  ])
  writeBars('XNYS.ABC.minute.csv', '04T13:30')
  await expect(readReplayFolder(folder)).rejects.toThrow(
    `${join(folder, 'XNYS.ABC.minute.csv')} and ABC.minute.csv are of the same listing, XNYS:ABC: keep one of them.`,
  )
})

test('names that do not fit are named, each in a line, also where others fit; files that are no CSV are not', async () => {
  writeBars('ABC.minute.csv', '04T13:30')
  for (const name of ['abc.minute.csv', 'DEF.minutes.csv', 'eurusd.csv', 'README.md']) writeBars(name, '04T13:30')
  writeFileSync(join(folder, 'EURUSD.csv'), RATES)
  expect((await readReplayFolder(folder)).notes).toEqual(
    ['DEF.minutes.csv', 'abc.minute.csv', 'eurusd.csv'].map(
      (name) => `${name} is not read: its name is not like ABC.minute.csv, ABC.daily.csv, EURUSD.csv or actions.csv.`,
    ),
  )
})

test('minutes outside every session are refused if all are, else counted and said', async () => {
  writeFileSync(join(folder, 'EURUSD.csv'), RATES)
  writeBars('ABC.minute.csv', '06T13:30', '06T13:31')
  await expect(readReplayFolder(folder)).rejects.toThrow(
    `${join(folder, 'ABC.minute.csv')}, line 2: 2013-10-06T13:30:00Z is outside every session of XNYS, and so are all other rows: write times of UTC, or with their offset.`,
  )
  writeBars('ABC.minute.csv', '04T12:00', '04T13:30', '06T13:31')
  expect((await readReplayFolder(folder)).notes).toEqual([
    'ABC.minute.csv: 2 of 3 minutes are outside every session of XNYS, and fill no order.',
  ])
})

test('a long file is read with a line for each tenth, can be stopped, and fails at its line', async () => {
  const file = join(folder, 'ABC.daily.csv')
  const handle = openSync(file, 'w')
  writeSync(handle, 'date,open,high,low,close,volume,note\n')
  // Long notes make it long: nothing is read of them.
  const note = 'x'.repeat(50_000)
  const days = Array.from({ length: 1_400 }, (_row, n) => new Date(n * 86_400_000).toISOString().slice(0, 10))
  for (const day of days) writeSync(handle, `${day},1,1,1,1,1,${note}\n`)
  const lines: string[] = []
  const { files } = await readReplayFolder(folder, { say: (line) => lines.push(line) })
  expect(files.listings[0]?.days?.day).toEqual(days)
  expect(lines).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((tenths) => `reading ${file}: ${tenths} %`))
  const stop = new AbortController()
  const stopped = readReplayFolder(folder, { say: () => stop.abort(), signal: stop.signal })
  await expect(stopped).rejects.toThrow('abort')
  writeSync(handle, `${days[0]},1,1,1,1,1,\n`)
  closeSync(handle)
  await expect(readReplayFolder(folder)).rejects.toThrow(`${file}, line 1402: time goes back to 1970-01-01.`)
})

test('a start outside the recording is refused with its first and last instant; the first line is that of its venue', async () => {
  const clock = settableClock(Date.parse('2026-11-20T10:00:00Z'))
  const lines: string[] = []
  const open = (start: number | null) => {
    const replay = { dir: folder, start, speed: 60 }
    const config = { source: 'replay', practiceHours: 'always', feed: null, replay } as const
    const say = (line: string): unknown => lines.push(line)
    return openMarket({ db, config, clock, secret: Buffer.alloc(32), log: openLog('silent'), say })
  }
  writeBars('XMAD.ABC.minute.csv', '04T07:00', '04T15:29')
  const [first, end] = [Date.parse('2013-10-04T07:00:00Z'), Date.parse('2013-10-04T15:30:00Z')]
  for (const start of [first - 1, end, Date.parse('2033-01-01T00:00:00Z')]) {
    await expect(open(start)).rejects.toThrow(
      /^REPLAY_START is [0-9T:.-]+Z, outside the recording: give a time from 2013-10-04T07:00:00Z to before 2013-10-04T15:30:00Z, or none for its first session\.$/,
    )
  }
  const opened = await open(null)
  expect([opened.opening.replay?.start, opened.market.now()]).toEqual([first, first])
  expect(lines).toEqual(['There is no file EURUSD.csv: ABC cannot be bought with USD, only with EUR.'])
  expect((await open(first)).opening).toEqual(opened.opening)
})

test('the corporate actions of a recording are read, refused with their line, and part of its fingerprint', async () => {
  const write = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), [...lines, ''].join('\n'))
  write('ABC.daily.csv', 'date,open,high,low,close,volume', '2013-10-04,1,1,1,1,1')
  const { fingerprint: without } = await readReplayFolder(folder)
  const heading = 'date,listing,kind,value,currency'
  write('actions.csv', heading, '2013-10-08,ABC,split,4:1,')
  const { files, fingerprint } = await readReplayFolder(folder)
  expect(files.actions).toMatchObject([{ kind: 'split', listing: 'XNYS:ABC', ratio: { from: 1n, to: 4n } }])
  expect(fingerprint).toMatch(/^ABC\.daily\.csv [0-9a-f]{64}\nactions\.csv [0-9a-f]{64}$/)
  write('actions.csv', heading, '2013-10-08,ABC,split,2:1,')
  expect(new Set([without, fingerprint, (await readReplayFolder(folder)).fingerprint]).size).toBe(3)
  write('actions.csv', heading, '2013-10-08,DEF,split,2:1,')
  await expect(readReplayFolder(folder)).rejects.toThrow('actions.csv, line 2: there is no file of XNYS:DEF')
})
