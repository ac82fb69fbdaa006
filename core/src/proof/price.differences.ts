import type { Instant } from '../base/instant.ts'
import type { Candles, Quote } from '../market/market.contract.ts'

/** Compares a recomputed price with the price that a house shows, and names the figures that differ. */

/** A candle of an answer: its start, prices in ten-thousandths, volume in shares. */
export interface CheckedCandle {
  readonly at: Instant
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
}

/** The first candle of an answer; null for an empty one. */
export function candleIn({ at, open, high, low, close, volume }: Candles): CheckedCandle | null {
  const [start, o, h, l, c, v] = [at[0], open[0], high[0], low[0], close[0], volume[0]]
  if (start === undefined || o === undefined || h === undefined) return null
  return { at: start, open: o, high: h, low: l ?? o, close: c ?? o, volume: v ?? 0n }
}

export type CandleField = 'open' | 'high' | 'low' | 'close' | 'volume'
const CANDLE_FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const

/** The fields in which the house's candle differs from the recomputed one; all fields if the house shows none. */
export const candleDifferences = (computed: CheckedCandle, shown: CheckedCandle | null): CandleField[] =>
  CANDLE_FIELDS.filter((field) => shown?.at !== computed.at || shown[field] !== computed[field])

export type QuoteField = 'bid' | 'ask' | 'bidSize' | 'askSize' | 'last'
export type QuoteFigures = Readonly<Partial<Record<QuoteField, bigint>>>
const QUOTE_FIELDS = ['bid', 'ask', 'bidSize', 'askSize', 'last'] as const

/** The fields in which a fill's quote differs from the recomputed one, among those given. */
export const quoteDifferences = (computed: Quote | null, used: QuoteFigures): QuoteField[] =>
  QUOTE_FIELDS.filter((field) => used[field] !== undefined && computed?.[field] !== used[field])
