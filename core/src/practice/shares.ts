import type { ListingId } from '../base/amount.ts'
import { CONTINUOUS, wildMinute, type Wild } from './auctions.ts'
import { NIGHT, type MarketDay, type MarketDays } from './days.ts'
import { FAT, LOG_ONE, NORMAL, TABLE_SHIFT, stepsOf } from '../base/maths.ts'
import { WORDS, drawWords, wordsOfName, type Words } from '../base/noise.ts'

/** What a share, or the rate of exchange, is before any seed: how it moves and how much of it is traded. */
export interface Temper {
  readonly listing: ListingId | 'EUR/USD'
  /** The price it swings around when the house opens, in its smallest units, and how much that grows a day, in steps. */
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
  /** The trading days from the opening on, first day first, and those before it, latest day first, as far as they are known. */
  readonly later: Reached
  readonly past: Reached
  /** The words of the day asked for last, and its wild minute. */
  readonly words: Words
  wordsOf: number
  wild: Wild | null
}

/** Open and close of days as log prices, in steps: so many are known. */
interface Reached {
  opens: Int32Array
  closes: Int32Array
  count: number
}

const NOTHING = new Int32Array(0)
const nothingReached = (): Reached => ({ opens: NOTHING, closes: NOTHING, count: 0 })

const REPORT_JUMP = 2.5
const JUMP_MOST = 0.3 * LOG_ONE
const REPORT_VOLUME = 2.5

export const shareOf = (temper: Temper, days: MarketDays): Share => ({
  temper,
  days,
  name: wordsOfName(temper.listing),
  base: stepsOf(temper.basePrice),
  later: nothingReached(),
  past: nothingReached(),
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

/** Where a share opens on a day of a market, and closes: log prices in steps. */
export const openOf = (share: Share, { index }: MarketDay): number => placeOf(share, index, 'opens')
export const closeLevelOf = (share: Share, { index }: MarketDay): number => placeOf(share, index, 'closes')

function placeOf(share: Share, index: number, of: 'opens' | 'closes'): number {
  const opening = share.days.historyDays()
  if (index >= opening) {
    reachLater(share, index - opening)
    return share.later[of][index - opening]!
  }
  reachPast(share, opening - 1 - index)
  return share.past[of][opening - 1 - index]!
}

function makeRoom(reached: Reached, places: number): void {
  if (reached.opens.length >= places) return
  const room = Math.max(8, 2 * places)
  reached.opens = grown(reached.opens, room)
  reached.closes = grown(reached.closes, room)
}

const grown = (from: Int32Array, room: number): Int32Array => {
  const to = new Int32Array(room)
  to.set(from)
  return to
}

const fat = (word: number): number => FAT[word >>> TABLE_SHIFT]!

/** Where the history ends and the first day begins: around the base price, drawn from public seeds alone. */
function anchorOf(share: Share): number {
  const { days, historyDays } = share.days
  const words = wordsOn(share, days[historyDays() - 1]!)
  return share.base + Math.round(0.12 * LOG_ONE * NORMAL[words[WORDS.day + 1]! >>> TABLE_SHIFT]!)
}

/** The move between the close before a day and its open: the night, and the report that came in it. */
function gapOf(share: Share, day: MarketDay): number {
  const { temper } = share
  const words = wordsOn(share, day)
  const sigma = ownSigma(share, day)
  const night = hasSessions(share) ? sigma * Math.sqrt(NIGHT / (1 - NIGHT)) * fat(words[WORDS.day + 1]!) : 0
  const jump = reports(share, day) ? REPORT_JUMP * temper.volatility * LOG_ONE * fat(words[WORDS.day + 2]!) : 0
  const bounded = Math.max(-JUMP_MOST, Math.min(JUMP_MOST, jump))
  return Math.round(night + temper.beta * day.gap + bounded)
}

/** The move inside a day, but for what draws it to the base price. */
function moveOf(share: Share, day: MarketDay): number {
  const { temper } = share
  const words = wordsOn(share, day)
  const sector = temper.sector < 0 ? 0 : day.sectors[temper.sector]!
  return ownSigma(share, day) * fat(words[WORDS.day]!) + temper.beta * day.move + sector + (share.wild?.jump ?? 0)
}

const targetOn = ({ base, temper, days }: Share, day: MarketDay): number =>
  base + temper.growth * (day.number - days.openingDay)

/** Makes the days from the opening on known up to and with one, each from the one before it. */
function reachLater(share: Share, place: number): void {
  const { later, days, temper } = share
  if (later.count > place) return
  makeRoom(later, place + 1)
  const opening = days.historyDays()
  for (let next = later.count; next <= place; next++) {
    const day = days.days[opening + next]!
    const open = next === 0 ? anchorOf(share) : later.closes[next - 1]! + gapOf(share, day)
    later.opens[next] = open
    later.closes[next] = open + Math.round(moveOf(share, day) + temper.pull * (targetOn(share, day) - open))
  }
  later.count = place + 1
}

/**
 * Makes days of the history known back to and with one, each from the one after it: all their seeds are public, and who
 * wants today's prices of thousands of shares need not go through years of each.
 */
function reachPast(share: Share, place: number): void {
  const { past, days, temper } = share
  if (past.count > place) return
  makeRoom(past, place + 1)
  const latest = days.historyDays() - 1
  for (let next = past.count; next <= place; next++) {
    const close = next === 0 ? anchorOf(share) : past.opens[next - 1]! - gapOf(share, days.days[latest - next + 1]!)
    const day = days.days[latest - next]!
    past.closes[next] = close
    past.opens[next] = close - Math.round(moveOf(share, day) - temper.pull * (targetOn(share, day) - close))
  }
  past.count = place + 1
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
