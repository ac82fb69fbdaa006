import { buy, isWaiting, keep, sell, sharesFor, type Parameters, type Strategy } from './events.ts'
import { NO_SAMPLES, sampled, type Samples } from './samples.ts'

/*
 * Momentum. It compares the price with the one of some spans of minutes before. A rise by so much buys, a fall below that
 * price sells. It decides once a span, and holds over the close.
 */

const spanOf = ({ spanMinutes = 1 }: Parameters): number => spanMinutes
/** The price of now and those of the spans before. */
const countOf = ({ spans = 1 }: Parameters): number => spans + 1

export const momentum: Strategy<Samples> = {
  id: 'momentum',
  version: 1,
  name: 'momentum',
  intraday: false,
  parameters: {
    spanMinutes: { unit: 'minutes', least: 5, most: 390, usual: 60 },
    spans: { unit: 'steps', least: 2, most: 60, usual: 12 },
    entryBps: { unit: 'bps', least: 0, most: 2_000, usual: 100 },
  },
  warmUp: (parameters) => (countOf(parameters) + 1) * spanOf(parameters) + 1,
  begin: () => NO_SAMPLES,

  onBar(state, bar, { parameters }) {
    const count = countOf(parameters)
    const after = sampled(state, bar, spanOf(parameters), count)
    const { own, close } = bar
    if (after === state) return null
    if (after.closes.length < count || isWaiting(own)) return keep(after)
    const before = after.closes[0] ?? close
    if (own.shares > 0) return close < before ? sell(after, own.shares) : keep(after)
    const rises = close > before && (close - before) * 10_000 >= before * (parameters['entryBps'] ?? 0)
    return rises ? buy(after, sharesFor(own.room, close)) : keep(after)
  },
}
