import { dispose, init, type Chart, type Coordinate } from 'klinecharts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { CANDLES_PANE, fit, pointAt, useFeed, type ChartState } from './candle-feed.ts'
import { showMarks } from './candle-marks.ts'
import { fitPanes, showIndicators } from './candle-panes.ts'
import { candleStyles } from './candle-styles.ts'
import type { CandleChartProps } from './candles.ts'
import styles from './CandleCanvas.module.css'
import { steppedBy } from './crosshair.ts'
import { pixels, useDoubleTap } from './gestures.ts'

const ZOOM = 1.2
/** A touch within this distance grabs the crosshair; one farther away releases it. The library uses the same value. */
const HOLD_RADIUS = 10

type Props = CandleChartProps & { onPoint: (index: number) => void; full: boolean }

/** The drawing of a candle chart. It is loaded on demand, because the library is larger than the rest of the app. */
export function CandleCanvas(props: Props) {
  const { candles, summary, formats } = props
  const box = useRef<HTMLDivElement>(null)
  const held = useRef<ChartState>({ chart: null, cursor: null, at: null, props })
  useLayoutEffect(() => {
    held.current.props = props
  })
  useChart(box, held)
  useFeed(held, props, () => tell(held.current, box.current))
  useIndicators(box, held, props)
  const last = Math.max(0, candles.length - 1)
  const { letGo, lifted, doubleTap, onKeyDown } = useHands(box, held, props)
  const newest = candles[last]
  return (
    <div
      ref={box}
      className={styles.canvas}
      data-own-pull
      role="slider"
      tabIndex={0}
      aria-label={summary}
      aria-keyshortcuts="ArrowLeft ArrowRight + - 0"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={last}
      aria-valuetext={newest && `${formats.date(newest.at)}, ${formats.value(newest.close)}`}
      {...doubleTap}
      onPointerDown={(event) => {
        doubleTap.onPointerDown(event)
        const { at } = held.current
        const place = event.currentTarget.getBoundingClientRect()
        const far = at && Math.hypot(event.clientX - place.left - at.x, event.clientY - place.top - at.y) >= HOLD_RADIUS
        if (event.pointerType !== 'mouse' && far) letGo()
      }}
      onPointerUp={(event) => {
        doubleTap.onPointerUp(event)
        if (event.pointerType !== 'mouse') lifted()
      }}
      onPointerCancel={lifted}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && letGo()}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (held.current.chart) hideCrosshair(held.current.chart)
        letGo()
      }}
    />
  )
}

/** The chart's touch and keyboard input: double tap, arrows, zoom, releasing the crosshair. */
function useHands(box: React.RefObject<HTMLDivElement | null>, held: React.RefObject<ChartState>, props: Props) {
  const last = Math.max(0, props.candles.length - 1)
  const letGo = () => {
    held.current.cursor = null
    held.current.at = null
    tell(held.current, box.current)
  }
  /** The finger is gone: so is the crosshair, and the legend has the newest bar again. */
  const lifted = () => {
    const { chart } = held.current
    if (!chart) return
    // The library answers a lifted finger with a crosshair of its own, so hide it a frame later.
    requestAnimationFrame(() => {
      hideCrosshair(chart)
      letGo()
    })
  }
  const reset = () => {
    const { chart } = held.current
    if (!chart) return
    fit(chart, props.inSight)
    lifted()
  }
  const doubleTap = useDoubleTap(reset)
  const onKeyDown = (event: React.KeyboardEvent) => {
    const { chart, cursor } = held.current
    if (!chart || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+') chart.zoomAtCoordinate(ZOOM)
    if (event.key === '-') chart.zoomAtCoordinate(1 / ZOOM)
    if (event.key === '0') reset()
    const to = steppedBy(event.key, cursor ?? last, last)
    if (to === null) return
    event.preventDefault()
    held.current.cursor = to
    pointAt(chart, held.current)
    // The library draws a crosshair set by code but fires no event for it.
    tell(held.current, box.current)
  }
  return { letGo, lifted, doubleTap, onKeyDown }
}

/** Called without a position, the library hides its crosshair. */
const hideCrosshair = (chart: Chart): void => chart.executeAction('onCrosshairChange', undefined as never)

/** Report the bar under the crosshair, or the newest one without a crosshair. */
function tell({ cursor, props }: ChartState, box: HTMLElement | null): void {
  const index = cursor ?? props.candles.length - 1
  const at = props.candles[index]
  if (!at) return
  props.onPoint(cursor ?? -1)
  box?.setAttribute('aria-valuenow', String(index))
  box?.setAttribute('aria-valuetext', `${props.formats.date(at.at)}, ${props.formats.value(at.close)}`)
}

/** Create the library's chart in the box. */
function useChart(box: React.RefObject<HTMLDivElement | null>, held: React.RefObject<ChartState>): void {
  useLayoutEffect(() => {
    const element = box.current
    const drawing = held.current
    const chart = element && openChart(element, drawing)
    if (!element || !chart) return
    drawing.chart = chart
    chart.subscribeAction('onCrosshairChange', (data) => {
      const at = data as Coordinate & { readonly paneId?: string }
      const point = chart.convertFromPixel([at], { paneId: at.paneId ?? CANDLES_PANE, absolute: false })
      const { dataIndex } = (Array.isArray(point) ? point[0] : point) ?? {}
      const last = drawing.props.candles.length - 1
      drawing.cursor = dataIndex === undefined ? null : Math.max(0, Math.min(last, dataIndex))
      drawing.at = at
      tell(drawing, element)
    })
    const watcher = new ResizeObserver(() => {
      chart.resize()
      fitPanes(chart, drawing.props.indicators, element.clientHeight, drawing.props.full)
    })
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      drawing.chart = null
      dispose(element)
    }
  }, [box, held])
}

function useIndicators(
  box: React.RefObject<HTMLDivElement | null>,
  held: React.RefObject<ChartState>,
  props: Props,
): void {
  const { indicators, own, full } = props
  useEffect(() => {
    const { chart } = held.current
    if (!chart || !box.current) return
    showIndicators(chart, held, indicators)
    fitPanes(chart, indicators, box.current.clientHeight, full)
  }, [box, held, indicators, full])
  useEffect(() => {
    if (held.current.chart) showMarks(held.current.chart, held)
  }, [held, indicators, own])
}

function openChart(element: HTMLElement, held: ChartState): Chart | null {
  // Figures use our own formatter instead of the library's.
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
  // The library puts itself into the tab order; the surrounding figure is the tab stop.
  element.querySelectorAll('[tabindex]').forEach((inner) => inner.setAttribute('tabindex', '-1'))
  // A date at the very edge would be clipped.
  const edge = pixels(22)
  chart.overrideXAxis({
    createTicks: ({ defaultTicks, bounding }) =>
      defaultTicks.filter(({ coord }) => coord > edge && coord < bounding.width - edge),
  })
  return chart
}
