import { expect, test } from 'vitest'
import { versionAt } from './versions.ts'

test.each([
  ['a house of one version', null, '2026-11-01', '2026-12-01T12:00:00Z', 4],
  [
    'the last millisecond before version 3, by Madrid’s midnight',
    '2026-12-03',
    '2026-12-10',
    '2026-12-02T22:59:59.999Z',
    2,
  ],
  ['version 3', '2026-12-03', '2026-12-10', '2026-12-02T23:00:00Z', 3],
  ['the last millisecond before version 4', '2026-12-03', '2026-12-10', '2026-12-09T22:59:59.999Z', 3],
  ['version 4', '2026-12-03', '2026-12-10', '2026-12-09T23:00:00Z', 4],
  ['both at once', '2026-12-03', '2026-12-03', '2026-12-02T23:00:00Z', 4],
] as const)('%s', (_when, turnsOn, plansFrom, at, version) => {
  expect(versionAt({ functionVersion: 4, turnsOn, plansFrom }, Date.parse(at))).toBe(version)
})
