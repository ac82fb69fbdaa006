import { priceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import type { Interval, listCandles } from '@lonja/core/market/market.contract'
import { MINUTES_OF, isMinutes, type MinuteInterval } from '@lonja/core/market/market.rules'
import type { LiveFigures } from '@lonja/core/market/stream'
import type { Candle } from '@lonja/kit/parts/candles'
import { drawn } from '../market/LiveRow.tsx'

export type Candles = ReplyOf<typeof listCandles>

const NONE = priceE4(0n)

/** The contract's columns as bars to draw. */
export const barsOf = (candles: Candles): readonly Candle[] =>
  candles.at.map((at, index) => ({
    at,
    open: drawn(candles.open[index] ?? NONE),
    high: drawn(candles.high[index] ?? NONE),
    low: drawn(candles.low[index] ?? NONE),
    close: drawn(candles.close[index] ?? NONE),
    volume: Number(candles.volume[index] ?? 0n),
  }))

/** Merge known bars with newer ones, which replace equal ones. Bars that left the newer window stay. */
export function joined(before: readonly Candle[], newer: readonly Candle[]): readonly Candle[] {
  const first = newer[0]
  if (!first) return before
  const older = before.filter(({ at }) => at < first.at)
  return older.length === 0 ? newer : [...older, ...newer]
}

type BarFigures = Pick<LiveFigures, 'at' | 'last' | 'high' | 'low' | 'volume'>

/**
 * Update the newest bar of minutes with a price of the stream. A price after its end begins the next bar, whose volume
 * the next answer has: the stream counts the day's.
 */
function withLivePrice(bars: readonly Candle[], interval: MinuteInterval, live: BarFigures): readonly Candle[] {
  const last = bars.at(-1)
  const price = drawn(live.last)
  if (!last || live.at < last.at) return bars
  const width = MINUTES_OF[interval] * MINUTE
  const steps = Math.floor((live.at - last.at) / width)
  if (steps > 0) {
    const begun = { at: last.at + steps * width, open: price, high: price, low: price, close: price, volume: 0 }
    return [...bars, begun]
  }
  const now = { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price }
  return [...bars.slice(0, -1), now]
}

/**
 * Update the newest bar from the stream: a day's with its volume, a longer one with the day's high and low. Unchanged
 * if the stream is in another session than the newest bar.
 */
export function withLiveFigures(
  bars: readonly Candle[],
  interval: Interval,
  session: { readonly open: Instant | null; readonly close: Instant | null },
  live: BarFigures | null,
): readonly Candle[] {
  const last = bars.at(-1)
  const { open, close } = session
  if (!live || !last || open === null || close === null || live.at <= open || live.at > close) return bars
  if (isMinutes(interval)) return withLivePrice(bars, interval, live)
  if (interval === 'day' ? last.at !== open : last.at > open) return bars
  const now = {
    ...last,
    high: Math.max(last.high, drawn(live.high)),
    low: Math.min(last.low, drawn(live.low)),
    close: drawn(live.last),
    volume: interval === 'day' ? Number(live.volume) : last.volume,
  }
  const same = now.high === last.high && now.low === last.low && now.close === last.close && now.volume === last.volume
  return same ? bars : [...bars.slice(0, -1), now]
}
