/** One bar: prices in any unit, as numbers, for drawing only. */
export interface Candle {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Indicators a reader may lay over the candles (MA, EMA, BOLL) or below them (MACD, RSI, KDJ). */
export const INDICATORS = ['MA', 'EMA', 'BOLL', 'MACD', 'RSI', 'KDJ'] as const
export type Indicator = (typeof INDICATORS)[number]

/** What each is computed over: the usual spans, so that a reader knows them from elsewhere. */
export const INDICATOR_SPANS: Readonly<Record<Indicator, readonly number[]>> = {
  MA: [20],
  EMA: [20],
  BOLL: [20, 2],
  MACD: [12, 26, 9],
  RSI: [14],
  KDJ: [9, 3, 3],
}

export const liesOverCandles = (indicator: Indicator): boolean =>
  indicator === 'MA' || indicator === 'EMA' || indicator === 'BOLL'

/** A line of an indicator at one bar: `MA 20` and its value. */
export interface IndicatorValue {
  readonly name: string
  readonly value: number
}

export interface CandleFormats {
  readonly value: (value: number) => string
  readonly volume: (volume: number) => string
  /** Below the axis: `23 oct`. */
  readonly axisDate: (at: number) => string
  /** In the legend and at the crosshair: `17/11/2026`. */
  readonly date: (at: number) => string
  /** The change of a bar against the one before it: `+1,30%`. */
  readonly change: (from: number, to: number) => string
}
