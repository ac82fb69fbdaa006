import { wholeShares, type ListingId } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { isEffective, ratioSince, splitPrice, splitVolume, type MarketAction, type Ratio } from './actions.ts'
import type { Candles, DayFigures, Interval, Quote } from './market.contract.ts'
import type { Source } from './market.source.ts'

type Range = Parameters<Source['candlesAt']>[2]

/**
 * A source whose shown prices are adjusted for the splits that have taken effect: the newest quote and the day's figures
 * from the record instant on, and every candle of before. A listing with a new ticker goes on from its old one. Quote
 * events, which fill orders, stay as they were quoted. A source without actions is returned as it is.
 */
export function withActions(source: Source): Source {
  const { actionsBy, historyOf } = source
  if (!actionsBy) return source
  const movesOf = (listing: ListingId, until: Instant) => source.movesOf?.(listing, until) ?? actionsBy(until)
  const past = (listing: ListingId, until: Instant): Past => pastOf(movesOf(listing, until), listing, until)
  const adjusted: Source = {
    ...source,
    quoteAt: (listing, until) => {
      const { own, from } = past(listing, until)
      const quote = source.quoteAt(listing, until)
      if (quote) return splitQuote(quote, ratioSince(own, listing, { at: quote.at, until }))
      const before = from && adjusted.quoteAt(from, until)
      return before ? { ...before, listing } : null
    },
    dayFiguresAt: (listing, until) => {
      const { own, from } = past(listing, until)
      const figures = source.dayFiguresAt(listing, until)
      const before = from ? adjusted.dayFiguresAt(from, until) : null
      if (!figures) return before
      const after = splitFigures(source, { listing, figures, own, until })
      return after.previousClose === null && before ? { ...after, previousClose: before.last } : after
    },
    candlesAt: (listing, interval, range, until) => {
      const { own, from } = past(listing, until)
      const candles = splitCandles(source, { listing, interval, range, own, until })
      return from ? joinedCandles(candles, (rest) => adjusted.candlesAt(from, interval, rest, until), range) : candles
    },
    unquoted: (listing) =>
      isRenamed(movesOf(listing, source.now()), listing, source.now())
        ? 'renamed'
        : (source.unquoted?.(listing) ?? null),
    historyOf: (listing) =>
      (historyOf?.(listing) ?? 0) +
      movesOf(listing, source.now()).filter((action) => isEffective(action, source.now())).length,
    rawCandlesAt: source.candlesAt,
  }
  return adjusted
}

/** The actions of a listing that have taken effect, and its old listing if it has a new ticker. */
interface Past {
  readonly own: readonly MarketAction[]
  readonly from: ListingId | null
}

function pastOf(actions: readonly MarketAction[], listing: ListingId, until: Instant): Past {
  const effective = actions.filter((action) => isEffective(action, until))
  const change = effective.find((action) => action.kind === 'symbol' && action.successor === listing)
  return { own: effective.filter((action) => action.listing === listing), from: change?.listing ?? null }
}

/** Whether a listing has another ticker now: nothing is traded any more under this one. */
const isRenamed = (actions: readonly MarketAction[], listing: ListingId, until: Instant): boolean =>
  actions.findLast(
    (action) =>
      action.kind === 'symbol' && isEffective(action, until) && [action.listing, action.successor].includes(listing),
  )?.listing === listing

const isOne = ({ from, to }: Ratio): boolean => from === to

const splitQuote = (quote: Quote, ratio: Ratio): Quote =>
  isOne(ratio)
    ? quote
    : {
        ...quote,
        bid: splitPrice(quote.bid, ratio),
        ask: splitPrice(quote.ask, ratio),
        last: splitPrice(quote.last, ratio),
        bidSize: wholeShares(splitVolume(quote.bidSize, ratio)),
        askSize: wholeShares(splitVolume(quote.askSize, ratio)),
      }

interface CandleScope {
  readonly listing: ListingId
  readonly own: readonly MarketAction[]
  readonly until: Instant
}

/** The day's own figures are adjusted by later splits; the close before it also by those since that close. */
function splitFigures(
  source: Source,
  { listing, figures, own, until }: CandleScope & { figures: DayFigures },
): DayFigures {
  if (own.length === 0) return figures
  const since = (at: Instant): Ratio => ratioSince(own, listing, { at, until })
  const ratio = since(figures.at)
  const started = own.findLast(({ exDay }) => exDay <= figures.day)
  // Around the clock the close before the ex-day is at its start.
  const previous = started && isFirstSince(source, listing, started, until) ? since(started.exAt - 1) : ratio
  return {
    ...figures,
    open: splitPrice(figures.open, ratio),
    high: splitPrice(figures.high, ratio),
    low: splitPrice(figures.low, ratio),
    last: splitPrice(figures.last, ratio),
    previousClose: figures.previousClose && splitPrice(figures.previousClose, previous),
    volume: splitVolume(figures.volume, ratio),
  }
}

/** Whether the newest day is the first that was traded since an action: then the close before it is older. */
const isFirstSince = (source: Source, listing: ListingId, { exAt }: MarketAction, until: Instant): boolean =>
  source.candlesAt(listing, 'day', { from: exAt, to: until + 1, most: 2 }, until).at.length < 2

type CandleRequest = CandleScope & { readonly interval: Interval; readonly range: Range }

/** Candles in shares of now. One that a split lies within is made anew from its adjusted days. */
function splitCandles(source: Source, request: CandleRequest): Candles {
  const { listing, interval, range, own, until } = request
  const raw = source.candlesAt(listing, interval, range, until)
  const splits = own.filter(({ kind }) => kind === 'split')
  if (splits.length === 0) return raw
  const rows = raw.at.map((at, n) => {
    const end = raw.at[n + 1] ?? Infinity
    const isMixed = splits.some(({ exAt }) => exAt > at && exAt < end) && GROUPS.includes(interval)
    const days = isMixed ? daysOf(source, request, { at, end: Math.min(end, at + YEAR_MOST) }) : []
    return days.length > 0 ? joinedRow(at, days) : rowOf(raw, n, ratioSince(own, listing, { at, until }))
  })
  return candlesOf(rows)
}

/** The intervals whose candles have more than one session. */
const GROUPS: readonly Interval[] = ['week', 'month', 'year']
const YEAR_MOST = 366 * 24 * 3_600_000

interface Row {
  readonly at: Instant
  readonly open: Candles['open'][number]
  readonly high: Candles['open'][number]
  readonly low: Candles['open'][number]
  readonly close: Candles['open'][number]
  readonly volume: bigint
}

function rowOf({ at, open, high, low, close, volume }: Candles, n: number, ratio: Ratio): Row {
  const price = (column: Candles['open']): Row['open'] => splitPrice(column[n] as Row['open'], ratio)
  return {
    at: at[n] ?? 0,
    open: isOne(ratio) ? (open[n] as Row['open']) : price(open),
    high: isOne(ratio) ? (high[n] as Row['open']) : price(high),
    low: isOne(ratio) ? (low[n] as Row['open']) : price(low),
    close: isOne(ratio) ? (close[n] as Row['open']) : price(close),
    volume: splitVolume(volume[n] ?? 0n, ratio),
  }
}

function daysOf(
  source: Source,
  { listing, own, until }: CandleRequest,
  { at, end }: { at: Instant; end: Instant },
): Row[] {
  const days = source.candlesAt(listing, 'day', { from: at, to: end, most: 366 }, until)
  return days.at.map((start, n) => rowOf(days, n, ratioSince(own, listing, { at: start, until })))
}

const joinedRow = (at: Instant, days: readonly Row[]): Row => ({
  at,
  open: (days[0] as Row).open,
  high: days.reduce((high, day) => (day.high > high ? day.high : high), (days[0] as Row).high),
  low: days.reduce((low, day) => (day.low < low ? day.low : low), (days[0] as Row).low),
  close: (days.at(-1) as Row).close,
  volume: days.reduce((sum, { volume }) => sum + volume, 0n),
})

const candlesOf = (rows: readonly Row[]): Candles => ({
  at: rows.map(({ at }) => at),
  open: rows.map(({ open }) => open),
  high: rows.map(({ high }) => high),
  low: rows.map(({ low }) => low),
  close: rows.map(({ close }) => close),
  volume: rows.map(({ volume }) => volume),
})

/** The candles of a listing after those of its old ticker. */
function joinedCandles(candles: Candles, before: (range: Range) => Candles, range: Range): Candles {
  const most = range.most - candles.at.length
  const to = Math.min(range.to, candles.at[0] ?? range.to)
  if (most <= 0 || to <= range.from) return candles
  const older = before({ from: range.from, to, most })
  return {
    at: [...older.at, ...candles.at],
    open: [...older.open, ...candles.open],
    high: [...older.high, ...candles.high],
    low: [...older.low, ...candles.low],
    close: [...older.close, ...candles.close],
    volume: [...older.volume, ...candles.volume],
  }
}
