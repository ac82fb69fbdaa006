import { refuse, type Refused } from '../base/refusal.ts'
import { MINUTE, type Instant } from '../base/instant.ts'

/*
 * The events that a strategy hears, and the orders that it asks for. A strategy is a pure reducer: its next state and its
 * orders follow from its state and one event. It has no clock and no chance, so the same events give the same orders, and
 * a run is resumed by any server from its stored state.
 *
 * Prices are whole ten-thousandths and amounts are whole cents, as everywhere. They are numbers here, because a state is
 * stored as JSON. No money follows from them: `running.rules.ts` caps each order by exact amounts before it is placed.
 */

/** A value of a state. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** The session of an event: (open, close]. Where days have no open, it is the whole day. */
export interface SessionSpan {
  readonly open: Instant
  readonly close: Instant
}

/** The position of the run at an event. */
export interface Own {
  /** The shares of its lots. */
  readonly shares: number
  /** The shares that its open buys and sells have not filled yet. */
  readonly buying: number
  readonly selling: number
  /** Cents that a further buy may hold. */
  readonly room: number
}

/** An event is the strategy's during the call alone: a later one may stand in the same object. A state copies what it needs. */
interface MarketEvent {
  /** The instant at which the event is known. It follows the one before it. */
  readonly at: Instant
  readonly session: SessionSpan
  readonly own: Own
}

/** A minute that is over. It is known at its end, `at`. Prices in ten-thousandths, volume in shares. */
export interface BarEvent extends MarketEvent {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** A quote event of the market. Prices in ten-thousandths, sizes in shares. A side without an offer is 0. */
export interface QuoteEvent extends MarketEvent {
  readonly bid: number
  readonly ask: number
  readonly bidSize: number
  readonly askSize: number
}

/** An order that a strategy asks for: whole shares, at a limit in ten-thousandths, or at market. It waits to the close. */
export interface StrategyOrder {
  readonly side: 'buy' | 'sell'
  readonly shares: number
  readonly limit: number | null
}

export interface Step<State> {
  readonly state: State
  readonly orders: readonly StrategyOrder[]
}

/** The units of parameters. A tenth is for factors such as 1.5. */
export const PARAMETER_UNITS = ['minutes', 'steps', 'bps', 'tenths'] as const
export type ParameterUnit = (typeof PARAMETER_UNITS)[number]

/** A whole number that the customer may choose, from `least` to `most`. */
export interface Parameter {
  readonly unit: ParameterUnit
  readonly least: number
  readonly most: number
  readonly usual: number
}

export type Parameters = Readonly<Record<string, number>>

/** The facts that a run begins with. They never change. */
export interface Setup {
  readonly parameters: Parameters
}

/**
 * A strategy in one version. A change of its code or of its parameters is a new version, and a run keeps the one that it
 * began with. `name` is the key of its texts. An intraday strategy holds nothing over the close.
 */
export interface Strategy<State extends Json = Json> {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly intraday: boolean
  readonly parameters: Readonly<Record<string, Parameter>>
  /** The bars of history after which its orders no longer depend on earlier ones. They begin before the session's open. */
  warmUp(parameters: Parameters): number
  begin(setup: Setup): State
  /** The next state and the orders; null if the event changes nothing. */
  onBar?(state: State, bar: BarEvent, setup: Setup): Step<State> | null
  onQuote?(state: State, quote: QuoteEvent, setup: Setup): Step<State> | null
}

export const NO_ORDERS: readonly StrategyOrder[] = []

/** An order of an impossible form: a run that asks for it stops with `fault`. */
export const FAULTY: readonly StrategyOrder[] = [{ side: 'sell', shares: 0, limit: null }]

/** A step without an order. */
export const keep = <State>(state: State): Step<State> => ({ state, orders: NO_ORDERS })

export const buy = <State>(state: State, shares: number): Step<State> =>
  shares > 0 ? { state, orders: [{ side: 'buy', shares, limit: null }] } : keep(state)

export const sell = <State>(state: State, shares: number): Step<State> =>
  shares > 0 ? { state, orders: [{ side: 'sell', shares, limit: null }] } : keep(state)

/** The whole shares that an amount of cents buys at a price in ten-thousandths; 0 without a price. */
export const sharesFor = (cents: number, price: number): number => (price > 0 ? Math.floor((cents * 100) / price) : 0)

/** True while an order of the run is open. A strategy asks for no further one until it has ended. */
export const isWaiting = ({ buying, selling }: Own): boolean => buying > 0 || selling > 0

/** The first bars of a session, by its clock. */
export const isWithinFirst = ({ at, session }: Pick<BarEvent, 'at' | 'session'>, minutes: number): boolean =>
  at <= session.open + minutes * MINUTE

/** A price that is a number of basis points above another (or below it, if negative). Not rounded. */
export const movedBy = (price: number, bps: number): number => (price * (10_000 + bps)) / 10_000

/**
 * The parameters of a run: those that a customer chose, the usual ones for the rest. Refused: one that the strategy does
 * not have, and one that is not a whole number within its bounds. `detail` says the bounds.
 */
export function decideParameters(
  { parameters }: Pick<Strategy, 'parameters'>,
  chosen: Parameters,
): Parameters | Refused<'unknown_parameter' | 'parameter_out_of_range'> {
  for (const [name, value] of Object.entries(chosen)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (!parameter) return refuse('unknown_parameter', { name }, name)
    const { least, most } = parameter
    if (!Number.isInteger(value) || value < least || value > most)
      return refuse('parameter_out_of_range', { least: String(least), most: String(most) }, name)
  }
  return Object.fromEntries(Object.entries(parameters).map(([name, { usual }]) => [name, chosen[name] ?? usual]))
}
