import type { ListingId } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import type { DayNumber } from '../calendar/days.ts'
import type { Auctions } from './auctions.ts'
import type { Bar, Offer, TakeMinute } from './bars.ts'
import type { MarketDays, TradingDay } from './days.ts'
import type { SplitRatio } from './v5/splits.ts'

/** Quote events per minute: one per second. */
export const TICKS = 60

/** The last second of a minute. */
export const LAST = TICKS - 1

/** A minute as its quotes go through it: its candle and auctions. A line adds what it needs to find its trades. */
export interface Minute extends Bar {
  readonly auctions: Auctions
}

/** An instrument with a price at every second of its sessions: a share, or an index over shares. */
export interface Line {
  readonly listing: ListingId
  readonly days: MarketDays
  /** Milliseconds past each second at which it is quoted: 1 to 999, so that no quote falls on a minute's end. */
  readonly phase: number
  /** The first day with a price; null if it has one from the history on. */
  readonly begins: DayNumber | null
  minute(day: TradingDay, minute: number): Minute
  /** The trade at a second of a minute. */
  tick(day: TradingDay, number: number, second: number, minute: Minute): number
  /** The candle of a day's first `minutes` minutes, at least one. */
  first(day: TradingDay, minutes: number): Bar
  /** The quote around the trade of a second, outside auctions; null for an index, which nobody trades. */
  readonly offer: ((day: TradingDay, minute: number, second: number, last: number) => Offer) | null
  /** The volume of that candle, without computing it. */
  volume(day: TradingDay, minutes: number): number
  /** The candles of a day's minutes in [from, to) that have trading. */
  eachMinute(day: TradingDay, from: number, to: number, take: TakeMinute): void
  /** The minutes of a day in which it is halted, without quotes and candles. */
  halt(day: TradingDay): Halt | null
  close(day: TradingDay): number
}

/** The line of a share. */
export interface ShareLine extends Line {
  readonly offer: (day: TradingDay, minute: number, second: number, last: number) => Offer
  /** The dividend that is announced at an instant, in ten-thousandths: 0 for none, null while it is not known. */
  dividendAt(announcedAt: Instant): number | null
  /** The split that is announced at an instant: 'none' for none, null while it is not known. */
  splitAt(announcedAt: Instant): SplitRatio | 'none' | null
  /** The shares that one share has become by a day. */
  sharesOn(day: TradingDay): number
  /** Add `weight` times the last trade's price at each minute end of a day, the open first, to `sums`. */
  addMinuteEnds(day: TradingDay, weight: number, sums: Float64Array): void
}

/** Minutes [from, to) of a day. */
export interface Halt {
  readonly from: number
  readonly to: number
}

/** A quote event of a line: the n-th second of a minute of a day. */
export interface Event {
  readonly day: TradingDay
  readonly minute: number
  readonly second: number
}

/** The instant of a quote event. */
export const instantOf = (line: Line, { day, minute, second }: Event): Instant =>
  day.open + minute * 60_000 + second * 1_000 + line.phase

/** The newest quote event of a line at or before an instant; null before the first one, or without a known seed. */
export function eventAt(line: Line, until: Instant): Event | null {
  let day = line.days.dayAt(until)
  if (!day) return null
  let count = Math.floor((until - day.open - line.phase) / 1_000)
  if (count < 0) {
    day = line.days.days[day.index - 1] ?? null
    if (!day) return null
    count = Infinity
  }
  if (!hasBegun(line, day)) return null
  count = Math.min(count, day.minutes * TICKS - 1)
  const minute = Math.floor(count / TICKS)
  const halt = line.halt(day)
  if (halt && minute >= halt.from && minute < halt.to) return { day, minute: halt.from - 1, second: LAST }
  return { day, minute, second: count % TICKS }
}

/** False on the days before a listing's first one. */
export const hasBegun = ({ begins }: Line, { number }: TradingDay): boolean => begins === null || number >= begins

/** The reopening auction of a line halted at an instant. Null if it is not halted. */
export function resumptionOf(line: Line, at: Instant): Instant | null {
  const day = line.days.dayAt(at)
  if (!day || !hasBegun(line, day)) return null
  const halt = line.halt(day)
  if (!halt || at < day.open + halt.from * 60_000) return null
  const reopens = day.open + halt.to * 60_000 + line.phase
  return at < reopens ? reopens : null
}

/** The state of a line at its newest event: the trade, the minute so far, and the day before that minute. */
export interface LineState {
  event: Event
  /** The whole candle of the running minute, which is not shown before the minute is over. */
  bar: Minute
  last: number
  /** Highest and lowest trade of the minute up to and including a second, computed on demand. */
  seen: number
  high: number
  low: number
  /** The day before the running minute: null in its first minute, undefined until it is computed on demand. */
  before: Bar | null | undefined
  /** Its volume; undefined until it is computed on demand. */
  volumeBefore: number | undefined
  /** The next minute of the day, if it was prepared. It is not shown before it starts. */
  next: Minute | null
}

/** Up to this number of skipped minutes they are added one by one; beyond it the day is summed from its open. */
const FEW_MINUTES = 12

/**
 * Moves a line through its events: a step costs one trade, a new minute one candle, a jump one walk through the day.
 * The result depends on the event only, not on the steps before it.
 */
export function follower(line: Line): (event: Event) => LineState {
  let lineState: LineState | null = null
  return (event) => {
    const { day, minute, second } = event
    if (!lineState || lineState.event.day !== day || lineState.event.minute !== minute) {
      lineState = beginMinute(line, lineState, event)
    } else if (lineState.seen > second) {
      lineState.seen = 0
      lineState.high = lineState.low = lineState.bar.open
    }
    if (lineState.event.second !== second) lineState.last = line.tick(day, minute, second, lineState.bar)
    lineState.event = event
    return lineState
  }
}

function beginMinute(line: Line, earlier: LineState | null, { day, minute }: Event): LineState {
  const follows = earlier?.event.day === day && earlier.event.minute === minute - 1
  const bar = (follows && earlier.next) || line.minute(day, minute)
  return {
    event: { day, minute, second: 0 },
    bar,
    last: bar.open,
    seen: 0,
    high: bar.open,
    low: bar.open,
    before: minute === 0 ? null : beforeMinute(line, earlier, day, minute),
    volumeBefore: minute === 0 ? 0 : volumeBeforeMinute(earlier, bar, day, minute),
    next: null,
  }
}

/**
 * Derived from the neighbouring minute: lists show the last whole second, so a line moves back and forth around a
 * minute's turn.
 */
function volumeBeforeMinute(earlier: LineState | null, bar: Bar, day: TradingDay, minute: number): number | undefined {
  if (earlier?.event.day !== day || earlier.volumeBefore === undefined) return undefined
  if (earlier.event.minute === minute - 1) return earlier.volumeBefore + earlier.bar.volume
  return earlier.event.minute === minute + 1 ? earlier.volumeBefore - bar.volume : undefined
}

/**
 * Prepare the next minute of the day before it starts, so that thousands of lines need not be computed at its start.
 */
export function prepareNext(line: Line, lineState: LineState): void {
  const { day, minute } = lineState.event
  if (minute + 1 < day.minutes) lineState.next ??= line.minute(day, minute + 1)
}

function beforeMinute(line: Line, earlier: LineState | null, day: TradingDay, minute: number): Bar | undefined {
  if (earlier?.event.day !== day || earlier.before === undefined) return undefined
  const { event, before, bar } = earlier
  if (event.minute === minute) return before ?? undefined
  if (event.minute > minute || minute - event.minute > FEW_MINUTES) return undefined
  let total = joined(before, bar)
  const halt = line.halt(day)
  for (let next = event.minute + 1; next < minute; next++) {
    if (!halt || next < halt.from || next >= halt.to) total = joined(total, line.minute(day, next))
  }
  return total
}

/** Two consecutive candles merged. */
export const joined = (first: Bar | null, then: Bar): Bar =>
  first === null
    ? { ...then }
    : {
        open: first.open,
        high: Math.max(first.high, then.high),
        low: Math.min(first.low, then.low),
        close: then.close,
        volume: first.volume + then.volume,
      }

/** The running minute as a candle of its trades so far. */
export function minuteSoFar(line: Line, lineState: LineState): Bar {
  const { event, bar, last } = lineState
  for (; lineState.seen < event.second; lineState.seen++) {
    const trade = line.tick(event.day, event.minute, lineState.seen + 1, bar)
    if (trade > lineState.high) lineState.high = trade
    if (trade < lineState.low) lineState.low = trade
  }
  return { open: bar.open, high: lineState.high, low: lineState.low, close: last, volume: volumeBy(event.second, bar) }
}

/** The volume of the running day so far. */
export function volumeSoFar(line: Line, lineState: LineState): number {
  const { day, minute, second } = lineState.event
  lineState.volumeBefore ??= line.volume(day, minute)
  return lineState.volumeBefore + volumeBy(second, lineState.bar)
}

/** The running day as a candle of its trades so far. */
export function daySoFar(line: Line, lineState: LineState): Bar {
  const { day, minute } = lineState.event
  if (lineState.before === undefined) lineState.before = line.first(day, minute)
  return joined(lineState.before, minuteSoFar(line, lineState))
}

/** The volume of a minute up to the end of a second: auction volume at once, the rest evenly. */
export function volumeBy(second: number, { volume, auctions: { first, last } }: Minute): number {
  return first + Math.ceil(((volume - first - last) * (second + 1)) / TICKS) + (second === LAST ? last : 0)
}
