import { dispose, init, type Chart, type Crosshair, type DataLoader, type KLineData } from 'klinecharts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { candleStyles } from './candle-styles.ts'
import { INDICATOR_SPANS, liesOverCandles, type Candle, type Indicator, type IndicatorValue } from './candles.ts'
import type { CandleChartProps } from './CandleChart.tsx'
import styles from './CandleCanvas.module.css'
import { motionReduced, pixels } from './gestures.ts'

const CANDLES_PANE = 'candle_pane'
const VOLUME_PANE = 'volume'

type Props = CandleChartProps & {
  onPoint: (pointed: { index: number; values: IndicatorValue[] } | null) => void
}

/** The drawing of a candle chart. Loaded only where one is looked at: the library is larger than the rest of the app. */
export function CandleCanvas(props: Props) {
  const { candles, series, indicators, summary } = props
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart | null>(null)
  const latest = useRef(props)
  const feed = useRef<{ series: string; shown: readonly Candle[]; push: ((bar: KLineData) => void) | null }>(null)
  const cursor = useRef<number | null>(null)
  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    const element = box.current
    const made = element && openChart(element, latest)
    if (!element || !made) return
    chart.current = made
    const point = (data: unknown) => latest.current.onPoint(pointedBy(made, data as Crosshair | undefined))
    made.subscribeAction('onCrosshairChange', point)
    const watcher = new ResizeObserver(() => made.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      chart.current = null
      feed.current = null
      dispose(element)
    }
  }, [])

  useEffect(() => {
    const made = chart.current
    if (!made) return
    const known = feed.current
    const last = candles.at(-1)
    if (
      known?.series === series &&
      known.shown[0]?.at === candles[0]?.at &&
      last &&
      candles.length - known.shown.length < 2
    ) {
      known.shown = candles
      known.push?.(barOf(last))
      return
    }
    feed.current = { series, shown: candles, push: null }
    cursor.current = null
    made.setDataLoader(loaderFor(feed))
    made.setSymbol({ ticker: series, pricePrecision: 2, volumePrecision: 0 })
    made.setPeriod({ type: 'day', span: 1 })
    // Only after the axis has found its width can the bars be fitted beside it.
    requestAnimationFrame(() => chart.current && fit(chart.current, candles.length))
  }, [candles, series])

  // Where nothing is pointed at, the newest bar's figures stand in the legend.
  const rest = () =>
    requestAnimationFrame(
      () => chart.current && latest.current.onPoint(valuesAt(chart.current, latest.current.candles.length - 1)),
    )
  useEffect(() => {
    rest()
  }, [candles, series, indicators])

  const wanted = indicators.join()
  useEffect(() => {
    if (chart.current) showIndicators(chart.current, wanted === '' ? [] : (wanted.split(',') as Indicator[]))
  }, [wanted])

  const onKeyDown = (event: React.KeyboardEvent) => {
    const made = chart.current
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 }[event.key]
    if (made && (event.key === '+' || event.key === '-')) made.zoomAtCoordinate(event.key === '+' ? 1.2 : 1 / 1.2)
    if (!made || step === undefined) return
    event.preventDefault()
    const last = candles.length - 1
    cursor.current = Math.max(0, Math.min(last, (cursor.current ?? last + 1) + step))
    pointAt(made, cursor.current, candles)
    // The library draws a crosshair it is told of, but tells nobody.
    props.onPoint(valuesAt(made, cursor.current))
  }
  return (
    <div
      ref={box}
      className={styles.canvas}
      role="img"
      tabIndex={0}
      aria-label={summary}
      onKeyDown={onKeyDown}
      onBlur={() => {
        cursor.current = null
        rest()
      }}
    />
  )
}

const barOf = ({ at, ...bar }: Candle): KLineData => ({ timestamp: at, ...bar })

function openChart(element: HTMLElement, latest: React.RefObject<Props>): Chart | null {
  // Figures are written by our own formatter, whatever the library would have written.
  const written = (value: string | number) => {
    const number = Number(value)
    return Number.isFinite(number) ? latest.current.formats.value(number) : String(value)
  }
  const chart = init(element, {
    styles: candleStyles(pixels(1)),
    formatter: {
      formatDate: ({ timestamp, type }) =>
        type === 'xAxis' ? latest.current.formats.axisDate(timestamp) : latest.current.formats.date(timestamp),
      formatBigNumber: (value) => latest.current.formats.volume(Number(value)),
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

function loaderFor(
  feed: React.RefObject<{ shown: readonly Candle[]; push: ((bar: KLineData) => void) | null } | null>,
): DataLoader {
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

function pointedBy(chart: Chart, crosshair: Crosshair | undefined) {
  const index = crosshair?.dataIndex
  const outside = index === undefined || crosshair?.kLineData === undefined || crosshair.x === undefined
  return valuesAt(chart, outside ? chart.getDataList().length - 1 : index)
}

function valuesAt(chart: Chart, index: number) {
  const values = chart
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
  return { index, values }
}

/** `MA20` reads better apart; a line named like its span needs its indicator's name. */
const labelled = (indicator: string, line: string): string => {
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
