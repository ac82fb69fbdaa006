import type { ReactNode } from 'react'
import { liesOverCandles, type Indicator, type IndicatorChoice, type NamedLine } from './indicators.ts'

/** One bar: prices in any unit, as numbers, for drawing only. */
export interface Candle {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export interface CandleFormats {
  readonly value: (value: number) => string
  readonly volume: (volume: number) => string
  /** Below the axis: `23 oct`. */
  readonly axisDate: (at: number) => string
  /** In the legend and at the crosshair: `17/11/2026`. */
  readonly date: (at: number) => string
  /** The change of a bar against the previous one: `+1,30%`. */
  readonly change: (from: number, to: number) => string
  /** Own trades of one side within a bar: `C 120`; spoken in full: `Compra de 120`. */
  readonly trade: (side: OwnTrade['side'], shares: bigint) => { readonly mark: string; readonly label: string }
}

/** One of the customer's own trades. */
export interface OwnTrade {
  readonly at: number
  readonly side: 'buy' | 'sell'
  readonly shares: bigint
}

/** The customer's trades in the instrument, and the average cost of the shares they hold, if any. */
export interface OwnTrades {
  readonly trades: readonly OwnTrade[]
  readonly cost: number | null
}

/** The names of a bar's figures. */
export interface CandleNames {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly change: string
  readonly volume: string
}

export interface CandleWords extends CandleNames {
  /** Short forms for the line above the chart, one or two letters each. */
  readonly marks: CandleNames
  readonly date: string
  /** The name of the indicators' figures, and of lines that have words. */
  readonly indicators: string
  readonly lines: Readonly<Record<NamedLine, string>>
  /** The customer's own trades, and the average cost of their shares. */
  readonly own: string
  readonly cost: string
  readonly full: string
  readonly small: string
  /** Instead of the drawing, if its code failed to load. */
  readonly failed: string
}

/** The height of a pane below the candles, in the spec's pixels. */
export const PANE_HEIGHT = { VOL: 52, other: 84 } as const

/** The height of the candles with their axis, whatever is drawn below them. */
export const CANDLES_HEIGHT = 268

export const paneHeightOf = (name: Indicator): number =>
  liesOverCandles(name) ? 0 : name === 'VOL' ? PANE_HEIGHT.VOL : PANE_HEIGHT.other

/** Bars before the first shown one, requested when the reader comes near the left edge. */
export interface OlderCandles {
  readonly state: 'some' | 'coming' | 'failed' | 'none'
  readonly ask: () => void
}

export interface CandleChartProps {
  /** One sentence under the chart: `Desde 21/10/2026: de 16,40 € a 17,46 €, +6,49%. Máximo 17,48 €, mínimo 16,05 €.` */
  summary: string
  /**
   * Oldest first. A live last bar changes in place at the end of the same list; older bars may be added at its front.
   */
  candles: readonly Candle[]
  /** The number of newest bars in sight at first; the others are reached by panning. */
  inSight: number
  older?: OlderCandles
  /** Changes with the instrument and the span; the chart is then reset. */
  series: string
  indicators: readonly IndicatorChoice[]
  own?: OwnTrades
  /** Show the same figures as a table, newest first. */
  asTable?: boolean
  words: CandleWords
  formats: CandleFormats
  /** Controls for span and indicators, under the chart and in full screen. */
  children?: ReactNode
}
