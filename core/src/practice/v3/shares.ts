import type { ListingId } from '../../base/amount.ts'
import { LOG_ONE, stepsOf } from '../../base/maths.ts'
import { drawWords, wordsOfName, type Words } from '../../base/noise.ts'
import { wildMinute, type Wild } from '../auctions.ts'
import type { MarketDays, TradingDay } from '../days.ts'
import { actionsMove, sharesFactor, type ListingPlan } from '../plan.ts'
import { NIGHT, SECTOR_DAY, threeOf, type CommonMove, type DayOfThree } from './days.ts'
import { OWN_VARIANCE, normalAt, unitAt, varianceAt } from './draws.ts'

/** The parameters of a share, or of the exchange rate, that depend on no seed. */
export interface ShareParameters {
  readonly listing: ListingId | 'EUR/USD'
  /** The price at the opening, in its smallest units; the deviation around it; the daily growth, in steps. */
  readonly basePrice: number
  readonly around: number
  readonly growth: number
  readonly beta: number
  /** The index of its sector in `SECTORS`; -1 for none. */
  readonly sector: number
  readonly volatility: number
  readonly turnover: number
  /** The day of the quarter on which it reports; -1 for never. */
  readonly reportsOn: number
  /** The part of the distance to the base price that it reverts per day: 0 for a share. */
  readonly pull: number
  readonly hasSessions: boolean
  readonly plan: ListingPlan
}

/** The log price from which later days are computed, if another version priced the days before. */
export type StartLevel = (first: TradingDay) => number | null

/** A share of the practice market: its parameters, and the log prices of its days computed so far. */
export interface Share {
  readonly temper: ShareParameters
  readonly days: MarketDays
  readonly name: Words
  readonly startLevel: StartLevel
  /** The index of the first day that is computed forwards. */
  firstLater: number
  readonly later: Levels
  readonly past: Levels
  /** The draws of the day requested last. */
  latest: ShareDay | null
}

/** Open and close of days, as log prices in steps, in the order of computation. */
interface Levels {
  opens: Int32Array
  closes: Int32Array
  count: number
}

/** The draws of a share on a day. Variances and moves are in steps. */
export interface ShareDay {
  readonly day: DayOfThree
  readonly words: Words
  readonly wild: Wild | null
  /** The move from the previous close to the open, without corporate actions. */
  readonly gap: number
  readonly pieces: readonly SharePiece[]
  /** The expected volume of the day, with and without its auctions' part. */
  readonly volume: number
}

/** A piece of a session as a share goes through it, without its wild minute. */
export interface SharePiece {
  readonly variance: number
  readonly move: number
  /** Of 256 points of its path, those at which the path goes with the world's, and with the world's or the zone's. */
  readonly withWorld: number
  readonly withCommon: number
}

const PLACES = { variance: 1, gap: 2, report: 3, pieces: 4, luck: 6, firstDay: 10 } as const

/** A report's jump in daily deviations, the largest jump, and the volume of its day as a multiple of the usual. */
const REPORT_JUMP = 2.5
const JUMP_MOST = 0.3 * LOG_ONE
const REPORT_VOLUME = 2.5

/**
 * A new listing opens around the price of its offer: the mean of the first opening is 2 % above it, and a third of them
 * open below it.
 */
const FIRST_MOVE = 0.019
const FIRST_SPREAD = 0.0445

/** Moves shrink below a price of 0.10, and vanish at 0.0010: no share falls below that. */
const LOWEST = stepsOf(10)
const UNHINDERED = stepsOf(1_000) - LOWEST

const levels = (): Levels => ({ opens: new Int32Array(0), closes: new Int32Array(0), count: 0 })

export const shareOf = (temper: ShareParameters, days: MarketDays, startLevel: StartLevel = () => null): Share => ({
  temper,
  days,
  name: wordsOfName(temper.listing),
  startLevel,
  firstLater: -1,
  later: levels(),
  past: levels(),
  latest: null,
})

const dampFor = (level: number): number => Math.max(0, Math.min(1, (level - LOWEST) / UNHINDERED))

/** The draws of a share on a day that follows a close at a log price; null for days of the history. */
function shareDay(share: Share, day: DayOfThree, before: number | null): ShareDay {
  const { temper } = share
  const words = drawWords(day.seed, share.name, new Uint32Array(16))
  const damp = before === null ? 1 : dampFor(before)
  const reports = temper.reportsOn > day.reportsAfter && temper.reportsOn <= day.reportsUpTo
  const multiple = varianceAt(OWN_VARIANCE, words, PLACES.variance)
  const usual = damp * temper.volatility * LOG_ONE * (0.6 + 0.4 * day.restless)
  const own = usual * usual * multiple
  const beta = damp * temper.beta
  const night = temper.hasSessions ? NIGHT : 0
  const wild = temper.hasSessions ? wildMinute(words, day.minutes, damp * temper.volatility, reports) : null
  const luck = 0.6 + 0.8 * unitAt(words, PLACES.luck)
  const busy = (reports ? REPORT_VOLUME : 1) * (0.5 + 0.5 * Math.sqrt(multiple))
  return {
    day,
    words,
    wild,
    gap: gapOf(words, day.gap, night * own, beta, reports ? REPORT_JUMP * damp * temper.volatility * LOG_ONE : 0),
    pieces: day.pieces.map((piece, n) => {
      const sector = temper.sector < 0 ? 0 : damp * SECTOR_DAY * LOG_ONE * day.restless * Math.sqrt(piece.part)
      const drawn = temper.sector < 0 ? 0 : piece.sectors[temper.sector]!
      const alone = (1 - night) * piece.part * own
      const common = commonOf(piece, beta)
      const variance = alone + common.variance + sector * sector
      const move = Math.sqrt(alone) * normalAt(words, PLACES.pieces + n) + common.move + sector * drawn
      const growth = n === 0 ? temper.growth * day.passed : 0
      return { variance, move: Math.round(move - halfOf(variance) + growth), ...waysOf(piece, beta, variance) }
    }),
    volume: temper.turnover * sharesFactor(temper.plan, day.number) * luck * day.restless * busy,
  }
}

/** A log price falls by half its variance, so that the price itself goes nowhere on average. */
const halfOf = (variance: number): number => variance / (2 * LOG_ONE)

const commonOf = ({ world, zone }: CommonMove, beta: number) => ({
  variance: beta * beta * (world.variance + zone.variance),
  move: beta * (world.move + zone.move),
})

function gapOf(words: Words, common: CommonMove, own: number, beta: number, report: number): number {
  const shared = commonOf(common, beta)
  const jump = report * normalAt(words, PLACES.report)
  const move = Math.sqrt(own) * normalAt(words, PLACES.gap) + shared.move
  return Math.round(
    move - halfOf(own + shared.variance + report * report) + Math.max(-JUMP_MOST, Math.min(JUMP_MOST, jump)),
  )
}

/** The correlation of a share's path with the world's and the zone's: so often it goes exactly with one of them. */
function waysOf({ world, zone }: CommonMove, beta: number, variance: number) {
  if (variance <= 0) return { withWorld: 0, withCommon: 0 }
  const [one, other] = [beta * Math.sqrt(world.variance / variance), beta * Math.sqrt(zone.variance / variance)]
  const scale = 256 / Math.max(1, one + other)
  return { withWorld: Math.floor(one * scale), withCommon: Math.floor((one + other) * scale) }
}

/** The move of a wild minute, with the fall that its variance asks for. */
const wildMove = ({ wild }: ShareDay): number => (wild ? Math.round(wild.jump - halfOf(wild.variance)) : 0)

const dayMove = (drawn: ShareDay): number => drawn.pieces.reduce((sum, { move }) => sum + move, 0) + wildMove(drawn)

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
  if (share.latest?.day !== day) share.latest = shareDay(share, day, closeBefore(share, day))
  return share.latest
}

/** The close that a day follows; null in the history and where its price begins anew. */
function closeBefore(share: Share, day: DayOfThree): number | null {
  if (day.index <= firstLaterOf(share) || beginsOn(share, day)) return null
  return placeOf(share, day.index - 1, 'closes')
}

/** True on the first trading day of a listing that a plan lists. */
function beginsOn({ temper, days }: Share, { index, number }: TradingDay): boolean {
  const first = temper.plan.first?.day
  if (first === undefined || number < first) return false
  return index === 0 || days.days[index - 1]!.number < first
}

/** A share's open and close on a day, as log prices in steps. */
export const openOf = (share: Share, { index }: TradingDay): number => placeOf(share, index, 'opens')
export const closeLevelOf = (share: Share, { index }: TradingDay): number => placeOf(share, index, 'closes')

function placeOf(share: Share, index: number, of: 'opens' | 'closes'): number {
  const first = firstLaterOf(share)
  if (index >= first) {
    reachLater(share, index - first)
    return share.later[of][index - first]!
  }
  reachPast(share, first - 1 - index)
  return share.past[of][first - 1 - index]!
}

/** The history's end, or the first day of this version if another one priced the days before. */
function firstLaterOf(share: Share): number {
  const { days, historyDays } = share.days
  if (share.firstLater < 0) {
    const history = historyDays()
    share.firstLater = days[0]?.version === 3 ? history : days.findIndex(({ version }) => version === 3)
  }
  return share.firstLater
}

function makeRoom(to: Levels, places: number): void {
  if (to.opens.length >= places) return
  const room = Math.max(8, 2 * places)
  to.opens = grown(to.opens, room)
  to.closes = grown(to.closes, room)
}

const grown = (from: Int32Array, room: number): Int32Array => {
  const to = new Int32Array(room)
  to.set(from)
  return to
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
    const begins = next === 0 || beginsOn(share, day)
    const before = begins ? null : later.closes[next - 1]!
    const drawn = shareDay(share, day, before)
    const open = before === null ? firstOpen(share, drawn) : opensAfter(share, drawn, before)
    later.opens[next] = open
    later.closes[next] = open + dayMove(drawn) + pullFrom(share, day, open)
  }
  later.count = place + 1
}

/** The open after a close: what the plan takes from the price, and the gap. */
function opensAfter({ temper, days }: Share, { day, gap }: ShareDay, close: number): number {
  return close + gap + actionsMove(temper.plan, days.days[day.index - 1]!.number, day.number, close)
}

/** The open of the first day: of a new listing, after another version's last close, or after the history. */
function firstOpen(share: Share, drawn: ShareDay): number {
  const { temper, startLevel } = share
  if (temper.plan.first && beginsOn(share, drawn.day)) {
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
