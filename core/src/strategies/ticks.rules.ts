import type { Instant } from '../base/instant.ts'
import type { FeeTableVersion } from '../orders/fees.rules.ts'
import type { Json, SessionSpan } from './events.ts'
import { hearBar, hearQuote, type Hearing, type HearingFacts, type HearingRun } from './hearing.rules.ts'
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
  readonly memory: Json
  readonly barsThrough: Instant
  readonly quotesThrough: Instant
  readonly effect: Hearing | null
}

/**
 * Each run that has something new hears it: its minute first, then its quote. What a run has heard is not new, so a tick
 * that comes twice does nothing. A minute with an effect leaves the quote to the next tick, which hears it after the
 * orders are placed. Minutes that a run has missed are heard before, as history.
 */
export function hearTick(runs: readonly TickingRun[], tick: Tick): readonly TickStep[] {
  const steps: TickStep[] = []
  for (const ticking of runs) {
    const { row, barsThrough, quotesThrough } = ticking
    const isNewBar = (tick.bars.at[row] ?? 0) > barsThrough
    const isNewQuote = (tick.quotes.at[row] ?? 0) > quotesThrough && isQuoted(tick.quotes, row)
    if (isNewBar || isNewQuote) steps.push(hearNew(ticking, tick, isNewBar, isNewQuote))
  }
  return steps
}

function hearNew(ticking: TickingRun, tick: Tick, isNewBar: boolean, isNewQuote: boolean): TickStep {
  const { row, run } = ticking
  const session = tick.sessionOf(row)
  const { own } = run.standing
  const facts = factsFor(run, tick, row)
  let { memory } = run
  let { barsThrough, quotesThrough } = ticking
  if (isNewBar) {
    barsThrough = tick.bars.at[row] ?? 0
    const hearing = hearBar(run, barAt(tick.bars, row, session, own), facts(barsThrough))
    memory = hearing.memory
    if (hasEffect(hearing)) return { ticking, memory, barsThrough, quotesThrough, effect: hearing }
  }
  if (isNewQuote) {
    quotesThrough = tick.quotes.at[row] ?? 0
    const next = memory === run.memory ? run : { ...run, memory }
    const hearing = hearQuote(next, quoteEventAt(tick.quotes, row, session, own), facts(quotesThrough))
    memory = hearing.memory
    if (hasEffect(hearing)) return { ticking, memory, barsThrough, quotesThrough, effect: hearing }
  }
  return { ticking, memory, barsThrough, quotesThrough, effect: null }
}

const hasEffect = ({ stop, cancels, tickets }: Hearing): boolean => stop !== null || cancels || tickets.length > 0

const factsFor =
  (run: HearingRun, tick: Tick, row: number) =>
  (at: Instant): HearingFacts => ({
    marketNow: tick.marketNow,
    wallAt: tick.wallTimeOf(at),
    bid: tick.quotes.bid[row] ?? 0,
    quote: () => quoteIn(tick.quotes, row, run.terms.listing),
    feeTable: tick.feeTable,
  })
