import type { ListingId } from '../../base/amount.ts'
import type { Offer } from '../bars.ts'
import type { TradingDay } from '../days.ts'
import type { ShareLine } from '../lines.ts'
import { addMinuteEnds, closeOf, eachMinute, minuteOf } from './bars.ts'
import { twoOf, type DayOfTwo } from './days.ts'
import { wildOn, wordsOn, type Share } from './shares.ts'
import { dayOfShare, volumeOfShare } from './sums.ts'
import { minuteFor, offerAt, tickAt, type MinuteOfTwo, type Spread } from './ticks.ts'

/** A minute of a share, prepared for its ticks. */
function minuteIn(share: Share, day: DayOfTwo, number: number): MinuteOfTwo {
  const minute = minuteOf(share, day, number)
  return minuteFor(minute, share.words, number)
}

/** The line of a share as version 2 prices it. It is asked about days of version 2 only. */
export function lineOfTwo(share: Share, listing: ListingId, spread: Spread): ShareLine {
  const offer = (day: TradingDay, minute: number, second: number, last: number): Offer =>
    offerAt(last, spread, wordsOn(share, twoOf(day)), minute, second)
  return {
    listing,
    days: share.days,
    phase: 1 + (share.name[7]! % 998),
    begins: null,
    minute: (day, number) => minuteIn(share, twoOf(day), number),
    // A line gets back the minutes that it made.
    tick: (day, number, second, minute) => tickAt(minute as MinuteOfTwo, wordsOn(share, twoOf(day)), number, second),
    offer,
    addMinuteEnds: (day, weight, sums) => addMinuteEnds(share, twoOf(day), weight, sums),
    first: (day, minutes) => dayOfShare(share, twoOf(day), minutes),
    volume: (day, minutes) => volumeOfShare(share, twoOf(day), minutes),
    eachMinute: (day, from, to, take) => eachMinute(share, twoOf(day), from, to, take),
    close: (day) => closeOf(share, twoOf(day)),
    dividendAt: () => 0,
    splitAt: () => 'none',
    sharesOn: () => 1,
    halt: (day) => {
      const wild = wildOn(share, twoOf(day))
      return wild && { from: wild.minute + 1, to: wild.reopens }
    },
  }
}
