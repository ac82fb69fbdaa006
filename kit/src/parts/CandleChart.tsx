import { useEffect, useMemo, useRef, useState } from 'react'
import type { CandleCanvas } from './CandleCanvas.tsx'
import type { CandleChartProps } from './candles.ts'
import styles from './CandleChart.module.css'
import { cx } from './cx.ts'
import { useAlone, useBackCloses } from './alone.ts'
import { ArrowsInSimpleIcon, ArrowsOutSimpleIcon } from './page-icons.tsx'
import { IconButton } from './IconButton.tsx'
import { linesOf, type IndicatorLine } from './indicators.ts'
import { ErrorView, Loading } from './states.tsx'

const TABLE_ROWS = 500

/**
 * Candles with volume and indicators: drag and pinch, double tap to reset, a crosshair by long press, pointer or arrows
 * with its figures above. In full screen only the chart is shown; Escape and Back close it.
 */
export function CandleChart(props: CandleChartProps) {
  const { summary, candles, indicators, asTable, words } = props
  const [full, setFull] = useState(false)
  const [pointed, setPointed] = useState(-1)
  const holder = useRef<HTMLDivElement>(null)
  const close = useBackCloses(full, () => setFull(false))
  useAlone(holder, full, close)
  const lines = useMemo(() => indicators.flatMap((choice) => linesOf(choice, candles)), [indicators, candles])
  const shown = pointed >= 0 && pointed < candles.length ? pointed : candles.length - 1
  return (
    <div
      ref={holder}
      className={cx(full && styles.full)}
      {...(full ? { role: 'dialog', 'aria-modal': true, 'aria-label': words.full } : {})}
    >
      <figure className={styles.chart}>
        <div className={styles.legend}>
          <Legend {...props} shown={shown} lines={lines} />
          <IconButton
            icon={full ? ArrowsInSimpleIcon : ArrowsOutSimpleIcon}
            size={18}
            label={full ? words.small : words.full}
            pressed={full}
            onClick={() => (full ? close() : setFull(true))}
          />
        </div>
        {asTable ? (
          <Table {...props} lines={lines} />
        ) : (
          <div className={styles.frame} style={full ? undefined : { height: HEIGHT }} data-own-swipe>
            <Drawing {...props} onPoint={setPointed} />
          </div>
        )}
        <div className={styles.controls}>{props.children}</div>
        <figcaption className={styles.summary}>{summary}</figcaption>
      </figure>
    </div>
  )
}

/**
 * The height is fixed whatever is drawn below the candles, so that nothing under it moves. A low window leaves room to
 * scroll past.
 */
const HEIGHT = `clamp(calc(160 * var(--u)), calc(320 * var(--u)), 80dvh)`

type Canvas = typeof CandleCanvas
/** The drawing's code once loaded. It is half of a page's code and is fetched for the first chart. */
let fetched: Canvas | null = null

/** The candles. If their code fails to load, the rest of the page stays and a tap retries. */
function Drawing(props: CandleChartProps & { onPoint: (index: number) => void }) {
  const [code, setCode] = useState<{ canvas: Canvas | null; failed: boolean }>({ canvas: fetched, failed: false })
  const waits = !code.canvas && !code.failed
  useEffect(() => {
    if (!waits) return
    let gone = false
    import('./CandleCanvas.tsx').then(
      ({ CandleCanvas: canvas }) => {
        fetched = canvas
        if (!gone) setCode({ canvas, failed: false })
      },
      () => {
        if (!gone) setCode({ canvas: null, failed: true })
      },
    )
    return () => {
      gone = true
    }
  }, [waits])
  const { canvas: Canvas, failed } = code
  if (Canvas) return <Canvas {...props} />
  if (!failed) return <Loading />
  return <ErrorView title={props.words.failed} onRetry={() => setCode({ canvas: null, failed: false })} />
}

function Legend(props: CandleChartProps & { shown: number; lines: readonly IndicatorLine[] }) {
  const { candles, words, formats, shown, lines, indicators } = props
  const candle = candles[shown]
  if (!candle) return <div className={styles.figures} />
  const before = candles[shown - 1]
  const change = before ? formats.change(before.close, candle.close) : '-'
  const tone = !before || candle.close === before.close ? 'flat' : candle.close > before.close ? 'gain' : 'loss'
  const { marks } = words
  return (
    <div className={styles.figures}>
      <dl className={styles.bar}>
        <div>
          <dt className="said">{words.date}</dt> <dd>{formats.date(candle.at)}</dd>
        </div>
        <Figure mark={marks.open} name={words.open} value={formats.value(candle.open)} />
        <Figure mark={marks.high} name={words.high} value={formats.value(candle.high)} />
        <Figure mark={marks.low} name={words.low} value={formats.value(candle.low)} />
        <Figure mark={marks.close} name={words.close} value={formats.value(candle.close)} />
        <Figure mark={marks.change} name={words.change} value={change} tone={tone} />
        {indicators.some(({ name }) => name === 'VOL') && (
          <Figure mark={marks.volume} name={words.volume} value={formats.volume(candle.volume)} />
        )}
      </dl>
      <Indicated lines={lines} shown={shown} label={words.indicators} formats={formats} />
    </div>
  )
}

/** The indicators' values for the bar in one scrolling line, so that another indicator moves nothing below it. */
function Indicated(props: {
  lines: readonly IndicatorLine[]
  shown: number
  label: string
  formats: CandleChartProps['formats']
}) {
  const { lines, shown, label, formats } = props
  if (lines.length === 0) return <div className={styles.indicated} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div className={styles.indicated} tabIndex={0} role="region" aria-label={label} data-own-swipe>
      <dl>
        {lines.map(({ label: name, values }) => (
          <div key={name} className={styles.indicator}>
            <dt>{name}</dt> <dd>{valueAt(values, shown, formats)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function valueAt(values: IndicatorLine['values'], index: number, formats: CandleChartProps['formats']): string {
  const value = values[index]
  return value === undefined ? '-' : formats.value(value)
}

/** One figure of the legend: its short mark is shown, its full name is read out. */
function Figure(props: { mark: string; name: string; value: string; tone?: 'gain' | 'loss' | 'flat' }) {
  return (
    <div>
      <dt>
        <span aria-hidden>{props.mark}</span>
        <span className="said">{props.name}</span>
      </dt>{' '}
      <dd className={props.tone && styles[props.tone]}>{props.value}</dd>
    </div>
  )
}

function Table({ candles, words, formats, summary, lines }: CandleChartProps & { lines: readonly IndicatorLine[] }) {
  const newest = candles.map((candle, index) => ({ candle, index })).slice(-TABLE_ROWS)
  const columns = [words.date, words.open, words.high, words.low, words.close, words.volume]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={summary}>
      <table className={styles.table}>
        <caption className="said">{summary}</caption>
        <thead>
          <tr>
            {[...columns, ...lines.map(({ label }) => label)].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newest.reverse().map(({ candle, index }) => (
            <tr key={candle.at}>
              <th scope="row">{formats.date(candle.at)}</th>
              <td>{formats.value(candle.open)}</td>
              <td>{formats.value(candle.high)}</td>
              <td>{formats.value(candle.low)}</td>
              <td>{formats.value(candle.close)}</td>
              <td>{formats.volume(candle.volume)}</td>
              {lines.map(({ label, values }) => (
                <td key={label}>{valueAt(values, index, formats)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
