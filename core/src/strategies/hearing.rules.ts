import { cents, wholeShares, plus } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import type { Quote } from '../market/market.contract.ts'
import type { FeeTableVersion } from '../orders/fees.rules.ts'
import type { Ticket } from '../orders/orders.contract.ts'
import {
  keep,
  type BarEvent,
  type Json,
  type QuoteEvent,
  type Setup,
  type Step,
  type Strategy,
  type StrategyOrder,
} from './events.ts'
import { areOrders, isFlat, isLost, ticketsFor, type OrderCause, type RunBook, type Standing } from './passing.rules.ts'
import { isFlattening, isHistory, type RunPhase, type RunTerms, type StopReason } from './running.rules.ts'

/* A run that hears an event. A live run and a backtest are decided by this one function. */

/** A run between two events. */
export interface HearingRun {
  readonly strategy: Strategy
  readonly setup: Setup
  readonly terms: RunTerms
  readonly phase: RunPhase
  /** The strategy's own state. */
  readonly memory: Json
  readonly standing: Standing
}

/** The market at the event. The quote is asked for only if there are orders to place. */
export interface HearingFacts {
  readonly marketNow: Instant
  readonly wallAt: Instant
  /** The bid at the event in ten-thousandths; 0 without one. */
  readonly bid: number
  readonly quote: () => Quote | null
  readonly feeTable: FeeTableVersion
}

/** The effect of an event on a run. */
export interface Hearing {
  readonly memory: Json
  /** The reason for which the run stops from here on. It is carried out before its tickets are placed. */
  readonly stop: StopReason | null
  /** True if all of its open orders end, before its tickets are placed. */
  readonly cancels: boolean
  readonly tickets: readonly Ticket[]
}

const NO_TICKETS: readonly Ticket[] = []

export const hearBar = (run: HearingRun, bar: BarEvent, facts: HearingFacts): Hearing => {
  const { strategy, memory, setup } = run
  const step = strategy.onBar?.(memory, bar, setup) ?? keep(memory)
  return isCalm(run, bar, step.orders, facts)
    ? still(step.state)
    : decideHearing(run, { event: bar, cause: 'bar', step }, facts)
}

export const hearQuote = (run: HearingRun, quote: QuoteEvent, facts: HearingFacts): Hearing => {
  const { strategy, memory, setup } = run
  const step = strategy.onQuote?.(memory, quote, setup) ?? keep(memory)
  return isCalm(run, quote, step.orders, facts)
    ? still(step.state)
    : decideHearing(run, { event: quote, cause: 'quote', step }, facts)
}

type Event = Pick<BarEvent, 'at' | 'session'>

/**
 * True if an event changes nothing but the strategy's state, as most do. History never changes more, whatever the strategy
 * asks for.
 */
export function isCalm(
  { phase, strategy, standing }: HearingRun,
  event: Event,
  orders: readonly StrategyOrder[],
  facts: Market,
): boolean {
  if (phase.state === 'stopped' || isHistory(event.at, facts.marketNow)) return true
  if (orders.length > 0 || phase.state !== 'running' || isLost(standing, facts.bid)) return false
  return !strategy.intraday || !isFlattening(event.at, event.session) || isFlat(standing.own)
}

type Market = Pick<HearingFacts, 'marketNow' | 'bid'>

/** An event with the step that the strategy took on it. */
export interface StepOn {
  readonly event: Event
  readonly cause: OrderCause
  readonly step: Step<Json>
}

/**
 * Decide what an event that is not calm does, in this order: a loss that reaches the stop ends the run; a run that stops,
 * and an intraday one before the close, gives up its orders, and its position with them; a paused one gives up its orders;
 * else the strategy's orders are placed as far as they pass.
 */
export function decideHearing(run: HearingRun, { event, cause, step }: StepOn, facts: HearingFacts): Hearing {
  const { state: memory, orders } = step
  const { phase, terms, standing, strategy } = run
  const stop = phase.state === 'stopping' ? null : stopFor(run, step, facts)
  if (stop !== null) return { ...ending(run, event, stop === 'loss_stop', facts), memory, stop }
  if (phase.state === 'stopping') return { ...ending(run, event, phase.sells, facts), memory, stop }
  if (strategy.intraday && isFlattening(event.at, event.session))
    return { ...ending(run, event, true, facts), memory, stop }
  if (phase.state === 'paused') return { memory, stop, cancels: hasOrders(standing.book), tickets: NO_TICKETS }
  const quote = facts.quote()
  if (!quote) return still(memory)
  const { wallAt, feeTable } = facts
  const tickets = ticketsFor(terms, standing.book, orders, {
    run: terms.id,
    cause,
    at: event.at,
    wallAt,
    quote,
    feeTable,
  })
  return { memory, stop, cancels: false, tickets }
}

const still = (memory: Json): Hearing => ({ memory, stop: null, cancels: false, tickets: NO_TICKETS })

function stopFor({ standing }: HearingRun, { orders }: Step<Json>, { bid }: HearingFacts): StopReason | null {
  if (!areOrders(orders)) return 'fault'
  return isLost(standing, bid) ? 'loss_stop' : null
}

const hasOrders = ({ buying, selling }: RunBook): boolean => buying > 0n || selling > 0n

/** The end of a run's orders and, if it sells, of its position: one sell at market of all that it has. */
function ending(
  { terms, standing: { book } }: HearingRun,
  { at }: Event,
  sells: boolean,
  { wallAt, quote: readQuote, feeTable }: HearingFacts,
): Pick<Hearing, 'cancels' | 'tickets'> {
  const isSelling = sells && book.buying === 0n && !book.hasLimits && book.selling === book.shares
  if (isSelling) return { cancels: false, tickets: NO_TICKETS }
  const quote = sells && book.shares > 0n ? readQuote() : null
  if (!quote) return { cancels: hasOrders(book), tickets: NO_TICKETS }
  const without = { ...book, free: plus(book.free, book.held), held: cents(0n), selling: wholeShares(0n) }
  const order = { side: 'sell', shares: Number(book.shares), limit: null } as const
  const facts = { run: terms.id, cause: 'end', at, wallAt, quote, feeTable } as const
  return { cancels: hasOrders(book), tickets: ticketsFor(terms, without, [order], facts) }
}
