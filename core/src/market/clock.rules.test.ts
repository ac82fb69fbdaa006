import { expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND, type Instant } from '../base/instant.ts'
import { beginClocks, judgeStart, readClocks, type ClockState, type Reading } from './clock.rules.ts'

const WALL = Date.UTC(2026, 10, 20, 15)
const ELAPSED = 5_000_000

const reading = (wallMs: number, elapsedMs: number): Reading => ({
  wall: WALL + wallMs,
  elapsedMs: ELAPSED + elapsedMs,
})
const after = (...readings: Reading[]): ClockState => readings.reduce(readClocks, beginClocks(reading(0, 0)))
/** Readings each second while both clocks run alike, the wall clock being ahead by `aheadMs`. */
const running = (aheadMs: number, fromMs: number, toMs: number): Reading[] =>
  Array.from({ length: (toMs - fromMs) / SECOND + 1 }, (_reading, n) =>
    reading(fromMs + n * SECOND + aheadMs, fromMs + n * SECOND),
  )

const LIMIT = 2 * MINUTE

// prettier-ignore
test.each<[string, number, number, boolean]>([
  // case                                 wall moved by     elapsed by   paused
  ['both ran alike',                      SECOND,           SECOND,      false],
  ['two minutes ahead',                   SECOND + LIMIT,   SECOND,      false],
  ['a millisecond more ahead',            SECOND + LIMIT + 1, SECOND,    true],
  ['two minutes behind',                  SECOND - LIMIT,   SECOND,      false],
  ['a millisecond more behind',           SECOND - LIMIT - 1, SECOND,    true],
  ['fifty hours ahead',                   50 * HOUR,        SECOND,      true],
  ['asleep for eight hours, both count',  8 * HOUR,         8 * HOUR,    false],
  ['asleep, and the wall clock stood',    0,                8 * HOUR,    true],
  ['busy for five minutes',               5 * MINUTE,       5 * MINUTE,  false],
])('%s', (_case, wallMs, elapsedMs, paused) => {
  expect(after(reading(wallMs, elapsedMs)).pause !== null).toBe(paused)
})

test('the clock of a pause stands where both clocks last agreed, and says by how much they differ', () => {
  const paused = after(...running(0, 0, 10 * SECOND), ...running(50 * HOUR, 11 * SECOND, 20 * SECOND))
  expect(paused.now).toBe(WALL + 10 * SECOND)
  expect(paused.pause).toMatchObject({ since: WALL + 10 * SECOND, differenceMs: 50 * HOUR })
})

// prettier-ignore
test.each<[string, number, number, boolean]>([
  // case                                      wall ahead by   for            still paused
  ['ahead, a millisecond short of a minute',   50 * HOUR,      MINUTE - 1,    true],
  ['ahead for a minute',                       50 * HOUR,      MINUTE,        false],
  ['behind for a minute: not traded twice',    -HOUR,          MINUTE,        true],
  ['behind, to the instant it stopped at',     -HOUR,          HOUR,          true],
  ['behind, a millisecond past that',          -HOUR,          HOUR + 1,      false],
])('after a jump, %s', (_case, aheadMs, forMs, paused) => {
  const state = after(reading(aheadMs, 0), reading(aheadMs + forMs, forMs))
  expect(state.pause !== null).toBe(paused)
  expect(state.now).toBe(paused ? WALL : WALL + aheadMs + forMs)
})

test('a second jump begins the minute of agreement again', () => {
  const first = reading(50 * HOUR, 0)
  const second = reading(30 * SECOND, 30 * SECOND)
  expect(after(first, second, reading(MINUTE, MINUTE)).pause).not.toBeNull()
  expect(after(first, second, reading(90 * SECOND, 90 * SECOND)).pause).toBeNull()
})

test('many small jumps are one jump', () => {
  const jumps = [1, 2, 3].map((n) => reading(n * (MINUTE + SECOND), n * SECOND))
  expect(after(...jumps.slice(0, 1)).pause).toBeNull()
  expect(after(...jumps).pause).not.toBeNull()
})

test('a clock that is slewed for days does not pause trading', () => {
  const slewed = Array.from({ length: 10 * 24 * 60 }, (_reading, n) => reading(n * MINUTE * 1.0005, n * MINUTE))
  const state = after(...slewed)
  expect(state.now - WALL - (state.elapsedMs - ELAPSED)).toBeGreaterThan(2 * LIMIT)
  expect(state.pause).toBeNull()
})

const RAN: Instant = WALL
// prettier-ignore
test.each<[string, Instant, Instant | null, Instant | null, string]>([
  ['a new house',                             WALL,                     null, null, 'well'],
  ['right after it stopped',                  WALL + SECOND,            RAN,  RAN,  'well'],
  ['twenty-six hours later',                  WALL + 26 * HOUR,         RAN,  RAN,  'well'],
  ['a millisecond more',                      WALL + 26 * HOUR + 1,     RAN,  RAN,  'away'],
  ['two minutes earlier: another server’s',   WALL - LIMIT,             RAN,  RAN,  'well'],
  ['a millisecond earlier than that',         WALL - LIMIT - 1,         RAN,  RAN,  'behind'],
  ['earlier than an entry, not than its run', WALL + HOUR,              RAN + 2 * HOUR, RAN, 'behind'],
])('a start: %s', (_case, now, written, ranAt, judged) => {
  expect(judgeStart(now, { written, ranAt })).toBe(judged)
})
