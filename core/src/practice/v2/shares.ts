import type { ListingId } from '../../base/amount.ts'
import { CONTINUOUS, wildMinute, type Wild } from '../auctions.ts'
import type { MarketDays } from '../days.ts'
import { makeRoom, nothingReached, type ComputedDays } from '../reached.ts'
import { NIGHT, twoOf, type DayOfTwo } from './days.ts'
import { FAT, LOG_ONE, NORMAL, TABLE_SHIFT, stepsOf } from '../../base/maths.ts'
import { WORDS, drawWords, wordsOfName, type Words } from '../../base/noise.ts'

/** The parameters of a share, or of the exchange rate, that depend on no seed: its moves and its volume. */
export interface ShareParameters {
  readonly listing: ListingId | 'EUR/USD'
  /** The price it reverts to at the opening, in its smallest units, and the daily growth of that price, in steps. */
  readonly basePrice: number
  readonly growth: number
  readonly beta: number
  /** The index of its sector in `SECTORS`; -1 for none. */
  readonly sector: number
  readonly volatility: number
  readonly turnover: number
  /** The day of the quarter on which it reports; -1 for never. */
  readonly reportsOn: number
  /** The part of the distance to the base price that it reverts per day. */
  readonly pull: number
}

/** A share of the practice market: its parameters, and the log prices of its days computed so far. */
export interface Share {
  readonly temper: ShareParameters
  readonly days: MarketDays
  readonly name: Words
  /** The base price as a log price, in steps. */
  readonly base: number
  /**
   * The trading days from the opening on, first day first, and those before it, latest day first, as far as computed.
   */
  readonly later: ComputedDays
  readonly past: ComputedDays
  /** The words of the day requested last, and its wild minute. */
  readonly words: Words
  wordsOf: number
  wild: Wild | null
}

const REPORT_JUMP = 2.5
const JUMP_MOST = 0.3 * LOG_ONE
const REPORT_VOLUME = 2.5

export const shareOf = (temper: ShareParameters, days: MarketDays): Share => ({
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

/** The sixteen random words of a share on a day. */
export function wordsOn(share: Share, day: DayOfTwo): Words {
  if (share.wordsOf !== day.index) {
    drawWords(day.seed, share.name, share.words)
    share.wordsOf = day.index
    share.wild = hasSessions(share)
      ? wildMinute(share.words, day.minutes, share.temper.volatility, reports(share, day))
      : null
  }
  return share.words
}

/** True if it trades in sessions with auctions and nights between them, false around the clock. */
export const hasSessions = ({ days }: Share): boolean => days.hours === 'exchange'

/**
 * The wild minute of a share on a day, after which it is halted; null on most days, and for trading around the clock.
 */
export function wildOn(share: Share, day: DayOfTwo): Wild | null {
  wordsOn(share, day)
  return share.wild
}

const reports = ({ temper }: Share, day: DayOfTwo): boolean =>
  temper.reportsOn > day.reportsAfter && temper.reportsOn <= day.reportsUpTo

/** The standard deviation of a share's own log return within a day, in steps. */
export const ownSigma = (share: Share, day: DayOfTwo): number => {
  const { temper } = share
  const night = hasSessions(share) ? NIGHT : 0
  return temper.volatility * LOG_ONE * (0.6 + 0.4 * day.restless) * Math.sqrt(1 - night)
}

/** A share's open and close on a market day, as log prices in steps. */
export const openOf = (share: Share, { index }: DayOfTwo): number => placeOf(share, index, 'opens')
export const closeLevelOf = (share: Share, { index }: DayOfTwo): number => placeOf(share, index, 'closes')

function placeOf(share: Share, index: number, of: 'opens' | 'closes'): number {
  const opening = share.days.historyDays()
  if (index >= opening) {
    reachLater(share, index - opening)
    return share.later[of][index - opening]!
  }
  reachPast(share, opening - 1 - index)
  return share.past[of][opening - 1 - index]!
}

const fat = (word: number): number => FAT[word >>> TABLE_SHIFT]!

/** The log price between the history and the first day: around the base price, drawn from public seeds only. */
function anchorOf(share: Share): number {
  const { days, historyDays } = share.days
  const words = wordsOn(share, twoOf(days[historyDays() - 1]))
  return share.base + Math.round(0.12 * LOG_ONE * NORMAL[words[WORDS.day + 1]! >>> TABLE_SHIFT]!)
}

/** The move from the previous close to the open: the night, and any report in it. */
function gapOf(share: Share, day: DayOfTwo): number {
  const { temper } = share
  const words = wordsOn(share, day)
  const sigma = ownSigma(share, day)
  const night = hasSessions(share) ? sigma * Math.sqrt(NIGHT / (1 - NIGHT)) * fat(words[WORDS.day + 1]!) : 0
  const jump = reports(share, day) ? REPORT_JUMP * temper.volatility * LOG_ONE * fat(words[WORDS.day + 2]!) : 0
  const bounded = Math.max(-JUMP_MOST, Math.min(JUMP_MOST, jump))
  return Math.round(night + temper.beta * day.gap + bounded)
}

/** The move within a day, without the reversion to the base price. */
function moveOf(share: Share, day: DayOfTwo): number {
  const { temper } = share
  const words = wordsOn(share, day)
  const sector = temper.sector < 0 ? 0 : day.sectors[temper.sector]!
  return ownSigma(share, day) * fat(words[WORDS.day]!) + temper.beta * day.move + sector + (share.wild?.jump ?? 0)
}

const targetOn = ({ base, temper, days }: Share, day: DayOfTwo): number =>
  base + temper.growth * (day.number - days.openingDay)

/** Compute the days from the opening on, up to and including one, each from the day before it. */
function reachLater(share: Share, place: number): void {
  const { later, days, temper } = share
  if (later.count > place) return
  makeRoom(later, place + 1)
  const opening = days.historyDays()
  for (let next = later.count; next <= place; next++) {
    const day = twoOf(days.days[opening + next])
    const open = next === 0 ? anchorOf(share) : later.closes[next - 1]! + gapOf(share, day)
    later.opens[next] = open
    later.closes[next] = open + Math.round(moveOf(share, day) + temper.pull * (targetOn(share, day) - open))
  }
  later.count = place + 1
}

/**
 * Compute days of the history backwards, down to and including one, each from the day after it. All their seeds are
 * public, and today's prices of thousands of shares must not require years of each.
 */
function reachPast(share: Share, place: number): void {
  const { past, days, temper } = share
  if (past.count > place) return
  makeRoom(past, place + 1)
  const latest = days.historyDays() - 1
  for (let next = past.count; next <= place; next++) {
    const close =
      next === 0 ? anchorOf(share) : past.opens[next - 1]! - gapOf(share, twoOf(days.days[latest - next + 1]))
    const day = twoOf(days.days[latest - next])
    past.closes[next] = close
    past.opens[next] = close - Math.round(moveOf(share, day) - temper.pull * (targetOn(share, day) - close))
  }
  past.count = place + 1
}

/** The variance and volume of a share on a day, without the randomness of its minutes. */
export interface DayScale {
  /** The variance of its log price over the whole day, without a wild minute. */
  readonly variance: number
  /** The day's volume, and the part of it outside auctions. */
  readonly volume: number
  readonly continuous: number
}

export function dayScale(share: Share, day: DayOfTwo): DayScale {
  const words = wordsOn(share, day)
  const sigma = ownSigma(share, day)
  const common = share.temper.beta * day.sigma
  const luck = 0.6 + (0.8 * words[WORDS.day + 3]!) / 4_294_967_296
  const volume = share.temper.turnover * luck * day.restless * (reports(share, day) ? REPORT_VOLUME : 1)
  const continuous = hasSessions(share) ? CONTINUOUS * volume : volume
  return { variance: sigma * sigma + common * common, volume, continuous }
}
