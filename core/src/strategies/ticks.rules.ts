import type { Instant } from '../base/instant.ts'
import type { Quote } from '../market/market.contract.ts'
import type { FeeTableVersion } from '../orders/fees.rules.ts'
import type { SessionSpan } from './events.ts'
import { hearBar, hearQuote, type Hearing, type HearingRun } from './hearing.rules.ts'
import { barAt, isQuoted, quoteEventAt, quoteIn, type BarColumns, type QuoteColumns } from './simulation.rules.ts'

/*
 * A tick of the market for all runs of a server. The market is columns with a row for each listing, as its stream has them.
 */

/** A run at its place in the columns, with the instants up to which it has heard bars and quotes. */
export interface TickingRun {
  readonly row: number
  readonly run: HearingRun
  readonly barsThrough: Instant
  readonly quotesThrough: Instant
}

/** The newest minute and the newest quote of each listing, and the market's clock. */
export interface Tick {
  readonly bars: BarColumns
  readonly quotes: QuoteColumns & { readonly last: ArrayLike<number> }
  readonly sessionOf: (row: number) => SessionSpan
  readonly marketNow: Instant
  /** The server's time at which the market's clock came to an instant. */
  readonly wallTimeOf: (at: Instant) => Instant
  readonly feeTable: FeeTableVersion
}

/** A run after a tick. Its state is stored together with the effect that the caller carries out; null for none. */
export interface TickStep {
  readonly ticking: TickingRun
  readonly effect: Hearing | null
}

/**
 * Each run that has something new hears it: its minute first, then its quote. Nothing that a run has heard is new, so a tick
 * that comes twice does nothing. A minute with an effect leaves the quote to the next tick, which hears it after the
 * orders are placed. Minutes that a run has missed are heard before, as history.
 */
export function hearTick(runs: readonly TickingRun[], tick: Tick): readonly TickStep[] {
  const { bars, quotes } = tick
  const steps: TickStep[] = []
  for (const ticking of runs) {
    const { row, barsThrough, quotesThrough } = ticking
    const isNewBar = (bars.at[row] ?? 0) > barsThrough
    const isNewQuote = (quotes.at[row] ?? 0) > quotesThrough && isQuoted(quotes, row)
    if (isNewBar || isNewQuote) steps.push(hearNew(ticking, tick, isNewBar, isNewQuote))
  }
  return steps
}

function hearNew(
  { row, run, barsThrough, quotesThrough }: TickingRun,
  tick: Tick,
  isNewBar: boolean,
  isNewQuote: boolean,
): TickStep {
  const { bars, quotes, marketNow, feeTable } = tick
  const session = tick.sessionOf(row)
  const { own } = run.standing
  const bid = quotes.bid[row] ?? 0
  const quote = (): Quote => quoteIn(quotes, quotes.last, row, run.terms.listing)
  let next = run
  let [barsUntil, quotesUntil] = [barsThrough, quotesThrough]
  let effect: Hearing | null = null
  if (isNewBar) {
    const bar = barAt(bars, row, session, own)
    barsUntil = bar.at
    const hearing = hearBar(run, bar, { marketNow, wallAt: tick.wallTimeOf(bar.at), bid, quote, feeTable })
    next = withMemory(run, hearing)
    if (hasEffect(hearing)) effect = hearing
  }
  if (isNewQuote && effect === null) {
    const event = quoteEventAt(quotes, row, session, own)
    quotesUntil = event.at
    const hearing = hearQuote(next, event, { marketNow, wallAt: tick.wallTimeOf(event.at), bid, quote, feeTable })
    next = withMemory(next, hearing)
    if (hasEffect(hearing)) effect = hearing
  }
  return { ticking: { row, run: next, barsThrough: barsUntil, quotesThrough: quotesUntil }, effect }
}

const withMemory = (run: HearingRun, { memory }: Hearing): HearingRun => {
  if (memory === run.memory) return run
  const { strategy, setup, terms, phase, standing } = run
  return { strategy, setup, terms, phase, memory, standing }
}

const hasEffect = ({ stop, cancels, tickets }: Hearing): boolean => stop !== null || cancels || tickets.length > 0
