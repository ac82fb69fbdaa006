import { expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { priceE4 } from '@lonja/core/base/amount'
import type { listInstruments } from '@lonja/core/discover/discover.contract'
import { figureOf, rowsOf, rowsOfAll } from './lists.ts'

const page = (...listings: string[]) =>
  ({
    listing: listings,
    name: listings.map((listing) => `Name of ${listing}`),
    venue: listings.map(() => 'XMAD'),
    currency: listings.map(() => 'EUR'),
    last: listings.map((_, at) => (at === 0 ? null : priceE4(BigInt(at) * 10_000n))),
    previousClose: listings.map(() => null),
    volume: listings.map(() => 5n),
    marketCap: listings.map(() => null),
    line: listings.map(() => '1.00 1.01'),
    unusual: listings.map(() => null),
    halted: listings.slice(1),
    cursor: null,
    total: listings.length,
  }) as unknown as ReplyOf<typeof listInstruments>

test('columns become rows, each with its own figures', () => {
  const [first, second] = rowsOf(page('XMAD:A', 'XMAD:B'))
  expect(first).toEqual({
    listing: 'XMAD:A',
    name: 'Name of XMAD:A',
    currency: 'EUR',
    last: null,
    previousClose: null,
    volume: 5n,
    marketCap: null,
    line: '1.00 1.01',
    unusual: null,
    halted: false,
  })
  expect(second?.last).toBe(10_000n)
})

test('a row that moved between pages appears once', () => {
  expect(rowsOfAll([page('XMAD:A', 'XMAD:B'), page('XMAD:B', 'XMAD:C')]).map(({ listing }) => listing)).toEqual([
    'XMAD:A',
    'XMAD:B',
    'XMAD:C',
  ])
})

test('a row has the figure its list is told apart by; on the radar never its volume', () => {
  const row = { volume: 500n, marketCap: 9_000n, unusual: { move: 3, volume: 1.6 } }
  expect(figureOf(row, 'unusual')).toEqual({ times: 1.6 })
  expect(figureOf({ ...row, unusual: null }, 'unusual')).toBeNull()
  expect(figureOf(row, 'marketCap')).toEqual({ count: 9_000n })
  expect(figureOf({ ...row, marketCap: null }, 'marketCap')).toEqual({ count: 500n })
  expect(figureOf(row, 'change')).toEqual({ count: 500n })
})
