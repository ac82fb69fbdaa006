import { assert } from '../../base/assert.ts'
import { LOG_ONE, stepsOf } from '../../base/maths.ts'
import type { Instant } from '../../base/instant.ts'
import { drawWords } from '../../base/noise.ts'
import type { TradingDay } from '../days.ts'
import { actionsMove } from '../plan.ts'
import { makeRoom } from '../reached.ts'
import { ANNOUNCED_DAYS, amountAt, dividendMove, isExDay } from '../v4/dividends.ts'
import { ratioAt, splitMove, type SplitRatio } from '../v5/splits.ts'
import { threeOf, type DayOfThree } from './days.ts'
import { normalAt } from './draws.ts'
import { PLACES, dayMove, shareDay, sharesOn, wildMove, type Share, type ShareDay } from './shares.ts'

/**
 * A new listing opens around the price of its offer: the mean of the first opening is 2 % above it, and a third of them
 * open below it.
 */
const FIRST_MOVE = 0.019
const FIRST_SPREAD = 0.0445

/** A share on a day: its draws, and its log prices at the ends of the pieces of the session, without the wild minute. */
export interface ShareLevels {
  readonly drawn: ShareDay
  readonly ends: readonly number[]
  readonly wildMove: number
}

/** The log prices of a share on a day. */
export function levelsOn(share: Share, day: DayOfThree): ShareLevels {
  const drawn = drawnOn(share, day)
  let level = openOf(share, day)
  const ends = [level]
  for (const [n, { move }] of drawn.pieces.entries()) {
    level += move + (n === 0 ? pullFrom(share, day, level) : 0)
    ends.push(level)
  }
  return { drawn, ends, wildMove: wildMove(drawn) }
}

/** The draws of a share on a day. */
export function drawnOn(share: Share, day: DayOfThree): ShareDay {
  reachSplits(share, day)
  if (share.latest?.day !== day) share.latest = shareDay(share, day, closeBefore(share, day))
  return share.latest
}

/** Its volume follows from the splits up to it. */
function reachSplits(share: Share, { index }: TradingDay): void {
  if (share.temper.splits && index >= firstLaterOf(share)) reachLater(share, index - firstLaterOf(share))
}

/** The shares that one share has become by a day. */
export function sharesBy(share: Share, day: TradingDay): number {
  reachSplits(share, day)
  return sharesOn(share, day.number)
}

/** The close that a day follows; null in the history and on the first later day. */
function closeBefore(share: Share, day: DayOfThree): number | null {
  if (day.index <= firstLaterOf(share)) return null
  return placeOf(share, day.index - 1, 'closes')
}

/** A share's open and close on a day, as log prices in steps. */
export const openOf = (share: Share, { index }: TradingDay): number => placeOf(share, index, 'opens')
export const closeOf = (share: Share, { index }: TradingDay): number => placeOf(share, index, 'closes')

function placeOf(share: Share, index: number, of: 'opens' | 'closes'): number {
  const first = firstLaterOf(share)
  if (index >= first) {
    reachLater(share, index - first)
    return share.later[of][index - first]!
  }
  reachPast(share, first - 1 - index)
  return share.past[of][first - 1 - index]!
}

/** The history's end, the first day of this version if another one priced the days before, or that of a new listing. */
function firstLaterOf(share: Share): number {
  const { days, historyDays } = share.days
  if (share.firstLater < 0) {
    const history = historyDays()
    const { first } = share.temper.plan
    if (first) share.firstLater = days.findIndex(({ number }) => number >= first.day)
    else share.firstLater = days[0]?.version === 3 ? history : days.findIndex(({ version }) => version === 3)
    assert(share.firstLater >= 0, 'nothing asks for the days of a listing before its first one')
  }
  return share.firstLater
}

/** The log price between the history and the first day: around the base price, drawn from public seeds only. */
function anchorOf(share: Share): number {
  const { days, historyDays } = share.days
  const last = threeOf(days[historyDays() - 1])
  const words = drawWords(last.seed, share.name, new Uint32Array(16))
  return stepsOf(share.temper.basePrice) + Math.round(share.temper.around * LOG_ONE * normalAt(words, PLACES.firstDay))
}

/** Compute the days from the first one on, up to and including one, each from the day before it. */
function reachLater(share: Share, place: number): void {
  const { later, days } = share
  if (later.count > place) return
  makeRoom(later, place + 1)
  const first = firstLaterOf(share)
  for (let next = later.count; next <= place; next++) {
    const day = threeOf(days.days[first + next])
    const before = next === 0 ? null : later.closes[next - 1]!
    if (before !== null) keepSplit(share, day)
    const drawn = shareDay(share, day, before)
    const open = before === null ? firstOpen(share, drawn) : opensAfter(share, drawn, before)
    later.opens[next] = open
    later.closes[next] = open + dayMove(drawn) + pullFrom(share, day, open)
  }
  later.count = place + 1
}

/** The open after a close: what the plan, a split and a dividend take from the price, and the gap. */
function opensAfter(share: Share, { day, gap }: ShareDay, close: number): number {
  const { temper, days } = share
  const level = close + actionsMove(temper.plan, days.days[day.index - 1]!.number, day.number, close)
  const { dividends } = temper
  const split = splitOn(share, day)
  if (split) return level + gap + splitMove(split)
  if (!dividends || !isExDay(dividends, day)) return level + gap
  return level + gap + dividendMove(dividendBy(share, basisOf(share, day)) ?? 0, level)
}

/** The index of the last day before an ex-day's announcement. */
function basisOf({ days }: Share, day: DayOfThree): number {
  let basis = day.index - 1
  while (days.days[basis]!.number >= day.number - ANNOUNCED_DAYS) basis--
  return basis
}

/** The split on a day, if it is an ex-day and the price asks for one. A day that is computed forwards has the basis by then. */
function splitOn(share: Share, day: DayOfThree): SplitRatio | null {
  const { splits } = share.temper
  return splits && isExDay(splits, day) ? splitBy(share, basisOf(share, day)) : null
}

/** Put the split of a day down, from which its volume follows. */
function keepSplit(share: Share, day: DayOfThree): void {
  const split = splitOn(share, day)
  if (!split) return
  const shares = share.divided.at(-1)?.shares ?? 1
  share.divided.push({ from: day.number, shares: (shares * split.to) / split.from })
}

/** The split that is announced after the day with an index; null for none, and if version 2 priced that day. */
function splitBy(share: Share, index: number): SplitRatio | null {
  const { splits } = share.temper
  return splits && share.days.days[index]?.version === 3 ? ratioAt(splits, knownClose(share, index)) : null
}

/** The close of a day of this version that is computed already, or lies in the history. */
function knownClose(share: Share, index: number): number {
  const place = index - firstLaterOf(share)
  return place < 0 ? placeOf(share, index, 'closes') : share.later.closes[place]!
}

/** The split that is announced at an instant, by the last close before; 'none' for none, null while that is not known. */
export function splitAt(share: Share, announcedAt: Instant): SplitRatio | 'none' | null {
  const last = share.days.dayAt(announcedAt)
  if (!last) return null
  if (last.version === 3) closeOf(share, last)
  return splitBy(share, last.index) ?? 'none'
}

/**
 * The dividend that is announced after the day with an index, in ten-thousandths; null if version 2 priced that day. A
 * day that is computed forwards has its close by then.
 */
function dividendBy(share: Share, index: number): number | null {
  const { dividends } = share.temper
  if (!dividends || share.days.days[index]?.version !== 3) return null
  return amountAt(dividends, knownClose(share, index))
}

/** The dividend that is announced at an instant, by the last close before; null while that is not known. */
export function dividendAt(share: Share, announcedAt: Instant): number | null {
  const last = share.days.dayAt(announcedAt)
  if (!last) return null
  if (last.version === 3) closeOf(share, last)
  return dividendBy(share, last.index) ?? 0
}

/** The open of the first day: of a new listing, after another version's last close, or after the history. */
function firstOpen(share: Share, drawn: ShareDay): number {
  const { temper, startLevel } = share
  if (temper.plan.first) {
    const away = FIRST_MOVE + FIRST_SPREAD * normalAt(drawn.words, PLACES.firstDay)
    return stepsOf(temper.plan.first.price) + Math.round(away * LOG_ONE)
  }
  const close = startLevel(drawn.day)
  return close === null ? anchorOf(share) : opensAfter(share, drawn, close)
}

/** The move towards the base price in a day that opens at a log price. Days of the history have none. */
function pullFrom(share: Share, { index }: TradingDay, open: number): number {
  const { pull, basePrice } = share.temper
  return pull === 0 || index < firstLaterOf(share) ? 0 : Math.round(pull * (stepsOf(basePrice) - open))
}

/**
 * Compute days of the history backwards, down to and including one, each from the day after it. All their seeds are
 * public, and today's prices of thousands of shares must not require years of each.
 */
function reachPast(share: Share, place: number): void {
  const { past, days } = share
  if (past.count > place) return
  makeRoom(past, place + 1)
  const latest = firstLaterOf(share) - 1
  const drawnAt = (index: number): ShareDay => shareDay(share, threeOf(days.days[index]), null)
  let after = past.count === 0 ? null : drawnAt(latest - past.count + 1)
  for (let next = past.count; next <= place; next++) {
    const drawn = drawnAt(latest - next)
    const close = after === null ? anchorOf(share) : past.opens[next - 1]! - after.gap
    past.closes[next] = close
    past.opens[next] = close - dayMove(drawn)
    after = drawn
  }
  past.count = place + 1
}
