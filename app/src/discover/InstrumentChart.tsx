import { Suspense, lazy, useMemo, useState } from 'react'
import { listCandles, type Interval } from '@lonja/core/market/market.contract'
import { useFormats } from '@lonja/kit/formats'
import { CandleChart } from '@lonja/kit/parts/CandleChart'
import { cx } from '@lonja/kit/parts/cx'
import { ChartLineIcon, TableIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { Segments } from '@lonja/kit/parts/Segments'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { AsTraded, type CandleForm } from './AsTraded.tsx'
import { barsOf, type Candles } from './bars.ts'
import styles from './chart.module.css'
import { IndicatorChips, useIndicators } from './IndicatorChips.tsx'
import { choicesOf } from './indicator-choice.ts'
import type { Instrument } from './instrument.ts'
import { InstrumentLine } from './InstrumentLine.tsx'
import { RangeChange } from './RangeChange.tsx'
import {
  CANDLES_OF,
  RANGES,
  USUAL_INTERVAL,
  inSightFor,
  isLine,
  lineAskFor,
  summaryOf,
  type DrawnRange,
  type Range,
} from './ranges.ts'
import { priceDrawn, useSpanWords } from './span.ts'
import { useCandles } from './useCandles.ts'
import { useOwnTrades } from './useOwnTrades.ts'

const IndicatorSheet = lazy(() => import('./IndicatorSheet.tsx').then((m) => ({ default: m.IndicatorSheet })))

const REFETCH_MS = 60_000

/** An instrument's chart: the line of a day or a week, or candles with indicators. */
export function InstrumentChart({ of }: { of: Instrument }) {
  const t = useText('discover')
  const [range, setRange] = useState<Range>('day')
  const [asTable, setAsTable] = useState(false)
  const [kinds, setKinds] = useState<Readonly<Partial<Record<Range, Kind>>>>({})
  const kind = kinds[range] ?? (isLine(range) ? 'line' : USUAL_INTERVAL[range])
  const kindChoice = (
    <Kinds range={range} kind={kind} onChange={(chosen) => setKinds((before) => ({ ...before, [range]: chosen }))} />
  )
  const choose = (
    <div className={styles.ranges}>
      <Segments
        plain
        label={t('range')}
        value={range}
        onChange={setRange}
        options={RANGES.map((value) => ({ value, label: t(value) }))}
      />
      <IconButton
        icon={asTable ? ChartLineIcon : TableIcon}
        label={t(asTable ? 'showLine' : 'table')}
        pressed={asTable}
        size={22}
        onClick={() => setAsTable(!asTable)}
      />
    </div>
  )
  const controls = (
    <>
      {choose}
      {kindChoice}
    </>
  )
  return kind === 'line' && isLine(range) ? (
    <Lines of={of} range={range} asTable={asTable} choose={controls} />
  ) : (
    <Span key={range} of={of} range={range} interval={asInterval(kind)} asTable={asTable} choose={controls} />
  )
}

/** A line, or candles of an interval. */
type Kind = 'line' | Interval

const asInterval = (kind: Kind): Interval => (kind === 'line' ? 'day' : kind)

/** The choice of candles of a span; a day and a week may be a line. */
function Kinds(props: { range: Range; kind: Kind; onChange: (kind: Kind) => void }) {
  const { range, kind, onChange } = props
  const t = useText('discover')
  const options = CANDLES_OF[range].map((value) => ({ value, label: t(`candles_${value}`) }))
  return (
    <div className={styles.intervals}>
      <Segments<Kind>
        plain
        label={t('candles')}
        value={kind}
        onChange={onChange}
        options={isLine(range) ? [{ value: 'line', label: t('line') }, ...options] : options}
      />
    </div>
  )
}

interface LinesProps {
  of: Instrument
  range: 'day' | 'fiveDays'
  asTable: boolean
  choose: React.ReactNode
}

function Lines({ of, range, asTable, choose }: LinesProps) {
  const t = useText('discover')
  const { open, close } = of.session
  const session = open !== null && close !== null ? { open, close } : null
  const now = of.day?.at ?? of.quote?.at ?? 0
  const input = { listing: of.listing, ...lineAskFor(range, session, now) }
  const read = useRead(listCandles, input, { refetchMs: REFETCH_MS })
  if (read.data && asTable) return <LineTable of={of} candles={read.data} choose={choose} />
  return (
    <>
      <div className={styles.chart}>
        {read.data ? (
          <InstrumentLine of={of} candles={read.data} range={range} />
        ) : read.error ? (
          <ErrorView title={t('chartFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
        ) : (
          <i className={styles.pane} />
        )}
      </div>
      {choose}
    </>
  )
}

/** The figures of a line as a table. */
function LineTable({ of, candles, choose }: { of: Instrument; candles: Candles; choose: React.ReactNode }) {
  const bars = barsOf(candles)
  const words = useSpanWords(of, candles.interval, bars)
  return (
    <CandleChart {...words} candles={bars} inSight={bars.length} series={of.listing} indicators={[]} asTable>
      {choose}
    </CandleChart>
  )
}

interface SpanProps {
  of: Instrument
  range: Range
  interval: Interval
  asTable: boolean
  choose: React.ReactNode
}

/** A span as candles with the chosen indicators; panning left loads older ones. */
function Span(props: SpanProps) {
  const indicators = useIndicators()
  const [setting, setSetting] = indicators
  const [editing, setEditing] = useState(false)
  // Outside the chart, whose parts change places when its bars arrive: an open sheet stays.
  return (
    <>
      <Bars {...props} indicators={indicators} editing={editing} onEdit={() => setEditing(true)} />
      <Suspense>
        {editing && <IndicatorSheet setting={setting} onChange={setSetting} onClose={() => setEditing(false)} />}
      </Suspense>
    </>
  )
}

interface BarsProps extends SpanProps {
  readonly indicators: ReturnType<typeof useIndicators>
  readonly editing: boolean
  readonly onEdit: () => void
}

function Bars({ of, range, interval, asTable, choose, indicators, editing, onEdit }: BarsProps) {
  const t = useText('discover')
  const [setting, setSetting] = indicators
  const choices = useMemo(() => choicesOf(setting), [setting])
  const [form, setForm] = useState<CandleForm>('adjusted')
  const { series, bars, older, read } = useCandles(of.listing, interval, form)
  const own = useOwnTrades(of)
  const shownBars = bars ?? []
  const inSight = inSightFor(range, shownBars, read.dataUpdatedAt, interval)
  const words = useSpanWords(of, interval, shownBars.slice(-inSight))
  const controls = (
    <>
      <Since of={of} drawn={summaryOf(shownBars.slice(-inSight))} />
      <AsTraded splits={read.data?.splits} form={form} onChange={setForm} />
      {choose}
      <IndicatorChips setting={setting} onChange={setSetting} editing={editing} onEdit={onEdit} />
    </>
  )
  if (!bars) {
    return (
      <>
        <div className={cx(styles.chart, styles.span)}>
          {read.error ? (
            <ErrorView title={t('chartFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
          ) : (
            <Loading />
          )}
        </div>
        {controls}
      </>
    )
  }
  return (
    <CandleChart
      {...words}
      candles={bars}
      inSight={inSight}
      older={older}
      series={series}
      indicators={choices}
      {...(own ? { own } : {})}
      asTable={asTable}
    >
      {controls}
    </CandleChart>
  )
}

/** The price change since the first bar in sight. Its place is reserved until it is known. */
function Since({ of, drawn }: { of: Instrument; drawn: DrawnRange | null }) {
  const t = useText('discover')
  const f = useFormats()
  if (!drawn) return <div className={styles.since} />
  const day = f.day(drawn.from, of.session.timeZone)
  return (
    <div className={styles.since}>
      <RangeChange of={of} label={t('sinceDay', { day })} from={drawn.first} to={priceDrawn(drawn.last)} />
    </div>
  )
}
