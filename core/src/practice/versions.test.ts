import { expect, test } from 'vitest'
import { versionAt } from './versions.ts'

test.each([
  ['a house of one version', null, '2026-11-01', '2026-11-01', '2026-12-01T12:00:00Z', 5],
  [
    'the last millisecond before version 3, by Madrid’s midnight',
    '2026-12-03',
    '2026-12-10',
    '2026-12-17',
    '2026-12-02T22:59:59.999Z',
    2,
  ],
  ['version 3', '2026-12-03', '2026-12-10', '2026-12-17', '2026-12-02T23:00:00Z', 3],
  ['the last millisecond before version 4', '2026-12-03', '2026-12-10', '2026-12-17', '2026-12-09T22:59:59.999Z', 3],
  ['version 4', '2026-12-03', '2026-12-10', '2026-12-17', '2026-12-09T23:00:00Z', 4],
  ['the last millisecond before version 5', '2026-12-03', '2026-12-10', '2026-12-17', '2026-12-16T22:59:59.999Z', 4],
  ['version 5', '2026-12-03', '2026-12-10', '2026-12-17', '2026-12-16T23:00:00Z', 5],
  ['all at once', '2026-12-03', '2026-12-03', '2026-12-03', '2026-12-02T23:00:00Z', 5],
] as const)('%s', (_when, turnsOn, plansFrom, splitsFrom, at, version) => {
  expect(versionAt({ functionVersion: 5, turnsOn, plansFrom, splitsFrom }, Date.parse(at))).toBe(version)
})
