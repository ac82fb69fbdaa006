import type { Candle, OwnTrade } from './candles.ts'

/** Own trades of one side within one bar. */
export interface BarTrade {
  readonly index: number
  readonly side: OwnTrade['side']
  readonly shares: bigint
}

/**
 * Own trades joined by bar and side, oldest first. A bar reaches up to the next one, the newest one without end. A trade
 * before the first bar has none.
 */
export function tradesByBar(candles: readonly Pick<Candle, 'at'>[], trades: readonly OwnTrade[]): readonly BarTrade[] {
  const joined = new Map<string, BarTrade>()
  for (const { at, side, shares } of trades) {
    const index = barAt(candles, at)
    if (index < 0) continue
    const key = `${index} ${side}`
    joined.set(key, { index, side, shares: (joined.get(key)?.shares ?? 0n) + shares })
  }
  return [...joined.values()].toSorted((a, b) => a.index - b.index)
}

/** The bar in which an instant lies; -1 before the first. */
function barAt(candles: readonly Pick<Candle, 'at'>[], at: number): number {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (candles[middle]!.at <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
