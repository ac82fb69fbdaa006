import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import {
  decideParameters,
  type Json,
  type Own,
  type Parameters,
  type SessionSpan,
  type Step,
  type Strategy,
} from './events.ts'
import { isRefused } from '../base/refusal.ts'

/** The open of the first session of these tests: 2026-11-20 at 14:30 UTC. Each has 6.5 hours, a day apart. */
const FIRST: Instant = Date.UTC(2026, 10, 20, 14, 30)

export const sessionOf = (day: number): SessionSpan => ({
  open: FIRST + day * 24 * HOUR,
  close: FIRST + day * 24 * HOUR + 6.5 * HOUR,
})

export const FLAT: Own = { shares: 0, buying: 0, selling: 0, room: 1_000_000 }
export const holding = (shares: number): Own => ({ ...FLAT, shares, room: 0 })

/** The end of the nth minute of a session, from 1 on. */
export const minuteOf = (day: number, minute: number) => ({
  session: sessionOf(day),
  at: sessionOf(day).open + minute * MINUTE,
})

/** A minute whose four prices are one, in whole cents. */
export const bar = (day: number, minute: number, close: number, own = FLAT, volume = 100) => ({
  ...minuteOf(day, minute),
  own,
  open: close * 100,
  high: close * 100,
  low: close * 100,
  close: close * 100,
  volume,
})

export const quote = (day: number, minute: number, bid: number, ask: number, own = FLAT) => ({
  ...minuteOf(day, minute),
  own,
  bid: bid * 100,
  ask: ask * 100,
  bidSize: 1_000,
  askSize: 1_000,
})

type Event = ReturnType<typeof bar> | ReturnType<typeof quote>

/** The orders of the last of some events, as a line: `buy 10`. Empty for none. */
export function lastOrders<State extends Json>(
  strategy: Strategy<State>,
  events: readonly Event[],
  chosen: Parameters = {},
): string {
  const parameters = decideParameters(strategy, chosen)
  if (isRefused(parameters)) return parameters.refused
  const setup = { parameters }
  let step: Step<State> = { state: strategy.begin(setup), orders: [] }
  for (const event of events) {
    // A state is stored between two events.
    const state = JSON.parse(JSON.stringify(step.state)) as State
    const next = 'close' in event ? strategy.onBar?.(state, event, setup) : strategy.onQuote?.(state, event, setup)
    step = next ?? { state: step.state, orders: [] }
  }
  return step.orders.map(({ side, shares }) => `${side} ${shares}`).join(', ')
}
