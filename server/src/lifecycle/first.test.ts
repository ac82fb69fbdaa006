import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { HOUR } from '@lonja/core/base/instant'
import { readSeatLink } from '@lonja/core/staff/staff.contract'
import { countInvitations } from '../accounts/invitations.store.ts'
import { settableClock } from '../base/clock.ts'
import { openDb, type Db } from '../database/db.ts'
import { linkHashOf } from '../staff/seat-links.ts'
import { countLinks, findLink } from '../staff/seats.store.ts'
import { openTestHouse } from '../testing/house.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { firstOf } from './first.ts'
import { firstLinksOf } from './first.staff.ts'

const SERVERS = 3

let database: TestDatabase
let servers: { db: Db }[]
beforeAll(async () => {
  database = await testDatabase()
  servers = Array.from({ length: SERVERS }, () => ({ db: openDb(database.url) }))
})
afterAll(async () => {
  for (const { db } of servers) await db.close()
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

test('the first links work for 24 hours to the millisecond, and were made by no seat', async () => {
  const house = await openTestHouse()
  const links = (await firstLinksOf(house)).map((path) => path.split('/').at(-1) ?? '')
  const answers = () => Promise.all(links.map((link) => house.ask(readSeatLink, { link })))
  house.clock.advance(24 * HOUR - 1)
  expect((await answers()).map(({ status }) => status)).toEqual([200, 200])
  const rows = await house.db.read((tx) => Promise.all(links.map((link) => findLink(tx, linkHashOf(link)))))
  expect(rows.map((row) => row?.madeBy)).toEqual([null, null])
  house.clock.advance(1)
  expect((await answers()).map(({ error }) => error)).toEqual(['link_expired', 'link_expired'])
  await house.close()
})

test('a start that ended before the demo customer was signed up is made up for by the next, once', async () => {
  const house = await openTestHouse()
  const start = () => firstOf({ db: house.db, door: house.door, clock: house.clock, config: { startingGrant: null } })
  // An invitation is there, and no customer.
  expect(await house.db.read(countInvitations)).toBe(1)
  const first = await start()
  expect(first?.demo.phone).toMatch(/^600\d{6}$/)
  const { phone, password } = first!.demo
  expect((await house.ask(logIn, { phone, password })).status).toBe(200)
  expect(await start()).toBeNull()
  await house.close()
})
