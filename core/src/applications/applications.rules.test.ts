import { describe, expect, test } from 'vitest'
import type { ListingId } from '../base/amount.ts'
import { BLOCK_STATES, type BlockState } from '../blocks/blocks.contract.ts'
import { APPLICATION_STATES, type ApplicationState } from '../ipo/ipo.contract.ts'
import { APPLICATION_MARKETS, APPLICATION_STATUSES, type ApplicationStatus } from './applications.contract.ts'
import { blockStatusFor, currencyOfMarket, joinLists, marketOf, statusFor } from './applications.rules.ts'

// prettier-ignore
const STATUSES: readonly (readonly [ApplicationState, ApplicationStatus])[] = [
  ['subscribed', 'running'], ['won', 'finished'], ['not_won', 'finished'], ['refused', 'refused'], ['withdrawn', 'finished'],
]

describe('the status of an application', () => {
  test.each(STATUSES)('%s is %s', (state, status) => {
    expect(statusFor(state)).toBe(status)
  })

  test('is there for every state, and each status is one of some', () => {
    expect(STATUSES.map(([state]) => state)).toEqual([...APPLICATION_STATES])
    expect(new Set(APPLICATION_STATES.map(statusFor))).toEqual(new Set(APPLICATION_STATUSES))
  })
})

// prettier-ignore
const BLOCK_STATUSES: readonly (readonly [BlockState, ApplicationStatus])[] = [
  ['pending', 'running'], ['in_review', 'running'], ['offered', 'running'], ['approved', 'running'], ['bought', 'finished'],
  ['refused', 'refused'], ['cancelled', 'finished'], ['declined', 'finished'], ['expired', 'finished'],
  ['above_cap', 'finished'], ['changed', 'finished'], ['withdrawn', 'finished'],
]

describe('the status of an application for a block', () => {
  test.each(BLOCK_STATUSES)('%s is %s', (state, status) => {
    expect(blockStatusFor(state)).toBe(status)
  })

  test('is there for every state', () => {
    expect(BLOCK_STATUSES.map(([state]) => state)).toEqual([...BLOCK_STATES])
  })
})

test.each<[ListingId, string]>([
  ['XMAD:MRA', 'spanish'],
  ['XNYS:BRK', 'us'],
  ['XNAS:BRK', 'us'],
  ['XASE:BRK', 'us'],
])('the market of %s is %s', (listing, market) => {
  expect(marketOf(listing)).toBe(market)
})

test('each market has its currency', () => {
  expect(APPLICATION_MARKETS.map(currencyOfMarket)).toEqual(['EUR', 'USD'])
})

describe('lists of several products', () => {
  const row = (at: number, id: string) => ({ at, id })

  test('are one, newest first, and by id within one instant', () => {
    const one = [row(30, 'a'), row(10, 'c'), row(10, 'a')]
    const other = [row(40, 'z'), row(10, 'b')]
    expect(joinLists([one, other], 9)).toEqual([row(40, 'z'), row(30, 'a'), row(10, 'c'), row(10, 'b'), row(10, 'a')])
    expect(joinLists([one, other], 2)).toEqual([row(40, 'z'), row(30, 'a')])
  })

  test('go on behind the last row without losing or repeating one', () => {
    const all = [[row(9, 'b'), row(7, 'a')], [row(9, 'a'), row(8, 'x'), row(7, 'b')]] // prettier-ignore
    const order: string[] = []
    for (let behind = row(Infinity, ''); ;) {
      const left = all.map((list) =>
        list.filter(({ at, id }) => at < behind.at || (at === behind.at && id < behind.id)),
      )
      const [next] = joinLists(left, 1)
      if (!next) break
      order.push(`${next.at}${next.id}`)
      behind = next
    }
    expect(order).toEqual(['9b', '9a', '8x', '7b', '7a'])
  })
})
