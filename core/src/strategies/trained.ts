import { buy, isWaiting, keep, sell, sharesFor, type Strategy } from './events.ts'
import {
  featuresOf,
  forecastOf,
  MODEL_VERSION,
  NO_SESSION,
  sessionAfter,
  type SessionSoFar,
  type Weights,
} from './model.features.ts'
import { MODEL } from './model.ts'

/*
 * The trained model. Once a span it forecasts how the price changes over the next hour, by a linear model that a script of this
 * repository trained. It buys on a forecast that is so many deviations above that of a mean bar, and sells on one that is not above it.
 * A run changes nothing of the model.
 */

/** The strategy of a model. */
export const strategyOf = ({ weights, spread }: Weights): Strategy<SessionSoFar> => ({
  id: 'trained_model',
  version: MODEL_VERSION,
  name: 'trained_model',
  intraday: true,
  parameters: {
    entryTenths: { unit: 'tenths', least: 5, most: 40, usual: 20 },
  },
  warmUp: () => 1,
  begin: () => NO_SESSION,

  onBar(state, bar, { parameters }) {
    const after = sessionAfter(state, bar)
    const features = featuresOf(state, after, bar)
    if (features === null || isWaiting(bar.own)) return keep(after)
    const forecast = forecastOf(weights, features)
    if (bar.own.shares > 0) return forecast <= 0 ? sell(after, bar.own.shares) : keep(after)
    return forecast > 0 && forecast * 10 >= (parameters['entryTenths'] ?? 0) * spread
      ? buy(after, sharesFor(bar.own.room, bar.close))
      : keep(after)
  },
})

export const trainedModel = strategyOf(MODEL)
