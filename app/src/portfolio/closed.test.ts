import { expect, test } from 'vitest'
import { ALL_CLOSED, closedChoiceFor, closedFilterOf, closedUrl, isClosedNarrowed } from './closed.ts'

const all = {
  listing: 'XMAD:BVE',
  currency: 'EUR',
  result: 'losses',
  sold: 'stop_loss',
  from: '2026-11-02',
  to: '2026-11-03',
} as const

test('a filter is read from its address as it was written', () => {
  const url = closedUrl(all)
  expect(url).toBe(
    '/pages/trade/index?tab=closed&listing=XMAD:BVE&currency=EUR&result=losses&sold=stop_loss&from=2026-11-02&to=2026-11-03',
  )
  expect(closedChoiceFor(new URLSearchParams(url.split('?')[1]))).toEqual(all)
  expect(closedUrl()).toBe('/pages/trade/index?tab=closed')
})

test.each([
  ['listing=BVE'],
  ['currency=GBP'],
  ['result=ties'],
  ['sold=gift'],
  ['from=2026-13-40'],
  ['to=yesterday'],
  ['from='],
  ['kind=loan'],
])('an unknown value is ignored: %s', (query) => {
  expect(closedChoiceFor(new URLSearchParams(query))).toEqual(ALL_CLOSED)
})

test('the last day is included, up to the midnight after it in Madrid', () => {
  const { from, to } = closedFilterOf({ ...ALL_CLOSED, from: '2026-11-02', to: '2026-11-03' })
  expect([from, to]).toEqual([Date.UTC(2026, 10, 1, 23), Date.UTC(2026, 10, 3, 23)])
  expect(closedFilterOf({ ...ALL_CLOSED, from: '1960-01-01' })).toEqual({ from: 0 })
  expect(closedFilterOf(ALL_CLOSED)).toEqual({})
})

test('any one filter narrows', () => {
  expect(isClosedNarrowed(ALL_CLOSED)).toBe(false)
  for (const [name, value] of Object.entries(all)) expect(isClosedNarrowed({ ...ALL_CLOSED, [name]: value })).toBe(true)
})
