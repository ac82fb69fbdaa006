import type { MarketDay } from './days.ts'
import { LOG_ONE, NORMAL, TABLE_SHIFT } from '../base/maths.ts'
import { WORDS, mix, type Words } from '../base/noise.ts'

/**
 * What only a market with real sessions has: an auction at the open and at the close, and halts. In an auction all is
 * traded at one price; its quote event offers both sides at that price, so an order fills on it by the same rule as on any
 * other. After a wild minute a listing is halted: no quote and no trade for some minutes, then an auction reopens it.
 */

/** A minute that moves a listing as whole days do, and the halt that follows it. A day has one at most. */
export interface Wild {
  readonly minute: number
  /** The minute that begins with the auction after the halt: (minute, reopens) are without a trade. */
  readonly reopens: number
  /** What it adds to the log price, in steps, and the variance it was drawn with. */
  readonly jump: number
  readonly variance: number
}

/** Parts of a usual day's volume that change hands in auctions, and in a session between them. */
const OPENING = 0.015
const CLOSING = 0.08
const REOPENING = 0.01
export const CONTINUOUS = 1 - OPENING - CLOSING

/** How often a listing with a day's volatility of 2 % has a wild minute, and how much rather on the day of its report. */
const WILD_CHANCE = 0.003
const USUAL_VOLATILITY = 0.02
const REPORT_FACTOR = 4
const CHANCE_MOST = 0.05
/** The standard deviation of a wild minute's move, in those of a day, and how much busier it is than a usual one. */
const WILD_MOVE = 1.5
export const WILD_VOLUME = 6

const HALT_MINUTES = 5
/** No halt begins in the first minutes of a session, and none so late that it could reach its last ones. */
const FIRST_MINUTE = 5
const LAST_MINUTES = 30

/** Places of a day's words for what is drawn here. */
const PLACES = { chance: 0x6001, minute: 0x6002, move: 0x6003 } as const

const drawAt = (words: Words, place: number): number => {
  const d = WORDS.day
  return mix(words[d]!, words[d + 1]!, words[d + 2]!, words[d + 3]!, place)
}

/** The wild minute of a listing on a day of a market with sessions; null on most days. */
export function wildMinute(words: Words, day: MarketDay, volatility: number, reports: boolean): Wild | null {
  const usual = volatility / USUAL_VOLATILITY
  const chance = Math.min(CHANCE_MOST, WILD_CHANCE * usual * usual * (reports ? REPORT_FACTOR : 1))
  const bits = drawAt(words, PLACES.chance)
  if (bits >= chance * 4_294_967_296) return null
  const where = drawAt(words, PLACES.minute)
  const room = day.shape.minutes - FIRST_MINUTE - LAST_MINUTES
  if (room < 1) return null
  const minute = FIRST_MINUTE + Math.floor((where / 4_294_967_296) * room)
  const deviation = WILD_MOVE * volatility * LOG_ONE
  const jump = Math.round(deviation * NORMAL[drawAt(words, PLACES.move) >>> TABLE_SHIFT]!)
  // One halt in four is prolonged once.
  const length = (where & 3) === 0 ? 2 * HALT_MINUTES : HALT_MINUTES
  return { minute, reopens: minute + 1 + length, jump, variance: deviation * deviation }
}

export const isHalted = (wild: Wild | null, minute: number): boolean =>
  wild !== null && minute > wild.minute && minute < wild.reopens

/** What changes hands in auctions in a minute: in its first second, and in its last. */
export interface Auctions {
  readonly first: number
  readonly last: number
}

export const NO_AUCTIONS: Auctions = { first: 0, last: 0 }

/** Whole lots of a hundred, at least one. */
const lots = (volume: number): number => 100 * Math.max(1, Math.round(volume / 100))

/** The auctions of a minute on a day on which about `volume` shares are traded. */
export function auctionsIn(minute: number, day: MarketDay, wild: Wild | null, volume: number): Auctions {
  const first = minute === 0 ? lots(OPENING * volume) : minute === wild?.reopens ? lots(REOPENING * volume) : 0
  const last = minute === day.shape.minutes - 1 ? lots(CLOSING * volume) : 0
  return first === 0 && last === 0 ? NO_AUCTIONS : { first, last }
}

/** What changes hands in auctions in the first `minutes` minutes of a day. */
export function auctionedIn(minutes: number, day: MarketDay, wild: Wild | null, volume: number): number {
  const opening = minutes > 0 ? lots(OPENING * volume) : 0
  const closing = minutes === day.shape.minutes ? lots(CLOSING * volume) : 0
  const reopening = wild && minutes > wild.reopens ? lots(REOPENING * volume) : 0
  return opening + closing + reopening
}
