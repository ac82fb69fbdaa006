import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { LANGUAGES } from '@lonja/core/base/language'
import { settableClock, type SettableClock } from '../base/clock.ts'
import { openDb, type Db } from '../database/db.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { publishNext, type PublishingOptions } from './news.jobs.ts'
import { placesOf } from './news.view.ts'
import { listNewsRows, type NewsRow } from './news.store.ts'
import { smallMarket } from './news.testing.ts'

const FROM = Date.parse('2026-11-19T00:00:00Z')
const END = Date.parse('2026-11-23T12:00:00Z')

const opened: { db: Db; database: TestDatabase }[] = []
afterEach(async () => {
  for (const { db, database } of opened.splice(0)) {
    await db.close()
    await database.drop()
  }
})

interface PublishingHouse extends PublishingOptions {
  readonly clock: SettableClock
}

async function house(
  hours: 'always' | 'exchange',
  at = END,
  more?: Parameters<typeof smallMarket>[2],
): Promise<PublishingHouse> {
  const database = await testDatabase()
  const db = openDb(database.url, { max: 4 })
  opened.push({ db, database })
  const clock = settableClock(at)
  return { db, clock, market: smallMarket(clock, hours, more), from: FROM }
}

async function publishAll(options: PublishingOptions): Promise<number> {
  let count = 0
  for (const place of placesOf(options.market)) {
    for (let news = await publishNext(options, place); news !== null; news = await publishNext(options, place))
      count += news
  }
  return count
}

const all = { before: null, origin: null, topic: null, listings: null, words: [], most: 1_000 } as const
const rowsIn = ({ db }: PublishingOptions, language: NewsRow['language'] = 'en') =>
  db.read((tx) => listNewsRows(tx, { ...all, language }))
/** The columns of rows without the time at which the house wrote them. */
const contentOf = (rows: readonly NewsRow[]) => rows.map(({ writtenAt: _written, ...row }) => row)

describe('what a market did', () => {
  test.each(['always', 'exchange'] as const)(
    'is published alike by a house that was open and by one that was off: %s',
    async (hours) => {
      const off = await house(hours)
      await publishAll(off)
      const open = await house(hours, FROM)
      for (; open.clock.now() < END; open.clock.advance(5 * HOUR + 7 * MINUTE)) await publishAll(open)
      open.clock.set(END)
      await publishAll(open)
      const rows = await rowsIn(off)
      expect(rows.length).toBeGreaterThan(20)
      expect(new Set(rows.map(({ topic }) => topic)).size).toBeGreaterThanOrEqual(4)
      expect(contentOf(await rowsIn(open))).toEqual(contentOf(rows))
      expect(contentOf(await rowsIn(open, 'cn'))).toEqual(contentOf(await rowsIn(off, 'cn')))
    },
  )

  test('is published once by two nodes at once', async () => {
    const from = END - 3 * 24 * HOUR
    const one = { ...(await house('exchange')), from }
    const other: PublishingHouse = { ...one, market: smallMarket(one.clock, 'exchange') }
    await Promise.all([publishAll(one), publishAll(other), publishAll(one)])
    const rows = await rowsIn(one)
    const alone = { ...(await house('exchange')), from }
    await publishAll(alone)
    expect(contentOf(rows)).toEqual(contentOf(await rowsIn(alone)))
  })

  test('is never published before it is over, and needs no seed of a later day', async () => {
    const at = Date.parse('2026-11-19T14:00:01Z')
    const later = await house('exchange', at, (day) =>
      day > '2026-11-19'
        ? createHash('sha256').update(`other ${day}`).digest()
        : createHash('sha256').update(`day ${day}`).digest(),
    )
    const usual = await house('exchange', at)
    await publishAll(later)
    await publishAll(usual)
    const rows = await rowsIn(usual)
    expect(contentOf(await rowsIn(later))).toEqual(contentOf(rows))
    expect(rows.length).toBeGreaterThan(2)
    expect(Math.max(...rows.map((row) => row.marketAt ?? 0))).toBeLessThan(at)
    // Madrid's step of ten o'clock is over; two seconds later its step of three o'clock is over too.
    usual.clock.set(Date.parse('2026-11-19T14:00:02Z'))
    await publishAll(usual)
    const latest = Math.max(...(await rowsIn(usual)).map((row) => row.marketAt ?? 0))
    expect(latest).toBeLessThanOrEqual(usual.clock.now() - 2_000)
  })

  test('is complete in five languages: no blank is left, and no figure is missing', async () => {
    const options = await house('exchange')
    await publishAll(options)
    const ids = (await rowsIn(options)).map(({ id }) => id)
    for (const language of LANGUAGES) {
      const rows = await rowsIn(options, language)
      expect(rows.map(({ id }) => id)).toEqual(ids)
      for (const { title, body } of rows) {
        expect([title, /[{}]|undefined|NaN|(^|\s)-(\s|$)/.test(title + body.replaceAll('\n- ', '\n'))]).toEqual([
          title,
          false,
        ])
        expect(body.length).toBeGreaterThan(10)
      }
    }
  })

  test('is published for the last thirty days by a house that was off for months', async () => {
    const options = { ...(await house('exchange')), from: END - 90 * 24 * HOUR }
    for (const place of placesOf(options.market)) {
      for (let moments = 0; moments < 4; moments += 1) await publishNext(options, place)
    }
    const times = (await rowsIn(options)).map(({ at }) => at)
    expect(times.length).toBeGreaterThan(1)
    expect(Math.min(...times)).toBeGreaterThan(END - 30 * 24 * HOUR)
    expect(Math.max(...times)).toBeLessThan(END - 25 * 24 * HOUR)
  })
})
