import { expect, test } from 'vitest'
import { tradesByBar } from './own-trades.ts'

const bars = [{ at: 100 }, { at: 200 }, { at: 300 }]

test('own trades stand at the bar that they happened in, joined by side', () => {
  const trades = [
    { at: 350, side: 'sell', shares: 60n },
    { at: 100, side: 'buy', shares: 120n },
    { at: 199, side: 'buy', shares: 20n },
    { at: 199, side: 'sell', shares: 5n },
    { at: 200, side: 'buy', shares: 1n },
    { at: 99, side: 'buy', shares: 7n },
  ] as const
  expect(tradesByBar(bars, trades)).toEqual([
    { index: 0, side: 'buy', shares: 140n },
    { index: 0, side: 'sell', shares: 5n },
    { index: 1, side: 'buy', shares: 1n },
    { index: 2, side: 'sell', shares: 60n },
  ])
  expect(tradesByBar([], trades)).toEqual([])
})
