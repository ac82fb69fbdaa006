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

/** What a bar's figures are called. */
export interface CandleNames {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly change: string
  readonly volume: string
}

export interface CandleWords extends CandleNames {
  /** As they stand above the chart, in a letter or two. */
  readonly marks: CandleNames
  readonly date: string
  readonly full: string
  readonly small: string
  /** In place of the drawing, where its code did not come. */
  readonly failed: string
}

export interface CandleChartProps {
  /** In one sentence: `En 1 mes: de 16,40 € a 17,46 €, +6,49%. Máximo 17,48 €, mínimo 16,05 €.` It stands under the chart. */
  summary: string
  /** At most 2,000, oldest first. A live last bar is the same list with its last one changed. */
  candles: readonly Candle[]
  /** Changes with the instrument and the span: the chart begins anew. */
  series: string
  indicators: readonly Indicator[]
  /** The same figures as a table, newest first. */
  asTable?: boolean
  height?: number
  words: CandleWords
  formats: CandleFormats
}

/** The bar that is pointed at, else the newest, with what the indicators say there. */
export interface PointedCandle {
  readonly index: number
  readonly values: readonly IndicatorValue[]
}
