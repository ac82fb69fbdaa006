import { changeBps } from '@lonja/core/base/formats'
import { dayNumberAt } from '@lonja/core/calendar/days'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import { ZONES, type Zone } from '@lonja/core/base/zones'
import { MINUTES_OF, isMinutes } from '@lonja/core/market/market.rules'
import type { LiveFigures } from '@lonja/core/market/stream'
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
import { dayLine, weekLine } from './lines.ts'
import { sessionsOfWeek } from './ranges.ts'
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
  const newest = live && newestOf(live)
  const bars = barsOf(candles)
  const day = range === 'day'
  const count = sessionsOfWeek(session)
  const line = day
    ? dayLine(bars, session, newest)
    : weekLine(bars, session, newest, { width: widthOf(candles), count, dayOf: (at) => dayNumberAt(zone, at) })
  const labels = useLabels(line.since, zone)
  // A listing without quotes may have no minutes either.
  if (line.points.length === 0) return <Empty text={t('noLine')} />
  const last = live?.last ?? of.day?.last ?? null
  const previous = day ? (live?.previousClose ?? of.day?.previousClose ?? candles.previousClose) : null
  const before = previous ? drawn(previous) : line.previous
  const values = line.points.map(({ value }) => value)
  const [high, low] = day
    ? [live?.high ?? of.day?.high, live?.low ?? of.day?.low]
    : [priceDrawn(Math.max(...values)), priceDrawn(Math.min(...values))]
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
        summary={t(day ? 'chartSentence' : count === 7 ? 'sevenDaysSentence' : 'fiveDaysSentence', words)}
        since={line.since}
        points={line.points}
        sessions={line.sessions}
        previous={before}
        words={{ ...labels, previous: closed === null ? t('previousClose') : t('closeOf', { day: closed }) }}
        formatValue={(value) => f.price(priceDrawn(value))}
        formatTime={(at) => (day ? f.clock(at, zone) : `${f.shortDay(at, zone)} ${f.clock(at, zone)}`)}
        formatTick={(at) => (day ? f.clock(at, zone) : f.shortDay(at, zone))}
      />
      {day ? (
        <Key
          average={line.points.at(-1)?.average}
          previous={before}
          wholeFrom={line.since === undefined ? null : f.clock(line.sessions.at(-1)?.to ?? line.since, zone)}
        />
      ) : (
        <RangeChange of={of} label={since} from={before} to={last} />
      )}
    </>
  )
}

/** The names in the drawing; those of two days beside their border, if one of them begins on the line. */
function useLabels(since: Instant | undefined, zone: Zone) {
  const t = useText('discover')
  const f = useFormats()
  const names = { high: t('high'), low: t('low'), average: t('averagePrice') }
  if (since === undefined) return names
  return { ...names, days: [t('yesterday'), t('today'), t('todayOn', { day: f.shortDay(since, zone) })] as const }
}

const newestOf = (live: LiveFigures) => ({
  at: live.at,
  last: drawn(live.last),
  volume: Number(live.volume),
  high: drawn(live.high),
  low: drawn(live.low),
})

/** The length of a bar in milliseconds. */
const widthOf = ({ interval }: Candles): number => (isMinutes(interval) ? MINUTES_OF[interval] : 1) * MINUTE

/**
 * The names and values of the lines beside the day's own, in one line whose place is reserved. In the first hour, which has
 * no average, the time from which the chart is today's alone stands in its place.
 */
function Key(props: { average: number | undefined; previous: number | undefined; wholeFrom: string | null }) {
  const { average, previous, wholeFrom } = props
  const t = useText('discover')
  const f = useFormats()
  return (
    <p className={styles.key}>
      {average !== undefined && (
        <span>
          <i className={styles.average} /> {t('averagePrice')} <b>{f.price(priceDrawn(average))}</b>
        </span>
      )}
      {previous !== undefined && (
        <span>
          <i className={styles.previous} /> {t('previousClose')} <b>{f.price(priceDrawn(previous))}</b>
        </span>
      )}
      {wholeFrom !== null && <span>{t('firstHour', { time: wholeFrom })}</span>}
    </p>
  )
}
