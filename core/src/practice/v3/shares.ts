import type { ListingId } from '../../base/amount.ts'
import { LOG_ONE, stepsOf } from '../../base/maths.ts'
import { drawWords, wordsOfName, type Words } from '../../base/noise.ts'
import type { DayNumber } from '../../calendar/days.ts'
import { wildMinute, type Wild } from '../auctions.ts'
import type { MarketDays, TradingDay } from '../days.ts'
import { sharesFactor, type ListingPlan } from '../plan.ts'
import { nothingReached, type ComputedDays } from '../reached.ts'
import type { Dividends } from '../v4/dividends.ts'
import type { Splits } from '../v5/splits.ts'
import { NIGHT, SECTOR_DAY, type CommonMove, type DayOfThree } from './days.ts'
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
  /** The dividends that version 4 draws; null before it, and for a company that pays none. */
  readonly dividends: Dividends | null
  /** The splits that version 5 draws; null before it, and for a company that never splits its shares. */
  readonly splits: Splits | null
}

/** The shares that one share of before the first split has become, from a day on. */
export interface SplitFactor {
  readonly from: DayNumber
  readonly shares: number
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
  readonly later: ComputedDays
  readonly past: ComputedDays
  /** The splits of the later days computed so far, in order. */
  readonly divided: SplitFactor[]
  /** The draws of the day requested last. */
  latest: ShareDay | null
}

/** The draws of a share on a day. Variances and moves are in steps. */
export interface ShareDay {
  readonly day: DayOfThree
  readonly words: Words
  readonly wild: Wild | null
  /** The move from the previous close to the open, without corporate actions. */
  readonly gap: number
  readonly pieces: readonly SharePiece[]
  /** The expected volume of the day, auctions included. */
  readonly volume: number
}

/** A piece of a session as a share goes through it, without its wild minute. */
export interface SharePiece {
  readonly variance: number
  readonly move: number
  /** Among 256 points of its path, those at which the path goes with the world's, and with the world's or the zone's. */
  readonly withWorld: number
  readonly withCommon: number
}

export const PLACES = { variance: 1, gap: 2, report: 3, pieces: 4, luck: 6, firstDay: 10 } as const

/** A report's jump in daily deviations, the largest jump, and the volume of its day as a multiple of the usual. */
const REPORT_JUMP = 2.5
const JUMP_MOST = 0.3 * LOG_ONE
const REPORT_VOLUME = 2.5

/** Moves shrink below a price of 0.10, and vanish at 0.0010: no share falls below that. */
const LOWEST = stepsOf(10)
const UNHINDERED = stepsOf(1_000) - LOWEST

export const shareOf = (temper: ShareParameters, days: MarketDays, startLevel: StartLevel = () => null): Share => ({
  temper,
  days,
  name: wordsOfName(temper.listing),
  startLevel,
  firstLater: -1,
  later: nothingReached(),
  past: nothingReached(),
  divided: [],
  latest: null,
})

/** The shares that one share has become by a day, among the days computed so far. */
export const sharesOn = ({ divided, temper }: Share, number: DayNumber): number =>
  sharesFactor(temper.plan, number) * (divided.findLast(({ from }) => from <= number)?.shares ?? 1)

const dampFor = (level: number): number => Math.max(0, Math.min(1, (level - LOWEST) / UNHINDERED))

/** The draws of a share on a day that follows a close at a log price; null for days of the history. */
export function shareDay(share: Share, day: DayOfThree, before: number | null): ShareDay {
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
    volume: temper.turnover * sharesOn(share, day.number) * luck * day.restless * busy,
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

/** The correlation of a share's path with the world's and the zone's, in 256ths: the frequency at which it copies a step of them. */
function waysOf({ world, zone }: CommonMove, beta: number, variance: number) {
  if (variance <= 0) return { withWorld: 0, withCommon: 0 }
  const [one, other] = [beta * Math.sqrt(world.variance / variance), beta * Math.sqrt(zone.variance / variance)]
  const scale = 256 / Math.max(1, one + other)
  return { withWorld: Math.floor(one * scale), withCommon: Math.floor((one + other) * scale) }
}

/** The move of a wild minute, with the fall that its variance asks for. */
export const wildMove = ({ wild }: ShareDay): number => (wild ? Math.round(wild.jump - halfOf(wild.variance)) : 0)

export const dayMove = (drawn: ShareDay): number =>
  drawn.pieces.reduce((sum, { move }) => sum + move, 0) + wildMove(drawn)
