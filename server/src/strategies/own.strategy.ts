import { MINUTE, type Instant } from '@lonja/core/base/instant'
import { FAULTY, keep, type BarEvent, type QuoteEvent, type Step, type Strategy } from '@lonja/core/strategies/events'
import { OWN_ORDERS_PER_MINUTE_MOST, OWN_STRATEGY } from '@lonja/core/strategies/own.rules'
import type { OwnDiagnostic, OwnStop } from '@lonja/core/strategies/strategies.contract'
import type { BarRow, Sandbox, SandboxEvent, SandboxStep } from './sandbox.ts'
import { faultOf, isFault } from './sandbox.runtime.ts'

/*
 * A text as a strategy like any other. Its state is JSON: the bars that it may look back on, the one that is not over yet, its
 * own state, and the fault that stopped it. So any server goes on from it, with a sandbox of its own.
 */

export type OwnState = {
  /** The bars that are over, oldest first, at most as many as its history. */
  readonly bars: readonly BarRow[]
  /** The bar under way, with the number of its span since 1970; null at the start. */
  readonly under: { readonly span: number; readonly bar: BarRow; readonly isWhole: boolean } | null
  readonly state: string
  /** The minute of its last order, and the number of its orders in it. */
  readonly minute: number
  readonly orders: number
  readonly stop: OwnStop | null
}

/** Hears each answer of a strategy, and the fault that stops it. */
export interface OwnListener {
  answered?(on: 'bar' | 'quote', at: Instant, step: SandboxStep): void
  stopped?(stop: OwnStop): void
}

/**
 * The strategy of a text in its sandbox. A fault stops it: from there on it asks for an order that no run places, and so
 * ends with `fault`.
 */
export function ownStrategy(sandbox: Sandbox, version: number, listener: OwnListener = {}): Strategy<OwnState> {
  const { span, history, intraday, hears, state } = sandbox.settings
  /** The state whose bars the runtime has heard. With any other state the runtime gets all bars again. */
  let heard: readonly BarRow[] | null = null

  const stopped = (state: OwnState, fault: OwnDiagnostic, at: Instant): Step<OwnState> => {
    const stop = { ...fault, at }
    listener.stopped?.(stop)
    return { state: { ...state, stop }, orders: FAULTY }
  }

  const hear = (
    before: OwnState,
    event: BarEvent | QuoteEvent,
    { bars, bar }: { readonly bars: readonly BarRow[]; readonly bar: BarRow | null },
  ): Step<OwnState> => {
    const { at } = event
    const answer = sandbox.hear(eventOf(event, bar, before, heard === before.bars))
    heard = null
    if (isFault(answer)) return stopped({ ...before, bars }, answer, at)
    heard = bars
    listener.answered?.(bar ? 'bar' : 'quote', at, answer)
    const minute = Math.ceil(at / MINUTE)
    const orders = (minute === before.minute ? before.orders : 0) + answer.orders.length
    const after = { ...before, bars, state: answer.state, minute, orders }
    if (orders > OWN_ORDERS_PER_MINUTE_MOST)
      return stopped(after, faultOf('too_many_orders', answer.orders.at(-1)?.line ?? 0), at)
    return { state: after, orders: answer.orders.map(({ side, shares, limit }) => ({ side, shares, limit })) }
  }

  return {
    id: OWN_STRATEGY,
    version,
    name: OWN_STRATEGY,
    intraday,
    parameters: {},
    // One more, because the first span may have begun before the run.
    warmUp: () => (history + 1) * span,
    begin: () => ({ bars: [], under: null, state, minute: 0, orders: 0, stop: null }),

    onBar(before, event) {
      if (before.stop) return { state: before, orders: FAULTY }
      const { over, under } = spanned(before.under, event, span)
      if (!over) return keep({ ...before, under })
      const bars = [...before.bars, over].slice(-history)
      if (!hears.bars) {
        heard = null
        return keep({ ...before, under, bars })
      }
      return hear({ ...before, under }, event, { bars, bar: over })
    },

    ...(hears.quotes && {
      onQuote: (before: OwnState, event: QuoteEvent) =>
        before.stop ? { state: before, orders: FAULTY } : hear(before, event, { bars: before.bars, bar: null }),
    }),
  }
}

/**
 * A minute taken into the bar of its span of the clock, and the bar that is over with it. A span without its last minute is
 * over once a later one comes; where two end with the same minute, the newer is heard. The span in which a run begins counts
 * only from its first minute on.
 */
function spanned(
  under: OwnState['under'],
  { at, open, high, low, close, volume }: BarEvent,
  minutes: number,
): { readonly over: BarRow | null; readonly under: OwnState['under'] } {
  const length = minutes * MINUTE
  // `at` is the end of a bar, so a bar that ends with a span belongs to that span.
  const span = Math.ceil(at / length)
  const isSame = under?.span === span
  const minute: BarRow = [at, open, high, low, close, volume]
  const bar = isSame ? joined(under.bar, minute) : minute
  const isWhole = isSame ? under.isWhole : under !== null || (at - MINUTE) % length === 0
  const before = !isSame && under?.isWhole ? under.bar : null
  if (at % length !== 0) return { over: before, under: { span, bar, isWhole } }
  return { over: isWhole ? bar : before, under: { span, bar, isWhole: false } }
}

const joined = (
  [, open, high, low, , volume]: BarRow,
  [at, , nextHigh, nextLow, close, nextVolume]: BarRow,
): BarRow => [at, open, Math.max(high, nextHigh), Math.min(low, nextLow), close, volume + nextVolume]

/** An event as the runtime reads it, with the earlier bars unless the runtime has heard them. */
function eventOf(
  event: BarEvent | QuoteEvent,
  bar: BarRow | null,
  { bars, state }: OwnState,
  hasHeard: boolean,
): SandboxEvent {
  const { at, session, own } = event
  return {
    reset: hasHeard ? null : bars,
    bar,
    quote: 'bid' in event ? [at, event.bid, event.ask, event.bidSize, event.askSize] : null,
    session: [session.open, session.close],
    own: [own.shares, own.buying, own.selling, own.room],
    state,
  }
}
