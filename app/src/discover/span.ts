import { priceE4, type PriceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { changeBps } from '@lonja/core/base/formats'
import type { Interval, listCandles } from '@lonja/core/market/market.contract'
import { useFormats } from '@lonja/kit/formats'
import type { Candle, CandleFormats, CandleWords } from '@lonja/kit/parts/candles'
import { useText } from '@lonja/kit/text'
import { drawn } from '../market/LiveRow.tsx'
import type { Instrument } from './instrument.ts'
import { summaryOf } from './ranges.ts'

const PRICE_UNIT = 10_000
const NONE = priceE4(0n)

/** A price that was drawn, exact again. */
export const priceDrawn = (value: number): PriceE4 => priceE4(BigInt(Math.round(value * PRICE_UNIT)))

/** The columns of the contract as bars to draw. */
export const barsOf = (candles: ReplyOf<typeof listCandles>): readonly Candle[] =>
  candles.at.map((at, index) => ({
    at,
    open: drawn(candles.open[index] ?? NONE),
    high: drawn(candles.high[index] ?? NONE),
    low: drawn(candles.low[index] ?? NONE),
    close: drawn(candles.close[index] ?? NONE),
    volume: Number(candles.volume[index] ?? 0n),
  }))

/** What a span of candles says in words: its summary, the names of its figures, and how they are written. */
export function useSpanWords(
  of: Instrument,
  interval: Interval,
  bars: readonly Candle[],
): { summary: string; words: CandleWords; formats: CandleFormats } {
  const t = useText('discover')
  const none = useText('home')
  const f = useFormats()
  const currency = of.kind === 'share' ? of.currency : undefined
  const value = (figure: number) => f.price(priceDrawn(figure))
  const change = (from: number, to: number) => f.bps(changeBps(priceDrawn(from), priceDrawn(to)))
  const clock = (at: number) => f.clock(at, of.session.timeZone)
  const withinDay = interval === 'minute' || interval === '5minutes'
  const said = summaryOf(bars)
  const summary = said
    ? t('rangeSentence', {
        name: of.name,
        from: f.price(priceDrawn(said.first), currency),
        to: f.price(priceDrawn(said.last), currency),
        change: change(said.first, said.last),
        high: value(said.high),
        low: value(said.low),
      })
    : none('home23')
  const words = {
    date: t(withinDay ? 'time' : 'date'),
    marks: {
      open: t('markOpen'),
      high: t('markHigh'),
      low: t('markLow'),
      close: t('markClose'),
      change: t('markChange'),
      volume: t('markVolume'),
    },
    open: t('opening'),
    high: t('high'),
    low: t('low'),
    close: t('closing'),
    change: t('columnDay'),
    volume: t('volume'),
    full: t('fullScreen'),
    small: t('back'),
    failed: t('chartFailed'),
  }
  const formats = {
    value,
    volume: (count: number) => f.big(BigInt(Math.round(count))),
    axisDate: (at: number) => (withinDay ? clock(at) : f.shortDay(at)),
    date: (at: number) => (withinDay ? `${f.shortDay(at)} ${clock(at)}` : f.day(at)),
    change,
  }
  return { summary, words, formats }
}
