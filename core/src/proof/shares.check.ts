import { quarterOf } from './calendar.check.ts'
import { checkedDividends } from './dividends.check.ts'
import {
  bits,
  multiple,
  normal,
  round,
  unit,
  type CheckedDays,
  type Facts,
  type Start,
  type ZoneDay,
} from './factors.check.ts'
import { NORMAL, ONE, ln, priceOf, stepsOf } from './maths.check.ts'
import { checkedSplits, type CheckedSplit } from './splits.check.ts'
import { wordsAt, type Words } from './words.check.ts'

/* The days of a share by version 3 of the practice function, written a second time from docs/PRACTICE.md. */

export interface CheckedPiece {
  readonly variance: number
  readonly move: number
  /** Among 256 choices, those that go with the world, and those that go with the world or the zone. */
  readonly withWorld: number
  readonly withCommon: number
}

export interface CheckedWild {
  readonly minute: number
  readonly reopens: number
  readonly move: number
  readonly deviation: number
}

export interface CheckedDay {
  readonly of: ZoneDay
  readonly words: Words
  readonly gap: number
  readonly pieces: readonly CheckedPiece[]
  readonly wild: CheckedWild | null
  readonly volume: number
  /** The shares that one share has become by the day. */
  readonly splits: number
  /** The log prices at the ends of its pieces, without the wild minute, and its close with it. */
  readonly ends: readonly number[]
  readonly close: number
}

type DayDraw = Omit<CheckedDay, 'ends' | 'close'>

/** Facts of a share that the exchange rate has otherwise: the deviation at the opening, and the return to its base. */
export interface Kind {
  readonly around: number
  readonly pull: number
  readonly hasSessions: boolean
}

function draw(facts: Facts, kind: Kind, of: ZoneDay, before: number | null, splits = 1): DayDraw {
  const words = wordsAt(of.seed, facts.listing)
  const damp = before === null ? 1 : Math.max(0, Math.min(1, (before - stepsOf(10)) / (stepsOf(1_000) - stepsOf(10))))
  const quarter = quarterOf(of.day).firstDay
  const isDue = facts.reportsOn > Math.max(-1, of.before - quarter) && facts.reportsOn <= of.day - quarter
  const busy = multiple(words, 1, 0.9)
  const a = damp * facts.volatility * ONE * (0.6 + 0.4 * of.restless)
  const own = a * a * busy
  const beta = damp * facts.beta
  const night = kind.hasSessions ? 0.25 : 0
  const report = isDue ? 2.5 * damp * facts.volatility * ONE : 0
  const varianceOfGap = night * own + beta * beta * (of.gap.world.variance + of.gap.zone.variance) + report * report
  const jump = Math.max(-0.3 * ONE, Math.min(0.3 * ONE, report * normal(words, 3)))
  const shared = beta * (of.gap.world.move + of.gap.zone.move)
  const moved = Math.sqrt(night * own) * normal(words, 2) + shared
  const usual = facts.turnover * splits * (0.6 + 0.8 * unit(words, 6)) * of.restless
  return {
    of,
    words,
    gap: round(moved - varianceOfGap / (2 * ONE) + jump),
    pieces: of.pieces.map((piece, n) =>
      pieceOf(piece, { facts, of, words, damp, beta, alone: (1 - night) * piece.part * own, n }),
    ),
    wild: kind.hasSessions ? wildOf(words, of.minutes, damp * facts.volatility, isDue) : null,
    splits,
    volume: usual * ((isDue ? 2.5 : 1) * (0.5 + 0.5 * Math.sqrt(busy))),
  }
}

interface PieceFacts {
  readonly facts: Facts
  readonly of: ZoneDay
  readonly words: Words
  readonly damp: number
  readonly beta: number
  readonly alone: number
  readonly n: number
}

function pieceOf(
  piece: ZoneDay['pieces'][number],
  { facts, of, words, damp, beta, alone, n }: PieceFacts,
): CheckedPiece {
  const { world, zone, part, sectors } = piece
  const s = facts.sector < 0 ? 0 : damp * 0.006 * ONE * of.restless * Math.sqrt(part)
  const sector = facts.sector < 0 ? 0 : NORMAL[(sectors[facts.sector]! >>> (n === 0 ? 20 : 8)) & 4_095]!
  const variance = alone + beta * beta * (world.variance + zone.variance) + s * s
  const move = Math.sqrt(alone) * normal(words, 4 + n) + beta * (world.move + zone.move) + s * sector
  const growth = n === 0 ? ((facts.growth * ONE) / 365) * of.passed : 0
  const x = variance > 0 ? beta * Math.sqrt(world.variance / variance) : 0
  const y = variance > 0 ? beta * Math.sqrt(zone.variance / variance) : 0
  const g = 256 / Math.max(1, x + y)
  return {
    variance,
    move: round(move - variance / (2 * ONE) + growth),
    withWorld: Math.floor(x * g),
    withCommon: Math.floor((x + y) * g),
  }
}

function wildOf(words: Words, minutes: number, volatility: number, isDue: boolean): CheckedWild | null {
  const q = volatility / 0.02
  const chance = Math.min(0.05, 0.003 * q * q * (isDue ? 4 : 1))
  const room = minutes - 5 - 30
  if (bits(words, 0x6001) >= chance * 2 ** 32 || room < 1) return null
  const where = bits(words, 0x6002)
  const minute = 5 + Math.floor((where / 2 ** 32) * room)
  const deviation = 1.5 * volatility * ONE
  const jump = round(deviation * normal(words, 0x6003))
  const move = round(jump - (deviation * deviation) / (2 * ONE))
  return { minute, reopens: minute + 1 + (where % 4 === 0 ? 10 : 5), move, deviation }
}

const movesOf = ({ pieces, wild }: DayDraw): number =>
  pieces.reduce((sum, { move }) => sum + move, 0) + (wild?.move ?? 0)

const partedBy = (split: CheckedSplit | null): number => (split ? round(ln(split.from / split.to) * ONE) : 0)

/** The move of the first open from the price at which a share begins. */
const away = ({ isOffer }: Start, { words, gap }: DayDraw): number =>
  isOffer ? round((0.019 + 0.0445 * normal(words, 10)) * ONE) : gap

/** The days of a share on request, each from the day before it, or in the history from the day after it. */
export function checkedShare(
  days: CheckedDays,
  facts: Facts,
  kind: Kind,
  begins: Start | null,
): (day: number) => CheckedDay | null {
  const { house } = days
  const base = stepsOf(facts.basePrice)
  const first = begins?.day ?? house.openingDay
  const byDay = new Map<number, CheckedDay>()
  const [dividends, splits] = [checkedDividends(house, facts), checkedSplits(house, facts)]
  const anchor = (): number => {
    const last = days.zone(facts.zone, days.before(facts.zone, house.openingDay)!)!
    return base + round(kind.around * ONE * normal(wordsAt(last.seed, facts.listing), 10))
  }
  const keep = (drawn: DayDraw, open: number, pull: number): CheckedDay => {
    const ends = [open]
    for (const [n, { move }] of drawn.pieces.entries()) ends.push(ends.at(-1)! + move + (n === 0 ? pull : 0))
    const day = { ...drawn, ends, close: ends.at(-1)! + (drawn.wild?.move ?? 0) }
    byDay.set(drawn.of.day, day)
    return day
  }
  const later = (last: number): void => {
    let before: CheckedDay | null = null
    for (let day = first; day <= last; day++) {
      if (!house.spanOf(facts.zone, day)) continue
      const known: CheckedDay | undefined = byDay.get(day)
      const of = days.zone(facts.zone, day)
      if (!of) return
      if (!known) {
        const split = before ? splits.on(day, closeOn) : null
        const shares: number = ((before?.splits ?? 1) * (split?.to ?? 1)) / (split?.from ?? 1)
        const drawn = draw(facts, kind, of, before ? before.close : null, shares)
        const start = begins ? stepsOf(begins.price) + away(begins, drawn) : anchor()
        const fall = before ? partedBy(split) + dividends.fall(day, before.close, closeOn) : 0
        const open = before ? before.close + drawn.gap + fall : start
        before = keep(drawn, open, kind.pull === 0 ? 0 : round(kind.pull * (base - open)))
      } else before = known
    }
  }
  const history = (earliest: number): void => {
    let after: CheckedDay | null = null
    let day = days.before(facts.zone, house.openingDay)
    for (; day !== null && day >= earliest; day = days.before(facts.zone, day)) {
      const known: CheckedDay | undefined = byDay.get(day)
      if (!known) {
        const drawn = draw(facts, kind, days.zone(facts.zone, day)!, null)
        const close: number = after ? after.ends[0]! - after.gap : anchor()
        after = keep(drawn, close - movesOf(drawn), 0)
      } else after = known
    }
  }
  // Version 2 priced the days before a turn, and a new listing has none: a dividend has no basis among them.
  const closeOn = (day: number): number | null => (begins && day < first ? null : (on(day)?.close ?? null))
  const on = (day: number): CheckedDay | null => {
    if (!byDay.has(day)) (day >= first ? later : history)(day)
    return byDay.get(day) ?? null
  }
  return on
}

/** A log price as a whole number of ticks, at least one. */
export const inTicks = (level: number, tick: number): number => Math.max(1, round(priceOf(level) / tick))
