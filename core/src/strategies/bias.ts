import { assert } from '../base/assert.ts'
import type { Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import type { Steps } from '../base/steps.ts'
import { keep, type Json, type Own, type Parameters, type Step, type Strategy } from './events.ts'
import { areOrders } from './passing.rules.ts'
import { barInto, emptyBar, emptyQuote, historyFrom, isQuoted, quoteInto, type Minutes } from './simulation.rules.ts'

/*
 * The tests that a strategy passes before it is listed. A decision must not change when the future is another (it looks
 * ahead), nor with more history than the strategy says it needs (its indicators depend on where they began). Run again, or
 * from a stored state, it must decide the same.
 */

/** A strategy for a series of minutes. One that prepares its indicators in advance takes them from there. */
export type Candidate = (minutes: Minutes) => Strategy

export const BIASES = ['no_decision', 'look_ahead', 'recursive', 'repeat', 'stored_state', 'order_form'] as const
export type BiasName = (typeof BIASES)[number]

export interface Bias {
  readonly bias: BiasName
  /** The instant of the first decision that differs. */
  readonly at: Instant
}

/** The numbers of minutes that the tests examine. */
export interface BiasEffort {
  /** The number of minutes after which the future is altered, with a decision and without one. */
  readonly cutsDecided: number
  readonly cutsOther: number
  /** The number of minutes from which decisions with more and with less history are compared. */
  readonly starts: number
}

/** The effort before a strategy is listed. */
const LISTING: BiasEffort = { cutsDecided: 24, cutsOther: 8, starts: 6 }
const FUTURE_MINUTES = 400
/** The number of minutes compared from each start. */
const COMPARED = 1_200

/**
 * The positions in which decisions are asked for: none, shares all the time, and as if each order filled at once. A
 * strategy sells only what it has, so one position alone would hide half of its decisions.
 */
const POSITIONS = ['flat', 'long', 'following'] as const
type Position = (typeof POSITIONS)[number]

const FLAT: Own = { shares: 0, buying: 0, selling: 0, room: 10_000_00 }
const LONG: Own = { shares: 100, buying: 0, selling: 0, room: 0 }

/** The decisions of a series: a text of the orders at each minute from a start on, '' for none, and the last state. */
interface Trace {
  readonly decisions: readonly string[]
  readonly state: string
}

interface Course {
  readonly position: Position
  /** The first minute whose orders count. */
  readonly start: number
  readonly until: number
  /** True to store and restore the state between two events. */
  readonly isStored?: boolean
}

function traceOf(candidate: Candidate, minutes: Minutes, parameters: Parameters, course: Course): Trace {
  const { position, start, until, isStored = false } = course
  const strategy = candidate(minutes)
  const setup = { parameters }
  let state = strategy.begin(setup)
  let own = position === 'long' && start === 0 ? LONG : FLAT
  let place = 0
  const [bars, quotes] = [emptyBar(), emptyQuote()]
  const decisions: string[] = []
  for (let n = 0; n < until; n++) {
    if (n === start && position === 'long') own = LONG
    let session = minutes.sessions[place]
    while (session && (minutes.at[n] ?? 0) > session.close) session = minutes.sessions[++place]
    assert(session !== undefined, 'a minute is in a session')
    const bar = strategy.onBar?.(state, barInto(bars, minutes, n, session, own), setup) ?? keep(state)
    const quoteEvent = isQuoted(minutes, n) ? quoteInto(quotes, minutes, n, session, own) : null
    const quote = (quoteEvent && strategy.onQuote?.(bar.state, quoteEvent, setup)) ?? keep(bar.state)
    state = isStored ? stored(quote.state) : quote.state
    const orders = bar.orders.length + quote.orders.length === 0 ? [] : [...bar.orders, ...quote.orders]
    if (n < start) continue
    decisions.push(orders.length === 0 ? '' : areOrders(orders) ? JSON.stringify(orders) : NO_FORM)
    if (position === 'following') own = after(own, orders)
  }
  return { decisions, state: JSON.stringify(state) }
}

const NO_FORM = 'no form'

const stored = (state: Json): Json => JSON.parse(JSON.stringify(state)) as Json

/** The position after some orders, as if they had filled. */
function after(own: Own, orders: Step<Json>['orders']): Own {
  let { shares } = own
  for (const order of orders) shares = Math.max(shares + (order.side === 'buy' ? order.shares : -order.shares), 0)
  return shares === own.shares ? own : { ...FLAT, shares, room: shares > 0 ? FLAT.room / 2 : FLAT.room }
}

/** Some of the minutes of a series, and the minutes as they are after a change of each column's values. */
function altered(
  minutes: Minutes,
  from: number,
  until: number,
  change = (value: number, _n: number): number => value,
): Minutes {
  const columnOf = (column: ArrayLike<number>): Float64Array => {
    const values = new Float64Array(until - from)
    for (let n = from; n < until; n++) values[n - from] = change(column[n] ?? 0, n)
    return values
  }
  const { open, high, low, close, volume, bid, ask, bidSize, askSize } = minutes
  const at = Array.from({ length: until - from }, (_at, n) => minutes.at[from + n] ?? 0)
  const sizes = { volume: columnOf(volume), bidSize: columnOf(bidSize), askSize: columnOf(askSize) }
  const prices = { open: columnOf(open), high: columnOf(high), low: columnOf(low), close: columnOf(close) }
  return { ...minutes, at, ...prices, ...sizes, bid: columnOf(bid), ask: columnOf(ask) }
}

/** The values after a minute in other futures: they double, they halve, and they turn between the two. */
const FUTURES: readonly ((value: number, later: number) => number)[] = [
  (value) => value * 2,
  (value) => Math.ceil(value / 2),
  (value, later) => (later % 2 === 1 ? value * 3 : Math.ceil(value / 3)),
]

/** The series up to a minute, and the series with each of the other futures. */
export function futuresOf(minutes: Minutes, cut: number): Minutes[] {
  const until = Math.min(cut + 1 + FUTURE_MINUTES, minutes.at.length)
  return [
    altered(minutes, 0, cut + 1),
    ...FUTURES.map((change) => altered(minutes, 0, until, (value, n) => (n > cut ? change(value, n - cut) : value))),
  ]
}

/** At most `most` of some places, evenly spread. */
export function spread(places: readonly number[], most: number): number[] {
  if (places.length <= most) return [...places]
  return Array.from({ length: most }, (_place, n) => places[Math.floor((n * places.length) / most)] ?? 0)
}

/** Goes through all tests on a series. Returns the first bias of each kind; none for a strategy that may be listed. */
export function* biasSteps(
  candidate: Candidate,
  minutes: Minutes,
  parameters: Parameters,
  effort = LISTING,
): Steps<readonly Bias[]> {
  const biases: Bias[] = []
  for (const position of POSITIONS) {
    const course = { position, start: 0, until: minutes.at.length }
    const trace = traceOf(candidate, minutes, parameters, course)
    const place = trace.decisions.indexOf(NO_FORM)
    if (place >= 0) biases.push({ bias: 'order_form', at: minutes.at[place] ?? 0 })
    biases.push(...(yield* lookAheadSteps(candidate, minutes, parameters, { course, trace, effort })))
    biases.push(...(yield* recursiveSteps(candidate, minutes, parameters, { position, effort })))
    const storedTrace = traceOf(candidate, minutes, parameters, { ...course, isStored: true })
    biases.push(...differing('stored_state', trace, storedTrace, minutes))
    biases.push(...differing('repeat', trace, traceOf(candidate, minutes, parameters, course), minutes))
    if (position === 'following' && trace.decisions.every((decision) => decision === ''))
      biases.push({ bias: 'no_decision', at: minutes.at[minutes.at.length - 1] ?? 0 })
  }
  return BIASES.flatMap((name) => biases.find(({ bias }) => bias === name) ?? [])
}

function* lookAheadSteps(
  candidate: Candidate,
  minutes: Minutes,
  parameters: Parameters,
  { course, trace, effort }: { readonly course: Course; readonly trace: Trace; readonly effort: BiasEffort },
): Steps<readonly Bias[]> {
  const places = trace.decisions.map((_decision, n) => n)
  const decided = places.filter((n) => trace.decisions[n] !== '')
  const cuts = new Set([...spread(decided, effort.cutsDecided), ...spread(places, effort.cutsOther)])
  for (const cut of cuts) {
    const until = cut + 1
    // The state is compared too, because a leak of the future may show in a later decision only.
    const own = traceOf(candidate, minutes, parameters, { ...course, until })
    for (const future of futuresOf(minutes, cut)) {
      const other = traceOf(candidate, future, parameters, { ...course, until })
      const [bias] = differing('look_ahead', own, other, minutes)
      if (bias) return [bias]
    }
    yield
  }
  return []
}

function* recursiveSteps(
  candidate: Candidate,
  minutes: Minutes,
  parameters: Parameters,
  { position, effort }: { readonly position: Position; readonly effort: BiasEffort },
): Steps<readonly Bias[]> {
  const strategy = candidate(minutes)
  const places = Array.from({ length: minutes.at.length }, (_at, n) => n)
  const ready = places.filter((n) => historyFrom(minutes, n, strategy, parameters) > 0)
  for (const n of spread(ready, effort.starts)) {
    const least = historyFrom(minutes, n, strategy, parameters)
    const end = Math.min(n + COMPARED, minutes.at.length)
    const traceFrom = (first: number): Trace => {
      const course = { position, start: n - first, until: end - first }
      const { decisions } = traceOf(candidate, altered(minutes, first, end), parameters, course)
      return { decisions, state: '' }
    }
    const own = traceFrom(least)
    for (const first of [0, Math.floor(least / 2), least - 1]) {
      const [bias] = differing('recursive', own, traceFrom(first), minutes, n)
      if (bias) return [bias]
    }
    yield
  }
  return []
}

/** The first decision in which two courses differ. With equal ones, the last minute if their states differ. */
function differing(bias: BiasName, one: Trace, other: Trace, { at }: Minutes, start = 0): Bias[] {
  const place = one.decisions.findIndex((decision, n) => decision !== other.decisions[n])
  if (place >= 0) return [{ bias, at: at[start + place] ?? 0 }]
  return one.state === other.state ? [] : [{ bias, at: at[start + one.decisions.length - 1] ?? 0 }]
}

/** The refusal of a strategy that one of the tests has caught; null if it may be listed. */
export const decideListing = ([bias]: readonly Bias[]): Refused<'strategy_biased'> | null =>
  bias ? refuse('strategy_biased', { bias: bias.bias, at: new Date(bias.at).toISOString() }) : null
