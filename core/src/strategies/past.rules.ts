import { MINUTE, type Instant } from '../base/instant.ts'
import type { FeeTableVersion } from '../orders/fees.rules.ts'
import type { SessionSpan } from './events.ts'
import { hearBar, hearQuote, type HearingRun } from './hearing.rules.ts'
import { barInto, emptyBar, emptyQuote, quoteInto, type BarColumns, type QuoteColumns } from './simulation.rules.ts'

/* The minutes that a run hears as history: those from before its start, and those that it missed. */

/** A minute that is over, as columns of one row, with its session and its last quote; null if it had none. */
export interface PastMinute {
  readonly at: Instant
  readonly bar: BarColumns
  readonly session: SessionSpan
  readonly closing: QuoteColumns | null
}

/** A run with the instants up to which it has heard, and the events that came too late. */
export interface PastRun {
  readonly run: HearingRun
  readonly barsThrough: Instant
  readonly quotesThrough: Instant
  readonly late: number
}

/** A run after minutes that it hears as history, oldest first: no order that its strategy asks for is placed. */
export function hearPast(
  before: PastRun,
  minutes: readonly PastMinute[],
  { marketNow, feeTable }: { readonly marketNow: Instant; readonly feeTable: FeeTableVersion },
): PastRun {
  let { run, barsThrough, quotesThrough, late } = before
  const [barEvent, quoteEvent] = [emptyBar(), emptyQuote()]
  for (const { at, bar, session, closing } of minutes) {
    if (at <= barsThrough) continue
    // An event from before the start is history, however recent it is.
    const now = Math.max(marketNow, at + MINUTE)
    const facts = { marketNow: now, wallAt: now, bid: 0, quote: () => null, feeTable }
    const { own } = run.standing
    run = { ...run, memory: hearBar(run, barInto(barEvent, bar, 0, session, own), facts).memory }
    barsThrough = at
    late += 1
    const quoteAt = closing?.at[0] ?? 0
    if (!closing || quoteAt <= quotesThrough) continue
    run = { ...run, memory: hearQuote(run, quoteInto(quoteEvent, closing, 0, session, own), facts).memory }
    quotesThrough = quoteAt
  }
  return { run, barsThrough, quotesThrough, late }
}
