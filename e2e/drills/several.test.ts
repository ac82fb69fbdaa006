import { existsSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FILLS_WITHIN_MS, verifyAll } from './several.checks.ts'
import { changeCustomers, closeSeveral, openServer, openSeveral, type Several } from './several.ts'
import { databaseStopped, placedInTurn, serverKilled, serverStopped } from './several.rounds.ts'

/** These drills are long: `npm run test:long` runs twenty rounds of each, and `npm test` none. */
const ROUNDS = Number(process.env['LONJA_DRILL_ROUNDS'] ?? (process.env['LONJA_LONG'] === '1' ? 20 : 0))
const ROUND_MOST_MS = 240_000
/** A busy machine takes a minute for each server. */
const OPENS_WITHIN_MS = 480_000

/** Processes are stopped by signals, and PostgreSQL's are found in /proc. */
const HAS_PROC = existsSync('/proc/self/stat')

describe.runIf(ROUNDS > 0 && HAS_PROC)('several servers on one database', () => {
  let several: Several
  beforeAll(async () => {
    several = await openSeveral(2)
  }, OPENS_WITHIN_MS)
  beforeEach(() => changeCustomers(several), OPENS_WITHIN_MS)
  afterAll(() => closeSeveral(several), OPENS_WITHIN_MS)

  test(
    'a customer who places orders of one listing at both in turn: each server claims the open ones, and each order fills once',
    async () => {
      for (let count = 1; count <= ROUNDS; count += 1) {
        const shown = await placedInTurn(several)
        console.log(`placed in turn, round ${count}: ${JSON.stringify(shown)}`)
        expect(Math.min(...shown.accepted)).toBeGreaterThan(0)
        expect(shown.claims).toBeGreaterThan(0)
        expect(shown.fills).toBeGreaterThan(0)
        expect(shown.openMs).toBeLessThanOrEqual(FILLS_WITHIN_MS)
      }
      console.log(`${await verifyAll(several)} orders follow from their market`)
    },
    ROUNDS * ROUND_MOST_MS,
  )

  test(
    'one is killed while customers place orders at both: each order that an event meets fills within 10 s of it, once, and nothing acknowledged is lost',
    async () => {
      for (let count = 1; count <= ROUNDS; count += 1) {
        const shown = await serverKilled(several, count % 2)
        console.log(`server killed, round ${count}: ${JSON.stringify(shown)}`)
        expect(shown.itsFills).toBeGreaterThan(0)
        expect(shown.itsMs).toBeLessThanOrEqual(FILLS_WITHIN_MS)
        expect(shown.othersMs).toBeLessThanOrEqual(FILLS_WITHIN_MS)
        expect(shown.openMs).toBeLessThanOrEqual(FILLS_WITHIN_MS)
      }
      console.log(`${await verifyAll(several)} orders follow from their market`)
    },
    ROUNDS * ROUND_MOST_MS,
  )

  test(
    'one that stands still for 20 s loses its orders to the other, begins under a new id, and no order fills twice',
    async () => {
      for (let count = 1; count <= ROUNDS; count += 1) {
        const shown = await serverStopped(several, count % 2)
        console.log(`server stopped, round ${count}: ${JSON.stringify(shown)}`)
        expect(shown.openMs).toBeLessThanOrEqual(FILLS_WITHIN_MS)
      }
      console.log(`${await verifyAll(several)} orders follow from their market`)
    },
    ROUNDS * ROUND_MOST_MS,
  )

  test(
    'the database stands still for 20 s under three: nobody takes another for dead, and all go on afterwards',
    async () => {
      several.servers.push(await openServer(several))
      for (let count = 1; count <= ROUNDS; count += 1) {
        const shown = await databaseStopped(several)
        console.log(`database stopped, round ${count}: ${JSON.stringify(shown)}`)
        expect(shown.claims).toEqual([])
        expect(shown.openMs).toBeLessThanOrEqual(FILLS_WITHIN_MS)
      }
      console.log(`${await verifyAll(several)} orders follow from their market`)
    },
    ROUNDS * ROUND_MOST_MS,
  )
})
