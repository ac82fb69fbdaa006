import { MINUTE, SECOND, type Instant } from '../base/instant.ts'
import { DAY_MS, dayNumberOf } from '../calendar/days.ts'
import {
  emptyColumns,
  joinedBar,
  packBars,
  putRow,
  rowAt,
  rowsBefore,
  rowsOf,
  unpackBars,
  type FeedBarRow,
} from './bars.ts'
import { endHalt, isBelieved, type ListingState, type DayState } from './listing.ts'
import type { FeedBar, FeedCorrection, FeedTrade } from './messages.ts'
import type { Session } from '../market/market.contract.ts'

/**
 * A listing's day, built from trades, minutes and day bars. The running minute is built from its trades; a completed
 * minute is the feed's latest version of it; the feed's own day bar replaces everything up to its minute.
 */

const TRADES_KEPT = 32
const STANDS_KEPT = 4
/** The number of past days whose minutes are kept, besides the running day's, and the number of days. */
export const PAST_MINUTES = 4
export const DAYS_KEPT = 400

/** Apply a trade of a session, or return the reason why not. `now` is the house's clock at its arrival. */
export function takeTrade(state: ListingState, trade: FeedTrade, session: Session, now: Instant): string | null {
  const { price, size, at, id, makesPrice, makesVolume } = trade
  if (state.trades.some((one) => one.id === id)) return 'late'
  const newest = state.dayStates.at(-1)
  const isFirst = newest?.session.open !== session.open
  // A trade that makes no price starts no day and no minute: its volume comes with the minute's bar.
  if (!makesPrice && (isFirst || !newest.minute)) return null
  if (makesPrice && !isBelieved(state, price)) return 'absurd'
  const minuteAt = Math.floor(at / MINUTE) * MINUTE
  if (!isFirst && minuteAt < Math.max(newest.minute?.at ?? 0, endOfMinutes(state))) return 'late'
  openDay(state, session)
  const dayState = dayStateAt(state, session, at, price)
  if (!dayState) return 'late'

  if (dayState.minute && minuteAt > dayState.minute.at) closeMinute(state, dayState)
  const bar = { at: minuteAt, open: price, high: price, low: price, close: price, volume: 0 }
  const isNewest = makesPrice && at >= (state.lastTrade?.at ?? 0)
  const minute = dayState.minute ?? bar
  const joined = makesPrice ? { ...joinedBar(minute, bar), close: isNewest ? price : minute.close } : minute
  dayState.minute = { ...joined, volume: minute.volume + (makesVolume ? size : 0) }
  if (makesVolume) dayState.volume += size
  if (makesPrice) {
    dayState.high = Math.max(dayState.high, price)
    dayState.low = Math.min(dayState.low, price)
    endHalt(state, at, now)
  }
  if (isNewest) {
    dayState.last = price
    dayState.at = at
    state.lastTrade = trade
  }
  state.trades.push(trade)
  if (state.trades.length > TRADES_KEPT) state.trades.shift()
  return null
}

/**
 * Apply a cancelled or corrected trade. In the running minute the minute and the day are rebuilt without it. For others
 * the feed sends the minute again, or it must be requested. A day whose only trade is taken back has no figures.
 */
export function takeCorrection(state: ListingState, { id, right }: FeedCorrection): 'done' | 'ask for its bars' {
  const place = state.trades.findIndex((trade) => trade.id === id)
  const earlier = state.trades[place]
  const dayState = state.dayStates.at(-1)
  if (!earlier || !dayState?.minute || state.trades.length >= TRADES_KEPT) return 'ask for its bars'
  if (right === null) state.trades.splice(place, 1)
  else state.trades[place] = { ...earlier, ...right }

  const { at } = dayState.minute
  let minute: FeedBarRow | null = null
  for (const trade of state.trades) {
    const bar = { at, open: trade.price, high: trade.price, low: trade.price, close: trade.price, volume: 0 }
    if (trade.makesPrice) minute = joinedBar(minute, bar)
    if (trade.makesVolume && minute) minute = { ...minute, volume: minute.volume + trade.size }
  }
  dayState.minute = minute
  state.lastTrade = state.trades.findLast((trade) => trade.makesPrice) ?? null
  const isWithoutPrice = minute === null && state.minutes.count === 0 && state.dayBar === null
  if (isWithoutPrice) state.dayStates = state.dayStates.filter(({ session }) => session.open < dayState.session.open)
  sumDay(state, dayState)
  return 'done'
}

/** Apply a completed minute from the feed; it replaces the one built from trades. */
export function takeMinute(state: ListingState, bar: FeedBar, session: Session, now: Instant): string | null {
  if (bar.at + MINUTE > now) return 'ahead'
  if (state.session && session.open < state.session.open) return 'late'
  if (!isBelieved(state, bar.close)) return 'absurd'
  openDay(state, session)
  const before = state.dayStates.at(-1)
  const count = state.minutes.count
  const isNext = putRow(state.minutes, rowFrom(bar)) && state.minutes.count > count
  if (!isNext) state.history += 1
  const dayState = dayStateAt(state, session, Math.min(now, session.close), bar.close)
  if (!dayState) return null
  // The usual case, and that of a whole requested day: one more minute after all others.
  const isAdded =
    isNext && before?.session.open === session.open && !dayState.minute && bar.at >= (state.dayBar?.until ?? 0)
  if (isAdded) return addMinute(state, dayState, bar)
  if (dayState.minute && dayState.minute.at <= bar.at) closeMinute(state, dayState)
  sumDay(state, dayState)
  return null
}

function addMinute(state: ListingState, dayState: DayState, { at, high, low, close, volume }: FeedBarRow): null {
  dayState.high = Math.max(dayState.high, high)
  dayState.low = Math.min(dayState.low, low)
  dayState.last = close
  dayState.volume += volume
  dayState.at = Math.min(at + MINUTE, dayState.session.close)
  state.isUnsaved = true
  return null
}

/** Apply the feed's day so far. After the close it is the final day, with its official closing price. */
export function takeDay(state: ListingState, bar: FeedBar, session: Session, now: Instant): string | null {
  const until = Math.floor(Math.min(now, session.close) / MINUTE) * MINUTE
  if (until <= session.open) return 'ahead'
  if (state.session && session.open < state.session.open) return 'late'
  if (!isBelieved(state, bar.close)) return 'absurd'
  openDay(state, session)
  state.dayBar = { bar: rowFrom(bar), until }
  const dayState = dayStateAt(state, session, Math.min(now, session.close), bar.close)
  if (!dayState) return null
  if (dayState.minute && dayState.minute.at < until) closeMinute(state, dayState)
  sumDay(state, dayState)
  return null
}

const rowFrom = ({ at, open, high, low, close, volume }: FeedBarRow): FeedBarRow => ({
  at,
  open,
  high,
  low,
  close,
  volume,
})

const endOfMinutes = ({ minutes }: ListingState): Instant =>
  minutes.count === 0 ? 0 : (minutes.at[minutes.count - 1] ?? 0) + MINUTE

/** Closes the running minute with its trades, unless the feed has sent the minute already. */
function closeMinute(state: ListingState, dayState: DayState): void {
  const { minute } = dayState
  const row = minute ? rowsBefore(state.minutes, minute.at) : 0
  if (minute && (row >= state.minutes.count || state.minutes.at[row] !== minute.at)) putRow(state.minutes, minute)
  dayState.minute = null
  state.trades = []
  state.isUnsaved = true
}

/**
 * The day state for a change at an instant: the newest within the same second, otherwise a new one; null for a completed
 * day.
 */
function dayStateAt(state: ListingState, session: Session, at: Instant, price: number): DayState | null {
  const newest = state.dayStates.at(-1)
  if (newest && newest.session.open > session.open) return null
  if (newest?.session.open === session.open) {
    const from = Math.max(newest.from, at)
    if (Math.floor(from / SECOND) === Math.floor(newest.from / SECOND)) {
      newest.from = from
      return newest
    }
    return pushDayState(state, { ...newest, from })
  }
  const prices = { open: price, high: price, low: price, last: price }
  return pushDayState(state, { from: at, session, ...prices, volume: 0, at, minute: null })
}

function pushDayState(state: ListingState, dayState: DayState): DayState {
  state.dayStates.push(dayState)
  if (state.dayStates.length > STANDS_KEPT) state.dayStates.shift()
  return dayState
}

/** The day's figures: the feed's own day plus the minutes after it; without one, all minutes. */
function sumDay(state: ListingState, dayState: DayState): void {
  state.isUnsaved = true
  let day: FeedBarRow | null = state.dayBar?.bar ?? null
  for (const bar of rowsOf(state.minutes, rowsBefore(state.minutes, state.dayBar?.until ?? 0)))
    day = joinedBar(day, bar)
  if (dayState.minute) day = joinedBar(day, dayState.minute)
  if (!day) return
  const { open, high, low, close, volume } = day
  const reportedUntil = Math.min(Math.max(endOfMinutes(state), state.dayBar?.until ?? 0), dayState.session.close)
  const at = dayState.minute && state.lastTrade ? Math.max(state.lastTrade.at, dayState.minute.at) : reportedUntil
  Object.assign(dayState, { open, high, low, last: close, volume, at })
}

/** Archive the previous day when a message of a later session arrives. */
export function openDay(state: ListingState, session: Session): void {
  const before = state.session
  if (before && before.open >= session.open) return
  const dayState = state.dayStates.at(-1)
  if (before && dayState?.session.open === before.open) {
    closeMinute(state, dayState)
    putPastMinutes(state, before, rowsOf(state.minutes))
    putPastDays(state, [dayRowOf(dayState)])
  }
  state.session = session
  state.minutes = emptyColumns()
  state.dayBar = null
  state.trades = []
}

/** A completed day as a row: it starts at midnight UTC of its date. */
export const dayRowOf = ({ session, open, high, low, last, volume }: DayState): FeedBarRow => ({
  at: dayNumberOf(session.day) * DAY_MS,
  open,
  high,
  low,
  close: last,
  volume,
})

export const daysOf = ({ days }: ListingState): FeedBarRow[] => unpackBars(days, DAY_MS) ?? []

/** Completed days in any order; a known day is replaced. Only the newest are kept, up to a limit. */
export function putPastDays(state: ListingState, rows: readonly FeedBarRow[]): void {
  const all = new Map([...daysOf(state), ...rows].map((row) => [row.at, row]))
  const days = [...all.values()].sort((a, b) => a.at - b.at).slice(-DAYS_KEPT)
  const newest = days.at(-1)
  state.days = packBars(days, DAY_MS)
  if (newest) state.previous = { day: newest.at / DAY_MS, close: newest.close }
  state.history += 1
  state.isUnsaved = true
}

/** Minutes of a completed session; only those of the newest sessions are kept, up to a limit. */
export function putPastMinutes(state: ListingState, { day }: Pick<Session, 'day'>, rows: readonly FeedBarRow[]): void {
  const all = new Map(state.pastMinutes).set(dayNumberOf(day), packBars(rows, MINUTE))
  const days = [...all.keys()].sort((a, b) => a - b)
  for (const old of days.slice(0, -PAST_MINUTES)) all.delete(old)
  state.pastMinutes = all
  state.history += 1
  state.isUnsaved = true
}

/**
 * Restore a listing stored at `savedAt`, when the house stopped. `session` is the newest that has started: its minutes
 * and its day continue.
 */
export function restoreListing(
  state: ListingState,
  archive: {
    readonly days: readonly FeedBarRow[]
    readonly minutes: ReadonlyMap<number, readonly FeedBarRow[]>
    readonly savedAt: Instant
  },
  session: Session,
): void {
  const today = dayNumberOf(session.day)
  const dayBar = archive.days.find(({ at }) => at === today * DAY_MS) ?? null
  putPastDays(
    state,
    archive.days.filter(({ at }) => at < today * DAY_MS),
  )
  for (const [day, rows] of archive.minutes) {
    if (day < today) putPastMinutes(state, { day: dayText(day) }, rows)
  }
  const minutes = archive.minutes.get(today) ?? []
  state.session = session
  for (const row of minutes) putRow(state.minutes, row)
  const lastRow = state.minutes.count > 0 ? rowAt(state.minutes, state.minutes.count - 1) : null
  const saved = Math.floor(archive.savedAt / MINUTE) * MINUTE
  const from = Math.min(Math.max(lastRow ? lastRow.at + MINUTE : session.open, saved), session.close)
  if (dayBar) state.dayBar = { bar: dayBar, until: from }
  const close = dayBar?.close ?? lastRow?.close
  if (close !== undefined) {
    const dayState = dayStateAt(state, session, from, close)
    if (dayState) sumDay(state, dayState)
  }
  state.isUnsaved = false
}

const dayText = (day: number): Session['day'] => new Date(day * DAY_MS).toISOString().slice(0, 10) as Session['day']
