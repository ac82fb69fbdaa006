import type { ListingId } from '../../base/amount.ts'
import { EXTREME, TABLE_SHIFT, expOfSteps } from '../../base/maths.ts'
import { mix } from '../../base/noise.ts'
import { NO_AUCTIONS, WILD_VOLUME, auctionedIn, auctionsIn, isHalted } from '../auctions.ts'
import { tickOf, type Bar, type TakeMinute } from '../bars.ts'
import type { TradingDay } from '../days.ts'
import type { Minute, ShareLine } from '../lines.ts'
import { threeOf } from './days.ts'
import { extremesOf } from './extremes.ts'
import { offerAt } from './offers.ts'
import { fillDay, inTicks, minuteFilled, minuteOf, prices, tickDay, type TickDay, type TickMinute } from './paths.ts'
import { fillSeconds } from './seconds.ts'
import { closeOf, dividendAt, openOf, sharesBy, splitAt } from './levels.ts'
import type { Share } from './shares.ts'

/** A minute of version 3: its candle, and the trades of its sixty seconds. */
interface MinuteOfThree extends Minute {
  readonly trades: Float64Array
}

/** Up to this number of minutes, computing each one is faster than walking the whole day. */
const FEW_MINUTES = 30

/** The line of a share as version 3 prices it. It is asked about days of version 3 only. */
export function lineOfThree(share: Share, listing: ListingId, spreadBps: number): ShareLine {
  const { plan } = share.temper
  const dayOf = tickDays(share, spreadBps)
  return {
    listing,
    days: share.days,
    phase: 1 + (share.name[7]! % 998),
    begins: plan.first?.day ?? null,
    minute: (day, number) => minuteIn(dayOf(day), share, number),
    // A line gets back the minutes that it made.
    tick: (_day, _number, second, minute) => (minute as MinuteOfThree).trades[second]!,
    offer: (day, minute, second, last) => offerAt(dayOf(day), share, { minute, second, last }),
    dividendAt: (announcedAt) => dividendAt(share, announcedAt),
    splitAt: (announcedAt) => splitAt(share, announcedAt),
    sharesOn: (day) => sharesBy(share, day),
    addMinuteEnds: (day, weight, sums) => addMinuteEnds(dayOf(day), weight, sums),
    first: (day, minutes) => dayBar(dayOf(day), share, minutes),
    volume: (day, minutes) => volumeOf(dayOf(day), share, minutes),
    eachMinute: (day, from, to, take) => eachMinute(dayOf(day), share, from, to, take),
    close: (day) => inTicks(closeOf(share, day), tickFor(share, day)) * tickFor(share, day),
    halt: (day) => {
      const { wild } = dayOf(day)
      return wild && { from: wild.minute + 1, to: wild.reopens }
    },
  }
}

/** The two days requested last: lists ask about today and yesterday in turn. */
function tickDays(share: Share, spreadBps: number): (day: TradingDay) => TickDay {
  let latest: TickDay | null = null
  let earlier: TickDay | null = null
  return (day) => {
    if (latest?.day === day) return latest
    const line = earlier?.day === day ? earlier : tickDay(share, threeOf(day), 'of the price', spreadBps)
    earlier = latest
    latest = line
    return line
  }
}

/** A price in ticks as a price, at least one tick. */
const priced = ({ tick }: TickDay, ticks: number): number => Math.max(1, ticks) * tick

function minuteIn(of: TickDay, share: Share, number: number): MinuteOfThree {
  const trades = new Float64Array(60)
  if (isHalted(of.wild, number)) {
    const price = priced(of, minuteOf(of, of.wild!.minute).to)
    trades.fill(price)
    return { open: price, high: price, low: price, close: price, volume: 0, auctions: NO_AUCTIONS, trades }
  }
  const bar: Bar = { open: 0, high: 0, low: 0, close: 0, volume: 0 }
  fillBar(of, share, number, minuteOf(of, number), trades, bar)
  for (let second = 0; second < trades.length; second++) trades[second] = priced(of, trades[second]!)
  const auctions = share.temper.hasSessions ? auctionsIn(number, of.day.minutes, of.wild, of.drawn.volume) : NO_AUCTIONS
  return { ...bar, auctions, trades }
}

/** The candle of a minute; `trades` receives its trades in ticks. */
function fillBar(of: TickDay, share: Share, number: number, ticks: TickMinute, trades: Float64Array, bar: Bar): void {
  fillSeconds(of, number, ticks, trades)
  let high = trades[0]!
  let low = high
  for (let second = 1; second < trades.length; second++) {
    const price = trades[second]!
    if (price > high) high = price
    if (price < low) low = price
  }
  bar.open = priced(of, ticks.from)
  bar.close = priced(of, ticks.to)
  bar.high = priced(of, high)
  bar.low = priced(of, low)
  bar.volume = tradedIn(of, number)
  if (!share.temper.hasSessions) return
  const { first, last } = auctionsIn(number, of.day.minutes, of.wild, of.drawn.volume)
  bar.volume += first + last
}

/** The volume of a minute outside auctions, from the words of its volume: at least one share. */
function tradedIn({ day, wild, volume, continuous }: TickDay, minute: number): number {
  const bits = mix(volume[0]!, volume[1]!, volume[2]!, volume[3]!, minute)
  const busy = wild?.minute === minute ? WILD_VOLUME : 1
  return 1 + Math.floor(continuous * busy * day.shape.volume[minute]! * (0.4 + 0.3 * EXTREME[bits >>> TABLE_SHIFT]!))
}

function volumeOf(of: TickDay, share: Share, minutes: number): number {
  const { day, drawn, wild } = of
  let traded = 0
  for (let minute = 0; minute < minutes; minute++) if (!isHalted(wild, minute)) traded += tradedIn(of, minute)
  return traded + (share.temper.hasSessions ? auctionedIn(minutes, day.minutes, wild, drawn.volume) : 0)
}

const trades = new Float64Array(60)

function eachMinute(of: TickDay, share: Share, from: number, to: number, take: TakeMinute): void {
  const few = to - from <= FEW_MINUTES
  if (!few) fillDay(of)
  const bar: Bar = { open: 0, high: 0, low: 0, close: 0, volume: 0 }
  for (let minute = from; minute < to; minute++) {
    if (isHalted(of.wild, minute)) continue
    fillBar(of, share, minute, few ? minuteOf(of, minute) : minuteFilled(of, minute), trades, bar)
    take(bar, minute)
  }
}

/** The candle of a day's first `minutes` minutes. */
function dayBar(of: TickDay, share: Share, minutes: number): Bar {
  const { high, low } = extremesOf(of, minutes)
  const { wild } = of
  const last = wild && isHalted(wild, minutes - 1) ? wild.minute : minutes - 1
  const close = minutes === of.day.minutes && last === minutes - 1 ? lastOf(of) : priced(of, minuteOf(of, last).to)
  return {
    open: priced(of, of.ends[0]!),
    high: priced(of, high),
    low: priced(of, low),
    close,
    volume: volumeOf(of, share, minutes),
  }
}

const lastOf = (of: TickDay): number => priced(of, of.ends.at(-1)! + (of.wild?.move ?? 0))

/** The tick of a share's prices on a day. */
const tickFor = (share: Share, day: TradingDay): number => tickOf(expOfSteps(openOf(share, day)))

/** Add `weight` times the last trade's price at each minute end of a day, the open first, to `sums`. */
function addMinuteEnds(of: TickDay, weight: number, sums: Float64Array): void {
  fillDay(of)
  const { wild } = of
  const { minutes } = of.day
  const usual = wild ? wild.minute : minutes
  for (let minute = 0; minute <= usual; minute++) sums[minute]! += priced(of, prices[minute]!) * weight
  if (!wild) return
  const halted = priced(of, prices[usual + 1]! + wild.move) * weight
  for (let minute = usual + 1; minute <= wild.reopens; minute++) sums[minute]! += halted
  for (let minute = wild.reopens + 1; minute <= minutes; minute++) {
    sums[minute]! += priced(of, prices[minute]! + wild.move) * weight
  }
}
