import { cents, wholeShares, plus } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import type { Quote } from '../market/market.contract.ts'
import type { FeeTableVersion } from '../orders/fees.rules.ts'
import type { Ticket } from '../orders/orders.contract.ts'
import { keep, type BarEvent, type Json, type QuoteEvent, type Setup, type Step, type Strategy } from './events.ts'
import { areOrders, ticketsFor, valueE4, type OrderCause, type RunBook, type Standing } from './passing.rules.ts'
import { floorOf, isFlattening, isHistory, type RunPhase, type RunTerms, type StopReason } from './running.rules.ts'

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
  return decided(run, bar, 'bar', strategy.onBar ? strategy.onBar(memory, bar, setup) : keep(memory), facts)
}

export const hearQuote = (run: HearingRun, quote: QuoteEvent, facts: HearingFacts): Hearing => {
  const { strategy, memory, setup } = run
  return decided(run, quote, 'quote', strategy.onQuote ? strategy.onQuote(memory, quote, setup) : keep(memory), facts)
}

type Event = Pick<BarEvent, 'at' | 'session'>

/**
 * Decide what an event does, in this order: history does nothing but to the strategy's state; a loss that reaches the stop
 * ends the run; a run that stops, and an intraday one before the close, gives up its orders, and its position with them; a
 * paused one gives up its orders; else the strategy's orders are placed as far as they pass.
 */
function decided(run: HearingRun, event: Event, cause: OrderCause, step: Step<Json>, facts: HearingFacts): Hearing {
  const { state: memory, orders } = step
  const { phase, terms, standing, strategy } = run
  if (phase.state === 'stopped' || isHistory(event.at, facts.marketNow)) return still(memory)
  const stop = phase.state === 'stopping' ? null : stopFor(run, step, facts)
  if (stop === 'loss_stop') return { ...ending(run, event, true, facts), memory, stop }
  if (stop !== null) return { ...ending(run, event, false, facts), memory, stop }
  if (phase.state === 'stopping') return { ...ending(run, event, phase.sells, facts), memory, stop }
  if (strategy.intraday && isFlattening(event.at, event.session))
    return { ...ending(run, event, true, facts), memory, stop }
  if (phase.state === 'paused') return { memory, stop, cancels: hasOrders(standing.book), tickets: NO_TICKETS }
  if (orders.length === 0) return still(memory)
  const quote = facts.quote()
  if (!quote) return still(memory)
  const place = { run: terms.id, cause, at: event.at, wallAt: facts.wallAt }
  const tickets = ticketsFor(terms, standing.book, orders, { ...place, quote, feeTable: facts.feeTable })
  return { memory, stop, cancels: false, tickets }
}

const still = (memory: Json): Hearing => ({ memory, stop: null, cancels: false, tickets: NO_TICKETS })

function stopFor({ terms, standing }: HearingRun, { orders }: Step<Json>, { bid }: HearingFacts): StopReason | null {
  if (orders.length > 0 && !areOrders(orders)) return 'fault'
  const value = valueE4(standing, bid)
  return value !== null && value <= Number(floorOf(terms)) * 100 ? 'loss_stop' : null
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
