import { dispose, init, type Chart, type Crosshair, type DataLoader, type KLineData } from 'klinecharts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { candleStyles } from './candle-styles.ts'
import {
  INDICATOR_SPANS,
  liesOverCandles,
  type Candle,
  type CandleChartProps,
  type Indicator,
  type IndicatorValue,
  type PointedCandle,
} from './candles.ts'
import styles from './CandleCanvas.module.css'
import { steppedBy } from './crosshair.ts'
import { motionReduced, pixels } from './gestures.ts'

const CANDLES_PANE = 'candle_pane'
const VOLUME_PANE = 'volume'

type Props = CandleChartProps & { onPoint: (pointed: PointedCandle) => void }

/** What the library has been given, and how it is told of a change of its last bar. */
interface Feed {
  chart: Chart
  series: string
  shown: readonly Candle[]
  push: ((bar: KLineData) => void) | null
}

/** What lives as long as the drawing: the library's chart, the bar pointed at, and the newest props. */
interface Held {
  chart: Chart | null
  cursor: number | null
  props: Props
}

/** The drawing of a candle chart. Loaded only where one is looked at: the library is larger than the rest of the app. */
export function CandleCanvas(props: Props) {
  const { candles, summary, formats } = props
  const box = useRef<HTMLDivElement>(null)
  const held = useRef<Held>({ chart: null, cursor: null, props })
  useLayoutEffect(() => {
    held.current.props = props
  })
  useChart(box, held)
  useFeed(held, props)
  const last = Math.max(0, candles.length - 1)
  const onKeyDown = (event: React.KeyboardEvent) => {
    const { chart, cursor } = held.current
    if (!chart) return
    if (event.key === '+') chart.zoomAtCoordinate(1.2)
    if (event.key === '-') chart.zoomAtCoordinate(1 / 1.2)
    const to = steppedBy(event.key, cursor ?? last, last)
    if (to === null) return
    event.preventDefault()
    held.current.cursor = to
    pointAt(chart, to, candles)
    // The library draws a crosshair it is told of, but tells nobody.
    tell(held.current, box.current)
  }
  const newest = candles[last]
  return (
    <div
      ref={box}
      className={styles.canvas}
      role="slider"
      tabIndex={0}
      aria-label={summary}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={last}
      aria-valuetext={newest && `${formats.date(newest.at)}, ${formats.value(newest.close)}`}
      onKeyDown={onKeyDown}
      onBlur={() => {
        held.current.cursor = null
        // Told of nothing, the library takes its crosshair away.
        held.current.chart?.executeAction('onCrosshairChange', undefined as never)
        tell(held.current, box.current)
      }}
    />
  )
}

/** Says which bar is pointed at, the newest where none is, once the indicators have been computed. */
function tell(held: Held, box: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const { chart, cursor, props } = held
    const index = cursor ?? props.candles.length - 1
    const at = props.candles[index]
    if (!chart || !at) return
    props.onPoint({ index, values: valuesAt(chart, index) })
    box?.setAttribute('aria-valuenow', String(index))
    box?.setAttribute('aria-valuetext', `${props.formats.date(at.at)}, ${props.formats.value(at.close)}`)
  })
}

/** Opens the library's chart in the box. */
function useChart(box: React.RefObject<HTMLDivElement | null>, held: React.RefObject<Held>): void {
  useLayoutEffect(() => {
    const element = box.current
    const own = held.current
    const chart = element && openChart(element, own)
    if (!element || !chart) return
    own.chart = chart
    chart.subscribeAction('onCrosshairChange', (data) => {
      const crosshair = data as Crosshair | undefined
      own.cursor = crosshair?.kLineData === undefined ? null : (crosshair.dataIndex ?? null)
      tell(own, element)
    })
    const watcher = new ResizeObserver(() => chart.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      own.chart = null
      dispose(element)
    }
  }, [box, held])
}

/** Gives the chart its bars: anew with another series, only the last one where just that has changed. */
function useFeed(held: React.RefObject<Held>, { candles, series, indicators }: Props): void {
  const feed = useRef<Feed | null>(null)
  const wanted = indicators.join()
  useEffect(() => {
    const own = held.current
    const { chart } = own
    if (!chart) return
    if (feed.current && feed.current.chart === chart && isGrowth(feed.current, series, candles)) {
      feed.current.shown = candles
      feed.current.push?.(barOf(candles[candles.length - 1]!))
    } else {
      feed.current = { chart, series, shown: candles, push: null }
      own.cursor = null
      chart.setDataLoader(loaderFor(feed))
      chart.setSymbol({ ticker: series, pricePrecision: 2, volumePrecision: 0 })
      chart.setPeriod({ type: 'day', span: 1 })
      // Only after the axis has found its width can the bars be fitted beside it.
      requestAnimationFrame(() => own.chart === chart && fit(chart, candles.length))
    }
    tell(own, null)
  }, [held, candles, series])
  useEffect(() => {
    const { chart } = held.current
    if (chart) showIndicators(chart, wanted === '' ? [] : (wanted.split(',') as Indicator[]))
    tell(held.current, null)
  }, [held, wanted])
}

/** The same bars with the last one changed, or one more. */
const isGrowth = ({ series: before, shown }: Feed, series: string, candles: readonly Candle[]): boolean =>
  before === series &&
  candles.length > 0 &&
  shown[0]?.at === candles[0]?.at &&
  (candles.length === shown.length || candles.length === shown.length + 1)

const barOf = ({ at, ...bar }: Candle): KLineData => ({ timestamp: at, ...bar })

function openChart(element: HTMLElement, held: Held): Chart | null {
  // Figures are written by our own formatter, whatever the library would have written.
  const written = (value: string | number) => {
    const number = Number(value)
    return Number.isFinite(number) ? held.props.formats.value(number) : String(value)
  }
  const chart = init(element, {
    styles: candleStyles(pixels(1)),
    formatter: {
      formatDate: ({ timestamp, type }) =>
        type === 'xAxis' ? held.props.formats.axisDate(timestamp) : held.props.formats.date(timestamp),
      formatBigNumber: (value) => held.props.formats.volume(Number(value)),
    },
    thousandsSeparator: { format: written },
    decimalFold: { format: String },
    hotkey: { enabled: false },
    zoomAnchor: 'cursor',
  })
  if (!chart) return null
  // The library asks for the first place in the tab order; the figure around it is what one tabs to.
  element.querySelectorAll('[tabindex]').forEach((inner) => inner.setAttribute('tabindex', '-1'))
  const volume = { name: 'VOL', paneId: VOLUME_PANE, calcParams: [], precision: 0 }
  chart.createIndicator(volume)
  chart.setPaneOptions({ id: VOLUME_PANE, height: Math.round(pixels(52)), minHeight: 30, dragEnabled: false })
  // Volume has no axis of its own: its figure stands in the legend.
  chart.overrideYAxis({ paneId: VOLUME_PANE, createTicks: () => [] })
  // A date at the very edge would be cut in two.
  const edge = pixels(22)
  chart.overrideXAxis({
    createTicks: ({ defaultTicks, bounding }) =>
      defaultTicks.filter(({ coord }) => coord > edge && coord < bounding.width - edge),
  })
  return chart
}

function loaderFor(feed: React.RefObject<Feed | null>): DataLoader {
  return {
    getBars: ({ type, callback }) => callback(type === 'init' ? (feed.current?.shown ?? []).map(barOf) : [], false),
    subscribeBar: ({ callback }) => {
      if (feed.current) feed.current.push = callback
    },
    unsubscribeBar: () => {
      if (feed.current) feed.current.push = null
    },
  }
}

/** A short span fills the width; of a long one the newest part is shown, in bars that can still be told apart. */
function fit(chart: Chart, bars: number): void {
  const width = chart.getSize(CANDLES_PANE, 'main')?.width ?? 0
  if (width <= 0 || bars === 0) return
  chart.setOffsetRightDistance(pixels(6))
  chart.setBarSpace(Math.max(3, Math.min(pixels(24), (width - pixels(10)) / bars)))
  chart.scrollToRealTime()
}

function showIndicators(chart: Chart, wanted: readonly Indicator[]): void {
  const shown = chart.getIndicators().filter(({ name }) => name !== 'VOL')
  for (const { name, id } of shown) if (!wanted.includes(name as Indicator)) chart.removeIndicator({ id })
  for (const name of wanted) {
    if (shown.some((one) => one.name === name)) continue
    const calcParams = [...INDICATOR_SPANS[name]]
    if (liesOverCandles(name)) chart.createIndicator({ name, calcParams, paneId: CANDLES_PANE }, true)
    else {
      const paneId = `indicator-${name}`
      chart.createIndicator({ name, calcParams, paneId })
      chart.setPaneOptions({ id: paneId, height: Math.round(pixels(80)), minHeight: 40, dragEnabled: false })
    }
  }
}

function valuesAt(chart: Chart, index: number): IndicatorValue[] {
  return chart
    .getIndicators()
    .filter(({ name }) => name !== 'VOL')
    .flatMap((indicator) => {
      const at = indicator.result[index] as Record<string, number> | undefined
      return indicator.figures.flatMap(({ key, title }) => {
        const value = at?.[key]
        const label = title ? title.replace(/:\s*$/, '') : key
        return value === undefined ? [] : [{ name: labelled(indicator.name, label), value }]
      })
    })
}

/** `MA20` reads better apart; a line named like its span needs its indicator's name. */
const labelled = (indicator: string, line: string): string => {
  if (indicator === 'RSI') return `RSI ${INDICATOR_SPANS.RSI.join()}`
  const apart = line.replace(/^([A-Z]+)(\d)/, '$1 $2')
  return apart.startsWith(indicator) || indicator === 'MACD' || indicator === 'KDJ' ? apart : `${indicator} ${apart}`
}

/** Puts the crosshair on a bar, as a finger would. */
function pointAt(chart: Chart, index: number, candles: readonly Candle[]): void {
  const { realFrom, realTo } = chart.getVisibleRange()
  if (index < realFrom || index >= realTo - 1) chart.scrollToDataIndex(index, motionReduced() ? 0 : 100)
  const close = candles[index]?.close ?? 0
  const at = chart.convertToPixel({ dataIndex: index, value: close }, { paneId: CANDLES_PANE, absolute: false })
  const { x, y } = Array.isArray(at) ? (at[0] ?? {}) : at
  if (x !== undefined && y !== undefined) chart.executeAction('onCrosshairChange', { x, y, paneId: CANDLES_PANE })
}
