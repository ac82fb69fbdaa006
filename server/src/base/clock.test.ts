import { expect, test } from 'vitest'
import { HOUR, SECOND } from '@lonja/core/base/instant'
import { elapsedTime, systemClock } from './clock.ts'

const WALL = Date.UTC(2026, 10, 20, 15)

/** A machine whose three clocks a test moves by hand. */
function machine() {
  const at = { running: 100, sinceStart: 40_000, wall: WALL }
  const elapsed = elapsedTime({
    running: () => at.running,
    sinceStart: () => at.sinceStart,
    wall: () => at.wall,
  })
  const began = elapsed()
  return {
    elapsed: () => elapsed() - began,
    runs: (ms: number) => void ((at.running += ms), (at.sinceStart += ms), (at.wall += ms)),
    sleeps: (ms: number) => void ((at.sinceStart += ms), (at.wall += ms)),
    isSet: (ms: number) => void (at.wall += ms),
  }
}

test('the sleep of the machine counts, and a wall clock that is set does not', () => {
  const { elapsed, runs, sleeps, isSet } = machine()
  runs(SECOND)
  expect(elapsed()).toBe(SECOND)
  sleeps(8 * HOUR)
  expect(elapsed()).toBe(SECOND + 8 * HOUR)
  isSet(50 * HOUR)
  expect(elapsed()).toBe(SECOND + 8 * HOUR)
  isSet(-90 * HOUR)
  runs(SECOND)
  expect(elapsed()).toBe(2 * SECOND + 8 * HOUR)
  sleeps(HOUR)
  expect(elapsed()).toBe(2 * SECOND + 9 * HOUR)
})

test('a sleep during which the wall clock is put back by as much counts at the next difference', () => {
  const { elapsed, runs, sleeps, isSet } = machine()
  sleeps(HOUR)
  isSet(-HOUR)
  runs(SECOND)
  expect(elapsed()).toBe(SECOND)
  isSet(HOUR)
  expect(elapsed()).toBe(SECOND + HOUR)
})

test('elapsed time of this machine never goes back', () => {
  const read = Array.from({ length: 1_000 }, () => systemClock.elapsed())
  expect(read).toEqual(read.toSorted((a, b) => a - b))
})
