import { changeBps } from '@lonja/core/base/formats'
import { dayNumberAt } from '@lonja/core/calendar/days'
import { MINUTE } from '@lonja/core/base/instant'
import { ZONES } from '@lonja/core/base/zones'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { LineChart } from '@lonja/kit/parts/LineChart'
import { Empty } from '@lonja/kit/parts/states'
import { useText } from '@lonja/kit/text'
import { drawn } from '../market/LiveRow.tsx'
import { barsOf, type Candles } from './bars.ts'
import styles from './chart.module.css'
import type { Instrument } from './instrument.ts'
import { RangeChange } from './RangeChange.tsx'
import { dayLine, fiveDayLine } from './lines.ts'
import { priceDrawn } from './span.ts'

interface LineProps {
  of: Instrument
  candles: Candles
  range: 'day' | 'fiveDays'
}

/**
 * The line of the session with its previous close and average, or of five sessions; it ends at the newest price of the
 * stream.
 */
export function InstrumentLine({ of, candles, range }: LineProps) {
  const t = useText('discover')
  const f = useFormats()
  const live = useQuote(of.listing)
  const { open, close } = range === 'day' ? of.session : candles.session
  const session = open !== null && close !== null ? { open, close } : null
  const zone = ZONES.find((each) => each === of.session.timeZone) ?? 'Europe/Madrid'
  const newest = live && { at: live.at, last: drawn(live.last), volume: Number(live.volume) }
  const bars = barsOf(candles)
  const day = range === 'day'
  const line = day
    ? dayLine(bars, session, newest)
    : fiveDayLine(bars, session, newest, 5 * MINUTE, (at) => dayNumberAt(zone, at))
  // A listing without quotes may have no minutes either.
  if (line.points.length === 0) return <Empty text={t('noLine')} />
  const last = live?.last ?? of.day?.last ?? null
  const previous = day ? (live?.previousClose ?? of.day?.previousClose ?? candles.previousClose) : null
  const before = previous ? drawn(previous) : line.previous
  const values = line.points.map(({ value }) => value)
  const [high, low] = day
    ? [live?.high ?? of.day?.high, live?.low ?? of.day?.low]
    : [priceDrawn(Math.max(...values)), priceDrawn(Math.min(...values))]
  const average = line.points.at(-1)?.average
  const closed = line.previousAt === undefined ? null : f.shortDay(line.previousAt, of.session.timeZone)
  // The legend below names the start of the line: on a narrow chart the label of the close has only its value.
  const begin = line.points[0] && f.shortDay(line.points[0].at, of.session.timeZone)
  const since = closed === null ? t('sinceDay', { day: begin ?? '-' }) : t('sinceClose', { day: closed })
  const words = {
    name: of.name,
    last: f.price(last, of.kind === 'share' ? of.currency : undefined),
    change: f.bps(before && last ? changeBps(priceDrawn(before), last) : null),
    high: f.price(high),
    low: f.price(low),
  }
  return (
    <>
      <LineChart
        summary={t(day ? 'chartSentence' : 'fiveDaysSentence', words)}
        points={line.points}
        sessions={line.sessions}
        previous={before}
        words={{
          high: t('high'),
          low: t('low'),
          previous: closed === null ? t('previousClose') : t('closeOf', { day: closed }),
          average: t('averagePrice'),
        }}
        formatValue={(value) => f.price(priceDrawn(value))}
        formatTime={(at) => (day ? f.clock(at, zone) : `${f.shortDay(at, zone)} ${f.clock(at, zone)}`)}
        formatTick={(at) => (day ? f.clock(at, zone) : f.shortDay(at, zone))}
      />
      {day ? <Average of={average} /> : <RangeChange of={of} label={since} from={before} to={last} />}
    </>
  )
}

/** The name and value of the average line. Its place is reserved if there is none. */
function Average({ of }: { of: number | undefined }) {
  const t = useText('discover')
  const f = useFormats()
  return (
    <p className={styles.key}>
      {of !== undefined && (
        <>
          <i className={styles.average} />
          {t('averagePrice')} <b>{f.price(priceDrawn(of))}</b>
        </>
      )}
    </p>
  )
}
