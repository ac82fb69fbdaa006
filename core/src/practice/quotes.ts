import { priceE4 } from '../base/amount.ts'
import { SECOND, type Instant } from '../base/instant.ts'
import type { DayFigures, Quote } from '../market/market.contract.ts'
import { labelOf, type TradingDay } from './days.ts'
import {
  LAST,
  TICKS,
  daySoFar,
  eventAt,
  hasBegun,
  instantOf,
  type Event,
  type Line,
  type LineState,
  type Minute,
} from './lines.ts'

/** The quote at a quote event; null for an index, which nobody trades. */
export function quoteOf(line: Line, event: Event, walked: Minute = line.minute(event.day, event.minute)): Quote | null {
  if (!line.offer) return null
  const { day, minute, second } = event
  const last = line.tick(day, minute, second, walked)
  const { first: opening, last: closing } = walked.auctions
  const auctioned = second === 0 ? opening : second === LAST ? closing : 0
  // In an auction everyone buys and sells at one price.
  const { bid, ask, bidSize, askSize } =
    auctioned > 0
      ? { bid: last, ask: last, bidSize: auctioned, askSize: auctioned }
      : line.offer(day, minute, second, last)
  return {
    listing: line.listing,
    at: instantOf(line, event),
    bid: price(bid),
    ask: price(ask),
    bidSize: BigInt(bidSize),
    askSize: BigInt(askSize),
    last: price(last),
  }
}

/** The quote events of a listing in (after, until], in order, at most `most`. */
export function quotesIn(line: Line, after: Instant, until: Instant, most: number): Quote[] {
  const quotes: Quote[] = []
  const end = eventAt(line, until)
  if (!end || !line.offer || instantOf(line, end) <= after) return quotes
  let event: Event | null = firstAfter(line, after, until)
  let bar: Minute | null = null
  while (event && quotes.length < most && instantOf(line, event) <= until) {
    bar ??= line.minute(event.day, event.minute)
    quotes.push(quoteOf(line, event, bar)!)
    const next: Event | null = following(line, event)
    if (next?.minute !== event.minute || next.day !== event.day) bar = null
    event = next
  }
  return quotes
}

/** The first quote event of a line after an instant, if a seed up to `until` gives one. */
function firstAfter(line: Line, after: Instant, until: Instant): Event | null {
  line.days.dayAt(until)
  const { days } = line.days
  const start: TradingDay | undefined = days.find((day) => lastQuoteOf(line, day) > after && hasBegun(line, day))
  if (!start) return null
  const count = Math.max(0, Math.floor((after - start.open - line.phase) / SECOND) + 1)
  return unhalted(line, { day: start, minute: Math.floor(count / TICKS), second: count % TICKS })
}

/** The event itself or, if the listing is halted then, its reopening auction. */
function unhalted(line: Line, event: Event): Event {
  const halt = line.halt(event.day)
  if (!halt || event.minute < halt.from || event.minute >= halt.to) return event
  return { day: event.day, minute: halt.to, second: 0 }
}

const lastQuoteOf = (line: Line, day: TradingDay): Instant => day.close - SECOND + line.phase

function following(line: Line, { day, minute, second }: Event): Event | null {
  if (second + 1 < TICKS) return { day, minute, second: second + 1 }
  if (minute + 1 < day.minutes) return unhalted(line, { day, minute: minute + 1, second: 0 })
  const next = line.days.days[day.index + 1]
  return next ? { day: next, minute: 0, second: 0 } : null
}

/** The current day figures of a line. */
export function figuresOf(line: Line, lineState: LineState): DayFigures {
  const { day } = lineState.event
  const { open, high, low, close, volume } = daySoFar(line, lineState)
  const before = line.days.days[day.index - 1]
  return {
    day: labelOf(day),
    open: price(open),
    high: price(high),
    low: price(low),
    last: price(close),
    previousClose: before && hasBegun(line, before) ? price(line.close(before)) : null,
    volume: BigInt(volume),
    at: instantOf(line, lineState.event),
  }
}

const price = (units: number) => priceE4(BigInt(units))
