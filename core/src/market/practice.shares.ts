import type { ListingId } from '../base/amount.ts'
import { CONTINUOUS, wildMinute, type Wild } from './practice.auctions.ts'
import { NIGHT, type MarketDay, type MarketDays } from './practice.days.ts'
import { FAT, LOG_ONE, NORMAL, TABLE_SHIFT, stepsOf } from './practice.maths.ts'
import { WORDS, drawWords, wordsOfName, type Words } from './practice.noise.ts'

/** What a share, or the rate of exchange, is before any seed: how it moves and how much of it is traded. */
export interface Temper {
  readonly listing: ListingId | 'EUR/USD'
  /** The price it swings around when the history begins, in its smallest units, and how much that grows a day, in steps. */
  readonly basePrice: number
  readonly growth: number
  readonly beta: number
  /** The place of its sector in `SECTORS`; -1 for none. */
  readonly sector: number
  readonly volatility: number
  readonly turnover: number
  /** The day of the quarter on which it reports; -1 for never. */
  readonly reportsOn: number
  /** What part of the way back to the base price it goes a day. */
  readonly pull: number
}

/** A share on the practice market: its temper, and the log prices of its days as far as they have been asked for. */
export interface Share {
  readonly temper: Temper
  readonly days: MarketDays
  readonly name: Words
  /** The base price as a log price, in steps. */
  readonly base: number
  /** Open and close of each trading day as log prices, in steps. */
  opens: Int32Array
  closes: Int32Array
  known: number
  /** The words of the day asked for last, and its wild minute. */
  readonly words: Words
  wordsOf: number
  wild: Wild | null
}

const REPORT_JUMP = 2.5
const JUMP_MOST = 0.3 * LOG_ONE
const REPORT_VOLUME = 2.5

export const shareOf = (temper: Temper, days: MarketDays): Share => ({
  temper,
  days,
  name: wordsOfName(temper.listing),
  base: stepsOf(temper.basePrice),
  opens: new Int32Array(0),
  closes: new Int32Array(0),
  known: 0,
  words: new Uint32Array(16),
  wordsOf: -1,
  wild: null,
})

/** The sixteen words of a share on a day. */
export function wordsOn(share: Share, day: MarketDay): Words {
  if (share.wordsOf !== day.index) {
    drawWords(day.seed, share.name, share.words)
    share.wordsOf = day.index
    share.wild = hasSessions(share) ? wildMinute(share.words, day, share.temper.volatility, reports(share, day)) : null
  }
  return share.words
}

/** Whether it is traded in sessions with auctions and nights between them, not around the clock. */
export const hasSessions = ({ days }: Share): boolean => days.hours === 'exchange'

/** The wild minute of a share on a day, after which it is halted; null on most days, and where trading never stops. */
export function wildOn(share: Share, day: MarketDay): Wild | null {
  wordsOn(share, day)
  return share.wild
}

const reports = ({ temper }: Share, day: MarketDay): boolean =>
  temper.reportsOn > day.reportsAfter && temper.reportsOn <= day.reportsUpTo

/** The standard deviation of a share's own log return inside a day, in steps. */
export const ownSigma = (share: Share, day: MarketDay): number => {
  const { temper } = share
  const night = hasSessions(share) ? NIGHT : 0
  return temper.volatility * LOG_ONE * (0.6 + 0.4 * day.restless) * Math.sqrt(1 - night)
}

/** Makes the log prices of a share's days known up to and with a day. */
export function reachDay(share: Share, index: number): void {
  if (share.known > index) return
  if (share.opens.length <= index) {
    const room = Math.max(512, index + 1 + (index >> 2))
    share.opens = grown(share.opens, room)
    share.closes = grown(share.closes, room)
  }
  for (let next = share.known; next <= index; next++) drawDay(share, share.days.days[next]!)
  share.known = index + 1
}

const grown = (from: Int32Array, room: number): Int32Array => {
  const to = new Int32Array(room)
  to.set(from)
  return to
}

const fat = (word: number): number => FAT[word >>> TABLE_SHIFT]!

function drawDay(share: Share, day: MarketDay): void {
  const { temper } = share
  const words = wordsOn(share, day)
  const { base } = share
  const sigma = ownSigma(share, day)
  let open: number
  if (day.index === 0) {
    open = base + Math.round(0.12 * LOG_ONE * NORMAL[words[WORDS.day + 1]! >>> TABLE_SHIFT]!)
  } else {
    const night = hasSessions(share) ? sigma * Math.sqrt(NIGHT / (1 - NIGHT)) * fat(words[WORDS.day + 1]!) : 0
    const jump = reports(share, day) ? REPORT_JUMP * temper.volatility * LOG_ONE * fat(words[WORDS.day + 2]!) : 0
    const bounded = Math.max(-JUMP_MOST, Math.min(JUMP_MOST, jump))
    open = share.closes[day.index - 1]! + Math.round(night + temper.beta * day.gap + bounded)
  }
  const target = base + temper.growth * (day.number - share.days.firstDay)
  const sector = temper.sector < 0 ? 0 : day.sectors[temper.sector]!
  const move = sigma * fat(words[WORDS.day]!) + temper.beta * day.move + sector + temper.pull * (target - open)
  share.opens[day.index] = open
  share.closes[day.index] = open + Math.round(move) + (share.wild?.jump ?? 0)
}

/** How a share moves and trades on a day, before a minute's luck. */
export interface DayScale {
  /** The variance of its log price in the whole day, a wild minute left out. */
  readonly variance: number
  /** What changes hands, and the part of it that does so outside auctions. */
  readonly volume: number
  readonly continuous: number
}

export function dayScale(share: Share, day: MarketDay): DayScale {
  const words = wordsOn(share, day)
  const own = ownSigma(share, day)
  const common = share.temper.beta * day.sigma
  const luck = 0.6 + (0.8 * words[WORDS.day + 3]!) / 4_294_967_296
  const volume = share.temper.turnover * luck * day.restless * (reports(share, day) ? REPORT_VOLUME : 1)
  const continuous = hasSessions(share) ? CONTINUOUS * volume : volume
  return { variance: own * own + common * common, volume, continuous }
}
