import { useEffect, useState } from 'react'
import type { CandleCanvas } from './CandleCanvas.tsx'
import type { CandleChartProps, PointedCandle } from './candles.ts'
import styles from './CandleChart.module.css'
import { cx } from './cx.ts'
import { pixels } from './gestures.ts'
import { ArrowsInSimpleIcon, ArrowsOutSimpleIcon } from './page-icons.tsx'
import { IconButton } from './IconButton.tsx'
import { ErrorView, Loading } from './states.tsx'

const TABLE_ROWS = 500

/** Candles with volume and indicators: drag and pinch, a crosshair by finger, pointer or arrows, its figures above. */
export function CandleChart(props: CandleChartProps) {
  const { summary, candles, asTable, words } = props
  const [full, setFull] = useState(false)
  const [pointed, setPointed] = useState<PointedCandle | null>(null)
  useEscape(full, () => setFull(false))
  const shown = pointed && pointed.index < candles.length ? pointed : { index: candles.length - 1, values: [] }
  const height = `min(${pixels(props.height ?? 380)}px, 70dvh)`
  return (
    <figure className={cx(styles.chart, full && styles.full)}>
      <div className={styles.legend}>
        <Legend {...props} shown={shown} />
        <IconButton
          icon={full ? ArrowsInSimpleIcon : ArrowsOutSimpleIcon}
          size={18}
          label={full ? words.small : words.full}
          pressed={full}
          onClick={() => setFull(!full)}
        />
      </div>
      {asTable ? (
        <Table {...props} />
      ) : (
        <div className={styles.frame} style={full ? undefined : { height }} data-own-swipe>
          <Drawing {...props} onPoint={setPointed} />
        </div>
      )}
      <figcaption className={styles.summary}>{summary}</figcaption>
    </figure>
  )
}

type Canvas = typeof CandleCanvas
/** The drawing's code, once it came: it is half of what a page has, and fetched for the first chart. */
let fetched: Canvas | null = null

/** The candles themselves. Where their code does not come, the rest of the page stands, and another try is a tap away. */
function Drawing(props: CandleChartProps & { onPoint: (pointed: PointedCandle) => void }) {
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

function Legend({ candles, words, formats, shown }: CandleChartProps & { shown: PointedCandle }) {
  const candle = candles[shown.index]
  if (!candle) return <dl className={styles.figures} />
  const before = candles[shown.index - 1]
  const change = before ? formats.change(before.close, candle.close) : '-'
  const tone = !before || candle.close === before.close ? 'flat' : candle.close > before.close ? 'gain' : 'loss'
  const { marks } = words
  return (
    <dl className={styles.figures}>
      <div>
        <dt className="said">{words.date}</dt> <dd>{formats.date(candle.at)}</dd>
      </div>
      <Figure mark={marks.open} name={words.open} value={formats.value(candle.open)} />
      <Figure mark={marks.high} name={words.high} value={formats.value(candle.high)} />
      <Figure mark={marks.low} name={words.low} value={formats.value(candle.low)} />
      <Figure mark={marks.close} name={words.close} value={formats.value(candle.close)} />
      <Figure mark={marks.change} name={words.change} value={change} tone={tone} />
      <Figure mark={marks.volume} name={words.volume} value={formats.volume(candle.volume)} />
      {shown.values.map(({ name, value }) => (
        <div key={name} className={styles.indicator}>
          <dt>{name}</dt> <dd>{formats.value(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One figure of the legend: its mark is seen, its whole name is said. */
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

function Table({ candles, words, formats, summary }: CandleChartProps) {
  const newest = candles.slice(-TABLE_ROWS).reverse()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={summary}>
      <table className={styles.table}>
        <caption className="said">{summary}</caption>
        <thead>
          <tr>
            {[words.date, words.open, words.high, words.low, words.close, words.volume].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newest.map((candle) => (
            <tr key={candle.at}>
              <th scope="row">{formats.date(candle.at)}</th>
              <td>{formats.value(candle.open)}</td>
              <td>{formats.value(candle.high)}</td>
              <td>{formats.value(candle.low)}</td>
              <td>{formats.value(candle.close)}</td>
              <td>{formats.volume(candle.volume)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useEscape(active: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!active) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  })
}
