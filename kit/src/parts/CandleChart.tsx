import { useEffect, useMemo, useRef, useState } from 'react'
import type { CandleCanvas } from './CandleCanvas.tsx'
import { CANDLES_HEIGHT, paneHeightOf, type CandleChartProps } from './candles.ts'
import styles from './CandleChart.module.css'
import { cx } from './cx.ts'
import { useAlone, useBackCloses } from './alone.ts'
import { ArrowsInSimpleIcon, ArrowsOutSimpleIcon } from './page-icons.tsx'
import { IconButton } from './IconButton.tsx'
import { liesOverCandles, linesOf, nameOf, type IndicatorLine } from './indicators.ts'
import { tradesByBar, type BarTrade } from './own-trades.ts'
import { SERIES_LOOKS, tokenOf } from './series-looks.ts'
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
  const trades = useMemo(() => tradesByBar(candles, props.own?.trades ?? []), [candles, props.own])
  const shown = pointed >= 0 && pointed < candles.length ? pointed : candles.length - 1
  return (
    <div
      ref={holder}
      className={cx(full && styles.full)}
      {...(full ? { role: 'dialog', 'aria-modal': true, 'aria-label': words.full } : {})}
    >
      <figure className={styles.chart}>
        <div className={styles.legend}>
          <Legend {...props} shown={shown} lines={lines} bars={trades} />
          <IconButton
            icon={full ? ArrowsInSimpleIcon : ArrowsOutSimpleIcon}
            size={18}
            label={full ? words.small : words.full}
            pressed={full}
            onClick={() => (full ? close() : setFull(true))}
          />
        </div>
        {asTable ? (
          <Table {...props} lines={lines} bars={trades} />
        ) : (
          <div className={styles.frame} style={full ? undefined : { height: heightFor(indicators) }} data-own-swipe>
            <Drawing {...props} full={full} onPoint={setPointed} />
          </div>
        )}
        <div className={styles.controls}>{props.children}</div>
        <figcaption className={styles.summary}>{summary}</figcaption>
      </figure>
    </div>
  )
}

/**
 * The candles keep their height whatever is drawn below them, and the chart grows with its panes. In a low window the
 * candles leave room to scroll past.
 */
function heightFor(indicators: CandleChartProps['indicators']): string {
  const below = indicators.reduce((sum, { name }) => sum + paneHeightOf(name), 0)
  return `calc(clamp(calc(160 * var(--u)), calc(${CANDLES_HEIGHT} * var(--u)), 70dvh) + ${below} * var(--u))`
}

type Canvas = typeof CandleCanvas
/** The drawing's code once loaded. It is half of a page's code and is fetched for the first chart. */
let fetched: Canvas | null = null

/** The candles. If their code fails to load, the rest of the page stays and a tap retries. */
function Drawing(props: CandleChartProps & { onPoint: (index: number) => void; full: boolean }) {
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

interface Figures {
  readonly lines: readonly IndicatorLine[]
  readonly bars: readonly BarTrade[]
}

function Legend(props: CandleChartProps & Figures & { shown: number }) {
  const { candles, words, formats, shown, lines, bars, indicators, own } = props
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
        {bars
          .filter(({ index }) => index === shown)
          .map(({ side, shares }) => {
            const { mark, label } = formats.trade(side, shares)
            return <Figure key={side} mark={mark} name={words.own} value="" label={label} />
          })}
        {own && own.cost !== null && (
          <Figure mark={words.cost} name={words.cost} value={formats.value(own.cost)} tone="flat" />
        )}
      </dl>
      <Indicated lines={lines} shown={shown} words={words} formats={formats} />
    </div>
  )
}

/**
 * The indicators' values for the bar. Lines over the candles are listed with a sample of themselves. The figures of the
 * panes below stand in the panes, and are here for those who cannot see them.
 */
function Indicated(props: {
  lines: readonly IndicatorLine[]
  shown: number
  words: CandleChartProps['words']
  formats: CandleChartProps['formats']
}) {
  const { lines, shown, words, formats } = props
  if (lines.length === 0) return null
  return (
    <dl className={styles.indicated} aria-label={words.indicators}>
      {lines.map((line) => (
        <div key={line.key} className={liesOverCandles(line.of) ? styles.indicator : 'said'}>
          <dt>
            <Sample of={line.key} />
            {nameOf(line, words.lines)}
          </dt>{' '}
          <dd>{valueAt(line.values, shown, formats)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A piece of a line as the chart draws it: its colour and its dashes. */
function Sample({ of }: { of: string }) {
  const look = SERIES_LOOKS[of]
  if (!look) return null
  return (
    <svg className={styles.sample} viewBox="0 0 18 4" aria-hidden>
      <path d="M0 2H18" stroke={`var(--${tokenOf(look)})`} strokeDasharray={look.dash.join(' ')} />
    </svg>
  )
}

function valueAt(values: IndicatorLine['values'], index: number, formats: CandleChartProps['formats']): string {
  const value = values[index]
  return value === undefined ? '-' : formats.value(value)
}

/** One figure of the legend: its short mark is shown, its full name is read out. */
function Figure(props: { mark: string; name: string; value: string; label?: string; tone?: 'gain' | 'loss' | 'flat' }) {
  return (
    <div>
      <dt>
        <span aria-hidden>{props.mark}</span>
        <span className="said">{props.name}</span>
      </dt>{' '}
      <dd className={props.tone && styles[props.tone]}>
        {props.value}
        {props.label !== undefined && <span className="said">{props.label}</span>}
      </dd>
    </div>
  )
}

function Table({ candles, words, formats, summary, lines, bars }: CandleChartProps & Figures) {
  const newest = candles.map((candle, index) => ({ candle, index })).slice(-TABLE_ROWS)
  const columns = [words.date, words.open, words.high, words.low, words.close, words.volume]
  const own = bars.length > 0 ? [words.own] : []
  const tradesAt = (index: number) =>
    bars.flatMap((trade) => (trade.index === index ? [formats.trade(trade.side, trade.shares).label] : [])).join(', ')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={summary}>
      <table className={styles.table}>
        <caption className="said">{summary}</caption>
        <thead>
          <tr>
            {[...columns, ...own, ...lines.map((line) => nameOf(line, words.lines))].map((name) => (
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
              {own.length > 0 && <td>{tradesAt(index)}</td>}
              {lines.map(({ key, values }) => (
                <td key={key}>{valueAt(values, index, formats)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
