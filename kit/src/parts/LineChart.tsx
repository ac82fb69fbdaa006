import { useState } from 'react'
import { useChartWidth } from './chart-width.ts'
import { steppedBy } from './crosshair.ts'
import { labelWideOf, lineLayout, type LinePoint, type LineLayout, type Span } from './line-layout.ts'
import styles from './LineChart.module.css'

export interface LineChartProps {
  /** One sentence for screen readers: `Hoy: de 17,28 € a 17,46 €, +1,15%. Máximo 17,57, mínimo 17,13.` */
  summary: string
  points: readonly LinePoint[]
  /** The whole session: the axis ends with it, and the line stops at now. Several sessions are joined without a gap. */
  sessions: readonly Span[]
  previous?: number | undefined
  /** Points at which something happened, each with its words: a dotted line down to the axis. */
  marks?: readonly { readonly at: number; readonly text: string }[] | undefined
  /** The highest and lowest points are named from this instant on, at which a new day begins; the axis has hours. */
  since?: number | undefined
  /** In the spec's pixels. */
  height?: number
  words: {
    readonly high: string
    readonly low: string
    readonly previous: string
    /** The name of the points' `average`. */
    readonly average?: string
    /** The names beside the border at `since`: of the day before, of the new day, and the latter’s with its date. */
    readonly days?: readonly [before: string, since: string, sinceLong: string]
  }
  formatValue: (value: number) => string
  /** For the crosshair. */
  formatTime: (at: number) => string
  /** For the axis; defaults to `formatTime`. */
  formatTick?: (at: number) => string
  /** Called with the point under the finger or the keyboard's crosshair; null on release. */
  onPoint?: (point: LinePoint | null) => void
}

/**
 * The line of one day or a few, fitted to its session: the average beside it, a flat accent area down to the previous
 * close, labels for high and low, and a crosshair moved by finger, pointer or arrow keys.
 */
export function LineChart(props: LineChartProps) {
  const { summary, points, sessions, words, previous, since, height = 232, formatValue, formatTime } = props
  const [frame, width, unit] = useChartWidth()
  const [chosen, setChosen] = useState<number | null>(null)
  const high = height * unit
  const sizes = { width, height: high, unit, ...labelSizes(props) }
  const layout = width > 0 ? lineLayout({ points, sessions, previous, since, ...sizes }) : null
  const choose = (index: number | null) => {
    setChosen(index)
    props.onPoint?.(index === null ? null : (points[index] ?? null))
  }
  const at = chosen === null ? null : (points[Math.min(chosen, points.length - 1)] ?? null)
  const read = ({ at: moment, value, average }: LinePoint) =>
    [
      `${formatTime(moment)}, ${formatValue(value)}`,
      ...(average !== undefined && words.average ? [`${words.average} ${formatValue(average)}`] : []),
      ...(props.marks ?? []).filter((mark) => mark.at === moment).map(({ text }) => text),
    ].join(' · ')
  const last = Math.max(0, points.length - 1)
  const onKeyDown = (event: React.KeyboardEvent) => {
    const to = steppedBy(event.key, chosen ?? last, last)
    if (event.key === 'Escape') choose(null)
    if (to === null) return
    event.preventDefault()
    choose(to)
  }
  return (
    <div
      ref={frame}
      className={styles.chart}
      style={{ height: high + 24 * unit }}
      role="slider"
      tabIndex={0}
      aria-label={summary}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={chosen ?? last}
      aria-valuetext={at ? read(at) : summary}
      onKeyDown={onKeyDown}
      onBlur={() => choose(null)}
      data-own-swipe
      onPointerDown={(event) => layout && choose(layout.nearest(offset(event)))}
      onPointerMove={(event) =>
        layout && (event.buttons > 0 || event.pointerType === 'mouse') && choose(layout.nearest(offset(event)))
      }
      onPointerLeave={() => choose(null)}
      onPointerUp={(event) => event.pointerType !== 'mouse' && choose(null)}
    >
      {layout && (
        <Drawing {...props} layout={layout} width={width} high={high} unit={unit} chosen={chosen} read={read} />
      )}
    </div>
  )
}

/** The widths of the labels of high, low and previous close, in the spec's pixels. */
function labelSizes({ points, words, previous, formatValue }: LineChartProps) {
  const values = points.map(({ value }) => value)
  const named = [
    `${words.high} ${formatValue(Math.max(...values))}`,
    `${words.low} ${formatValue(Math.min(...values))}`,
  ]
  const level = previous === undefined ? '' : formatValue(previous)
  return {
    labelWide: values.length === 0 ? 0 : Math.max(...named.map(labelWideOf)),
    previousWide: labelWideOf(`${words.previous} ${level}`),
    previousShortWide: labelWideOf(level),
  }
}

function Drawing(
  props: LineChartProps & {
    layout: LineLayout
    width: number
    high: number
    unit: number
    chosen: number | null
    read: (point: LinePoint) => string
  },
) {
  const { points, layout, width, high, unit, chosen, read } = props
  const index = chosen === null ? -1 : Math.min(chosen, points.length - 1)
  const at = points[index]
  const marked = (props.marks ?? []).flatMap((mark) => {
    const place = points.findIndex((point) => point.at === mark.at)
    return place < 0 ? [] : [layout.place(place).x]
  })
  return (
    <svg className={styles.drawing} width={width} height={high + 24 * unit} aria-hidden>
      {marked.map((x) => (
        <line key={x} className={styles.mark} x1={x} x2={x} y1={0} y2={high} />
      ))}
      <Line
        layout={layout}
        words={props.words}
        formatValue={props.formatValue}
        previous={props.previous}
        width={width}
        unit={unit}
        quiet={at !== undefined}
      />
      <Axis
        layout={layout}
        days={props.since === undefined ? undefined : props.words.days}
        width={width}
        y={high}
        unit={unit}
        formatTick={props.formatTick ?? props.formatTime}
      />
      {at && <Crosshair layout={layout} index={index} height={high} text={read(at)} width={width} unit={unit} />}
    </svg>
  )
}

const offset = (event: React.PointerEvent): number => event.clientX - event.currentTarget.getBoundingClientRect().left

function Line(props: {
  layout: LineLayout
  words: LineChartProps['words']
  formatValue: (value: number) => string
  previous: number | undefined
  width: number
  unit: number
  /** True while the crosshair's tag covers the label of the high. */
  quiet: boolean
}) {
  const { layout, words, formatValue, previous, width, unit, quiet } = props
  const { high, low, last, baseline } = layout
  // If the latest point is also the high or low, leave room between label and line for its mark.
  const clear = (of: { x: number; y: number }) => (last?.x === of.x && last.y === of.y ? 5 : 0)
  return (
    <>
      {baseline !== null && <path className={styles.area} d={layout.area} />}
      {baseline !== null && <line className={styles.previous} x1={0} x2={width} y1={baseline} y2={baseline} />}
      {layout.average !== '' && <path className={styles.average} d={layout.average} />}
      {layout.before !== '' && <path className={styles.before} d={layout.before} />}
      <path className={styles.line} d={layout.line} />
      {previous !== undefined && layout.label && (
        <text className={styles.label} x={layout.label.x} y={layout.label.y} textAnchor={layout.label.anchor}>
          {layout.label.short ? formatValue(previous) : `${words.previous} ${formatValue(previous)}`}
        </text>
      )}
      {high && !quiet && (
        <text className={styles.label} x={high.labelX} y={high.y - (7 + clear(high)) * unit} textAnchor="middle">
          {`${words.high} ${formatValue(high.value)}`}
        </text>
      )}
      {low && (
        <text className={styles.label} x={low.labelX} y={low.y + (17 + clear(low)) * unit} textAnchor="middle">
          {`${words.low} ${formatValue(low.value)}`}
        </text>
      )}
      {last && (
        <>
          <circle className={styles.halo} cx={last.x} cy={last.y} r={9 * unit} />
          <circle className={styles.now} cx={last.x} cy={last.y} r={4 * unit} />
        </>
      )}
    </>
  )
}

function Axis(props: {
  layout: LineLayout
  days: LineChartProps['words']['days']
  width: number
  y: number
  unit: number
  formatTick: (at: number) => string
}) {
  const { layout, days, width, y, unit, formatTick } = props
  const whole = layout.seams.length === 0 || days !== undefined
  return (
    <>
      {layout.seams.map((x) => (
        <line key={x} className={days ? styles.mark : styles.seam} x1={x} x2={x} y1={0} y2={y} />
      ))}
      {days && layout.seams[0] !== undefined && (
        <DayNames days={days} x={layout.seams[0]} y={y - 7 * unit} width={width} unit={unit} />
      )}
      <line className={styles.axis} x1={0} x2={width} y1={y} y2={y} />
      {layout.ticks.map(({ at, x, anchor }) => (
        <g key={at}>
          {whole && <line className={styles.axis} x1={x} x2={x} y1={y} y2={y + 4 * unit} />}
          <text className={styles.label} x={x} y={y + 19 * unit} textAnchor={anchor}>
            {at === layout.ticks.at(-1)?.at ? formatTick(at).replace(/^00:00$/, '24:00') : formatTick(at)}
          </text>
        </g>
      ))}
    </>
  )
}

/** The names of two days on both sides of their border; the date of the new one where it has room. */
function DayNames(props: {
  days: NonNullable<LineChartProps['words']['days']>
  x: number
  y: number
  width: number
  unit: number
}) {
  const { days, x, y, width, unit } = props
  const [before, since, sinceLong] = days
  const gap = 8 * unit
  const fits = labelWideOf(sinceLong) * unit <= width - x - gap
  return (
    <>
      <text className={styles.label} x={x - gap} y={y} textAnchor="end">
        {before}
      </text>
      <text className={styles.today} x={x + gap} y={y}>
        {fits ? sinceLong : since}
      </text>
    </>
  )
}

function Crosshair(props: {
  layout: LineLayout
  index: number
  height: number
  text: string
  width: number
  unit: number
}) {
  const { layout, index, height, text, width, unit } = props
  const { x, y } = layout.place(index)
  const wide = Math.min(width, (labelWideOf(text) + 14) * unit)
  const left = Math.max(0, Math.min(width - wide, x - wide / 2))
  return (
    <g>
      <line className={styles.cross} x1={x} x2={x} y1={20 * unit} y2={height} />
      <line className={styles.cross} x1={0} x2={width} y1={y} y2={y} />
      <circle className={styles.now} cx={x} cy={y} r={4 * unit} />
      <rect className={styles.tag} x={left} y={0} width={wide} height={20 * unit} rx={4 * unit} />
      <text className={styles.tagText} x={left + wide / 2} y={14 * unit} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}
