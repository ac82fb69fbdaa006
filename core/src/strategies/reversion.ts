import { buy, isWaiting, keep, sell, sharesFor, type Parameters, type Strategy } from './events.ts'
import { NO_SAMPLES, sampled, type Samples } from './samples.ts'

/*
 * Mean reversion. It compares the price with the mean of those of the last spans of minutes. One that is so many standard
 * deviations below the mean buys, one at or above it sells. It decides once a span, and holds over the close.
 */

const spanOf = ({ spanMinutes = 1 }: Parameters): number => spanMinutes
const countOf = ({ spans = 2 }: Parameters): number => spans

/** The mean of some prices, and how far they stand from it: the root of the mean of the squares. */
function spreadOf(closes: readonly number[]): { readonly mean: number; readonly deviation: number } {
  let sum = 0
  for (const close of closes) sum += close
  const mean = sum / closes.length
  let squares = 0
  for (const close of closes) squares += (close - mean) * (close - mean)
  return { mean, deviation: Math.sqrt(squares / closes.length) }
}

export const meanReversion: Strategy<Samples> = {
  id: 'mean_reversion',
  version: 1,
  name: 'mean_reversion',
  intraday: false,
  parameters: {
    spanMinutes: { unit: 'minutes', least: 5, most: 390, usual: 30 },
    spans: { unit: 'steps', least: 5, most: 60, usual: 20 },
    deviationTenths: { unit: 'tenths', least: 5, most: 40, usual: 20 },
  },
  warmUp: (parameters) => (countOf(parameters) + 1) * spanOf(parameters) + 1,
  begin: () => NO_SAMPLES,

  onBar(state, bar, { parameters }) {
    const count = countOf(parameters)
    const after = sampled(state, bar, spanOf(parameters), count)
    const { own, close } = bar
    if (after === state) return null
    if (after.closes.length < count || isWaiting(own)) return keep(after)
    const { mean, deviation } = spreadOf(after.closes)
    if (own.shares > 0) return close >= mean ? sell(after, own.shares) : keep(after)
    const far = ((parameters['deviationTenths'] ?? 0) * deviation) / 10
    return far > 0 && close <= mean - far ? buy(after, sharesFor(own.room, close)) : keep(after)
  },
}
