import { priceE4, type PriceE4 } from '@lonja/core/base/amount'
import { formatDay } from '@lonja/core/base/dates'
import { changeBps } from '@lonja/core/base/formats'
import type { Interval } from '@lonja/core/market/market.contract'
import { isMinutes } from '@lonja/core/market/market.rules'
import { useFormats } from '@lonja/kit/formats'
import type { Candle, CandleFormats, CandleWords } from '@lonja/kit/parts/candles'
import { useText } from '@lonja/kit/text'
import type { Instrument } from './instrument.ts'
import { summaryOf } from './ranges.ts'

const PRICE_UNIT = 10_000

/** The exact price of a drawn value. */
export const priceDrawn = (value: number): PriceE4 => priceE4(BigInt(Math.round(value * PRICE_UNIT)))

/** The texts of a candle chart: its summary, the names of its figures, and their formats. */
export function useSpanWords(
  of: Instrument,
  interval: Interval,
  inSight: readonly Candle[],
): { summary: string; words: CandleWords; formats: CandleFormats } {
  const t = useText('discover')
  const none = useText('home')
  const f = useFormats()
  const currency = of.kind === 'share' ? of.currency : undefined
  const zone = of.session.timeZone
  const value = (figure: number) => f.price(priceDrawn(figure))
  const change = (from: number, to: number) => f.bps(changeBps(priceDrawn(from), priceDrawn(to)))
  const clock = (at: number) => f.clock(at, zone)
  const withinDay = isMinutes(interval)
  const inOneSentence = summaryOf(inSight)
  const summary = inOneSentence
    ? t('rangeSentence', {
        since: f.day(inOneSentence.from, zone),
        from: f.price(priceDrawn(inOneSentence.first), currency),
        to: f.price(priceDrawn(inOneSentence.last), currency),
        change: change(inOneSentence.first, inOneSentence.last),
        high: value(inOneSentence.high),
        low: value(inOneSentence.low),
      })
    : none('home23')
  const words = {
    date: t(withinDay ? 'time' : 'date'),
    marks: useMarks(),
    open: t('opening'),
    high: t('high'),
    low: t('low'),
    close: t('closing'),
    change: t('columnDay'),
    volume: t('volume'),
    indicators: t('indicators'),
    full: t('fullScreen'),
    small: t('back'),
    failed: t('chartFailed'),
    own: t('ownTrades'),
    cost: t('ownCost'),
    lines: useLineWords(),
  }
  const formats = {
    value,
    volume: (count: number) => f.big(BigInt(Math.round(count))),
    axisDate: (at: number) =>
      axisDate(at, interval, {
        clock,
        day: (moment) => formatDay(moment, zone),
        shortDay: (moment) => f.shortDay(moment, zone),
      }),
    date: (at: number) => (withinDay ? `${f.shortDay(at, zone)} ${clock(at)}` : f.day(at, zone)),
    change,
    trade: useTradeWords(),
  }
  return { summary, words, formats }
}

/** The short names of a bar's figures. */
function useMarks(): CandleWords['marks'] {
  const t = useText('discover')
  return {
    open: t('markOpen'),
    high: t('markHigh'),
    low: t('markLow'),
    close: t('markClose'),
    change: t('markChange'),
    volume: t('markVolume'),
  }
}

/** The names of indicator lines that are words. */
function useLineWords(): CandleWords['lines'] {
  const t = useText('discover')
  return {
    up: t('lineUp'),
    mid: t('lineMid'),
    dn: t('lineDn'),
    dif: t('lineDif'),
    dea: t('lineDea'),
    macd: t('lineMacd'),
  }
}

/** The words of own trades: a mark on the chart, and the same in full. */
function useTradeWords(): CandleFormats['trade'] {
  const t = useText('discover')
  const f = useFormats()
  return (side, shares) => ({
    mark: t(side === 'buy' ? 'boughtMark' : 'soldMark', { count: f.count(shares) }),
    label: t(side === 'buy' ? 'boughtSaid' : 'soldSaid', { count: f.count(shares) }),
  })
}

type Write = (at: number) => string

/** A long candle is named by its first day; for the axis, its month or year is enough. */
function axisDate(at: number, interval: Interval, write: { clock: Write; day: Write; shortDay: Write }): string {
  if (interval === '60minutes' || interval === '30minutes') return `${write.shortDay(at)} ${write.clock(at)}`
  if (isMinutes(interval)) return write.clock(at)
  const [, month = '', year = ''] = write.day(at).split('/')
  if (interval === 'year') return year
  return interval === 'month' ? `${month}/${year.slice(2)}` : write.shortDay(at)
}
