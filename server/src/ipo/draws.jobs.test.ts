import { afterAll, beforeAll, expect, test } from 'vitest'
import { roundAfter, roundTime } from '@lonja/core/ipo/beacon.rules'
import { TERMS, TEST_CHAIN, seedOn } from '@lonja/core/ipo/draw.testing'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { openLog } from '../base/log.ts'
import { openDb, type Db } from '../database/db.ts'
import { insertRevealed } from '../market/market.store.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import type { DrawParts } from './draws.actions.ts'
import { drawsInRounds } from './draws.jobs.ts'
import { findSteps } from './draws.store.ts'
import { listUndrawn, updateOfferCancelled } from './ipo.store.ts'
import { offered } from './ipo.testing.ts'
import { fetchRound } from './relays.actions.ts'
import { TRUE, openRelay, type TestRelay } from './relays.testing.ts'

let database: TestDatabase
let db: Db
let relay: TestRelay
beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 4 })
  relay = await openRelay()
})
afterAll(async () => {
  relay.close()
  await db.close()
  await database.drop()
})

const ROUND = roundAfter(TEST_CHAIN, TERMS.draws)
const stepsOf = ({ offer }: Terms) => db.read((tx) => findSteps(tx, offer))

test('each offer after its deadline is brought on, also beside one whose draw fails, and the log says what is waited for', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line: string) => void lines.push(line) })
  const logged = () => lines.splice(0).map((line) => JSON.parse(line) as { msg: string; offer: string; faults?: unknown })
  let now = Date.parse('2026-11-29T06:00:00Z')
  const relays = { chain: TEST_CHAIN, addresses: [relay.address], outside: { alsoAllow: () => true } }
  const parts: DrawParts = { db, clock: { now: () => now }, chain: TEST_CHAIN, fetchRound: (round) => fetchRound(relays, round) } // prettier-ignore
  const round = drawsInRounds(parts, log)
  await db.write((tx) => insertRevealed(tx, [{ day: '2026-11-28', seed: seedOn('2026-11-28') }], now))

  // By the instant of the draw the one that fails is first.
  const failing = await offered(db, { draws: TERMS.draws - 1, seeds: { ...TERMS.seeds, end: 'cd'.repeat(32) } })
  const running = await offered(db)
  const open = await offered(db, { closes: now + 1, draws: now + 2, lists: now + 3 })
  const cancelled = await offered(db)
  await db.write((tx) => updateOfferCancelled(tx, cancelled.offer, TERMS.closes))

  const due = await db.read((tx) => listUndrawn(tx, now))
  expect(due.map(({ offer }) => offer)).toEqual([failing.offer, running.offer])
  await expect(round()).rejects.toThrow(/the chain that the terms name/)
  expect(await stepsOf(failing)).toMatchObject({ whole: null })
  expect(await stepsOf(running)).toMatchObject({ publishedAt: now, beacon: null })
  for (const offer of [open, cancelled]) expect((await stepsOf(offer)).list).toBeNull()
  expect(logged()).toEqual([])

  now = roundTime(TEST_CHAIN, ROUND)
  relay.answers = () => ({ status: 425, body: '{}' })
  await expect(round()).rejects.toThrow(/the chain that the terms name/)
  const faults = [{ relay: relay.address, fault: 'it answers 425' }]
  expect(logged()).toMatchObject([{ msg: 'a draw waits for its round', offer: running.offer, round: ROUND, faults }])

  // It is said once.
  await expect(round()).rejects.toThrow(/the chain that the terms name/)
  expect(logged()).toEqual([])

  relay.answers = TRUE
  await expect(round()).rejects.toThrow(/the chain that the terms name/)
  expect(logged()).toMatchObject([{ msg: 'an offer is drawn', offer: running.offer }])
  const requests = relay.requests.length
  await expect(round()).rejects.toThrow(/the chain that the terms name/)
  expect([logged(), relay.requests.length]).toEqual([[], requests])
}) // prettier-ignore
