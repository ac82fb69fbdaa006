import { expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { relatedFor, reportMovesFor, weightsFor, type Peer } from './company.rules.ts'

const peer = (ticker: string, industry: string, sector: string, size: number): Peer => ({
  listing: `XNYS:${ticker}` as ListingId,
  industry,
  sector,
  size,
})
const company = peer('OWN', 'Banks', 'finance', 1_000)
const at = (venue: string, one: Peer): Peer => ({ ...one, listing: one.listing.replace('XNYS', venue) as ListingId })
const abroad = (one: Peer): Peer => at('XMAD', one)
const near = (one: Peer): Peer => at('XNAS', one)
const names = (peers: readonly Peer[]) => peers.map(({ listing }) => listing.slice(5)).join(' ')

// prettier-ignore
test.each<[string, Peer, Peer[], string]>([
  ['its industry before its sector, however far in size', company,
    [peer('INS', 'Insurance', 'finance', 1_000), peer('FAR', 'Banks', 'finance', 1)],               'FAR INS'],
  ['nearest in size first: twice as large as near as half', company,
    [peer('TEN', 'Banks', 'finance', 10_000), peer('TWO', 'Banks', 'finance', 2_000), peer('HALF', 'Banks', 'finance', 500), peer('NEAR', 'Banks', 'finance', 999)], 'NEAR HALF TWO TEN'],
  ['not itself, and nobody of another sector', company,
    [company, peer('OIL', 'Oil', 'energy', 1_000)],                                                     ''],
  ['an unknown size comes last', company,
    [peer('NONE', 'Banks', 'finance', 0), peer('BIG', 'Banks', 'finance', 1e12)],                    'BIG NONE'],
  ['two unknown sizes by code', company,
    [peer('B', 'Banks', 'finance', 0), peer('A', 'Banks', 'finance', 0)],                            'A B'],
  ['its own size unknown: the largest first', { ...company, size: 0 },
    [peer('SMALL', 'Banks', 'finance', 1), peer('LARGE', 'Banks', 'finance', 9)],                    'LARGE SMALL'],
  ['its own venues before those abroad, another of its own country among them', company,
    [abroad(peer('MAD', 'Banks', 'finance', 1_000)), peer('INS', 'Insurance', 'finance', 5), near(peer('NAS', 'Banks', 'finance', 9))], 'NAS INS MAD'],
  ['a firm of Madrid among those of Madrid', abroad(company),
    [peer('BIG', 'Banks', 'finance', 1_000), abroad(peer('INS', 'Insurance', 'finance', 5))],           'INS BIG'],
  ['no name is nobody’s', peer('OWN', '', 'none', 5),
    [peer('A', '', 'none', 5)],                                                                      ''],
])('%s', (_line, of, others, expected) => {
  expect(names(relatedFor(of, others))).toBe(expected)
})

test('at most six are named', () => {
  const many = Array.from({ length: 30 }, (_none, n) => peer(`P${n}`, 'Banks', 'finance', 1_000 + n))
  expect(names(relatedFor(company, many))).toBe('P0 P1 P2 P3 P4 P5')
})

test('a report’s move is from the close before it to the close of its day, the newest first', () => {
  const closes = (['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'] as const).map((day, n) => ({
    day,
    close: BigInt(100 + n),
  }))
  expect(reportMovesFor(['2025-10-01', '2026-01-05', '2026-01-06', '2026-01-08', '2026-01-09'], closes)).toEqual([
    { day: '2026-01-08', before: 102n, after: 103n },
    { day: '2026-01-06', before: 100n, after: 101n },
  ])
  expect(reportMovesFor(['2026-01-06', '2026-01-08'], closes, 1)).toHaveLength(1)
  expect(reportMovesFor(['2026-01-06'], [])).toEqual([])
})

test('weights are parts of the whole, rounded down, and never more than it', () => {
  expect(weightsFor([1n, 1n, 1n])).toEqual([3_333, 3_333, 3_333])
  expect(weightsFor([3n, null, 0n, 1n])).toEqual([7_500, null, null, 2_500])
  expect(weightsFor([])).toEqual([])
})
