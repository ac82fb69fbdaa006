import type { TradingDay } from './days.ts'
import type { ShareLine } from './lines.ts'

/** A line of which version 2 prices the days before the turn, and version 3 those from it on. */
export function joinLines(two: ShareLine, three: ShareLine): ShareLine {
  const of = ({ version }: TradingDay): ShareLine => (version === 2 ? two : three)
  return {
    listing: two.listing,
    days: two.days,
    phase: two.phase,
    begins: two.begins,
    minute: (day, number) => of(day).minute(day, number),
    tick: (day, number, second, minute) => of(day).tick(day, number, second, minute),
    offer: (day, minute, second, last) => of(day).offer(day, minute, second, last),
    dividendAt: (announcedAt) => three.dividendAt(announcedAt),
    splitAt: (announcedAt) => three.splitAt(announcedAt),
    sharesOn: (day) => of(day).sharesOn(day),
    addMinuteEnds: (day, weight, sums) => of(day).addMinuteEnds(day, weight, sums),
    first: (day, minutes) => of(day).first(day, minutes),
    volume: (day, minutes) => of(day).volume(day, minutes),
    eachMinute: (day, from, to, take) => of(day).eachMinute(day, from, to, take),
    halt: (day) => of(day).halt(day),
    close: (day) => of(day).close(day),
  }
}
