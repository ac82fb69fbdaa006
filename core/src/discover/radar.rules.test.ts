import { expect, test } from 'vitest'
import { USUAL_DAYS, mayBeUnusual, paceFor, radarScore, unusualFor, usualFor } from './radar.rules.ts'

// prettier-ignore
test.each([
  ['a day too few',                    [100, 101, 100, 101, 100],           null],
  ['five days, a hundredth each',      [100, 101, 99.99, 100.9899, 99.980001, 100.97980101], 0.01],
  ['nothing ever moved',               [100, 100, 100, 100, 100, 100],      null],
  ['nothing at all',                   [],                                  null],
] as const)('what is usual of %s', (_what, closes, move) => {
  const usual = usualFor(closes, closes.map(() => 500))
  expect(usual === null ? null : Number(usual.move.toFixed(6))).toBe(move)
  if (usual) expect(usual.volume).toBe(500)
})

test('days older than three weeks do not count as usual', () => {
  const calm = Array.from({ length: USUAL_DAYS + 1 }, (_, day) => (day % 2 ? 101 : 100))
  const wild = [1, 1000, 1, 1000, ...calm]
  const volumes = wild.map((_, day) => (day < 5 ? 1e9 : 10))
  expect(usualFor(wild, volumes)).toEqual(
    usualFor(
      calm,
      calm.map(() => 10),
    ),
  )
  expect(usualFor(wild, volumes)?.volume).toBe(10)
})

test('days without volume give no usual volume', () => {
  const closes = [100, 101, 100, 101, 100, 101, 100]
  expect(
    usualFor(
      closes,
      closes.map(() => 0),
    ),
  ).toBeNull()
})

test.each([
  [[], 0],
  [[0.4], 0.4],
  [[0.2, 0.4], 0.3],
  [[9, 0.2, 0.4], 0.4],
  [[0.1, NaN, 0.3], 0.2],
])('the pace of %j is %d', (parts, pace) => {
  expect(paceFor(parts)).toBeCloseTo(pace, 12)
})

const USUAL = { move: 0.015, volume: 1_000 }

// prettier-ignore
test.each<[string, change: number, volume: number, pace: number, isOn: boolean]>([
  ['both as much as they must be',          0.03,     750,   0.5,    true],
  ['a fall as well as a rise',             -0.03,     750,   0.5,    true],
  ['a hair less of a move',                 0.029_99, 750,   0.5,    false],
  ['a share less of volume',                0.03,     749,   0.5,    false],
  ['much volume alone',                     0.01,     9_999, 0.5,    false],
  ['a large move alone',                    0.2,      500,   0.5,    false],
  ['the same volume on a livelier day',     0.03,     750,   0.6,    false],
  ['the venue has just opened',             0.2,      9_999, 0.009,  false],
  ['a moment later',                        0.2,      9_999, 0.01,   true],
])('on the radar: %s', (_what, change, volume, pace, isOn) => {
  expect(unusualFor({ change, volume }, USUAL, pace) !== null).toBe(isOn)
})

test('twice a very quiet day is not yet unusual', () => {
  expect(unusualFor({ change: 0.019_9, volume: 9_999 }, { move: 0.001, volume: 1_000 }, 1)).toBeNull()
  expect(unusualFor({ change: 0.02, volume: 9_999 }, { move: 0.001, volume: 1_000 }, 1)).not.toBeNull()
  expect([mayBeUnusual(0.019_9), mayBeUnusual(-0.02)]).toEqual([false, true])
})

test('how unusual: so many times the move, so many times the volume', () => {
  const unusual = unusualFor({ change: -0.06, volume: 1_500 }, USUAL, 0.5)
  expect(unusual).toEqual({ move: 4, volume: 3 })
  expect(radarScore(unusual ?? { move: 0, volume: 0 })).toBe(12)
})
