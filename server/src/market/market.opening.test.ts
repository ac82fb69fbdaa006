import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import { dayNumberOf } from '@lonja/core/calendar/days'
import { CHAIN_LINKS, follows, isSeedOn } from '@lonja/core/practice/seeds'
import { settableClock } from '../base/clock.ts'
import { openLog } from '../base/log.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { revealSeeds } from './market.jobs.ts'
import { openMarket, type OpenMarketOptions, type OpenedMarket } from './market.opening.ts'
import { listRevealed } from './market.store.ts'

const OPENED = Date.parse('2026-11-20T10:00:00Z')
const SECRET = Buffer.alloc(32, 7)

let database: TestDatabase
let db: Db
let folder: string
const clock = settableClock(OPENED)
beforeEach(async () => {
  database = await testDatabase()
  db = openDb(database.url)
  folder = mkdtempSync(join(tmpdir(), 'lonja-replay-'))
  clock.set(OPENED)
})
afterEach(async () => {
  await db.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

type Settings = OpenMarketOptions['config']
const PRACTICE: Settings = { source: 'practice', practiceHours: 'always', replay: null, feed: null }
const open = (config: Settings = PRACTICE, secret = SECRET): Promise<OpenedMarket> =>
  openMarket({ db, config, clock, secret, log: openLog('silent') })
const replay = (change: Partial<{ start: Instant; speed: number }> = {}): Settings => ({
  source: 'replay',
  practiceHours: 'always',
  feed: null,
  replay: { dir: folder, start: null, speed: 60, ...change },
})

const anyOf = ({ market }: OpenedMarket): ListingId => market.instruments[0]?.listing ?? 'XNYS:NONE'

const HEADING = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
const ROWS = [
  '2013-10-04T12:00:00Z,9,9,9,9,100,8.9,100,9.1,100',
  '2013-10-04T13:30:00Z,10,11,9,10,100,9.9,100,10.1,100',
]
const writeBars = (name = 'ABC.minute.csv', rows = ROWS): void =>
  writeFileSync(join(folder, name), [HEADING, ...rows, ''].join('\n'))

test('the opening of a practice house is fixed: the next start has the same prices', async () => {
  const first = await open()
  const listing = anyOf(first)
  clock.advance(HOUR)
  const quote = first.market.quote(listing)
  expect(quote).not.toBeNull()
  const second = await open()
  expect(second.opening).toEqual(first.opening)
  expect(second.market.quote(listing)).toEqual(quote)
  expect(first.opening).toMatchObject({ openedAt: OPENED, source: 'practice', hours: 'always', replay: null })
  expect(first.opening.practice).toMatchObject({
    openingDay: '2026-11-20',
    functionVersion: 5,
    turnsOn: null,
    plansFrom: '2026-11-20',
    splitsFrom: '2026-11-20',
  })
})

test('two nodes that open one house at once agree', async () => {
  const [one, other] = await Promise.all([open(), open()])
  expect(one.opening).toEqual(other.opening)
  expect(one.seeds?.chains()).toHaveLength(1)
  expect(one.seeds?.chains()).toEqual(other.seeds?.chains())
})

test('another house has other prices', async () => {
  const here = await open()
  const elsewhere = await testDatabase()
  const otherDb = openDb(elsewhere.url)
  const there = await openMarket({ db: otherDb, config: PRACTICE, clock, secret: SECRET, log: openLog('silent') })
  const listing = anyOf(here)
  expect(there.market.quote(listing)?.last).not.toEqual(here.market.quote(listing)?.last)
  await otherDb.close()
  await elsewhere.drop()
})

test('the seed of each day is revealed when the day is over everywhere, and leads to the published end', async () => {
  const { seeds } = await open()
  if (!seeds) throw new Error('a practice house has seeds')
  const revealed = () => db.read((tx) => listRevealed(tx, 10))
  // The day ends last in New York, at 05:00 UTC.
  clock.set(Date.parse('2026-11-21T04:59:59.999Z'))
  expect(await revealSeeds(db, seeds, clock.now())).toBe(0)
  expect(await revealed()).toEqual([])
  clock.advance(1)
  expect(await revealSeeds(db, seeds, clock.now())).toBe(1)
  expect(await revealSeeds(db, seeds, clock.now())).toBe(0)
  clock.set(Date.parse('2026-11-24T05:00:00Z')) // The job did not run for three days.
  expect(await revealSeeds(db, seeds, clock.now())).toBe(3)
  const all = await revealed()
  expect(all.map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-22', '2026-11-21', '2026-11-20'])
  for (const { day, seed } of all) {
    expect(isSeedOn(seeds.chains(), day, seed)).toBe(true)
  }
  expect(follows(all[1]?.seed ?? SECRET, all[0]?.seed ?? SECRET)).toBe(true)
})

test('the secret of the chain is stored sealed, and a wrong key stops the house', async () => {
  const { seeds } = await open()
  const secret = Buffer.from(seeds?.seedOf(dayNumberOf('2026-11-20') + CHAIN_LINKS - 1) ?? [])
  expect(secret).toHaveLength(32)
  expect(Buffer.from(seeds?.chains()[0]?.sealedSecret ?? []).includes(secret)).toBe(false)
  await expect(open(PRACTICE, Buffer.alloc(32, 8))).rejects.toThrow('set the SECRET_KEY that it opened with')
})

// prettier-ignore
const FORBIDDEN = {
  test_open_another_source: "update house_opening set source = 'replay'",
  test_change_its_hours:    "update house_opening set hours = 'exchange'",
  test_open_a_second_time:  'delete from house_opening',
  test_take_another_chain:  'update seed_chains set end_hash = sealed_secret',
  test_drop_the_chain:      'delete from seed_chains',
  test_change_its_version:  "update practice_versions set checkable_from = '2020-01-01'",
  test_forget_its_version:  'delete from practice_versions',
  test_reveal_another_seed: 'update revealed_seeds set seed = seed',
  test_take_a_seed_back:    'delete from revealed_seeds',
  test_forget_a_pause:      'delete from replay_switches',
  test_move_a_pause:        'update replay_switches set at = at + 1',
}

test('the server has no right to change the opening or to delete a seed', async () => {
  await open()
  for (const [name, text] of Object.entries(FORBIDDEN)) {
    const broken = db.write((tx) => tx.run(sql(name, text)))
    await expect(broken).rejects.toMatchObject({ code: '42501' })
  }
})

test('settings that differ from the opening are refused with one line', async () => {
  await open()
  await expect(open({ ...PRACTICE, practiceHours: 'exchange' })).rejects.toThrow(
    'PRACTICE_HOURS is exchange, and this house opened with always: it was fixed when the house opened, so set it back or open another house with another DATA_DIR.',
  )
  writeBars()
  await expect(open(replay())).rejects.toThrow('SOURCE is replay, and this house opened with practice')
})

test('a replay is fixed with its files, its start and its speed; by itself it starts at the open', async () => {
  writeBars()
  const first = await open(replay())
  expect(first.opening.replay).toMatchObject({ start: Date.parse('2013-10-04T13:30:00Z'), speed: 60 })
  expect(first.market.label).toBe('ABC 2013')
  expect(first.market.now()).toBe(Date.parse('2013-10-04T13:30:00Z'))
  clock.advance(1_000)
  expect(first.market.now()).toBe(Date.parse('2013-10-04T13:31:00Z'))
  clock.advance(-500) // If the machine's clock is set back, the replay's clock stops. It does not go back.
  expect(first.market.now()).toBe(Date.parse('2013-10-04T13:31:00Z'))
  clock.advance(500)
  expect((await open(replay())).market.now()).toBe(first.market.now())
  expect((await open(replay({ start: Date.parse('2013-10-04T13:30:00Z') }))).opening).toEqual(first.opening)

  await expect(open(replay({ speed: 61 }))).rejects.toThrow('REPLAY_SPEED is 61, and this house opened with 60')
  await expect(open(replay({ start: 0 }))).rejects.toThrow(
    'REPLAY_START is 1970-01-01T00:00:00Z, and this house opened with 2013-10-04T13:30:00Z',
  )
  writeBars('DEF.minute.csv')
  await expect(open(replay())).rejects.toThrow('are not those this house opened with: DEF.minute.csv')
  rmSync(join(folder, 'DEF.minute.csv'))
  writeBars('ABC.minute.csv', ROWS.slice(1))
  await expect(open(replay())).rejects.toThrow('are not those this house opened with: ABC.minute.csv')
  await expect(open()).rejects.toThrow('SOURCE is practice, and this house opened with replay')
})

test('a house of recorded prices keeps to the corporate actions with which it opened', async () => {
  const ACTIONS = join(folder, 'actions.csv')
  const write = (...rows: string[]): void =>
    writeFileSync(ACTIONS, ['date,listing,kind,value,currency', ...rows, ''].join('\n'))
  writeBars()
  write('2013-10-04,ABC,dividend,0.10,USD')
  const { opening } = await open(replay())
  const others = async (): Promise<void> =>
    expect(open(replay())).rejects.toThrow(
      `The files in REPLAY_DIR "${folder}" are not those this house opened with: actions.csv: put them back or open another house with another DATA_DIR.`,
    )
  write('2013-10-04,ABC,dividend,0.11,USD')
  await others()
  write('2013-10-04,ABC,dividend,0.10,USD', '2013-10-04,ABC,split,2:1,')
  await others()
  rmSync(ACTIONS)
  await others()
  write('2013-10-04,ABC,dividend,0.10,USD')
  expect((await open(replay())).opening).toEqual(opening)
})

test('a broken file stops the house with the file, the line and the reason, and nothing is fixed', async () => {
  writeBars('ABC.minute.csv', [...ROWS, ROWS[1] ?? ''])
  await expect(open(replay())).rejects.toThrow(
    `${join(folder, 'ABC.minute.csv')}, line 4: a second row for 2013-10-04T13:30:00Z.`,
  )
  expect((await open()).opening.source).toBe('practice')
})

test('file names may name the venue, and a folder without bars is refused', async () => {
  await expect(open(replay())).rejects.toThrow('no file there is named like ABC.minute.csv')
  writeBars('XNAS.ABC.minute.csv')
  copyFileSync(join(folder, 'XNAS.ABC.minute.csv'), join(folder, 'XLON.DEF.minute.csv'))
  await expect(open(replay())).rejects.toThrow('XLON is no venue of this house')
  rmSync(join(folder, 'XLON.DEF.minute.csv'))
  writeFileSync(join(folder, 'EURUSD.csv'), 'time,rate\n2013-10-04T00:00:00Z,1.3558\n')
  const { market } = await open(replay())
  expect(market.instruments.map(({ listing }) => listing)).toEqual(['XNAS:ABC'])
  expect(market.rate()).toMatchObject({ rate: 1_355_800n, markupBps: 20n })
})

const feed = (change: Partial<NonNullable<Settings['feed']>> = {}): Settings => ({
  source: 'alpaca',
  practiceHours: 'always',
  replay: null,
  feed: {
    us: 'iex',
    eu: null,
    streams: 'iex',
    key: 'KEYID',
    secret: 'key-secret',
    streamUrl: 'ws://127.0.0.1:9',
    dataUrl: 'http://127.0.0.1:9',
    first: [],
    ...change,
  },
})

test('a feed is fixed with its streams; without a directory it has no listings; its key may change', async () => {
  const first = await open(feed())
  expect(first.opening).toMatchObject({ source: 'alpaca', hours: 'exchange', practice: null, feed: { streams: 'iex' } })
  expect(first.market.instruments).toEqual([])
  await first.feed?.close()
  await expect(open(feed({ us: 'sip', streams: 'sip' }))).rejects.toThrow(
    'ALPACA_US with ALPACA_EU is sip, and this house opened with iex: it was fixed when the house opened',
  )
  await expect(open()).rejects.toThrow('SOURCE is practice, and this house opened with alpaca')
  const second = await open(feed({ key: 'OTHER' }))
  expect(second.opening).toEqual(first.opening)
  await second.feed?.close()
})
