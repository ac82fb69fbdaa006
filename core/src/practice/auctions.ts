import { LOG_ONE, NORMAL, TABLE_SHIFT } from '../base/maths.ts'
import { WORDS, mix, type Words } from '../base/noise.ts'

/**
 * Features of a market with real sessions: an auction at the open and at the close, and halts. An auction trades
 * everything at one price; its quote event has both sides at that price, so an order fills on it by the usual rule.
 * After a wild minute a listing is halted: there is no quote and no trade for some minutes, then an auction reopens it.
 */

/** A minute after which a listing is halted, and the minute that starts with the auction after the halt. */
export interface HaltAfter {
  readonly minute: number
  /** There are no trades in (minute, reopens). */
  readonly reopens: number
}

/** A minute with a move as large as that of whole days, and the halt after it. A day has at most one. */
export interface Wild extends HaltAfter {
  /** Its addition to the log price in steps, and the variance it was drawn with. */
  readonly jump: number
  readonly variance: number
}

/** Parts of a usual day's volume that trade in auctions, and in the session between them. */
const OPENING = 0.015
const CLOSING = 0.08
const REOPENING = 0.01
export const CONTINUOUS = 1 - OPENING - CLOSING

/**
 * The daily chance of a wild minute for a listing with a daily volatility of 2 %, and the factor for the day of its
 * report.
 */
const WILD_CHANCE = 0.003
const USUAL_VOLATILITY = 0.02
const REPORT_FACTOR = 4
const CHANCE_MOST = 0.05
/**
 * The standard deviation of a wild minute's move in daily standard deviations, and its volume as a multiple of the
 * usual.
 */
const WILD_MOVE = 1.5
export const WILD_VOLUME = 6

const HALT_MINUTES = 5
/** No halt starts in the first minutes of a session, or so late that it could reach the last ones. */
const FIRST_MINUTE = 5
const LAST_MINUTES = 30

/** Positions in a day's random words for the draws in this file. */
const PLACES = { chance: 0x6001, minute: 0x6002, move: 0x6003 } as const

const drawAt = (words: Words, place: number): number => {
  const d = WORDS.day
  return mix(words[d]!, words[d + 1]!, words[d + 2]!, words[d + 3]!, place)
}

/** The wild minute of a listing in a session of `length` minutes; null on most days. */
export function wildMinute(words: Words, length: number, volatility: number, reports: boolean): Wild | null {
  const usual = volatility / USUAL_VOLATILITY
  const chance = Math.min(CHANCE_MOST, WILD_CHANCE * usual * usual * (reports ? REPORT_FACTOR : 1))
  const bits = drawAt(words, PLACES.chance)
  if (bits >= chance * 4_294_967_296) return null
  const where = drawAt(words, PLACES.minute)
  const room = length - FIRST_MINUTE - LAST_MINUTES
  if (room < 1) return null
  const minute = FIRST_MINUTE + Math.floor((where / 4_294_967_296) * room)
  const deviation = WILD_MOVE * volatility * LOG_ONE
  const jump = Math.round(deviation * NORMAL[drawAt(words, PLACES.move) >>> TABLE_SHIFT]!)
  // One halt in four is extended once.
  const halted = (where & 3) === 0 ? 2 * HALT_MINUTES : HALT_MINUTES
  return { minute, reopens: minute + 1 + halted, jump, variance: deviation * deviation }
}

export const isHalted = (wild: HaltAfter | null, minute: number): boolean =>
  wild !== null && minute > wild.minute && minute < wild.reopens

/** The auction volume of a minute: in its first second, and in its last. */
export interface Auctions {
  readonly first: number
  readonly last: number
}

export const NO_AUCTIONS: Auctions = { first: 0, last: 0 }

/** Whole lots of a hundred shares, at least one. */
const lots = (volume: number): number => 100 * Math.max(1, Math.round(volume / 100))

/** The auctions of a minute in a session of `length` minutes with an expected volume of `volume` shares. */
export function auctionsIn(minute: number, length: number, wild: HaltAfter | null, volume: number): Auctions {
  const first = minute === 0 ? lots(OPENING * volume) : minute === wild?.reopens ? lots(REOPENING * volume) : 0
  const last = minute === length - 1 ? lots(CLOSING * volume) : 0
  return first === 0 && last === 0 ? NO_AUCTIONS : { first, last }
}

/** The auction volume of the first `minutes` of a session of `length` minutes. */
export function auctionedIn(minutes: number, length: number, wild: HaltAfter | null, volume: number): number {
  const opening = minutes > 0 ? lots(OPENING * volume) : 0
  const closing = minutes === length ? lots(CLOSING * volume) : 0
  const reopening = wild && minutes > wild.reopens ? lots(REOPENING * volume) : 0
  return opening + closing + reopening
}
