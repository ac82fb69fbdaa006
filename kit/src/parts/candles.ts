import type { ReactNode } from 'react'
import type { IndicatorChoice } from './indicators.ts'

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
  /** Names the line of figures that the indicators have. */
  readonly indicators: string
  readonly full: string
  readonly small: string
  /** In place of the drawing, where its code did not come. */
  readonly failed: string
}

/** How high a pane below the candles is, in the spec's pixels. */
export const PANE_HEIGHT = { VOL: 52, other: 72 } as const

/** Bars before the first one shown: asked for when a reader comes near the left edge. */
export interface OlderCandles {
  readonly state: 'some' | 'coming' | 'failed' | 'none'
  readonly ask: () => void
}

export interface CandleChartProps {
  /** In one sentence: `Desde 21/10/2026: de 16,40 € a 17,46 €, +6,49%. Máximo 17,48 €, mínimo 16,05 €.` It stands under the chart. */
  summary: string
  /** Oldest first. A live last bar is the same list with its last one changed; older ones may come at its front. */
  candles: readonly Candle[]
  /** How many of the newest are in sight at first; the others are a pan away. */
  inSight: number
  older?: OlderCandles
  /** Changes with the instrument and the span: the chart begins anew. */
  series: string
  indicators: readonly IndicatorChoice[]
  /** The same figures as a table, newest first. */
  asTable?: boolean
  words: CandleWords
  formats: CandleFormats
  /** What chooses the span and the indicators: it stands under the chart, on the full screen too. */
  children?: ReactNode
}
