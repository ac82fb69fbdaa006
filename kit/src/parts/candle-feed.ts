import type { Chart, DataLoader, KLineData } from 'klinecharts'
import { useEffect, useRef } from 'react'
import type { Candle, CandleChartProps, OlderCandles } from './candles.ts'
import { pixels } from './gestures.ts'

/** Feeds bars to the chart library: all at once, one more at the end, a changed last bar, older ones at the front. */

export const CANDLES_PANE = 'candle_pane'

/** State with the lifetime of the drawing: the library's chart, the bar under the crosshair, and the newest props. */
export interface ChartState {
  chart: Chart | null
  cursor: number | null
  /** The crosshair's position from a finger or pointer; null if a key moved it, or without a crosshair. */
  at: { readonly x: number; readonly y: number } | null
  props: CandleChartProps & { onPoint: (index: number) => void; full: boolean }
}

type OnBars = (bars: KLineData[], more: { forward: boolean; backward: boolean }) => void

/** The bars that the library has, its callback for changes of the last bar, and its request for older bars. */
interface Feed {
  chart: Chart
  series: string
  shown: readonly Candle[]
  push: ((bar: KLineData) => void) | null
  pending: OnBars | null
}

const barOf = ({ at, ...bar }: Candle): KLineData => ({ timestamp: at, ...bar })

/** Give the chart its bars: all of them for another series, only the new ones if the series continues. */
export function useFeed(held: React.RefObject<ChartState>, props: ChartState['props'], tell: () => void): void {
  const { candles, series, older, inSight } = props
  const feed = useRef<Feed | null>(null)
  const latest = useRef({ tell, inSight })
  useEffect(() => {
    latest.current = { tell, inSight }
  })
  useEffect(() => {
    const drawing = held.current
    const { chart } = drawing
    if (!chart) return
    const grown = feed.current?.chart === chart ? growthOf(feed.current, series, candles) : null
    if (feed.current && grown) {
      feed.current.shown = candles
      if (grown.older > 0) deliver(feed.current, candles.slice(0, grown.older), true)
      if (drawing.cursor !== null) drawing.cursor += grown.older
      if (grown.older > 0 && drawing.at === null) pointAt(chart, drawing)
      for (const candle of candles.slice(-1 - grown.newer)) feed.current.push?.(barOf(candle))
    } else {
      feed.current = { chart, series, shown: candles, push: null, pending: null }
      drawing.cursor = null
      chart.setDataLoader(loaderFor(feed, held))
      chart.setSymbol({ ticker: series, pricePrecision: 2, volumePrecision: 0 })
      chart.setPeriod({ type: 'day', span: 1 })
      // The bars can be fitted beside the axis only after it has its width, one frame after its first figures.
      const fitted = () => drawing.chart === chart && fit(chart, latest.current.inSight)
      requestAnimationFrame(() => {
        fitted()
        requestAnimationFrame(fitted)
      })
    }
    latest.current.tell()
  }, [held, candles, series])
  useEffect(() => {
    if (!feed.current?.pending) return
    // There are no older bars, or they failed to load: the reader may pan on, and come back to retry.
    if (older?.state === 'none' || older?.state === 'failed') deliver(feed.current, [], older.state === 'failed')
  }, [older?.state])
}

function deliver(feed: Feed, candles: readonly Candle[], more: boolean): void {
  const { pending } = feed
  feed.pending = null
  pending?.(candles.map(barOf), { forward: more, backward: false })
}

/** The number of bars added before and after the shown ones; null if it is another series. */
export function growthOf(
  { series: before, shown }: Pick<Feed, 'series' | 'shown'>,
  series: string,
  candles: readonly Candle[],
): { older: number; newer: number } | null {
  const [first, last] = [shown[0], shown.at(-1)]
  if (before !== series || !first || !last) return null
  const older = candles.findIndex(({ at }) => at === first.at)
  const end = older + shown.length - 1
  if (older < 0 || candles[end]?.at !== last.at) return null
  return { older, newer: candles.length - 1 - end }
}

const canGrow = (older: OlderCandles | undefined): boolean => older !== undefined && older.state !== 'none'

function loaderFor(feed: React.RefObject<Feed | null>, held: React.RefObject<ChartState>): DataLoader {
  return {
    getBars: ({ type, callback }) => {
      const { older } = held.current.props
      if (type === 'forward' && feed.current && older && canGrow(older)) {
        feed.current.pending = callback
        // Not inside the library's own drawing, because the answer changes the bars that it is drawing.
        queueMicrotask(older.ask)
        return
      }
      const bars = type === 'init' ? (feed.current?.shown ?? []).map(barOf) : []
      callback(bars, { forward: type === 'init' && canGrow(older), backward: false })
    },
    subscribeBar: ({ callback }) => {
      if (feed.current) feed.current.push = callback
    },
    unsubscribeBar: () => {
      if (feed.current) feed.current.push = null
    },
  }
}

/** A short span fills the width. A long one shows its newest part, with bars wide enough to tell apart. */
export function fit(chart: Chart, bars: number): void {
  const width = chart.getSize(CANDLES_PANE, 'main')?.width ?? 0
  if (width <= 0 || bars === 0) return
  chart.setOffsetRightDistance(pixels(6))
  chart.setBarSpace(Math.max(2, Math.min(pixels(24), (width - pixels(10)) / bars)))
  chart.scrollToRealTime()
}

/** Put the crosshair on the cursor's bar, as a finger would, and scroll it into sight. */
export function pointAt(chart: Chart, held: ChartState): void {
  const { cursor, props } = held
  if (cursor === null) return
  const { realFrom, realTo } = chart.getVisibleRange()
  if (cursor < realFrom || cursor >= realTo - 1) {
    // Scroll it to the middle at once: an animation would delay the crosshair.
    chart.scrollToDataIndex(Math.min(props.candles.length - 1, cursor + Math.round((realTo - realFrom) / 2)), 0)
    // Its height is known once the axis has its new figures.
    requestAnimationFrame(() => held.chart === chart && held.cursor === cursor && put())
  }
  const put = () => {
    const close = props.candles[cursor]?.close ?? 0
    const at = chart.convertToPixel({ dataIndex: cursor, value: close }, { paneId: CANDLES_PANE, absolute: false })
    const { x, y } = Array.isArray(at) ? (at[0] ?? {}) : at
    if (x !== undefined && y !== undefined) chart.executeAction('onCrosshairChange', { x, y, paneId: CANDLES_PANE })
  }
  put()
}
