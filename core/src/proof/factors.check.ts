import type { Hours, Zone } from './calendar.check.ts'
import { NORMAL, ONE, exp } from './maths.check.ts'
import { mix, wordsAt, wordsOf, type Words } from './words.check.ts'

/*
 * The seeds, the world and the zones of version 3 of the practice function, written a second time from docs/PRACTICE.md:
 * simple, slow, and apart from the first implementation.
 */

/** The facts of a share. `sector` is its place among the sectors, -1 for none; `growth` is a year's. */
export interface Facts {
  readonly listing: string
  readonly zone: Zone
  readonly basePrice: number
  readonly growth: number
  readonly beta: number
  readonly sector: number
  readonly volatility: number
  readonly turnover: number
  readonly reportsOn: number
  readonly spreadBps: number
}

/** A house as far as its prices depend on it. Days are counted from 1970-01-01. */
export interface House {
  readonly hours: Hours
  readonly openingDay: number
  /** The first day of the history: 1,826 days before the opening day. */
  readonly firstDay: number
  readonly seedOf: (day: number) => Uint8Array | null
  readonly spanOf: (zone: Zone, day: number) => { readonly open: number; readonly close: number } | null
  /** The seed of dividends and the first day of version 4; null for a house without them. */
  readonly plan: { readonly seed: Uint8Array; readonly from: number } | null
  /** The first day of version 5; null for a house without splits. */
  readonly splitsFrom: number | null
}

/** The last price of version 2 of a listing, in ten-thousandths, and the first day after it. */
export interface Start {
  readonly day: number
  readonly price: number
  /** True for the offer of a new listing, which opens around its price; after a turn the price is a close. */
  readonly isOffer: boolean
}

export interface Common {
  readonly variance: number
  readonly move: number
}
export interface Piece {
  readonly world: Common
  readonly zone: Common
  readonly part: number
  readonly sectors: Words
  readonly n: number
  readonly worldWords: Words
  readonly worldPiece: number
}
export interface ZoneDay {
  readonly day: number
  readonly open: number
  readonly minutes: number
  readonly ends: readonly number[]
  readonly clock: readonly number[]
  readonly restless: number
  readonly gap: { readonly world: Common; readonly zone: Common }
  readonly pieces: readonly Piece[]
  readonly words: Words
  readonly seed: Words
  readonly passed: number
  readonly before: number
}

const OTHER = { 'America/New_York': 'Europe/Madrid', 'Europe/Madrid': 'America/New_York' } as const
export const bits = (w: Words, place: number): number => mix(w, 'day', place)
export const normal = (w: Words, place: number): number => NORMAL[bits(w, place) >>> 20]!
export const unit = (w: Words, place: number): number => bits(w, place) / 2 ** 32
export const multiple = (w: Words, place: number, k: number): number =>
  Math.min(9, exp(k * normal(w, place) - (k * k) / 2))
export const round = (x: number): number => Math.floor(x + 0.5)
const pow = (x: number, n: number): number => (n === 6 ? x * x * x * x * x * x : x * x * x * x * x * x * x * x)
export const shares = (minutes: number, of: (u: number) => number): number[] => {
  const raw = Array.from({ length: minutes }, (_, i) => of((i + 0.5) / minutes))
  const total = raw.reduce((sum, x) => sum + x, 0)
  return raw.map((x) => x / total)
}
export const busyAt = (u: number): number => 0.6 + 2 * pow(1 - u, 6) + 1.5 * pow(u, 8)
const variedAt = (u: number): number => 0.75 + 0.9 * pow(1 - u, 6) + 0.4 * pow(u, 8)

/** The running sum of a session's variance at its minutes' ends. */
const clockOf = (minutes: number): readonly number[] => {
  const known = CLOCKS.get(minutes)
  if (known) return known
  const clock = [0]
  for (const part of shares(minutes, variedAt)) clock.push(clock.at(-1)! + part)
  CLOCKS.set(minutes, clock)
  return clock
}
const CLOCKS = new Map<number, readonly number[]>()

/** Days that are computed from the house's seeds. */
export interface CheckedDays {
  readonly house: House
  /** A trading day of a zone; null for a day without trading, or without a known seed. */
  zone(zone: Zone, day: number): ZoneDay | null
  /** The trading day before a day; null before the history. */
  before(zone: Zone, day: number): number | null
}

interface WorldDay {
  readonly restless: number
  readonly mood: number
  readonly pieces: readonly Common[]
  readonly words: Words
}

function worldDay({ hours, spanOf }: House, day: number, seed: Words, yesterday: number): WorldDay {
  const words = wordsAt(seed, 'lonja 3 world')
  const mood = 0.94 * yesterday + 0.13 * normal(words, 1)
  const restless = Math.min(2.2, Math.max(0.5, exp(mood)))
  const sigma = 0.01 * ONE * restless
  const trades = spanOf('America/New_York', day) !== null || spanOf('Europe/Madrid', day) !== null
  const whole = trades ? 0.8 * sigma * sigma * multiple(words, 2, 0.6) : 0
  const parts = hours === 'always' ? [0, 0, 0.75, 0.25] : [0.12, 0.26, 0.27, 0.35]
  const pieces = parts.map((part, k) => {
    const variance = part * whole
    return { variance, move: Math.sqrt(variance) * normal(words, 16 + k) }
  })
  return { restless, mood, pieces, words }
}

/** The pieces of the world [from, to) in a session, numbered 4 · day + piece, and the minute of its cut; 0 for none. */
function crossing({ hours, spanOf }: House, zone: Zone, day: number) {
  const [own, other] = [spanOf(zone, day)!, spanOf(OTHER[zone], day)]
  const isMadrid = zone === 'Europe/Madrid'
  const turn = other && (isMadrid ? other.open : other.close)
  const cut = turn !== null && turn > own.open && turn < own.close ? (turn - own.open) / 60_000 : 0
  if (!isMadrid) return { from: 4 * day + 2, to: 4 * day + 4, cut }
  if (hours === 'always') return { from: 4 * day - 1, to: 4 * day + 3, cut }
  return { from: 4 * day + 1, to: other && cut === 0 ? 4 * day + 2 : 4 * day + 3, cut }
}

export function checkedDays(house: House): CheckedDays {
  const worlds: (WorldDay | null)[] = []
  const zones = new Map<string, ZoneDay | null>()
  const firstWorld = house.firstDay - 1
  const world = (day: number): WorldDay | null => {
    while (firstWorld + worlds.length <= day) {
      const next = firstWorld + worlds.length
      const bytes = house.seedOf(next)
      if (!bytes) return null
      worlds.push(worldDay(house, next, wordsOf(bytes), worlds.at(-1)?.mood ?? 0))
    }
    return worlds[day - firstWorld] ?? null
  }
  const sum = (from: number, to: number): Common => {
    let [variance, move] = [0, 0]
    for (let piece = Math.max(from, 4 * firstWorld); piece < to; piece++) {
      const of = world(Math.floor(piece / 4))?.pieces[piece % 4]
      variance += of?.variance ?? 0
      move += of?.move ?? 0
    }
    return { variance, move }
  }
  const before = (zone: Zone, day: number): number | null => {
    for (let one = day - 1; one >= house.firstDay; one--) if (house.spanOf(zone, one)) return one
    return null
  }
  const make = (zone: Zone, day: number): ZoneDay | null => {
    const [span, bytes, today] = [house.spanOf(zone, day), house.seedOf(day), world(day)]
    if (!span || !bytes || !today) return null
    const last = before(zone, day)
    const { from, to, cut } = crossing(house, zone, day)
    const bounds = cut > 0 ? [from, from + 1, to] : [from, to]
    const worldsOf = bounds.slice(1).map((end, n) => ({
      world: sum(bounds[n]!, end),
      worldWords: world(Math.floor((end - 1) / 4))!.words,
      worldPiece: (end - 1) % 4,
    }))
    const gap = last === null ? { variance: 0, move: 0 } : sum(crossing(house, zone, last).to, from)
    const minutes = (span.close - span.open) / 60_000
    const facts = { day, open: span.open, minutes, ends: cut > 0 ? [0, cut, minutes] : [0, minutes] }
    const passed = last === null ? 1 : day - last
    return zoneDay({ ...facts, passed, before: last ?? day - 1 }, wordsOf(bytes), {
      house,
      zone,
      restless: today.restless,
      worldsOf,
      gap,
    })
  }
  const zone = (of: Zone, day: number): ZoneDay | null => {
    const key = `${of} ${day}`
    if (!zones.has(key)) zones.set(key, make(of, day))
    return zones.get(key)!
  }
  return { house, zone, before }
}

interface WorldOf {
  readonly house: House
  readonly zone: Zone
  readonly restless: number
  readonly worldsOf: readonly Pick<Piece, 'world' | 'worldWords' | 'worldPiece'>[]
  readonly gap: Common
}

type Plain = Pick<ZoneDay, 'day' | 'open' | 'minutes' | 'ends' | 'passed' | 'before'>

function zoneDay(plain: Plain, seed: Words, { house, zone, restless, worldsOf, gap }: WorldOf): ZoneDay {
  const words = wordsAt(seed, `lonja 3 market ${zone}`)
  const sectors = wordsAt(seed, `lonja 3 sectors ${zone}`)
  const night = house.hours === 'exchange' ? 0.25 : 0
  const sigma = 0.01 * ONE * restless
  const own = (1 - 0.8) * sigma * sigma * multiple(words, 1, 0.6)
  const drawn = (variance: number, place: number): Common => ({
    variance,
    move: Math.sqrt(variance) * normal(words, place),
  })
  const clock = clockOf(plain.minutes)
  const pieces = worldsOf.map((of, n): Piece => {
    const part = clock[plain.ends[n + 1]!]! - clock[plain.ends[n]!]!
    return { ...of, n, part, sectors, zone: drawn((1 - night) * part * own, 3 + n) }
  })
  return { ...plain, seed, words, clock, restless, pieces, gap: { world: gap, zone: drawn(night * own, 2) } }
}
