import { expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { ownTradesOf } from './useOwnTrades.ts'

test('open lots were bought, closed ones bought and sold, and the cost is that of the shares held', () => {
  const lots = [{ openedAt: 5, shares: 120n }] as never
  const position = { lots, averageCost: priceE4(209_500n), shares: 120n }
  const { trades, cost } = ownTradesOf(position, [{ openedAt: 1, closedAt: 9, shares: wholeShares(60n) }])
  expect(trades).toEqual([
    { at: 5, side: 'buy', shares: 120n },
    { at: 1, side: 'buy', shares: 60n },
    { at: 9, side: 'sell', shares: 60n },
  ])
  expect(cost).toBe(20.95)
  expect(ownTradesOf(undefined, [])).toEqual({ trades: [], cost: null })
  expect(ownTradesOf({ ...position, lots: [] as never, shares: 0n }, []).cost).toBeNull()
})
