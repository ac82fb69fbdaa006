import { expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { chargesFor, financedAt, interestLines, lastNightAt, nightAfter } from './interest.rules.ts'

const BVE: ListingId = 'XMAD:BVE'
const QLN: ListingId = 'XNAS:QLN'

test.each<[string, string, string]>([
  ['2026-11-25T22:59:59.999Z', '2026-11-24', '2026-11-24T23:00:00.000Z'],
  ['2026-11-25T23:00:00.000Z', '2026-11-25', '2026-11-25T23:00:00.000Z'],
  ['2026-07-01T22:00:00.000Z', '2026-07-01', '2026-07-01T22:00:00.000Z'],
])('at %s the last night is that of %s, from %s on', (at, day, from) => {
  expect(lastNightAt(Date.parse(at))).toEqual({ day, at: Date.parse(from) })
})

test('nights follow each other by the clock of Madrid, also over a change of the clock', () => {
  const first = lastNightAt(Date.parse('2026-10-24T23:00:00Z'))
  const second = nightAfter(first)
  expect([first.day, second.day, nightAfter(second).day]).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
  expect(second.at - first.at).toBe(25 * 3_600_000)
})

test('what was financed before the later fills', () => {
  const lots = [
    { listing: BVE, financedLeft: 500n },
    { listing: QLN, financedLeft: 70n },
  ]
  const later = [
    { listing: BVE, financed: 200n },
    { listing: QLN, financed: -30n },
  ]
  expect(financedAt(lots, later)).toEqual({ EUR: 300n, USD: 100n })
})

test('a night costs 5 % a year of 360 days on each currency, rounded up; nothing without financing', () => {
  expect(chargesFor({ EUR: 139_339n, USD: 0n })).toEqual([{ currency: 'EUR', financed: 139_339n, interest: 20n }])
  expect(chargesFor({ EUR: 0n, USD: 0n })).toEqual([])
})

test('interest is paid from free cash, and what is missing is owed', () => {
  const charges = chargesFor({ EUR: 720_000n, USD: 72_000n })
  const lines = interestLines(charges, (currency) => (currency === 'EUR' ? 60n : 10n))
  expect(lines.map(({ kind, counter, asset, free }) => [kind, counter, asset, free])).toEqual([
    ['debt', 'debts', 'EUR', 40n],
    ['interest', 'interest', 'EUR', -100n],
    ['interest', 'interest', 'USD', -10n],
  ])
})
