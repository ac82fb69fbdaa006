import type { Zone } from './calendar.check.ts'
import { busyAt, checkedDays, shares, type Facts, type House, type Start } from './factors.check.ts'
import type { CheckedIndex } from './listings.check.ts'
import { EXTREME } from './maths.check.ts'
import { isHalted, pathOf, priceAt, tradesOf, type CheckedPath } from './paths.check.ts'
import { checkedShare } from './shares.check.ts'
import { mix, wordsOfName, type Words } from './words.check.ts'

/*
 * A second implementation of versions 3 to 5 of the practice function, written from docs/PRACTICE.md: simple, slow, and
 * apart from the first one. It imports the other checks only.
 */

export interface CheckedBar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export interface CheckedQuote {
  readonly at: number
  readonly bid: number
  readonly ask: number
  readonly bidSize: number
  readonly askSize: number
  readonly last: number
}

/** A listing on a trading day: its quotes, and the candles of its minutes and of the day. */
export interface CheckedListing {
  readonly open: number
  readonly minutes: number
  /** The minutes [from, to) in which it is halted. */
  readonly halt: { readonly from: number; readonly to: number } | null
  /** The quote at a second of a minute; null in a halt, and for an index. */
  quote(minute: number, second: number): CheckedQuote | null
  /** Null in a halt. */
  minute(minute: number): CheckedBar | null
  day(): CheckedBar
}

export interface Checker {
  /** A share on a day; null on a day without trading, or without known seeds. A new listing begins with its offer. */
  share(facts: Facts, day: number, offer?: Start): CheckedListing | null
  index(of: CheckedIndex, day: number): CheckedListing | null
  /** EUR/USD in millionths at the end of the first `minutes` of a day of New York. For a house with hours `always`. */
  rate(day: number, minutes: number): number | null
}

const SHARE = { around: 0.12, pull: 0 } as const
const RATE_KIND = { around: 0.01, pull: 1 / 2_000, hasSessions: false } as const
const NEW_YORK: Zone = 'America/New_York'
/** Milliseconds past each second at which a listing is quoted. */
export const phaseOf = (listing: string): number => 1 + (wordsOfName(listing)[7]! % 998)

const RATE: Facts = {
  listing: 'EUR/USD',
  zone: NEW_YORK,
  basePrice: 1_100_000,
  volatility: 0.0043,
  growth: 0,
  beta: 0,
  sector: -1,
  turnover: 0,
  reportsOn: -1,
  spreadBps: 0,
}

/** Computes prices of a house again. `startOf` gives the last price of version 2 of a listing in a house that turned. */
export function priceChecker(
  house: House & { readonly turn: number | null },
  startOf: (listing: string) => number | null = () => null,
): Checker {
  const hasSessions = house.hours === 'exchange'
  const days = checkedDays(house)
  const startFor = (listing: string): Start | null => {
    const price = house.turn === null ? null : startOf(listing)
    return house.turn === null || price === null ? null : { day: house.turn, price, isOffer: false }
  }
  const pathsOf = (facts: Facts, offer?: Start) => {
    const dayOf = checkedShare(days, facts, { ...SHARE, hasSessions }, offer ?? startFor(facts.listing))
    return (day: number): CheckedPath | null => {
      const checkedDay = house.spanOf(facts.zone, day) ? dayOf(day) : null
      return checkedDay && pathOf(checkedDay, null)
    }
  }
  const rateDay = checkedShare(days, RATE, RATE_KIND, startFor('EUR/USD'))
  return {
    share: (facts, day, offer) => {
      const path = pathsOf(facts, offer)(day)
      return path && listingOf(facts, path, hasSessions)
    },
    index: ({ members, divisor }, day) => {
      const paths = members.map(({ facts }) => pathsOf(facts)(day))
      const values = indexValues(
        paths,
        members.map(({ sharesInIssue }, n) => (sharesInIssue * (paths[n]?.day.splits ?? 1)) / divisor),
      )
      return values && indexOf(values, paths[0]!.day.of.open)
    },
    rate: (day, minutes) => {
      const checkedDay = rateDay(day)
      return checkedDay && pathOf(checkedDay, 1).prices[minutes]!
    },
  }
}

function listingOf(facts: Facts, path: CheckedPath, hasSessions: boolean): CheckedListing {
  const { of, wild } = path.day
  const name = wordsOfName(facts.listing)
  const parts = shares(of.minutes, busyAt)
  const minute = (number: number): CheckedBar | null => {
    if (isHalted(path, number)) return null
    const trades = tradesOf(path, number)
    const { first, last } = auctionsOf(path, number, hasSessions)
    const volume = tradedIn(path, parts, number, hasSessions) + first + last
    return { open: trades[0]!, high: Math.max(...trades), low: Math.min(...trades), close: trades[59]!, volume }
  }
  return {
    open: of.open,
    minutes: of.minutes,
    halt: wild && { from: wild.minute + 1, to: wild.reopens },
    minute,
    quote: (number, second) =>
      isHalted(path, number) ? null : quoteOf(facts, path, name, { number, second, hasSessions }),
    day: () => {
      const bars = Array.from({ length: of.minutes }, (_, number) => minute(number)).filter((bar) => bar !== null)
      const close = Math.max(1, path.prices[of.minutes]! + (wild ? path.wildMove : 0)) * path.tick
      return {
        open: bars[0]!.open,
        high: Math.max(...bars.map(({ high }) => high)),
        low: Math.min(...bars.map(({ low }) => low)),
        close,
        volume: bars.reduce((sum, { volume }) => sum + volume, 0),
      }
    },
  }
}

function tradedIn({ day }: CheckedPath, parts: readonly number[], minute: number, hasSessions: boolean): number {
  const { words: w, wild, volume } = day
  const continuous = hasSessions ? (1 - 0.015 - 0.08) * volume : volume
  const b = mix(w, 'volume', minute)
  return (
    1 + Math.floor(continuous * (wild?.minute === minute ? 6 : 1) * parts[minute]! * (0.4 + 0.3 * EXTREME[b >>> 20]!))
  )
}

/** The volume of a minute's auctions, at its first second and at its last. */
function auctionsOf({ day: { of, wild, volume } }: CheckedPath, minute: number, hasSessions: boolean) {
  const lots = (part: number): number => 100 * Math.max(1, Math.round((part * volume) / 100))
  if (!hasSessions) return { first: 0, last: 0 }
  const first = minute === 0 ? lots(0.015) : minute === wild?.reopens ? lots(0.01) : 0
  return { first, last: minute === of.minutes - 1 ? lots(0.08) : 0 }
}

interface Second {
  readonly number: number
  readonly second: number
  readonly hasSessions: boolean
}

function quoteOf(facts: Facts, path: CheckedPath, name: Words, { number, second, hasSessions }: Second): CheckedQuote {
  const { day, tick, open } = path
  const last = tradesOf(path, number)[second]!
  const at = day.of.open + number * 60_000 + second * 1_000 + phaseOf(facts.listing)
  const auctions = auctionsOf(path, number, hasSessions)
  const auctioned = second === 0 ? auctions.first : second === 59 ? auctions.last : 0
  if (auctioned > 0) return { at, last, bid: last, ask: last, bidSize: auctioned, askSize: auctioned }
  const w = day.words
  const b = mix(w, 'seconds', 0x40000 + 64 * number + second)
  const spread = (open * facts.spreadBps) / 10_000
  const usual = Math.max(1, Math.floor(spread))
  const wide = b % 4_096 < 4_096 * Math.max(1 / 16, (spread - usual) / 2) ? 1 : 0
  const bid = Math.max(tick, last - (Math.floor((usual + (name[6]! % 2)) / 2) + wide) * tick)
  const sizeOf = (ten: number): number => {
    const size = Math.max(1, Math.floor(((facts.turnover * day.splits) / 5_000 / 2) * EXTREME[4 * ten + 2]!))
    return size < 200 ? size : 100 * Math.floor(size / 100)
  }
  return {
    at,
    last,
    bid,
    ask: bid + (usual + 2 * wide) * tick,
    bidSize: sizeOf((b >>> 12) & 1_023),
    askSize: sizeOf(b >>> 22),
  }
}

/** The values of an index at its minutes' ends; null if a member has no price. */
function indexValues(paths: readonly (CheckedPath | null)[], weights: readonly number[]): number[] | null {
  if (paths.includes(null)) return null
  const minutes = paths[0]!.day.of.minutes
  return Array.from({ length: minutes + 1 }, (_, end) => {
    let sum = 0
    for (const [n, path] of paths.entries()) sum += Math.max(1, shownAt(path!, end)) * path!.tick * weights[n]!
    return Math.round(sum / 100) * 100
  })
}

/** A halted share keeps the price at which it stopped, up to the end of the halt. */
function shownAt(path: CheckedPath, end: number): number {
  const { wild } = path.day
  return priceAt(path, wild && end > wild.minute && end <= wild.reopens ? wild.minute + 1 : end)
}

function indexOf(values: readonly number[], open: number): CheckedListing {
  const bar = (from: number, to: number): CheckedBar => {
    const of = values.slice(from, to + 1)
    return { open: of[0]!, high: Math.max(...of), low: Math.min(...of), close: of.at(-1)!, volume: 0 }
  }
  return {
    open,
    minutes: values.length - 1,
    halt: null,
    quote: () => null,
    minute: (minute) => bar(minute, minute + 1),
    day: () => bar(0, values.length - 1),
  }
}
