import { expect, test } from 'vitest'
import { versionAt } from './versions.ts'

test.each([
  ['a house of one version', null, '2026-12-01T12:00:00Z', 3],
  ['the last millisecond before the turn, by Madrid’s midnight', '2026-12-03', '2026-12-02T22:59:59.999Z', 2],
  ['the turn', '2026-12-03', '2026-12-02T23:00:00Z', 3],
  ['long after the turn', '2026-12-03', '2027-12-03T00:00:00Z', 3],
] as const)('%s', (_when, turnsOn, at, version) => {
  expect(versionAt({ functionVersion: 3, turnsOn }, Date.parse(at))).toBe(version)
})
