import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { newId } from '../base/ids.ts'
import { openDb } from '../database/db.ts'
import { findLastVerification, insertVerification } from '../proof/health.store.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { checkIfDue } from './checking.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const GOING_ON = new AbortController().signal

/** A check that finds nothing broken. */
async function checked(): Promise<void> {
  const at = house.clock.now()
  const result = { laws: 9, breaches: [], audit: { rows: 1, faults: 0 } }
  await house.db.write((tx) => insertVerification(tx, { id: newId(), beganAt: at, endedAt: at, ...result }))
}
const last = async () => (await house.db.read(findLastVerification))?.beganAt

function round(check = checked, startedAt = 0, signal = GOING_ON, db = house.db): Promise<void> {
  const { clock } = house
  return checkIfDue({ db, clock, startedAt, check }, signal)
}

test('the books are checked once a night, and not in the minutes after a start', async () => {
  await checked()
  const first = await last()
  await round()
  expect(await last()).toBe(first)
  house.clock.advance(24 * HOUR)
  await round(checked, house.clock.now() - 10 * MINUTE + 1)
  expect(await last()).toBe(first)
  await round()
  const second = house.clock.now()
  expect(await last()).toBe(second)
  house.clock.advance(MINUTE)
  await round()
  expect(await last()).toBe(second)
})

test('a check that wrote nothing down has failed, unless the house was closing', async () => {
  house.clock.advance(24 * HOUR)
  const nothing = () => Promise.resolve()
  await expect(round(nothing)).rejects.toThrow('the check of the night wrote down what it found')
  const ending = new AbortController()
  const ends = () => Promise.resolve(ending.abort())
  await expect(round(ends, 0, ending.signal)).resolves.toBeUndefined()
})

test('of several servers one checks: another passes over it while it runs, and after it', async () => {
  house.clock.advance(24 * HOUR)
  const other = openDb(house.ownerUrl)
  const began: string[] = []
  let goOn = (): void => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const first = round(async () => {
    began.push('first')
    await held
    await checked()
  })
  const second = async (): Promise<void> => {
    began.push('second')
    await checked()
  }
  await expect.poll(() => began).toEqual(['first'])
  await round(second, 0, GOING_ON, other)
  goOn()
  await first
  await round(second, 0, GOING_ON, other)
  expect(began).toEqual(['first'])
  house.clock.advance(24 * HOUR)
  await round(second, 0, GOING_ON, other)
  expect(began).toEqual(['first', 'second'])
  await other.close()
})
