import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settableClock } from '../base/clock.ts'
import { openDb, type Db } from '../database/db.ts'
import { countLinks } from '../staff/seats.store.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { firstLinksOf } from './first.staff.ts'

const SERVERS = 3

let database: TestDatabase
let servers: { folder: string; db: Db }[]
beforeAll(async () => {
  database = await testDatabase()
  servers = Array.from({ length: SERVERS }, () => ({
    folder: mkdtempSync(join(tmpdir(), 'lonja-first-')),
    db: openDb(database.url),
  }))
})
afterAll(async () => {
  for (const { folder, db } of servers) {
    await db.close()
    rmSync(folder, { recursive: true })
  }
  await database.drop()
})

test('of several servers that start at once on an empty database one makes the links', async () => {
  const clock = settableClock(Date.UTC(2026, 10, 20, 15))
  // Connections are made beforehand, so that all ask in the same moment.
  for (const { db } of servers) await db.read(countLinks)
  const links = await Promise.all(servers.map((server) => firstLinksOf({ ...server, clock })))
  expect(links.map(({ length }) => length).sort()).toEqual([0, 0, 2])
  expect(await servers[0]?.db.read(countLinks)).toBe(2)
})
