import { appendFileSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { makeInvitationCode } from '@lonja/core/accounts/invitations.staff.contract'
import { TEST_CHAIN } from '@lonja/core/ipo/draw.testing'
import { readHealth } from '@lonja/core/proof/health.staff.contract'
import { headsFile, signerOf } from '../audit/audit.jobs.ts'
import { signingKeyOf } from '../audit/audit.signing.ts'
import { newId } from '../base/ids.ts'
import { openDb, sql } from '../database/db.ts'
import { openRelay, type TestRelay } from '../ipo/relays.testing.ts'
import { insertServer } from '../orders/progress.store.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { insertVerification } from './health.store.ts'

let house: TestHouse
let relay: TestRelay
beforeAll(async () => {
  relay = await openRelay()
  const addresses = [relay.address]
  house = await openTestHouse({ relays: { chain: TEST_CHAIN, addresses, outside: { alsoAllow: () => true } } })
})
afterAll(async () => {
  relay.close()
  await house.close()
})

async function health() {
  const { token } = await house.seat({ roles: ['operations'] })
  return (await house.ask(readHealth, {}, { token })).data
}
const stateOf = (data: { lines: { line: string; state: string }[] }, line: string) =>
  data.lines.find((each) => each.line === line)?.state

test('reports the facts of the server, measured on the spot', async () => {
  const data = await health()
  expect(data).toMatchObject({ sockets: 0, lane: { waiting: 0, oldestMs: 0 }, verified: null, jobs: [] })
  expect(data.migrations.done).toBe(data.migrations.known)
  expect(data.migrations.latest).toMatch(/^\d{4}_[a-z_]+\.sql$/)
  expect([data.disk.total > data.disk.free, data.database.bytes > 0, data.memory.used > 0]).toEqual([true, true, true])
  expect(data.database.engine).toMatch(/^PostgreSQL \d/)
})

test('a job that fails is reported, and is well again after it ran', async () => {
  const heard = house.vitals.job('news', MINUTE)
  heard(true)
  for (let n = 0; n < 3; n += 1) heard(false)
  expect((await health()).jobs).toMatchObject([{ name: 'news', failures: 3, state: 'ill' }])
  expect(stateOf(await health(), 'jobs')).toBe('ill')
  heard(true)
  expect((await health()).jobs).toMatchObject([{ failures: 0, failedAt: house.clock.now(), state: 'well' }])
  house.clock.advance(HOUR)
  expect(stateOf(await health(), 'jobs')).toBe('ill')
})

test('a relay of drand is asked, and what it answered is said', async () => {
  const { address } = relay
  expect((await health()).relays).toEqual([{ relay: address, at: null, fault: null }])
  relay.answers = () => ({ status: 425, body: '{}' })
  await house.relays.fetchRound(9)
  const data = await health()
  expect(data.relays).toEqual([{ relay: address, at: house.clock.now(), fault: 'it answers 425' }])
  expect(stateOf(data, 'relays')).toBe('ill')
})

test('a server whose orders nobody fills is named, and no longer once another has taken them over', async () => {
  expect(stateOf(await health(), 'servers')).toBe('well')
  const { db, clock } = house
  await db.write((tx) => insertServer(tx, { node: newId(), name: 'one, process 7', through: 0, at: clock.now() }))
  const owner = openDb(house.ownerUrl, { max: 1 })
  await owner.write((tx) =>
    tx.run(sql('test_silence', "update fill_progress set renewed_at = 5 where name like 'one%'")),
  )
  await owner.close()
  const data = await health()
  expect(data.servers).toEqual([{ name: 'one, process 7', renewedAt: 5, isStopped: false }])
  expect(stateOf(data, 'servers')).toBe('ill')
  await db.write((tx) => tx.run(sql('test_taken', 'update fill_progress set filled_by = $1'), [newId()]))
  expect((await health()).servers).toEqual([])
})

test('signed heads are reported with the rows since, and a file without them is not well', async () => {
  const file = headsFile(house.folder)
  const { token } = await house.seat({ roles: ['operations'] })
  await house.ask(makeInvitationCode, { uses: 1, days: 1 }, { token, key: newId() })
  await signerOf({ db: house.db, clock: house.clock, key: signingKeyOf(house.secret), file })()
  const signed = await health()
  expect(signed.signing).toMatchObject({ inFile: true, round: { n: 1, at: house.clock.now() } })
  expect(stateOf(signed, 'signing')).toBe('well')
  appendFileSync(file, 'another line\n')
  expect(stateOf(await health(), 'signing')).toBe('ill')
  rmSync(file)
  expect((await health()).signing.inFile).toBe(false)
})

test('the last check of the books is reported with its result', async () => {
  const now = house.clock.now()
  const result = { beganAt: now - 5, endedAt: now, laws: 9, breaches: [], audit: { rows: 4, faults: 0 } }
  await house.db.write((tx) => insertVerification(tx, { id: newId(), ...result }))
  const data = await health()
  expect(data.verified).toEqual({ at: now, tookMs: 5, laws: 9, breaches: 0, broken: [], auditRows: 4, auditFaults: 0 })
  expect(stateOf(data, 'verified')).toBe('well')
  await house.db.write((tx) => insertVerification(tx, { id: newId(), ...result, audit: { rows: 4, faults: 1 } }))
  expect(stateOf(await health(), 'verified')).toBe('ill')
})

test('a missing data folder is reported as a disk that is not well', async () => {
  rmSync(house.folder, { recursive: true })
  const data = await health()
  expect([data.disk, stateOf(data, 'disk')]).toEqual([{ free: 0, total: 0 }, 'ill'])
})
