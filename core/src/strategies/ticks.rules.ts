import type { Instant } from '../base/instant.ts'
import type { Quote } from '../market/market.contract.ts'
import type { FeeTableVersion } from '../orders/fees.rules.ts'
import type { SessionSpan } from './events.ts'
import { hearBar, hearQuote, type Hearing, type HearingFacts, type HearingRun } from './hearing.rules.ts'
import {
  barInto,
  emptyBar,
  emptyQuote,
  isQuoted,
  quoteInto,
  quoteIn,
  type BarColumns,
  type OwnBar,
  type OwnQuote,
  type QuoteColumns,
} from './simulation.rules.ts'

/*
 * A tick of the market for all runs of a server. The market is columns with a row for each listing, as its stream has them.
 */

/** A run with its row in the columns, and the instants up to which it has heard bars and quotes. */
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
  /** The server's time at which the market's clock reached an instant. */
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
  const ear = earOf(tick)
  const steps: TickStep[] = []
  for (const ticking of runs) {
    const { row, barsThrough, quotesThrough } = ticking
    const isNewBar = (bars.at[row] ?? 0) > barsThrough
    const isNewQuote = (quotes.at[row] ?? 0) > quotesThrough && isQuoted(quotes, row)
    const afterBar = isNewBar ? hearNewBar(ticking, tick, ear) : null
    if (!isNewQuote || afterBar?.effect) {
      if (afterBar) steps.push(afterBar)
      continue
    }
    steps.push(hearNewQuote(afterBar?.ticking ?? ticking, tick, ear))
  }
  return steps
}

/** The events and the facts of a tick, overwritten for each run. New ones for each would cost memory. */
interface Ear {
  readonly bar: OwnBar
  readonly quote: OwnQuote
  readonly facts: { -readonly [Name in keyof HearingFacts]: HearingFacts[Name] }
  ticking: TickingRun | null
}

function earOf({ quotes, marketNow, feeTable }: Tick): Ear {
  const quoteNow = (): Quote | null =>
    ear.ticking && quoteIn(quotes, quotes.last, ear.ticking.row, ear.ticking.run.terms.listing)
  const ear: Ear = {
    bar: emptyBar(),
    quote: emptyQuote(),
    facts: { marketNow, wallAt: 0, bid: 0, quote: quoteNow, feeTable },
    ticking: null,
  }
  return ear
}

function hearNewBar(ticking: TickingRun, tick: Tick, ear: Ear): TickStep {
  const { row, run, quotesThrough } = ticking
  const bar = barInto(ear.bar, tick.bars, row, tick.sessionOf(row), run.standing.own)
  const hearing = hearBar(run, bar, factsOn(ticking, tick, ear, bar.at))
  return stepOf({ row, run: withMemory(run, hearing), barsThrough: bar.at, quotesThrough }, hearing)
}

function hearNewQuote(ticking: TickingRun, tick: Tick, ear: Ear): TickStep {
  const { row, run, barsThrough } = ticking
  const quote = quoteInto(ear.quote, tick.quotes, row, tick.sessionOf(row), run.standing.own)
  const hearing = hearQuote(run, quote, factsOn(ticking, tick, ear, quote.at))
  return stepOf({ row, run: withMemory(run, hearing), barsThrough, quotesThrough: quote.at }, hearing)
}

function factsOn(ticking: TickingRun, { quotes, wallTimeOf }: Tick, ear: Ear, at: Instant): HearingFacts {
  const { facts } = ear
  ear.ticking = ticking
  facts.wallAt = wallTimeOf(at)
  facts.bid = quotes.bid[ticking.row] ?? 0
  return facts
}

const stepOf = (ticking: TickingRun, hearing: Hearing): TickStep => ({
  ticking,
  effect: hearing.stop !== null || hearing.cancels || hearing.tickets.length > 0 ? hearing : null,
})

const withMemory = (run: HearingRun, { memory }: Hearing): HearingRun => {
  if (memory === run.memory) return run
  const { strategy, setup, terms, phase, standing } = run
  return { strategy, setup, terms, phase, memory, standing }
}
