/*
 * The editor shows these beside a text: the types of all that a text may use, and examples, each of which compiles and runs.
 * The words of the screens describe them.
 */

/** The types of the module `lonja`. */
export const OWN_TYPES = `declare module 'lonja' {
  /** Prices and cash are in the currency of the listing. Times are milliseconds and minutes of the market. */
  interface Bar {
    at: number
    open: number
    high: number
    low: number
    close: number
    volume: number
  }

  /** Bars and quotes know the last n bars that are over. Null if there are not so many. */
  interface Past {
    /** The end of this event. */
    at: number
    /** Minutes since the session's open, and until its close. */
    minute: number
    left: number
    mean(n: number): number | null
    highest(n: number): number | null
    lowest(n: number): number | null
    deviation(n: number): number | null
    /** The bar n bars ago; 0 is the last one. */
    ago(n: number): Bar | null
  }

  interface Quote {
    bid: number
    ask: number
    bidSize: number
    askSize: number
  }

  /** The position of the run. */
  interface Own {
    shares: number
    /** Shares that open orders have not filled yet. */
    buying: number
    selling: number
    /** The most that a further buy may cost. */
    cash: number
    /** True while an order waits. */
    waiting: boolean
  }

  /** Whole shares for an amount of cash, so many shares, or all. With a limit it waits for its price until the close. */
  type Buy = { cash: number; limit?: number } | { shares: number; limit?: number } | { all: true; limit?: number }
  type Sell = { shares: number; limit?: number } | { all: true; limit?: number }

  interface Act {
    buy(order: Buy): void
    sell(order: Sell): void
    /** A line for the list of a try. */
    note(text: unknown): void
  }

  interface Settings<State> {
    /** The minutes of a bar. '1m' if it is left out. */
    bars?: '1m' | '5m' | '15m' | '30m' | '1h'
    /** The bars to look back on, from 1 to 200. 50 if it is left out. */
    history?: number
    /** False if it may hold shares over the close. */
    intraday?: boolean
    /** The most in the position that it proposes. */
    most?: number
    /** Lives from event to event: plain values, lists and objects. Nothing else does. */
    state?: State
    onBar?(bar: Bar & Past, own: Own, act: Act, state: State): void
    onQuote?(quote: Quote & Past, own: Own, act: Act, state: State): void
  }

  function strategy<State extends object>(settings: Settings<State>): Settings<State>
}
`

export const OWN_EXAMPLE_NAMES = ['below_mean', 'first_range', 'limit_at_bid'] as const
export type OwnExampleName = (typeof OWN_EXAMPLE_NAMES)[number]

export const OWN_EXAMPLES: Readonly<Record<OwnExampleName, string>> = {
  below_mean: `import { strategy } from 'lonja'

export default strategy({
  bars: '15m',
  history: 20,
  onBar(bar, own, act) {
    const mean = bar.mean(20)
    if (mean === null || own.waiting) return
    if (own.shares === 0 && bar.close < mean * 0.995) act.buy({ all: true })
    if (own.shares > 0 && bar.close > mean) act.sell({ all: true })
  },
})
`,
  first_range: `import { strategy } from 'lonja'

const WAIT = 30

export default strategy({
  bars: '1m',
  state: { top: 0, low: 0, bought: false },
  onBar(bar, own, act, state) {
    if (bar.minute <= 1) {
      state.top = bar.high
      state.low = bar.low
      state.bought = false
    } else if (bar.minute <= WAIT) {
      state.top = Math.max(state.top, bar.high)
      state.low = Math.min(state.low, bar.low)
    } else if (!own.waiting && state.top > 0) {
      if (own.shares > 0 && bar.close < state.low) act.sell({ all: true })
      if (own.shares === 0 && !state.bought && bar.close > state.top && bar.left > 60) {
        state.bought = true
        act.buy({ all: true })
        act.note('above ' + state.top)
      }
    }
  },
})
`,
  limit_at_bid: `import { strategy } from 'lonja'

export default strategy({
  bars: '5m',
  history: 12,
  onQuote(quote, own, act) {
    if (own.waiting || quote.bid === 0 || quote.ask === 0) return
    const low = quote.lowest(12)
    const mean = quote.mean(12)
    if (low === null || mean === null) return
    if (own.shares > 0) {
      if (quote.bid > mean) act.sell({ all: true, limit: quote.bid })
    } else if (quote.ask <= low * 1.001) act.buy({ all: true, limit: quote.bid })
  },
})
`,
}
