import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACKNOWLEDGED_LEAST, IN_FLIGHT_LEAST, openDrill, round, slowCommits, type Drill } from './kill.ts'

/** A few rounds; the long tests run all twenty. `LONJA_DRILL_ROUNDS` sets another number, as for the drills of several servers. */
const ROUNDS = Number(process.env['LONJA_DRILL_ROUNDS']) || (process.env['LONJA_LONG'] === '1' ? 20 : 2)

let drill: Drill

beforeAll(async () => {
  drill = await openDrill()
})

afterAll(async () => {
  await drill.house.stop()
  drill.house.remove()
})

/** PostgreSQL's processes are found in /proc. */
const HAS_PROC = existsSync('/proc/self/stat')
const victims = HAS_PROC ? (['server', 'PostgreSQL'] as const) : (['server'] as const)

test.each(victims)(
  '%s is killed while clients place orders and staff decide: nothing acknowledged is lost, nothing is doubled',
  async (victim) => {
    for (let count = 1; count <= ROUNDS; count++) {
      const shown = await round(drill, victim)
      console.log(`${victim} killed, round ${count}: ${JSON.stringify(shown)}`)
      expect(shown.acknowledged).toBeGreaterThanOrEqual(ACKNOWLEDGED_LEAST)
      expect(shown.decided).toBeGreaterThan(0)
      expect(shown.inFlight).toBeGreaterThanOrEqual(IN_FLIGHT_LEAST)
    }
  },
  // A busy machine takes a minute until the server has started again.
  (ROUNDS + 1) * 90_000,
)

test.runIf(HAS_PROC)(
  'on a disk that takes 100 ms for each commit calls are answered, and what was is there after PostgreSQL is killed',
  async () => {
    await slowCommits(drill.house, 100)
    const shown = await round(drill, 'PostgreSQL')
    console.log(`PostgreSQL on a slow disk killed: ${JSON.stringify(shown)}`)
    expect(shown.acknowledged).toBeGreaterThanOrEqual(ACKNOWLEDGED_LEAST)
    expect(shown.inFlight).toBeGreaterThanOrEqual(IN_FLIGHT_LEAST)
    await slowCommits(drill.house, 0)
  },
  240_000,
)
