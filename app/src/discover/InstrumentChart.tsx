import { useState } from 'react'
import { priceE4, type PriceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { changeBps } from '@lonja/core/base/formats'
import { listCandles, type readInstrument } from '@lonja/core/market/market.contract'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { CandleChart } from '@lonja/kit/parts/CandleChart'
import { INDICATORS, INDICATOR_SPANS, type Candle, type Indicator } from '@lonja/kit/parts/candles'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { ChartLineIcon, TableIcon } from '@lonja/kit/parts/icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { LineChart } from '@lonja/kit/parts/LineChart'
import { Segments } from '@lonja/kit/parts/Segments'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { drawn } from '../market/LiveRow.tsx'
import { RANGES, askFor, summaryOf, type Range } from './ranges.ts'
import styles from './discover.module.css'

type Instrument = ReplyOf<typeof readInstrument>
type Candles = ReplyOf<typeof listCandles>

const PRICE_UNIT = 10_000
const price = (value: number): PriceE4 => priceE4(BigInt(Math.round(value * PRICE_UNIT)))
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

/** The line of the session, ending at the newest price off the stream. */
function DayLine({ of, candles, session }: DayLineProps) {
  const t = useText('discover')
  const f = useFormats()
  const live = useQuote(of.listing)
  const begin = session?.open ?? candles.at[0] ?? 0
  const points = candles.at.flatMap((at, index) => {
    const close = candles.close[index]
    return close === undefined || at < begin ? [] : [{ at, value: drawn(close) }]
  })
  const newest = points.at(-1)
  if (live && newest && live.at >= newest.at) points.push({ at: live.at, value: drawn(live.last) })
  const last = live?.last ?? of.day?.last ?? null
  const previous = live?.previousClose ?? of.day?.previousClose ?? candles.previousClose
  const sentence = t('chartSentence', {
    name: of.name,
    last: f.price(last, of.currency),
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
      formatValue={(value) => f.price(price(value))}
      formatTime={(at) => f.clock(at, of.session.timeZone)}
    />
  )
}

/** A longer span as candles, with volume and the indicators that are chosen. */
interface SpanProps {
  of: Instrument
  candles: Candles
  range: Range
  asTable: boolean
  ranges: React.ReactNode
}

function Span({ of, candles, range, asTable, ranges }: SpanProps) {
  const t = useText('discover')
  const none = useText('home')
  const f = useFormats()
  const [indicators, setIndicators] = useState<readonly Indicator[]>(['MA'])
  const bars: readonly Candle[] = candles.at.map((at, index) => ({
    at,
    open: drawn(candles.open[index] ?? priceE4(0n)),
    high: drawn(candles.high[index] ?? priceE4(0n)),
    low: drawn(candles.low[index] ?? priceE4(0n)),
    close: drawn(candles.close[index] ?? priceE4(0n)),
    volume: Number(candles.volume[index] ?? 0n),
  }))
  const said = summaryOf(bars)
  const value = (of: number) => f.price(price(of))
  const change = (from: number, to: number) => f.bps(changeBps(price(from), price(to)))
  const within = candles.interval === 'minute' || candles.interval === '5minutes'
  const sentence = said
    ? t('rangeSentence', {
        name: of.name,
        from: f.price(price(said.first), of.currency),
        to: f.price(price(said.last), of.currency),
        change: change(said.first, said.last),
        high: value(said.high),
        low: value(said.low),
      })
    : none('home23')
  const toggle = (indicator: Indicator) =>
    setIndicators(
      indicators.includes(indicator) ? indicators.filter((each) => each !== indicator) : [...indicators, indicator],
    )
  return (
    <>
      <CandleChart
        summary={sentence}
        candles={bars}
        series={`${of.listing} ${range}`}
        indicators={indicators}
        asTable={asTable}
        height={300}
        words={{
          date: t('time'),
          open: t('opening'),
          high: t('high'),
          low: t('low'),
          close: t('closing'),
          change: t('columnDay'),
          volume: t('volume'),
          full: t('fullScreen'),
          small: t('back'),
        }}
        formats={{
          value,
          volume: (count) => f.big(BigInt(Math.round(count))),
          axisDate: (at) => (within ? f.clock(at, of.session.timeZone) : f.shortDay(at)),
          date: (at) => (within ? `${f.shortDay(at)} ${f.clock(at, of.session.timeZone)}` : f.day(at)),
          change,
        }}
      />
      {ranges}
      {!asTable && (
        <Chips label={t('indicators')}>
          {INDICATORS.map((indicator) => (
            <Chip
              key={indicator}
              label={indicators.includes(indicator) ? `${indicator} ${INDICATOR_SPANS[indicator][0] ?? ''}` : indicator}
              chosen={indicators.includes(indicator)}
              removable
              onClick={() => toggle(indicator)}
            />
          ))}
        </Chips>
      )}
    </>
  )
}
