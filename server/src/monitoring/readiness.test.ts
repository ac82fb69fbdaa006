import { expect, test } from 'vitest'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { settableClock } from '../base/clock.ts'
import type { Db, Tx } from '../database/db.ts'
import { openVitals } from '../jobs/vitals.ts'
import type { GuardState } from '../market/market.guard.ts'
import { openReadiness, type Part } from './readiness.ts'

const START = 1_800_000_000_000
const CALM: GuardState = { pausedSince: null, differenceMs: 0, hold: null, publicThrough: null }

/** Readiness over a database that answers with the number of its newest migration, or not at all. */
function watched() {
  const clock = settableClock(START)
  const vitals = openVitals(clock)
  const state = { latest: 60 as number | null, guard: CALM, asked: 0 }
  const tx = { run: () => Promise.resolve([state.latest]) } as unknown as Tx
  const write: Db['write'] = (work) => {
    state.asked += 1
    return state.latest === null ? Promise.reject(new Error('no database')) : work(tx)
  }
  const readiness = openReadiness(clock)
  const open = (): void => {
    const db = { write } as Db
    readiness.opened({ db, guard: { state: () => state.guard }, vitals, migration: 60 })
  }
  const waits = async (): Promise<[Part, number][]> =>
    (await readiness.ask()).map(({ part, since }) => [part, since - START])
  return { clock, vitals, state, readiness, open, waits }
}

test('a house that opens or stops is not ready, and says since when', async () => {
  const { clock, readiness, open, waits } = watched()
  clock.advance(SECOND)
  expect(await waits()).toEqual([['opening', 0]])
  open()
  expect(await waits()).toEqual([])
  clock.advance(SECOND)
  readiness.stopping()
  clock.advance(SECOND)
  expect(await waits()).toEqual([['stopping', 2 * SECOND]])
})

test('a database that is away, and one of another release', async () => {
  const { clock, state, open, waits } = watched()
  open()
  state.latest = null
  expect(await waits()).toEqual([['database', 0]])
  clock.advance(10 * SECOND)
  expect(await waits(), 'since the first time').toEqual([['database', 0]])
  state.latest = 61
  clock.advance(SECOND)
  expect(await waits()).toEqual([['migrations', 11 * SECOND]])
  state.latest = 60
  clock.advance(SECOND)
  expect(await waits()).toEqual([])
})

test('many supervisors ask the database once a second', async () => {
  const { clock, state, open, waits } = watched()
  open()
  await Promise.all([waits(), waits(), waits()])
  await waits()
  expect(state.asked).toBe(1)
  clock.advance(SECOND)
  await waits()
  expect(state.asked).toBe(2)
})

test('a clock in doubt, and fills that stand for half a minute', async () => {
  const { clock, vitals, state, open, waits } = watched()
  open()
  const heard = vitals.job('fills', SECOND)
  state.guard = { ...CALM, pausedSince: START, differenceMs: 3 * MINUTE }
  expect(await waits()).toEqual([['clock', 0]])
  state.guard = CALM
  clock.advance(30 * SECOND - 1)
  expect(await waits()).toEqual([])
  clock.advance(1)
  expect(await waits()).toEqual([['fills', 30 * SECOND]])
  heard(true)
  expect(await waits()).toEqual([])
})
