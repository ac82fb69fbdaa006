import { useMemo, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { changeBps } from '@lonja/core/base/formats'
import { listCandles } from '@lonja/core/market/market.contract'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { CandleChart } from '@lonja/kit/parts/CandleChart'
import { INDICATORS, INDICATOR_SPANS, type Indicator } from '@lonja/kit/parts/candles'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { ChartLineIcon, TableIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { LineChart } from '@lonja/kit/parts/LineChart'
import { Segments } from '@lonja/kit/parts/Segments'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { drawn } from '../market/LiveRow.tsx'
import type { Instrument } from './instrument.ts'
import { RANGES, askFor, type Range } from './ranges.ts'
import { barsOf, priceDrawn, useSpanWords } from './span.ts'
import styles from './discover.module.css'

type Candles = ReplyOf<typeof listCandles>

const REFETCH_MS = 60_000

/** The chart of an instrument: the day's line fitted to its session, or candles of a longer span with indicators. */
export function InstrumentChart({ of }: { of: Instrument }) {
  const t = useText('discover')
  const [range, setRange] = useState<Range>('day')
  const [asTable, setAsTable] = useState(false)
  const { open, close } = of.session
  const session = open !== null && close !== null ? { open, close } : null
  const now = of.day?.at ?? of.quote?.at ?? 0
  const read = useRead(
    listCandles,
    { listing: of.listing, ...askFor(range, session, now) },
    { refetchMs: REFETCH_MS, keep: true },
  )
  const ranges = (
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
  if (read.data && (range !== 'day' || asTable)) {
    return <Span of={of} candles={read.data} range={range} asTable={asTable} ranges={ranges} />
  }
  return (
    <>
      <div className={styles.chart}>
        {read.data ? (
          <DayLine of={of} candles={read.data} session={session} />
        ) : read.error ? (
          <ErrorView title={t('chartFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
        ) : (
          <Loading />
        )}
      </div>
      {ranges}
    </>
  )
}

interface DayLineProps {
  of: Instrument
  candles: Candles
  session: { open: number; close: number } | null
}

/** The closes of the session's bars; the bars of the day's high and low stand at these, so that line and table agree. */
function dayPoints({ at, close, high, low }: Candles, begin: number): { at: number; value: number }[] {
  const bars = at.flatMap((moment, index) => {
    const [end, top, bottom] = [close[index], high[index], low[index]]
    return end === undefined || top === undefined || bottom === undefined || moment < begin
      ? []
      : [{ at: moment, value: drawn(end), top: drawn(top), bottom: drawn(bottom) }]
  })
  const [most, least] = [Math.max(...bars.map(({ top }) => top)), Math.min(...bars.map(({ bottom }) => bottom))]
  const highest = bars.findIndex(({ top }) => top === most)
  const lowest = bars.findIndex(({ bottom }) => bottom === least)
  return bars.map(({ at: moment, value, top, bottom }, index) => ({
    at: moment,
    value: index === highest ? top : index === lowest ? bottom : value,
  }))
}

/** The line of the session, ending at the newest price off the stream. */
function DayLine({ of, candles, session }: DayLineProps) {
  const t = useText('discover')
  const f = useFormats()
  const live = useQuote(of.listing)
  const begin = session?.open ?? candles.at[0] ?? 0
  const points = dayPoints(candles, begin)
  const newest = points.at(-1)
  if (live && newest && live.at >= newest.at) points.push({ at: live.at, value: drawn(live.last) })
  const last = live?.last ?? of.day?.last ?? null
  const previous = live?.previousClose ?? of.day?.previousClose ?? candles.previousClose
  const sentence = t('chartSentence', {
    name: of.name,
    last: f.price(last, of.kind === 'share' ? of.currency : undefined),
    change: f.bps(previous && last ? changeBps(previous, last) : null),
    high: f.price(live?.high ?? of.day?.high),
    low: f.price(live?.low ?? of.day?.low),
  })
  return (
    <LineChart
      summary={sentence}
      points={points}
      session={{ from: begin, to: session?.close ?? points.at(-1)?.at ?? begin + 1 }}
      previous={previous ? drawn(previous) : undefined}
      words={{ high: t('high'), low: t('low'), previous: t('previousClose') }}
      formatValue={(value) => f.price(priceDrawn(value))}
      formatTime={(at) => f.clock(at, of.session.timeZone)}
    />
  )
}

interface SpanProps {
  of: Instrument
  candles: Candles
  range: Range
  asTable: boolean
  ranges: React.ReactNode
}

/** A longer span as candles, with volume and the indicators that are chosen. */
function Span({ of, candles, range, asTable, ranges }: SpanProps) {
  const [indicators, setIndicators] = useState<readonly Indicator[]>(['MA'])
  const bars = useMemo(() => barsOf(candles), [candles])
  const { summary, words, formats } = useSpanWords(of, candles.interval, bars)
  return (
    <>
      <CandleChart
        summary={summary}
        candles={bars}
        series={`${of.listing} ${range}`}
        indicators={indicators}
        asTable={asTable}
        height={300}
        words={words}
        formats={formats}
      />
      {ranges}
      {!asTable && <IndicatorChips chosen={indicators} onChange={setIndicators} />}
    </>
  )
}

function IndicatorChips(props: { chosen: readonly Indicator[]; onChange: (chosen: readonly Indicator[]) => void }) {
  const { chosen, onChange } = props
  const t = useText('discover')
  const toggle = (indicator: Indicator) =>
    onChange(chosen.includes(indicator) ? chosen.filter((each) => each !== indicator) : [...chosen, indicator])
  return (
    <Chips label={t('indicators')}>
      {INDICATORS.map((indicator) => (
        <Chip
          key={indicator}
          label={chosen.includes(indicator) ? `${indicator} ${INDICATOR_SPANS[indicator][0] ?? ''}` : indicator}
          chosen={chosen.includes(indicator)}
          removable
          onClick={() => toggle(indicator)}
        />
      ))}
    </Chips>
  )
}
