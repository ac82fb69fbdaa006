import { zoneOf, dayNumberAt, DAY_MS } from '../calendar/days.ts'
import type { FeedBarRow } from './bars.ts'
import { readMessages, type FeedBar, type FeedQuote } from './messages.ts'
import { fineInstantOf } from './numbers.ts'

/**
 * The answers of Alpaca's market data calls, as published at https://docs.alpaca.markets/reference/stockbars,
 * https://docs.alpaca.markets/reference/stocklatestquotes-1 and https://docs.alpaca.markets/reference/latestrates. An
 * error in one row does not affect the others.
 */

/** Bars by symbol, and the token of the next page; null for an invalid answer. */
export interface BarsPage {
  readonly bars: ReadonlyMap<string, readonly FeedBarRow[]>
  readonly next: string | null
}

/** `{"bars":{"ABC":[{"t":…,"o":…}]},"next_page_token":null}`. Days start at midnight UTC of their date in New York. */
export function readBarsPage(body: unknown, timeframe: '1Min' | '1Day'): BarsPage | null {
  const { bars, next_page_token: next = null } = fieldsOf(body)
  if (bars !== null && typeof bars !== 'object') return null
  if (bars === undefined || (next !== null && typeof next !== 'string')) return null
  const read = new Map<string, FeedBarRow[]>()
  for (const [symbol, rows] of Object.entries(bars ?? {})) {
    if (!Array.isArray(rows)) continue
    const messages = rows.map((row) => ({ ...fieldsOf(row), T: timeframe === '1Day' ? 'd' : 'b', S: symbol }))
    const good = readMessages(messages).data.filter(
      (one): one is FeedBar => one.kind === 'minute' || one.kind === 'day',
    )
    read.set(symbol, good.map(timeframe === '1Day' ? dayRow : row))
  }
  return { bars: read, next }
}

const row = ({ at, open, high, low, close, volume }: FeedBar): FeedBarRow => ({ at, open, high, low, close, volume })

const dayRow = (bar: FeedBar): FeedBarRow => ({ ...row(bar), at: dayNumberAt(zoneOf('XNYS'), bar.at) * DAY_MS })

/** `{"quotes":{"ABC":{"t":…,"bp":…}}}`. */
export function readLatestQuotes(body: unknown): FeedQuote[] {
  const quotes = fieldsOf(fieldsOf(body)['quotes'])
  const messages = Object.entries(quotes).map(([symbol, quote]) => ({ ...fieldsOf(quote), T: 'q', S: symbol }))
  return readMessages(messages).data.filter((one): one is FeedQuote => one.kind === 'quote')
}

/** `{"rates":{"EURUSD":{"bp":…,"mp":…,"ap":…,"t":…}}}`: the mid rate in millionths; null without one. */
export function readEuroRate(body: unknown): { readonly at: number; readonly rate: number } | null {
  const { mp, t } = fieldsOf(fieldsOf(fieldsOf(body)['rates'])['EURUSD'])
  const time = fineInstantOf(t)
  const rate = typeof mp === 'number' ? Math.round(mp * 1e6) : NaN
  return time && Number.isSafeInteger(rate) && rate > 0 ? { at: time.at, rate } : null
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
